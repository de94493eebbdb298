//! The Python class `SecretSolver`: solves games with hidden information.

use crate::calls::{call_long, try_lock_search};
use crate::solver::checkpoint_fault;
use crate::state::PyState;
use lusory_engine::machine::Position;
use lusory_play::stream::Stream;
use lusory_solve::secrets::TreeRefusal;
use lusory_solve::secrets::cfr_plus::{CfrGoal, CfrPlus, CfrProgress, SavedCfr};
use lusory_solve::secrets::checkpoint;
use lusory_solve::secrets::history_tree::HistoryTree;
use lusory_solve::secrets::monte_carlo_cfr::{self, Strategies};
use lusory_solve::secrets::observations::ObservingWalker;
use lusory_solve::secrets::sequence_form::{CutValue, Decision, SequenceForm};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// A mixed strategy: ids of plies and their probabilities.
type MixedStrategy = Vec<(u32, f64)>;
/// Bounds, the number of histories, and of the plies up to which all are listed, if not to the end.
type Enumerated = (f64, f64, u64, Option<usize>);
/// Bounds, the number of information sets and of iterations, and the strategy for the first ply.
type Minimised = (f64, f64, usize, u64, MixedStrategy);

/// Solves a two-player game with hidden information from a position that both players know: by CFR+ where its histories
/// can be enumerated, otherwise by Monte Carlo CFR. Values are the first player's, from 0 to 1.
#[pyclass(frozen, name = "SecretSolver", module = "lusory._engine")]
pub struct PySecretSolver {
    position: Arc<dyn Position>,
    enumerated: Mutex<Option<HistoryTree>>,
    cut: Mutex<Option<CutGame>>,
    saved: Mutex<Option<SavedCfr<Vec<f64>>>>,
    progress: CfrProgress,
    strategies: Mutex<Strategies>,
}

/// The game that CFR+ is at: the first plies of the enumerated one, and what those beyond count.
struct CutGame {
    plies: usize,
    counts: CutValue,
    opening: Option<(usize, Vec<u32>, Decision)>,
    minimiser: CfrPlus,
}

impl CutGame {
    /// Goes on with what was saved if that is of this game. None where no strategies exist.
    fn of(tree: &HistoryTree, plies: usize, counts: CutValue, saved: Option<SavedCfr<Vec<f64>>>) -> Option<Self> {
        let form = SequenceForm::of(tree, plies, counts).ok()?;
        let opening = form.opening(tree);
        let minimiser = match saved {
            Some(saved) => CfrPlus::resume(form, saved),
            None => CfrPlus::new(form),
        };
        Some(CutGame { plies, counts, opening, minimiser })
    }

    fn first_ply(&self) -> MixedStrategy {
        let Some((player, ids, decision)) = &self.opening else { return Vec::new() };
        let average = self.minimiser.average(*player);
        ids.iter().copied().zip(average[decision.range()].iter().copied()).collect()
    }
}

#[pymethods]
impl PySecretSolver {
    /// memory: bytes for the strategies of Monte Carlo CFR.
    #[new]
    #[pyo3(signature = (state, *, memory=256 << 20))]
    fn new(state: &Bound<'_, PyState>, memory: usize) -> Self {
        PySecretSolver {
            position: state.get().position.clone(),
            enumerated: Mutex::default(),
            cut: Mutex::default(),
            saved: Mutex::default(),
            progress: CfrProgress::default(),
            strategies: Mutex::new(Strategies::new(memory)),
        }
    }

