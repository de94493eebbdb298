//! Python class of searches by simulations (MCTS, ISMCTS).

use crate::calls::{hold, long, quietly, short};
use crate::knowledge::PyKnowledge;
use crate::state::PyState;
use lusory_engine::machine;
use lusory_search::limits::{Limits, SearchTask};
use lusory_search::mcts::SearchRefusal;
use lusory_search::options::Options;
use lusory_search::report::{PlyReport, Report};
use lusory_search::search;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Mutex;
use std::time::Duration;

/// Each has a tree of its own: more would only share memory out among them.
const MOST_THREADS: usize = 1024;

/// Searches play the positions of the engine.
type Searching = search::Search<dyn machine::Position, dyn machine::PlayerKnowledge>;

/// A search by simulations of a position, or of what the player to move knows of it. It gets better whenever it is run,
/// and follows the game of a position with `advance`.
///
/// Raises ValueError for a position in which the game is over, and for options that make no sense.
#[pyclass(frozen, name = "Search", module = "lusory._engine")]
pub struct PySearch {
    search: Mutex<Searching>,
}

#[pymethods]
impl PySearch {
    #[new]
    #[pyo3(signature = (of, *, seed=0, threads=1, memory=256 << 20, **options))]
    fn new(
        of: &Bound<'_, PyAny>,
        seed: u64,
        threads: usize,
        memory: usize,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(PyValueError::new_err(format!("{threads} threads, expected 1 to {MOST_THREADS}")));
        }
        let usual = if of.is_instance_of::<PyKnowledge>() { Options::for_knowledge() } else { Options::default() };
        let options = tuned(Options { seed, threads, memory, ..usual }, options)?;
        let search = if let Ok(state) = of.cast::<PyState>() {
            short(|| Searching::of_position(state.get().position.clone(), options))?.map_err(refusal)?
        } else if let Ok(knowledge) = of.cast::<PyKnowledge>() {
            short(|| Searching::of_knowledge(knowledge.get().held.clone(), options))?
        } else {
            return Err(PyTypeError::new_err(format!("{of:?}, expected a PyState or PyKnowledge")));
        };
        Ok(PySearch { search: Mutex::new(search) })
    }

    /// Searches on: so many simulations more, or so many seconds, whatever comes first. Ctrl-C stops it. False where it
    /// ended before that, since there is nothing left to find out. settle: only the choice of a ply counts, so it ends,
    /// too, once that cannot change any more. ahead: so many simulations, or seconds where these are the limit, come after
    /// this run, in which another goes on.
    #[pyo3(signature = (simulations=None, seconds=None, *, settle=false, ahead=0.0))]
    fn run(
        &self,
        py: Python<'_>,
        simulations: Option<u64>,
        seconds: Option<f64>,
        settle: bool,
        ahead: f64,
    ) -> PyResult<bool> {
        let limits = Limits { simulations, time: seconds.map(time).transpose()? };
        if limits == Limits::default() {
            return Err(PyValueError::new_err("expected a number of simulations or of seconds"));
        }
        let more = time(ahead)?;
        let ahead = if seconds.is_some() { Limits::time(more) } else { Limits::simulations(more.as_secs()) };
        let task = SearchTask { limits, stop_when_settled: settle, next_run: ahead };
        let mut search = hold(&self.search)?;
        let search = &mut *search;
        long(py, |stop| !search.run(task, stop), quietly)
    }

    /// Goes on to the position after a ply; what is known of it is kept. False where that cannot be followed: the ply is
    /// not legal, the game is over after it, or the search does not see the position.
    fn advance(&self, action: u32) -> PyResult<bool> {
        let mut search = hold(&self.search)?;
        let search = &mut *search;
        Ok(short(|| search.advance(action))?.unwrap_or(false))
    }

    /// Goes on to what the player knows later in the game; what is known of that is kept. False where it is not later in
    /// the same game, and where the search sees the position.
    fn follow(&self, knowledge: &PyKnowledge) -> PyResult<bool> {
        let mut search = hold(&self.search)?;
        let search = &mut *search;
        short(|| search.follow(knowledge.held.clone()))
    }

    /// The position that is searched; None where the search does not see all of it.
    #[getter]
    fn state(&self) -> PyResult<Option<PyState>> {
        let position = hold(&self.search)?.position();
        Ok(position.map(|position| PyState { position }))
    }

    /// Seconds spent in the tree and in random games, if `timed` is set: sampled, to compare their shares.
    fn spent(&self) -> PyResult<(f64, f64)> {
        let statistics = hold(&self.search)?.statistics().unwrap_or_default();
        Ok((statistics.in_tree.as_secs_f64(), statistics.in_playouts.as_secs_f64()))
    }

    /// What is known now; None where that is nothing.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let search = hold(&self.search)?;
        let search = &*search;
        short(|| search.report())?.map(|report| to_dict(py, &report)).transpose()
    }
}

fn refusal(refusal: SearchRefusal) -> PyErr {
    PyValueError::new_err(match refusal {
        SearchRefusal::Over => "the game is over: there is nothing to search",
    })
}

fn time(seconds: f64) -> PyResult<Duration> {
    let refused = |_| PyValueError::new_err(format!("{seconds} seconds, expected a number from 0"));
    Duration::try_from_secs_f64(seconds).map_err(refused)
}

/// The options that a search was given by name.
fn tuned(mut options: Options, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        match name.as_str() {
            "exploration" => options.exploration = number(&name, &value)?,
            "rave" => options.rave = if value.is_none() { None } else { Some(number(&name, &value)?) },
            "hint" => options.prior_weight = number(&name, &value)?,
            "first" => options.first_play_urgency = number(&name, &value)?,
            "reference" => options.grave_visits = value.extract()?,
            "expand" => options.expansion_visits = value.extract()?,
            "cut" => options.max_playout_plies = value.extract()?,
            "peek" => options.detect_endings = number(&name, &value)? > 0.0,
            "likely" => options.likely_samples = number(&name, &value)? > 0.0,
            "decisive" => options.decisive = number(&name, &value)? > 0.0,
            "share" => options.simulations_per_sample = value.extract()?,
            "timed" => options.timed = value.extract()?,
            _ => return Err(PyTypeError::new_err(format!("{name}: no option of a search"))),
        }
    }
    Ok(options)
}

fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let found: f64 = value.extract()?;
    if found.is_finite() && found >= 0.0 {
        return Ok(found);
    }
    Err(PyValueError::new_err(format!("{name}: {found}, expected a number from 0")))
}

fn to_dict<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    parts.set_item("to_move", report.to_move)?;
    parts.set_item("best", report.best)?;
    parts.set_item("line", &report.principal_variation)?;
    parts.set_item("values", report.values)?;
    parts.set_item("solved", report.solved)?;
    parts.set_item("value", report.value)?;
    parts.set_item("interval", report.interval)?;
    parts.set_item("proven", report.proven)?;
    parts.set_item("visits", report.visits)?;
    parts.set_item("simulations", report.simulations)?;
    parts.set_item("cut", report.cut_playouts)?;
    parts.set_item("nodes", report.nodes)?;
    parts.set_item("bytes", report.bytes)?;
    parts.set_item("full", report.is_full)?;
    let judged = |one: &PlyReport| (one.id, one.visits, one.value, one.proven);
    parts.set_item("plies", report.plies.iter().map(judged).collect::<Vec<_>>())?;
    Ok(parts)
}
