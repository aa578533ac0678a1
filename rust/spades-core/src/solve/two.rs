//! The solver of two hands.

use super::ending::Endings;
use super::lanes::{Book, place, same_lane, squeeze};
use super::legal::legal_cards;
use super::limit::{Limit, Meter};
use super::search::{Aim, Lead, STOPPED, Search};
use super::table::Table;
use crate::code_path::{CodePath, Path};

/// Two hands in full view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoPosition {
    /// The cards of both seats, without the one on the table.
    pub hands: [u64; 2],
    /// The seat to act.
    pub turn: u8,
    /// The card that the other seat has led, if a trick has begun.
    pub led: Option<u8>,
    /// Whether spades are broken.
    pub broken: bool,
    /// Tricks that seat 0 has taken so far.
    pub won: u8,
}

impl TwoPosition {
    /// The cards that the seat to act may play.
    #[must_use]
    pub fn legal(&self) -> u64 {
        legal_cards(self.hands[self.turn as usize & 1], self.led, self.broken)
    }
}

/// An exact solver of two hands for any value per number of tricks. Seat 0 wants the value high, seat 1 low.
///
/// One solver is meant to be kept by one thread: what it has found out in one world, with whatever values, holds in every other.
pub struct TwoSolver {
    path: CodePath,
    table: Table,
    use_table: bool,
    value: [i32; 18],
    nodes: u64,
    /// The last value found, the first to be asked about next time.
    guess: i32,
}

impl Default for TwoSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl TwoSolver {
    /// A solver with a table of the usual size, 1 MiB, which stays in the second-level cache.
    #[must_use]
    pub fn new() -> Self {
        Self::with_table(16)
    }

    /// A solver with a table of 2 to the power `bits` entries of 16 bytes, at least 10 and at most 28; 0 for no table at all.
    #[must_use]
    pub fn with_table(bits: u32) -> Self {
        Self {
            path: CodePath::chosen(),
            table: Table::new(bits.min(28)),
            use_table: bits > 0,
            value: [0; 18],
            nodes: 0,
            guess: 0,
        }
    }

    /// The same solver with the code of a path.
    #[must_use]
    pub fn on(self, path: CodePath) -> Self {
        Self { path, ..self }
    }

    /// Sets what each number of tricks is worth to seat 0 at the end of the round: `value[t]` for `t` tricks. Any table will do,
    /// and changing it costs nothing: the transposition table does not depend on it.
    pub fn set_values(&mut self, value: &[i32; 18]) {
        self.value = *value;
    }

    /// Tricks that were begun in all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position.
    ///
    /// # Panics
    /// If the hands do not match, or more than 17 tricks would be won.
    pub fn value(&mut self, position: &TwoPosition) -> i32 {
        self.try_value(position, &Limit::none()).unwrap_or_default()
    }

    /// The value after every legal card: fills `out` at the cards of the set that is returned.
    ///
    /// # Panics
    /// If the hands do not match, or more than 17 tricks would be won.
    pub fn value_of_each(&mut self, position: &TwoPosition, out: &mut [i32; 52]) -> u64 {
        self.try_value_of_each(position, out, &Limit::none()).unwrap_or_default()
    }

    /// The value of a position, or nothing if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match, or more than 17 tricks would be won.
    pub fn try_value(&mut self, position: &TwoPosition, limit: &Limit) -> Option<i32> {
        match self.path {
            CodePath::Portable(path) => self.value_on(path, position, limit),
            CodePath::Bmi(path) => self.value_on(path, position, limit),
        }
    }

    fn value_on<P: Path>(&mut self, path: P, position: &TwoPosition, limit: &Limit) -> Option<i32> {
        if position.led.is_none() && position.hands[0] != 0 {
            let root = Root::new(position);
            return self.solving(path, &root, limit, |search, value, guess| {
                settle(value, guess, |goal| match root.turn {
                    0 => search.lead::<0>(root.start, goal),
                    _ => search.lead::<1>(root.start, goal),
                })
            });
        }
        let mut out = [0; 52];
        let legal = self.value_of_each_on(path, position, &mut out, limit)?;
        let values = (0..52).filter(|card| legal >> card & 1 == 1).map(|card| out[card]);
        let best = if position.turn == 0 { values.max() } else { values.min() };
        // Nobody has a card: the round is over.
        best.or(Some(self.value[position.won as usize]))
    }

    /// The value after every legal card, or nothing, and `out` partly filled, if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match, or more than 17 tricks would be won.
    pub fn try_value_of_each(
        &mut self,
        position: &TwoPosition,
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        match self.path {
            CodePath::Portable(path) => self.value_of_each_on(path, position, out, limit),
            CodePath::Bmi(path) => self.value_of_each_on(path, position, out, limit),
        }
    }

