//! What can be said of one suit from the set of its cards that are left.
//!
//! The four hands of a deal are fixed, so what is left of a suit is a set of at most 13 cards, and everything about the suit that
//! a search asks for at every trick is read off a table by that set. A lane of a suit is 16 bits here as well, but with the
//! highest card at bit 0: the mask of the `n` highest cards is then `(1 << n) - 1`, and borrow and carry run from high to low.

use crate::code_path::Path;

/// The 13 bits of the lowest lane that are cards.
pub(super) const LANE: u64 = 0x1fff;
/// The card bits of all lanes.
pub(super) const CARDS: u64 = LANE * 0x0001_0001_0001_0001;
/// The card bits of the spades.
pub(super) const SPADES: u64 = LANE << 48;
/// The first bit of the spades.
pub(super) const TRUMP: u32 = 48;

/// The lane in which a place is.
#[inline]
pub(super) const fn lane_of(at: u32) -> u64 {
    LANE << (at & 0x30)
}

/// A card and every higher one of its suit.
#[inline]
pub(super) const fn mark(at: u32) -> u64 {
    (2u64 << at).wrapping_sub(1) & lane_of(at)
}

/// The owners of the cards of one suit by relative rank, how many each hand has, and who holds the highest ones.
#[derive(Clone, Copy, Default)]
pub(super) struct Suit(u64);

impl Suit {
    /// Bit `n`: whether the card of relative rank `n` is in hand 1 or 3.
    #[inline]
    pub const fn odd(self) -> u64 {
        self.0 & LANE
    }

    /// Bit `n`: whether the card of relative rank `n` is in hand 2 or 3.
    #[inline]
    pub const fn upper(self) -> u64 {
        self.0 >> 16 & LANE
    }

    /// The four numbers of cards, four bits each.
    #[inline]
    pub const fn lengths(self) -> u64 {
        self.0 >> 32 & 0xffff
    }

    /// The number of cards of a hand.
    #[inline]
    pub const fn length(self, seat: usize) -> u32 {
        (self.0 >> (32 + 4 * seat)) as u32 & 15
    }

    /// The number of cards.
    #[inline]
    pub const fn count(self) -> u32 {
        (self.0 >> 48) as u32 & 15
    }

    /// The hand that holds the highest card; 0 if there is none.
    #[inline]
    pub const fn first(self) -> usize {
        (self.0 >> 52) as usize & 3
    }

    /// How many of the highest cards that hand holds without a gap.
    #[inline]
    pub const fn first_run(self) -> u32 {
        (self.0 >> 54) as u32 & 15
    }

    /// The hand that holds the next card after those; 0 if there is none.
    #[inline]
    pub const fn second(self) -> usize {
        (self.0 >> 58) as usize & 3
    }

    /// How many cards from there on that hand holds without a gap.
    #[inline]
    pub const fn second_run(self) -> u32 {
        (self.0 >> 60) as u32
    }

    /// This suit with one more card, below all others.
    const fn with(self, owner: usize) -> Self {
        let at = self.count();
        let planes = (owner as u64 & 1) << at | (owner as u64 >> 1) << (16 + at);
        let mut next = self.0 + planes + (1 << (32 + 4 * owner)) + (1 << 48);
        let (first, second) = (self.first_run(), self.second_run());
        if first == at {
            if at == 0 || self.first() == owner {
                next = next & !(3 << 52) | (owner as u64) << 52;
                next += 1 << 54;
            } else {
                next += (owner as u64) << 58 | 1 << 60;
            }
        } else if first + second == at && self.second() == owner {
            next += 1 << 60;
        }
        Self(next)
    }
}

/// Whose tricks with spades are meant.
#[derive(Clone, Copy)]
pub(super) enum Seats {
    /// Those of its side by the spades of one seat.
    One(usize),
    /// Those of a side, given as a set of seats, by the better seat.
    Side(u8),
    /// Those of one seat itself.
    Own(usize),
}

/// Spades: for each hand, the tricks that its side takes with them whatever is played, and the higher cards of the other side
/// that no card of the hand has met yet; four bits each.
///
/// A spade loses only to a higher spade of the other side in the same trick. Let every spade of the hand, from the highest
/// down, be met by a higher one that has met none so far: those that are left over win.
#[derive(Clone, Copy, Default)]
pub(super) struct Sure(u32);

impl Sure {
    /// Tricks that a side is sure of, given as a set of seats.
    #[inline]
    pub fn of(self, seats: u8) -> u32 {
        let seat = |seat: usize| if seats >> seat & 1 == 1 { self.seat(seat) } else { 0 };
        seat(0).max(seat(1)).max(seat(2)).max(seat(3))
    }

    /// Tricks that the side of a seat is sure of by the spades of that seat alone.
    #[inline]
    pub fn seat(self, seat: usize) -> u32 {
        self.0 >> (4 * seat) & 15
    }

    /// With one more spade, below all others; `against` are the seats that it can beat, a bit in four each.
    fn with(self, owner: usize, against: u32) -> Self {
        let mut next = self.0;
        if next >> (16 + 4 * owner) & 15 > 0 {
            next -= 1 << (16 + 4 * owner);
        } else {
            next += 1 << (4 * owner);
        }
        Self(next + (against << 16))
    }
}

