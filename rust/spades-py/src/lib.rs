//! Python binding of `spades-core`: conversion, errors, signals and the release of the GIL.

// Doc comments here are Python docstrings, in Google style and with doctests.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes)]
// A number that is beyond all integer types is told apart from what is no number.
#![allow(clippy::option_option)]
// Arguments and receivers of Python methods have the types that the binding asks for.
#![allow(clippy::needless_pass_by_value, clippy::unused_self, clippy::trivially_copy_pass_by_ref)]

mod cards;
mod convert;
mod errors;
mod game;
mod observation;
mod playouts;
mod round;
mod rules;
mod scores;
mod search;
mod solve;
mod vector_env;
mod view;
mod work;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NUM_ACTIONS", spades_core::NUM_ACTIONS)?;
    module.add("OBSERVATION_SIZE", spades_core::tensor::OBSERVATION_SIZE)?;
    module.add("OBSERVATION_BYTES", spades_core::tensor::PACKED_SIZE)?;
    module.add("PRESETS", PyTuple::new(py, spades_core::PRESETS)?)?;
    let layout = spades_core::tensor::LAYOUT.iter().map(|b| (b.name, b.start, b.len));
    module.add("OBSERVATION_LAYOUT", PyTuple::new(py, layout.collect::<Vec<_>>())?)?;
    module.add("RULES_FIELDS", PyTuple::new(py, rules::FIELDS)?)?;
    module.add_class::<cards::PyCard>()?;
    module.add_class::<cards::PyCardSet>()?;
    module.add_class::<cards::PyAction>()?;
    module.add_class::<cards::PyBid>()?;
    module.add_class::<rules::PyRules>()?;
    module.add_class::<scores::PyRoundScore>()?;
    module.add_class::<scores::PyScore>()?;
    module.add_class::<scores::PyOutcome>()?;
    module.add_class::<round::PyRound>()?;
    module.add_class::<game::PyFinishedRound>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<observation::PyObservation>()?;
    module.add_class::<solve::PySolution>()?;
    module.add_class::<playouts::PyPlayouts>()?;
    module.add_class::<vector_env::PyVectorEnv>()?;
    module.add_class::<search::PySearchResult>()?;
    module.add_function(wrap_pyfunction!(scores::score_round, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::code_path, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(vector_env::unpack_observations, module)?)?;
    module.add_function(wrap_pyfunction!(search::search, module)?)?;
    module.add_function(wrap_pyfunction!(search::rule_action, module)?)?;
    module.add_function(wrap_pyfunction!(search::book_action, module)?)?;
    module.add_function(wrap_pyfunction!(search::estimate_tricks, module)?)?;
    // Every public name is meant to be seen; a list of them would only have to be kept in step.
    module.delattr("__all__")?;
    Ok(())
}
