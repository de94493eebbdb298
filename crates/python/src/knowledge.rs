//! The Python class `Knowledge`: one player's knowledge.

use crate::calls::{call_long, call_short, no_progress};
use crate::state::PyState;
use lusory_engine::machine::PlayerKnowledge;
use lusory_engine::stream::Stream;
use pyo3::prelude::*;
use std::sync::Arc;

/// A player's knowledge, detached from the position.
#[pyclass(frozen, name = "Knowledge", module = "lusory._engine")]
pub struct PyKnowledge {
    pub knowledge: Arc<dyn PlayerKnowledge>,
}

#[pymethods]
impl PyKnowledge {
    /// The player.
    #[getter]
    fn viewer(&self) -> u8 {
        self.knowledge.viewer()
    }

    /// A position consistent with the knowledge, sampled from a seed; None where none was found within the budget.
    fn sample(&self, py: Python<'_>, seed: u64) -> PyResult<Option<PyState>> {
        let position =
            call_long(py, |stop| self.knowledge.sample(&mut Stream::new(seed, 0), false, stop), no_progress)?;
        Ok(position.map(|position| PyState { position }))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyKnowledge>() else { return Ok(false) };
        call_short(|| self.knowledge.same(other.get().knowledge.as_ref()))
    }

    fn __hash__(&self) -> PyResult<u64> {
        call_short(|| self.knowledge.hash())
    }
}
