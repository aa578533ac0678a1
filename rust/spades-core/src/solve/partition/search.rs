//! The search of three and four hands.
//!
//! The question asked of a position is always: can the side that says yes force the tricks to come to be shared as it wishes? With
//! the answer come the cards that it rests on: it is the same in every position of the same numbers of cards in which
//! those, counted from the highest of each suit down, are in the same hands (Ginsberg's partition search). So a mark on a card is
//! always one on every higher card of its suit too.
//!
//! What a card rests on is the reason for three rules. A trick that is won by rank marks the card that wins. Of equal cards only the
//! highest is tried, so if some of them are marked and others not, all have to be. And a card that failed without being marked
//! failed for a reason that every unmarked card of its suit in that hand shares: none of those is tried.

use super::super::limit::Meter;
use super::order::{Hint, Moves, Order, beats, tops};
use super::question::{Pull, Question};
use super::quick::{Facts, alone, quick, safe};
use super::stages::Stages;
use super::suits::{CARDS, SPADES, Seats, Suit, Suits, absolute, lane_of, mark, nth, relative};
use super::table::{Answer, HIGHEST_SPADE, NO_LEAD, Owners, Shape, Table};
use crate::code_path::{Knot, Path};

/// Set in an answer that is yes.
pub(super) const YES: u64 = 1 << 63;
/// The answer of a search that was stopped.
pub(super) const STOPPED: u64 = 1 << 62;

/// The numbers from `low` to `high`.
#[inline]
pub(super) fn possible(low: u32, high: u32) -> u32 {
    (2 << high) - (1 << low)
}

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
    /// All cards that were left when the trick began.
    pub all: u64,
    /// The cards on the table.
    pub table: u64,
    /// The lane of the suit led.
    pub lane: u64,
    pub leader: u8,
    /// Tricks left, with this one.
    pub rest: u8,
    /// Whether spades were broken when the trick began.
    pub broken: bool,
    /// The card that wins so far and its seat.
    pub win_at: u8,
    pub win_seat: u8,
    /// The seats that have played.
    played: u8,
    /// Which way the sides pull.
    pub pull: Pull,
}

impl Trick {
    /// The trick that a lead begins.
    #[inline]
    pub fn new(start: &Start, all: u64, at: u32, pull: Pull) -> Self {
        Self {
            all,
            table: 1 << at,
            lane: lane_of(at),
            leader: start.leader as u8,
            rest: start.rest as u8,
            broken: start.broken,
            win_at: at as u8,
            win_seat: start.leader as u8,
            played: 1 << start.leader,
            pull,
        }
    }

    /// Whether a seat has put its card on the table.
    pub fn has_played(&self, seat: usize) -> bool {
        self.played >> seat & 1 == 1
    }

