//! The card to play to a trick.

use super::goal::{Goal, Plan};
use super::seen::Seen;
use super::{attack, cover, shed};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;

/// The card to play to the trick on the table.
pub(super) fn follow(seen: &Seen, plan: &Plan) -> Card {
    if plan.goal == Goal::Nil {
        return shed::follow(seen, true);
    }
    if plan.goal == Goal::Cover
        && let Some(card) = cover::follow(seen)
    {
        return card;
    }
    if plan.prey != 0
        && let Some(card) = attack::follow(seen, plan)
    {
        return card;
    }
    let wanted = match plan.goal {
        Goal::Win => true,
        Goal::Cover => plan.need > 0 && plan.need <= seen.left,
        _ => false,
    };
    let losers = seen.legal - seen.winners();
    if wanted {
        let card = win(seen, plan);
        let lost = plan.prey != 0 && losers.contains(card);
        return if lost { attack::lose(seen).unwrap_or(card) } else { card };
    }
    if plan.goal == Goal::Cover && !losers.is_empty() {
        // High cards are kept to cover with.
        let led = CardSet::suit(seen.led.unwrap_or(Suit::Clubs));
        return (losers & led).lowest().unwrap_or_else(|| cheapest_of(seen, losers));
    }
    shed::follow(seen, false)
}

/// The card of a player who wants the trick for its side.
fn win(seen: &Seen, plan: &Plan) -> Card {
    let (Some((winner, best)), Some(led)) = (seen.best, seen.led) else {
        return seen.legal.lowest().unwrap_or(Card::from_id(0));
    };
    let winners = seen.winners();
    let Some(lowest) = winners.lowest() else { return cheapest(seen) };
    let lane = CardSet::suit(led);
    let friend = Some(winner) == plan.ally;
    if seen.is_last() {
        return if friend { cheapest(seen) } else { lowest };
    }
    let now = if friend { seen.holds(best, led) } else { 0.0 };
    let ally_behind = plan.ally.is_some_and(|ally| seen.behind >> ally & 1 == 1);
    if let Some(top) = (winners & lane).highest() {
        let holds = seen.holds(top, led);
        if friend {
            return if holds > now + 0.3 { seen.cheapest_like(top) } else { cheapest(seen) };
        }
        let enough = if ally_behind {
            0.7
        } else if seen.partner.is_some() {
            0.2
        } else {
            0.5
        };
        if holds > enough {
            return seen.cheapest_like(top);
        }
        return cheapest(seen);
    }
    // A trump.
    let holds = seen.holds(lowest, led);
    if friend {
        return if now < 0.3 && holds > now + 0.3 { lowest } else { cheapest(seen) };
    }
    if ally_behind {
        // The partner may win without a trump.
        let ally = plan.ally.unwrap_or(seen.me);
        if 1.0 - seen.cannot_beat(ally, best, led) > 0.6 {
            return cheapest(seen);
        }
    }
    lowest
}

/// The lowest card of the suit led, else the one whose loss costs least.
fn cheapest(seen: &Seen) -> Card {
    let led = seen.led.unwrap_or(Suit::Clubs);
    if let Some(card) = (seen.legal & CardSet::suit(led)).lowest() {
        return card;
    }
    cheapest_of(seen, seen.legal)
}

/// The card of a set whose loss costs least: a low one that guards nothing, of a short suit.
fn cheapest_of(seen: &Seen, from: CardSet) -> Card {
    let spades = seen.own(Suit::Spades).len();
    let sides = from - CardSet::SPADES;
    let cards = if sides.is_empty() { from } else { sides };
    let mut found: Option<(f64, Card)> = None;
    for card in cards {
        let suit = card.suit();
        let own = seen.own(suit);
        let length = own.len();
        let top = own.highest().map_or(9, |top| seen.above(top));
        let mut price = 0.1 * f64::from(card.rank());
        if seen.above(card) == 0 {
            price += 3.0;
        }
        // A king needs one card beside it, a queen two.
        if (1..=2).contains(&top) && length <= top + 1 {
            price += 1.0;
        }
        if spades > 0 && length <= 2 {
            price -= 0.5 * f64::from(3 - length);
        }
        if found.is_none_or(|(best, _)| price < best) {
            found = Some((price, card));
        }
    }
    found.map_or(Card::from_id(0), |(_, card)| card)
}
