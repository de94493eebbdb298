//! The Python function `stream`: draws from the random stream of a game.

use lusory_engine::stream::Stream;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::num::NonZeroU64;

/// Extracts an unsigned 64-bit number of at least `least`; errors name the argument (`path`) and what was expected.
fn word(value: &Bound<'_, PyAny>, path: &str, least: u64) -> PyResult<u64> {
    let refusal = || format!("{path}: {value:?}, expected a whole number from {least} to 2**64 - 1");
    match value.extract::<u64>() {
        Ok(number) if number >= least => Ok(number),
        Err(error) if !error.is_instance_of::<PyOverflowError>(value.py()) => Err(PyTypeError::new_err(refusal())),
        _ => Err(PyValueError::new_err(refusal())),
    }
}

fn bound(value: &Bound<'_, PyAny>, i: usize) -> PyResult<NonZeroU64> {
    let path = format!("bounds[{i}]");
    NonZeroU64::new(word(value, &path, 1)?).ok_or_else(|| PyValueError::new_err(path))
}

/// Draws from the stream of game number `index` of `seed`: one uniform number below each bound.
#[pyfunction]
pub fn stream(seed: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>, bounds: Vec<Bound<'_, PyAny>>) -> PyResult<Vec<u64>> {
    let mut stream = Stream::new(word(seed, "seed", 0)?, word(index, "index", 0)?);
    bounds.iter().enumerate().map(|(i, value)| Ok(stream.below(bound(value, i)?))).collect()
}
