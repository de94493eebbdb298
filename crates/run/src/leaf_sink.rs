//! Receives the random games of leaves.

use crate::ending::ending;
use crate::lanes::{FinishedLane, GameSink};
use lusory_play::{LeafPlayouts, PlayedPly, PlayoutResult};

/// So many games at a time: the lanes of one vector.
pub(crate) const LANES: usize = 8;

/// See the module.
pub(crate) struct LeafSink<'a> {
    playouts: &'a mut LeafPlayouts,
    /// By the number of a game in the run the playout that it is; empty where the numbers are the same.
    order: &'a [usize],
    /// The playout of each lane.
    lanes: [usize; LANES],
    sides: usize,
}

impl<'a> LeafSink<'a> {
    pub fn new(playouts: &'a mut LeafPlayouts, order: &'a [usize], sides: usize) -> Self {
        LeafSink { playouts, order, lanes: [0; LANES], sides }
    }
}

impl GameSink for LeafSink<'_> {
    fn begin(&mut self, lane: usize, number: u64) {
        let number = number as usize;
        self.lanes[lane] = self.order.get(number).copied().unwrap_or(number);
    }

    fn wants_ids(&self) -> bool {
        self.playouts.traced
    }

    fn made(&mut self, lane: usize, ply: PlayedPly) {
        self.playouts.plies[self.lanes[lane]].push(ply);
    }

    fn over(&mut self, game: &FinishedLane<'_>) {
        let ended = ending(game.code, game.swapped, self.sides).map(|(values, _)| PlayoutResult::Over(values));
        self.playouts.results[self.lanes[game.lane]] = ended.unwrap_or(PlayoutResult::Cut);
    }
}
