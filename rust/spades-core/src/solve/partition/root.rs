//! A question about a position, from the cards to the search and back.

use super::super::legal::legal_cards;
use super::super::limit::{Limit, Meter};
use super::order::beats;
use super::question::{Pull, Question};
use super::search::{STOPPED, Search, Start, Trick, YES};
use super::suits::Suits;
use super::table::Table;
use crate::code_path::{CodePath, Path};

/// Three or four hands in full view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of seats, 3 or 4; a fourth hand that nobody plays is empty.
    pub players: u8,
    /// The cards of each seat, without those on the table.
    pub hands: [u64; 4],
    /// The seat that leads or has led this trick.
    pub leader: u8,
    /// The cards on the table in the order in which they were played, the first by the leader.
    pub table: [Option<u8>; 3],
    /// Whether spades are broken.
    pub broken: bool,
}

impl Position {
    /// The seat to act.
    #[must_use]
    pub fn turn(&self) -> u8 {
        (self.leader + self.count() as u8) % self.players
    }

    /// How many cards are on the table.
    fn count(&self) -> usize {
        self.table.iter().flatten().count()
    }

    /// The cards that the seat to act may play; with `breaking`, spades may be led only if they are
    /// broken or nothing else is held.
    #[must_use]
    pub fn legal(&self, breaking: bool) -> u64 {
        legal_cards(self.hands[self.turn() as usize], self.table[0], self.broken || !breaking)
    }
}

/// The tables that a search fills.
pub(super) struct Solver {
    pub path: CodePath,
    suits: Suits,
    table: Table,
    pub nodes: u64,
    /// The hands of the deal that the table is about.
    deal: [u64; 4],
}

impl Solver {
    /// A table of up to 2 to the power `bits` entries of 40 bytes; at least 6 and at most 24.
    pub fn new(bits: u32) -> Self {
        Self {
            path: CodePath::chosen(),
            suits: Suits::new(),
            table: Table::new(bits.clamp(6, 24)),
            nodes: 0,
            deal: [0; 4],
        }
    }

    /// Forgets what was found out.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The value of a position to the side that says yes, by the levels that it can be, in order, of which `guess` is a good one to
    /// ask about first. `wish` has to be the wish for that level or more.
    pub fn value<Q: Question>(
        &mut self,
        question: &mut Q,
        asked: &Asked,
        scale: Scale,
        wish: impl FnMut(&mut Q, &mut Table, i32) -> u32,
    ) -> Option<i32> {
        match self.path {
            CodePath::Portable(path) => self.value_on(path, question, asked, scale, wish),
            CodePath::Bmi(path) => self.value_on(path, question, asked, scale, wish),
        }
    }

    fn value_on<P: Path, Q: Question>(
        &mut self,
        path: P,
        question: &mut Q,
        asked: &Asked,
        scale: Scale,
        mut wish: impl FnMut(&mut Q, &mut Table, i32) -> u32,
    ) -> Option<i32> {
        let root = asked.root;
        self.solving(path, question, asked, |search| {
            let level = scale.settle(scale.guess, |bar| {
                let wish = wish(search.question, search.table, bar);
                root.answer(search, wish)
            })?;
            Some(scale.levels[level])
        })
    }

    /// The same after every legal card: fills `out` at the cards of the set `legal`.
    pub fn value_of_each<Q: Question>(
        &mut self,
        question: &mut Q,
        asked: &Asked,
        scale: Scale,
        wish: impl FnMut(&mut Q, &mut Table, i32) -> u32,
        each: (u64, &mut [i32; 52]),
    ) -> Option<()> {
        match self.path {
            CodePath::Portable(path) => {
                self.value_of_each_on(path, question, asked, scale, wish, each)
            }
            CodePath::Bmi(path) => self.value_of_each_on(path, question, asked, scale, wish, each),
        }
    }

    fn value_of_each_on<P: Path, Q: Question>(
        &mut self,
        path: P,
        question: &mut Q,
        asked: &Asked,
        scale: Scale,
        mut wish: impl FnMut(&mut Q, &mut Table, i32) -> u32,
        (legal, out): (u64, &mut [i32; 52]),
    ) -> Option<()> {
        let root = asked.root;
        self.solving(path, question, asked, |search| {
            let mut guess = scale.guess;
            let mut above: Option<(usize, u32)> = None;
            let mut left = legal;
            let hand = search.hands[root.turn];
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
                    search.hands[root.turn] = hand ^ 1 << at;
                    let found = scale.settle(guess, |bar| {
                        let wish = wish(search.question, search.table, bar);
                        root.after(search, at, wish)
                    });
                    search.hands[root.turn] = hand;
                    guess = Some(found?);
                    out[card as usize] = scale.levels[found?];
                }
                above = Some((card as usize, at));
            }
            Some(())
        })
    }

    /// Lends the tables to a search.
    fn solving<P: Path, Q: Question, T>(
        &mut self,
        path: P,
        question: &mut Q,
        asked: &Asked,
        solve: impl FnOnce(&mut Search<P, Q>) -> Option<T>,
    ) -> Option<T> {
        let root = asked.root;
        // What is known holds in any deal, but little of it is of use in another, and a short table is a quick one.
        if (0..4).any(|seat| root.whole[seat] & !self.deal[seat] != 0) {
            self.table.clear();
            self.deal = root.whole;
        }
        self.suits.fill(&root.dealt, question.sides(), Q::BY_SEAT);
        let mut search = Search {
            path,
            question,
            suits: &self.suits,
            table: &mut self.table,
            meter: Meter::new(*asked.limit, self.nodes),
            breaking: asked.breaking,
            hands: root.hands,
            killer: [[64; 4]; 18],
        };
        let found = solve(&mut search);
        self.nodes = search.meter.nodes;
        found
    }
}

