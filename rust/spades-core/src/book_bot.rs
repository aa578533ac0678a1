//! A computer player by the book: it bids and plays as published advice on the game has it.
//!
//! Bidding counts side honours by the chance that their suit goes round, ruffs by short suits,
//! spades by the gaps above them; nil when every suit has low cards enough. In the play it goes
//! through a list of what to do: keep the own nil, cover the partner's, catch an opponent's, take
//! the tricks that are needed as cheaply as possible, get rid of those that are not. It shares no
//! judgement with [`rule_choice`](crate::rule_choice), so that it can be a yardstick for what is
//! built on that.
//!
//! It is deterministic and quick, so that it can also play the rounds of other bots' playouts.

mod attack;
mod bidding;
mod blind;
mod chance;
mod cover;
mod discards;
mod draft;
mod estimate;
mod follow;
mod goal;
mod lead;
mod nil;
mod seen;
mod shed;

use crate::action::Action;
use crate::card::Card;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::round::Round;
use crate::rules::Rules;

pub use estimate::{KINDS as TRICK_KINDS, trick_kinds};
pub use nil::nil_danger;

/// What the player by the book does. The observation is to be that of the seat to act; for another
/// one the action means nothing.
pub fn book_action(obs: &Observation) -> Action {
    if obs.phase() == Phase::Blind {
        blind::choose(obs)
    } else {
        book_choice(obs.rules(), obs.view())
    }
}

/// What the player by the book does as the seat to act of a round, the game being level: only then
/// it never bids nil blind, which is all that the score of the game decides.
///
/// It may be given a full round, as in a playout: it reads nothing of it that the seat has not
/// seen, so a player in a playout knows no more than one at the table.
pub fn book_choice(rules: &Rules, round: &Round) -> Action {
    match round.phase() {
        Phase::Play => Action::play(book_card(rules, round)),
        Phase::Bid => bidding::choose(rules, round),
        Phase::Draft => draft::choose(round),
        Phase::Blind | Phase::Over => Action::LOOK,
    }
}

/// The card that the player by the book plays as the seat to act in the play, see [`book_choice`].
pub fn book_card(rules: &Rules, round: &Round) -> Card {
    let legal = round.legal_cards();
    let first = legal.lowest().unwrap_or(Card::from_id(0));
    if legal.len() <= 1 {
        return first;
    }
    let seen = seen::Seen::new(rules, round, legal);
    let plan = goal::Plan::new(&seen);
    let card = if round.trick_len() == 0 {
        lead::lead(&seen, &plan)
    } else {
        follow::follow(&seen, &plan)
    };
    debug_assert!(legal.contains(card), "{card} in {round:?}");
    if legal.contains(card) { card } else { first }
}

#[cfg(test)]
mod tests;
