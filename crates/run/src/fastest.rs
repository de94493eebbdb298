//! How many lanes are fastest for a long run of random games: tried out once for each program.

use crate::lane_run::LaneRun;
use crate::loaded_program::LoadedProgram;
use crate::playouts::playouts;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Many games at a time: more spill the cache, fewer pay more for each operation.
pub(crate) const MANY_LANES: usize = 64;
/// From so many games on it pays to compile a program and to try what is faster.
const WORTH_COMPILING: u64 = 2000;
/// So many games are played by either to find out.
const TRIAL_GAMES: u64 = 2 * MANY_LANES as u64;
/// Games of the trial are cut off after so many plies.
const TRIAL_PLIES: u64 = 400;

/// How many lanes are fastest for so many games: one with machine code, or many. What games come to does not depend on it.
pub(crate) fn lanes_for(program: &Arc<LoadedProgram>, games: u64) -> usize {
    if games < WORTH_COMPILING && program.fastest.get().is_none() {
        return MANY_LANES.min(games as usize);
    }
    *program.fastest.get_or_init(|| match program.native() {
        Some(_) if trial(program, 1) < trial(program, MANY_LANES) => 1,
        _ => MANY_LANES,
    })
}

/// How long some games take with so many lanes; the first ones warm up.
fn trial(program: &Arc<LoadedProgram>, lanes: usize) -> Duration {
    let run = LaneRun { first: 0, games: TRIAL_GAMES, seed: 0, lanes, limit: TRIAL_PLIES };
    let time = || {
        let begun = Instant::now();
        playouts(program, &run);
        begun.elapsed()
    };
    (0..3).map(|_| time()).min().unwrap_or_default()
}
