//! Chances of how the unseen cards lie.

use super::seen::{Seen, higher, seats};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

/// The chance that each of the others who can ruff follows `round` times, one to three, to a suit of
/// which I hold `own` cards: the table of Cohensius et al., *Bidding in Spades* (2020), for aces (1),
/// kings (2) and queens (3), and the same for other numbers of players.
///
/// It is the hypergeometric chance that none of them holds fewer than `round` cards of the suit.
pub(super) fn goes_round(players: usize, partnerships: bool, own: u32, round: usize) -> f64 {
    let table = match (players, partnerships) {
        (2, _) => &ONE,
        (3, _) => &TWO_OF_17,
        (_, true) => &TWO,
        (_, false) => &THREE,
    };
    table[own.min(13) as usize][round - 1]
}

/// By own length, then by round.
type Table = [[f64; 3]; 14];

const ONE: Table = table(1, 13, 39);
const TWO: Table = table(2, 13, 39);
const THREE: Table = table(3, 13, 39);
const TWO_OF_17: Table = table(2, 17, 35);

/// For so many others with hands of one size among the hidden cards.
const fn table(others: u32, size: u32, hidden: u32) -> Table {
    let mut table = [[0.0; 3]; 14];
    let mut own = 0;
    while own < 14 {
        let mut round = 0;
        while round < 3 {
            table[own][round] = ways(others, size, hidden, 13 - own as u32, round as u32 + 1);
            round += 1;
        }
        own += 1;
    }
    table
}

/// The chance that each of so many others holds `least` or more of a suit of which `out` cards are
/// among the hidden ones.
const fn ways(others: u32, size: u32, hidden: u32, out: u32, least: u32) -> f64 {
    if others == 0 {
        return 1.0;
    }
    let mut sum = 0.0;
    let mut held = least;
    while held <= out && held <= size {
        let here = choose(out, held) * choose(hidden - out, size - held) / choose(hidden, size);
        sum += here * ways(others - 1, size, hidden - size, out - held, least);
        held += 1;
    }
    sum
}

const fn choose(n: u32, k: u32) -> f64 {
    if k > n {
        return 0.0;
    }
    let mut ways = 1.0;
    let mut i = 0;
    while i < k && i < n - k {
        ways *= (n - i) as f64 / (i + 1) as f64;
        i += 1;
    }
    ways
}

impl Seen<'_> {
    /// The chance that an unseen card of a suit is held by a seat that may hold it.
    #[inline]
    pub fn share(&self, seat: usize, suit: Suit) -> f64 {
        let held = f64::from(self.held[seat]);
        if self.may(seat, CardSet::suit(suit)).is_empty() {
            0.0
        } else {
            held / f64::from(self.places[suit as usize].max(1))
        }
    }

    /// The chance that a seat holds none of a set of cards of one suit.
    pub fn lacks_all(&self, seat: usize, suit: Suit, cards: CardSet) -> f64 {
        power(1.0 - self.share(seat, suit), self.may(seat, cards & CardSet::suit(suit)).len())
    }

    /// The chance that a seat which plays later cannot beat a card, if the suit led is `led`.
    pub fn cannot_beat(&self, seat: usize, card: Card, led: Suit) -> f64 {
        let suit = card.suit();
        if suit == led {
            let none_higher = self.lacks_all(seat, suit, higher(card));
            if suit == Suit::Spades {
                return none_higher;
            }
            let void = self.lacks_all(seat, suit, CardSet::suit(suit));
            let no_trump = self.lacks_all(seat, Suit::Spades, CardSet::SPADES);
            return none_higher - void * (1.0 - no_trump);
        }
        // A trump on a side suit, or a card that cannot win at all.
        if suit != Suit::Spades {
            return 0.0;
        }
        let void = self.lacks_all(seat, led, CardSet::suit(led));
        1.0 - void * (1.0 - self.lacks_all(seat, suit, higher(card)))
    }

    /// The chance that no opponent who plays later beats a card.
    pub fn holds(&self, card: Card, led: Suit) -> f64 {
        seats(self.behind & self.foes).fold(1.0, |p, seat| p * self.cannot_beat(seat, card, led))
    }

    /// The chance that an opponent who plays later is without a suit and can trump it.
    pub fn ruffed(&self, suit: Suit) -> f64 {
        if suit == Suit::Spades {
            return 0.0;
        }
        1.0 - seats(self.behind & self.foes).fold(1.0, |p, seat| {
            let void = self.lacks_all(seat, suit, CardSet::suit(suit));
            p * (1.0 - void * (1.0 - self.lacks_all(seat, Suit::Spades, CardSet::SPADES)))
        })
    }
}

/// A power by repeated products, the same on every machine.
pub(super) fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}
