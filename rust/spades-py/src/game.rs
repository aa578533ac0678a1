//! `Game`: rounds up to the target.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use spades_core::deal::shuffled;
use spades_core::{Action, ActionSet, Bid, Card, FinishedRound, Game};

use crate::cards::{self, PyAction, PyBid, reduce};
use crate::observation::PyObservation;
use crate::round::PyRound;
use crate::rules::PyRules;
use crate::scores::{self, PyOutcome};
use crate::{convert, errors, view};

/// A game: rounds up to the target, with scores and bags.
///
/// Args:
///     rules: Rules or a preset's name.
///     seed: of the deals, 0 to 2**64 - 1; without it a fresh one, kept in `game.seed`.
///     opener: the opener of the first round; without it the seed decides.
///
/// Example:
///     >>> import spades
///     >>> game = spades.Game("two-handed", seed=7, opener=0)
///     >>> game.turn, game.phase, game.legal_actions()
///     (0, 'draft', (Action('keep'), Action('refuse')))
///     >>> game.apply("keep")
///     Action('keep')
///     >>> game.why_not("AS")
///     'AS is not possible now: keep or refuse is to be chosen'
///     >>> game.undo(), game.scores
///     (Action('keep'), (Score(points=0, bags=0), Score(points=0, bags=0)))
#[pyclass(name = "Game", module = "spades", eq)]
pub struct PyGame {
    rules: Py<PyRules>,
    core: Game,
}

impl PartialEq for PyGame {
    fn eq(&self, other: &Self) -> bool {
        self.core == other.core && self.rules.get() == other.rules.get()
    }
}

impl PyGame {
    fn legal(&self) -> ActionSet {
        self.core.round().legal()
    }

    fn reason(&self, action: Action) -> Option<String> {
        if self.core.outcome().is_some() {
            return Some("the game is over".into());
        }
        self.core.round().why_not(action)
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rules = None, seed = None, opener = None),
           text_signature = "(rules='two-handed', seed=None, opener=None)")]
    fn new(
        py: Python<'_>,
        rules: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        opener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let usual = usual_preset(py);
        let rules = PyRules::of(rules.unwrap_or(&usual))?;
        let core = rules.get().core;
        let seed = convert::seed_or_fresh(seed)?;
        let opener = opener.map(|o| convert::seat(o, "opener", core.players)).transpose()?;
        let core = Game::new(core, seed, opener).map_err(|e| errors::from_core(py, &e))?;
        Ok(Self { rules, core })
    }

    /// The rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyRules> {
        self.rules.clone_ref(py)
    }

    /// The dealer's seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.core.seed()
    }

    /// The opener of the first round.
    #[getter]
    fn opener(&self) -> u8 {
        self.core.first_opener()
    }

    /// Seat to act, None when the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.core.turn()
    }

    /// "blind", "draft", "bid", "play" or "over".
    #[getter]
    fn phase(&self) -> &'static str {
        self.core.round().phase().name()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.core.outcome().is_some()
    }

    /// How the game ended, or None.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.core.outcome().map(|outcome| {
            let core = &self.core;
            let scores = scores::standing(core.rules(), core.points(), core.bags());
            PyOutcome::of(outcome.winner, outcome.reason, scores)
        })
    }

    /// Per side the points and the bags held.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let core = &self.core;
        PyTuple::new(py, scores::standing(core.rules(), core.points(), core.bags()))
    }

    /// A copy of the round in progress, or of the last one when the game is over.
    #[getter]
    fn round(&self, py: Python<'_>) -> PyRound {
        PyRound {
            rules: self.rules.clone_ref(py),
            core: *self.core.round(),
            history: *self.core.history(),
        }
    }

    /// The rounds that are over.
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rounds = self.core.finished().iter().map(|round| PyFinishedRound {
            rules: self.rules.clone_ref(py),
            core: Arc::clone(round),
        });
        PyTuple::new(py, rounds.collect::<Vec<_>>())
    }

    /// All actions of the round in progress, those before a misdeal included.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let actions = self.core.actions().iter().map(|&a| cards::action(py, a));
        PyTuple::new(py, actions.collect::<Vec<_>>())
    }

    /// Seed of the pack of the round in progress: `Round.deal(game.rules, game.round_seed, opener)`.
    #[getter]
    fn round_seed(&self) -> u64 {
        self.core.round_seed()
    }

    /// All that may be done now, in id order; () when over.
    fn legal_actions<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let legal = slf.borrow().legal();
        cards::actions(slf.py(), legal)
    }

    /// The same as a numpy bool array of shape (NUM_ACTIONS,).
    fn legal_mask<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<bool>> {
        let legal = slf.borrow().legal();
        view::mask(slf.py(), legal)
    }

    /// Does an action: an Action, a Card, its text or its id.
    ///
    /// Raises:
    ///     IllegalActionError: if it is not legal; the game is as it was.
    fn apply(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>) -> PyResult<Py<PyAction>> {
        let py = slf.py();
        // Python code may run while a value is read or an error is made: nothing is borrowed then.
        let wanted = convert::action(action);
        let mut game = slf.borrow_mut();
        let legal = game.legal();
        match wanted {
            Ok(action) => {
                let done = game.core.apply(action);
                let reason = done.as_ref().err().and_then(|_| game.reason(action));
                drop(game);
                match (done, reason) {
                    (Ok(()), _) => Ok(cards::action(py, action)),
                    (Err(_), Some(reason)) => Err(errors::illegal(py, action, &reason, legal)),
                    (Err(error), None) => Err(errors::from_core(py, &error)),
                }
            }
            Err(reason) => {
                drop(game);
                Err(errors::unknown_action(action, &reason, legal))
            }
        }
    }

    /// None if the action is legal, else the reason in words.
    fn why_not(&self, action: &Bound<'_, PyAny>) -> Option<String> {
        convert::action(action).map_or_else(Some, |action| self.reason(action))
    }

    /// Takes the last action back, also over the end of a round, and returns it.
    ///
    /// Raises:
    ///     SpadesError: if nothing has been done yet.
    fn undo(&mut self, py: Python<'_>) -> PyResult<Py<PyAction>> {
        let undone = self.core.undo().map_err(|e| errors::from_core(py, &e))?;
        Ok(cards::action(py, undone))
    }

    /// A game that goes its own way from here.
    fn copy(&self, py: Python<'_>) -> Self {
        Self { rules: self.rules.clone_ref(py), core: self.core.clone() }
    }

    /// What a seat may know now.
    fn observation(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyObservation> {
        let py = seat.py();
        let seat = convert::seat(seat, "seat", self.core.rules().players)? as usize;
        let core = self.core.observation(seat).map_err(|e| errors::from_core(py, &e))?;
        Ok(PyObservation { rules: self.rules.clone_ref(py), core })
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        self.copy(py)
    }

    fn __repr__(&self) -> String {
        let points: Vec<String> =
            self.core.points()[..self.core.rules().sides()].iter().map(i64::to_string).collect();
        format!(
            "<Game of {:?}: seed {}, rounds {}, points {}, phase {}>",
            self.rules.get().label,
            self.core.seed(),
            self.core.finished().len(),
            points.join(" : "),
            self.phase()
        )
    }

    /// A game from its rules, seed, opener and action ids.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        rules: Py<PyRules>,
        seed: u64,
        opener: u8,
        ids: &[u8],
    ) -> PyResult<Self> {
        let build = || {
            let mut core = Game::new(rules.get().core, seed, Some(opener))?;
            for &id in ids {
                let action = Action::new(id).ok_or_else(|| {
                    spades_core::Error::Invalid(format!("{id} is the id of no action"))
                })?;
                core.apply(action)?;
            }
            Ok(core)
        };
        let core = build().map_err(|e| errors::from_core(py, &e))?;
        Ok(Self { rules, core })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let finished = self.core.finished().iter().flat_map(|round| &round.actions);
        let ids: Vec<u8> = finished.chain(self.core.actions()).map(|action| action.id()).collect();
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let opener = self.core.first_opener();
        let args = (self.rules.clone_ref(py), self.core.seed(), opener, PyBytes::new(py, &ids));
        reduce(py, restore, args.into_pyobject(py)?)
    }
}

