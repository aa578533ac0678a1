//! Two hands as relative ranks: four lanes of 16 bits, one per suit, cards that are in neither hand squeezed out.
//!
//! In a lane bit 0 is the lowest card still held by anyone. `all` has the low `n` bits of a lane set when `n` cards of
//! the suit are left, `mine` those of them that seat 0 holds. Two cards of a hand with adjacent bits are equal: no card
//! that is left lies between them.

use std::sync::LazyLock;

/// The bits of the spade lane.
pub(super) const SPADES: u64 = 0xffff << 48;
/// The lowest place of the spade lane.
pub(super) const TRUMP: u32 = 48;
/// The lowest bit of every lane.
pub(super) const ONES: u64 = 0x0001_0001_0001_0001;
/// The bits of one suit in a card set, before shifting.
const SUIT: u64 = 0x1fff;
/// Marked lanes below this number are all there are: a marker above at most 13 cards.
pub(super) const LANES: usize = 1 << 14;

/// The bits of `set` at the places of `mask`, packed to the low end (the instruction `pext`).
#[must_use]
pub(super) fn gather(set: u64, mask: u64) -> u64 {
    let mut rest = mask;
    let mut packed = 0;
    let mut place = 0;
    while rest != 0 {
        let low = rest & rest.wrapping_neg();
        if set & low != 0 {
            packed |= 1 << place;
        }
        place += 1;
        rest ^= low;
    }
    packed
}

/// The lanes `(mine, all)` of seat 0's cards and of every card that counts.
#[must_use]
pub(super) fn squeeze(seat0: u64, both: u64) -> (u64, u64) {
    let (mut mine, mut all) = (0, 0);
    for suit in 0..4 {
        let mask = both >> (13 * suit) & SUIT;
        mine |= gather(seat0 >> (13 * suit) & SUIT, mask) << (16 * suit);
        all |= ((1u64 << mask.count_ones()) - 1) << (16 * suit);
    }
    (mine, all)
}

/// The lane place of a card that is in `both`.
#[must_use]
pub(super) fn place(card: u32, both: u64) -> u32 {
    let suit = card / 13;
    let below = both >> (13 * suit) & SUIT & ((1 << (card % 13)) - 1);
    16 * suit + below.count_ones()
}

/// All bits of the lane in which a place is.
#[inline]
#[must_use]
pub(super) fn lane_of(at: u32) -> u64 {
    0xffff << (at & 0x30)
}

/// Whether two places are in one lane.
#[inline]
#[must_use]
pub(super) fn same_lane(one: u32, other: u32) -> bool {
    one / 16 == other / 16
}

/// Takes the bit at `at` out of its lane; the bits above it move down.
#[inline]
#[must_use]
pub(super) fn take(lanes: u64, at: u32) -> u64 {
    let bit = 1u64 << at;
    let above = lane_of(at) & !(bit | (bit - 1));
    lanes & !(above | bit) | (lanes & above) >> 1
}

/// Marked lanes with the three side suits in a fixed order, which are all alike, and the suit that each of the three lanes was.
#[inline]
#[must_use]
pub(super) fn sorted(marked: u64) -> (u64, [u32; 3]) {
    let lane = |suit: u32| (marked >> (16 * suit) & 0xffff) << 2 | u64::from(suit);
    let (a, b, c) = (lane(0), lane(1), lane(2));
    let (a, b) = (a.min(b), a.max(b));
    let (b, c) = (b.min(c), b.max(c));
    let (a, b) = (a.min(b), a.max(b));
    let key = marked & SPADES | (c >> 2) << 32 | (b >> 2) << 16 | a >> 2;
    (key, [a as u32 & 3, b as u32 & 3, c as u32 & 3])
}

/// Lanes with the three side suits in another order, as `sorted` gave it.
#[inline]
#[must_use]
pub(super) fn reorder(lanes: u64, suits: [u32; 3]) -> u64 {
    let lane = |to: u32| (lanes >> (16 * suits[to as usize]) & 0xffff) << (16 * to);
    lanes & SPADES | lane(0) | lane(1) | lane(2)
}

/// All bits of the lanes in which there is a card.
#[inline]
#[must_use]
pub(super) fn held_lanes(lanes: u64) -> u64 {
    // A lane has 13 bits at most, so adding this carries into its top bit, and no further, unless it is empty.
    ((lanes + 0x7fff * ONES) >> 15 & ONES) * 0xffff
}

/// Counts about both hands, a byte each, so that those of several lanes are summed by one addition.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts(u64);

