//! `Round`: one deal on its own.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use spades_core::deal::Deck;
use spades_core::snapshot::{round_from_bytes, round_to_bytes};
use spades_core::{Card, History, Observation, Round, Setup, score_round};

use crate::cards::{self, PyAction, PyCard, reduce};
use crate::observation::PyObservation;
use crate::rules::PyRules;
use crate::{convert, errors, scores, view};

/// One round: a deal from the first card to the last trick.
///
/// Made by `Round.deal` or `Round.setup`. Seats are 0..players-1, clockwise.
///
/// Example:
///     >>> import spades
///     >>> round = spades.Round.deal("partners", seed=1)
///     >>> round.phase, round.turn, len(round.hands[0])
///     ('bid', 0, 13)
///     >>> for bid in ["3", "nil", "4", "2"]:
///     ...     _ = round.apply(bid)
///     >>> round.phase, round.bids
///     ('play', (Bid('3'), Bid('nil'), Bid('4'), Bid('2')))
///     >>> while not round.is_over:
///     ...     _ = round.apply(round.legal_actions()[0])
///     >>> sum(round.tricks), len(round.score())
///     (13, 2)
#[pyclass(name = "Round", module = "spades", eq)]
pub struct PyRound {
    pub rules: Py<PyRules>,
    pub core: Round,
    pub history: History,
}

impl PartialEq for PyRound {
    fn eq(&self, other: &Self) -> bool {
        self.core == other.core
            && self.history == other.history
            && self.rules.get() == other.rules.get()
    }
}

/// Reads a round. An exclusive borrow takes one locked instruction, a shared one two, and these are
/// a large part of so short a call; where the round is already borrowed, a shared one will do.
#[inline(always)]
fn peek<T>(round: &Bound<'_, PyRound>, read: impl Fn(&PyRound) -> T) -> T {
    match round.try_borrow_mut() {
        Ok(round) => read(&round),
        Err(_) => read(&round.borrow()),
    }
}

fn deck_of(value: &Bound<'_, PyAny>) -> PyResult<Deck> {
    let mut deck = [0; 52];
    for (to, item) in deck.iter_mut().zip(convert::items(value, "deck", 52)?) {
        *to = convert::card(&item)?.id();
    }
    Ok(deck)
}

/// The cards of a trick that is set up: (seat, card) pairs, or cards alone.
fn trick_of(value: &Bound<'_, PyAny>, turn: u8, players: u8) -> PyResult<Vec<(u8, Card)>> {
    let py = value.py();
    let listed = value.try_iter().ok().filter(|_| !convert::is_text(value));
    let items: Vec<_> = listed
        .ok_or_else(|| {
            errors::invalid(
                py,
                format!(
                    "trick: {} is no list of (seat, card) pairs, or of cards",
                    convert::shown(value)
                ),
            )
        })?
        .take(players as usize + 1)
        .collect::<PyResult<_>>()?;
    let first = turn as usize + 2 * players as usize - items.len().min(players as usize);
    let pair = |(i, item): (usize, &Bound<'_, PyAny>)| {
        if item.is_instance_of::<PyTuple>() || item.is_instance_of::<pyo3::types::PyList>() {
            let pair = convert::items(item, "trick", 2)?;
            Ok((convert::seat(&pair[0], "trick: seat", players)?, convert::card(&pair[1])?))
        } else {
            Ok((((first + i) % players as usize) as u8, convert::card(item)?))
        }
    };
    items.iter().enumerate().map(pair).collect()
}