fn usual_preset(py: Python<'_>) -> Bound<'_, PyAny> {
    pyo3::types::PyString::intern(py, spades_core::PRESETS[0]).into_any()
}

/// A round that is over: its opener, bids, tricks, scores and actions.
#[pyclass(name = "FinishedRound", module = "spades", frozen, eq)]
pub struct PyFinishedRound {
    rules: Py<PyRules>,
    core: Arc<FinishedRound>,
}

impl PartialEq for PyFinishedRound {
    fn eq(&self, other: &Self) -> bool {
        self.core == other.core && self.rules.get() == other.rules.get()
    }
}

#[pymethods]
impl PyFinishedRound {
    /// The seat that drafted, bid and led first.
    #[getter]
    fn opener(&self) -> u8 {
        self.core.opener
    }

    /// Per seat the bid.
    #[getter]
    fn bids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let players = self.rules.get().core.players as usize;
        let bids: Vec<PyBid> = self.core.bids[..players].iter().map(|&b: &Bid| PyBid(b)).collect();
        PyTuple::new(py, bids)
    }

    /// Per seat the tricks won.
    #[getter]
    fn tricks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.core.tricks[..self.rules.get().core.players as usize])
    }

    /// Per side the RoundScore.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        scores::round_scores(py, &self.rules.get().core, &self.core.scores)
    }

    /// All actions of the round, those before a misdeal included.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let actions = self.core.actions.iter().map(|&a| cards::action(py, a));
        PyTuple::new(py, actions.collect::<Vec<_>>())
    }

    /// Seed of the pack: `Round.deal(rules, seed, opener)` deals it again.
    #[getter]
    fn seed(&self) -> u64 {
        self.core.seed
    }

    /// The pack in order as it was first dealt.
    #[getter]
    fn deck<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let deck = shuffled(self.core.seed);
        PyTuple::new(
            py,
            deck.iter()
                .filter_map(|&id| Card::new(id))
                .map(|c| cards::card(py, c))
                .collect::<Vec<_>>(),
        )
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (bids, tricks, score) =
            (self.bids(py)?.repr()?, self.tricks(py)?.repr()?, self.score(py)?.repr()?);
        let opener = self.core.opener;
        Ok(format!("<FinishedRound: opener {opener}, bids {bids}, tricks {tricks}, score {score}>"))
    }
}
