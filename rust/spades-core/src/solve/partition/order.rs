//! Which card to lead first.

use super::question::Pull;
use super::suits::{CARDS, SPADES, Suit, TRUMP, lane_of};

/// Cards in the order in which they are to be tried.
pub(super) struct Moves {
    /// The weight above, the place of the card below; the greatest first.
    list: [i32; 17],
    count: usize,
}

impl Moves {
    #[inline(always)]
    fn push(&mut self, at: u32, weight: i32) {
        let entry = weight << 6 | at as i32;
        let mut place = self.count;
        while place > 0 && self.list[place - 1] < entry {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = entry;
        self.count += 1;
    }

    /// The number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// A card by its place in the order.
    #[inline]
    pub fn get(&self, number: usize) -> u32 {
        self.list[number] as u32 & 63
    }
}

/// The cards of a hand below which the next card left is not its own, from the highest down: of cards that are equal for all that
/// is left, the highest. Cards that are not in `all` do not count.
#[inline]
pub(super) fn tops(hand: u64, all: u64) -> u64 {
    let gone = !all & CARDS;
    let below = hand << 1;
    // A carry runs from below a card of the hand through the cards that are gone to the next card left.
    let next = (gone + (below & gone)) & !gone | below & !gone;
    hand & !next
}

/// The highest card of a hand in a lane, or 64.
#[inline]
pub(super) fn best(hand: u64, lane: u64) -> u32 {
    (hand & lane).trailing_zeros()
}

/// Whether a card beats the one that wins so far.
#[inline]
pub(super) fn beats(at: u32, winning: u32) -> bool {
    if at >> 4 == winning >> 4 { at < winning } else { at >= TRUMP }
}

/// The best that a hand can do to a trick: the place of the card with which it wins it, or 64.
#[inline]
pub(super) fn reach(hand: u64, lane: u64, winning: u32) -> u32 {
    let follow = hand & lane;
    let at = if follow != 0 { follow.trailing_zeros() } else { (hand & SPADES).trailing_zeros() };
    if at < 64 && beats(at, winning) { at } else { 64 }
}

/// Leads that were good elsewhere, or 64.
#[derive(Clone, Copy)]
pub(super) struct Hint {
    /// In this position, with another goal.
    pub best: u32,
    /// In the last position of this shape.
    pub similar: u32,
    /// In the last position of as many cards.
    pub killer: u32,
}

/// A position in which leads are put into an order.
pub(super) struct Order<'a> {
    pub hands: &'a [u64; 4],
    pub all: u64,
    pub suits: &'a [Suit; 4],
    pub leader: usize,
    /// Whether opposite seats are partners.
    pub partners: bool,
    /// The seats on the leader's side.
    pub mates: u8,
}

