//! What is asked of a position.

use super::super::search::Aim;
use super::search::possible;
use super::suits::Sure;

/// What the side that says yes wants of the tricks to come, and who that side is.
///
/// A wish is a set of ways in which the tricks to come may be shared, those with which the side is content. It is one small number,
/// so that the table can keep it.
pub(super) trait Question {
    /// The number of seats.
    const SEATS: usize;
    /// Whether opposite seats are partners.
    const PARTNERS: bool;
    /// Whether it matters which seat of a side takes a trick.
    const BY_SEAT: bool;
    /// An entry of the table about which nothing is known to be reached, and the same for what is known to be out of reach.
    const UNKNOWN: (u16, u16);

    /// The seats of the side that says yes, bit by seat, and those of the other.
    fn sides(&self) -> [u8; 2];

    /// 0 for the side that says yes, 1 for the other.
    #[inline]
    fn side(&self, seat: usize) -> usize {
        (self.sides()[1] >> seat & 1) as usize
    }

    /// The seat that plays `count` cards after another, `count` being below the number of seats.
    #[inline]
    fn seat(leader: usize, count: usize) -> usize {
        if Self::SEATS == 4 {
            (leader + count) & 3
        } else {
            let seat = leader + count;
            if seat >= Self::SEATS { seat - Self::SEATS } else { seat }
        }
    }

    /// The wish after a trick.
    fn after(&self, wish: u32, winner: usize) -> u32;

    /// The wish without what cannot be had of so many tricks.
    fn trim(&self, wish: u32, rest: u32) -> u32;

    /// The answer, if the wish is for everything or for nothing.
    fn settled(&self, wish: u32, rest: u32) -> Option<bool>;

    /// The tricks that are enough for each side to have its way, however many more it takes; more than there are if none are.
    fn enough(&self, wish: u32, rest: u32) -> [u32; 2];

    /// Whether whoever is content with `less` is content with `more`, for wishes of the same number of tricks.
    fn implies(&self, less: u32, more: u32) -> bool;

    /// The answer, if the tricks that both sides are sure of in spades leave nothing open.
    fn left(&self, wish: u32, rest: u32, sure: Sure) -> Option<bool>;

    /// Which way both sides pull.
    fn aim(&self, wish: u32, rest: u32) -> Pull;

    /// What there is to know of single seats; none if seats of a side are alike.
    fn seats(&self, wish: u32) -> Option<&SeatFacts>;
}

/// Which way the sides pull, which matters for the order of moves only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pull {
    /// Both want tricks.
    More,
    /// Both want to lose tricks.
    Fewer,
    /// This seat should take none.
    Nil(u8),
}

/// What a wish says about single seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SeatFacts {
    /// The tricks of a seat that are enough for the answer yes, and for no; more than there are if none are.
    pub enough: [[u8; 2]; 4],
    /// If a seat takes none, the tricks of its side that are enough for it to have its way; more than there are if none are.
    pub with_none: [u8; 4],
}

/// The question for a number of tricks of seats 0 and 2, a wish being the set of those.
pub(super) struct BySide;

impl Question for BySide {
    const SEATS: usize = 4;
    const PARTNERS: bool = true;
    const BY_SEAT: bool = false;
    const UNKNOWN: (u16, u16) = (u16::MAX, 0);

    #[inline]
    fn sides(&self) -> [u8; 2] {
        [0b0101, 0b1010]
    }

    #[inline]
    fn trim(&self, wish: u32, rest: u32) -> u32 {
        wish & possible(0, rest)
    }

    #[inline]
    fn after(&self, wish: u32, winner: usize) -> u32 {
        wish >> (1 - (winner & 1))
    }

    #[inline]
    fn settled(&self, wish: u32, rest: u32) -> Option<bool> {
        match wish {
            0 => Some(false),
            all if all == possible(0, rest) => Some(true),
            _ => None,
        }
    }

    #[inline]
    fn enough(&self, wish: u32, rest: u32) -> [u32; 2] {
        [rest + 1 - (wish << (31 - rest)).leading_ones(), rest + 1 - wish.trailing_zeros()]
    }

    #[inline]
    fn implies(&self, less: u32, more: u32) -> bool {
        less & !more == 0
    }

    #[inline]
    fn left(&self, wish: u32, rest: u32, sure: Sure) -> Option<bool> {
        let left = possible(sure.of(0b0101), rest - sure.of(0b1010));
        match wish & left {
            0 => Some(false),
            all if all == left => Some(true),
            _ => None,
        }
    }

    #[inline]
    fn aim(&self, wish: u32, rest: u32) -> Pull {
        match Aim::of(wish, 0, rest) {
            Aim::More => Pull::More,
            Aim::Fewer => Pull::Fewer,
        }
    }

    #[inline]
    fn seats(&self, _wish: u32) -> Option<&SeatFacts> {
        None
    }
}
