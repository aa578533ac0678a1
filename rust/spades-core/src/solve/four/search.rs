//! The search of four hands.
//!
//! The question asked of a position is always: do seats 0 and 2 take at least `need` of the tricks to come? With the answer come
//! the cards that it rests on: it is the same in every position of the same numbers of cards in which those, counted from the
//! highest of each suit down, are in the same hands (Ginsberg's partition search).

use super::super::limit::Meter;
use super::order::{self, Moves, Stages, beats, leads, tops};
use super::quick::{Facts, quick};
use super::suits::{CARDS, LANE, SPADES, Suit, Suits, TRUMP, lane_of, mark};
use super::table::{Answer, NO_LEAD, Owners, Shape, Table};

/// Set in an answer that is yes.
pub(super) const YES: u64 = 1 << 63;
/// The answer of a search that was stopped.
pub(super) const STOPPED: u64 = 1 << 62;

/// The start of a trick.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub leader: usize,
    pub rest: u32,
    pub broken: bool,
}

/// A trick under way.
#[derive(Clone, Copy)]
pub(super) struct Trick {
    pub start: Start,
    /// All cards that were left when the trick began.
    pub all: u64,
    /// The cards on the table.
    pub table: u64,
    pub count: usize,
    /// The lane of the suit led.
    pub lane: u64,
    /// The card that wins so far and its seat.
    pub win_at: u32,
    pub win_seat: usize,
}

impl Trick {
    /// The trick that a lead begins.
    pub fn new(start: Start, all: u64, at: u32) -> Self {
        Self {
            start,
            all,
            table: 1 << at,
            count: 1,
            lane: lane_of(at),
            win_at: at,
            win_seat: start.leader,
        }
    }

    /// The trick with one more card.
    #[inline]
    pub fn with(&self, seat: usize, at: u32) -> Self {
        let mut next = *self;
        next.table |= 1 << at;
        next.count += 1;
        if beats(at, self.win_at) {
            next.win_at = at;
            next.win_seat = seat;
        }
        next
    }
}

/// The cards of a hand that are equal to `at`, which is the highest of them; those of `all` count.
#[inline]
fn equals(hand: u64, all: u64, at: u32) -> u64 {
    let lane = lane_of(at) & !mark(at);
    let others = all & !hand & lane;
    let end = if others == 0 { lane } else { (others & others.wrapping_neg()).wrapping_sub(1) };
    hand & lane & end
}

/// The cards of a hand that have been tried without success.
struct Tried {
    /// The flag of an answer that settles the matter.
    good: u64,
    hand: u64,
    all: u64,
    marks: u64,
    /// Cards that would fail for the same reason.
    skip: u64,
}

impl Tried {
    #[inline]
    fn new(seat: usize, hand: u64, all: u64) -> Self {
        Self { good: if seat & 1 == 0 { YES } else { 0 }, hand, all, marks: 0, skip: 0 }
    }

    /// Whether the answer after a card is the last word.
    #[inline]
    fn settles(&mut self, answer: u64, at: u32) -> bool {
        if answer & YES == self.good || answer & STOPPED != 0 {
            return true;
        }
        let answer = answer & CARDS;
        self.marks |= answer;
        if answer >> at & 1 == 0 {
            // Nothing of what was found out depends on which of its low cards the hand has played.
            self.skip |= lane_of(at) & !answer;
        } else {
            // The equal cards were not tried, so they must remain equal.
            let equals = equals(self.hand, self.all, at);
            if equals & !answer != 0 {
                self.marks |= mark(equals.ilog2());
            }
        }
        false
    }

    /// The answer when every card has failed.
    #[inline]
    fn failure(&self) -> u64 {
        self.marks | (self.good ^ YES)
    }
}

/// One solve under way.
pub(super) struct Search<'a> {
    pub suits: &'a Suits,
    pub table: &'a mut Table,
    pub meter: Meter<'a>,
    /// Whether spades must be broken before they are led.
    pub breaking: bool,
    pub hands: [u64; 4],
    pub killer: [[u8; 4]; 16],
}

