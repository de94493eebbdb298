//! The Python class `State`: a position with its legal plies, views, random games, census and turns.

use crate::calls::{call_long, call_short, no_progress};
use crate::census::PyCensus;
use crate::knowledge::PyKnowledge;
use crate::playouts::{ReturnedCounters, outcomes, playouts};
use crate::{form, turns};
use lusory_engine::census::CensusRequest;
use lusory_engine::machine::{Ending, PlayoutBatch, Position, VisiblePiece};
use lusory_engine::playouts::PlayoutOptions;
use lusory_search::tactics;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::sync::Arc;

/// An immutable position, with the history that players remember. Equal positions have equal futures.
#[pyclass(frozen, name = "State", module = "lusory._engine")]
pub struct PyState {
    pub position: Arc<dyn Position>,
}

type EndingTuple<'py> = (Bound<'py, PyTuple>, Option<u16>, Bound<'py, PyTuple>, Bound<'py, PyTuple>);

#[pymethods]
impl PyState {
    /// The player of the next ply; -1 for chance.
    fn to_move(&self) -> PyResult<i8> {
        call_short(|| self.position.to_move())
    }

    /// The ids of the legal plies, ascending.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, call_short(|| self.position.legal())?)
    }

    /// At a chance ply: the weight of each legal ply.
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, call_short(|| self.position.weights())?)
    }

    /// The number of legal plies.
    fn count(&self) -> PyResult<u64> {
        call_short(|| self.position.count())
    }

    /// The id of one of the legal plies, by a number from 0; None beyond the last.
    fn select(&self, number: u64) -> PyResult<Option<u32>> {
        call_short(|| self.position.select(number))
    }

    /// The position after a ply, and its events as bytes (`lusory.engine.form`); None where the ply is illegal.
    fn play<'py>(&self, py: Python<'py>, action: u32) -> PyResult<Option<(PyState, Bound<'py, PyBytes>)>> {
        let Some((position, events)) = call_short(|| self.position.play(action))? else { return Ok(None) };
        Ok(Some((PyState { position }, form::to_bytes(py, &events)?)))
    }

    /// How the game ended: values, the number of the end clause (None: no side had a ply), witness, counts.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<EndingTuple<'py>>> {
        let ending = call_short(|| self.position.result())?;
        ending
            .map(|Ending { values, end, witness, counts }| {
                let counts = PyTuple::new(py, counts.unwrap_or_default())?;
                Ok((PyTuple::new(py, values)?, end, PyTuple::new(py, witness)?, counts))
            })
            .transpose()
    }

    /// Points or captured pieces, whichever the game counts, one number a player.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, call_short(|| self.position.scores())?)
    }

    /// How many pieces each side has in hand, by side, then kind.
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, call_short(|| self.position.hands())?)
    }

    /// The marked cells of each layer of marks.
    fn marks(&self) -> PyResult<Vec<Vec<u16>>> {
        call_short(|| self.position.marks())
    }

    /// The player of each side.
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, call_short(|| self.position.seats())?)
    }

    /// Whether a new turn begins here.
    fn turn_over(&self) -> PyResult<bool> {
        call_short(|| self.position.turn_over())
    }

    /// The pieces visible to a player, by cell, then owner: (cell, owner, number of the kind, is it hidden).
    fn stones(&self, viewer: Option<u8>) -> PyResult<Vec<(u16, u8, u16, bool)>> {
        let stone = |stone: VisiblePiece| (stone.cell, stone.owner, stone.kind, stone.hidden);
        Ok(call_short(|| self.position.stones(viewer))?.into_iter().map(stone).collect())
    }

    /// A player's information state as text: equal texts, equal knowledge.
    fn information(&self, viewer: u8) -> PyResult<String> {
        call_short(|| self.position.information(viewer))
    }

    /// A position consistent with a player's knowledge, sampled from a seed; None where none was found within the
    /// budget.
    fn sample(&self, py: Python<'_>, viewer: u8, seed: u64) -> PyResult<Option<PyState>> {
        let sample = call_long(py, |stop| self.position.sample(viewer, seed, stop), no_progress)?;
        Ok(sample.map(|position| PyState { position }))
    }

    /// A player's knowledge, detached from the position.
    fn knows(&self, viewer: u8) -> PyResult<PyKnowledge> {
        Ok(PyKnowledge { knowledge: call_short(|| self.position.knows(viewer))? })
    }

    /// Every position consistent with a player's knowledge, at most `most`. For small boards.
    #[pyo3(signature = (viewer, most=usize::MAX))]
    fn consistent(&self, py: Python<'_>, viewer: u8, most: usize) -> PyResult<Vec<PyState>> {
        let positions = call_long(py, |stop| self.position.consistent(viewer, most, stop), no_progress)?;
        Ok(positions.into_iter().map(|position| PyState { position }).collect())
    }

    /// Totals of random games from here: results, lengths, and the counters asked for.
    ///
    /// Games `first`, `first` + 1, ... of `seed`, on several threads; each is cut off after `limit` plies. `progress`
    /// is called from time to time with the number of games played. Ctrl-C stops them.
    #[pyo3(signature = (
        games, seed=0, *, first=0, threads=1, limit=10_000, branching=false, first_plies=false, measures=false,
        general=false, progress=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        first: u64,
        threads: usize,
        limit: u32,
        branching: bool,
        first_plies: bool,
        measures: bool,
        general: bool,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let want = PlayoutOptions { measures: branching || first_plies || measures, general };
        let run =
            PlayoutBatch { games: first..first.saturating_add(games), seed, threads: threads.max(1), limit, want };
        let parts = ReturnedCounters { branching, first_plies, measures };
        playouts(py, self.position.as_ref(), &run, parts, progress.as_ref())
    }

    /// The outcome of each random game from here, in order: points in twelfths, end clauses (-1: no legal ply, -2: cut
    /// off) and lengths, as byte strings. `measures`: the games that `playouts` plays with measures, which are others
    /// where rules try plies out.
    #[pyo3(signature = (
        games, seed=0, *, first=0, threads=1, limit=10_000, measures=false, general=false, progress=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        first: u64,
        threads: usize,
        limit: u32,
        measures: bool,
        general: bool,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let want = PlayoutOptions { measures, general };
        let run =
            PlayoutBatch { games: first..first.saturating_add(games), seed, threads: threads.max(1), limit, want };
        outcomes(py, self.position.as_ref(), &run, progress.as_ref())
    }

    /// A census of what follows: sequences of `depth` plies, or of whole turns.
    #[pyo3(signature = (depth, *, turns=false, begun=false, threads=1, most_states=usize::MAX))]
    fn census(&self, depth: u32, turns: bool, begun: bool, threads: usize, most_states: usize) -> PyResult<PyCensus> {
        let request = CensusRequest { depth, turns, begun, threads: threads.max(1), most_states };
        Ok(PyCensus::new(call_short(|| self.position.census(request))?, call_short(|| self.position.seats().len())?))
    }

    /// Every outcome of the turn that begins or continues here, as (ids of plies, (margin, result)), and whether these
    /// are all.
    ///
    /// `margin`: by how much the player's lead grows; `result`: 1 for a win, -1 for a loss. At most `most` plies are
    /// tried.
    #[pyo3(signature = (most=u64::MAX))]
    fn turns(&self, py: Python<'_>, most: u64) -> PyResult<turns::TurnOutcomesTuple> {
        turns::turns(py, self.position.as_ref(), most)
    }

    /// The turn with the largest gain (`greedy`, `reply` or `tries:N`): ids of plies, gain, and whether the search was
    /// exhaustive. Ties are broken at random from the seed.
    #[pyo3(signature = (way, seed, most=u64::MAX))]
    fn best_turn(&self, py: Python<'_>, way: &str, seed: u64, most: u64) -> PyResult<turns::BestTurnTuple> {
        turns::best(py, self.position.as_ref(), way, seed, most)
    }

    /// The plies of a turn that wins, if there is one among those that `most` plies reach; None with hidden
    /// information, and where chance is to move.
    #[pyo3(signature = (most=u64::MAX))]
    fn winning_turn(&self, most: u64) -> PyResult<Option<Vec<u32>>> {
        call_short(|| tactics::winning_turn(self.position.turn_explorer().as_mut(), most))
    }

    /// Whether a legal ply loses at once, or lets the next player win with one turn, however this turn continues. False
    /// where that is not proven: with a chance ply in between, or where `most` plies per turn do not suffice.
    #[pyo3(signature = (action, most=u64::MAX))]
    fn loses(&self, action: u32, most: u64) -> PyResult<bool> {
        call_short(|| tactics::loses(self.position.turn_explorer().as_mut(), action, most))
    }

    /// Every part of the position, for the reference and for `Engine.load`, as bytes (`lusory.engine.form`).
    fn dump<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        form::to_bytes(py, &call_short(|| self.position.dump())?)
    }

    /// What is wrong with a ply when it is played in every way there is (None: nothing). For tests; slow.
    fn audit(&self, action: u32) -> PyResult<Option<String>> {
        call_short(|| self.position.audit(action))
    }

    /// The approximate size in bytes.
    fn __sizeof__(&self) -> usize {
        self.position.size()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyState>() else { return Ok(false) };
        call_short(|| self.position.same(other.get().position.as_ref()))
    }

    fn __hash__(&self) -> PyResult<u64> {
        call_short(|| self.position.hash())
    }
}
