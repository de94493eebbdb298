//! Random games, and what they came to.

use crate::calls::long;
use lusory_engine::drive::Watch;
use lusory_engine::machine::{Position, Run};
use lusory_engine::totals::{Results, Totals};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays them; `progress` is called from this thread alone, now and then.
pub fn playouts<'py>(
    py: Python<'py>,
    position: &dyn Position,
    run: &Run,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let played = AtomicU64::new(0);
    let note = |games| {
        played.fetch_max(games, Ordering::Relaxed);
    };
    let tell = || match progress {
        Some(progress) => progress.call1((played.load(Ordering::Relaxed),)).map(|_| true),
        None => Ok(true),
    };
    let totals = long(py, |stop| position.playouts(run, Watch { stop, progress: &note }), tell)?;
    told(py, &totals, position.seats().len())
}

fn told<'py>(py: Python<'py>, totals: &Totals, players: usize) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    parts.set_item("games", totals.games)?;
    parts.set_item("plies", totals.plies)?;
    parts.set_item("results", results(py, &totals.results, players)?)?;
    parts.set_item("ended_by", &totals.ended_by)?;
    parts.set_item("nothing_legal", totals.nothing_legal)?;
    parts.set_item("cut_off", totals.cut_off)?;
    parts.set_item("lengths", &totals.lengths)?;
    let branching = totals.branching.iter().map(|at| (at.games, at.legal, at.forced));
    parts.set_item("branching", branching.collect::<Vec<_>>())?;
    let first = PyDict::new(py);
    for (id, ended) in &totals.first_plies {
        first.set_item(id, results(py, ended, players)?)?;
    }
    parts.set_item("first_plies", first)?;
    Ok(parts)
}

/// Games, points in twelfths and games won, one number a player each, games nobody won.
fn results<'py>(py: Python<'py>, ended: &Results, players: usize) -> PyResult<Bound<'py, PyTuple>> {
    let each = |numbers: &[u64]| numbers.iter().copied().take(players).collect::<Vec<_>>();
    (ended.games, each(&ended.points), each(&ended.wins), ended.draws).into_pyobject(py)
}
