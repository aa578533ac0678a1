//! The plain computer player: it counts sure tricks to bid, plays the cheapest winning card while
//! its side needs tricks, ducks when it does not, and looks after a partner who bid nil.
//!
//! It is deterministic and quick, so that it also plays the rounds of other bots' playouts.

mod bidding;
mod draft;
mod fit;
mod follow;
mod lead;
mod strength;
mod table;

use crate::action::Action;
use crate::card::Card;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::round::Round;
use crate::rules::Rules;

pub(crate) use bidding::plain_bid;
use bidding::rule_bid;
pub(crate) use fit::bid_fit;
pub use strength::{RULE_PARTS, rule_parts};
use table::Table;

/// What the plain computer player does. The observation is to be that of the seat to act; for
/// another one the action means nothing.
pub fn rule_action(obs: &Observation) -> Action {
    rule_choice(obs.rules(), obs.view())
}

/// What the plain computer player does as the seat to act of a round.
///
/// It may be given a full round, as in a playout: of the cards it reads only the seat's own hand,
/// those played, in a draw those that the seat saw thrown away, and the card shown in a draft. So a
/// player in a playout knows no more than one at the table.
pub fn rule_choice(rules: &Rules, round: &Round) -> Action {
    match round.phase() {
        Phase::Play => Action::play(rule_card(rules, round)),
        Phase::Bid => rule_bid(rules, round),
        Phase::Draft => draft::choose(round),
        // Nothing is known of the own cards: nil is never bid blind.
        Phase::Blind | Phase::Over => Action::LOOK,
    }
}

/// The card that the plain computer player plays as the seat to act in the play, see
/// [`rule_choice`].
pub fn rule_card(rules: &Rules, round: &Round) -> Card {
    let legal = round.legal_cards();
    let first = legal.lowest().unwrap_or(Card::from_id(0));
    if legal.len() <= 1 {
        return first;
    }
    let table = Table::new(rules, round, legal);
    let card = if round.trick_len() == 0 { table.lead() } else { table.follow() };
    debug_assert!(legal.contains(card), "{card} in {round:?}");
    if legal.contains(card) { card } else { first }
}

#[cfg(test)]
pub(crate) mod tests;
