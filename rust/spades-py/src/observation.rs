//! `Observation`: what one seat may know.

use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use spades_core::snapshot::{observation_from_bytes, observation_to_bytes};
use spades_core::tensor::OBSERVATION_SIZE;
use spades_core::{Observation, Suit};

use crate::cards::{self, PyCard, PyCardSet, reduce};
use crate::round::PyRound;
use crate::rules::PyRules;
use crate::{convert, errors, scores, view};

/// All that a seat may know at a point of a round, and nothing else.
///
/// Two observations are equal exactly when the seat cannot tell the positions apart.
///
/// Example:
///     >>> import spades
///     >>> game = spades.Game("two-handed", seed=7, opener=0)
///     >>> seen = game.observation(1)
///     >>> seen.hand, seen.shown_card
///     (CardSet('...'), None)
///     >>> world = game.observation(0).sample(seed=1, n=1)[0]
///     >>> world.observation(0) == game.observation(0)
///     True
#[pyclass(name = "Observation", module = "spades", frozen, eq, hash)]
pub struct PyObservation {
    pub rules: Py<PyRules>,
    pub core: Observation,
}

impl PartialEq for PyObservation {
    fn eq(&self, other: &Self) -> bool {
        self.core == other.core && self.rules.get() == other.rules.get()
    }
}

impl std::hash::Hash for PyObservation {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.core.hash(state);
    }
}

/// Most worlds of one call: beyond it the list would not fit into memory.
const MAX_WORLDS: i128 = 10_000_000;

