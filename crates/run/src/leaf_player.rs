//! Random games from the leaves of a search, several at a time.

use crate::CompiledGame;
use crate::by_width;
use crate::lane_player::ending;
use crate::lanes::{FinishedLane, GameSink, LaneTable};
use crate::playouts::LaneRun;
use crate::vector::Eight;
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
    table: LaneTable<Eight, W, 1>,
    sides: usize,
}

fn of_width<const W: usize>(program: &Arc<Program>) -> Box<dyn LeafPlayer> {
    Box::new(LeafLanes { table: LaneTable::<Eight, W, 1>::new(program), sides: program.sides })
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
        if !self.table.enter(state) {
            return false;
        }
        let games = playouts.results.len() as u64;
        let run = LaneRun { first: 0, games, seed: stream.bits(), lanes: LANES, limit: u64::from(max_plies) };
        let games = vec![0; LANES];
        self.table.play(&run, &mut LeafSink { playouts, games, sides: self.sides }, stop);
        true
    }
}

/// Receives the games of a leaf.
struct LeafSink<'a> {
    playouts: &'a mut LeafPlayouts,
    /// The game of each lane.
    games: Vec<usize>,
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
