//! The Python class `Search`: Monte Carlo tree search (MCTS, information set MCTS).

use crate::calls::{call_long, call_short, no_progress, try_lock_search};
use crate::knowledge::PyKnowledge;
use crate::nets::PyNet;
use crate::state::PyState;
use lusory_engine::machine;
use lusory_learn::net_evaluator::NetEvaluator;
use lusory_play::{Evaluate, Explorer};
use lusory_search::ismcts::MakeSampleEvaluator;
use lusory_search::limits::{Limits, SearchTask};
use lusory_search::mcts::{MakeEvaluator, SearchRefusal};
use lusory_search::options::Options;
use lusory_search::report::{PlyReport, Report};
use lusory_search::search;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Mutex;
use std::time::Duration;

/// The maximum number of threads. Each has its own tree; more would only split the memory.
const MOST_THREADS: usize = 1024;

/// A search of the engine's positions.
type EngineSearch = search::Search<dyn machine::Position, dyn machine::PlayerKnowledge>;

/// A Monte Carlo tree search of a position (a State), or of the player to move's Knowledge. Each run continues it;
/// `advance` and `follow` move its root along a game.
///
/// net: evaluates positions in place of playouts. memory: of all trees, in bytes. Raises ValueError for a finished game
/// and for invalid options.
#[pyclass(frozen, name = "Search", module = "lusory._engine")]
pub struct PySearch {
    search: Mutex<EngineSearch>,
}

#[pymethods]
impl PySearch {
    #[new]
    #[pyo3(signature = (of, *, net=None, seed=0, threads=1, memory=256 << 20, **options))]
    fn new(
        of: &Bound<'_, PyAny>,
        net: Option<&Bound<'_, PyNet>>,
        seed: u64,
        threads: usize,
        memory: usize,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(PyValueError::new_err(format!("{threads} threads, expected 1 to {MOST_THREADS}")));
        }
        let defaults = match (of.is_instance_of::<PyKnowledge>(), net) {
            (true, Some(_)) => Options::for_knowledge_with_evaluator(),
            (true, None) => Options::for_knowledge(),
            (false, Some(_)) => Options::for_evaluator(),
            (false, None) => Options::default(),
        };
        let options = with_options(Options { seed, threads, memory, ..defaults }, options)?;
        let search = if let Ok(state) = of.cast::<PyState>() {
            let model = net.map(|net| net.get().model.clone());
            call_short(|| {
                let make_evaluator = model.map(|model| {
                    move |_: &dyn Explorer| -> Box<dyn Evaluate> { Box::new(NetEvaluator::new(model.clone())) }
                });
                let evaluator = make_evaluator.as_ref().map(|make| make as MakeEvaluator<'_>);
                EngineSearch::of_position(state.get().position.clone(), options, evaluator)
            })?
            .map_err(refusal)?
        } else if let Ok(knowledge) = of.cast::<PyKnowledge>() {
            let model = net.map(|net| net.get().model.clone());
            call_short(|| {
                let make_evaluator =
                    model.map(|model| move || -> Box<dyn Evaluate> { Box::new(NetEvaluator::new(model.clone())) });
                let evaluator = make_evaluator.as_ref().map(|make| make as MakeSampleEvaluator<'_>);
                EngineSearch::of_knowledge(knowledge.get().knowledge.clone(), options, evaluator)
            })?
        } else {
            return Err(PyTypeError::new_err(format!("{of:?}, expected a PyState or PyKnowledge")));
        };
        Ok(PySearch { search: Mutex::new(search) })
    }

    /// Continues the search for `simulations` simulations or `seconds`, whichever ends first. Ctrl-C stops it. False where it
    /// ended early because the result is proven or settled. settle: end once no more simulations could change the choice of
    /// the ply. ahead: the simulations (or seconds, where these are the limit) of a later run that continues this one, which
    /// `settle` takes into account.
    #[pyo3(signature = (simulations=None, seconds=None, *, settle=false, ahead=0.0))]
    fn run(
        &self,
        py: Python<'_>,
        simulations: Option<u64>,
        seconds: Option<f64>,
        settle: bool,
        ahead: f64,
    ) -> PyResult<bool> {
        let limits = Limits { simulations, time: seconds.map(duration).transpose()? };
        if limits == Limits::default() {
            return Err(PyValueError::new_err("expected a number of simulations or of seconds"));
        }
        let extra_time = duration(ahead)?;
        let ahead =
            if seconds.is_some() { Limits::time(extra_time) } else { Limits::simulations(extra_time.as_secs()) };
        let task = SearchTask { limits, stop_when_settled: settle, next_run: ahead };
        let mut search = try_lock_search(&self.search)?;
        let search = &mut *search;
        call_long(py, |stop| !search.run(task, stop), no_progress)
    }

    /// Moves the root to the position after a ply and keeps its subtree. False where the ply is illegal, the game is over
    /// after it, or the search is of a player's knowledge.
    fn advance(&self, action: u32) -> PyResult<bool> {
        let mut search = try_lock_search(&self.search)?;
        let search = &mut *search;
        Ok(call_short(|| search.advance(action))?.unwrap_or(false))
    }

    /// Moves the root to the player's knowledge later in the same game and keeps the subtree. False where it is not from
    /// later in the same game, and where the search is of a position.
    fn follow(&self, knowledge: &PyKnowledge) -> PyResult<bool> {
        let mut search = try_lock_search(&self.search)?;
        let search = &mut *search;
        call_short(|| search.follow(knowledge.knowledge.clone()))
    }

    /// The root position; None for a search of a player's knowledge.
    #[getter]
    fn state(&self) -> PyResult<Option<PyState>> {
        let position = try_lock_search(&self.search)?.position();
        Ok(position.map(|position| PyState { position }))
    }

    /// Seconds spent in the tree and in playouts, if `timed` is set: of a sample of simulations, to compare the shares.
    fn spent(&self) -> PyResult<(f64, f64)> {
        let statistics = try_lock_search(&self.search)?.statistics().unwrap_or_default();
        Ok((statistics.in_tree.as_secs_f64(), statistics.in_playouts.as_secs_f64()))
    }

    /// The report so far; None before the first simulation.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let search = try_lock_search(&self.search)?;
        let search = &*search;
        call_short(|| search.report())?.map(|report| to_dict(py, &report)).transpose()
    }
}

