//! Random games from the leaves of a search, several at a time.

use crate::CompiledGame;
use crate::by_width;
use crate::lane_player::ending;
use crate::lanes::{FinishedLane, GameSink, LaneTable};
use crate::playouts::LaneRun;
use crate::vector::{Eight, One};
use lusory_compile::Program;
use lusory_engine::playouts::LeafPlayer;
use lusory_engine::state_slots::StateSlots;
use lusory_engine::stream::Stream;
use lusory_play::{LeafPlayouts, PlayedPly, PlayoutResult};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// So many games at a time: the lanes of one vector.
const LANES: usize = 8;

/// The lanes of a search, on sets of `W` words.
struct LeafLanes<const W: usize> {
    several: LaneTable<Eight, W, 1>,
    single: LaneTable<One, W, 1>,
    sides: usize,
    is_decisive: bool,
}

fn of_width<const W: usize>(program: &Arc<Program>) -> Box<dyn LeafPlayer> {
    Box::new(LeafLanes {
        several: LaneTable::<Eight, W, 1>::new(program),
        single: LaneTable::<One, W, 1>::new(program),
        sides: program.sides,
        is_decisive: program.decisive,
    })
}

/// What plays from leaves; the program must have entries.
pub(crate) fn leaf_player(game: &CompiledGame) -> Box<dyn LeafPlayer> {
    by_width!(game.program.width, of_width(&game.program))
}

impl<const W: usize> LeafPlayer for LeafLanes<W> {
    fn play(
        &mut self,
        state: &dyn StateSlots,
        stream: &mut Stream,
        max_plies: u32,
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    ) -> bool {
        let count = playouts.results.len();
        let entered = if count == 1 { self.single.enter(state) } else { self.several.enter(state) };
        if !entered {
            return false;
        }
        let lanes = count.min(LANES);
        let run = LaneRun { first: 0, games: count as u64, seed: stream.bits(), lanes, limit: u64::from(max_plies) };
        let mut sink = LeafSink { playouts, games: [0; LANES], sides: self.sides };
        if count == 1 {
            self.single.play(&run, &mut sink, stop);
        } else {
            self.several.play(&run, &mut sink, stop);
        }
        true
    }

    fn is_decisive(&self) -> bool {
        self.is_decisive
    }
}

/// Receives the games of a leaf.
struct LeafSink<'a> {
    playouts: &'a mut LeafPlayouts,
    /// The game of each lane.
    games: [usize; LANES],
    sides: usize,
}

impl GameSink for LeafSink<'_> {
    fn begin(&mut self, lane: usize, number: u64) {
        self.games[lane] = number as usize;
    }

    fn wants_ids(&self) -> bool {
        self.playouts.traced
    }

    fn made(&mut self, lane: usize, ply: PlayedPly) {
        self.playouts.plies[self.games[lane]].push(ply);
    }

    fn over(&mut self, game: &FinishedLane<'_>) {
        let ended = ending(game, self.sides).map(|(values, _)| PlayoutResult::Over(values));
        self.playouts.results[game.number as usize] = ended.unwrap_or(PlayoutResult::Cut);
    }
}
