//! Random games for Python: totals, outcomes, progress.

use crate::calls::call_long;
use crate::measures::{self, results};
use lusory_engine::machine::{PlayoutBatch, Position};
use lusory_engine::observer::PlayoutOutcome;
use lusory_engine::playouts::RunControl;
use lusory_engine::state::EndReason;
use lusory_engine::totals::Totals;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most games whose outcomes are returned at once: they take 40 bytes each on the way.
const MOST_OUTCOMES: u64 = 1 << 26;

/// The counters to return besides results and lengths.
#[derive(Clone, Copy)]
pub struct ReturnedCounters {
    pub branching: bool,
    pub first_plies: bool,
    pub measures: bool,
}

/// Plays random games and returns their totals; `progress` is called from this thread alone, from time to time.
pub fn playouts<'py>(
    py: Python<'py>,
    position: &dyn Position,
    run: &PlayoutBatch,
    parts: ReturnedCounters,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let totals = run_with_progress(py, progress, |watch| position.playouts(run, watch))?;
    to_dict(py, &totals, position.seats().len(), parts)
}

/// Plays random games and returns the outcome of each, as three byte strings (see `State.outcomes`).
/// ValueError for more games than MOST_OUTCOMES.
pub fn outcomes<'py>(
    py: Python<'py>,
    position: &dyn Position,
    run: &PlayoutBatch,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let games = run.games.end - run.games.start;
    if games > MOST_OUTCOMES {
        return Err(PyValueError::new_err(format!("games: {games}, expected at most {MOST_OUTCOMES} at a time")));
    }
    let (outcomes, players) =
        (run_with_progress(py, progress, |watch| position.outcomes(run, watch))?, position.seats().len());
    let end = |outcome: &PlayoutOutcome| match outcome.reason {
        Some(EndReason::End(clause)) => clause as i16,
        Some(EndReason::NothingLegal) => -1,
        None => -2,
    };
    let points: Vec<u8> = outcomes.iter().flat_map(|outcome| outcome.points.into_iter().take(players)).collect();
    let ends: Vec<u8> = outcomes.iter().flat_map(|outcome| end(outcome).to_le_bytes()).collect();
    let lengths: Vec<u8> = outcomes.iter().flat_map(|outcome| outcome.length.to_le_bytes()).collect();
    let parts = PyDict::new(py);
    parts.set_item("points", PyBytes::new(py, &points))?;
    parts.set_item("ends", PyBytes::new(py, &ends))?;
    parts.set_item("lengths", PyBytes::new(py, &lengths))?;
    Ok(parts)
}

/// A long call that reports how many games have been played.
fn run_with_progress<'py, T: Send>(
    py: Python<'py>,
    progress: Option<&Bound<'py, PyAny>>,
    work: impl FnOnce(RunControl<'_>) -> T + Send,
) -> PyResult<T> {
    let games_played = AtomicU64::new(0);
    let count_games = |games| {
        games_played.fetch_max(games, Ordering::Relaxed);
    };
    let report_progress = || match progress {
        Some(progress) => progress.call1((games_played.load(Ordering::Relaxed),)).map(|_| true),
        None => Ok(true),
    };
    call_long(py, |stop| work(RunControl { stop, progress: &count_games }), report_progress)
}

fn to_dict<'py>(
    py: Python<'py>,
    totals: &Totals,
    players: usize,
    counters: ReturnedCounters,
) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    parts.set_item("games", totals.games)?;
    parts.set_item("plies", totals.plies)?;
    parts.set_item("results", results(py, &totals.results, players)?)?;
    parts.set_item("ended_by", &totals.ended_by)?;
    parts.set_item("nothing_legal", totals.nothing_legal)?;
    parts.set_item("cut_off", totals.cut_off)?;
    parts.set_item("lengths", &totals.lengths)?;
    let branching = totals.branching.iter().filter(|_| counters.branching || counters.measures);
    let branching = branching.map(|at| (at.choices, at.legal, at.forced));
    parts.set_item("branching", branching.collect::<Vec<_>>())?;
    let first = PyDict::new(py);
    for (id, ended) in totals.first_plies.iter().filter(|_| counters.first_plies || counters.measures) {
        first.set_item(id, results(py, ended, players)?)?;
    }
    parts.set_item("first_plies", first)?;
    if counters.measures {
        measures::add_to(&parts, totals, players)?;
    }
    Ok(parts)
}
