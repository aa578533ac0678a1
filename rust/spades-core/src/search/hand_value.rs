//! Tricks that a hand is worth, read off a table: what the other player will think of its hand.

use crate::card::Suit;
use crate::card_set::CardSet;

/// Worth of a card in a hand of thirteen that a draft made, in hundredths of a trick.
const SPADE: [i32; 13] = [46, 48, 50, 52, 55, 58, 61, 64, 68, 75, 82, 90, 98];
const SIDE: [i32; 13] = [4, 4, 5, 6, 7, 9, 11, 14, 18, 25, 40, 62, 85];

/// Expected tricks of a hand, in hundredths.
pub(super) fn tricks(hand: CardSet) -> i32 {
    hand.iter()
        .map(|card| {
            let table = if card.suit() == Suit::Spades { &SPADE } else { &SIDE };
            table[card.rank() as usize]
        })
        .sum()
}

/// The bid that a player with a hand is likely to make, in hundredths.
pub(super) fn likely_bid(hand: CardSet) -> i32 {
    (tricks(hand) - 50).clamp(100, 1300)
}
