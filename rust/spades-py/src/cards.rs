//! `Card`, `CardSet`, `Action` and `Bid`: frozen values, cards and actions made once and shared.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyIterator, PyTuple};
use spades_core::{Action, ActionSet, Bid, Card, CardSet, NUM_ACTIONS, Suit};

use crate::{convert, errors};

/// One of the 52 cards.
///
/// Made from its text in either order and case (`"AS"`, `"sa"`, `"10h"`, `"♠A"`), its id
/// `suit * 13 + rank` (clubs, diamonds, hearts, spades; two = 0), or another card. Ordered by id.
///
/// Raises:
///     ParseError: if the value is no card.
///
/// Example:
///     >>> from spades import Card
///     >>> card = Card("10h")
///     >>> card, str(card), int(card), card.suit, card.rank
///     (Card('TH'), 'TH', 34, 'hearts', 8)
#[pyclass(name = "Card", module = "spades", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyCard(pub Card);

#[pymethods]
impl PyCard {
    #[new]
    fn new(card: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::card(card).map(Self)
    }

    /// The suit: "clubs", "diamonds", "hearts" or "spades".
    #[getter]
    fn suit(&self) -> &'static str {
        self.0.suit().name()
    }

    /// The rank, two = 0 to ace = 12.
    #[getter]
    fn rank(&self) -> u8 {
        self.0.rank()
    }

    fn __int__(&self) -> u8 {
        self.0.id()
    }

    fn __index__(&self) -> u8 {
        self.0.id()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduce(py, py.get_type::<Self>().into_any(), (self.0.to_string(),).into_pyobject(py)?)
    }
}

/// An action with its fixed id: a card 0-51, a bid `56 + n`, or keep 74, refuse 75, up 76, down 77,
/// blind-nil 78, look 79, misdeal 80.
///
/// Made from its text, its id, a card or a bid. Ordered by id.
///
/// Raises:
///     ParseError: if the value is no action.
///
/// Example:
///     >>> from spades import Action
///     >>> Action("AS"), Action("nil"), Action(74), int(Action("4"))
///     (Action('AS'), Action('nil'), Action('keep'), 60)
///     >>> Action("AS").card, Action("4").bid, Action("keep").card
///     (Card('AS'), Bid('4'), None)
#[pyclass(name = "Action", module = "spades", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyAction(pub Action);

impl PyAction {
    pub fn bid_value(&self) -> Option<Bid> {
        if self.0 == Action::BLIND_NIL {
            Some(Bid::BLIND_NIL)
        } else {
            self.0.bid_number().and_then(Bid::new)
        }
    }
}

#[pymethods]
impl PyAction {
    #[new]
    fn new(action: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::action(action).map(Self).map_err(|reason| errors::parse(action.py(), reason))
    }

    /// The card played, or None.
    #[getter]
    fn card(&self, py: Python<'_>) -> Option<Py<PyCard>> {
        self.0.card().map(|c| card(py, c))
    }

    /// The bid made (blind-nil included), or None.
    #[getter]
    fn bid(&self) -> Option<PyBid> {
        self.bid_value().map(PyBid)
    }

    fn __int__(&self) -> u8 {
        self.0.id()
    }

    fn __index__(&self) -> u8 {
        self.0.id()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Action('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduce(py, py.get_type::<Self>().into_any(), (self.0.to_string(),).into_pyobject(py)?)
    }
}

/// A bid: a number of tricks, nil, or nil bid before looking.
///
/// Example:
///     >>> from spades import Bid
///     >>> str(Bid(4)), str(Bid(0)), str(Bid("blind-nil")), int(Bid("blind-nil"))
///     ('4', 'nil', 'blind-nil', 0)
#[pyclass(name = "Bid", module = "spades", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyBid(pub Bid);

#[pymethods]
impl PyBid {
    #[new]
    fn new(bid: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::bid(bid, "bid").map(Self)
    }

    /// Whether it is nil or blind nil.
    #[getter]
    fn is_nil(&self) -> bool {
        self.0.is_nil()
    }

    /// Whether it is blind nil.
    #[getter]
    fn is_blind(&self) -> bool {
        self.0.is_blind()
    }

    fn __int__(&self) -> u8 {
        self.0.tricks()
    }

    fn __index__(&self) -> u8 {
        self.0.tricks()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Bid('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduce(py, py.get_type::<Self>().into_any(), (self.0.to_string(),).into_pyobject(py)?)
    }
}

/// An immutable set of cards.
///
/// Made from a hand's text (spades.hearts.diamonds.clubs), from cards, or from another set. Iterated
/// in id order; `|`, `&`, `-` and `^` as for Python's sets.
///
/// Raises:
///     ParseError: if the value holds something that is no card, or a card twice.
///
/// Example:
///     >>> from spades import CardSet
///     >>> hand = CardSet("AK.T.-.2")
///     >>> len(hand), "AS" in hand, [str(card) for card in hand]
///     (4, True, ['2C', 'TH', 'KS', 'AS'])
///     >>> hand - CardSet(["AS", "2C"])
///     CardSet('K.T..')
#[pyclass(name = "CardSet", module = "spades", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyCardSet(pub CardSet);

#[pymethods]
impl PyCardSet {
    #[new]
    #[pyo3(signature = (cards = None), text_signature = "(cards=())")]
    fn new(cards: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        cards.map_or(Ok(CardSet::EMPTY), |c| convert::cards(c, "cards")).map(Self)
    }