/// An entry for every set of thirteen cards.
struct Sets<T>(Box<[T; 1 << 13]>);

impl<T: Clone + Default> Sets<T> {
    fn new() -> Self {
        let Ok(sets) = vec![T::default(); 1 << 13].try_into() else {
            unreachable!("the length is right")
        };
        Self(sets)
    }
}

/// The tables of one deal.
pub(super) struct Suits {
    each: [Sets<Suit>; 4],
    /// Spades by sides, and each seat against all others.
    sure: Sets<Sure>,
    own: Sets<Sure>,
}

impl Suits {
    pub fn new() -> Self {
        Self { each: std::array::from_fn(|_| Sets::new()), sure: Sets::new(), own: Sets::new() }
    }

    /// Fills the tables for the lanes of four hands, which leave no gap, when the seats of each of two sets are on one side.
    pub fn fill(&mut self, hands: &[u64; 4], sides: [u8; 2], by_seat: bool) {
        let spread =
            |seats: u8| (0..4).fold(0, |to, seat| to | u32::from(seats >> seat & 1) << (4 * seat));
        let all = hands[0] | hands[1] | hands[2] | hands[3];
        for suit in 0..4 {
            let lane = all >> (16 * suit) & LANE;
            let table = &mut self.each[suit].0;
            let mut low = 1;
            // Sets whose lowest card is the one at `low`.
            while low <= lane as usize {
                let bit = (low as u64) << (16 * suit);
                let owner = (0..4).find(|&seat| hands[seat] & bit != 0).unwrap_or(0);
                for set in 0..low {
                    table[low + set] = table[set].with(owner);
                }
                if suit == 3 {
                    let against = spread(sides[usize::from(sides[0] >> owner & 1)]);
                    for set in 0..low {
                        self.sure.0[low + set] = self.sure.0[set].with(owner, against);
                    }
                    if by_seat {
                        let against = 0x1111 & !(1 << (4 * owner));
                        for set in 0..low {
                            self.own.0[low + set] = self.own.0[set].with(owner, against);
                        }
                    }
                }
                low <<= 1;
            }
        }
    }

    /// What there is of a suit in `all`.
    #[inline]
    pub fn suit(&self, all: u64, suit: usize) -> Suit {
        self.each[suit].0[(all >> (16 * suit) & LANE) as usize]
    }

    /// The sure tricks in spades.
    #[inline]
    pub fn sure(&self, all: u64) -> Sure {
        self.sure.0[(all >> TRUMP & LANE) as usize]
    }

    /// The sure tricks in spades of each seat itself.
    #[inline]
    pub fn own(&self, all: u64) -> Sure {
        self.own.0[(all >> TRUMP & LANE) as usize]
    }

    /// The highest spades that suffice for seats to be sure of a number of tricks.
    pub fn sure_marks(&self, all: u64, seats: Seats, tricks: u32) -> u64 {
        if tricks == 0 {
            return 0;
        }
        let sure = |set: u64| match seats {
            Seats::One(seat) => self.sure.0[set as usize].seat(seat),
            Seats::Side(seats) => self.sure.0[set as usize].of(seats),
            Seats::Own(seat) => self.own.0[set as usize].seat(seat),
        };
        let mut set = all >> TRUMP & LANE;
        loop {
            let low = set.checked_ilog2().unwrap_or(0);
            let less = set & !(1 << low);
            if sure(less) < tricks {
                return mark(TRUMP + low);
            }
            set = less;
        }
    }
}

/// The card at a relative place, or 64 if there is none.
#[inline(always)]
pub(super) fn nth<P: Path>(path: P, all: u64, place: u8) -> u32 {
    let lane = all & LANE << (place & 0x30);
    let above = path.lowest((1 << (place & 15)) - 1, lane);
    (lane ^ above).trailing_zeros()
}

/// A mask of the highest cards of each suit, counted, from a mask of cards and every higher one.
#[inline(always)]
pub(super) fn relative(marks: u64, all: u64) -> u64 {
    let set = marks & all;
    let x = set - (set >> 1 & 0x5555_5555_5555_5555);
    let x = (x & 0x3333_3333_3333_3333) + (x >> 2 & 0x3333_3333_3333_3333);
    let x = (x + (x >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = x + (x >> 8);
    let lane = |at: u32| ((1u64 << (x >> at & 31)) - 1) << at;
    lane(0) | lane(16) | lane(32) | lane(TRUMP)
}

/// The opposite of `relative`.
#[inline(always)]
pub(super) fn absolute<P: Path>(path: P, mask: u64, all: u64) -> u64 {
    let lane = |at: u32| {
        let marked = path.lowest(mask >> at & LANE, all >> at & LANE);
        // Down to the lowest of them.
        ((1u64 << (64 - marked.leading_zeros())) - 1) << at
    };
    lane(0) | lane(16) | lane(32) | lane(TRUMP)
}
