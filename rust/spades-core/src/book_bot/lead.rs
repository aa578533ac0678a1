//! The card to lead.

use super::goal::{Goal, Plan};
use super::seen::{Seen, seats};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

/// The card to lead.
pub(super) fn lead(seen: &Seen, plan: &Plan) -> Card {
    match plan.goal {
        Goal::Nil => {
            best_by(lowest(seen), |card| beaten(seen, card) + 0.4 * super::shed::gain(seen, card))
        }
        Goal::Cover => super::cover::lead(seen),
        _ if plan.prey != 0 => super::attack::lead(seen, plan),
        Goal::Shed => best_by(lowest(seen), |card| beaten(seen, card)),
        Goal::Win => to_win(seen, plan),
    }
}

/// The lowest legal card of each suit.
pub(super) fn lowest(seen: &Seen) -> CardSet {
    let lanes = Suit::ALL.into_iter().map(CardSet::suit);
    lanes.filter_map(|lane| (seen.legal & lane).lowest()).collect()
}

/// The highest legal card of each suit.
pub(super) fn highest(seen: &Seen) -> CardSet {
    let lanes = Suit::ALL.into_iter().map(CardSet::suit);
    lanes.filter_map(|lane| (seen.legal & lane).highest()).collect()
}

/// The chance that some other player has a card to beat a lead, if all that can do.
fn beaten(seen: &Seen, card: Card) -> f64 {
    let holds =
        seats(seen.behind).fold(1.0, |p, seat| p * seen.cannot_beat(seat, card, card.suit()));
    // Of equally safe ones the suit with the higher card, which is best led while it is safe.
    1.0 - holds - f64::from(seen.below(card)) * 0.01
}

/// A lead by a player who wants tricks.
pub(super) fn to_win(seen: &Seen, plan: &Plan) -> Card {
    let spades = seen.own(Suit::Spades).len() as i32;
    let out = seen.out(Suit::Spades).len() as i32;
    best_by(lowest(seen) | highest(seen), |card| {
        let suit = card.suit();
        let own = seen.own(suit);
        let (length, above) = (own.len() as i32, seen.above(card));
        if suit == Suit::Spades {
            if above > 0 {
                return -0.3 - 0.05 * f64::from(card.rank());
            }
            // Trumps are drawn by who has more of them, or has side winners to protect.
            let draws = out > 0 && (spades >= 5 || spades * (seen.players as i32 - 1) > out);
            return if draws { 1.4 } else { -0.4 };
        }
        let holds = seen.holds(card, suit);
        if above == 0 {
            // The longer it waits the sooner it is trumped.
            return if holds > 0.2 { 0.3 + holds } else { -0.3 };
        }
        let mut mark = -0.01 * f64::from(card.rank());
        if spades > 0 && length <= 2 {
            mark += 0.2 * f64::from(3 - length);
        }
        if let Some(ally) = plan.ally {
            let void = seen.lacks_all(ally, suit, CardSet::suit(suit));
            let trump = 1.0 - seen.lacks_all(ally, Suit::Spades, CardSet::SPADES);
            mark += 0.6 * void * trump;
        }
        mark - 0.2 * seen.ruffed(suit)
    })
}

/// The card with the best mark; of equals the lowest.
pub(super) fn best_by(cards: CardSet, mark: impl Fn(Card) -> f64) -> Card {
    let mut best = (f64::MIN, cards.lowest().unwrap_or(Card::from_id(0)));
    for card in cards {
        let mark = mark(card);
        if mark > best.0 {
            best = (mark, card);
        }
    }
    best.1
}
