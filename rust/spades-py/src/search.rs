//! The searching bot and the plain rule bot.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spades_core::search::{Limit, Options, Report};
use spades_core::{Action, CardSet, Observation};

use crate::cards::{self, PyAction};
use crate::observation::PyObservation;
use crate::playouts::MAX_THREADS;
use crate::work::interruptible;
use crate::{convert, errors};

/// What a search found.
#[pyclass(name = "SearchResult", module = "spades", frozen)]
pub struct PySearchResult(Report);

#[pymethods]
impl PySearchResult {
    /// The action chosen.
    #[getter]
    fn action(&self, py: Python<'_>) -> Py<PyAction> {
        cards::action(py, self.0.action)
    }

    /// Per action considered: (action, mean value, standard error, chance to win the game or None,
    /// chance to make the bid or None, tricks of the own side or None, chance that an opponent's
    /// bid fails or None).
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let values = self.0.values.iter().map(|value| {
            let action = cards::action(py, value.action);
            (
                action,
                value.mean,
                value.standard_error,
                value.win,
                value.made,
                value.tricks,
                value.beaten,
            )
        });
        PyTuple::new(py, values.collect::<Vec<_>>())
    }

    /// Worlds finished.
    #[getter]
    fn worlds(&self) -> u32 {
        self.0.worlds
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Whether the hidden hand is known, so that the values are exact.
    #[getter]
    fn exact(&self) -> bool {
        self.0.exact
    }

    /// Per unseen card the chance that an opponent holds it, as (Card, chance) pairs.
    #[getter]
    fn held<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let held = self.0.held.iter().map(|&(card, chance)| (cards::card(py, card), chance));
        PyTuple::new(py, held.collect::<Vec<_>>())
    }
}

fn observed<'a>(obs: &'a Bound<'_, PyAny>) -> PyResult<&'a Observation> {
    if let Ok(obs) = obs.cast::<PyObservation>() {
        return Ok(&obs.get().core);
    }
    let shown = convert::shown(obs);
    Err(errors::invalid(obs.py(), format!("obs: {shown} is not an Observation")))
}

/// Chooses an action by search. The core of `spades.bots.SearchBot`, which documents the arguments.
#[pyfunction]
#[pyo3(signature = (obs, *, seed, worlds, time = None, threads = 1, memory = true,
                    posterior = true, equity = true, bids = true, draft = true, style = "steady",
                    also = None))]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::fn_params_excessive_bools)] // Each is a switch of its own.
pub fn search(
    obs: &Bound<'_, PyAny>,
    seed: u64,
    worlds: u32,
    time: Option<f64>,
    threads: u32,
    memory: bool,
    posterior: bool,
    equity: bool,
    bids: bool,
    draft: bool,
    style: &str,
    also: Option<&Bound<'_, PyAny>>,
) -> PyResult<PySearchResult> {
    let py = obs.py();
    let observation = observed(obs)?;
    let started = Instant::now();
    // Beyond a year a limit is none; `from_secs_f64` refuses what is out of range.
    let allowed = time.and_then(|s| Duration::try_from_secs_f64(s).ok());
    let deadline = allowed.and_then(|allowed| started.checked_add(allowed));
    let limit = Limit { worlds, threads: (threads as usize).clamp(1, MAX_THREADS as usize) };
    let also = also
        .map(|also| convert::action(also).map_err(|reason| errors::parse(py, reason)))
        .transpose()?;
    let style = style.parse().map_err(|e| errors::from_core(py, &e))?;
    let options =
        Options { memory, posterior, equity, bids, draft, style, also, ..Options::default() };
    let report = interruptible(py, |flag: &AtomicBool| {
        let stop =
            || flag.load(Ordering::Relaxed) || deadline.is_some_and(|end| Instant::now() >= end);
        spades_core::search::search(observation, &options, seed, &limit, &stop)
    })?
    .map_err(|e| errors::from_core(py, &e))?;
    Ok(PySearchResult(report))
}

/// The action of the plain computer player. The core of `spades.bots.RuleBot`.
#[pyfunction]
pub fn rule_action(obs: &Bound<'_, PyAny>) -> PyResult<Py<PyAction>> {
    chosen(obs, spades_core::rule_action)
}

/// The action of the computer player by the book. The core of `spades.bots.BookBot`.
#[pyfunction]
pub fn book_action(obs: &Bound<'_, PyAny>) -> PyResult<Py<PyAction>> {
    chosen(obs, spades_core::book_action)
}

fn chosen(obs: &Bound<'_, PyAny>, choose: fn(&Observation) -> Action) -> PyResult<Py<PyAction>> {
    let observation = observed(obs)?;
    if observation.legal().is_empty() {
        let seat = observation.seat();
        return Err(errors::invalid(obs.py(), format!("it is not the turn of seat {seat}")));
    }
    Ok(cards::action(obs.py(), choose(observation)))
}

/// The sure tricks of a hand, as they are shown beside the bids: a number of tricks in quarters.
///
/// Args:
///     hand: a CardSet, a hand's text, or cards.
///
/// Example:
///     >>> import spades
///     >>> spades.estimate_tricks("AK32.A2.K432.Q32")
///     4.75
#[pyfunction]
pub fn estimate_tricks(hand: &Bound<'_, PyAny>) -> PyResult<f64> {
    let cards: CardSet = convert::cards(hand, "hand")?;
    Ok(spades_core::estimate_tricks(cards))
}