    fn value_of_each_on<P: Path>(
        &mut self,
        path: P,
        position: &TwoPosition,
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        let legal = position.legal();
        let root = Root::new(position);
        self.solving(path, &root, limit, |search, value, mut guess| {
            let mut above: Option<(u32, u32)> = None;
            let mut left = legal;
            while left != 0 {
                let card = left.ilog2();
                left ^= 1 << card;
                let at = place(card, root.both);
                match above {
                    // The equal of the card above it in this world.
                    Some((equal, over)) if over == at + 1 && same_lane(over, at) => {
                        out[card as usize] = out[equal as usize];
                    }
                    _ => {
                        guess = settle(value, guess, |goal| root.after(search, card, at, goal))?;
                        out[card as usize] = guess;
                    }
                }
                above = Some((card, at));
            }
            Some(guess)
        })?;
        Some(legal)
    }

    /// Lends the parts of this solver to a search; the value that it ends with is the next guess.
    fn solving<P: Path>(
        &mut self,
        path: P,
        root: &Root,
        limit: &Limit,
        solve: impl FnOnce(&mut Search<P>, &[i32], i32) -> Option<i32>,
    ) -> Option<i32> {
        let mut search = Search {
            path,
            book: Book::get(),
            endings: Endings::get(),
            table: &mut self.table,
            meter: Meter::new(*limit, self.nodes),
            use_table: self.use_table,
        };
        let value = &self.value[root.won..=root.won + root.start.rest as usize];
        let found = solve(&mut search, value, self.guess);
        self.nodes = search.meter.nodes;
        self.guess = found.unwrap_or(self.guess);
        found
    }
}

/// A position as the search sees it, the card on the table still in the hand that it came from.
struct Root {
    start: Lead,
    both: u64,
    turn: u8,
    led: Option<u32>,
    won: usize,
}

impl Root {
    fn new(position: &TwoPosition) -> Self {
        let turn = position.turn & 1;
        let led = position.led.map(u32::from);
        let mut hands = position.hands;
        hands[1 - turn as usize] |= led.map_or(0, |card| 1 << card);
        let both = hands[0] | hands[1];
        let rest = hands[0].count_ones();
        assert_eq!(
            (rest, hands[0] & hands[1]),
            (hands[1].count_ones(), 0),
            "hands that do not match: {position:?}"
        );
        let (mine, all) = squeeze(hands[0], both);
        let start = Lead { mine, all, broken: position.broken, rest };
        Self { start, both, turn, led, won: position.won as usize }
    }

    /// The answer of the search after a card, which is at the place `at`.
    fn after<P: Path>(&self, search: &mut Search<P>, card: u32, at: u32, goal: u32) -> u32 {
        let Some(led) = self.led else {
            let aim = Aim::of(goal, 0, self.start.rest);
            return match self.turn {
                0 => search.answer::<0>(&self.start, at, goal, aim),
                _ => search.answer::<1>(&self.start, at, goal, aim),
            };
        };
        let wins = if led / 13 == card / 13 { card > led } else { card >= 39 };
        let led = place(led, self.both);
        match self.turn {
            0 => search.reply::<1>(&self.start, led, at, wins, goal),
            _ => search.reply::<0>(&self.start, led, at, wins, goal),
        }
    }
}

/// Narrows a value down by asking whether seat 0 can force the tricks to come into a set. `value` has the value of every number
/// of them. The answers are sets that one seat can force, so each may say more than what was asked.
fn settle(value: &[i32], guess: i32, mut ask: impl FnMut(u32) -> u32) -> Option<i32> {
    let (mut low, mut high) = (*value.iter().min()?, *value.iter().max()?);
    let mut guess = guess.clamp(low, high);
    while low < high {
        // Is it more than the least, or is it as much as was guessed?
        let bar =
            if guess > low { guess } else { *value.iter().filter(|&&value| value > low).min()? };
        let goal = (0..)
            .zip(value)
            .fold(0, |goal, (tricks, &value)| goal | u32::from(value >= bar) << tricks);
        let set = ask(goal);
        if set == STOPPED {
            return None;
        }
        let ends =
            (0..).zip(value).filter(|(tricks, _)| set >> tricks & 1 == 1).map(|(_, &value)| value);
        if set & goal != 0 {
            low = ends.min()?;
            guess = low;
        } else {
            high = ends.max()?;
            guess = high;
        }
    }
    Some(low)
}