#[pymethods]
impl PyObservation {
    /// The rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyRules> {
        self.rules.clone_ref(py)
    }

    /// The seat that observes.
    #[getter]
    fn seat(&self) -> usize {
        self.core.seat()
    }

    /// Seat to act, None when the round is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.core.turn()
    }

    /// "blind", "draft", "bid", "play" or "over".
    #[getter]
    fn phase(&self) -> &'static str {
        self.core.phase().name()
    }

    /// The seat that drafts, bids and leads first.
    #[getter]
    fn opener(&self) -> usize {
        self.core.view().opener()
    }

    /// The seat that led, or leads, the trick.
    #[getter]
    fn leader(&self) -> usize {
        self.core.view().leader()
    }

    /// The seat's own cards; empty while the rules hide them from it.
    #[getter]
    fn hand(&self) -> PyCardSet {
        PyCardSet(self.core.hand())
    }

    /// Per seat the cards known to have been thrown away.
    #[getter]
    fn discards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let players = self.core.view().players();
        view::sets(py, (0..players).map(|seat| self.core.discards(seat)))
    }

    /// Per seat the cards known to be held: the own hand, and cards taken face up.
    #[getter]
    fn known_hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let players = self.core.view().players();
        view::sets(py, (0..players).map(|seat| self.core.known_hand(seat)))
    }

    /// All cards whose place the seat knows.
    #[getter]
    fn known(&self) -> PyCardSet {
        PyCardSet(self.core.known())
    }

    /// The cards played in this round, those on the table included.
    #[getter]
    fn played(&self) -> PyCardSet {
        PyCardSet(self.core.view().played())
    }

    /// The card looked at in a draft, if this seat sees it.
    #[getter]
    fn shown_card(&self, py: Python<'_>) -> Option<Py<PyCard>> {
        self.core.view().shown_card().map(|c| cards::card(py, c))
    }

    /// Per seat the suits that it has shown not to hold.
    #[getter]
    fn voids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let view = self.core.view();
        let seats = (0..view.players()).map(|seat| {
            let suits = Suit::ALL.into_iter().filter(|&suit| view.shown_void(seat, suit));
            PyTuple::new(py, suits.map(Suit::name).collect::<Vec<_>>())
        });
        PyTuple::new(py, seats.collect::<PyResult<Vec<_>>>()?)
    }

    /// Per seat the number of cards still held.
    #[getter]
    fn cards_left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let view = self.core.view();
        let left: Vec<u32> =
            (0..view.players()).map(|seat| u32::from(view.cards_left(seat))).collect();
        PyTuple::new(py, left)
    }

    /// Per seat the bid, or None.
    #[getter]
    fn bids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::bids(py, self.core.view())
    }

    /// Per seat the tricks won.
    #[getter]
    fn tricks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::tricks(py, self.core.view())
    }

    /// The cards on the table as (seat, Card) pairs in the order played.
    #[getter]
    fn trick<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::trick(py, self.core.view())
    }

    /// Whether spades are broken.
    #[getter]
    fn broken(&self) -> bool {
        self.core.view().broken()
    }

    /// Draft turns taken, 0 to 26.
    #[getter]
    fn drafted(&self) -> u8 {
        self.core.view().drafted()
    }

    /// What was said and played since the last deal, as (seat, Action) pairs.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::history(py, self.core.history())
    }

    /// Per side the standing of the game before this round.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let core = &self.core;
        PyTuple::new(py, scores::standing(core.rules(), core.points(), core.bags()))
    }

    /// Rounds of the game finished before this one.
    #[getter]
    fn rounds(&self) -> u32 {
        self.core.rounds()
    }

    /// All that the seat may do now, in id order; () when it is not its turn.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cards::actions(py, self.core.legal())
    }

    /// The same as a numpy bool array of shape (NUM_ACTIONS,).
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        view::mask(py, self.core.legal())
    }

    /// The information state as text: equal exactly for positions that the seat cannot tell apart.
    fn key(&self) -> String {
        self.core.key()
    }

    /// The observation as numbers, see docs/observation.md for the layout.
    ///
    /// Args:
    ///     out: an array to write into instead of a new one: float32, contiguous, writable, of
    ///         shape (OBSERVATION_SIZE,).
    ///
    /// Returns:
    ///     The array, float32, shape (OBSERVATION_SIZE,).
    ///
    /// Raises:
    ///     SpadesError: if `out` is not such an array.
    #[pyo3(signature = (out = None))]
    fn to_numpy<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let Some(out) = out else {
            let mut numbers = [0.0; OBSERVATION_SIZE];
            self.core.write(&mut numbers);
            return Ok(PyArray1::from_slice(py, &numbers));
        };
        let refused = || {
            errors::invalid(
                py,
                format!(
                    "out: expected a contiguous, writable float32 array of shape ({OBSERVATION_SIZE},)"
                ),
            )
        };
        let array = out.cast::<PyArray1<f32>>().map_err(|_| refused())?;
        if array.len() != OBSERVATION_SIZE || !array.is_c_contiguous() {
            return Err(refused());
        }
        let mut writable = array.try_readwrite().map_err(|_| refused())?;
        let numbers = writable.as_slice_mut().map_err(|_| refused())?;
        self.core.write(numbers.try_into().map_err(|_| refused())?);
        drop(writable);
        Ok(array.clone())
    }

    /// Full rounds that fit all that the seat knows, each drawn independently and exactly
    /// uniformly over the hidden cards.
    ///
    /// Args:
    ///     seed: the same seed gives the same worlds.
    ///     n: how many.
    ///
    /// Returns:
    ///     A list of `n` Rounds in which this seat observes exactly this.
    fn sample(
        &self,
        py: Python<'_>,
        seed: &Bound<'_, PyAny>,
        n: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<PyRound>> {
        let seed = convert::seed(seed)?;
        let n = convert::number(n, "n", 0, MAX_WORLDS)? as usize;
        let worlds: Vec<_> = py.detach(|| self.core.sample(seed, n).collect());
        let round =
            |core| PyRound { rules: self.rules.clone_ref(py), core, history: *self.core.history() };
        Ok(worlds.into_iter().map(round).collect())
    }

    /// The number of worlds that fit: while the hands are being made, the orders of the hidden
    /// cards; later, the ways to share them out among hands and cards in no hand.
    fn worlds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.core.is_drafting() {
            let hidden = 52 - self.core.known().len();
            return py.import("math")?.call_method1("factorial", (hidden,));
        }
        Ok(self.core.sampler().count().into_pyobject(py)?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Observation {}>", self.core.key())
    }

    /// An observation from the bytes that pickle keeps.
    #[staticmethod]
    fn _restore(py: Python<'_>, rules: Py<PyRules>, state: &[u8]) -> PyResult<Self> {
        let core = observation_from_bytes(&rules.get().core, state)
            .map_err(|e| errors::from_core(py, &e))?;
        Ok(Self { rules, core })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let state = PyBytes::new(py, &observation_to_bytes(&self.core));
        let restore = py.get_type::<Self>().getattr("_restore")?;
        reduce(py, restore, (self.rules.clone_ref(py), state).into_pyobject(py)?)
    }
}
