//! Arrays that are made once and written again by each step.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::prelude::*;

use crate::errors;

/// An array that is made once: the one that is written, and the read-only view that is shown.
pub struct Kept<T: Element> {
    written: Py<PyArray1<T>>,
    pub shown: Py<PyAny>,
}

impl<T: Element + Default + Clone> Kept<T> {
    /// `width`: items a row; `None` for an array of one dimension.
    pub fn new(py: Python<'_>, rows: usize, width: Option<usize>) -> PyResult<Self> {
        let written = PyArray1::from_vec(py, filled(py, rows * width.unwrap_or(1))?);
        let shown = match width {
            Some(width) => written.reshape([rows, width])?.into_any(),
            None => written.call_method0("view")?,
        };
        shown.getattr("flags")?.setattr("writeable", false)?;
        Ok(Self { written: written.unbind(), shown: shown.unbind() })
    }

    pub fn lent<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArray1<'py, T>> {
        self.written.bind(py).try_readwrite().map_err(|error| {
            errors::invalid(py, format!("an array of the environment is in use: {error}"))
        })
    }
}

/// A list of default values, or an error where memory does not suffice.
pub fn filled<T: Default + Clone>(py: Python<'_>, items: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(items).map_err(|_| {
        let size = items.saturating_mul(size_of::<T>()) / 1_000_000;
        errors::invalid(py, format!("too little memory for an array of {size} MB: fewer rounds"))
    })?;
    list.resize(items, T::default());
    Ok(list)
}
