//! The Python class `Batch`: games side by side, written to arrays that the caller holds.

use crate::calls::call_short;
use crate::state::PyState;
use lusory_play::{Batch, SIDES};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Games from one position. Lanes are numbered from 0; arrays are C-contiguous, lane by lane.
#[pyclass(frozen, name = "Batch", module = "lusory._engine")]
pub struct PyBatch {
    games: Mutex<Games>,
}

struct Games {
    batch: Batch,
    players: usize,
    /// How many ids there are.
    plies: usize,
    /// Of each lane the ids of the plies that are legal now, ascending.
    legal: Vec<Vec<u32>>,
    /// What is copied to the caller's arrays.
    mask: Vec<u8>,
}

/// Of all lanes, one after the other: who plays next, whether the game is over, its values, and the player of each side.
#[derive(Default)]
struct Summary {
    to_move: Vec<i8>,
    over: Vec<u8>,
    values: Vec<f64>,
    seats: Vec<i8>,
}

/// Copies to an array of the caller; ValueError where it is not as long as it should be, not contiguous or not writable.
fn copy<T: Element + Copy>(py: Python<'_>, from: &[T], to: &PyBuffer<T>) -> PyResult<()> {
    if to.item_count() != from.len() || to.readonly() || !to.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("expected a writable array of {} elements", from.len())));
    }
    to.copy_from_slice(py, from)
}

#[pymethods]
impl PyBatch {
    /// So many games; lane `k` draws its random plies from game `k` of the seed. Ids are below `plies`.
    #[new]
    fn new(state: &PyState, lanes: usize, seed: u64, players: usize, plies: usize) -> PyResult<Self> {
        if players > SIDES {
            return Err(PyValueError::new_err(format!("expected at most {SIDES} players")));
        }
        let games = call_short(|| {
            let batch = Batch::new(&*state.position, lanes, seed);
            let (legal, mask) = (vec![Vec::new(); lanes], vec![0; lanes * plies]);
            let mut games = Games { batch, players, plies, legal, mask };
            games.list_plies();
            games
        })?;
        Ok(PyBatch { games: Mutex::new(games) })
    }

    /// Plays a ply in every lane whose game is not over, by ids. Returns the first lane in which it is not legal, in which
    /// case nothing is played anywhere.
    fn step(&self, ids: Vec<i64>) -> PyResult<Option<usize>> {
        let mut games = self.games();
        call_short(|| games.step(&ids))
    }

    /// Writes a random legal ply of every lane; -1 where the game is over.
    fn draw(&self, py: Python<'_>, ids: PyBuffer<i64>) -> PyResult<()> {
        let plies = call_short(|| self.games().batch.draw())?;
        let plies: Vec<i64> = plies.into_iter().map(|id| id.map_or(-1, i64::from)).collect();
        copy(py, &plies, &ids)
    }

    /// Begins the games that are over anew; how many.
    fn reset(&self) -> PyResult<usize> {
        let mut games = self.games();
        call_short(|| games.reset())
    }

    /// Writes who plays next (-1: chance), whether the game is over, what it is worth to each player, the player of each
    /// side, and the legal plies: an element for each id.
    #[allow(clippy::too_many_arguments)]
    fn write(
        &self,
        py: Python<'_>,
        to_move: PyBuffer<i8>,
        over: PyBuffer<u8>,
        values: PyBuffer<f64>,
        seats: PyBuffer<i8>,
        legal: PyBuffer<u8>,
    ) -> PyResult<()> {
        let mut games = self.games();
        let summary = call_short(|| games.summary())?;
        copy(py, &summary.to_move, &to_move)?;
        copy(py, &summary.over, &over)?;
        copy(py, &summary.values, &values)?;
        copy(py, &summary.seats, &seats)?;
        copy(py, &games.mask, &legal)
    }

    /// Writes 1 where a piece stands that the player to move may see, elsewhere 0: by lane, plane (owner * kinds + kind;
    /// owner 0 is nobody, then come the sides) and cell. At chance plies what the first player sees.
    fn planes(&self, py: Python<'_>, kinds: usize, cells: usize, out: PyBuffer<u8>) -> PyResult<()> {
        let mut games = self.games();
        let planes = call_short(|| games.planes(kinds, cells))?;
        copy(py, &planes, &out)
    }
}

impl PyBatch {
    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Games {
    fn step(&mut self, ids: &[i64]) -> Option<usize> {
        let over: Vec<bool> = self.batch.values().iter().map(Option::is_some).collect();
        // What is no id at all is legal nowhere; in a game that is over nothing is.
        let ids: Vec<u32> = ids.iter().map(|&id| u32::try_from(id).unwrap_or(u32::MAX)).collect();
        let is_legal = |lane: usize| self.legal[lane].binary_search(&ids[lane]).is_ok();
        let wrong_lane = (0..ids.len().min(over.len())).find(|&lane| !over[lane] && !is_legal(lane));
        if wrong_lane.is_none() {
            self.batch.step(&ids);
            self.list_plies();
        }
        wrong_lane
    }

    fn reset(&mut self) -> usize {
        let count = self.batch.reset_finished();
        self.list_plies();
        count
    }

    /// Lists the plies that are legal now, in the same call as what changed a game: Ctrl-C may end a caller between two
    /// calls.
    fn list_plies(&mut self) {
        self.batch.walkers().zip(&mut self.legal).for_each(|(walker, legal)| walker.legal(legal));
    }

    /// The summary of all lanes; the mask is written anew.
    fn summary(&mut self) -> Summary {
        let Games { batch, players, plies, legal, mask } = self;
        let mut summary = Summary::default();
        mask.fill(0);
        let masks = mask.chunks_mut((*plies).max(1));
        for ((walker, legal), mask) in batch.walkers().zip(legal).zip(masks) {
            legal.iter().for_each(|&id| mask.get_mut(id as usize).into_iter().for_each(|place| *place = 1));
            let result = walker.values();
            summary.to_move.push(walker.to_move());
            summary.over.push(result.is_some().into());
            summary.values.extend(&result.unwrap_or_default()[..*players]);
            summary.seats.extend(walker.seats()[..*players].iter().map(|&player| player as i8));
        }
        summary
    }

    fn planes(&mut self, kinds: usize, cells: usize) -> Vec<u8> {
        let each = (self.players + 1) * kinds * cells;
        let mut all = vec![0; self.legal.len() * each];
        for (walker, planes) in self.batch.walkers().zip(all.chunks_mut(each.max(1))) {
            let viewer = u8::try_from(walker.to_move()).unwrap_or(0);
            walker.pieces(Some(viewer), &mut |cell, owner, kind| {
                let plane = usize::from(owner) * kinds + usize::from(kind);
                if let Some(place) = planes.get_mut(plane * cells + usize::from(cell)) {
                    *place = 1;
                }
            });
        }
        all
    }
}
