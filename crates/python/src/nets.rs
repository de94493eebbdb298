//! The Python classes `Net` and `Learner`: pattern networks and their training.

use crate::calls::{call_long, call_short, no_progress, try_lock_search};
use crate::state::PyState;
use lusory_engine::machine::Position;
use lusory_learn::board_geometry::{BoardGeometry, CellSymmetry, ConnectionGoal, LearnFault};
use lusory_learn::evaluation_time::evaluation_times;
use lusory_learn::game_bytes;
use lusory_learn::learner::{Learner, LearningOptions, RoundReport, model_for};
use lusory_learn::model::Model;
use lusory_learn::net::Inputs;
use lusory_learn::net_evaluator::NetEvaluator;
use lusory_learn::pattern_layout::PatternLayout;
use lusory_learn::samples::Samples;
use lusory_learn::serialisation;
use lusory_learn::viewpoints::Viewpoints;
use lusory_play::{Evaluate, SIDES};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Arc, Mutex};

/// The number of cells; the next cell in each direction; the opposite of each direction; whether cells share a side in
/// it; symmetries as images of the cells, and whether the sides are exchanged; the length of lines; connections, as the
/// cells of regions by side, and how many of them are to be linked.
type BoardTuple =
    (usize, Vec<Vec<i32>>, Vec<i32>, Vec<bool>, Vec<(Vec<u16>, bool)>, usize, Vec<(Vec<Vec<Vec<u16>>>, usize)>);

/// Rows of weights of each sum, inputs, the number of the bias.
type NetInputTuple = (Vec<Vec<u32>>, Vec<f32>, usize);

/// A pattern network that evaluates positions of one game.
#[pyclass(frozen, name = "Net", module = "lusory._engine")]
pub struct PyNet {
    pub model: Arc<Model>,
    /// Why an untrained net has no patterns.
    no_patterns: Option<String>,
}

impl PyNet {
    fn of(model: Model) -> Self {
        PyNet { model: Arc::new(model), no_patterns: None }
    }
}

#[pymethods]
impl PyNet {
    /// An untrained net, for the games from a position.
    #[staticmethod]
    fn untrained(state: &Bound<'_, PyState>, board: BoardTuple, seed: u64) -> PyResult<Self> {
        let position = state.get().position.clone();
        let made = call_short(|| model_for(position.as_ref(), board_geometry(board), seed))?;
        let (model, fault) = made.map_err(refusal)?;
        Ok(PyNet { no_patterns: fault.map(|fault| fault.0), ..PyNet::of(model) })
    }

    /// A net from its parts, as `parts` gives them; without pieces it has no patterns. sides: of the game; secrets: whether it has hidden information.
    #[staticmethod]
    #[pyo3(signature = (board, pieces, scale, bytes, sides=2, secrets=false))]
    fn from_parts(
        board: BoardTuple,
        pieces: Vec<(u8, u8)>,
        scale: Vec<f32>,
        bytes: Vec<u8>,
        sides: usize,
        secrets: bool,
    ) -> PyResult<Self> {
        let (inputs, viewpoints) = (Inputs { scale }, Viewpoints { sides, secrets });
        let model = call_short(|| {
            if !inputs.scale.iter().all(|scale| scale.is_finite()) {
                return Err(LearnFault("scale: expected finite numbers".into()));
            }
            if !viewpoints.are_learnable() {
                return Err(LearnFault(format!("{sides} sides: expected 2 to {SIDES}")));
            }
            let layout = if pieces.is_empty() {
                PatternLayout::without_patterns(board.0, viewpoints)
            } else {
                PatternLayout::new(board_geometry(board), pieces, viewpoints)?
            };
            serialisation::from_bytes(layout, inputs, &bytes)
        })?;
        Ok(PyNet::of(model.map_err(refusal)?))
    }

