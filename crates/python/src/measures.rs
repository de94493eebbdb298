//! Converts the counters of random games that measures use to dictionaries.

use lusory_engine::results::Results;
use lusory_engine::totals::{CellNumbers, Measures, Moments, Totals};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The names of the quantities of `Moments`, in its order.
const MOMENT_NAMES: [&str; 5] = ["choices", "legal", "forced", "captures", "tree"];

/// Adds the counters to a dictionary.
pub fn add_to(parts: &Bound<'_, PyDict>, totals: &Totals, players: usize) -> PyResult<()> {
    let (py, Measures { ends, nothing_legal, turns, moments: sums, occupied, cells: by_cell }) =
        (parts.py(), &totals.measures);
    parts.set_item("ends", results_list(py, ends, players)?)?;
    parts.set_item("nothing", results(py, nothing_legal, players)?)?;
    parts.set_item("turns", turns)?;
    parts.set_item("captures", totals.branching.iter().map(|at| (at.games, at.captured)).collect::<Vec<_>>())?;
    parts.set_item("moments", moments(py, sums)?)?;
    parts.set_item("occupied", occupied.to_vec())?;
    parts.set_item("cells", cells(py, by_cell, players)?)
}

fn results_list<'py>(py: Python<'py>, each: &[Results], players: usize) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    each.iter().map(|ended| results(py, ended, players)).collect()
}

/// By name: the sum, the sum of squares, and the sum of products with the number of choices.
fn moments<'py>(py: Python<'py>, moments: &Moments) -> PyResult<Bound<'py, PyDict>> {
    let moments_by_name = PyDict::new(py);
    for (i, name) in MOMENT_NAMES.into_iter().enumerate() {
        moments_by_name.set_item(name, (moments.sums[i], moments.squares[i], moments.by_choices[i]))?;
    }
    Ok(moments_by_name)
}

fn cells<'py>(py: Python<'py>, cells: &CellNumbers, players: usize) -> PyResult<Bound<'py, PyDict>> {
    let counts = PyDict::new(py);
    counts.set_item("played", &cells.played)?;
    counts.set_item("first", results_list(py, &cells.first, players)?)?;
    counts.set_item("last", &cells.last)?;
    counts.set_item("owned", &cells.owned)?;
    Ok(counts)
}

/// The number of games, points in twelfths and wins (each one number per player), and draws.
pub fn results<'py>(py: Python<'py>, results: &Results, players: usize) -> PyResult<Bound<'py, PyTuple>> {
    let each = |numbers: &[u64]| numbers.iter().copied().take(players).collect::<Vec<_>>();
    (results.games, each(&results.points), each(&results.wins), results.draws).into_pyobject(py)
}
