//! Who wins a trick.

use crate::card::Card;
use crate::card_set::CardSet;

/// Index of the winning card of a trick, in the order played: the highest spade, else the highest
/// card of the suit led. Spades have the highest ids and a suit's ranks are in id order, so the
/// winner is the highest bit of the spades, or of the suit led.
#[inline]
pub fn winner(cards: &[Card]) -> usize {
    debug_assert!(!cards.is_empty());
    let played: CardSet = cards.iter().copied().collect();
    let trumps = played & CardSet::SPADES;
    let counting = if trumps.is_empty() { played & CardSet::suit(cards[0].suit()) } else { trumps };
    cards.iter().position(|&c| counting.highest() == Some(c)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn win(text: &str) -> usize {
        let cards: Vec<Card> = text.split(' ').map(|c| c.parse().unwrap()).collect();
        winner(&cards)
    }

    #[test]
    fn highest_spade_else_highest_of_the_suit_led() {
        assert_eq!(win("2H AH KH 3H"), 1);
        assert_eq!(win("2H AD AC 3H"), 3);
        assert_eq!(win("AH 2S KH 3S"), 3);
        assert_eq!(win("5S 2S AH KH"), 0);
        assert_eq!(win("2C AD"), 0);
        assert_eq!(win("2C 3C 2S"), 2);
    }
}
