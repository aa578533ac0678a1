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
    /// The same of the worlds in which the bid was made.
    points_made: i64,
    win_made: u64,
    worth_made: i64,
    /// The chance to make the bid, where it is better known than by the share of worlds, and the
    /// points that hang on it.
    chance: Option<(f64, f64)>,
    worth: i64,
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
        self.worth += end.worth;
        self.gain += gain;
        self.gain_squares += u128::from(gain.unsigned_abs()).pow(2);
        if end.made {
            self.points_made += points;
            self.win_made += (end.win * CHANCE) as u64;
            self.worth_made += end.worth;
        }
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
        self.points_made += other.points_made;
        self.win_made += other.win_made;
        self.worth_made += other.worth_made;
        self.worth += other.worth;
    }

    /// The bid is made with another chance than in the worlds, whatever it comes to in those in which
    /// it is made and in the others. So many points hang on it where all worlds are alike.
    pub fn believe(&mut self, chance: f64, points: f64) {
        self.chance = Some((chance, points));
    }

    /// The action is worth so many points more when it is chosen, and tells nothing of it.
    pub fn prefer(&mut self, points: f64) {
        let worth = (100.0 * points) as i64;
        self.worth += worth * i64::from(self.worlds);
        self.worth_made += worth * i64::from(self.made);
    }

    /// A mean over the worlds, from its sum, and from that over the worlds in which the bid was made;
    /// `unit`: of the points at stake.
    fn mean(&self, sum: f64, of_made: f64, unit: f64) -> f64 {
        let all = f64::from(self.worlds.max(1));
        let Some((chance, points)) = self.chance else { return sum / all };
        let (made, set) = (f64::from(self.made), f64::from(self.worlds - self.made));
        let stake = if made > 0.0 && set > 0.0 {
            of_made / made - (sum - of_made) / set
        } else {
            unit * points
        };
        sum / all + (chance - made / all) * stake
    }

    /// What actions over the same worlds are compared by: the mean gain over `plain`, the plain
    /// player's choice, less a part of its standard error. The best of many uncertain gains is mostly
    /// luck.
    pub fn sure_gain(&self, plain: &Self, caution: f64) -> f64 {
        let n = f64::from(self.worlds.max(1));
        let mean = self.gain as f64 / n;
        let variance = (self.gain_squares as f64 / n - mean * mean).max(0.0);
        let worth = |of: &Self| of.mean(of.worth as f64, of.worth_made as f64, 100.0);
        worth(self) - worth(plain) - caution * (variance / n).sqrt()
    }

    /// Worlds in which the own bid was made.
    pub fn made(&self) -> u32 {
        self.made
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
        let win = (win && self.worlds > 0).then(|| {
            let win = self.mean(self.win as f64, self.win_made as f64, 0.0);
            (win / CHANCE).clamp(0.0, 1.0)
        });
        let made = self.chance.map(|(chance, _)| chance);
        ActionValue {
            standard_error,
            win,
            made: made.or(share(self.made, card || bid)),
            tricks: share(self.tricks, card),
            beaten: share(self.beaten, card),
            ..ActionValue::new(action, self.mean(self.points as f64, self.points_made as f64, 1.0))
        }
    }
}
