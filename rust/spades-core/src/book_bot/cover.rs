//! For a partner who bid nil.

use super::chance::power;
use super::lead::{best_by, highest, lowest};
use super::seen::{Seen, higher, seats};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

/// A card that the partner need not beat.
pub(super) fn lead(seen: &Seen) -> Card {
    let Some(partner) = seen.partner else { return best_by(highest(seen), |_| 0.0) };
    best_by(highest(seen) | lowest(seen), |card| {
        let suit = card.suit();
        let lane = CardSet::suit(suit);
        // Without the suit the partner throws a card that is dangerous elsewhere.
        let void = seen.lacks_all(partner, suit, lane);
        let exposed = 0.7 * forced(seen, partner, card);
        let spade = if suit == Suit::Spades { 0.05 } else { 0.0 };
        0.5 * void - exposed - spade + 0.005 * f64::from(card.rank())
    })
}

/// Takes what the partner would take; `None` when its nil is not at stake in this trick.
pub(super) fn follow(seen: &Seen) -> Option<Card> {
    let partner = seen.partner?;
    let (winner, best) = seen.best?;
    let led = seen.led?;
    let winners = seen.winners();
    if winner == partner {
        if let Some(card) = winners.lowest() {
            return Some(card);
        }
        return None;
    }
    if seen.behind >> partner & 1 == 0 {
        return None;
    }
    // The partner is still to play: is the trick high enough for it?
    let lane = CardSet::suit(led);
    if best.suit() != led || seen.may(partner, lane).is_empty() {
        return None;
    }
    let risk = risk(seen, partner, best);
    let follows = winners & lane;
    if let Some(top) = follows.highest() {
        let card = seen.cheapest_like(top);
        if risk - self::risk(seen, partner, card) > 0.03 {
            return Some(card);
        }
        return None;
    }
    if seen.legal.is_disjoint(lane) && risk > 0.15 {
        return winners.lowest();
    }
    None
}

/// About the chance that the partner has to beat a card of the suit led.
fn risk(seen: &Seen, partner: usize, card: Card) -> f64 {
    let suit = card.suit();
    let over = seen.out(suit) & higher(card);
    let under = seen.out(suit) - over;
    let above = 1.0 - seen.lacks_all(partner, suit, over);
    above * seen.lacks_all(partner, suit, under)
}

/// About the chance that the partner has to win over a lead: its lowest card of the suit is above the
/// lead, and the opponents can stay under it.
fn forced(seen: &Seen, partner: usize, card: Card) -> f64 {
    let suit = card.suit();
    let out = seen.out(suit);
    let share = seen.share(partner, suit);
    let mut sum = 0.0;
    for lowest in seen.may(partner, out & higher(card)) {
        let under = (out - higher(lowest)).len() - 1;
        let lies = share * power(1.0 - share, under);
        let stay = seats(seen.foes)
            .fold(1.0, |p, foe| p * (1.0 - power(1.0 - seen.share(foe, suit), under)));
        sum += lies * stay;
    }
    sum
}
