//! The determinized Monte Carlo search bot.
//!
//! With two players worlds, that is hands of the opponent, are drawn from the posterior that the
//! draft tells; each is solved exactly for every legal action, and the action that is best on the
//! whole is chosen. With three and four players worlds are played out by players who see their own
//! cards alone. A search sees an [`Observation`] and nothing else.

mod bid;
mod blind;
mod draft;
mod hand_value;
mod play;
mod report;
mod tally;
mod utility;
pub(crate) mod workers;
mod worlds;

pub use report::{ActionValue, Limit, Options, Report};

use crate::action::Action;
use crate::belief::Belief;
use crate::card_set::CardSet;
use crate::determinize::{Settings, search_playouts};
use crate::error::Error;
use crate::observation::Observation;
use crate::phase::Phase;

/// Chooses an action for the seat that observes.
///
/// The same observation, options, seed and number of worlds give the same choice for any number of
/// threads. `stop` is asked between worlds and now and then within a long one; when it says yes,
/// what was finished counts, and one world is always finished. With three and four players the
/// options mean what [`Settings`] says of them.
///
/// # Errors
/// When it is not the seat's turn.
pub fn search(
    obs: &Observation,
    options: &Options,
    seed: u64,
    limit: &Limit,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Report, Error> {
    if obs.rules.players > 2 {
        return search_playouts(obs, &Settings::of(options), seed, limit, stop);
    }
    let legal = obs.legal();
    let Some(first) = legal.nth(0) else {
        return Err(nothing_to_choose(obs));
    };
    if legal.len() == 1 {
        return Ok(only(obs, options, first));
    }
    Ok(match obs.phase() {
        Phase::Play => play::choose(obs, options, seed, limit, stop),
        Phase::Bid => bid::choose(obs, options, seed, limit, stop),
        Phase::Draft => draft::choose(obs, options),
        Phase::Blind | Phase::Over => blind::choose(obs, options),
    })
}

/// Why a seat has no action to choose from.
pub(crate) fn nothing_to_choose(obs: &Observation) -> Error {
    let seat = obs.seat();
    Error::Invalid(match obs.turn() {
        Some(turn) => format!("seat {seat} has nothing to choose: it is the turn of {turn}"),
        None => format!("seat {seat} has nothing to choose: the round is over"),
    })
}

/// The report on a choice that needs no search.
fn only(obs: &Observation, options: &Options, action: Action) -> Report {
    let belief = Belief::new(obs, options.memory, options.posterior);
    let value = ActionValue::new(action, 0.0);
    let (exact, held) = (belief.is_known(), belief.held());
    Report { action, values: vec![value], worlds: 0, nodes: 0, exact, held, equals: CardSet::EMPTY }
}

#[cfg(test)]
mod tests;
