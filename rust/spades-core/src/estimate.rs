//! The estimate of a hand's sure tricks that a table shows beside the bids.

use crate::card::Suit;
use crate::card_set::CardSet;

/// The sure tricks of a hand: aces, kings and long spades. Nothing but the hand counts.
///
/// | | tricks |
/// |---|---|
/// | side ace | 1, or 0.5 when its suit is longer than 6 cards |
/// | side king with the ace | 1 up to 4 cards in the suit, 0.5 with 5 or 6 |
/// | side king without the ace | 0.75 with 2 to 4 cards, 0.25 alone or with 5 or 6 |
/// | ace of spades | 1 |
/// | king of spades | 1 with another spade, else 0.5 |
/// | queen of spades | 1 with the ace and king, 0.75 with two other spades, else 0.25 |
/// | every spade beyond three | 1 more |
///
/// So of the first three spades only the ace, king and queen count: three rounds draw the spades of
/// the others, and what is left after that wins. A card made better within its suit never lowers
/// the estimate.
///
/// # Examples
/// ```
/// use spades_core::{CardSet, estimate_tricks};
/// let hand: CardSet = "AK32.A2.K432.Q32".parse().unwrap();
/// assert_eq!(estimate_tricks(hand), 2.0 + 1.0 + 1.0 + 0.75);
/// assert_eq!(estimate_tricks(CardSet::EMPTY), 0.0);
/// ```
pub fn estimate_tricks(hand: CardSet) -> f64 {
    // Quarters, so that the sum is exact.
    let sides = [Suit::Clubs, Suit::Diamonds, Suit::Hearts];
    let quarters: u32 = sides.iter().map(|&suit| side_quarters(hand.ranks(suit))).sum::<u32>()
        + spade_quarters(hand.ranks(Suit::Spades));
    f64::from(quarters) / 4.0
}

const ACE: u16 = 1 << 12;
const KING: u16 = 1 << 11;
const QUEEN: u16 = 1 << 10;

fn side_quarters(ranks: u16) -> u32 {
    let length = ranks.count_ones();
    let ace = ranks & ACE != 0;
    let of_ace = match length {
        _ if !ace => 0,
        0..=6 => 4,
        _ => 2,
    };
    let of_king = match length {
        _ if ranks & KING == 0 => 0,
        0..=4 if ace => 4,
        5..=6 if ace => 2,
        2..=4 => 3,
        1 | 5 | 6 => 1,
        _ => 0,
    };
    of_ace + of_king
}

fn spade_quarters(ranks: u16) -> u32 {
    let length = ranks.count_ones();
    let count = |card: u16, with: u32, quarters: u32, else_quarters: u32| match ranks & card {
        0 => 0,
        _ if length > with => quarters,
        _ => else_quarters,
    };
    let queen = if ranks & (ACE | KING) == ACE | KING { 4 } else { 3 };
    count(ACE, 0, 4, 4)
        + count(KING, 1, 4, 2)
        + count(QUEEN, 2, queen, 1)
        + 4 * length.saturating_sub(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Stream};

    fn of(hand: &str) -> f64 {
        estimate_tricks(hand.parse().unwrap())
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "quarters are exact")]
    fn as_the_table_says() {
        let cases = [
            ("...", 0.0),
            ("AKQJT98765432...", 13.0),
            (".AKQJT98765432..", 0.5),
            ("5432...", 1.0),
            ("K...", 0.5),
            ("K2...", 1.0),
            ("Q2...", 0.25),
            ("Q32...", 0.75),
            ("J5432...", 2.0),
            (".A.K.", 1.25),
            (".AK32.K2.", 2.75),
            (".AK5432.K65432.", 1.75),
            ("QJT98.A2.A2.A2", 0.75 + 2.0 + 3.0),
        ];
        for (hand, tricks) in cases {
            assert_eq!(of(hand), tricks, "{hand}");
        }
    }

    /// A card exchanged for a higher one of its suit never lowers the estimate, for 1 to 17 cards.
    #[test]
    fn monotone_and_within_the_hand() {
        let mut rng = Rng::new(1, Stream::Bot, 0);
        for i in 0..20_000u32 {
            let mut deck = crate::deal::shuffled(u64::from(i));
            rng.shuffle(&mut deck);
            let size = 1 + i as usize % 17;
            let hand: CardSet =
                deck[..size].iter().map(|&id| crate::Card::new(id).unwrap()).collect();
            let tricks = estimate_tricks(hand);
            assert!((0.0..=size as f64).contains(&tricks), "{hand}: {tricks}");
            for card in hand {
                for better in (!hand & CardSet::suit(card.suit())).iter().filter(|b| *b > card) {
                    let mut improved = hand - CardSet::of(card);
                    improved.insert(better);
                    assert!(estimate_tricks(improved) >= tricks, "{hand} with {better} for {card}");
                }
            }
        }
    }
}
