//! The Python class `Solver`: solves positions of games without hidden information.

use crate::calls::{call_long, call_short, try_lock_search};
use crate::solver_rules::{SumTuple, SymmetryTuple, WayToWinTuple, sum_rules, symmetry, winning_sets};
use crate::state::PyState;
use lusory_engine::machine::{Position, Reduction, RelevantNumbers};
use lusory_solve::certificate::ProofLimits;
use lusory_solve::checkpoint;
use lusory_solve::layers::Bare;
use lusory_solve::lead::{Counter, Lead};
use lusory_solve::placement_keys::PlacementState;
use lusory_solve::question::{Unanswered, ValueQuestion};
use lusory_solve::retrograde::ExactValue;
use lusory_solve::search_share::SearchShare;
use lusory_solve::solver::{Effort, Method, Solver};
use lusory_solve::turn_limits::TurnLimits;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The half points of the player to move, and the number of plies to the end (None in a draw).
type ExactValueTuple = (u8, Option<u32>);

type PlacementTuple = (usize, usize, [usize; 2], Option<i32>);
/// The start of the game and the plies from there to the solver's position, symmetries, the number that decides
/// ("captured" or "score") and which part of the other one affects the game, what the second side gets added; where every
/// ply places a piece that stays: the numbers of cells and of kinds, how many last plies of the side to move and of the
/// other one count, and what a ply brings its player at most, if nobody is without a ply before the board is full.
type LeadTuple<'py> =
    (Bound<'py, PyState>, Vec<u32>, Vec<SymmetryTuple>, (String, String), i32, Option<PlacementTuple>);

/// Solves a position of a two-player game without hidden information.
///
/// symmetries: a group of symmetries of the rules, without its identity. captured, scores: which part of these counters
/// affects the rest of a game: "both", "margin" or "neither". memory: in bytes. goals: the winning sets of each side, where
/// pieces stay, on a board of so many cells; losses: the same of sets that make a side lose; free: any empty cell may be
/// taken at every turn, and nothing but `goals` ends the game; supports: where a cell must wait until others are
/// filled, these of each cell, and the number of a cell is the id of its ply. lead: where the numbers of both sides alone
/// decide the game, see `LeadTuple`: the start is that of the same rules with half a point more for the first side. sum:
/// where the game falls into parts, see `SumTuple`. Raises ValueError where they do not fit.
///
/// Answers are True, False, or the reason why there is none: "stopped", "circles" (positions repeat), "chance",
/// "memory", "deep", "undecided" (by this method).
#[pyclass(frozen, name = "Solver", module = "lusory._engine")]
pub struct PySolver {
    solver: Mutex<Solver<dyn Position>>,
    share: Arc<SearchShare>,
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (state, *, symmetries=vec![], captured="both", scores="both", memory=256 << 20, goals=None,
                        losses=None, free=false, supports=None, cells=0, lead=None, sum=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        state: &Bound<'_, PyState>,
        symmetries: Vec<SymmetryTuple>,
        captured: &str,
        scores: &str,
        memory: usize,
        goals: Option<[Vec<WayToWinTuple>; 2]>,
        losses: Option<[Vec<WayToWinTuple>; 2]>,
        free: bool,
        supports: Option<Vec<Vec<u16>>>,
        cells: usize,
        lead: Option<LeadTuple<'_>>,
        sum: Option<SumTuple>,
    ) -> PyResult<Self> {
        let sum = sum.map(|sum| sum_rules(sum, &symmetries)).transpose()?;
        let reduction = reduction(symmetries, captured, scores)?;
        let lead = lead.map(lead_of).transpose()?;
        let sets = match goals {
            Some(goals) => Some(winning_sets([goals, losses.unwrap_or_default()], free, supports, cells)?),
            None if losses.is_some() => return Err(PyValueError::new_err("losses, expected goals as well")),
            None => None,
        };
        if Vec::<u8>::new().try_reserve_exact(memory).is_err() {
            return Err(PyMemoryError::new_err(format!("{memory} bytes for tables are more than this machine gives")));
        }
        let solver = call_short(|| Solver::new(state.get().position.clone(), reduction, sets, sum, memory))?;
        let solver = match lead {
            Some(lead) => solver.and_then(|solver| solver.with_lead(lead)),
            None => solver,
        };
        let solver = solver.ok_or_else(|| PyValueError::new_err("symmetries of another board"))?;
        Ok(PySolver { share: solver.share(), solver: Mutex::new(solver) })
    }

    /// Whether a player gets at least `halves` half points. after: plies from the solver's position, by their ids.
    /// method: "descent" (depth-first search), "proof" (proof-number search) or "placement" (among winning sets). `progress` receives the number of
    /// positions searched from time to time and stops the search by returning False. within: the game must be over
    /// after so many plies; a depth-first search answers that. handicap: what the second side gets added in place of
    /// what the rules say, where a lead decides the game; a depth-first search answers that.
    #[pyo3(signature = (player, halves, *, after=vec![], method="descent", threads=1, positions=None, progress=None,
                        within=None, handicap=None))]
    #[allow(clippy::too_many_arguments)]
    fn answer<'py>(
        &self,
        py: Python<'py>,
        player: u8,
        halves: u8,
        after: Vec<u32>,
        method: &str,
        threads: usize,
        positions: Option<u64>,
        progress: Option<Bound<'py, PyAny>>,
        within: Option<u32>,
        handicap: Option<i32>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (question, method) = (question_of(player, halves)?, method_of(method)?);
        let question = ValueQuestion { within, handicap, ..question };
        let effort = Effort { threads, positions: positions.unwrap_or(u64::MAX) };
        let solver = try_lock_search(&self.solver)?;
        let solver = &*solver;
        let report_nodes = || report_progress(progress.as_ref(), solver.nodes());
        match call_long(py, |stop| solver.answer(&after, question, method, effort, stop), report_nodes)? {
            Ok(None) => Err(PyValueError::new_err(format!("{after:?}: plies that are not legal"))),
            Ok(Some(solution)) => Ok(solution.into_pyobject(py)?.to_owned().into_any()),
            Err(halt) => Ok(reason(halt).into_pyobject(py)?.into_any()),
        }
    }

    /// Whether a player wins within `turns` of his own turns, trying `width` turns in each position. False proves
    /// nothing about wider or deeper searches.
    #[pyo3(signature = (player, turns, width, *, threads=1, positions=None, progress=None))]
    #[allow(clippy::too_many_arguments)]
    fn forced_win<'py>(
        &self,
        py: Python<'py>,
        player: u8,
        turns: u32,
        width: usize,
        threads: usize,
        positions: Option<u64>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (question, reach) = (question_of(player, 2)?, TurnLimits { turns, width });
        let effort = Effort { threads, positions: positions.unwrap_or(u64::MAX) };
        let solver = try_lock_search(&self.solver)?;
        let solver = &*solver;
        let tell = || report_progress(progress.as_ref(), solver.nodes());
        match call_long(py, |stop| solver.forced_win(question.player, reach, effort, stop), tell)? {
            Ok(win) => Ok(win.into_pyobject(py)?.to_owned().into_any()),
            Err(halt) => Ok(reason(halt).into_pyobject(py)?.into_any()),
        }
    }

    /// Whether turns may have several plies.
    #[getter]
    fn has_long_turns(&self) -> PyResult<bool> {
        Ok(try_lock_search(&self.solver)?.has_long_turns())
    }

    /// Writes a proof that a player gets at least `halves` half points to a file; returns the number of its positions,
    /// otherwise the reason. most: bytes of the file. memory: bytes for the numbers of positions. within: a limit of
    /// plies that suffices, for depth-first search.
    #[pyo3(signature = (player, halves, file, *, method="descent", most=1 << 30, memory=1 << 30, progress=None, within=None))]
    #[allow(clippy::too_many_arguments)]
    fn proof<'py>(
        &self,
        py: Python<'py>,
        player: u8,
        halves: u8,
        file: PathBuf,
        method: &str,
        most: u64,
        memory: usize,
        progress: Option<Bound<'py, PyAny>>,
        within: Option<u32>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = ProofLimits { bytes: most, memory };
        let mut out = BufWriter::new(File::create(file)?);
        let (question, method) = (question_of(player, halves)?, method_of(method)?);
        let question = ValueQuestion { within, ..question };
        let solver = try_lock_search(&self.solver)?;
        let solver = &*solver;
        let tell = || report_progress(progress.as_ref(), solver.nodes());
        match call_long(py, |stop| solver.proof(question, method, &mut out, limits, stop), tell)? {
            Ok(positions) => Ok(positions.into_pyobject(py)?.into_any()),
            Err(halt) => Ok(reason(halt).into_pyobject(py)?.into_any()),
        }
    }

    /// Solves every reachable position by retrograde analysis: returns the value of the start (see `look_up`),
    /// otherwise the reason. Infinite play is a draw. Goes on where it was stopped. edges: the file of all plies; None: they
    /// stay in memory.
    #[pyo3(signature = (*, edges=None, progress=None))]
    fn enumerate<'py>(
        &self,
        py: Python<'py>,
        edges: Option<PathBuf>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut solver = try_lock_search(&self.solver)?;
        let solver = &mut *solver;
        let counter = solver.counter();
        let report_nodes = || report_progress(progress.as_ref(), counter.load(Ordering::Relaxed));
        match call_long(py, |stop| solver.enumerate(edges.as_deref(), stop), report_nodes)? {
            Ok(value) => Ok(value.map(exact_value_tuple).into_pyobject(py)?),
            Err(halt) => Ok(reason(halt).into_pyobject(py)?.into_any()),
        }
    }

    /// Solves the next layer of all positions, where pieces never leave the board and the sides are alike; returns how many
    /// layers are left, otherwise the reason. bare: the start under the rules without their draw by quiet plies or by
    /// repetition. limit: so many plies in a row that place nothing are a draw. cells: of the board.
    #[pyo3(signature = (bare, cells, *, limit=None, threads=1, progress=None))]
    fn solve_layer<'py>(
        &self,
        py: Python<'py>,
        bare: &Bound<'py, PyState>,
        cells: usize,
        limit: Option<u32>,
        threads: usize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut solver = try_lock_search(&self.solver)?;
        let solver = &mut *solver;
        let (counter, start) = (solver.counter(), bare.get().position.clone());
        let bare = Bare { start: start.as_ref(), limit };
        let report_nodes = || report_progress(progress.as_ref(), counter.load(Ordering::Relaxed));
        match call_long(py, |stop| solver.solve_layer(&bare, cells, threads, stop), report_nodes)? {
            Ok(left) => Ok(left.into_pyobject(py)?.into_any()),
            Err(halt) => Ok(reason(halt).into_pyobject(py)?.into_any()),
        }
    }

    /// The value of a position for its player to move, after `enumerate` or `solve_layer`: half points, and the number of plies to the
    /// end (None in a draw). None for an unknown position.
    fn look_up(&self, state: &Bound<'_, PyState>) -> PyResult<Option<ExactValueTuple>> {
        let solver = try_lock_search(&self.solver)?;
        let solver = &*solver;
        Ok(call_short(|| solver.look_up(state.get().position.as_ref()))?.map(exact_value_tuple))
    }

    /// Bounds of the first player's expected value, 0 to 1, in a game with chance plies: equal unless it was stopped or the
    /// memory is full; otherwise the reason. Goes on where it was stopped. endless: positions can repeat; then it is found
    /// from a list of all positions, and play without end is a draw.
    #[pyo3(signature = (*, endless=false, progress=None))]
    fn expectation<'py>(
        &self,
        py: Python<'py>,
        endless: bool,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut solver = try_lock_search(&self.solver)?;
        let solver = &mut *solver;
        let counter = solver.counter();
        let tell = || report_progress(progress.as_ref(), counter.load(Ordering::Relaxed));
        let work =
            |stop: &AtomicBool| if endless { solver.endless_expectation(stop) } else { solver.expectation(stop) };
        match call_long(py, work, tell)? {
            Ok(bounds) => Ok((bounds.least, bounds.most).into_pyobject(py)?.into_any()),
            Err(halt) => Ok(reason(halt).into_pyobject(py)?.into_any()),
        }
    }

    /// Writes the answers to a checkpoint file; returns the number of entries. subject: 32 bytes that identify the
    /// position. Raises OSError.
    fn save(&self, path: PathBuf, subject: [u8; 32]) -> PyResult<u64> {
        let solver = try_lock_search(&self.solver)?;
        Ok(checkpoint::save(&*solver, &subject, &path)?)
    }

    /// Reads a checkpoint of `save`; returns the number of entries. Raises OSError; ValueError where the file is
    /// damaged, of another subject, or written with less memory.
    fn load(&self, path: PathBuf, subject: [u8; 32]) -> PyResult<u64> {
        let mut solver = try_lock_search(&self.solver)?;
        checkpoint::load(&mut *solver, &subject, &path).map_err(checkpoint_fault)
    }

    /// Positions searched so far.
    #[getter]
    fn nodes(&self) -> PyResult<u64> {
        Ok(try_lock_search(&self.solver)?.nodes())
    }

    /// How many parts of the present search are done, and of how many: plies of the root, positions that are listed, or layers.
    /// (0, 0) where that is not known. It can be read while a search runs.
    #[getter]
    fn share(&self) -> (u32, u32) {
        self.share.get()
    }

    /// The used share of the transposition table.
    #[getter]
    fn filled(&self) -> PyResult<f64> {
        Ok(try_lock_search(&self.solver)?.table().used_share())
    }
}