impl Search<'_> {
    /// All cards in the hands.
    #[inline]
    fn all(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    /// The last trick.
    fn last(&self, leader: usize) -> u64 {
        let mut at = self.hands[leader].trailing_zeros();
        let mut winner = leader;
        for seat in 1..4 {
            let seat = (leader + seat) & 3;
            let card = self.hands[seat].trailing_zeros();
            if beats(card, at) {
                (at, winner) = (card, seat);
            }
        }
        let same = self.all() & lane_of(at);
        let marks = if same.is_power_of_two() { 0 } else { mark(at) };
        marks | if winner & 1 == 0 { YES } else { 0 }
    }

    /// The answer at the start of a trick.
    pub fn lead(&mut self, mut start: Start, need: i32) -> u64 {
        let Start { leader, rest, .. } = start;
        if need <= 0 {
            return YES;
        }
        if need > rest as i32 {
            return 0;
        }
        if self.meter.tick() {
            return STOPPED;
        }
        if rest == 1 {
            return self.last(leader);
        }
        let all = self.all();
        let suits: [Suit; 4] = std::array::from_fn(|suit| self.suits.suit(all, suit));
        start.broken |= !self.breaking || all & SPADES == 0;
        let side = leader & 1;
        let flag = [YES, 0];
        // The tricks that the side on lead needs to have its way, and the other side to have its.
        let want = if side == 0 { need as u32 } else { rest + 1 - need as u32 };
        let theirs = rest + 1 - want;
        let sure = self.suits.sure(all);
        if sure.of(1 - side) >= theirs {
            return self.suits.sure_marks(all, 1 - side, theirs) | flag[1 - side];
        }
        let own = self.hands[leader];
        let facts = Facts {
            all,
            suits: &suits,
            leader,
            rest,
            spades: start.broken || own & !SPADES == 0,
            sure: sure.of(side),
        };
        let sure_marks = |tricks| {
            if tricks == 0 { 0 } else { self.suits.sure_marks(all, side, tricks) }
        };
        if let Some(marks) = quick(&facts, want, sure_marks) {
            return marks | flag[side];
        }

        let shape = Shape::new(&suits, rest, leader, start.broken);
        let owners = Owners::new(&suits);
        let (known, ticket) = self.table.find(shape, owners, need as u32);
        let hint = match known {
            Answer::Yes(mask) => return absolute(mask, all) | YES,
            Answer::No(mask) => return absolute(mask, all),
            Answer::Open(best) => best,
        };
        let hint = if hint & 127 == NO_LEAD {
            128 + u32::from(self.killer[rest as usize][leader])
        } else {
            nth(all, hint & 127) + if hint >= 128 { 256 } else { 0 }
        };
        let may = if start.broken || own & !SPADES == 0 { own } else { own & !SPADES };
        let mut moves = Moves::new();
        leads(&self.hands, all, &suits, leader, may, hint, &mut moves);
        let (answer, best) = self.leads(start, all, &moves, need);
        if answer & STOPPED != 0 {
            return STOPPED;
        }
        let mask = relative(answer & CARDS, all);
        let bounds = if answer & YES != 0 { (need as u32, rest) } else { (0, need as u32 - 1) };
        let best = if best == 64 {
            NO_LEAD
        } else {
            self.killer[rest as usize][leader] = best as u8;
            let above = all & lane_of(best) & !(!0 << best);
            (best & 0x30) as u8 | above.count_ones() as u8
        };
        self.table.keep(ticket, mask, bounds, best);
        answer
    }

    /// What a lead comes to: the answer, and the card that settled it, or 64.
    #[inline]
    fn leads(&mut self, start: Start, all: u64, moves: &Moves, need: i32) -> (u64, u32) {
        let seat = start.leader;
        let mut tried = Tried::new(seat, self.hands[seat], all);
        for number in 0..moves.len() {
            let at = moves.get(number);
            if tried.skip >> at & 1 == 1 {
                continue;
            }
            self.hands[seat] = tried.hand ^ 1 << at;
            let answer = self.follow::<1>(&Trick::new(start, all, at), need);
            self.hands[seat] = tried.hand;
            if tried.settles(answer, at) {
                return (answer, at);
            }
        }
        (tried.failure(), 64)
    }

    /// The answer when one to three cards are on the table, `COUNT`.
    pub fn follow<const COUNT: usize>(&mut self, trick: &Trick, need: i32) -> u64 {
        let seat = (trick.start.leader + COUNT) & 3;
        let hand = self.hands[seat];
        let follow = hand & trick.lane;
        let may = if follow == 0 { hand } else { follow };
        if may.is_power_of_two() {
            self.hands[seat] = hand ^ may;
            let answer = self.play::<COUNT>(trick, seat, may.trailing_zeros(), need);
            self.hands[seat] = hand;
            return answer;
        }
        // Cards on the table are no longer between others, but for the one that has to be beaten.
        let all = trick.all & !trick.table | 1 << trick.win_at;
        let mut stages = Stages::new();
        let may = tops(may, all);
        order::follows::<COUNT>(&self.hands, self.suits, trick, may, &mut stages);
        let mut tried = Tried::new(seat, hand, all);
        for number in 0..stages.len() {
            let (mut cards, from_high) = stages.get(number);
            cards &= !tried.skip;
            while cards != 0 {
                let at = if from_high { cards.trailing_zeros() } else { cards.ilog2() };
                self.hands[seat] = hand ^ 1 << at;
                let answer = self.play::<COUNT>(trick, seat, at, need);
                self.hands[seat] = hand;
                if tried.settles(answer, at) {
                    return answer;
                }
                cards &= !(tried.skip | 1 << at);
            }
        }
        tried.failure()
    }

    /// The answer after a card to a trick of `COUNT` cards.
    #[inline]
    pub fn play<const COUNT: usize>(
        &mut self,
        trick: &Trick,
        seat: usize,
        at: u32,
        need: i32,
    ) -> u64 {
        let next = trick.with(seat, at);
        match COUNT {
            1 => self.follow::<2>(&next, need),
            2 => self.follow::<3>(&next, need),
            _ => self.end(&next, need),
        }
    }

    /// The answer after a whole trick.
    fn end(&mut self, trick: &Trick, need: i32) -> u64 {
        let start = Start {
            leader: trick.win_seat,
            rest: trick.start.rest - 1,
            broken: trick.start.broken || trick.table & SPADES != 0,
        };
        let need = need - i32::from(trick.win_seat & 1 == 0);
        let answer =
            if start.rest == 0 { if need <= 0 { YES } else { 0 } } else { self.lead(start, need) };
        let same = trick.table & lane_of(trick.win_at);
        if same.is_power_of_two() { answer } else { answer | mark(trick.win_at) }
    }
}

