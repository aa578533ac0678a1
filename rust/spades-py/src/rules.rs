//! `Rules`: the configuration of a table, frozen and checked when it is made.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBoolMethods, PyDict, PyString, PyTuple};
use spades_core::{Deal, Discards, Error, NilTricks, OpenerRule, PRESETS, Rules};

use crate::{convert, errors};

/// Names of the fields in the order of the rules.
pub const FIELDS: [&str; 24] = [
    "name",
    "players",
    "partnerships",
    "deal",
    "discards",
    "opener",
    "hand_hidden_until_bid",
    "misdeal",
    "max_bid",
    "nil_bonus",
    "nil_penalty",
    "nil_tricks",
    "blind_nil_bonus",
    "blind_nil_penalty",
    "moon_bonus",
    "double_nil_bonus",
    "trick_points",
    "bag_points",
    "bag_limit",
    "bag_penalty",
    "target",
    "rounds",
    "max_rounds",
    "lose_score",
];

/// The rules of a table.
///
/// Every field has a default; `Rules.preset(name)` gives the well-known tables and `replace` changes
/// some fields. Rules are frozen, hashable and picklable.
///
/// Raises:
///     RulesError: if a value is out of range or contradicts another; it names the field.
///
/// Example:
///     >>> from spades import Rules
///     >>> rules = Rules.preset("two-handed").replace(target=500, name="ours")
///     >>> rules
///     Rules(name='ours', target=500)
///     >>> rules.hand_size, rules.sides, rules.nil_bonus
///     (13, 2, 100)
///     >>> rules.replace(players=3)
///     Traceback (most recent call last):
///     spades.errors.RulesError: deal: "draw" needs 2 players, not 3: use "dealt"
#[pyclass(name = "Rules", module = "spades", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyRules {
    pub label: String,
    pub core: Rules,
}

fn wrong(value: &Bound<'_, PyAny>, field: &str, expected: &str) -> PyErr {
    let reason = format!("{} is not {expected}", convert::shown(value));
    errors::rules(value.py(), &convert::short(field.to_owned()), &reason)
}

fn whole(value: &Bound<'_, PyAny>, field: &str) -> PyResult<i32> {
    convert::number(value, field, i128::from(i32::MIN), i128::from(i32::MAX))
        .map(|n| n as i32)
        .map_err(|_| wrong(value, field, "a whole number in range"))
}

/// A whole number that is not below 0.
fn count<T: TryFrom<i32>>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<T> {
    T::try_from(whole(value, field)?).map_err(|_| wrong(value, field, "in range"))
}

fn flag(value: &Bound<'_, PyAny>, field: &str) -> PyResult<bool> {
    value
        .cast::<PyBool>()
        .map(PyBoolMethods::is_true)
        .map_err(|_| wrong(value, field, "True or False"))
}

fn word<T>(
    value: &Bound<'_, PyAny>,
    field: &str,
    from_name: fn(&str) -> Option<T>,
    names: &[&str],
) -> PyResult<T> {
    let found = value.cast::<PyString>().ok().and_then(|text| text.to_cow().ok());
    found
        .and_then(|text| from_name(&text))
        .ok_or_else(|| wrong(value, field, &format!("one of {}", names.join(", "))))
}

impl PyRules {
    fn set(&mut self, field: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let rules = &mut self.core;
        match field {
            "name" => {
                let name = value.cast::<PyString>().ok().and_then(|text| text.to_cow().ok());
                self.label = name.ok_or_else(|| wrong(value, field, "a text"))?.into_owned();
            }
            "lose_score" => {
                rules.lose_score = if value.is_none() { None } else { Some(whole(value, field)?) };
            }
            "players" => rules.players = count(value, field)?,
            "partnerships" => rules.partnerships = flag(value, field)?,
            "deal" => rules.deal = word(value, field, Deal::from_name, Deal::NAMES)?,
            "discards" => {
                rules.discards = word(value, field, Discards::from_name, Discards::NAMES)?;
            }
            "opener" => {
                rules.opener = word(value, field, OpenerRule::from_name, OpenerRule::NAMES)?;
            }
            "hand_hidden_until_bid" => rules.hand_hidden_until_bid = flag(value, field)?,
            "misdeal" => rules.misdeal = flag(value, field)?,
            "max_bid" => rules.max_bid = count(value, field)?,
            "nil_bonus" => rules.nil_bonus = whole(value, field)?,
            "nil_penalty" => rules.nil_penalty = whole(value, field)?,
            "nil_tricks" => {
                rules.nil_tricks = word(value, field, NilTricks::from_name, NilTricks::NAMES)?;
            }
            "blind_nil_bonus" => rules.blind_nil_bonus = whole(value, field)?,
            "blind_nil_penalty" => rules.blind_nil_penalty = whole(value, field)?,
            "moon_bonus" => rules.moon_bonus = whole(value, field)?,
            "double_nil_bonus" => rules.double_nil_bonus = whole(value, field)?,
            "trick_points" => rules.trick_points = whole(value, field)?,
            "bag_points" => rules.bag_points = whole(value, field)?,
            "bag_limit" => rules.bag_limit = whole(value, field)?,
            "bag_penalty" => rules.bag_penalty = whole(value, field)?,
            "target" => rules.target = whole(value, field)?,
            "rounds" => rules.rounds = count(value, field)?,
            "max_rounds" => rules.max_rounds = count(value, field)?,
            _ => {
                let reason =
                    format!("there is no such field: expected one of {}", FIELDS.join(", "));
                return Err(errors::rules(value.py(), &convert::short(field.to_owned()), &reason));
            }
        }
        Ok(())
    }

