//! From core errors to the Python exceptions of `spades.errors`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use spades_core::{Action, ActionSet, Error};

/// An exception class of `spades.errors`.
fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module =
        MODULE.get_or_try_init(py, || py.import("spades.errors").map(Bound::unbind))?.bind(py);
    Ok(module.getattr(name)?.cast_into::<PyType>()?)
}

fn raise(py: Python<'_>, name: &str, message: String) -> PyErr {
    match class(py, name) {
        Ok(class) => PyErr::from_type(class, (message,)),
        Err(error) => error,
    }
}

/// A `SpadesError`.
pub fn invalid(py: Python<'_>, message: impl Into<String>) -> PyErr {
    raise(py, "SpadesError", message.into())
}

/// A `RulesError` that names its field.
pub fn rules(py: Python<'_>, field: &str, reason: &str) -> PyErr {
    raise(py, "RulesError", format!("{field}: {reason}"))
}

/// A `ParseError`.
pub fn parse(py: Python<'_>, message: impl Into<String>) -> PyErr {
    raise(py, "ParseError", message.into())
}

/// The exception for an error of the core.
pub fn from_core(py: Python<'_>, error: &Error) -> PyErr {
    let name = match error {
        Error::Rules { .. } => "RulesError",
        Error::Parse(_) => "ParseError",
        Error::Illegal(_) | Error::Invalid(_) => "SpadesError",
    };
    raise(py, name, error.to_string())
}

/// An `IllegalActionError`.
pub fn illegal(py: Python<'_>, action: Action, reason: &str, legal: ActionSet) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let args = (crate::cards::action(py, action), reason, crate::cards::actions(py, legal)?);
        class(py, "IllegalActionError")?.call1(args).map(PyErr::from_value)
    };
    make().unwrap_or_else(|error| error)
}

/// An `UnknownActionError` for a value that is no action at all.
pub fn unknown_action(value: &Bound<'_, PyAny>, reason: &str, legal: ActionSet) -> PyErr {
    let py = value.py();
    let make = || -> PyResult<PyErr> {
        let args = (value, reason, crate::cards::actions(py, legal)?);
        class(py, "UnknownActionError")?.call1(args).map(PyErr::from_value)
    };
    make().unwrap_or_else(|error| error)
}