impl Facts {
    #[inline]
    fn byte(self, field: u32) -> u32 {
        (self.0 >> (8 * field)) as u32 & 0xff
    }
    /// Cards of a seat.
    #[inline]
    pub fn cards(self, seat: usize) -> u32 {
        self.byte(seat as u32)
    }
    /// Side suits: tricks that a seat on lead takes at once while the other still follows suit.
    #[inline]
    pub fn quick(self, seat: usize) -> u32 {
        self.byte(2 + seat as u32)
    }
    /// Side suits: tricks that a seat on lead takes at once when the other has no spade.
    #[inline]
    pub fn free(self, seat: usize) -> u32 {
        self.byte(4 + seat as u32)
    }
    /// Side suits: how many there are in which a seat has a card to lead that the other can neither top with its highest
    /// card nor ruff.
    #[inline]
    pub fn safe(self, seat: usize) -> u32 {
        self.byte(6) >> (4 * seat) & 15
    }
    /// Side suits: how many there are in which a seat has a card and the other none.
    #[inline]
    pub fn alone(self, seat: usize) -> u32 {
        self.byte(7) >> (4 * seat) & 15
    }
    /// Spades: tricks that a seat takes however both play. A spade loses only to a higher spade in the same trick, so all
    /// but a largest matching of its spades below different ones of the other win.
    #[inline]
    pub fn sure(self, seat: usize) -> u32 {
        self.byte(2 + seat as u32)
    }
    /// Spades: cards of a seat above the other's highest.
    #[inline]
    pub fn top(self, seat: usize) -> u32 {
        self.byte(4 + seat as u32)
    }

    /// The sum over several lanes.
    #[inline]
    pub fn plus(self, more: Self) -> Self {
        Self(self.0 + more.0)
    }

    /// The facts of a marked lane, once as a side suit and once as spades.
    fn new(lane: usize) -> (Self, Self) {
        let size = lane.ilog2();
        let (mut cards, mut top, mut sure, mut waiting) = ([0u64; 2], [0; 2], [0; 2], [0u64; 2]);
        // From the highest card down. A card that can be beaten by a waiting one of the other seat uses that one up.
        for bit in (0..size).rev() {
            let seat = usize::from(lane >> bit & 1 == 0);
            cards[seat] += 1;
            top[seat] += u64::from(cards[1 - seat] == 0);
            if waiting[1 - seat] > 0 {
                waiting[1 - seat] -= 1;
            } else {
                sure[seat] += 1;
            }
            waiting[seat] += 1;
        }
        let (mut side, mut spade) = (0, 0);
        for seat in 0..2 {
            let other = 1 - seat;
            let free = if cards[other] <= top[seat] { cards[seat] } else { top[seat] };
            let held = |yes: bool| u64::from(yes && cards[seat] > 0) << (4 * seat);
            side |= cards[seat] << (8 * seat)
                | top[seat].min(cards[other]) << (16 + 8 * seat)
                | free << (32 + 8 * seat)
                | held(top[seat] > 0 && cards[other] > 0) << 48
                | held(cards[other] == 0) << 56;
            spade |= cards[seat] << (8 * seat)
                | sure[seat] << (16 + 8 * seat)
                | top[seat] << (32 + 8 * seat);
        }
        (Self(side), Self(spade))
    }
}

/// The facts of every marked lane, `1 << n | cards of seat 0`.
pub(super) struct Book {
    side: Box<[Facts; LANES]>,
    spade: Box<[Facts; LANES]>,
}

impl Book {
    /// The one book, made when it is first asked for.
    pub fn get() -> &'static Self {
        static BOOK: LazyLock<Book> = LazyLock::new(|| {
            let mut book =
                Book { side: Box::new([Facts(0); LANES]), spade: Box::new([Facts(0); LANES]) };
            for lane in 1..LANES {
                (book.side[lane], book.spade[lane]) = Facts::new(lane);
            }
            book
        });
        &BOOK
    }

    /// The summed facts of the three side suits of marked lanes.
    #[inline]
    pub fn sides(&self, marked: u64) -> Facts {
        let lane = |suit: u32| self.side[(marked >> (16 * suit)) as usize & (LANES - 1)];
        lane(0).plus(lane(1)).plus(lane(2))
    }

    /// The facts of the spades of marked lanes.
    #[inline]
    pub fn spades(&self, marked: u64) -> Facts {
        self.spade[(marked >> 48) as usize & (LANES - 1)]
    }
}