    /// Enumerates the histories without dominated plies, in at most `memory` bytes: bounds of the value, the number of
    /// histories, the number of plies up to which all are listed (none: to the end); None where no strategies exist.
    /// `progress` receives the number of histories so far and stops the enumeration by returning False.
    #[pyo3(signature = (memory, *, progress=None))]
    fn enumerate(
        &self,
        py: Python<'_>,
        memory: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<Enumerated>> {
        let (mut enumerated, count) = (try_lock_search(&self.enumerated)?, AtomicU64::new(0));
        let work = |stop: &_| HistoryTree::list(self.position.walker().as_mut(), memory, stop, &count);
        let result: Result<HistoryTree, TreeRefusal> =
            call_long(py, work, || report_progress(progress.as_ref(), count.load(Ordering::Relaxed)))?;
        *enumerated = result.ok();
        *try_lock_search(&self.cut)? = None;
        Ok(enumerated.as_ref().map(|tree| {
            let ((least, most), listed) = (tree.bounds(), count.load(Ordering::Relaxed));
            (least, most, listed, tree.cut.map(|_| tree.levels.len() - 1))
        }))
    }

    /// CFR+ on the enumerated game until the bounds of its value are closer than `gap`, or after so many `iterations`: both
    /// bounds, the number of information sets, the number of iterations, and the first player's strategy for the first
    /// ply. With `plies`, or where the enumeration was cut, what lies beyond so many plies counts as little as it may for
    /// the first player, or with `most` as much: then only the lower bound, or only the upper, holds for the whole game;
    /// it ends, too, where that cannot lie within `known`. It goes on where it was stopped, or saved. None before
    /// `enumerate`, and where no strategies exist. progress: as `enumerate`.
    #[pyo3(signature = (gap, *, plies=None, most=false, known=(0.0, 1.0), iterations=None, progress=None))]
    #[allow(clippy::too_many_arguments)]
    fn minimise<'py>(
        &self,
        py: Python<'py>,
        gap: f64,
        plies: Option<usize>,
        most: bool,
        known: (f64, f64),
        iterations: Option<u64>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Minimised>> {
        let (enumerated, mut cut) = (try_lock_search(&self.enumerated)?, try_lock_search(&self.cut)?);
        let (Some(tree), mut saved) = (enumerated.as_ref(), try_lock_search(&self.saved)?) else { return Ok(None) };
        let last = tree.levels.len() - 1;
        let plies = plies.map_or(last, |plies| plies.min(last));
        let is_whole = tree.cut.is_none() && plies == last;
        let (counts, cut, saved) = (if most { CutValue::Most } else { CutValue::Least }, &mut *cut, &mut *saved);
        let outside = match counts {
            _ if is_whole => (f64::NEG_INFINITY, f64::INFINITY),
            CutValue::Least => (known.0 + gap, f64::INFINITY),
            CutValue::Most => (f64::NEG_INFINITY, known.1 - gap),
        };
        // What is shown of the game before must not be taken for this one's.
        self.progress.reset();
        let goal = CfrGoal { gap, iterations: iterations.unwrap_or(u64::MAX), outside };
        let work = |stop: &_| {
            if cut.as_ref().is_none_or(|cut| (cut.plies, cut.counts) != (plies, counts)) {
                *cut = None;
                *cut = CutGame::of(tree, plies, counts, saved.take());
            }
            let game = cut.as_mut()?;
            let (least, most) = game.minimiser.run(&goal, stop, &self.progress);
            let sets = game.minimiser.form.decisions.iter().map(Vec::len).sum();
            Some((least, most, sets, game.minimiser.iterations, game.first_ply()))
        };
        call_long(py, work, || report_progress(progress.as_ref(), self.progress.iterations()))
    }

    /// The bounds of the game that `minimise` is at; they can be read while it runs.
    #[getter]
    fn cut_bounds(&self) -> (f64, f64) {
        self.progress.bounds()
    }

    /// Frees the memory of the enumerated histories and of CFR+.
    fn forget(&self) -> PyResult<()> {
        (*try_lock_search(&self.cut)?, *try_lock_search(&self.enumerated)?) = (None, None);
        Ok(())
    }

    /// Writes the strategies to a file, with what the caller keeps; returns the number of entries.
    fn save(&self, path: PathBuf, subject: [u8; 32], kept: Vec<f64>) -> PyResult<u64> {
        let (cut, strategies) = (try_lock_search(&self.cut)?, try_lock_search(&self.strategies)?);
        let minimiser = cut.as_ref().map(|cut| &cut.minimiser);
        Ok(checkpoint::save(&kept, minimiser, &strategies, &subject, &path)?)
    }

    /// Reads a file of `save` before anything else; returns what the caller kept. Raises OSError; ValueError where it is
    /// damaged or of another subject.
    fn load(&self, path: PathBuf, subject: [u8; 32]) -> PyResult<Vec<f64>> {
        let (mut saved, mut strategies) = (try_lock_search(&self.saved)?, try_lock_search(&self.strategies)?);
        let loaded = checkpoint::load(&mut strategies, &subject, &path).map_err(checkpoint_fault)?;
        *saved = loaded.minimiser;
        Ok(loaded.kept)
    }

    /// Monte Carlo CFR: both players learn from `games` games each. Returns the number of games, the number of information
    /// sets, and the average strategy for the first ply. progress: as `enumerate`.
    #[pyo3(signature = (games, seed, *, progress=None))]
    fn learn<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(u64, usize, MixedStrategy)> {
        let mut strategies = try_lock_search(&self.strategies)?;
        let strategies = &mut *strategies;
        let work = |stop: &_| {
            let mut walker = self.position.walker();
            let mut walk = ObservingWalker::new(walker.as_mut());
            let counts = monte_carlo_cfr::learn_both(strategies, &mut walk, games, &mut Stream::new(seed, 0), stop);
            (counts, strategies.len(), strategies.opening(&mut walk))
        };
        call_long(py, work, || report_progress(progress.as_ref(), 0))
    }

    /// The first player's points in `games` games between the average strategies, one number per game. progress: as
    /// `enumerate`.
    #[pyo3(signature = (games, seed, *, progress=None))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<f64>> {
        let mut strategies = try_lock_search(&self.strategies)?;
        let strategies = &mut *strategies;
        let work = |stop: &_| {
            let mut walker = self.position.walker();
            let mut walk = ObservingWalker::new(walker.as_mut());
            monte_carlo_cfr::self_play(strategies, &mut walk, games, &mut Stream::new(seed, 1), stop)
        };
        call_long(py, work, || report_progress(progress.as_ref(), 0))
    }

