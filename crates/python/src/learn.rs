//! Python classes of nets and their training.

use crate::calls::{hold, long, quietly, short};
use crate::state::PyState;
use lusory_engine::machine::Position;
use lusory_learn::board_geometry::{BoardGeometry, CellSymmetry, LearnFault};
use lusory_learn::learner::{Learner, LearningOptions, RoundReport, model_for};
use lusory_learn::net::Inputs;
use lusory_learn::net_evaluator::{Model, NetEvaluator};
use lusory_learn::pattern_layout::PatternLayout;
use lusory_learn::samples::Samples;
use lusory_learn::weights;
use lusory_play::Evaluate;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Arc, Mutex};

/// Cells; the next cell in each direction; the opposite of each; which share sides; symmetries as images of the cells,
/// and whether the sides are exchanged; the length of lines.
type GivenBoard = (usize, Vec<Vec<i32>>, Vec<i32>, Vec<bool>, Vec<(Vec<u16>, bool)>, usize);

/// Rows of weights of each side, inputs, the side to move.
type SeenPosition = (Vec<u32>, Vec<u32>, Vec<f32>, usize);

/// A network that judges positions of one game.
#[pyclass(frozen, name = "Net", module = "lusory._engine")]
pub struct PyNet {
    pub model: Arc<Model>,
}

#[pymethods]
impl PyNet {
    /// An untrained net, for the games from a position.
    #[staticmethod]
    fn untrained(state: &Bound<'_, PyState>, board: GivenBoard, seed: u64) -> PyResult<Self> {
        let position = state.get().position.clone();
        let model = short(|| model_for(position.as_ref(), board_of(board), seed))?.map_err(refused)?;
        Ok(PyNet { model: Arc::new(model) })
    }

    /// A net from its parts, as `parts` gives them.
    #[staticmethod]
    fn from_parts(board: GivenBoard, pieces: Vec<(u8, u8)>, scale: Vec<f32>, bytes: Vec<u8>) -> PyResult<Self> {
        let inputs = Inputs { scale };
        let model = short(|| {
            if !inputs.scale.iter().all(|scale| scale.is_finite()) {
                return Err(LearnFault("scale: expected finite numbers".into()));
            }
            weights::from_bytes(PatternLayout::new(board_of(board), pieces)?, inputs, &bytes)
        })?;
        Ok(PyNet { model: Arc::new(model.map_err(refused)?) })
    }

    /// What a net is made of besides the board.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (layout, inputs) = (&self.model.layout, &self.model.inputs);
        let parts = PyDict::new(py);
        parts.set_item("pieces", layout.pieces.clone())?;
        parts.set_item("scale", inputs.scale.clone())?;
        parts.set_item("rows", layout.rows)?;
        parts.set_item("patterns", layout.patterns)?;
        parts.set_item("classes", layout.classes)?;
        parts.set_item("weights", PyBytes::new(py, &short(|| weights::to_bytes(&self.model.net))?))?;
        Ok(parts)
    }

    /// Tells layouts of patterns apart.
    #[getter]
    fn layout(&self) -> String {
        format!("{:016x}", self.model.layout.fingerprint())
    }

    /// What the net sees of a position: rows of weights of each side's sum, scaled inputs, the side to move (0 or 1).
    fn seen(&self, state: &Bound<'_, PyState>) -> PyResult<SeenPosition> {
        short(|| {
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

    /// The chance that the player to move wins, 0 to 1, without looking ahead.
    fn chance(&self, state: &Bound<'_, PyState>) -> PyResult<f32> {
        short(|| {
            let at = state.get().position.explorer();
            let mut judge = NetEvaluator::new(self.model.clone());
            judge.set_root(at.as_ref());
            lusory_learn::win_probability(judge.mover_log_odds(at.as_ref()))
        })
    }
}

/// Trains a net by games against itself.
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
        let plain = LearningOptions { seed, threads, ..LearningOptions::default() };
        let (noise, lambda) = (noise.unwrap_or(plain.noise), decay.unwrap_or(plain.lambda));
        let options = LearningOptions { noise, lambda, rate: rate.unwrap_or(plain.rate), ..plain };
        let (position, model) = (state.get().position.clone(), Model::clone(&net.get().model));
        let learner = short(|| Learner::new(position, model, options, rounds))?;
        Ok(PyLearner { learner: Mutex::new(Box::new(learner)) })
    }

    /// One round of games and training; None where it was stopped. progress: the share of the whole learning, 0 to 1.
    fn round<'py>(&self, py: Python<'py>, progress: f32) -> PyResult<Option<Bound<'py, PyDict>>> {
        let mut learner = hold(&self.learner)?;
        let learner = &mut *learner;
        let Some(report) = long(py, |stop| learner.round(progress, stop), quietly)? else { return Ok(None) };
        Ok(Some(report_of(py, report)?))
    }

    /// Learns from games of others, by the ids of their plies, so many times over; as `round`. What is not legal is left
    /// out.
    fn study<'py>(&self, py: Python<'py>, games: Vec<Vec<u32>>, times: usize) -> PyResult<Bound<'py, PyDict>> {
        let mut learner = hold(&self.learner)?;
        let report = short(|| learner.study(&games, times))?;
        report_of(py, report)
    }

    /// The current net.
    fn net(&self) -> PyResult<PyNet> {
        let learner = hold(&self.learner)?;
        Ok(PyNet { model: Arc::new(learner.model().clone()) })
    }
}

fn report_of(py: Python<'_>, report: RoundReport) -> PyResult<Bound<'_, PyDict>> {
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

fn board_of((cells, steps, opposite, sides, symmetries, line): GivenBoard) -> BoardGeometry {
    let symmetries = symmetries.into_iter().map(|(images, exchange)| CellSymmetry { images, exchange }).collect();
    BoardGeometry { cells, steps, opposite, sides, symmetries, line_length: line }
}

fn refused(fault: LearnFault) -> PyErr {
    PyValueError::new_err(fault.0)
}
