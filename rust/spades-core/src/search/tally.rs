//! Outcomes of one action over the worlds, counted in integers.

use super::report::ActionValue;
use super::utility::{OUTCOMES, Utility};
use crate::action::Action;

/// What came of an action.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Weight of the worlds by own tricks.
    count: [u64; OUTCOMES],
    /// Sums over the worlds of weight, worth, points and points squared.
    weight: u64,
    worth: i64,
    points: i64,
    squares: u128,
    /// In units of 2^-32.
    win: u128,
}

/// The unit of summed chances to win.
const CHANCE: f64 = (1u64 << 32) as f64;

impl Tally {
    /// Adds a world in which the action leads to so many tricks.
    pub fn add(&mut self, tricks: usize, utility: &Utility, weight: u64) {
        let points = utility.points(tricks);
        self.count[tricks] += weight;
        self.weight += weight;
        self.worth += utility.worth(tricks) * weight as i64;
        self.points += points * weight as i64;
        self.squares += u128::from(points.unsigned_abs()).pow(2) * u128::from(weight);
        let win = (utility.win(tricks).unwrap_or(0.0) * CHANCE) as u128;
        self.win += win * u128::from(weight);
    }

    /// Adds a world of which only the worth is wanted.
    pub fn add_worth(&mut self, worth: i64, weight: u64) {
        self.weight += weight;
        self.worth += worth * weight as i64;
    }

    /// Adds what another thread counted.
    pub fn merge(&mut self, other: &Self) {
        for (to, from) in self.count.iter_mut().zip(other.count) {
            *to += from;
        }
        self.weight += other.weight;
        self.worth += other.worth;
        self.points += other.points;
        self.squares += other.squares;
        self.win += other.win;
    }

    /// Worth summed over the worlds: what actions over the same worlds are compared by.
    pub fn worth(&self) -> i64 {
        self.worth
    }

    /// Share of the worlds with at least so many tricks.
    pub fn share_from(&self, tricks: usize) -> f64 {
        self.share(|own| own >= tricks.min(OUTCOMES - 1))
    }

    /// Share of the worlds whose number of own tricks is wanted.
    pub fn share(&self, wanted: impl Fn(usize) -> bool) -> f64 {
        let found: u64 = (0..OUTCOMES).filter(|&own| wanted(own)).map(|own| self.count[own]).sum();
        found as f64 / self.weight.max(1) as f64
    }

    /// Own tricks in the mean.
    pub fn tricks(&self) -> f64 {
        let sum: u64 = (0..).zip(self.count).map(|(own, count)| own * count).sum();
        sum as f64 / self.weight.max(1) as f64
    }

    /// The action's value; `worlds` is the number of independent worlds, 0 when all were taken.
    pub fn value(&self, action: Action, worlds: u32, equity: bool) -> ActionValue {
        let weight = self.weight.max(1) as f64;
        let mean = self.points as f64 / weight;
        let variance = (self.squares as f64 / weight - mean * mean).max(0.0);
        let standard_error =
            if worlds > 1 { (variance / f64::from(worlds - 1)).sqrt() } else { 0.0 };
        let win = equity.then(|| (self.win as f64 / CHANCE / weight).clamp(0.0, 1.0));
        ActionValue { standard_error, win, ..ActionValue::new(action, mean) }
    }
}
