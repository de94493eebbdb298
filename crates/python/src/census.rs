//! The Python class `Census`: an iterator of the rows of a census.

use crate::calls::{call_long, no_progress};
use lusory_engine::census::{CensusFault, CensusRow};
use lusory_engine::machine::CensusRows;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRecursionError, PyRuntimeError};
use pyo3::prelude::*;
use std::sync::Mutex;

/// The rows of a census: an iterator. A row is [nodes, finished, wins of each player ..., draws].
///
/// Raises RecursionError for a turn that never ends, MemoryError where too many states would have to be held.
#[pyclass(frozen, name = "Census", module = "lusory._engine")]
pub struct PyCensus {
    rows: Mutex<Box<dyn CensusRows>>,
    players: usize,
}

impl PyCensus {
    pub fn new(rows: Box<dyn CensusRows>, players: usize) -> Self {
        PyCensus { rows: Mutex::new(rows), players }
    }
}

#[pymethods]
impl PyCensus {
    fn __iter__(it: PyRef<'_, Self>) -> PyRef<'_, Self> {
        it
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<u128>>> {
        let row = call_long(py, |stop| self.rows.try_lock().map(|mut rows| rows.row(stop)).ok(), no_progress)?;
        let row = row.ok_or_else(|| PyRuntimeError::new_err("this census is being counted by another thread"))?;
        Ok(row.map_err(refusal)?.map(|row| row_numbers(&row, self.players)))
    }
}

fn row_numbers(row: &CensusRow, players: usize) -> Vec<u128> {
    let wins = row.wins.iter().copied().take(players);
    [row.nodes, row.finished].into_iter().chain(wins).chain([row.draws]).collect()
}

fn refusal(fault: CensusFault) -> PyErr {
    match fault {
        CensusFault::LongTurn => PyRecursionError::new_err("a turn that never ends"),
        CensusFault::TooManyStates => PyMemoryError::new_err("more states than may be held at once"),
        CensusFault::Overflow => PyOverflowError::new_err("more sequences of plies than 128 bits count"),
        CensusFault::Stopped => PyRuntimeError::new_err("stopped"),
    }
}