#[pymethods]
impl PyRound {
    /// Deals a new round.
    ///
    /// Args:
    ///     rules: Rules or a preset's name.
    ///     seed: of the pack, 0 to 2**64 - 1; the same seed gives the same pack on every machine.
    ///         Without it a fresh one.
    ///     opener: the seat that drafts, bids and leads first.
    ///     deck: the 52 cards in order, the top of the stock first, instead of the seed's pack.
    ///         When hands are dealt, the first card goes to the opener, the next clockwise.
    ///
    /// Raises:
    ///     SpadesError: if a value cannot be.
    #[staticmethod]
    #[pyo3(signature = (rules, seed = None, opener = None, *, deck = None),
           text_signature = "(rules, seed=None, opener=0, *, deck=None)")]
    fn deal(
        rules: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        opener: Option<&Bound<'_, PyAny>>,
        deck: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = rules.py();
        let rules = PyRules::of(rules)?;
        let core = &rules.get().core;
        let seed = convert::seed_or_fresh(seed)?;
        let opener = opener.map_or(Ok(0), |o| convert::seat(o, "opener", core.players))?;
        let round = match deck {
            Some(deck) => Round::from_deck(core, deck_of(deck)?, seed, opener),
            None => Round::deal(core, seed, opener),
        };
        let core = round.map_err(|e| errors::from_core(py, &e))?;
        Ok(Self { rules, core, history: History::default() })
    }

    /// Sets up any position of the bidding or the play.
    ///
    /// Args:
    ///     rules: Rules or a preset's name.
    ///     hands: per seat the cards held, all of one size (one less for who has played to the
    ///         trick).
    ///     bids: per seat a bid, or None if it is still to be made.
    ///     tricks: per seat the tricks won; none by default. With the cards left they are at most
    ///         the tricks of a round.
    ///     turn: the seat to act.
    ///     trick: the cards on the table in order, as (seat, card) pairs or cards alone.
    ///     broken: whether spades are broken; a spade on the table breaks them in any case.
    ///     opener: the first to bid, or the leader of the trick by default.
    ///     discards: per seat the cards thrown away (two players who make their hands).
    ///     played: cards that all saw played before. By default, with four players, all cards that
    ///         nobody holds; else only those on the table.
    ///
    /// Raises:
    ///     SpadesError: if the position cannot be; the message says why.
    ///
    /// Example:
    ///     >>> import spades
    ///     >>> end = spades.Round.setup("two-handed", ["A.2..", "K..3."], [1, 1], turn=0)
    ///     >>> end.legal_actions()
    ///     (Action('2H'),)
    ///     >>> end.why_not("AS")
    ///     'spades are not broken and you hold other suits'
    #[staticmethod]
    #[pyo3(signature = (rules, hands, bids, tricks = None, turn = None, trick = None,
                        broken = None, *, opener = None, discards = None, played = None),
           text_signature = "(rules, hands, bids, tricks=None, turn=0, trick=(), broken=False, *, \
                             opener=None, discards=None, played=None)")]
    #[allow(clippy::too_many_arguments)]
    fn setup(
        rules: &Bound<'_, PyAny>,
        hands: &Bound<'_, PyAny>,
        bids: &Bound<'_, PyAny>,
        tricks: Option<&Bound<'_, PyAny>>,
        turn: Option<&Bound<'_, PyAny>>,
        trick: Option<&Bound<'_, PyAny>>,
        broken: Option<&Bound<'_, PyAny>>,
        opener: Option<&Bound<'_, PyAny>>,
        discards: Option<&Bound<'_, PyAny>>,
        played: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = hands.py();
        let rules = PyRules::of(rules)?;
        let core = rules.get().core;
        let (players, count) = (core.players, core.players as usize);
        let sets = |value: &Bound<'_, PyAny>, what: &str, wanted: usize| {
            convert::items(value, what, wanted)?
                .iter()
                .enumerate()
                .map(|(i, item)| convert::cards(item, &format!("{what}[{i}]")))
                .collect::<PyResult<Vec<_>>>()
        };
        let bid = |(i, item): (usize, &Bound<'_, PyAny>)| {
            (!item.is_none()).then(|| convert::bid(item, &format!("bids[{i}]"))).transpose()
        };
        let turn = turn.map_or(Ok(0), |t| convert::seat(t, "turn", players))?;
        let most = i128::from(core.hand_size());
        let won = tricks.map_or(Ok([0; 4]), |t| convert::numbers(t, "tricks", count, most))?;
        let not_a_flag = |_| errors::invalid(py, "broken: expected True or False");
        let setup = Setup {
            rules: core,
            hands: sets(hands, "hands", count)?,
            bids: convert::items(bids, "bids", count)?
                .iter()
                .enumerate()
                .map(bid)
                .collect::<PyResult<_>>()?,
            tricks: won[..count].iter().map(|&n| n as u8).collect(),
            turn,
            trick: trick.map_or(Ok(Vec::new()), |t| trick_of(t, turn, players))?,
            broken: broken.map_or(Ok(false), |b| b.extract().map_err(not_a_flag))?,
            opener: opener.map(|o| convert::seat(o, "opener", players)).transpose()?,
            discards: discards.map_or(Ok(Vec::new()), |d| sets(d, "discards", count))?,
            played: played.map(|p| convert::cards(p, "played")).transpose()?,
        };
        let core = setup.build().map_err(|e| errors::from_core(py, &e))?;
        Ok(Self { rules, core, history: History::default() })
    }

    /// The rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyRules> {
        self.rules.clone_ref(py)
    }

    /// Seat to act, None when the round is over.
    #[getter]
    fn turn(slf: &Bound<'_, Self>) -> Option<usize> {
        peek(slf, |round| round.core.turn())
    }

    /// "blind", "draft", "bid", "play" or "over".
    #[getter]
    fn phase(&self) -> &'static str {
        self.core.phase().name()
    }

    /// Whether all tricks are played.
    #[getter]
    fn is_over(slf: &Bound<'_, Self>) -> bool {
        peek(slf, |round| round.core.is_over())
    }

    /// Per seat the cards still held.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::sets(py, (0..self.core.players()).map(|seat| self.core.hand(seat)))
    }

    /// Per seat the cards thrown away.
    #[getter]
    fn discards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::sets(py, (0..self.core.players()).map(|seat| self.core.discards(seat)))
    }

    /// Per seat the bid, or None.
    #[getter]
    fn bids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::bids(py, &self.core)
    }

    /// Per seat the tricks won.
    #[getter]
    fn tricks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::tricks(py, &self.core)
    }

    /// The cards on the table as (seat, Card) pairs in the order played.
    #[getter]
    fn trick<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::trick(py, &self.core)
    }

    /// The seat that led, or leads, the trick.
    #[getter]
    fn leader(&self) -> usize {
        self.core.leader()
    }

    /// Whether spades are broken.
    #[getter]
    fn broken(&self) -> bool {
        self.core.broken()
    }

    /// The seat that drafts, bids and leads first.
    #[getter]
    fn opener(&self) -> usize {
        self.core.opener()
    }

    /// Draft turns taken, 0 to 26.
    #[getter]
    fn drafted(&self) -> u8 {
        self.core.drafted()
    }

    /// In a draft the card looked at (draw) or lying face up (pick), else None.
    #[getter]
    fn shown_card(&self, py: Python<'_>) -> Option<Py<PyCard>> {
        self.core.shown_card().map(|c| cards::card(py, c))
    }

    /// What was said and played since the last deal, as (seat, Action) pairs.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        view::history(py, &self.history)
    }

    /// All that may be done now, in id order; () when over.
    fn legal_actions<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let legal = peek(slf, |round| round.core.legal());
        cards::actions(slf.py(), legal)
    }

    /// The same as a numpy bool array of shape (NUM_ACTIONS,).
    fn legal_mask<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<bool>> {
        let legal = peek(slf, |round| round.core.legal());
        view::mask(slf.py(), legal)
    }

    /// Does an action: an Action, a Card, its text or its id.
    ///
    /// Raises:
    ///     IllegalActionError: if it is not legal; the round is as it was.
    fn apply(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>) -> PyResult<Py<PyAction>> {
        let py = slf.py();
        // Python code may run while a value is read or an error is made: nothing is borrowed then.
        let wanted = convert::action(action);
        let mut round = slf.borrow_mut();
        let legal = round.core.legal();
        match wanted {
            Ok(action) if legal.contains(action) => {
                let seat = round.core.turn().unwrap_or(0);
                round.core.apply_unchecked(action);
                round.history.push(seat, action);
                drop(round);
                Ok(cards::action(py, action))
            }
            Ok(action) => {
                let reason = round.core.why_not(action).unwrap_or_default();
                drop(round);
                Err(errors::illegal(py, action, &reason, legal))
            }
            Err(reason) => {
                drop(round);
                Err(errors::unknown_action(action, &reason, legal))
            }
        }
    }

    /// None if the action is legal, else the reason in words.
    fn why_not(&self, action: &Bound<'_, PyAny>) -> Option<String> {
        convert::action(action).map_or_else(Some, |action| self.core.why_not(action))
    }

    /// A round that goes its own way from here.
    #[inline(always)]
    fn copy(slf: &Bound<'_, Self>) -> Self {
        peek(slf, |round| Self {
            rules: round.rules.clone_ref(slf.py()),
            core: round.core,
            history: round.history,
        })
    }

    /// What a seat may know of this round.
    fn observation(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyObservation> {
        let py = seat.py();
        let rules = self.rules.get().core;
        let seat = convert::seat(seat, "seat", rules.players)? as usize;
        let core = Observation::new(&rules, &self.core, &self.history, seat)
            .map_err(|e| errors::from_core(py, &e))?;
        Ok(PyObservation { rules: self.rules.clone_ref(py), core })
    }

    /// The score of a round that is over, per side; `bags` are those held before, per side.
    ///
    /// Raises:
    ///     SpadesError: if the round is not over.
    #[pyo3(signature = (bags = None))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        bags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        if !self.core.is_over() {
            return Err(errors::invalid(py, "the round is not over: there is no score yet"));
        }
        let rules = self.rules.get().core;
        let bags = scores::bags_given(bags, rules.sides())?;
        let scored = score_round(&rules, &self.core.bids(), self.core.tricks(), &bags);
        scores::round_scores(py, &rules, &scored)
    }

    fn __copy__(slf: &Bound<'_, Self>) -> Self {
        Self::copy(slf)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        Self::copy(slf)
    }

    fn __repr__(&self) -> String {
        let rules = self.rules.get();
        let turn = self.core.turn().map_or("None".to_owned(), |seat| seat.to_string());
        let hands: Vec<_> =
            (0..self.core.players()).map(|seat| self.core.hand(seat).to_string()).collect();
        format!(
            "<Round of {:?}: phase {}, turn {turn}, hands {}>",
            rules.label,
            self.phase(),
            hands.join(" ")
        )
    }

    /// A round from the bytes that pickle keeps.
    #[staticmethod]
    fn _restore(py: Python<'_>, rules: Py<PyRules>, state: &[u8]) -> PyResult<Self> {
        let (core, history) =
            round_from_bytes(&rules.get().core, state).map_err(|e| errors::from_core(py, &e))?;
        Ok(Self { rules, core, history })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let state = PyBytes::new(py, &round_to_bytes(&self.core, &self.history));
        let restore = py.get_type::<Self>().getattr("_restore")?;
        reduce(py, restore, (self.rules.clone_ref(py), state).into_pyobject(py)?)
    }
}
