//! Positions and events as bytes: MessagePack of the form that `lusory.engine.form` declares.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::{Serialize, de::DeserializeOwned};

/// A value as bytes, with its fields by name.
pub fn to_bytes<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = rmp_serde::to_vec_named(value).map_err(|fault| PyValueError::new_err(fault.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}

/// The value of bytes.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> PyResult<T> {
    rmp_serde::from_slice(bytes).map_err(|fault| PyValueError::new_err(fault.to_string()))
}
