//! `RoundScore`, `Score`, `Outcome` and the scoring of a round.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use spades_core::{Bid, Reason, Rules, Scores, check_score_input};

use crate::cards::reduce;
use crate::rules::PyRules;
use crate::{convert, errors};

/// A side's score of one round: `points` is the sum of the `lines`, `bags` are held afterwards.
#[pyclass(name = "RoundScore", module = "spades", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyRoundScore {
    /// Points of the round.
    #[pyo3(get)]
    points: i64,
    /// Bags held after the round.
    #[pyo3(get)]
    bags: i64,
    lines_: Vec<(String, i64)>,
}

#[pymethods]
impl PyRoundScore {
    #[new]
    #[pyo3(signature = (points, bags, lines))]
    fn new(
        points: &Bound<'_, PyAny>,
        bags: &Bound<'_, PyAny>,
        lines: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let expected = "lines: expected (name, points) pairs";
        let lines_: Vec<(String, i64)> =
            lines.extract().map_err(|_| errors::invalid(lines.py(), expected))?;
        let points = count(points, "points")?;
        if lines_.iter().map(|line| i128::from(line.1)).sum::<i128>() != i128::from(points) {
            let message = format!("lines: they do not add up to the points, {points}");
            return Err(errors::invalid(lines.py(), message));
        }
        Ok(Self { points, bags: count(bags, "bags")?, lines_ })
    }

    /// The items that add up to the points, such as ("contract", 50), ("overtricks", 3).
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.lines_.clone())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let lines = self.lines(py)?.repr()?;
        Ok(format!("RoundScore(points={}, bags={}, lines={lines})", self.points, self.bags))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let args = (self.points, self.bags, PyList::new(py, self.lines_.clone())?);
        reduce(py, py.get_type::<Self>().into_any(), args.into_pyobject(py)?)
    }
}

/// Points and bags stay far below this in any game.
const MOST: i128 = 1 << 53;

fn count(value: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    convert::number(value, what, -MOST, MOST).map(|n| n as i64)
}

/// A side's standing in the game.
#[pyclass(name = "Score", module = "spades", frozen, eq, hash, get_all)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyScore {
    /// Points so far.
    pub points: i64,
    /// Bags held.
    pub bags: i64,
}

#[pymethods]
impl PyScore {
    #[new]
    fn new(points: &Bound<'_, PyAny>, bags: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { points: count(points, "points")?, bags: count(bags, "bags")? })
    }

    fn __repr__(&self) -> String {
        format!("Score(points={}, bags={})", self.points, self.bags)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let args = (self.points, self.bags).into_pyobject(py)?;
        reduce(py, py.get_type::<Self>().into_any(), args)
    }
}

/// How a game ended: the winning side (None for a draw), why, and the final scores.
#[pyclass(name = "Outcome", module = "spades", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyOutcome {
    /// The winning side, or None for a draw.
    #[pyo3(get)]
    winner: Option<usize>,
    reason_: String,
    scores_: Vec<PyScore>,
}

impl PyOutcome {
    pub fn of(winner: Option<usize>, reason: Reason, scores: Vec<PyScore>) -> Self {
        Self { winner, reason_: reason.name().into(), scores_: scores }
    }
}

#[pymethods]
impl PyOutcome {
    #[new]
    #[pyo3(signature = (winner, reason, scores))]
    fn new(
        winner: &Bound<'_, PyAny>,
        reason: &Bound<'_, PyAny>,
        scores: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let py = scores.py();
        let expected = "a reason: target, lose_score, rounds or max_rounds";
        let reason_ = convert::text(reason, expected)?;
        if Reason::ALL.iter().all(|known| known.name() != reason_) {
            let shown = convert::shown(reason);
            return Err(errors::invalid(py, format!("{shown} is not {expected}")));
        }
        let not_scores = || errors::invalid(py, "scores: expected 2 to 4 Score objects");
        let items: Vec<_> =
            scores.try_iter().map_err(|_| not_scores())?.take(5).collect::<PyResult<_>>()?;
        let scores_: Vec<PyScore> = items
            .iter()
            .map(|score| score.cast::<PyScore>().map(|s| *s.get()).map_err(|_| not_scores()))
            .collect::<PyResult<_>>()?;
        if !(2..=4).contains(&scores_.len()) {
            return Err(not_scores());
        }
        let winner = if winner.is_none() {
            None
        } else {
            Some(convert::number(winner, "winner", 0, scores_.len() as i128 - 1)? as usize)
        };
        Ok(Self { winner, reason_, scores_ })
    }

