//! Tricks that are not wanted.

use super::nil::suit_danger;
use super::seen::Seen;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

/// The card to follow with when the trick is not wanted.
pub(super) fn follow(seen: &Seen, nil: bool) -> Card {
    let winners = seen.winners();
    let losers = seen.legal - winners;
    if nil
        && seen.led.is_some_and(|led| losers.is_disjoint(CardSet::suit(led)))
        && !losers.is_empty()
    {
        return relief(seen, losers);
    }
    if let Some(card) = highest_loser(seen, losers) {
        return card;
    }
    let led = seen.led.unwrap_or(Suit::Clubs);
    let lowest = winners.lowest().unwrap_or(Card::from_id(0));
    let highest = winners.highest().unwrap_or(lowest);
    if seen.is_last() {
        return highest;
    }
    // Won in any case: then with the highest.
    if !nil && seen.holds(lowest, led) > 0.85 { highest } else { lowest }
}

/// The highest card that does not win the trick; from another suit the most dangerous.
pub(super) fn highest_loser(seen: &Seen, losers: CardSet) -> Option<Card> {
    let led = seen.led?;
    if let Some(card) = (losers & CardSet::suit(led)).highest() {
        return Some(card);
    }
    let mut found: Option<(f64, Card)> = None;
    for card in losers {
        let mark = danger(seen, card);
        if found.is_none_or(|(best, _)| mark >= best) {
            found = Some((mark, card));
        }
    }
    found.map(|(_, card)| card)
}

/// How likely a card is to win a trick later that is not wanted.
fn danger(seen: &Seen, card: Card) -> f64 {
    let suit = card.suit();
    let (above, below) = (f64::from(seen.above(card)), f64::from(seen.below(card)));
    if suit == Suit::Spades {
        return 2.0 + below - above;
    }
    // Lower cards of the suit are a way out.
    let guards = (seen.own(suit) - super::seen::higher(card)).len() - 1;
    if above + below == 0.0 {
        return 0.0;
    }
    below / (1.0 + above) / (1.0 + f64::from(guards))
}

/// The card whose going makes a nil safest.
fn relief(seen: &Seen, losers: CardSet) -> Card {
    let mut found = (f64::MIN, losers.lowest().unwrap_or(Card::from_id(0)));
    for suit in Suit::ALL {
        let Some(card) = (losers & CardSet::suit(suit)).highest() else { continue };
        let gain = gain(seen, card);
        if gain > found.0 {
            found = (gain, card);
        }
    }
    found.1
}

/// By how much safer a nil is without a card.
pub(super) fn gain(seen: &Seen, card: Card) -> f64 {
    let suit = card.suit();
    let spades = suit == Suit::Spades;
    let (own, out) = (seen.hand.ranks(suit), seen.unseen.ranks(suit));
    let without = own & !(1 << card.rank());
    suit_danger(own, out, spades) - suit_danger(without, out, spades)
}
