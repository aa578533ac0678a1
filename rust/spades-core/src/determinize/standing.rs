//! The chance to win the game from the standing, for any number of sides.
//!
//! A side's points in a round are taken for a draw with a mean and a spread, so that the lead of one
//! side over another at the end is a sum of such draws over the rounds still to come.

use super::by_table;
use crate::game::outcome;
use crate::rules::Rules;

/// What rounds bring at a kind of table.
struct Form {
    /// Points by which the best side comes nearer to the target in a round, as a share of what an even
    /// share of the tricks is as a contract.
    gain: f64,
    /// Spread of a side's points in rounds without nils, as the same share.
    spread: f64,
    /// What nils add to the spread, as a share of what a nil moves.
    nil: f64,
}

/// Partnerships, four who play alone, and three.
///
/// Printed by `cargo run --release -p spades-core --example calibrate -- standing worlds=10 seed=11`.
const PARTNERS: Form = Form { gain: 0.61, spread: 0.72, nil: 0.06 };
const SOLO: Form = Form { gain: 0.61, spread: 0.95, nil: 0.01 };
const THREE: Form = Form { gain: 0.57, spread: 0.82, nil: 0.0 };

/// Least number of rounds that the lead is uncertain for, once no side has won.
const LEAST_ROUNDS: f64 = 0.7;
/// Rounds to come from which on the game counts more than usual, and what its share comes to.
const MANY_ROUNDS: f64 = 4.0;
const SHARE_AT_LAST: f64 = 0.9;
/// Rounds over which a bag grows to its full cost.
const BAG_ROUNDS: f64 = 5.0;

/// Chances to win under some rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    rules: &'a Rules,
    gain: f64,
    spread: f64,
    bag_price: f64,
}

impl<'a> Standing<'a> {
    /// `bag_price`: points that a bag held costs in the long run.
    pub fn new(rules: &'a Rules, bag_price: f64) -> Self {
        let share = f64::from(rules.hand_size()) / rules.sides() as f64;
        let contract = (f64::from(rules.trick_points) * share).max(1.0);
        let form = by_table(rules, PARTNERS, SOLO, THREE);
        let nil = f64::from(rules.nil_bonus) + f64::from(rules.nil_penalty);
        let (gain, spread) = (form.gain * contract, form.spread * contract + form.nil * nil);
        Self { rules, gain, spread, bag_price }
    }

    /// Rounds to come when the best side has so many points, about.
    fn rounds_left(&self, best: f64, done: u32) -> f64 {
        let rules = self.rules;
        let by_target = if rules.target > 0 {
            ((f64::from(rules.target) - best) / self.gain + 0.3).max(LEAST_ROUNDS)
        } else {
            f64::from(rules.max_rounds)
        };
        let by_count = if rules.rounds > 0 { rules.rounds } else { rules.max_rounds };
        by_target.min(f64::from(by_count.saturating_sub(done)).max(LEAST_ROUNDS)).min(500.0)
    }

    /// The share of the worth that the chance to win has: the share given while many rounds are to
    /// come, and nearly all when the game is about to end.
    pub fn game_share(&self, usual: f64, points: &[i64; 4], done: u32) -> f64 {
        let best = points[..self.rules.sides()].iter().max().copied().unwrap_or(0) as f64;
        let near = (MANY_ROUNDS - self.rounds_left(best, done)) / (MANY_ROUNDS - LEAST_ROUNDS);
        if usual > 0.0 { usual + (SHARE_AT_LAST - usual) * near.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// What a point more than each other side is worth at the start of a game, as a chance to win.
    pub fn per_point(&self) -> f64 {
        let rounds = self.rounds_left(0.0, 0);
        let sides = self.rules.sides() as f64;
        // The slope of `ahead` at nothing; of n sides each has a chance of one in n.
        0.8 * 0.5 / (self.spread * (2.0 * rounds).sqrt()) * 2.0 / sides
    }

    /// The chance of a side to win when the sides hold these points and bags and `done` rounds are
    /// over. A draw is half a win.
    pub fn chance(&self, side: usize, points: &[i64; 4], bags: &[i64; 4], done: u32) -> f64 {
        if let Some(end) = outcome(self.rules, points, done) {
            return match end.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == side)),
            };
        }
        let sides = self.rules.sides();
        let best = points[..sides].iter().max().copied().unwrap_or(0) as f64;
        let rounds = self.rounds_left(best, done);
        let price = self.bag_price * (rounds / BAG_ROUNDS).min(1.0);
        let held = |side: usize| points[side] as f64 - price * bags[side] as f64;
        let spread = self.spread * (2.0 * rounds).sqrt();
        let ahead = |a: usize, b: usize| {
            // Near enough to the normal integral, and the same on every machine.
            let x = 0.8 * (held(a) - held(b)) / spread;
            0.5 + 0.5 * x / (1.0 + x * x).sqrt()
        };
        let weight = |a: usize| {
            (0..sides).filter(|&b| b != a).fold(1.0, |product, b| product * ahead(a, b).max(1e-9))
        };
        let all: f64 = (0..sides).map(weight).sum();
        weight(side) / all
    }
}