/// What a solver is asked about.
pub(super) struct Asked<'a> {
    pub root: &'a Root,
    /// Whether spades must be broken before they are led.
    pub breaking: bool,
    pub limit: &'a Limit<'a>,
}

/// The values that a position can have.
#[derive(Clone, Copy)]
pub(super) struct Scale<'a> {
    /// All of them, from the least up.
    pub levels: &'a [i32],
    /// Which of them is likely.
    pub guess: Option<usize>,
}

impl Scale<'_> {
    /// Narrows the value down by asking whether it is as much as a level. Nothing if a search is stopped.
    fn settle(&self, guess: Option<usize>, mut ask: impl FnMut(i32) -> u64) -> Option<usize> {
        // The value is the level `low` at least and `high` at most.
        let (mut low, mut high) = (0, self.levels.len() - 1);
        let mut next = guess;
        let mut step = 1;
        while low < high {
            let bar = next.unwrap_or((low + high).div_ceil(2)).clamp(low + 1, high);
            let answer = ask(self.levels[bar]);
            if answer & STOPPED != 0 {
                return None;
            }
            if answer & YES == 0 {
                high = bar - 1;
                next = next.map(|_| bar.saturating_sub(step));
            } else {
                low = bar;
                next = next.map(|_| bar + step);
            }
            step += usize::from(next != guess && self.levels.len() > 14);
        }
        Some(low)
    }
}

/// A position as the search sees it.
pub(super) struct Root {
    /// The hands as card sets with the cards on the table.
    whole: [u64; 4],
    /// The hands as lanes with the cards on the table, and without them.
    pub dealt: [u64; 4],
    hands: [u64; 4],
    both: u64,
    turn: usize,
    pub start: Start,
    trick: Option<Trick>,
    /// The cards on the table.
    count: usize,
    pub rest: u32,
}

impl Root {
    pub fn new(position: &Position, breaking: bool) -> Self {
        let seats = position.players as usize;
        let leader = position.leader as usize;
        let mut whole = position.hands;
        for (place, &card) in position.table.iter().flatten().enumerate() {
            whole[(leader + place) % seats] |= 1 << card;
        }
        let both = whole[0] | whole[1] | whole[2] | whole[3];
        let rest = whole[0].count_ones();
        assert!(
            whole[..seats].iter().all(|hand| hand.count_ones() == rest)
                && both.count_ones() == position.players as u32 * rest
                && both >> 52 == 0
                && leader < seats
                && position.count() < seats,
            "hands that do not match: {position:?}"
        );
        let mut root = Self {
            whole,
            dealt: [0; 4],
            hands: [0; 4],
            both,
            turn: position.turn() as usize,
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
                None => Trick::new(&root.start, all, at, Pull::More),
                Some(trick) => {
                    trick.with((leader + place) % seats, at, beats(at, u32::from(trick.win_at)))
                }
            });
        }
        root
    }

    /// All cards.
    pub fn all(&self) -> u64 {
        self.dealt[0] | self.dealt[1] | self.dealt[2] | self.dealt[3]
    }

    /// The place of a card.
    fn place(&self, card: u32) -> u32 {
        let suit = card / 13;
        let above = self.both >> (13 * suit) & 0x1fff & !((2 << (card % 13)) - 1);
        16 * suit + above.count_ones()
    }

    /// The answer for the position as it is.
    fn answer<P: Path, Q: Question>(&self, search: &mut Search<P, Q>, wish: u32) -> u64 {
        let Some(mut trick) = self.trick else {
            return search.lead(self.start, self.all(), wish);
        };
        trick.pull = search.pull(wish, self.rest);
        match self.count {
            1 => search.follow::<1>(&trick, wish),
            2 => search.follow::<2>(&trick, wish),
            _ => search.follow::<3>(&trick, wish),
        }
    }

    /// The answer after a card.
    fn after<P: Path, Q: Question>(&self, search: &mut Search<P, Q>, at: u32, wish: u32) -> u64 {
        let turn = self.turn;
        let Some(mut trick) = self.trick else {
            let pull = search.pull(wish, self.rest);
            return search.follow::<1>(&Trick::new(&self.start, self.all(), at, pull), wish);
        };
        trick.pull = search.pull(wish, self.rest);
        match self.count {
            1 => search.after::<1>(&trick, turn, at, wish),
            2 => search.after::<2>(&trick, turn, at, wish),
            _ => search.after::<3>(&trick, turn, at, wish),
        }
    }
}
