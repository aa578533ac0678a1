//! Against an opponent who bid nil.

use super::goal::Plan;
use super::lead::{best_by, lowest, to_win};
use super::seen::{Seen, higher, seats};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

/// A low card of a suit in which the nil bidder may have none lower; a card that wins when the own
/// contract is in need of every trick but one.
pub(super) fn lead(seen: &Seen, plan: &Plan) -> Card {
    let card = best_by(lowest(seen), |card| caught(seen, plan.prey, card));
    if caught(seen, plan.prey, card) > 0.0 && f64::from(plan.need) <= f64::from(seen.left) - 1.0 {
        card
    } else {
        to_win(seen, plan)
    }
}

/// About the chance that a nil bidder has to beat this card with nobody above it.
fn caught(seen: &Seen, prey: u8, card: Card) -> f64 {
    let suit = card.suit();
    let lane = CardSet::suit(suit);
    let over = seen.out(suit) & higher(card);
    let under = seen.out(suit) - over;
    let mut best: f64 = 0.0;
    for seat in seats(prey) {
        if seen.may(seat, lane).is_empty() || over.is_empty() {
            continue;
        }
        let none_below = seen.lacks_all(seat, suit, under);
        let some_above = 1.0 - seen.lacks_all(seat, suit, over);
        best = best.max(none_below * some_above - 0.0 * f64::from(card.rank()));
    }
    best + if suit == Suit::Spades { 0.05 } else { 0.0 }
}

/// The card to play while a nil bidder's trick is still open; `None` when nothing of it is at stake.
pub(super) fn follow(seen: &Seen, plan: &Plan) -> Option<Card> {
    let (winner, best) = seen.best?;
    let led = seen.led?;
    let losers = seen.legal - seen.winners();
    if plan.prey >> winner & 1 == 1 {
        // It wins so far: under it.
        return super::shed::highest_loser(seen, losers);
    }
    let open = seats(plan.prey & seen.behind).any(|seat| {
        let over = seen.may(seat, higher(best) & CardSet::suit(led));
        !over.is_empty()
    });
    if !open || best.suit() != led {
        return None;
    }
    // Still to play, over a card that it may have to beat: stay under it.
    let low =
        f64::from(seen.above(best)) >= 3.0 && f64::from(plan.need) <= f64::from(seen.left) - 2.0;
    if low { (losers & CardSet::suit(led)).highest() } else { None }
}