    /// The set whose bits are card ids.
    #[staticmethod]
    fn from_mask(mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bits = convert::number(mask, "mask", 0, i128::from(CardSet::ALL.0))?;
        Ok(Self(CardSet(bits as u64)))
    }

    /// The set as an int: bit = card id.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.0
    }

    /// The cards of one suit, given by its name or letter.
    fn suit(&self, suit: &Bound<'_, PyAny>) -> PyResult<Self> {
        let expected = "a suit: clubs, diamonds, hearts or spades";
        let text = convert::text(suit, expected)?.to_lowercase();
        let named =
            |s: &Suit| text == s.name() || text == s.letter().to_ascii_lowercase().to_string();
        Suit::ALL.into_iter().find(named).map(|suit| Self(self.0 & CardSet::suit(suit))).ok_or_else(
            || {
                let shown = convert::shown(suit);
                errors::parse(suit.py(), format!("{shown} is not {expected}"))
            },
        )
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> PyResult<bool> {
        convert::card(card).map(|card| self.0.contains(card))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyTuple::new(py, self.0.iter().map(|c| card(py, c)))?.try_iter()
    }

    fn __or__(&self, other: &Self) -> Self {
        Self(self.0 | other.0)
    }

    fn __and__(&self, other: &Self) -> Self {
        Self(self.0 & other.0)
    }

    fn __sub__(&self, other: &Self) -> Self {
        Self(self.0 - other.0)
    }

    fn __xor__(&self, other: &Self) -> Self {
        Self(self.0 ^ other.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("CardSet('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduce(py, py.get_type::<Self>().into_any(), (self.0.to_string(),).into_pyobject(py)?)
    }
}

/// The pair that `__reduce__` gives: a callable and its arguments.
pub fn reduce<'py>(
    py: Python<'py>,
    callable: Bound<'py, PyAny>,
    args: Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyTuple>> {
    (callable, args).into_pyobject(py)
}

/// The shared `Card` object of a card.
pub fn card(py: Python<'_>, card: Card) -> Py<PyCard> {
    static CARDS: PyOnceLock<Vec<Py<PyCard>>> = PyOnceLock::new();
    let cards = CARDS.get_or_init(py, || {
        (0..Card::COUNT)
            .filter_map(Card::new)
            .map(|c| Py::new(py, PyCard(c)).expect("memory for 52 cards"))
            .collect()
    });
    cards[card.id() as usize].clone_ref(py)
}

/// The shared `Action` objects by id; the ids that are free have none.
fn all_actions(py: Python<'_>) -> &[Option<Py<PyAction>>; NUM_ACTIONS] {
    static ACTIONS: PyOnceLock<[Option<Py<PyAction>>; NUM_ACTIONS]> = PyOnceLock::new();
    ACTIONS.get_or_init(py, || {
        std::array::from_fn(|id| {
            let action = Action::new(id as u8)?;
            Some(Py::new(py, PyAction(action)).expect("memory for 77 actions"))
        })
    })
}

/// The shared `Action` object of an action.
pub fn action(py: Python<'_>, action: Action) -> Py<PyAction> {
    let object = all_actions(py)[action.id() as usize].as_ref();
    object.expect("every action has an id").clone_ref(py)
}

/// A tuple of actions in id order.
pub fn actions(py: Python<'_>, set: ActionSet) -> PyResult<Bound<'_, PyTuple>> {
    /// By the last action: a set of one action or one without cards, such as all bids. There are few
    /// of these, and they come up all the time, so their tuples are made once and shared.
    static SHARED: [PyOnceLock<(ActionSet, Py<PyTuple>)>; NUM_ACTIONS] =
        [const { PyOnceLock::new() }; NUM_ACTIONS];
    let (low, high) = (set.0 as u64, (set.0 >> 64) as u64);
    let tuple = || PyTuple::new(py, Shared { objects: all_actions(py), low, high });
    let one = set.0 & set.0.wrapping_sub(1) == 0;
    if one || low & CardSet::ALL.0 == 0 {
        let last = 127u32.saturating_sub(set.0.leading_zeros()) as usize;
        if let Some(slot) = SHARED.get(last) {
            let (of, shared) =
                slot.get_or_try_init(py, || Ok::<_, PyErr>((set, tuple()?.unbind())))?;
            if *of == set {
                return Ok(shared.bind(py).clone());
            }
        }
    }
    tuple()
}

/// The shared objects of a set of actions: straight into a tuple, with no list between.
struct Shared<'a> {
    objects: &'a [Option<Py<PyAction>>; NUM_ACTIONS],
    /// The ids below 64, and those from there on.
    low: u64,
    high: u64,
}

impl<'a> Iterator for Shared<'a> {
    type Item = &'a Py<PyAction>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let id = if self.low != 0 {
            let id = self.low.trailing_zeros();
            self.low &= self.low - 1;
            id
        } else if self.high != 0 {
            let id = 64 + self.high.trailing_zeros();
            self.high &= self.high - 1;
            id
        } else {
            return None;
        };
        self.objects.get(id as usize)?.as_ref()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.low.count_ones() + self.high.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Shared<'_> {}
