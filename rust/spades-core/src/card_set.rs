//! A set of cards in one integer.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};
use std::str::FromStr;

use crate::card::{Card, RANKS, Suit, rank_from_char};
use crate::error::Error;

const LANE: u64 = 0x1FFF;

/// A set of cards: bit = card id, one 13-bit lane a suit, spades on top, so that a set is also the
/// card part of an action mask. Bits 52-55 are kept free for jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(pub u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// The whole pack.
    pub const ALL: Self = Self((1 << 52) - 1);
    /// The trumps.
    pub const SPADES: Self = Self(LANE << 39);

    /// The thirteen cards of a suit.
    #[inline]
    pub const fn suit(suit: Suit) -> Self {
        Self(LANE << (suit as u32 * 13))
    }

    /// The set of one card.
    #[inline]
    pub const fn of(card: Card) -> Self {
        Self(1 << card.id())
    }

    /// Number of cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.id() & 1 == 1
    }

    /// Whether no card is in both.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.id();
    }

    /// Takes a card out.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.id());
    }

    /// The card with the lowest id.
    #[inline]
    pub fn lowest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card::from_id(self.0.trailing_zeros() as u8))
    }

    /// The card with the highest id: the highest spade, if there is one.
    #[inline]
    pub fn highest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card::from_id(63 - self.0.leading_zeros() as u8))
    }

    /// The `n`th card in id order.
    #[inline]
    pub fn nth(self, n: u32) -> Option<Card> {
        (n < self.len()).then(|| Card::from_id(select(self.0, n) as u8))
    }

    /// The ranks held in a suit, bit 0 = two.
    #[inline]
    pub const fn ranks(self, suit: Suit) -> u16 {
        (self.0 >> (suit as u32 * 13) & LANE) as u16
    }

    /// The cards in id order.
    pub fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// Position of the `n`th set bit (`n` below the number of set bits), by halving the word.
#[inline]
pub(crate) fn select(mut bits: u64, mut n: u32) -> u32 {
    let mut at = 0;
    let mut width = 32;
    while width > 0 {
        let low = (bits & ((1 << width) - 1)).count_ones();
        let up = u32::from(n >= low);
        n -= low * up;
        bits >>= width * up;
        at += width * up;
        width /= 2;
    }
    at
}

/// The cards of a [`CardSet`] in id order.
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = CardSet(self.0).lowest()?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set | Self::of(card))
    }
}

impl BitOr for CardSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for CardSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitXor for CardSet {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;
    /// The cards of the first that are not in the second.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for CardSet {
    type Output = Self;
    /// The cards of the pack that are not in the set.
    #[inline]
    fn not(self) -> Self {
        Self::ALL - self
    }
}

impl fmt::Display for CardSet {
    /// `AKQ2.T98.J32.K54`: spades, hearts, diamonds, clubs, high cards first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, suit) in Suit::ALL.into_iter().rev().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            for rank in (0..13).rev().filter(|r| self.ranks(suit) >> r & 1 == 1) {
                write!(f, "{}", RANKS[rank])?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}

impl FromStr for CardSet {
    type Err = Error;

    /// Reads what `Display` writes; `10` and `-` (a void) are read too.
    fn from_str(text: &str) -> Result<Self, Error> {
        let fail = |wanted: &str| Error::parse("hand", text, wanted);
        let lanes: Vec<&str> = text.trim().split('.').take(5).collect();
        if lanes.len() != 4 {
            return Err(fail("four suits with dots between, such as AKQ2.T98.J32.K54"));
        }
        let mut set = Self::EMPTY;
        for (lane, suit) in lanes.into_iter().zip(Suit::ALL.into_iter().rev()) {
            let lane = lane.trim().replace("10", "T");
            if lane == "-" {
                continue;
            }
            for c in lane.chars() {
                let card = rank_from_char(c)
                    .and_then(|rank| Card::of(suit, rank))
                    .ok_or_else(|| fail("ranks A K Q J T 9 8 7 6 5 4 3 2"))?;
                if set.contains(card) {
                    return Err(fail(&format!("each card once ({card} is twice)")));
                }
                set.insert(card);
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_read_back() {
        for text in ["AKQ2.T98.J32.K54", "...", "AKQJT98765432...", "A..2."] {
            assert_eq!(text.parse::<CardSet>().unwrap().to_string(), text);
        }
        let void: CardSet = "AK.10.-.2".parse().unwrap();
        assert_eq!(void.to_string(), "AK.T..2");
        for text in ["", "AK", "AKQ2.T98.J32", "A.A.A.A.A", "AA...", "1...", "é..."] {
            assert!(text.parse::<CardSet>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn nth_follows_iteration_order() {
        let set: CardSet = "AKQ2.T98.J32.K54".parse().unwrap();
        for (i, card) in set.iter().enumerate() {
            assert_eq!(set.nth(i as u32), Some(card));
        }
        assert_eq!(set.nth(13), None);
        assert_eq!(set.iter().len(), 13);
        assert_eq!((!set).len(), 39);
    }
}
