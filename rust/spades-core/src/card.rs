//! Suits, ranks and cards.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// A suit, in the order of the action ids: clubs lowest, spades (trumps) highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, ids 0-12.
    Clubs,
    /// Diamonds, ids 13-25.
    Diamonds,
    /// Hearts, ids 26-38.
    Hearts,
    /// Spades, ids 39-51.
    Spades,
}

impl Suit {
    /// All suits, clubs first.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The suit's letter in card texts.
    pub fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// The plural English name.
    pub fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }

    fn from_char(c: char) -> Option<Self> {
        Some(match c.to_ascii_uppercase() {
            'C' | '♣' | '♧' => Self::Clubs,
            'D' | '♦' | '♢' => Self::Diamonds,
            'H' | '♥' | '♡' => Self::Hearts,
            'S' | '♠' | '♤' => Self::Spades,
            _ => return None,
        })
    }
}

/// Letters of the ranks, two first.
pub(crate) const RANKS: [char; 13] =
    ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

pub(crate) fn rank_from_char(c: char) -> Option<u8> {
    let c = c.to_ascii_uppercase();
    RANKS.iter().position(|&r| r == c).map(|i| i as u8)
}

/// One of the 52 cards, as its id `suit * 13 + rank` (two = 0, ace = 12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Number of cards in the pack.
    pub const COUNT: u8 = 52;

    /// The card with this id, if there is one.
    pub fn new(id: u8) -> Option<Self> {
        (id < Self::COUNT).then_some(Self(id))
    }

    /// The card with an id that is known to be below 52.
    #[inline]
    pub(crate) fn from_id(id: u8) -> Self {
        debug_assert!(id < Self::COUNT);
        Self(id)
    }

    /// Card of a suit and a rank (two = 0, ace = 12).
    pub fn of(suit: Suit, rank: u8) -> Option<Self> {
        (rank < 13).then(|| Self(suit as u8 * 13 + rank))
    }

    /// The id, 0-51.
    #[inline]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The suit.
    #[inline]
    pub fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 13) as usize]
    }

    /// The rank, two = 0 and ace = 12.
    #[inline]
    pub fn rank(self) -> u8 {
        self.0 % 13
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANKS[self.rank() as usize], self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = Error;

    /// Reads `AS`, `sa`, `10h`, `♠A`: both orders, both cases, suit signs.
    fn from_str(text: &str) -> Result<Self, Error> {
        let fail = || Error::parse("card", text, "a rank and a suit, such as AS, 10H or TH");
        let chars: Vec<char> = text.trim().chars().filter(|&c| c != '\u{fe0f}').take(4).collect();
        let (rank, suit) = match *chars.as_slice() {
            [a, b] => match Suit::from_char(b) {
                Some(suit) => (rank_from_char(a), Some(suit)),
                None => (rank_from_char(b), Suit::from_char(a)),
            },
            ['1', '0', s] | [s, '1', '0'] => (rank_from_char('T'), Suit::from_char(s)),
            _ => (None, None),
        };
        match (rank, suit) {
            (Some(rank), Some(suit)) => Self::of(suit, rank).ok_or_else(fail),
            _ => Err(fail()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_in_every_spelling() {
        for id in 0..52 {
            let card = Card::new(id).unwrap();
            let text = card.to_string();
            let swapped: String = text.chars().rev().collect();
            for spelling in [text.clone(), swapped, text.to_lowercase(), text.replace('T', "10")] {
                assert_eq!(spelling.parse::<Card>().unwrap(), card, "{spelling}");
            }
        }
        assert_eq!("♠A".parse::<Card>().unwrap().to_string(), "AS");
        assert_eq!("10♥".parse::<Card>().unwrap().to_string(), "TH");
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "A", "AA", "SS", "1S", "11S", "ASS", "100S", "A S", "é♠", "\0\0"] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
        assert!(Card::new(52).is_none());
    }
}