/// The error where a checkpoint cannot be read: ValueError for a file that does not fit, else OSError.
pub fn checkpoint_fault(fault: io::Error) -> PyErr {
    match fault.kind() {
        io::ErrorKind::InvalidData => PyValueError::new_err(fault.to_string()),
        _ => fault.into(),
    }
}

fn reduction(symmetries: Vec<SymmetryTuple>, captured: &str, scores: &str) -> PyResult<Reduction> {
    let symmetries = symmetries.into_iter().map(symmetry).collect();
    let (captured, scores) = (relevant_numbers(captured)?, relevant_numbers(scores)?);
    Ok(Reduction { symmetries, captured, scores, any_seats: true })
}

fn lead_of(
    (start, plies, symmetries, (counter, other), handicap, placements): LeadTuple<'_>,
) -> PyResult<Lead<dyn Position>> {
    let (counter, reduction) = match counter.as_str() {
        "captured" => (Counter::Captured, reduction(symmetries, "neither", &other)?),
        "score" => (Counter::Score, reduction(symmetries, &other, "neither")?),
        _ => return Err(PyValueError::new_err(format!("{counter:?}, expected \"captured\" or \"score\""))),
    };
    let gain_of_ply = placements.and_then(|(_, _, _, gain)| gain);
    let placements = placements.map(|(cells, kinds, recent, _)| PlacementState { cells, kinds, recent });
    Ok(Lead { start: start.get().position.clone(), plies, reduction, counter, handicap, placements, gain_of_ply })
}

