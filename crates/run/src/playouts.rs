//! Totals of random games, for tests and measurements of programs.

use crate::by_width;
use crate::lane_run::LaneRun;
use crate::lanes::{FinishedLane, GameSink, LaneTable};
use crate::loaded_program::LoadedProgram;
use crate::vector::{Eight, One, Pair, Vector};
use lusory_compile::program::EndCode;
use lusory_engine::playouts::PlayoutStart;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Which games to play, by which program, and where they begin.
pub(crate) struct LaneTask<'a> {
    pub program: &'a Arc<LoadedProgram>,
    pub from: PlayoutStart<'a>,
    pub run: LaneRun,
}

/// What games came to, added up. It does not depend on the number of lanes.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RunTally {
    /// Games that came to their ends.
    pub games: u64,
    /// Games that were cut off.
    pub cut: u64,
    /// Plies of all.
    pub plies: u64,
    /// A sum over the games of a hash of each: its number, its length, how it ended.
    pub digest: u64,
    /// Ticks of all lanes together.
    pub ticks: u64,
}

pub(crate) fn playouts(program: &Arc<LoadedProgram>, run: &LaneRun) -> RunTally {
    let mut tally = RunTally::default();
    let task = LaneTask { program, from: None, run: *run };
    tally.ticks = played(&task, &mut tally, &AtomicBool::new(false));
    tally
}

/// Plays games on as many lanes as the run asks for, or as fit in the cache; returns the number of ticks of all lanes
/// together.
pub(crate) fn played(task: &LaneTask<'_>, sink: &mut dyn GameSink, stop: &AtomicBool) -> u64 {
    match (task.program.width, task.run.lanes) {
        (width, ..=1) => by_width!(width, on_one_lane(task, sink, stop)),
        (1, 9..) => on_lanes::<Pair<Eight>, 1, 4>(task, sink, stop),
        (2, 9..) => on_lanes::<Eight, 2, 8>(task, sink, stop),
        (3, 9..) => on_lanes::<Eight, 3, 8>(task, sink, stop),
        (4, 9..) => on_lanes::<Eight, 4, 8>(task, sink, stop),
        (6, 9..) => on_lanes::<Eight, 6, 8>(task, sink, stop),
        (8, 9..) => on_lanes::<Eight, 8, 8>(task, sink, stop),
        (width, _) => by_width!(width, on_eight_lanes(task, sink, stop)),
    }
}

fn on_one_lane<const W: usize>(task: &LaneTask<'_>, sink: &mut dyn GameSink, stop: &AtomicBool) -> u64 {
    on_lanes::<One, W, 1>(task, sink, stop)
}

fn on_eight_lanes<const W: usize>(task: &LaneTask<'_>, sink: &mut dyn GameSink, stop: &AtomicBool) -> u64 {
    on_lanes::<Eight, W, 1>(task, sink, stop)
}

/// Nothing is played where the program has no entry for the state.
fn on_lanes<V: Vector, const W: usize, const C: usize>(
    task: &LaneTask<'_>,
    sink: &mut dyn GameSink,
    stop: &AtomicBool,
) -> u64 {
    let mut table = LaneTable::<V, W, C>::new(task.program);
    match task.from {
        Some(state) if !table.enter(state) => 0,
        _ => table.play(&task.run, sink, stop),
    }
}

impl GameSink for RunTally {
    fn over(&mut self, game: &FinishedLane<'_>) {
        self.plies += game.plies;
        match EndCode::of(game.code) {
            None => self.cut += 1,
            Some(_) => self.games += 1,
        }
        let words = [game.number, game.plies, game.code].map(|word| word.wrapping_add(0x9e37_79b9_7f4a_7c15));
        let hash =
            words.iter().fold(0u64, |hash, word| (hash ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29));
        self.digest = self.digest.wrapping_add(hash);
    }
}
