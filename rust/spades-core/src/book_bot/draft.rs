//! Which cards to keep in a draft.

use super::chance::goes_round;
use crate::action::Action;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::round::Round;
use crate::rules::Deal;

/// Keep or refuse, up or down: the card shown against the mean of those that may lie below it.
pub(super) fn choose(round: &Round) -> Action {
    let Some(card) = round.shown_card() else { return Action::LOOK };
    let me = round.turn().unwrap_or(0);
    let hand = round.hand(me);
    let unseen = !(hand | super::discards::gone(round, me) | CardSet::of(card));
    let sum: f64 = unseen.iter().map(worth).sum();
    let first = worth(card) * f64::from(unseen.len()) >= sum;
    match (round.format.deal() == Deal::Pick, first) {
        (true, true) => Action::UP,
        (true, false) => Action::DOWN,
        (false, true) => Action::KEEP,
        (false, false) => Action::REFUSE,
    }
}

/// What a card is worth in a hand of two players, in tricks.
fn worth(card: Card) -> f64 {
    let rank = card.rank();
    if card.suit() == Suit::Spades {
        return 0.5 + 0.04 * f64::from(rank);
    }
    // An honour of a suit of three cards; the jack counts a little.
    match rank {
        12 => goes_round(2, false, 3, 1),
        11 => 0.7 * goes_round(2, false, 3, 2),
        10 => 0.6 * goes_round(2, false, 3, 3),
        9 => 0.3,
        _ => 0.01 * f64::from(rank),
    }
}
