//! What `Round` and `Observation` show alike.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spades_core::{ActionSet, CardSet, History, NUM_ACTIONS, Round};

use crate::cards::{self, PyBid, PyCardSet};

/// Sets of cards as a tuple.
pub fn sets(
    py: Python<'_>,
    sets: impl ExactSizeIterator<Item = CardSet>,
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, sets.map(PyCardSet))
}

/// Bids by seat, None where there is none yet.
pub fn bids<'py>(py: Python<'py>, round: &Round) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, (0..round.players()).map(|seat| round.bid(seat).map(PyBid)))
}

/// Tricks by seat.
pub fn tricks<'py>(py: Python<'py>, round: &Round) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, &round.tricks()[..round.players()])
}

/// The cards on the table as (seat, Card) pairs.
pub fn trick<'py>(py: Python<'py>, round: &Round) -> PyResult<Bound<'py, PyTuple>> {
    let cards = round.trick().map(|(seat, card)| (seat, cards::card(py, card)));
    PyTuple::new(py, cards.collect::<Vec<_>>())
}

/// What was said and played as (seat, Action) pairs.
pub fn history<'py>(py: Python<'py>, history: &History) -> PyResult<Bound<'py, PyTuple>> {
    let items = history.iter().map(|(seat, action)| (seat, cards::action(py, action)));
    PyTuple::new(py, items.collect::<Vec<_>>())
}

/// A mask over all action ids.
pub fn mask(py: Python<'_>, set: ActionSet) -> Bound<'_, PyArray1<bool>> {
    let mask: [bool; NUM_ACTIONS] = std::array::from_fn(|id| set.0 >> id & 1 == 1);
    PyArray1::from_slice(py, &mask)
}
