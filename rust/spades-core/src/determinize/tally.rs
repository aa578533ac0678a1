//! What came of an action over the worlds, in integers.

use crate::action::Action;
use crate::search::ActionValue;

/// Sums over the worlds.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    worlds: u32,
    made: u32,
    points: i64,
    squares: u128,
    worth: i64,
}

impl Tally {
    /// Adds a world.
    pub fn add(&mut self, points: i64, worth: i64, made: bool) {
        self.worlds += 1;
        self.made += u32::from(made);
        self.points += points;
        self.squares += u128::from(points.unsigned_abs()).pow(2);
        self.worth += worth;
    }

    /// Adds what another thread counted.
    pub fn merge(&mut self, other: &Self) {
        self.worlds += other.worlds;
        self.made += other.made;
        self.points += other.points;
        self.squares += other.squares;
        self.worth += other.worth;
    }

    /// What actions over the same worlds are compared by.
    pub fn worth(&self) -> i64 {
        self.worth
    }

    /// Number of worlds.
    pub fn worlds(&self) -> u32 {
        self.worlds
    }

    /// The value of the action that this is the tally of.
    pub fn value(&self, action: Action, bid: bool) -> ActionValue {
        let n = f64::from(self.worlds.max(1));
        let mean = self.points as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        let standard_error =
            if self.worlds > 1 { (variance / f64::from(self.worlds - 1)).sqrt() } else { 0.0 };
        let made = (bid && self.worlds > 0).then(|| f64::from(self.made) / n);
        ActionValue { action, mean, standard_error, win: None, made }
    }
}