fn exact_value_tuple(exact: ExactValue) -> ExactValueTuple {
    (exact.halves, exact.plies)
}

fn report_progress(progress: Option<&Bound<'_, PyAny>>, nodes: u64) -> PyResult<bool> {
    progress.map_or(Ok(true), |progress| progress.call1((nodes,))?.is_truthy())
}

fn reason(halt: Unanswered) -> &'static str {
    match halt {
        Unanswered::Stopped => "stopped",
        Unanswered::Repetition => "circles",
        Unanswered::Chance => "chance",
        Unanswered::Memory => "memory",
        Unanswered::Disk => "disk",
        Unanswered::Deep => "deep",
        Unanswered::Undecided => "undecided",
    }
}

fn question_of(player: u8, halves: u8) -> PyResult<ValueQuestion> {
    if player > 1 || !(1..=2).contains(&halves) {
        return Err(PyValueError::new_err(format!("player {player}, {halves} half points: expected 0 or 1, 1 or 2")));
    }
    Ok(ValueQuestion::new(player, halves))
}

fn method_of(name: &str) -> PyResult<Method> {
    match name {
        "descent" => Ok(Method::DepthFirst),
        "proof" => Ok(Method::ProofNumber),
        "placement" => Ok(Method::Placement),
        "turns" => Ok(Method::Turns),
        _ => {
            Err(PyValueError::new_err(format!("{name:?}, expected \"descent\", \"proof\", \"placement\" or \"turns\"")))
        }
    }
}

fn relevant_numbers(name: &str) -> PyResult<RelevantNumbers> {
    match name {
        "both" => Ok(RelevantNumbers::Both),
        "margin" => Ok(RelevantNumbers::Margin),
        "neither" => Ok(RelevantNumbers::Neither),
        _ => Err(PyValueError::new_err(format!("{name:?}, expected \"both\", \"margin\" or \"neither\""))),
    }
}