fn refusal(refusal: SearchRefusal) -> PyErr {
    PyValueError::new_err(match refusal {
        SearchRefusal::Over => "the game is over: there is nothing to search",
    })
}

fn duration(seconds: f64) -> PyResult<Duration> {
    let refused = |_| PyValueError::new_err(format!("{seconds} seconds, expected a number from 0"));
    Duration::try_from_secs_f64(seconds).map_err(refused)
}

/// Sets the options that were given by name.
fn with_options(mut options: Options, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    for (name, value) in keywords.into_iter().flatten() {
        let name: String = name.extract()?;
        match name.as_str() {
            "exploration" => options.exploration = non_negative(&name, &value)?,
            "rave" => options.rave = if value.is_none() { None } else { Some(non_negative(&name, &value)?) },
            "hint" => options.prior_weight = non_negative(&name, &value)?,
            "first" => options.first_play_urgency = non_negative(&name, &value)?,
            "reference" => options.grave_visits = value.extract()?,
            "expand" => options.expansion_visits = value.extract()?,
            "cut" => options.max_playout_plies = value.extract()?,
            "leaf" => options.leaf_playouts = value.extract()?,
            "peek" => options.detect_endings = non_negative(&name, &value)? > 0.0,
            "likely" => options.likely_samples = non_negative(&name, &value)? > 0.0,
            "decisive" => options.decisive = non_negative(&name, &value)? > 0.0,
            "share" => options.simulations_per_sample = value.extract()?,
            "timed" => options.timed = value.extract()?,
            _ => return Err(PyTypeError::new_err(format!("{name}: no option of a search"))),
        }
    }
    Ok(options)
}

fn non_negative(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number: f64 = value.extract()?;
    if number.is_finite() && number >= 0.0 {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!("{name}: {number}, expected a number from 0")))
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
    let row = |one: &PlyReport| (one.id, one.visits, one.value, one.proven);
    parts.set_item("plies", report.plies.iter().map(row).collect::<Vec<_>>())?;
    Ok(parts)
}