    fn get<'py>(&self, py: Python<'py>, field: &str) -> PyResult<Bound<'py, PyAny>> {
        let rules = &self.core;
        Ok(match field {
            "name" => PyString::new(py, &self.label).into_any(),
            "lose_score" => rules.lose_score.into_pyobject(py)?,
            "players" => rules.players.into_pyobject(py)?.into_any(),
            "partnerships" => PyBool::new(py, rules.partnerships).to_owned().into_any(),
            "deal" => PyString::new(py, rules.deal.name()).into_any(),
            "discards" => PyString::new(py, rules.discards.name()).into_any(),
            "opener" => PyString::new(py, rules.opener.name()).into_any(),
            "hand_hidden_until_bid" => {
                PyBool::new(py, rules.hand_hidden_until_bid).to_owned().into_any()
            }
            "misdeal" => PyBool::new(py, rules.misdeal).to_owned().into_any(),
            "max_bid" => rules.max_bid.into_pyobject(py)?.into_any(),
            "nil_bonus" => rules.nil_bonus.into_pyobject(py)?.into_any(),
            "nil_penalty" => rules.nil_penalty.into_pyobject(py)?.into_any(),
            "nil_tricks" => PyString::new(py, rules.nil_tricks.name()).into_any(),
            "blind_nil_bonus" => rules.blind_nil_bonus.into_pyobject(py)?.into_any(),
            "blind_nil_penalty" => rules.blind_nil_penalty.into_pyobject(py)?.into_any(),
            "moon_bonus" => rules.moon_bonus.into_pyobject(py)?.into_any(),
            "double_nil_bonus" => rules.double_nil_bonus.into_pyobject(py)?.into_any(),
            "trick_points" => rules.trick_points.into_pyobject(py)?.into_any(),
            "bag_points" => rules.bag_points.into_pyobject(py)?.into_any(),
            "bag_limit" => rules.bag_limit.into_pyobject(py)?.into_any(),
            "bag_penalty" => rules.bag_penalty.into_pyobject(py)?.into_any(),
            "target" => rules.target.into_pyobject(py)?.into_any(),
            "rounds" => rules.rounds.into_pyobject(py)?.into_any(),
            "max_rounds" => rules.max_rounds.into_pyobject(py)?.into_any(),
            _ => unreachable!("FIELDS lists the fields"),
        })
    }

    fn changed(mut self, py: Python<'_>, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        for (field, value) in changes.into_iter().flatten() {
            let name = convert::text(&field, "the name of a field").map_err(|_| {
                errors::rules(py, &convert::shown(&field), "there is no such field")
            })?;
            self.set(&name, &value)?;
        }
        self.core.validate().map_err(|error: Error| errors::from_core(py, &error))?;
        Ok(self)
    }

    /// The rules that a value stands for: `Rules`, or a preset's name.
    pub fn of(value: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let py = value.py();
        if let Ok(rules) = value.cast::<Self>() {
            return Ok(rules.clone().unbind());
        }
        if value.is_instance_of::<PyString>() {
            return Py::new(py, Self::preset(value)?);
        }
        let reason = format!("{} is not a Rules or a preset's name", convert::shown(value));
        Err(errors::rules(py, "rules", &reason))
    }
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (**fields), text_signature = "(*, name='custom', players=2, partnerships=False, deal='draw', discards='private', opener='rotate', hand_hidden_until_bid=False, misdeal=False, max_bid=13, nil_bonus=100, nil_penalty=100, nil_tricks='ignored', blind_nil_bonus=0, blind_nil_penalty=0, moon_bonus=0, double_nil_bonus=0, trick_points=10, bag_points=1, bag_limit=10, bag_penalty=100, target=300, rounds=0, max_rounds=500, lose_score=None)")]
    fn new(py: Python<'_>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self { label: "custom".into(), core: Rules::default() }.changed(py, fields)
    }

    /// The rules of a well-known table; `spades.PRESETS` has the names.
    ///
    /// Raises:
    ///     RulesError: if there is no such preset.
    #[staticmethod]
    fn preset(name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let known = convert::text(name, "")
            .ok()
            .and_then(|name| Rules::preset(&name).map(|core| Self { label: name, core }));
        known.ok_or_else(|| {
            let reason = format!("{} is not one of {}", convert::shown(name), PRESETS.join(", "));
            errors::rules(name.py(), "preset", &reason)
        })
    }

    /// Reads rules from a TOML file; see the documentation of rules files.
    ///
    /// Raises:
    ///     RulesError: if the file cannot be read, or a key or a value is wrong; it names both.
    #[staticmethod]
    fn load<'py>(py: Python<'py>, path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        py.import("spades._rules_file")?.call_method1("load", (path,))
    }

    /// Writes the rules to a TOML file that `Rules.load` reads.
    fn dump(slf: &Bound<'_, Self>, path: &Bound<'_, PyAny>) -> PyResult<()> {
        slf.py().import("spades._rules_file")?.call_method1("dump", (slf, path))?;
        Ok(())
    }

    /// The same rules with some fields changed.
    ///
    /// Raises:
    ///     RulesError: if a value is wrong, or there is no such field.
    #[pyo3(signature = (**changes))]
    fn replace(&self, py: Python<'_>, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        self.clone().changed(py, changes)
    }

    /// All fields by name.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        for field in FIELDS {
            fields.set_item(field, self.get(py, field)?)?;
        }
        Ok(fields)
    }

    /// Cards a hand at the start: 13, or 17 with three players.
    #[getter]
    fn hand_size(&self) -> u8 {
        self.core.hand_size()
    }

    /// Number of sides.
    #[getter]
    fn sides(&self) -> usize {
        self.core.sides()
    }

    /// The side of a seat.
    fn side_of(&self, seat: &Bound<'_, PyAny>) -> PyResult<usize> {
        let seat = convert::seat(seat, "seat", self.core.players)?;
        Ok(self.core.side_of(seat as usize))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let usual = Self { label: "custom".into(), core: Rules::default() };
        let mut parts = Vec::new();
        for field in FIELDS {
            let value = self.get(py, field)?;
            if !value.eq(usual.get(py, field)?)? {
                parts.push(format!("{field}={}", value.repr()?));
            }
        }
        Ok(format!("Rules({})", parts.join(", ")))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.as_dict(py)?))
    }

    /// The preset's name, or your own.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "name")
    }

    /// Number of players: 2, 3 or 4.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "players")
    }

    /// Seats 0 and 2 against 1 and 3.
    #[getter]
    fn partnerships<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "partnerships")
    }

    /// How hands are made: "draw", "pick" or "dealt".
    #[getter]
    fn deal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "deal")
    }

    /// Who sees the cards thrown away in a draw: "private" or "face-up".
    #[getter]
    fn discards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "discards")
    }

    /// Who opens the next round: "rotate" or "random".
    #[getter]
    fn opener<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "opener")
    }

    /// Whether a hand is seen only when its turn to bid comes.
    #[getter]
    fn hand_hidden_until_bid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "hand_hidden_until_bid")
    }

    /// Whether a weak hand may have the pack dealt again.
    #[getter]
    fn misdeal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "misdeal")
    }

    /// Highest bid.
    #[getter]
    fn max_bid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "max_bid")
    }

    /// Points of a nil that takes no trick.
    #[getter]
    fn nil_bonus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "nil_bonus")
    }

    /// Points lost by a nil that takes a trick.
    #[getter]
    fn nil_penalty<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "nil_penalty")
    }

    /// What the tricks of a failed nil count for: "ignored", "bags" or "contract".
    #[getter]
    fn nil_tricks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "nil_tricks")
    }

    /// Points of a blind nil that takes no trick; 0: there is none.
    #[getter]
    fn blind_nil_bonus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "blind_nil_bonus")
    }

    /// Points lost by a failed blind nil.
    #[getter]
    fn blind_nil_penalty<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "blind_nil_penalty")
    }

    /// Points of 13 bid and taken; 0: an ordinary bid.
    #[getter]
    fn moon_bonus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "moon_bonus")
    }

    /// Points when both partners bid nil; 0: two nils are scored one by one.
    #[getter]
    fn double_nil_bonus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "double_nil_bonus")
    }

    /// Points per trick of the contract.
    #[getter]
    fn trick_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "trick_points")
    }

    /// Points per bag.
    #[getter]
    fn bag_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "bag_points")
    }

    /// Bags that are punished together; 0: never.
    #[getter]
    fn bag_limit<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "bag_limit")
    }

    /// Points lost per `bag_limit` bags.
    #[getter]
    fn bag_penalty<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "bag_penalty")
    }

    /// Score that ends the game; 0: none.
    #[getter]
    fn target<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "target")
    }

    /// Fixed number of rounds; 0: open.
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "rounds")
    }

    /// Rounds after which an open game ends.
    #[getter]
    fn max_rounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "max_rounds")
    }

    /// A side at or below it ends the game; None: no such score.
    #[getter]
    fn lose_score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "lose_score")
    }
}
