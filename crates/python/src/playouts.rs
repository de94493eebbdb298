//! Random games for Python: their totals, their outcomes, progress.

use crate::calls::long;
use crate::measures;
use lusory_engine::machine::{Position, Run};
use lusory_engine::observer::PlayoutOutcome;
use lusory_engine::playouts::RunControl;
use lusory_engine::state::Reason;
use lusory_engine::totals::{Results, Totals};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::sync::atomic::{AtomicU64, Ordering};

/// Which counters are returned.
#[derive(Clone, Copy)]
pub struct Parts {
    pub branching: bool,
    pub first_plies: bool,
    pub measures: bool,
}

/// Plays them; `progress` is called from this thread alone, now and then.
pub fn playouts<'py>(
    py: Python<'py>,
    position: &dyn Position,
    run: &Run,
    parts: Parts,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let totals = watched(py, progress, |watch| position.playouts(run, watch))?;
    to_dict(py, &totals, position.seats().len(), parts)
}

/// Plays them, and returns the outcome of each: three strings of bytes (see `PyState.outcomes`).
pub fn outcomes<'py>(
    py: Python<'py>,
    position: &dyn Position,
    run: &Run,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (found, players) = (watched(py, progress, |watch| position.outcomes(run, watch))?, position.seats().len());
    let end = |outcome: &PlayoutOutcome| match outcome.reason {
        Some(Reason::End(clause)) => clause as i16,
        Some(Reason::NothingLegal) => -1,
        None => -2,
    };
    let points: Vec<u8> = found.iter().flat_map(|outcome| outcome.points.into_iter().take(players)).collect();
    let ends: Vec<u8> = found.iter().flat_map(|outcome| end(outcome).to_le_bytes()).collect();
    let lengths: Vec<u8> = found.iter().flat_map(|outcome| outcome.length.to_le_bytes()).collect();
    let parts = PyDict::new(py);
    parts.set_item("points", PyBytes::new(py, &points))?;
    parts.set_item("ends", PyBytes::new(py, &ends))?;
    parts.set_item("lengths", PyBytes::new(py, &lengths))?;
    Ok(parts)
}

/// A long call that reports how many games have been played.
fn watched<'py, T: Send>(
    py: Python<'py>,
    progress: Option<&Bound<'py, PyAny>>,
    work: impl FnOnce(RunControl<'_>) -> T + Send,
) -> PyResult<T> {
    let played = AtomicU64::new(0);
    let note = |games| {
        played.fetch_max(games, Ordering::Relaxed);
    };
    let tell = || match progress {
        Some(progress) => progress.call1((played.load(Ordering::Relaxed),)).map(|_| true),
        None => Ok(true),
    };
    long(py, |stop| work(RunControl { stop, progress: &note }), tell)
}

fn to_dict<'py>(py: Python<'py>, totals: &Totals, players: usize, wanted: Parts) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    parts.set_item("games", totals.games)?;
    parts.set_item("plies", totals.plies)?;
    parts.set_item("results", results(py, &totals.results, players)?)?;
    parts.set_item("ended_by", &totals.ended_by)?;
    parts.set_item("nothing_legal", totals.nothing_legal)?;
    parts.set_item("cut_off", totals.cut_off)?;
    parts.set_item("lengths", &totals.lengths)?;
    let branching = totals.branching.iter().filter(|_| wanted.branching || wanted.measures);
    let branching = branching.map(|at| (at.games, at.legal, at.forced));
    parts.set_item("branching", branching.collect::<Vec<_>>())?;
    let first = PyDict::new(py);
    for (id, ended) in totals.first_plies.iter().filter(|_| wanted.first_plies || wanted.measures) {
        first.set_item(id, results(py, ended, players)?)?;
    }
    parts.set_item("first_plies", first)?;
    if wanted.measures {
        measures::add_to(&parts, totals, players)?;
    }
    Ok(parts)
}

/// Games, points in twelfths and games won, one number a player each, and draws.
pub fn results<'py>(py: Python<'py>, ended: &Results, players: usize) -> PyResult<Bound<'py, PyTuple>> {
    let each = |numbers: &[u64]| numbers.iter().copied().take(players).collect::<Vec<_>>();
    (ended.games, each(&ended.points), each(&ended.wins), ended.draws).into_pyobject(py)
}
