//! The solver of four hands in two partnerships.

mod order;
mod quick;
mod search;
mod stages;
mod suits;
mod table;

use super::limit::{Limit, Meter};
use order::beats;
use search::{STOPPED, Search, Start, Trick, YES};
use suits::Suits;
use table::Table;

/// Four hands in full view; seats 0 and 2 play against seats 1 and 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FourPosition {
    /// The cards of each seat, without those on the table.
    pub hands: [u64; 4],
    /// The seat that leads or has led this trick.
    pub leader: u8,
    /// The cards on the table in the order in which they were played, the first by the leader.
    pub table: [Option<u8>; 3],
    /// Whether spades are broken.
    pub broken: bool,
}

impl FourPosition {
    /// The seat to act.
    #[must_use]
    pub fn turn(&self) -> u8 {
        (self.leader + self.count() as u8) & 3
    }

    /// How many cards are on the table.
    fn count(&self) -> usize {
        self.table.iter().flatten().count()
    }

    /// The cards that the seat to act may play; `breaking` as for [`FourSolver::tricks`].
    #[must_use]
    pub fn legal(&self, breaking: bool) -> u64 {
        const SUIT: u64 = 0x1fff;
        let hand = self.hands[self.turn() as usize];
        let wanted = match self.table[0] {
            Some(led) => SUIT << (u32::from(led) / 13 * 13),
            None if self.broken || !breaking => hand,
            None => !(SUIT << 39),
        };
        if hand & wanted == 0 { hand } else { hand & wanted }
    }
}

/// The value of tricks as such.
const TRICKS: [i32; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/// An exact solver of four hands of up to thirteen cards for any value per number of tricks of seats 0 and 2.
///
/// One solver is meant to be kept by one thread: what it has found out about a deal serves every position of it.
pub struct FourSolver {
    suits: Suits,
    table: Table,
    nodes: u64,
    /// The hands of the deal that the table is about.
    deal: [u64; 4],
}

impl Default for FourSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl FourSolver {
    /// A solver with a table of the usual size, up to 10 MiB.
    #[must_use]
    pub fn new() -> Self {
        Self::with_table(18)
    }

    /// A solver with a table of up to 2 to the power `bits` entries of 40 bytes; at least 6 and at most 24.
    #[must_use]
    pub fn with_table(bits: u32) -> Self {
        Self { suits: Suits::new(), table: Table::new(bits.clamp(6, 24)), nodes: 0, deal: [0; 4] }
    }

    /// Tricks that were begun in all searches so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The tricks to come that seats 0 and 2 take, with the one under way. With `breaking`, spades may be led only if they are
    /// broken or nothing else is held; without it, as in bridge, at any time. Nothing if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn tricks(&mut self, position: &FourPosition, breaking: bool, limit: &Limit) -> Option<u8> {
        self.value(position, breaking, &TRICKS, limit).map(|tricks| tricks as u8)
    }

    /// The same after every legal card: fills `out` at the cards of the set that is returned. Nothing, and `out` partly filled,
    /// if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn tricks_of_each(
        &mut self,
        position: &FourPosition,
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
        position: &FourPosition,
        breaking: bool,
        value: &[i32; 14],
        limit: &Limit,
    ) -> Option<i32> {
        let root = Root::new(position, breaking);
        let value = &value[..=root.rest as usize];
        if root.rest == 0 {
            return Some(value[0]);
        }
        self.solving(&root, breaking, limit, |search| {
            settle(value, value[root.guess()], |goal| match (&root.trick, root.count) {
                (Some(trick), 1) => search.follow::<1>(trick, goal),
                (Some(trick), 2) => search.follow::<2>(trick, goal),
                (Some(trick), _) => search.follow::<3>(trick, goal),
                _ => search.lead(root.start, root.all(), goal),
            })
        })
    }

    /// The value after every legal card: fills `out` at the cards of the set that is returned. Nothing, and `out` partly filled,
    /// if the limit is met first.
    ///
    /// # Panics
    /// If the hands do not match.
    pub fn value_of_each(
        &mut self,
        position: &FourPosition,
        breaking: bool,
        value: &[i32; 14],
        out: &mut [i32; 52],
        limit: &Limit,
    ) -> Option<u64> {
        let root = Root::new(position, breaking);
        let value = &value[..=root.rest as usize];
        let legal = position.legal(breaking);
        let turn = position.turn() as usize;
        self.solving(&root, breaking, limit, |search| {
            let mut guess = value[root.guess()];
            let mut above: Option<(usize, u32)> = None;
            let mut left = legal;
            let hand = search.hands[turn];
            while left != 0 {
                let card = left.ilog2();
                left ^= 1 << card;
                let at = root.place(card);
                if let Some((equal, over)) = above
                    && over + 1 == at
                {
                    // The equal of the card above it.
                    out[card as usize] = out[equal];
                } else {
                    search.hands[turn] = hand ^ 1 << at;
                    let found = settle(value, guess, |goal| root.after(search, turn, at, goal));
                    search.hands[turn] = hand;
                    guess = found?;
                    out[card as usize] = guess;
                }
                above = Some((card as usize, at));
            }
            Some(legal)
        })
    }

    /// Lends the parts of this solver to a search.
    fn solving<T>(
        &mut self,
        root: &Root,
        breaking: bool,
        limit: &Limit,
        solve: impl FnOnce(&mut Search) -> Option<T>,
    ) -> Option<T> {
        // What is known holds in any deal, but little of it is of use in another, and a short table is a quick one.
        if (0..4).any(|seat| root.whole[seat] & !self.deal[seat] != 0) {
            self.table.clear();
            self.deal = root.whole;
        }
        self.suits.fill(&root.dealt);
        let mut search = Search {
            suits: &self.suits,
            table: &mut self.table,
            meter: Meter::new(*limit, self.nodes),
            breaking,
            hands: root.hands,
            killer: [[64; 4]; 16],
        };
        let found = solve(&mut search);
        self.nodes = search.meter.nodes;
        found
    }
}