impl Order<'_> {
    /// The leads out of the cards `may`, the most promising first.
    #[inline(always)]
    pub fn leads(&self, may: u64, hint: Hint, pull: Pull) -> Moves {
        let mut moves = Moves { list: [0; 17], count: 0 };
        let mut rest = tops(may, self.all);
        while rest != 0 {
            let at = rest.trailing_zeros();
            rest &= rest - 1;
            let mut weight = match pull {
                Pull::Fewer => 8 * (at & 15) as i32,
                Pull::Nil(seat) => self.nil(at, seat as usize),
                Pull::More if !self.partners => self.alone(at),
                Pull::More if at >= TRUMP => self.spade(at),
                Pull::More => self.side(at),
            };
            if at == hint.best {
                weight += 10_000;
            }
            if at == hint.similar {
                weight += 4_000;
            } else if at == hint.killer {
                weight += 16;
            }
            moves.push(at, weight);
        }
        moves
    }

    // The numbers below were found by trying changes on random deals and keeping those with fewer positions.

    /// How promising a spade is.
    #[inline(always)]
    fn spade(&self, at: u32) -> i32 {
        let (left, right) = ((self.leader + 1) & 3, (self.leader + 3) & 3);
        let rank = (at & 15) as i32;
        let mate = best(self.hands[self.leader ^ 2], SPADES);
        let (l, r) = (best(self.hands[left], SPADES), best(self.hands[right], SPADES));
        let theirs = l.min(r);
        if theirs == 64 {
            -60
        } else if at < theirs {
            61 + 6 * rank
        } else if mate < theirs {
            12 * rank - 12
        } else {
            rank - if l < r { 17 } else { 25 }
        }
    }

    /// How promising a card of a side suit is.
    #[inline(always)]
    fn side(&self, at: u32) -> i32 {
        let (left, partner, right) =
            ((self.leader + 1) & 3, self.leader ^ 2, (self.leader + 3) & 3);
        let (suit, spades) = (self.suits[(at >> 4) as usize], self.suits[3]);
        let lane = lane_of(at);
        let rank = (at & 15) as i32;
        let length = |seat: usize| suit.length(seat);
        let ruffs = |seat: usize| length(seat) == 0 && spades.length(seat) > 0;
        let (left_ruffs, mate_ruffs, right_ruffs) = (ruffs(left), ruffs(partner), ruffs(right));
        let drawn = spades.length(left) + spades.length(right) == 0;
        let mate = best(self.hands[partner], lane);
        let (l, r) = (best(self.hands[left], lane), best(self.hands[right], lane));
        let theirs = l.min(r);
        let given = |yes: bool, weight: i32| if yes { weight } else { 0 };
        let weight = if left_ruffs || right_ruffs {
            let behind = given(left_ruffs, if right_ruffs { -33 } else { -2 });
            -45 - 15 * rank + given(mate_ruffs, if left_ruffs { 53 } else { 18 }) + behind
        } else if at < theirs {
            let last = length(left) == 1 || length(right) == 1;
            132 + 63 * rank + given(drawn, -47) + given(last, 19)
        } else if mate < theirs {
            93 + 124 * rank + given(drawn, 32)
        } else if mate_ruffs {
            34 + 4 * rank
        } else {
            // Through a strong hand or up to one, with the partner over the second or not.
            let through = l < r;
            let over = given(mate < l.max(r), if through { 49 } else { 8 });
            let sequence = given(self.hands[self.leader] >> (at + 1) & 1 == 1, 4);
            let short = given(length(partner) == 1 && spades.length(partner) > 0, -21)
                + given(length(self.leader) == 1 && spades.length(self.leader) > 0, 19);
            4 + 4 * rank + given(through, 13) + given(drawn, 16) + over + sequence + short
        };
        weight - length(self.leader) as i32 - length(partner) as i32
    }

    /// How promising a card is when some play alone.
    fn alone(&self, at: u32) -> i32 {
        let lane = lane_of(at);
        let rank = (at & 15) as i32;
        let (mut theirs, mut ours) = (0, 0);
        for seat in (0..4).filter(|&seat| seat != self.leader) {
            *if self.mates >> seat & 1 == 0 { &mut theirs } else { &mut ours } |= self.hands[seat];
        }
        let (theirs, ours) = (best(theirs, lane), best(ours, lane));
        if theirs == 64 {
            -86 - 8 * rank
        } else if at < theirs {
            128 - 7 * rank
        } else if ours < theirs {
            128 - 13 * rank
        } else {
            128 - 17 * rank
        }
    }

    /// How promising a card is when `seat` should take no trick.
    fn nil(&self, at: u32, seat: usize) -> i32 {
        let lane = lane_of(at);
        let rank = (at & 15) as i32;
        let length = |seat: usize| self.suits[(at >> 4) as usize].length(seat) as i32;
        let given = |yes: bool, weight: i32| if yes { weight } else { 0 };
        // Cards of the others above and below this one.
        let others = self.all & !self.hands[self.leader] & lane;
        let over = (others & ((1 << at) - 1)).count_ones() as i32;
        let under = others.count_ones() as i32 - over;
        if seat == self.leader {
            // Away with a card that others can top, from a long suit.
            return given(over > 0, 7) + 8 * over - 7 * under + 5 * length(seat);
        }
        let nil = self.hands[seat] & lane;
        let highest = best(nil, lane);
        if self.mates >> seat & 1 == 1 {
            return given(nil == 0 || at < highest, 60) + 3 * over - given(over == 0, 6);
        }
        if nil == 0 {
            return rank - 25 - given(at >= TRUMP, 13);
        }
        // A card that the nil has to top, one that it may have to, or neither.
        let weight = if at > nil.ilog2() {
            30 + 3 * rank
        } else if at > highest {
            23 + 9 * rank
        } else {
            7 + 10 * rank
        };
        let mate = if self.partners { self.hands[seat ^ 2] & lane } else { lane };
        weight - given(mate == 0, 5) - 4 * length(seat)
    }
}
