//! The Python class `Engine`: a compiled game.

use crate::calls::call_short;
use crate::form;
use crate::state::PyState;
use lusory_engine::machine::{Machine, PlayoutMethod, compile};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A game compiled from its program (`lusory.engine.program`).
///
/// Raises ValueError, which says where and why, for a program that the engine cannot play.
#[pyclass(frozen, module = "lusory._engine")]
pub struct Engine {
    machine: Arc<dyn Machine>,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, program: &str) -> PyResult<Self> {
        let compiled = py.detach(|| call_short(|| compile(program)))?;
        if let Ok(machine) = &compiled {
            machine.set_lane_provider(lusory_run::lane_player);
        }
        let refusal = |fault: lusory_engine::rule::parse::Fault| format!("{}: {}", fault.path, fault.message);
        compiled.map(|machine| Engine { machine }).map_err(|fault| PyValueError::new_err(refusal(fault)))
    }

    /// The position before the first ply.
    fn start(&self) -> PyResult<PyState> {
        Ok(PyState { position: call_short(|| self.machine.start())? })
    }

    /// The position of the bytes of `State.dump`, of this game or one with the same program. Raises ValueError for
    /// others.
    fn load(&self, dump: &[u8]) -> PyResult<PyState> {
        let dump = form::from_bytes(dump)?;
        let position = call_short(|| self.machine.load(&dump))?;
        position.map(|position| PyState { position }).ok_or_else(|| PyValueError::new_err("no position of this game"))
    }

    /// What plays random games from the start: "kernel", "program", "program, bare games" (measured ones: the general
    /// engine), or "general".
    #[getter]
    fn playout_method(&self) -> PyResult<&'static str> {
        Ok(match call_short(|| self.machine.playout_method())? {
            PlayoutMethod::Kernel => "kernel",
            PlayoutMethod::Program { observed: true } => "program",
            PlayoutMethod::Program { observed: false } => "program, bare games",
            PlayoutMethod::General => "general",
        })
    }

    /// How many words of 64 places a set of cells takes.
    #[getter]
    fn width(&self) -> usize {
        self.machine.width()
    }
}
