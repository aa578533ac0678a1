//! Endings in which each world is solved.

use super::worth::{End, Worth};
use super::{MOST_CANDIDATES, Settings};
use crate::action::Action;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::round::Round;
use crate::solve::{Limit, ManyPosition, ManySolver};

/// Solves worlds for the side of the seat that observes, against all others.
pub(super) struct Endings {
    high: u8,
    /// Tricks won so far, and one more than those to come.
    won: [u8; 4],
    base: usize,
    /// What ends are worth, by the tricks to come of each seat as digits.
    values: Vec<End>,
    /// Indices of them by rising worth.
    order: Vec<usize>,
}

impl Endings {
    /// Nothing while the hands are too large.
    pub fn new(obs: &Observation, worth: &Worth<'_>, settings: &Settings) -> Option<Self> {
        let rest = obs.hand().len();
        if obs.phase() != Phase::Play || rest > settings.exact {
            return None;
        }
        let (rules, view) = (obs.rules(), obs.view());
        let players = rules.players as usize;
        let side = rules.side_of(obs.seat());
        let seats = 0..players;
        let high = seats.filter(|&s| rules.side_of(s) == side).fold(0, |mask, s| mask | 1 << s);
        let base = rest as usize + 1;
        let (won, bids) = (*view.tricks(), view.bids());
        let values = (0..base.pow(players as u32)).map(|index| {
            let mut left = index;
            let mut tricks = won;
            for seat in tricks.iter_mut().take(players) {
                *seat += (left % base) as u8;
                left /= base;
            }
            let sum: u8 = tricks.iter().zip(&won).map(|(t, w)| t - w).sum();
            if sum as usize + 1 == base { worth.value(&bids, &tricks) } else { End::default() }
        });
        let values: Vec<End> = values.collect();
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by_key(|&index| (values[index].worth, index));
        Some(Self { high, won, base, values, order })
    }

    /// A solver for one thread.
    pub fn solver() -> ManySolver {
        ManySolver::with_table(12)
    }

    fn value(&self, tricks: &[u8; 4], players: usize) -> &End {
        let digits = (0..players).rev().map(|seat| (tricks[seat] - self.won[seat]) as usize);
        &self.values[digits.fold(0, |index, digit| index * self.base + digit)]
    }

    /// What each candidate is worth when all see all cards.
    pub fn solve(
        &self,
        solver: &mut ManySolver,
        world: &Round,
        candidates: &[Action],
        ends: &mut [End; MOST_CANDIDATES],
    ) {
        let players = world.players();
        let mut table = [None; 3];
        for (to, (_, card)) in table.iter_mut().zip(world.trick()) {
            *to = Some(card.id());
        }
        let hand = |seat: usize| if seat < players { world.zones[seat].0 } else { 0 };
        let position = ManyPosition {
            players: players as u8,
            hands: std::array::from_fn(hand),
            leader: world.leader,
            table,
            broken: world.broken,
            won: world.tricks,
        };
        let value = |tricks: &[u8; 4]| self.value(tricks, players).worth as i32;
        let mut out = [0; 52];
        let none = Limit::none();
        if solver.value_of_each(&position, self.high, value, &mut out, &none).is_some() {
            for (to, card) in ends.iter_mut().zip(candidates.iter().filter_map(|a| a.card())) {
                let worth = i64::from(out[card.id() as usize]);
                let at = self.order.partition_point(|&index| self.values[index].worth < worth);
                *to = self.values[self.order[at.min(self.order.len() - 1)]];
            }
        }
    }
}