/// A position as the search sees it.
struct Root {
    /// The hands as card sets with the cards on the table.
    whole: [u64; 4],
    /// The hands as lanes with the cards on the table, and without them.
    dealt: [u64; 4],
    hands: [u64; 4],
    both: u64,
    start: Start,
    trick: Option<Trick>,
    /// The cards on the table.
    count: usize,
    rest: u32,
}

impl Root {
    fn new(position: &FourPosition, breaking: bool) -> Self {
        let leader = position.leader as usize & 3;
        let mut whole = position.hands;
        for (place, &card) in position.table.iter().flatten().enumerate() {
            whole[(leader + place) & 3] |= 1 << card;
        }
        let both = whole[0] | whole[1] | whole[2] | whole[3];
        let rest = whole[0].count_ones();
        assert!(
            whole.iter().all(|hand| hand.count_ones() == rest)
                && both.count_ones() == 4 * rest
                && both >> 52 == 0
                && position.leader < 4,
            "hands that do not match: {position:?}"
        );
        let mut root = Self {
            whole,
            dealt: [0; 4],
            hands: [0; 4],
            both,
            start: Start { leader, rest, broken: position.broken || !breaking },
            trick: None,
            count: position.count(),
            rest,
        };
        for suit in 0..4 {
            let mut left = both >> (13 * suit) & 0x1fff;
            let mut at = 16 * suit;
            while left != 0 {
                let card = left.ilog2();
                left ^= 1 << card;
                let card = 13 * suit + card;
                for (seat, hand) in whole.iter().enumerate() {
                    root.dealt[seat] |= (hand >> card & 1) << at;
                    root.hands[seat] |= (position.hands[seat] >> card & 1) << at;
                }
                at += 1;
            }
        }
        let all = root.all();
        for (place, &card) in position.table.iter().flatten().enumerate() {
            let at = root.place(u32::from(card));
            root.trick = Some(match root.trick {
                None => Trick::new(&root.start, all, at, false),
                Some(trick) => {
                    trick.with((leader + place) & 3, at, beats(at, u32::from(trick.win_at)))
                }
            });
        }
        root
    }

    /// All cards.
    fn all(&self) -> u64 {
        self.dealt[0] | self.dealt[1] | self.dealt[2] | self.dealt[3]
    }

    /// The place of a card.
    fn place(&self, card: u32) -> u32 {
        let suit = card / 13;
        let above = self.both >> (13 * suit) & 0x1fff & !((2 << (card % 13)) - 1);
        16 * suit + above.count_ones()
    }

    /// The number of tricks to ask about first, off by nine tenths of a trick in the mean.
    fn guess(&self) -> usize {
        // What the highest cards of a suit are worth, in 32nds of a trick as seen by their side; the last is for any spade.
        const SPADES: [i32; 5] = [26, 16, 10, 6, 9];
        const SIDE: [i32; 3] = [21, 11, 5];
        let ours = self.dealt[0] | self.dealt[2];
        let all = self.all();
        let sign = |at: usize| (ours >> at & 1) as i32 * 2 - (all >> at & 1) as i32;
        let mut sum = 16 * self.rest as i32 + 16;
        for (rank, worth) in SIDE.iter().enumerate() {
            sum += worth * (sign(rank) + sign(16 + rank) + sign(32 + rank));
        }
        for (rank, worth) in SPADES[..4].iter().enumerate() {
            sum += worth * sign(48 + rank);
        }
        let spades: [i32; 4] =
            std::array::from_fn(|seat| (self.dealt[seat] >> 48).count_ones() as i32);
        sum += SPADES[4] * (spades[0] + spades[2] - spades[1] - spades[3]);
        sum += 11 * (spades[0].max(spades[2]) - spades[1].max(spades[3]));
        sum += if self.start.leader & 1 == 0 { 8 } else { -8 };
        (sum / 32).clamp(0, self.rest as i32) as usize
    }

    /// The answer after a card.
    fn after(&self, search: &mut Search, turn: usize, at: u32, goal: u32) -> u64 {
        let Some(trick) = self.trick else {
            return search.follow::<1>(&Trick::new(&self.start, self.all(), at, false), goal);
        };
        match self.count {
            1 => search.after::<1>(&trick, turn, at, goal),
            2 => search.after::<2>(&trick, turn, at, goal),
            _ => search.after::<3>(&trick, turn, at, goal),
        }
    }
}

/// Narrows a value down by asking whether seats 0 and 2 can force their tricks to come into a set. `value` has the value of every
/// number of them.
fn settle(value: &[i32], mut guess: i32, mut ask: impl FnMut(u32) -> u64) -> Option<i32> {
    let (mut low, mut high) = (*value.iter().min()?, *value.iter().max()?);
    while low < high {
        // Is it as much as was guessed, or is it more than the least?
        let above = |bar: i32| value.iter().copied().filter(move |&value| value > bar);
        let bar = if guess > low { guess.min(high) } else { above(low).min()? };
        let goal = (0..)
            .zip(value)
            .fold(0, |goal, (tricks, &value)| goal | u32::from(value >= bar) << tricks);
        let answer = ask(goal);
        if answer & STOPPED != 0 {
            return None;
        }
        if answer & YES != 0 {
            low = bar;
            guess = low;
        } else {
            high = value.iter().copied().filter(|&value| value < bar).max()?;
            guess = high;
        }
    }
    Some(low)
}