    /// The trick with one more card.
    #[inline]
    pub fn with(&self, seat: usize, at: u32, wins: bool) -> Self {
        let mut next = *self;
        next.table |= 1 << at;
        next.played |= 1 << seat;
        if wins {
            next.win_at = at as u8;
            next.win_seat = seat as u8;
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
    fn new(side: usize, hand: u64, all: u64) -> Self {
        Self { good: if side == 0 { YES } else { 0 }, hand, all, marks: 0, skip: 0 }
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
pub(super) struct Search<'a, P, Q> {
    pub path: P,
    pub question: &'a mut Q,
    /// The tables of this deal.
    pub suits: &'a Suits,
    pub table: &'a mut Table,
    pub meter: Meter<'a>,
    /// Whether spades must be broken before they are led.
    pub breaking: bool,
    pub hands: [u64; 4],
    /// The last good lead by tricks left and seat.
    pub killer: [[u8; 4]; 18],
}

struct LeadKnot;

impl<P: Path, Q: Question> Knot<&mut Search<'_, P, Q>, Start, (u64, u32)> for LeadKnot {
    type Answer = u64;

    #[inline(always)]
    fn tie(search: &mut Search<P, Q>, start: Start, wish: (u64, u32)) -> u64 {
        search.lead_knot(start, wish)
    }
}

struct FollowKnot<const COUNT: usize>;

impl<P: Path, Q: Question, const COUNT: usize> Knot<&mut Search<'_, P, Q>, &Trick, u32>
    for FollowKnot<COUNT>
{
    type Answer = u64;

    #[inline(always)]
    fn tie(search: &mut Search<P, Q>, trick: &Trick, wish: u32) -> u64 {
        search.follow_knot::<COUNT>(trick, wish)
    }
}

impl<P: Path, Q: Question> Search<'_, P, Q> {
    /// The last trick.
    fn last(&self, leader: usize, all: u64, wish: u32) -> u64 {
        let mut at = self.hands[leader].trailing_zeros();
        let mut winner = leader;
        for count in 1..Q::SEATS {
            let seat = Q::seat(leader, count);
            let card = self.hands[seat].trailing_zeros();
            if beats(card, at) {
                (at, winner) = (card, seat);
            }
        }
        let same = all & lane_of(at);
        let marks = if same.is_power_of_two() { 0 } else { mark(at) };
        marks | self.over(self.question.after(wish, winner))
    }

    /// Which way the sides pull, for a wish that need not be open.
    pub fn pull(&self, wish: u32, rest: u32) -> Pull {
        let wish = self.question.trim(wish, rest);
        match self.question.settled(wish, rest) {
            Some(_) => Pull::More,
            None => self.question.aim(wish, rest),
        }
    }

    /// The answer when no trick is left.
    fn over(&self, wish: u32) -> u64 {
        if self.question.settled(self.question.trim(wish, 0), 0) == Some(true) { YES } else { 0 }
    }

    /// The answer at the start of a trick.
    #[inline(always)]
    pub fn lead(&mut self, start: Start, all: u64, wish: u32) -> u64 {
        self.path.call::<LeadKnot, _, _, _>(self, start, (all, wish))
    }

    #[inline(always)]
    fn lead_knot(&mut self, mut start: Start, (all, wish): (u64, u32)) -> u64 {
        let Start { leader, rest, .. } = start;
        let wish = self.question.trim(wish, rest);
        match self.question.settled(wish, rest) {
            Some(true) => return YES,
            Some(false) => return 0,
            None => {}
        }
        if self.meter.tick() {
            return STOPPED;
        }
        if rest == 1 {
            return self.last(leader, all, wish);
        }
        let suits: [Suit; 4] = std::array::from_fn(|suit| self.suits.suit(all, suit));
        start.broken |= !self.breaking || all & SPADES == 0;
        let side = self.question.side(leader);
        let flag = [YES, 0];
        let sides = self.question.sides();
        let enough = self.question.enough(wish, rest);
        let sure = self.suits.sure(all);
        let got = sides.map(|seats| sure.of(seats));
        for side in [1 - side, side] {
            if got[side] >= enough[side] {
                return self.suits.sure_marks(all, Seats::Side(sides[side]), enough[side])
                    | flag[side];
            }
        }
        if Q::BY_SEAT
            && let Some(answer) = self.sure_of_seats(all, wish)
        {
            return answer;
        }
        let own = self.hands[leader];
        let shape = Shape::new(&suits, rest, leader, start.broken);
        let owners = Owners::new(&suits);
        let (known, ticket) = self.table.find(self.question, shape, owners, wish);
        let hint = match known {
            Answer::Yes(mask) => return absolute(self.path, mask, all) | YES,
            Answer::No(mask) => return absolute(self.path, mask, all),
            Answer::Open(best, similar) => {
                let killer = u32::from(self.killer[rest as usize][leader]);
                let card = |place| if place == NO_LEAD { 64 } else { nth(self.path, all, place) };
                Hint { best: card(best), similar: card(similar), killer }
            }
        };
        let facts = Facts {
            all,
            suits: &suits,
            leader,
            rest,
            spades: start.broken || own & !SPADES == 0,
            sure,
            tables: self.suits,
        };
        if Q::PARTNERS
            && enough[side] <= rest
            && let Some(marks) = quick(&facts, enough[side])
        {
            return marks | flag[side];
        }
        if Q::BY_SEAT
            && let Some(answer) = self.quick_of_seats(&facts, wish)
        {
            return answer;
        }
        // A wish with gaps or without either end: what is sure in spades may leave nothing open either.
        if let Some(yes) = self.question.left(wish, rest, sure) {
            let marks =
                sides.map(|seats| self.suits.sure_marks(all, Seats::Side(seats), sure.of(seats)));
            return marks[0] | marks[1] | flag[usize::from(!yes)];
        }

        let pull = self.question.aim(wish, rest);
        let may = if start.broken || own & !SPADES == 0 { own } else { own & !SPADES };
        let order = Order {
            hands: &self.hands,
            all,
            suits: &suits,
            leader,
            partners: Q::PARTNERS,
            mates: sides[side],
        };
        let moves = order.leads(may, hint, pull);
        let (answer, best) = self.leads(start, all, &moves, wish, pull);
        if answer & STOPPED != 0 {
            return STOPPED;
        }
        // The table looks for the highest spade first, so its owner always counts.
        let mask = relative(answer & CARDS, all) | HIGHEST_SPADE & relative(SPADES, all);
        let best = if best == 64 {
            NO_LEAD
        } else {
            self.killer[rest as usize][leader] = best as u8;
            let above = all & lane_of(best) & !(!0 << best);
            (best & 0x30) as u8 | above.count_ones() as u8
        };
        self.table.keep::<Q>(ticket, mask, wish, answer & YES != 0, best);
        answer
    }

    /// The answer, if what single seats are sure of in spades gives it.
    #[inline]
    fn sure_of_seats(&self, all: u64, wish: u32) -> Option<u64> {
        let facts = self.question.seats(wish)?;
        let own = self.suits.own(all);
        for seat in 0..Q::SEATS {
            for (enough, flag) in facts.enough[seat].into_iter().zip([YES, 0]) {
                let enough = u32::from(enough);
                if own.seat(seat) >= enough {
                    return Some(self.suits.sure_marks(all, Seats::Own(seat), enough) | flag);
                }
            }
        }
        None
    }

    /// The answer, if the leader's own next tricks give it, or a seat that is sure to take none.
    #[inline]
    fn quick_of_seats(&self, facts: &Facts, wish: u32) -> Option<u64> {
        let known = self.question.seats(wish)?;
        let (leader, rest) = (facts.leader, facts.rest);
        let side = self.question.side(leader);
        let enough = u32::from(known.enough[leader][side]);
        if enough <= rest {
            // Fewer than enough, or the answer would be known by now.
            let sure = self.suits.own(facts.all).seat(leader);
            if let Some(marks) = alone(facts, Q::SEATS, enough - sure) {
                let sure = self.suits.sure_marks(facts.all, Seats::Own(leader), sure);
                return Some(marks | sure | [YES, 0][side]);
            }
        }
        for seat in 0..Q::SEATS {
            let enough = u32::from(known.with_none[seat]);
            if enough > rest {
                continue;
            }
            let mate = seat ^ 2;
            if enough > 0 && (!Q::PARTNERS || facts.sure.seat(mate) < enough) {
                continue;
            }
            if let Some(marks) = safe(facts, self.hands[seat], seat) {
                let marks = marks | self.suits.sure_marks(facts.all, Seats::One(mate), enough);
                return Some(marks | [YES, 0][self.question.side(seat)]);
            }
        }
        None
    }

    /// What a lead comes to: the answer, and the card that settled it, or 64.
    #[inline(always)]
    fn leads(
        &mut self,
        start: Start,
        all: u64,
        moves: &Moves,
        wish: u32,
        pull: Pull,
    ) -> (u64, u32) {
        let seat = start.leader;
        let mut tried = Tried::new(self.question.side(seat), self.hands[seat], all);
        for number in 0..moves.len() {
            let at = moves.get(number);
            if tried.skip >> at & 1 == 1 {
                continue;
            }
            self.hands[seat] = tried.hand ^ 1 << at;
            let answer = self.follow::<1>(&Trick::new(&start, all, at, pull), wish);
            self.hands[seat] = tried.hand;
            if tried.settles(answer, at) {
                return (answer, at);
            }
        }
        (tried.failure(), 64)
    }

    /// The answer when one to three cards are on the table, `COUNT`.
    #[inline(always)]
    pub fn follow<const COUNT: usize>(&mut self, trick: &Trick, wish: u32) -> u64 {
        self.path.call::<FollowKnot<COUNT>, _, _, _>(self, trick, wish)
    }

    #[inline(always)]
    fn follow_knot<const COUNT: usize>(&mut self, trick: &Trick, wish: u32) -> u64 {
        let seat = Q::seat(trick.leader as usize, COUNT);
        let hand = self.hands[seat];
        let follow = hand & trick.lane;
        let may = if follow == 0 { hand } else { follow };
        if may.is_power_of_two() {
            self.hands[seat] = hand ^ may;
            let at = may.trailing_zeros();
            let answer =
                self.play::<COUNT>(trick, seat, at, beats(at, u32::from(trick.win_at)), wish);
            self.hands[seat] = hand;
            return answer;
        }
        // Cards on the table are no longer between others, but for the one that has to be beaten.
        let all = trick.all & !trick.table | 1 << trick.win_at;
        let side = self.question.side(seat);
        let mates = self.question.sides()[side];
        let may = tops(may, all);
        let stages = Stages::new::<Q, COUNT>(&self.hands, self.suits, trick, may, mates);
        let mut tried = Tried::new(side, hand, all);
        for number in 0..stages.len() {
            let (mut cards, from_high, wins) = stages.get(number);
            cards &= !tried.skip;
            while cards != 0 {
                let at = if from_high { cards.trailing_zeros() } else { cards.ilog2() };
                self.hands[seat] = hand ^ 1 << at;
                let answer = self.play::<COUNT>(trick, seat, at, wins, wish);
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
    #[inline(always)]
    fn play<const COUNT: usize>(
        &mut self,
        trick: &Trick,
        seat: usize,
        at: u32,
        wins: bool,
        wish: u32,
    ) -> u64 {
        let next = trick.with(seat, at, wins);
        match COUNT {
            1 => self.follow::<2>(&next, wish),
            2 if Q::SEATS > 3 => self.follow::<3>(&next, wish),
            _ => self.end(&next, wish),
        }
    }

    /// The answer after any card to a trick of `COUNT` cards.
    pub fn after<const COUNT: usize>(
        &mut self,
        trick: &Trick,
        seat: usize,
        at: u32,
        wish: u32,
    ) -> u64 {
        self.play::<COUNT>(trick, seat, at, beats(at, u32::from(trick.win_at)), wish)
    }

    /// The answer after a whole trick.
    #[inline(always)]
    fn end(&mut self, trick: &Trick, wish: u32) -> u64 {
        let start = Start {
            leader: trick.win_seat as usize,
            rest: u32::from(trick.rest) - 1,
            broken: trick.broken || trick.table & SPADES != 0,
        };
        let win_at = u32::from(trick.win_at);
        let wish = self.question.after(wish, trick.win_seat as usize);
        let answer = if start.rest == 0 {
            self.over(wish)
        } else {
            self.lead(start, trick.all & !trick.table, wish)
        };
        let same = trick.table & lane_of(win_at);
        if same.is_power_of_two() { answer } else { answer | mark(win_at) }
    }
}
