//! Against an opponent who bid nil.

use super::chance::power;
use super::goal::Plan;
use super::lead::{best_by, lowest, to_win};
use super::seen::{Seen, higher, seats};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

/// A low card of the suit in which the nil bidder is most likely to be caught.
pub(super) fn lead(seen: &Seen, plan: &Plan) -> Card {
    let mark = |card| seats(plan.prey).map(|nil| caught(seen, nil, card)).fold(0.0, f64::max);
    let card = best_by(lowest(seen), mark);
    if mark(card) > 0.0 { card } else { to_win(seen, plan) }
}

/// About the chance that a nil bidder who plays later has to win over a card of the suit led.
///
/// It has to when its lowest card of the suit is above this one and above all that its partner
/// has, and the partner cannot trump.
fn caught(seen: &Seen, nil: usize, card: Card) -> f64 {
    let suit = card.suit();
    let out = seen.out(suit);
    let nils = seen.share(nil, suit);
    let guard = (nil + 2) % 4;
    // A partner that has played to the trick already cannot help any more.
    let guards = seen.rules.partnerships && (seen.trick_open() || seen.behind >> guard & 1 == 1);
    let (guard_share, trumps) = if guards {
        let none = seen.lacks_all(guard, Suit::Spades, CardSet::SPADES);
        (seen.share(guard, suit), if suit == Suit::Spades { 0.0 } else { 1.0 - none })
    } else {
        (0.0, 0.0)
    };
    let mut sum = 0.0;
    for lowest in seen.may(nil, out & higher(card)) {
        let under = (seen.out(suit) - higher(lowest)).len() - 1;
        let over = (out & higher(lowest)).len();
        let stuck = nils * power(1.0 - nils, under) * power(1.0 - guard_share, over);
        sum += stuck * (1.0 - trumps * power(1.0 - guard_share, under));
    }
    sum
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
    // Still to play, over a card that it may have to beat: stay under that.
    if best.suit() != led {
        return None;
    }
    let chance =
        seats(plan.prey & seen.behind).map(|nil| caught(seen, nil, best)).fold(0.0, f64::max);
    if chance > 0.1 { (losers & CardSet::suit(led)).highest() } else { None }
}

/// The card to lose with while a nil stands: a high one that is unlikely to win, so that the low ones
/// are there when they are needed to stay under the nil bidder.
pub(super) fn lose(seen: &Seen) -> Option<Card> {
    let led = CardSet::suit(seen.led?);
    let losers = seen.legal - seen.winners() - CardSet::SPADES;
    let weak: CardSet = losers.into_iter().filter(|&card| seen.above(card) >= 1).collect();
    if losers.is_disjoint(led) {
        return super::shed::highest_loser(seen, weak);
    }
    (weak & led).highest()
}
