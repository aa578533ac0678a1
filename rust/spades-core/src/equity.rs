//! The chance to win a two-handed game from the points and bags of both sides.
//!
//! A game to a target is a walk over standings whose steps are rounds. How rounds end is taken from
//! self-play ([`outcomes`]): which bids were made and how the tricks fell, so that the same list
//! serves all rules of scoring. The chances are found by value iteration over a grid of standings
//! near the target; far from it, and with a fixed number of rounds to come, the difference is taken
//! for a sum of many rounds.

mod grid;
mod outcomes;

use std::sync::{Arc, Mutex};

use crate::bid::Bid;
use crate::game::outcome;
use crate::rules::{OpenerRule, Rules};
use crate::score::score_round;
use grid::Grid;

/// Rules whose tables are kept.
const KEPT: usize = 8;
/// Share of a bag's later cost that is sure to come in a game that goes on.
const BAG_SHARE: f64 = 0.6;

/// Chances to win under some rules.
#[derive(Debug)]
pub(crate) struct Equity {
    rules: Rules,
    grid: Option<Grid>,
    /// Points of a side in a round, bags priced, and the spread of the difference.
    gain: f64,
    spread: f64,
    /// Cost of a bag held.
    price: f64,
}

/// Tables made so far. They follow from the rules alone: keeping them changes no result.
static MADE: Mutex<Vec<Arc<Equity>>> = Mutex::new(Vec::new());

impl Equity {
    /// The equity of two-handed rules.
    pub fn of(rules: &Rules) -> Arc<Self> {
        let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) = made.iter().find(|equity| equity.rules == *rules) {
            return Arc::clone(found);
        }
        let equity = Arc::new(Self::new(rules));
        if made.len() == KEPT {
            made.remove(0);
        }
        made.push(Arc::clone(&equity));
        equity
    }

    fn new(rules: &Rules) -> Self {
        let price = if rules.bag_limit > 0 {
            BAG_SHARE * f64::from(rules.bag_penalty) / f64::from(rules.bag_limit)
        } else {
            0.0
        };
        let (mut gain, mut square, mut weight) = (0.0f64, 0.0f64, 0.0f64);
        for (bids, tricks, share) in outcomes::list(rules) {
            let scores = score_round(rules, &bids, &tricks, &[0; 4]);
            let worth = |s: usize| scores[s].points as f64 - price * scores[s].bags as f64;
            gain += share * (worth(0) + worth(1)) / 2.0;
            square += share * (worth(0) - worth(1)) * (worth(0) - worth(1));
            weight += share;
        }
        let (gain, spread) = (gain / weight, (square / weight).sqrt().max(1.0));
        // Points that hardly grow never come near the target step by step.
        let steady = rules.target > 0 && gain > f64::from(rules.trick_points);
        let grid = steady.then(|| Grid::new(rules, gain));
        Self { rules: *rules, grid, gain, spread, price }
    }

    /// What a point is worth at the beginning of a game, as a chance to win it.
    pub fn per_point(&self) -> f64 {
        let rules = &self.rules;
        let by_target = f64::from(rules.target) / self.gain.max(1.0);
        let rounds = match (rules.target > 0, rules.rounds > 0) {
            (true, true) => by_target.min(f64::from(rules.rounds)),
            (true, false) => by_target,
            (false, _) => f64::from(rules.rounds),
        };
        // The height of the normal density over the spread of the whole game's difference.
        0.4 / (self.spread * rounds.clamp(1.0, 500.0).sqrt())
    }

    /// The chance of a seat to win when the standing is this after a round that `opener` opened,
    /// `rounds` rounds being over. A draw is half a win.
    pub fn after(
        &self,
        seat: usize,
        points: &[i64; 4],
        bags: &[i64; 4],
        opener: u8,
        rounds: u32,
    ) -> f64 {
        if let Some(end) = outcome(&self.rules, points, rounds) {
            return match end.winner {
                None => 0.5,
                Some(side) => f64::from(u8::from(side == seat)),
            };
        }
        let next = match self.rules.opener {
            OpenerRule::Rotate => Some(1 - opener as usize),
            OpenerRule::Random => None,
        };
        self.going_on(seat, points, bags, next, rounds)
    }

    /// The chance of a seat to win a game that goes on. `opener` of the round to come: `None` when
    /// it is drawn.
    pub fn going_on(
        &self,
        seat: usize,
        points: &[i64; 4],
        bags: &[i64; 4],
        opener: Option<usize>,
        rounds: u32,
    ) -> f64 {
        let other = 1 - seat;
        let to_come =
            (self.rules.rounds > 0).then(|| self.rules.rounds.saturating_sub(rounds).max(1));
        if let Some(grid) = &self.grid
            && to_come.is_none_or(|n| n > 8)
            && grid.covers(points[seat].max(points[other]))
        {
            let open = |a: usize, b: usize| grid.opener_wins(points, bags, a, b);
            return match opener {
                Some(first) if first == seat => open(seat, other),
                Some(_) => 1.0 - open(other, seat),
                None => f64::midpoint(open(seat, other), 1.0 - open(other, seat)),
            };
        }
        let by_target = if self.rules.target > 0 {
            let best = points[seat].max(points[other]) as f64;
            let gain = self.gain.max(1.0);
            ((f64::from(self.rules.target) - best) / gain).clamp(1.0, 500.0)
        } else {
            500.0
        };
        let left = to_come.map_or(by_target, |n| f64::from(n).min(by_target));
        // A bag costs nothing when too few rounds are left to make ten of them.
        let price = self.price * (left / 6.0).min(1.0);
        let worth = |side: usize| points[side] as f64 - price * bags[side] as f64;
        let ahead = worth(seat) - worth(other);
        // Near enough to the normal integral, and the same on every machine.
        let x = 0.8 * ahead / (self.spread * left.sqrt());
        0.5 + 0.5 * x / (1.0 + x * x).sqrt()
    }
}

/// Bids and tricks of an outcome as the score wants them, the opener at seat 0.
fn seated(opener: u8, other: u8, tricks: u8) -> ([Bid; 4], [u8; 4]) {
    let bid = |n| Bid::new(n).unwrap_or(Bid::NIL);
    ([bid(opener), bid(other), Bid::NIL, Bid::NIL], [tricks, 13 - tricks, 0, 0])
}

#[cfg(test)]
mod tests;
