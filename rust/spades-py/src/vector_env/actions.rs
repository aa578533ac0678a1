//! The actions of a step: how they are read, and the error for those that are refused.

use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spades_core::Action;
use spades_core::batch::{Batch, NO_ACTION};

use crate::{convert, errors};

/// Rows that an error names.
const NAMED_ROWS: usize = 5;

/// Reads the actions into `ids`; what is out of range becomes [`NO_ACTION`].
pub fn read_actions(actions: &Bound<'_, PyAny>, ids: &mut [u8]) -> PyResult<()> {
    let (py, n) = (actions.py(), ids.len());
    let Ok(array) = actions.cast::<PyUntypedArray>() else {
        let kind = actions.get_type().name()?;
        let message =
            format!("actions: a {kind}, expected a numpy array of integers, shape ({n},)");
        return Err(errors::invalid(py, message));
    };
    let dtype = array.dtype();
    if !matches!(kind_of(&dtype)?.as_str(), "i" | "u") {
        let message = format!("actions: an array of {dtype}, expected integers");
        return Err(errors::invalid(py, message));
    }
    if array.shape() != [n] {
        let shape = PyTuple::new(py, array.shape())?;
        let message = format!("actions: an array of shape {shape}, expected ({n},)");
        return Err(errors::invalid(py, message));
    }
    if read(array, ids) {
        return Ok(());
    }
    // Strided, unaligned, of the other byte order, or lent to somebody: a copy of it is none of these.
    let native = dtype.call_method1("newbyteorder", ("=",))?;
    let copy = py.import("numpy")?.call_method1("array", (array, native))?;
    let copy = copy.cast::<PyUntypedArray>()?;
    if read(copy, ids) {
        return Ok(());
    }
    Err(errors::invalid(py, format!("actions: an array of {dtype} cannot be read")))
}

fn kind_of(dtype: &Bound<'_, PyAny>) -> PyResult<String> {
    dtype.getattr("kind")?.extract()
}

/// Reads the actions if they are of some integer type and lie one after the other.
fn read(array: &Bound<'_, PyUntypedArray>, ids: &mut [u8]) -> bool {
    read_as::<i64>(array, ids)
        || read_as::<i32>(array, ids)
        || read_as::<u8>(array, ids)
        || read_as::<i8>(array, ids)
        || read_as::<i16>(array, ids)
        || read_as::<u16>(array, ids)
        || read_as::<u32>(array, ids)
        || read_as::<u64>(array, ids)
}

/// Reads the actions if they are of this type and lie one after the other.
fn read_as<T: Element + Copy + TryInto<u8>>(
    array: &Bound<'_, PyUntypedArray>,
    ids: &mut [u8],
) -> bool {
    let Ok(array) = array.cast::<PyArray1<T>>() else { return false };
    let Ok(array) = array.try_readonly() else { return false };
    let Ok(actions) = array.as_slice() else { return false };
    if actions.len() != ids.len() {
        return false;
    }
    for (id, &action) in ids.iter_mut().zip(actions) {
        *id = action.try_into().unwrap_or(NO_ACTION).min(NO_ACTION);
    }
    true
}

/// The error for rows whose action is not legal: it is that of the first, and names the others.
pub fn refused(actions: &Bound<'_, PyAny>, batch: &Batch, rows: &[usize]) -> PyErr {
    let py = actions.py();
    let Some(&first) = rows.first() else {
        return errors::invalid(py, "an action is not legal");
    };
    let n = batch.len();
    let others = if rows.len() == 1 {
        format!("the other actions of {n} are legal")
    } else {
        let named: Vec<_> = rows.iter().take(NAMED_ROWS).map(usize::to_string).collect();
        let more = rows.len().saturating_sub(NAMED_ROWS);
        let and_more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{} of {n} are not legal: rows {}{and_more}", rows.len(), named.join(", "))
    };
    let end = format!("{others}; no round has changed");
    let legal = batch.legal()[first];
    let value = match actions.call_method1("item", (first,)) {
        Ok(value) => value,
        Err(error) => return error,
    };
    let action = value.extract::<u8>().ok().and_then(Action::new);
    if let (Some(action), Some((round, _))) = (action, batch.round(first)) {
        let why = round.why_not(action).unwrap_or_default();
        errors::illegal(py, action, &format!("row {first}: {why} ({end})"), legal)
    } else {
        let shown = convert::shown(&value);
        let reason = format!("row {first}: {shown} is the id of no action ({end})");
        errors::unknown_action(&value, &reason, legal)
    }
}
