//! `solve`: the exact value of a round whose hands are all known.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use spades_core::code_path::CodePath;
use spades_core::{Solution, solve_round};

use crate::round::PyRound;
use crate::work::interruptible;
use crate::{cards, errors};

/// The exact value of a position, for the side of the seat to act.
#[pyclass(name = "Solution", module = "spades", frozen)]
pub struct PySolution(Solution);

#[pymethods]
impl PySolution {
    /// Points of the own side minus those of the best other side, with no bags before the round.
    #[getter]
    fn value(&self) -> i32 {
        self.0.value
    }

    /// The same after each legal card, by Action.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let actions = PyDict::new(py);
        for &(action, value) in &self.0.actions {
            actions.set_item(cards::action(py, action), value)?;
        }
        Ok(actions)
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        let actions: Vec<String> =
            self.0.actions.iter().map(|(action, value)| format!("{action} {value:+}")).collect();
        format!("<Solution {:+}: {}>", self.0.value, actions.join(", "))
    }
}

/// Solves a round in which all hands are known, exactly.
///
/// Any position of the play, of any rules. In a game of three or four on their own, the seat to act
/// plays against all others. Two hands and two partnerships without an open nil take milliseconds,
/// the rest mostly less than a second up to 11 cards a hand; whole rounds may take minutes. Ctrl-C ends
/// it, and a solve needs some 100 MiB at most.
///
/// Args:
///     round: a Round whose phase is "play".
///
/// Returns:
///     A Solution: `value` and, per legal action, `actions`, in points: the own side's minus those
///     of the best other side, as `score_round` gives them with no bags before.
///
/// Raises:
///     SpadesError: if no card is to be played.
///
/// Example:
///     >>> import spades
///     >>> end = spades.Round.setup(
///     ...     "two-handed", ["A2...", "K3..."], bids=[1, 1], tricks=[0, 0], turn=0)
///     >>> solution = spades.solve(end)
///     >>> solution.value, solution.actions
///     (0, {Action('2S'): 0, Action('AS'): 0})
#[pyfunction]
pub fn solve(py: Python<'_>, round: &Bound<'_, PyAny>) -> PyResult<PySolution> {
    let Ok(cell) = round.cast::<PyRound>() else {
        let shown = crate::convert::shown(round);
        return Err(errors::invalid(py, format!("round: {shown} is not a Round")));
    };
    let (core, rules) = {
        let round = cell.borrow();
        (round.core, round.rules.get().core)
    };
    let solved = interruptible(py, move |stop| solve_round(&rules, &core, stop))?;
    match solved.map_err(|e| errors::from_core(py, &e))? {
        Some(solution) => Ok(PySolution(solution)),
        None => Err(errors::invalid(py, "the solve was stopped")),
    }
}

/// The code that the solvers of this process run, `portable` or `bmi`: chosen once, at the first call or solve.
///
/// Args:
///     portable: choose the code for every processor; by default the best that this one can run.
///
/// Raises:
///     SpadesError: if other code was chosen before.
#[pyfunction(name = "_code_path")]
#[pyo3(signature = (*, portable = false))]
pub fn code_path(py: Python<'_>, portable: bool) -> PyResult<&'static str> {
    if portable && !CodePath::PORTABLE.choose() {
        let name = CodePath::chosen().name();
        return Err(errors::invalid(py, format!("the solvers run the {name} code by now")));
    }
    Ok(CodePath::chosen().name())
}
