//! The solver of three and four hands when it matters which seat takes a trick.

use std::collections::HashMap;

use super::super::limit::Limit;
use super::root::{Asked, Position, Root, Scale, Solver};
use super::table::Table;
use super::wishes::Wishes;
use crate::code_path::CodePath;

/// An exact solver of three and four hands for any value of the tricks per seat. The seats of one side want it high, the others low.
pub struct SeatSolver(Solver);

impl Default for SeatSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl SeatSolver {
    /// A solver with a table of the usual size, up to 40 MiB.
    #[must_use]
    pub fn new() -> Self {
        Self::with_table(20)
    }

    /// A solver with a table of up to 2 to the power `bits` entries of 40 bytes; at least 6 and at most 24. It begins small.
    #[must_use]
    pub fn with_table(bits: u32) -> Self {
        Self(Solver::new(bits))
    }

    /// The same solver with the code of a path.
    #[must_use]
    pub fn on(mut self, path: CodePath) -> Self {
        self.0.path = path;
        self
    }

    /// Tricks that were begun in all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The value after every legal card to the seats of the set `high`, bit by seat, if `value` says what the tricks to come per
    /// seat are worth to them: fills `out` at the cards of the set that is returned. Spades must be broken before they are led.
    /// Nothing, and `out` partly filled, if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn value_of_each(
        &mut self,
        position: &Position,
        high: u8,
        value: &dyn Fn(&[u8; 4]) -> i32,
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        let root = Root::new(position, true);
        let legal = position.legal(true);
        match (position.players, high) {
            (4, 0b0101) => self.ask::<4, true>(&root, high, value, (legal, out), limit)?,
            (4, 0b1010) => {
                // Seats 0 and 2 are the side that says yes.
                let against = |tricks: &[u8; 4]| -value(tricks);
                self.ask::<4, true>(&root, 0b0101, &against, (legal, &mut *out), limit)?;
                for card in (0..52).filter(|card| legal >> card & 1 == 1) {
                    out[card] = -out[card];
                }
            }
            (4, _) => self.ask::<4, false>(&root, high, value, (legal, out), limit)?,
            _ => self.ask::<3, false>(&root, high, value, (legal, out), limit)?,
        }
        Some(legal)
    }

    fn ask<const SEATS: usize, const PARTNERS: bool>(
        &mut self,
        root: &Root,
        high: u8,
        value: &dyn Fn(&[u8; 4]) -> i32,
        each: (u64, &mut [i32; 52]),
        limit: &Limit,
    ) -> Option<()> {
        // The numbers of wishes are new ones.
        self.0.clear();
        let mut wishes = Wishes::<SEATS, PARTNERS>::new(high);
        let levels = Wishes::<SEATS, PARTNERS>::levels(root.rest, value);
        let mut bars = HashMap::new();
        let wish = |wishes: &mut Wishes<SEATS, PARTNERS>, table: &mut Table, bar: i32| {
            if wishes.is_full() {
                // The numbers of wishes are new ones.
                *wishes = Wishes::new(high);
                table.clear();
                bars.clear();
            }
            let good = |tricks: &[u8; 4]| value(tricks) >= bar;
            *bars.entry(bar).or_insert_with(|| wishes.wish(root.rest, &good))
        };
        let scale = Scale { levels: &levels, guess: None };
        let asked = Asked { root, breaking: true, limit };
        self.0.value_of_each(&mut wishes, &asked, scale, wish, each)
    }
}
