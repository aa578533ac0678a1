//! The solver of two hands.

use super::ending::Endings;
use super::lanes::{Book, place, squeeze};
use super::limit::{Limit, Meter};
use super::search::{Lead, STOPPED, Search, range};
use super::table::Table;

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
        const SPADES: u64 = 0x1fff << 39;
        let hand = self.hands[self.turn as usize & 1];
        if let Some(led) = self.led {
            let follow = hand & 0x1fff << (u32::from(led) / 13 * 13);
            return if follow == 0 { hand } else { follow };
        }
        if self.broken || hand & !SPADES == 0 { hand } else { hand & !SPADES }
    }
}

/// An exact solver of two hands for any value per number of tricks. Seat 0 wants the value high, seat 1 low.
///
/// One solver is meant to be kept by one thread: what it has learnt in one world serves in the next.
pub struct TwoSolver {
    table: Table,
    use_table: bool,
    value: [i32; 18],
    nodes: u64,
    guess: i32,
}

impl Default for TwoSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl TwoSolver {
    /// A solver with a table of the usual size, one that stays in the second-level cache.
    #[must_use]
    pub fn new() -> Self {
        Self::with_table(16)
    }

    /// A solver with a table of 2 to the power `bits` entries of 16 bytes; 0 for no table at all.
    #[must_use]
    pub fn with_table(bits: u32) -> Self {
        Self {
            table: Table::new(bits.min(28)),
            use_table: bits > 0,
            value: [0; 18],
            nodes: 0,
            guess: 0,
        }
    }

    /// Sets what each number of tricks is worth to seat 0 at the end of the round: `value[t]` for `t` tricks.
    pub fn set_values(&mut self, value: &[i32; 18]) {
        self.value = *value;
    }

    /// Tricks that were begun in all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position.
    pub fn value(&mut self, position: &TwoPosition) -> i32 {
        self.try_value(position, &Limit::none()).unwrap_or_default()
    }

    /// The value after every legal card: fills `out` at the cards of the set that is returned.
    pub fn value_of_each(&mut self, position: &TwoPosition, out: &mut [i32; 52]) -> u64 {
        self.try_value_of_each(position, out, &Limit::none()).unwrap_or_default()
    }

    /// The value of a position, or nothing if the limit is met first.
    pub fn try_value(&mut self, position: &TwoPosition, limit: &Limit) -> Option<i32> {
        let mut out = [0; 52];
        let legal = self.try_value_of_each(position, &mut out, limit)?;
        let values = (0..52).filter(|card| legal >> card & 1 == 1).map(|card| out[card]);
        if position.turn == 0 { values.max() } else { values.min() }
    }

    /// The value after every legal card, or nothing if the limit is met first; `out` is then partly filled.
    pub fn try_value_of_each(
        &mut self,
        p: &TwoPosition,
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        let legal = p.legal();
        let led = p.led.map_or(0, |card| 1u64 << card);
        let mut hands = p.hands;
        hands[1 - p.turn as usize] |= led;
        let both = hands[0] | hands[1];
        let (mine, all) = squeeze(hands[0], both);
        let rest = hands[0].count_ones();
        debug_assert_eq!(rest, hands[1].count_ones(), "hands of different sizes");
        let start = Lead { mine, all, broken: p.broken, rest };
        let mut search = Search {
            book: Book::get(),
            endings: Endings::get(),
            table: &mut self.table,
            meter: Meter::new(*limit, self.nodes),
            use_table: self.use_table,
        };
        let worth = &self.value[p.won as usize..=p.won as usize + rest as usize];
        let mut guess = self.guess;
        let mut done = true;
        // From the highest card down, so that a card copies the value of its equal neighbour above.
        let mut left = legal;
        let mut above: Option<(u32, u32)> = None;
        while left != 0 {
            let card = 63 - left.leading_zeros();
            left ^= 1 << card;
            let at = place(card, both);
            if let Some((card_above, at_above)) = above
                && at_above == at + 1
                && at_above & 48 == at & 48
            {
                out[card as usize] = out[card_above as usize];
                above = Some((card, at));
                continue;
            }
            above = Some((card, at));
            let ask = |search: &mut Search, goal: u32| match (p.led, p.turn) {
                (None, 0) => search.answer::<0>(start, at, goal),
                (None, _) => search.answer::<1>(start, at, goal),
                (Some(led), turn) => {
                    let over = if u32::from(led) / 13 == card / 13 {
                        card > u32::from(led)
                    } else {
                        card >= 39
                    };
                    let led = place(u32::from(led), both);
                    if turn == 1 {
                        search.reply::<0>(start, led, at, over, goal)
                    } else {
                        search.reply::<1>(start, led, at, over, goal)
                    }
                }
            };
            let Some(value) = settle(&mut search, worth, guess, ask) else {
                done = false;
                break;
            };
            guess = value;
            out[card as usize] = value;
        }
        self.nodes = search.meter.nodes;
        self.guess = guess;
        done.then_some(legal)
    }
}

/// Narrows a value down by questions of the kind "at least this much?".
fn settle(
    search: &mut Search,
    worth: &[i32],
    guess: i32,
    ask: impl Fn(&mut Search, u32) -> u32,
) -> Option<i32> {
    let set_of = |test: &dyn Fn(i32) -> bool| {
        worth
            .iter()
            .enumerate()
            .fold(0u32, |set, (tricks, &value)| set | u32::from(test(value)) << tricks)
    };
    let mut possible = range(0, worth.len() as u32 - 1);
    let _ = possible;
    let (mut low, mut high) = (*worth.iter().min()?, *worth.iter().max()?);
    let mut guess = guess.clamp(low, high);
    while low < high {
        // Is the value at least `bar`?
        let bar = if guess == low {
            worth.iter().copied().filter(|&value| value > low).min()?
        } else {
            guess
        };
        let goal = set_of(&|value| value >= bar);
        let set = ask(search, goal);
        if set == STOPPED {
            return None;
        }
        possible = set;
        let reached = worth
            .iter()
            .enumerate()
            .filter(|(tricks, _)| possible >> tricks & 1 == 1)
            .map(|(_, &value)| value);
        if set & goal != 0 {
            low = reached.min()?;
            guess = low;
        } else {
            high = reached.max()?;
            guess = high;
        }
    }
    Some(low)
}