/// The card at a relative place, or 64.
#[inline]
fn nth(all: u64, place: u8) -> u32 {
    let mut lane = all & LANE << (place & 0x30);
    for _ in 0..place & 15 {
        lane &= lane.wrapping_sub(1);
    }
    lane.trailing_zeros()
}

/// A mask of the highest cards of each suit, counted, from a mask of cards and every higher one.
#[inline]
fn relative(marks: u64, all: u64) -> u64 {
    let set = marks & all;
    let x = set - (set >> 1 & 0x5555_5555_5555_5555);
    let x = (x & 0x3333_3333_3333_3333) + (x >> 2 & 0x3333_3333_3333_3333);
    let x = (x + (x >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = x + (x >> 8);
    let lane = |at: u32| ((1u64 << (x >> at & 31)) - 1) << at;
    lane(0) | lane(16) | lane(32) | lane(TRUMP)
}

/// The opposite of `relative`.
#[inline]
fn absolute(mask: u64, all: u64) -> u64 {
    let mut marks = 0;
    for suit in 0..4 {
        let mut left = mask >> (16 * suit) & LANE;
        let lane = all >> (16 * suit) & LANE;
        let mut rest = lane;
        while left != 0 {
            rest &= rest.wrapping_sub(1);
            left >>= 1;
        }
        let marked = lane ^ rest;
        if marked != 0 {
            marks |= mark(16 * suit + marked.ilog2());
        }
    }
    marks
}