    /// A lower bound of the exploitability: a player's points in `games` games against the other's average strategy, one
    /// number per game, after learning from `lessons` games against it with `memory` bytes. progress: as `enumerate`.
    #[pyo3(signature = (player, lessons, games, seed, *, memory=256 << 20, progress=None))]
    #[allow(clippy::too_many_arguments)]
    fn exploit<'py>(
        &self,
        py: Python<'py>,
        player: u8,
        lessons: u64,
        games: u64,
        seed: u64,
        memory: usize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<f64>> {
        let mut strategies = try_lock_search(&self.strategies)?;
        let strategies = &mut *strategies;
        let work = |stop: &_| {
            let (mut walker, mut own_strategies) = (self.position.walker(), Strategies::new(memory));
            let mut walk = ObservingWalker::new(walker.as_mut());
            let mut stream = Stream::new(seed, 2 + u64::from(player));
            monte_carlo_cfr::learn_against(
                &mut walk,
                (player, &mut own_strategies),
                strategies,
                lessons,
                &mut stream,
                stop,
            );
            monte_carlo_cfr::play_against(
                &mut walk,
                (player, &mut own_strategies),
                strategies,
                games,
                &mut stream,
                stop,
            )
        };
        call_long(py, work, || report_progress(progress.as_ref(), 0))
    }
}

fn report_progress(progress: Option<&Bound<'_, PyAny>>, count: u64) -> PyResult<bool> {
    progress.map_or(Ok(true), |progress| progress.call1((count,))?.is_truthy())
}