    /// "target", "lose_score", "rounds" or "max_rounds".
    #[getter]
    fn reason(&self) -> &str {
        &self.reason_
    }

    /// The final scores by side.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.scores_.clone())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let winner = self.winner.map_or("None".to_owned(), |side| side.to_string());
        let scores = self.scores(py)?.repr()?;
        Ok(format!("Outcome(winner={winner}, reason='{}', scores={scores})", self.reason_))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let args = (self.winner, self.reason_.clone(), self.scores(py)?).into_pyobject(py)?;
        reduce(py, py.get_type::<Self>().into_any(), args)
    }
}

/// The scores of the sides as a tuple of `RoundScore`.
pub fn round_scores<'py>(
    py: Python<'py>,
    rules: &Rules,
    scores: &Scores,
) -> PyResult<Bound<'py, PyTuple>> {
    let sides = scores.iter().take(rules.sides()).map(|side| PyRoundScore {
        points: side.points,
        bags: side.bags,
        lines_: side.lines().iter().map(|(line, n)| (line.name().to_owned(), *n)).collect(),
    });
    PyTuple::new(py, sides.collect::<Vec<_>>())
}

/// The standings of the sides as a tuple of `Score`.
pub fn standing(rules: &Rules, points: &[i64; 4], bags: &[i64; 4]) -> Vec<PyScore> {
    (0..rules.sides()).map(|side| PyScore { points: points[side], bags: bags[side] }).collect()
}

/// The bags by side that a caller gives, or none.
pub fn bags_given(bags: Option<&Bound<'_, PyAny>>, sides: usize) -> PyResult<[i64; 4]> {
    bags.map_or(Ok([0; 4]), |b| convert::numbers(b, "bags", sides, 1_000_000_000))
}

/// Scores a round.
///
/// Args:
///     rules: Rules or a preset's name.
///     bids: per seat an int, a text or a Bid.
///     tricks: per seat; together at most the tricks of a round.
///     bags: per side, held before the round; none by default.
///
/// Returns:
///     Per side a RoundScore whose lines add up to its points.
///
/// Raises:
///     SpadesError: if a number cannot be, or a list has the wrong length.
///
/// Example:
///     >>> import spades
///     >>> mine, yours = spades.score_round("two-handed", [5, "nil"], [9, 4], [7, 0])
///     >>> mine.points, mine.bags, mine.lines
///     (-46, 1, (('contract', 50), ('overtricks', 4), ('bag-penalty', -100)))
///     >>> yours
///     RoundScore(points=-100, bags=0, lines=(('nil', -100),))
#[pyfunction]
#[pyo3(signature = (rules, bids, tricks, bags = None))]
pub fn score_round<'py>(
    py: Python<'py>,
    rules: &Bound<'py, PyAny>,
    bids: &Bound<'py, PyAny>,
    tricks: &Bound<'py, PyAny>,
    bags: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let rules = PyRules::of(rules)?.get().core;
    let players = rules.players as usize;
    let mut made = [Bid::NIL; 4];
    for (i, (to, item)) in made.iter_mut().zip(convert::items(bids, "bids", players)?).enumerate() {
        *to = convert::bid(&item, &format!("bids[{i}]"))?;
    }
    let won = convert::numbers(tricks, "tricks", players, i128::from(rules.hand_size()))?;
    let won = won.map(|n| n as u8);
    let bags = bags_given(bags, rules.sides())?;
    check_score_input(&rules, &made, &won, &bags).map_err(|e| errors::from_core(py, &e))?;
    round_scores(py, &rules, &spades_core::score_round(&rules, &made, &won, &bags))
}
