//! The Python classes `Net` and `Learner`: pattern networks and their training.

use crate::calls::{call_long, call_short, no_progress, try_lock_search};
use crate::state::PyState;
use lusory_engine::machine::Position;
use lusory_learn::board_geometry::{BoardGeometry, CellSymmetry, LearnFault};
use lusory_learn::learner::{Learner, LearningOptions, RoundReport, model_for};
use lusory_learn::net::Inputs;
use lusory_learn::net_evaluator::{Model, NetEvaluator};
use lusory_learn::pattern_layout::PatternLayout;
use lusory_learn::samples::Samples;
use lusory_learn::serialisation;
use lusory_play::Evaluate;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Arc, Mutex};

/// The number of cells; the next cell in each direction; the opposite of each direction; whether cells share a side in
/// it; symmetries as images of the cells, and whether the sides are exchanged; the length of lines.
type BoardTuple = (usize, Vec<Vec<i32>>, Vec<i32>, Vec<bool>, Vec<(Vec<u16>, bool)>, usize);

/// Rows of weights of each side, inputs, the side to move.
type NetInputTuple = (Vec<u32>, Vec<u32>, Vec<f32>, usize);

/// A pattern network that evaluates positions of one game.
#[pyclass(frozen, name = "Net", module = "lusory._engine")]
pub struct PyNet {
    pub model: Arc<Model>,
}

#[pymethods]
impl PyNet {
    /// An untrained net, for the games from a position.
    #[staticmethod]
    fn untrained(state: &Bound<'_, PyState>, board: BoardTuple, seed: u64) -> PyResult<Self> {
        let position = state.get().position.clone();
        let model = call_short(|| model_for(position.as_ref(), board_geometry(board), seed))?.map_err(refusal)?;
        Ok(PyNet { model: Arc::new(model) })
    }

    /// A net from its parts, as `parts` gives them.
    #[staticmethod]
    fn from_parts(board: BoardTuple, pieces: Vec<(u8, u8)>, scale: Vec<f32>, bytes: Vec<u8>) -> PyResult<Self> {
        let inputs = Inputs { scale };
        let model = call_short(|| {
            if !inputs.scale.iter().all(|scale| scale.is_finite()) {
                return Err(LearnFault("scale: expected finite numbers".into()));
            }
            serialisation::from_bytes(PatternLayout::new(board_geometry(board), pieces)?, inputs, &bytes)
        })?;
        Ok(PyNet { model: Arc::new(model.map_err(refusal)?) })
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

    /// A hash of the layout of patterns: a net fits one layout only.
    #[getter]
    fn layout(&self) -> String {
        format!("{:016x}", self.model.layout.fingerprint())
    }

    /// The input of the net for a position: the rows of weights of each side's sum, scaled inputs, the side to move (0 or
    /// 1).
    fn seen(&self, state: &Bound<'_, PyState>) -> PyResult<NetInputTuple> {
        call_short(|| {
            let at = state.get().position.explorer();
            let mut judge = NetEvaluator::new(self.model.clone());
            judge.set_root(at.as_ref());
            let mut samples = Samples::new(self.model.inputs.len());
            judge.add_sample(at.as_ref(), &mut samples);
            let sample = samples.get(0);
            sample.map_or_else(Default::default, |sample| {
                (sample.rows[0].to_vec(), sample.rows[1].to_vec(), sample.inputs.to_vec(), sample.side)
            })
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

    /// Trains on games of others, by the ids of their plies, for `times` epochs; reports as `round`. Games with illegal
    /// plies are skipped.
    fn study<'py>(&self, py: Python<'py>, games: Vec<Vec<u32>>, times: usize) -> PyResult<Bound<'py, PyDict>> {
        let mut learner = try_lock_search(&self.learner)?;
        let report = call_short(|| learner.study(&games, times))?;
        report_dict(py, report)
    }

    /// The current net.
    fn net(&self) -> PyResult<PyNet> {
        let learner = try_lock_search(&self.learner)?;
        Ok(PyNet { model: Arc::new(learner.model().clone()) })
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

fn board_geometry((cells, steps, opposite, sides, symmetries, line): BoardTuple) -> BoardGeometry {
    let symmetries = symmetries.into_iter().map(|(images, exchange)| CellSymmetry { images, exchange }).collect();
    BoardGeometry { cells, steps, opposite, sides, symmetries, line_length: line }
}

fn refusal(fault: LearnFault) -> PyErr {
    PyValueError::new_err(fault.0)
}
