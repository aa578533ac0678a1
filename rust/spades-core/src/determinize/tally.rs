//! What came of an action over the worlds, in integers.

use super::worth::End;
use crate::action::Action;
use crate::search::ActionValue;

/// The unit of summed chances to win.
const CHANCE: f64 = (1u64 << 32) as f64;

/// Sums over the worlds.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    worlds: u32,
    made: u32,
    beaten: u32,
    tricks: u32,
    points: i64,
    squares: u128,
    /// In units of 2^-32.
    win: u64,
    /// Worth more than that of the plain player's choice in the same world, and its square.
    gain: i64,
    gain_squares: u128,
}

impl Tally {
    /// Adds a world.
    pub fn add(&mut self, end: &End, gain: i64) {
        let points = end.points;
        self.worlds += 1;
        self.win += (end.win * CHANCE) as u64;
        self.made += u32::from(end.made);
        self.beaten += u32::from(end.beaten);
        self.tricks += u32::from(end.tricks);
        self.points += points;
        self.squares += u128::from(points.unsigned_abs()).pow(2);
        self.gain += gain;
        self.gain_squares += u128::from(gain.unsigned_abs()).pow(2);
    }

    /// Adds what another thread counted.
    pub fn merge(&mut self, other: &Self) {
        self.worlds += other.worlds;
        self.made += other.made;
        self.beaten += other.beaten;
        self.tricks += other.tricks;
        self.points += other.points;
        self.win += other.win;
        self.squares += other.squares;
        self.gain += other.gain;
        self.gain_squares += other.gain_squares;
    }

    /// What actions over the same worlds are compared by: the mean gain over the plain player's
    /// choice, less a part of its standard error. The best of many uncertain gains is mostly luck.
    pub fn sure_gain(&self, caution: f64) -> f64 {
        let n = f64::from(self.worlds.max(1));
        let mean = self.gain as f64 / n;
        let variance = (self.gain_squares as f64 / n - mean * mean).max(0.0);
        mean - caution * (variance / n).sqrt()
    }

    /// Number of worlds.
    pub fn worlds(&self) -> u32 {
        self.worlds
    }

    /// The value of the action that this is the tally of.
    pub fn value(&self, action: Action, win: bool) -> ActionValue {
        let n = f64::from(self.worlds.max(1));
        let mean = self.points as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        let standard_error =
            if self.worlds > 1 { (variance / f64::from(self.worlds - 1)).sqrt() } else { 0.0 };
        let share = |of: u32, told: bool| (told && self.worlds > 0).then(|| f64::from(of) / n);
        let (card, bid) = (action.card().is_some(), action.bid_number().is_some());
        let win = (win && self.worlds > 0).then(|| (self.win as f64 / CHANCE / n).min(1.0));
        ActionValue {
            standard_error,
            win,
            made: share(self.made, card || bid),
            tricks: share(self.tricks, card),
            beaten: share(self.beaten, card),
            ..ActionValue::new(action, mean)
        }
    }
}
