//! The Python class `AlphaBeta`, and the functions `features` and `tune` of its linear evaluation.

use crate::calls::{call_long, call_short, try_lock_search};
use crate::nets::PyNet;
use crate::state::PyState;
use lusory_engine::machine::Feature;
use lusory_learn::net_evaluator::NetEvaluator;
use lusory_play::{Evaluate, Explorer};
use lusory_search::alphabeta::tune::{Tuning, tune as tuned};
use lusory_search::alphabeta::weights::Weights;
use lusory_search::alphabeta::{AlphaBeta as Searching, AlphaBetaRefusal};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// An alpha-beta search of a position, which evaluates positions by features of the rules.
///
/// weights: the weight of each feature, by name; a missing one has its prior. unit: 1 for each, with the sign of its
/// prior. net: evaluates instead of features. memory: of the transposition table, in bytes. Raises ValueError for
/// positions and games that alpha-beta cannot search.
#[pyclass(frozen, name = "AlphaBeta", module = "lusory._engine")]
pub struct PyAlphaBeta {
    search: Mutex<Searching>,
}

#[pymethods]
impl PyAlphaBeta {
    #[new]
    #[pyo3(signature = (state, *, weights=None, unit=false, net=None, memory=64 << 20))]
    fn new(
        state: &Bound<'_, PyState>,
        weights: Option<HashMap<String, f32>>,
        unit: bool,
        net: Option<&Bound<'_, PyNet>>,
        memory: usize,
    ) -> PyResult<Self> {
        let weights = weights.unwrap_or_default();
        if let Some((name, weight)) = weights.iter().find(|(_, weight)| !weight.is_finite()) {
            return Err(PyValueError::new_err(format!("{name}: {weight}, expected a number")));
        }
        let linear =
            |features: &[Feature]| if unit { Weights::unit(features) } else { weights_by_name(features, &weights) };
        let position = state.get().position.clone();
        let model = net.map(|net| net.get().model.clone());
        let make_evaluator = |at: &dyn Explorer| -> Box<dyn Evaluate> {
            match model {
                Some(model) => Box::new(NetEvaluator::new(model)),
                None => Box::new(linear(at.features())),
            }
        };
        let search = call_short(|| Searching::new(position.as_ref(), memory, make_evaluator))?;
        Ok(PyAlphaBeta { search: Mutex::new(search.map_err(refusal)?) })
    }

    /// Moves the root to another position of the game and keeps the transposition table. Raises ValueError where it cannot
    /// be searched.
    fn go_to(&self, state: &Bound<'_, PyState>) -> PyResult<()> {
        let mut search = try_lock_search(&self.search)?;
        let search = &mut *search;
        call_short(|| search.set_root(state.get().position.as_ref()))?.map_err(refusal)
    }

    /// Searches deeper until `depth` plies, or for `seconds`, or while `wanted` returns True, whichever ends first. Ctrl-C
    /// stops it.
    #[pyo3(signature = (depth=None, seconds=None, wanted=None))]
    fn run(
        &self,
        py: Python<'_>,
        depth: Option<u32>,
        seconds: Option<f64>,
        wanted: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let fault = |_| PyValueError::new_err(format!("{seconds:?} seconds, expected a number from 0"));
        let time = seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(fault)).transpose()?;
        if depth.is_none() && time.is_none() {
            return Err(PyValueError::new_err("expected a number of plies or of seconds"));
        }
        let mut search = try_lock_search(&self.search)?;
        let search = &mut *search;
        let still_wanted = || wanted.map_or(Ok(true), |wanted| wanted.call0()?.is_truthy());
        call_long(py, |stop| search.run(depth, time, stop), still_wanted)
    }

    /// The report so far.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut search = try_lock_search(&self.search)?;
        let search = &mut *search;
        let result = call_short(|| search.result())?;
        let parts = PyDict::new(py);
        parts.set_item("to_move", result.to_move)?;
        parts.set_item("best", result.best)?;
        parts.set_item("line", &result.line)?;
        parts.set_item("turn", &result.turn)?;
        parts.set_item("score", result.score)?;
        parts.set_item("value", result.value)?;
        parts.set_item("proven", result.proven)?;
        parts.set_item("depth", result.depth)?;
        parts.set_item("nodes", result.nodes)?;
        parts.set_item("bytes", result.bytes)?;
        Ok(parts)
    }
}

fn weights_by_name(features: &[Feature], by_name: &HashMap<String, f32>) -> Weights {
    let weight = |feature: &Feature| by_name.get(&feature.name).copied().unwrap_or(feature.prior);
    Weights::new(features.iter().map(weight).collect())
}

fn refusal(refusal: AlphaBetaRefusal) -> PyErr {
    PyValueError::new_err(match refusal {
        AlphaBetaRefusal::Over => "the game is over: there is nothing to search".to_owned(),
        AlphaBetaRefusal::Hidden => "the game hides something, which alpha-beta cannot see through".to_owned(),
        AlphaBetaRefusal::Players(players) => format!("{players} players: alpha-beta searches games of two"),
        AlphaBetaRefusal::Other => "a position of another game".to_owned(),
    })
}

/// The features of a position: name, prior weight, and value (the first player's less the second's).
#[pyfunction]
pub fn features(state: &Bound<'_, PyState>) -> PyResult<Vec<(String, f32, f32)>> {
    call_short(|| {
        let at = state.get().position.explorer();
        let mut measured = vec![0.0; at.features().len()];
        at.write_features(&mut measured);
        let row = |(feature, &value): (&Feature, &f32)| (feature.name.clone(), feature.prior, value);
        at.features().iter().zip(&measured).map(row).collect()
    })
}

/// Weights learnt by temporal differences from `games` games of self-play from a position, by the name of the feature.
///
/// `progress` is called from time to time with the number of games played. Ctrl-C stops it.
#[pyfunction]
#[pyo3(signature = (state, games, seed=0, *, decay=0.9, rate=0.1, depth=1, random=12, progress=None))]
#[allow(clippy::too_many_arguments)]
pub fn tune(
    py: Python<'_>,
    state: &Bound<'_, PyState>,
    games: u64,
    seed: u64,
    decay: f32,
    rate: f32,
    depth: u32,
    random: u64,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<HashMap<String, f32>> {
    let tuning = Tuning { games, seed, lambda: decay, rate, depth, random_one_in: random, ..Tuning::default() };
    let position = state.get().position.clone();
    let games_played = AtomicU64::new(0);
    let report_progress = || match &progress {
        Some(progress) => progress.call1((games_played.load(Ordering::Relaxed),)).map(|_| true),
        None => Ok(true),
    };
    let count_games = |games| games_played.store(games, Ordering::Relaxed);
    let weights = call_long(py, |stop| tuned(position.as_ref(), tuning, stop, &count_games), report_progress)?
        .map_err(refusal)?;
    let names =
        call_short(|| position.explorer().features().iter().map(|feature| feature.name.clone()).collect::<Vec<_>>())?;
    Ok(names.into_iter().zip(weights).collect())
}
