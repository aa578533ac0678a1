//! The solver of four hands in two partnerships, by the number of tricks that they take.

use super::super::limit::Limit;
use super::question::BySide;
use super::root::{Asked, Position, Root, Scale, Solver};
use super::table::Table;
use crate::code_path::CodePath;

/// The value of tricks as such.
const TRICKS: [i32; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/// An exact solver of four hands of up to thirteen cards for any value per number of tricks of seats 0 and 2.
///
/// One solver is meant to be kept by one thread: what it has found out about a deal serves every position of it.
pub struct FourSolver(Solver);

impl Default for FourSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl FourSolver {
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

    /// The tricks to come that seats 0 and 2 take, with the one under way. With `breaking`, spades may be led only if they are
    /// broken or nothing else is held; without it, as in bridge, at any time. Nothing if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn tricks(&mut self, position: &Position, breaking: bool, limit: &Limit) -> Option<u8> {
        self.value(position, breaking, &TRICKS, limit).map(|tricks| tricks as u8)
    }

    /// The same after every legal card: fills `out` at the cards of the set that is returned. Nothing, and `out` partly filled,
    /// if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn tricks_of_each(
        &mut self,
        position: &Position,
        breaking: bool,
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        self.value_of_each(position, breaking, &TRICKS, out, limit)
    }

    /// The value of a position to seats 0 and 2, who want it high, if `value[t]` is what `t` tricks to come are worth to them.
    /// Any values will do, but those that never fall are the quickest. Nothing if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn value(
        &mut self,
        position: &Position,
        breaking: bool,
        value: &[i32; 14],
        limit: &Limit,
    ) -> Option<i32> {
        let root = root(position, breaking);
        let value = &value[..=root.rest as usize];
        let levels = levels(value);
        let scale = Scale { levels: &levels, guess: guess(&root, value, &levels) };
        let wish = |_: &mut BySide, _: &mut Table, bar: i32| wish(value, bar);
        let asked = Asked { root: &root, breaking, limit };
        self.0.value(&mut BySide, &asked, scale, wish)
    }

    /// The value after every legal card: fills `out` at the cards of the set that is returned. Nothing, and `out` partly filled,
    /// if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn value_of_each(
        &mut self,
        position: &Position,
        breaking: bool,
        value: &[i32; 14],
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        let root = root(position, breaking);
        let value = &value[..=root.rest as usize];
        let levels = levels(value);
        let scale = Scale { levels: &levels, guess: guess(&root, value, &levels) };
        let wish = |_: &mut BySide, _: &mut Table, bar: i32| wish(value, bar);
        let legal = position.legal(breaking);
        let each = (legal, out);
        let asked = Asked { root: &root, breaking, limit };
        self.0.value_of_each(&mut BySide, &asked, scale, wish, each)?;
        Some(legal)
    }
}

/// The position as the search sees it.
fn root(position: &Position, breaking: bool) -> Root {
    assert_eq!(position.players, 4, "two partnerships are four seats: {position:?}");
    Root::new(position, breaking)
}

/// The different values in order.
fn levels(value: &[i32]) -> Vec<i32> {
    let mut levels = value.to_vec();
    levels.sort_unstable();
    levels.dedup();
    levels
}

/// The numbers of tricks that are worth as much as `bar` or more.
fn wish(value: &[i32], bar: i32) -> u32 {
    (0..).zip(value).fold(0, |wish, (tricks, &value)| wish | u32::from(value >= bar) << tricks)
}

/// Where to begin to ask: the value of a likely number of tricks.
fn guess(root: &Root, value: &[i32], levels: &[i32]) -> Option<usize> {
    levels.binary_search(&value[tricks(root)]).ok()
}

/// A likely number of tricks of seats 0 and 2, off by nine tenths of a trick in the mean.
fn tricks(root: &Root) -> usize {
    // What the highest cards of a suit are worth, in 32nds of a trick as seen by their side; the last is for any spade.
    const SPADES: [i32; 5] = [26, 16, 10, 6, 9];
    const SIDE: [i32; 3] = [21, 11, 5];
    let ours = root.dealt[0] | root.dealt[2];
    let all = root.all();
    let sign = |at: usize| (ours >> at & 1) as i32 * 2 - (all >> at & 1) as i32;
    let mut sum = 16 * root.rest as i32 + 16;
    for (rank, worth) in SIDE.iter().enumerate() {
        sum += worth * (sign(rank) + sign(16 + rank) + sign(32 + rank));
    }
    for (rank, worth) in SPADES[..4].iter().enumerate() {
        sum += worth * sign(48 + rank);
    }
    let spades: [i32; 4] = std::array::from_fn(|seat| (root.dealt[seat] >> 48).count_ones() as i32);
    sum += SPADES[4] * (spades[0] + spades[2] - spades[1] - spades[3]);
    sum += 11 * (spades[0].max(spades[2]) - spades[1].max(spades[3]));
    sum += if root.start.leader & 1 == 0 { 8 } else { -8 };
    (sum / 32).clamp(0, root.rest as i32) as usize
}
