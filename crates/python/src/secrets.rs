//! Python class of the solver of games with secrets.

use crate::calls::{hold, long};
use crate::state::PyState;
use lusory_engine::machine::Position;
use lusory_play::stream::Stream;
use lusory_solve::secrets::TreeRefusal;
use lusory_solve::secrets::cfr_plus::CfrPlus;
use lusory_solve::secrets::history_tree::HistoryTree;
use lusory_solve::secrets::monte_carlo_cfr::{self, Strategies};
use lusory_solve::secrets::observations::ObservingWalker;
use lusory_solve::secrets::sequence_form::SequenceForm;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Ids of plies and their probabilities.
type Mixture = Vec<(u32, f64)>;

/// Solves a game of two with secrets from a position that both players know: exactly where its histories can be listed,
/// else by learning from sampled games. Values are the first player's, from 0 to 1.
#[pyclass(frozen, name = "SecretSolver", module = "lusory._engine")]
pub struct PySecretSolver {
    position: Arc<dyn Position>,
    listed: Mutex<Option<(HistoryTree, SequenceForm)>>,
    learnt: Mutex<Strategies>,
}

#[pymethods]
impl PySecretSolver {
    /// memory: bytes for what is learnt from sampled games.
    #[new]
    #[pyo3(signature = (state, *, memory=256 << 20))]
    fn new(state: &Bound<'_, PyState>, memory: usize) -> Self {
        let (listed, learnt) = (Mutex::new(None), Mutex::new(Strategies::new(memory)));
        PySecretSolver { position: state.get().position.clone(), listed, learnt }
    }

    /// Lists the histories that matter, in at most `memory` bytes: bounds of the value, how many histories were
    /// listed, how many information sets matter, else the reason: "stopped", "memory" or "recall". progress gets the number of histories
    /// so far; it stops where it returns False.
    #[pyo3(signature = (memory, *, progress=None))]
    fn enumerate<'py>(
        &self,
        py: Python<'py>,
        memory: usize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut listed, many) = (hold(&self.listed)?, AtomicU64::new(0));
        let listed = &mut *listed;
        let work = |stop: &_| {
            let tree = HistoryTree::list(self.position.walker().as_mut(), memory, stop, &many)?;
            let form = SequenceForm::of(&tree)?;
            let (bounds, sets) = (tree.bounds(), form.decisions.iter().map(Vec::len).sum());
            *listed = Some((tree, form));
            Ok((bounds, many.load(Ordering::Relaxed), sets))
        };
        let found: Result<((f64, f64), u64, usize), TreeRefusal> =
            long(py, work, || report(progress.as_ref(), many.load(Ordering::Relaxed)))?;
        match found {
            Ok(((least, most), histories, sets)) => Ok((least, most, histories, sets).into_pyobject(py)?.into_any()),
            Err(refusal) => Ok(reason(refusal).into_pyobject(py)?.into_any()),
        }
    }

    /// Bounds of the value of what was listed that are closer than `gap`, by CFR+; the number of iterations; the first
    /// ply of who moves first, as ids and probabilities. Nothing before `enumerate`. progress: see `enumerate`.
    #[pyo3(signature = (gap, *, progress=None))]
    fn minimise<'py>(
        &self,
        py: Python<'py>,
        gap: f64,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<(f64, f64, u64, Mixture)>> {
        let (listed, done) = (hold(&self.listed)?, AtomicU64::new(0));
        let Some((tree, form)) = listed.as_ref() else { return Ok(None) };
        let work = |stop: &_| {
            let mut minimiser = CfrPlus::new(form);
            let (least, most) = minimiser.run(gap, stop, &done);
            let opening = form.opening(tree).map(|(player, ids, decision)| {
                let average = minimiser.average(player);
                ids.into_iter().zip(decision.first..).map(|(id, at)| (id, average[at as usize])).collect()
            });
            (least, most, minimiser.iterations, opening.unwrap_or_default())
        };
        Ok(Some(long(py, work, || report(progress.as_ref(), done.load(Ordering::Relaxed)))?))
    }

    /// Both players learn from so many games each: how many there were, how many information sets are known, the first
    /// ply as ids and probabilities. progress: see `enumerate`.
    #[pyo3(signature = (games, seed, *, progress=None))]
    fn learn<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(u64, usize, Mixture)> {
        let mut learnt = hold(&self.learnt)?;
        let learnt = &mut *learnt;
        let work = |stop: &_| {
            let mut walker = self.position.walker();
            let mut walk = ObservingWalker::new(walker.as_mut());
            let many = monte_carlo_cfr::learn_both(learnt, &mut walk, games, &mut Stream::new(seed, 0), stop);
            (many, learnt.len(), learnt.opening(&mut walk))
        };
        long(py, work, || report(progress.as_ref(), 0))
    }

    /// What the first player scores in so many games between the average strategies; one number a game. progress: see
    /// `enumerate`.
    #[pyo3(signature = (games, seed, *, progress=None))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<f64>> {
        let mut learnt = hold(&self.learnt)?;
        let learnt = &mut *learnt;
        let work = |stop: &_| {
            let mut walker = self.position.walker();
            let mut walk = ObservingWalker::new(walker.as_mut());
            monte_carlo_cfr::self_play(learnt, &mut walk, games, &mut Stream::new(seed, 1), stop)
        };
        long(py, work, || report(progress.as_ref(), 0))
    }

    /// What a player scores in so many games against the average strategy of the other one, once he has learnt from
    /// `lessons` games against it, with so much memory; one number a game. progress: see `enumerate`.
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
        let mut learnt = hold(&self.learnt)?;
        let learnt = &mut *learnt;
        let work = |stop: &_| {
            let (mut walker, mut own) = (self.position.walker(), Strategies::new(memory));
            let mut walk = ObservingWalker::new(walker.as_mut());
            let mut stream = Stream::new(seed, 2 + u64::from(player));
            monte_carlo_cfr::learn_against(&mut walk, (player, &mut own), learnt, lessons, &mut stream, stop);
            monte_carlo_cfr::play_against(&mut walk, (player, &mut own), learnt, games, &mut stream, stop)
        };
        long(py, work, || report(progress.as_ref(), 0))
    }
}

fn report(progress: Option<&Bound<'_, PyAny>>, many: u64) -> PyResult<bool> {
    progress.map_or(Ok(true), |progress| progress.call1((many,))?.is_truthy())
}

fn reason(refusal: TreeRefusal) -> &'static str {
    match refusal {
        TreeRefusal::Stopped => "stopped",
        TreeRefusal::Memory => "memory",
        TreeRefusal::Recall => "recall",
    }
}