    /// The parts of the net besides the board.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (layout, inputs) = (&self.model.layout, &self.model.inputs);
        let parts = PyDict::new(py);
        parts.set_item("pieces", layout.pieces.clone())?;
        parts.set_item("scale", inputs.scale.clone())?;
        parts.set_item("rows", layout.rows)?;
        parts.set_item("patterns", layout.patterns)?;
        parts.set_item("classes", layout.classes)?;
        parts.set_item("weights", PyBytes::new(py, &call_short(|| serialisation::to_bytes(&self.model.net))?))?;
        Ok(parts)
    }

    /// Why an untrained net has no patterns; None where it has, and for nets from files.
    #[getter]
    fn no_patterns(&self) -> Option<String> {
        self.no_patterns.clone()
    }

    /// The number of patterns.
    #[getter]
    fn patterns(&self) -> usize {
        self.model.layout.patterns
    }

    /// The number of inputs beside the patterns.
    #[getter]
    fn inputs(&self) -> usize {
        self.model.inputs.len()
    }

    /// A hash of the layout of patterns: a net fits one layout only.
    #[getter]
    fn layout(&self) -> String {
        format!("{:016x}", self.model.layout.fingerprint())
    }

    /// All that the net reads of a position for the value of a side (from 0): the rows of weights of each sum, the side's
    /// first; scaled inputs; the number of the bias.
    fn seen(&self, state: &Bound<'_, PyState>, side: usize) -> PyResult<NetInputTuple> {
        let sides = self.model.layout.viewpoints.sides;
        if side >= sides {
            return Err(PyValueError::new_err(format!("side {side}: expected 0 to {}", sides - 1)));
        }
        call_short(|| {
            let at = state.get().position.explorer();
            let mut judge = NetEvaluator::new(self.model.clone());
            judge.set_root(at.as_ref());
            let mut samples = Samples::new(self.model.inputs.len());
            judge.add_sample(at.as_ref(), side, &mut samples);
            let sums = self.model.layout.viewpoints.sums();
            let sample = samples.get(0);
            sample.map_or_else(Default::default, |sample| {
                (sample.rows.iter().take(sums).map(|rows| rows.to_vec()).collect(), sample.inputs.to_vec(), sample.bias)
            })
        })
    }

    /// The value of a position for each player, without lookahead.
    fn values(&self, state: &Bound<'_, PyState>) -> PyResult<Vec<f64>> {
        call_short(|| {
            let at = state.get().position.explorer();
            let mut judge = NetEvaluator::new(self.model.clone());
            judge.set_root(at.as_ref());
            judge.values(at.as_ref())[..self.model.layout.viewpoints.sides].to_vec()
        })
    }

    /// The probability that the player to move wins, without lookahead.
    fn chance(&self, state: &Bound<'_, PyState>) -> PyResult<f32> {
        call_short(|| {
            let at = state.get().position.explorer();
            let mut judge = NetEvaluator::new(self.model.clone());
            judge.set_root(at.as_ref());
            lusory_learn::win_probability(judge.mover_log_odds(at.as_ref()))
        })
    }

    /// How many plies of a position leave the game going on, and the nanoseconds of visiting them without and with an
    /// evaluation each; the least of `rounds` times.
    fn evaluation_times(&self, state: &Bound<'_, PyState>, rounds: usize) -> PyResult<(u32, u64, u64)> {
        call_short(|| {
            let times = evaluation_times(state.get().position.as_ref(), self.model.clone(), rounds);
            let nanoseconds = [times.visited, times.evaluated].map(|time| time.as_nanos() as u64);
            (times.positions, nanoseconds[0], nanoseconds[1])
        })
    }
}

/// Trains a net by self-play.
#[pyclass(frozen, name = "Learner", module = "lusory._engine")]
pub struct PyLearner {
    /// Boxed: Python aligns objects to 16 bytes, and rows of weights need 32.
    learner: Mutex<Box<Learner<dyn Position>>>,
}

