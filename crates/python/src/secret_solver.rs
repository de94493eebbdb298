//! The Python class `SecretSolver`: solves games with hidden information.

use crate::calls::{call_long, try_lock_search};
use crate::state::PyState;
use lusory_engine::machine::Position;
use lusory_play::stream::Stream;
use lusory_solve::secrets::TreeRefusal;
use lusory_solve::secrets::cfr_plus::CfrPlus;
use lusory_solve::secrets::history_tree::HistoryTree;
use lusory_solve::secrets::monte_carlo_cfr::{self, Strategies};
use lusory_solve::secrets::observations::ObservingWalker;
use lusory_solve::secrets::sequence_form::{CutValue, SequenceForm};
use pyo3::prelude::*;
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
    strategies: Mutex<Strategies>,
}

#[pymethods]
impl PySecretSolver {
    /// memory: bytes for the strategies of Monte Carlo CFR.
    #[new]
    #[pyo3(signature = (state, *, memory=256 << 20))]
    fn new(state: &Bound<'_, PyState>, memory: usize) -> Self {
        let (enumerated, strategies) = (Mutex::new(None), Mutex::new(Strategies::new(memory)));
        PySecretSolver { position: state.get().position.clone(), enumerated, strategies }
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
        Ok(enumerated.as_ref().map(|tree| {
            let ((least, most), listed) = (tree.bounds(), count.load(Ordering::Relaxed));
            (least, most, listed, tree.cut.map(|_| tree.levels.len() - 1))
        }))
    }

    /// CFR+ on the enumerated game until the bounds of its value are closer than `gap`: both bounds, the number of
    /// information sets, the number of iterations, and the first player's strategy for the first ply. Where the
    /// enumeration was cut, what lies beyond counts as little as it may for the first player, or with `most` as much: then
    /// only the lower bound, or only the upper, holds for the whole game. None before `enumerate`, and where no
    /// strategies exist. progress: as `enumerate`.
    #[pyo3(signature = (gap, *, most=false, progress=None))]
    fn minimise<'py>(
        &self,
        py: Python<'py>,
        gap: f64,
        most: bool,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Minimised>> {
        let (enumerated, iterations) = (try_lock_search(&self.enumerated)?, AtomicU64::new(0));
        let Some(tree) = enumerated.as_ref() else { return Ok(None) };
        let work = |stop: &_| {
            let form = SequenceForm::of(tree, if most { CutValue::Most } else { CutValue::Least }).ok()?;
            let mut minimiser = CfrPlus::new(&form);
            let (least, most) = minimiser.run(gap, stop, &iterations);
            let opening = form.opening(tree).map(|(player, ids, decision)| {
                let average = minimiser.average(player);
                ids.into_iter().zip(decision.first..).map(|(id, at)| (id, average[at as usize])).collect()
            });
            let sets = form.decisions.iter().map(Vec::len).sum();
            Some((least, most, sets, minimiser.iterations, opening.unwrap_or_default()))
        };
        call_long(py, work, || report_progress(progress.as_ref(), iterations.load(Ordering::Relaxed)))
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
