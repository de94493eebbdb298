//! Python class of a player's knowledge.

use crate::calls::{long, quietly, short};
use crate::state::PyState;
use lusory_engine::machine::PlayerKnowledge as Held;
use lusory_engine::stream::Stream;
use pyo3::prelude::*;
use std::sync::Arc;

/// All that one player knows of a position, and nothing else.
#[pyclass(frozen, name = "Knowledge", module = "lusory._engine")]
pub struct PyKnowledge {
    pub held: Arc<dyn Held>,
}

#[pymethods]
impl PyKnowledge {
    /// Whose it is.
    #[getter]
    fn viewer(&self) -> u8 {
        self.held.viewer()
    }

    /// A position that agrees with it, drawn from a seed; None where none was found in good time.
    fn sample(&self, py: Python<'_>, seed: u64) -> PyResult<Option<PyState>> {
        let found = long(py, |stop| self.held.draw(&mut Stream::new(seed, 0), false, stop), quietly)?;
        Ok(found.map(|position| PyState { position }))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyKnowledge>() else { return Ok(false) };
        short(|| self.held.same(other.get().held.as_ref()))
    }

    fn __hash__(&self) -> PyResult<u64> {
        short(|| self.held.hash())
    }
}
