//! The solver of four hands in two partnerships.

mod order;
mod quick;
mod search;
mod suits;
mod table;

use super::limit::{Limit, Meter};
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

/// An exact solver of four hands of up to thirteen cards for the number of tricks.
///
/// One solver is meant to be kept by one thread: what it has found out in one deal holds in every other.
pub struct FourSolver {
    suits: Suits,
    table: Table,
    nodes: u64,
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
        Self { suits: Suits::new(), table: Table::new(bits.clamp(6, 24)), nodes: 0 }
    }

    /// Forgets what has been found out so far. There is no need to: it holds for every position.
    pub fn forget(&mut self) {
        self.table.clear();
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
        let root = Root::new(position, breaking);
        if root.rest == 0 {
            return Some(0);
        }
        self.solving(&root, breaking, limit, |search| {
            settle(root.rest, root.guess(), |need| match root.trick {
                Some(trick) => match trick.count {
                    1 => search.follow::<1>(&trick, need),
                    2 => search.follow::<2>(&trick, need),
                    _ => search.follow::<3>(&trick, need),
                },
                None => search.lead(root.start, need),
            })
        })
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
        out: &mut [u8; 52],
        limit: &Limit,
    ) -> Option<u64> {
        let root = Root::new(position, breaking);
        let legal = position.legal(breaking);
        let turn = position.turn() as usize;
        self.solving(&root, breaking, limit, |search| {
            let mut guess = root.guess();
            let mut above: Option<(u32, u32)> = None;
            let mut left = legal;
            let hand = search.hands[turn];
            while left != 0 {
                let card = left.ilog2();
                left ^= 1 << card;
                let at = root.place(card);
                match above {
                    // The equal of the card above it.
                    Some((equal, over)) if over + 1 == at => {
                        out[card as usize] = out[equal as usize];
                    }
                    _ => {
                        search.hands[turn] = hand ^ 1 << at;
                        let tricks =
                            settle(root.rest, guess, |need| root.after(search, turn, at, need));
                        search.hands[turn] = hand;
                        guess = i32::from(tricks?);
                        out[card as usize] = tricks?;
                    }
                }
                above = Some((card, at));
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
    /// The hands as lanes with the cards on the table, and without them.
    dealt: [u64; 4],
    hands: [u64; 4],
    both: u64,
    start: Start,
    trick: Option<Trick>,
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
            dealt: [0; 4],
            hands: [0; 4],
            both,
            start: Start { leader, rest, broken: position.broken || !breaking },
            trick: None,
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
        let all = root.dealt[0] | root.dealt[1] | root.dealt[2] | root.dealt[3];
        for (place, &card) in position.table.iter().flatten().enumerate() {
            let at = root.place(u32::from(card));
            root.trick = Some(match root.trick {
                None => Trick::new(root.start, all, at),
                Some(trick) => trick.with((leader + place) & 3, at),
            });
        }
        root
    }

    /// The place of a card.
    fn place(&self, card: u32) -> u32 {
        let suit = card / 13;
        let above = self.both >> (13 * suit) & 0x1fff & !((2 << (card % 13)) - 1);
        16 * suit + above.count_ones()
    }

    /// The number of tricks to ask about first.
    fn guess(&self) -> i32 {
        (self.rest as i32 + 1) / 2
    }

    /// The answer after a card.
    fn after(&self, search: &mut Search, turn: usize, at: u32, need: i32) -> u64 {
        let Some(trick) = self.trick else {
            let all = self.dealt[0] | self.dealt[1] | self.dealt[2] | self.dealt[3];
            return search.follow::<1>(&Trick::new(self.start, all, at), need);
        };
        match trick.count {
            1 => search.play::<1>(&trick, turn, at, need),
            2 => search.play::<2>(&trick, turn, at, need),
            _ => search.play::<3>(&trick, turn, at, need),
        }
    }
}

/// Narrows the number of tricks down.
fn settle(rest: u32, guess: i32, mut ask: impl FnMut(i32) -> u64) -> Option<u8> {
    let (mut low, mut high) = (0, rest as i32);
    let mut need = guess;
    while low < high {
        need = need.clamp(low + 1, high);
        let answer = ask(need);
        if answer & STOPPED != 0 {
            return None;
        }
        if answer & YES != 0 {
            low = need;
            need += 1;
        } else {
            high = need - 1;
            need -= 1;
        }
    }
    Some(low as u8)
}