#[pymethods]
impl PyLearner {
    #[new]
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (state, net, *, seed=0, threads=1, rounds=0, noise=None, decay=None, rate=None))]
    fn new(
        state: &Bound<'_, PyState>,
        net: &Bound<'_, PyNet>,
        seed: u64,
        threads: usize,
        rounds: u64,
        noise: Option<[f32; 2]>,
        decay: Option<f32>,
        rate: Option<f32>,
    ) -> PyResult<Self> {
        let defaults = LearningOptions { seed, threads, ..LearningOptions::default() };
        let (noise, lambda) = (noise.unwrap_or(defaults.noise), decay.unwrap_or(defaults.lambda));
        let options = LearningOptions { noise, lambda, rate: rate.unwrap_or(defaults.rate), ..defaults };
        let (position, model) = (state.get().position.clone(), Model::clone(&net.get().model));
        let learner = call_short(|| Learner::new(position, model, options, rounds))?;
        Ok(PyLearner { learner: Mutex::new(Box::new(learner)) })
    }

    /// Runs a round of games and training; None where it was stopped. progress: the share of the training done, 0 to 1.
    fn round<'py>(&self, py: Python<'py>, progress: f32) -> PyResult<Option<Bound<'py, PyDict>>> {
        let mut learner = try_lock_search(&self.learner)?;
        let learner = &mut *learner;
        let Some(report) = call_long(py, |stop| learner.round(progress, stop), no_progress)? else { return Ok(None) };
        Ok(Some(report_dict(py, report)?))
    }

    /// The numbers of the games of the next round: the first, and how many. A round can be run in parts: `play` some of
    /// its games with the current net, here or elsewhere; `train`; `finish`.
    fn games(&self) -> PyResult<(u64, u64)> {
        let games = try_lock_search(&self.learner)?.games();
        Ok((games.start, games.end - games.start))
    }

    /// Plays games by their numbers with the current net; returns them as bytes, or None where it was stopped.
    fn play<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        count: u64,
        progress: f32,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let learner = try_lock_search(&self.learner)?;
        let learner = &*learner;
        let numbers = first..first.saturating_add(count);
        let games = call_long(py, |stop| learner.play(numbers, progress, stop), no_progress)?;
        let is_whole = games.len() as u64 == count;
        Ok(is_whole.then(|| PyBytes::new(py, &game_bytes::to_bytes(&games))))
    }

    /// Trains on the games of the round before; returns the mean squared error.
    fn train(&self, py: Python<'_>, progress: f32) -> PyResult<f64> {
        let mut learner = try_lock_search(&self.learner)?;
        let learner = &mut *learner;
        call_long(py, |_| learner.train_pending(progress), no_progress)
    }

    /// Ends a round: its games as `play` gave them, in order; the mean squared error of its training.
    fn finish<'py>(&self, py: Python<'py>, games: Vec<Vec<u8>>, loss: f64) -> PyResult<Bound<'py, PyDict>> {
        let mut learner = try_lock_search(&self.learner)?;
        let model = learner.model();
        let parts = games.iter().map(|bytes| game_bytes::from_bytes(model, bytes)).collect::<Result<Vec<_>, _>>();
        let games = parts.map_err(refusal)?.concat();
        let report = call_short(|| learner.finish_round(&games, loss))?;
        report_dict(py, report)
    }

    /// Trains on games of others, by the ids of their plies, for `times` epochs; reports as `round`. Games with illegal
    /// plies are skipped.
    fn study<'py>(&self, py: Python<'py>, games: Vec<Vec<u32>>, times: usize) -> PyResult<Bound<'py, PyDict>> {
        let mut learner = try_lock_search(&self.learner)?;
        let learner = &mut *learner;
        let report = call_long(py, |stop| learner.study(&games, times, stop), no_progress)?;
        report_dict(py, report)
    }

    /// The current net.
    fn net(&self) -> PyResult<PyNet> {
        let learner = try_lock_search(&self.learner)?;
        Ok(PyNet::of(learner.model().clone()))
    }
}

fn report_dict(py: Python<'_>, report: RoundReport) -> PyResult<Bound<'_, PyDict>> {
    let parts = PyDict::new(py);
    parts.set_item("games", report.games)?;
    parts.set_item("positions", report.positions)?;
    parts.set_item("evaluations", report.evaluations)?;
    parts.set_item("first", report.first_points)?;
    parts.set_item("draws", report.draws)?;
    parts.set_item("cut", report.cut_games)?;
    parts.set_item("loss", report.loss)?;
    Ok(parts)
}

fn board_geometry((cells, steps, opposite, sides, symmetries, line, goals): BoardTuple) -> BoardGeometry {
    let symmetries = symmetries.into_iter().map(|(images, exchange)| CellSymmetry { images, exchange }).collect();
    let connections = goals.into_iter().map(|(regions, needed)| ConnectionGoal { regions, needed }).collect();
    BoardGeometry { cells, steps, opposite, sides, symmetries, line_length: line, connections }
}

fn refusal(fault: LearnFault) -> PyErr {
    PyValueError::new_err(fault.0)
}
