//! Whole turns of a position, by the ids of their plies.

use super::position::EnginePosition;
use crate::kernels::TurnEnd;
use crate::movegen::id;
use crate::stream::Stream;
use crate::turns::{BestTurns, Gain, GainEvaluator, Halt, Outcomes, TurnMethod, best, outcomes};
use std::sync::atomic::AtomicBool;

/// A whole turn: its plies, and its gain.
pub type WholeTurn = (Vec<u32>, Gain);

/// Every outcome of a turn once, or as many as were found within the limit.
#[derive(Clone, PartialEq, Debug)]
pub struct Turns {
    /// The outcomes, each with a sequence of plies that leads to it.
    pub turns: Vec<WholeTurn>,
    /// Whether the list holds every turn.
    pub complete: bool,
}

/// How to search for the best turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestTurnRequest {
    /// The search method.
    pub method: TurnMethod,
    /// The seed of random choices.
    pub seed: u64,
    /// The most plies that are tried.
    pub most: u64,
}

/// The best turn.
#[derive(Clone, PartialEq, Debug)]
pub struct BestTurn {
    /// Its plies; none where there is no legal ply.
    pub plies: Vec<u32>,
    /// Its gain (see `turns::Best`).
    pub value: Gain,
    /// Whether the search was exhaustive.
    pub complete: bool,
}

impl<const W: usize> EnginePosition<W> {
    pub(super) fn whole_turns(&self, most: u64, stop: &AtomicBool) -> Result<Turns, Halt> {
        let game = &self.shared.game;
        let Outcomes { turns, complete } = outcomes(game, &self.state, most, stop)?;
        Ok(Turns { turns: turns.iter().map(|turn| (turn.ids(game), turn.gain)).collect(), complete })
    }

    pub(super) fn best(&self, request: BestTurnRequest, stop: &AtomicBool) -> Result<BestTurn, Halt> {
        if let Some(best_turn) = self.best_by_kernel(request, stop) {
            return best_turn;
        }
        let game = &self.shared.game;
        let mut stream = Stream::new(request.seed, 0);
        let turn = best(game, &self.state, request.method, &mut stream, request.most, stop)?;
        let plies = turn.plies.iter().map(|ply| id(&game.plan, ply)).collect();
        Ok(BestTurn { plies, value: turn.value, complete: turn.complete })
    }

    /// The best of all turns by a kernel, where it supports whole turns and captures are what counts.
    fn best_by_kernel(&self, request: BestTurnRequest, stop: &AtomicBool) -> Option<Result<BestTurn, Halt>> {
        let captures = GainEvaluator::new(&self.shared.game, &self.state).counts_captures();
        let kernel = self.shared.kernel().filter(|_| captures && request.method == TurnMethod::Greedy)?;
        let mut top = BestTurns::default();
        let see = &mut |end: &TurnEnd<'_>| {
            let result = end.halves.map_or(0, |halves| halves.min(2) as i8 - 1);
            top.add(Gain { margin: i64::from(end.taken), result }, end.plies, end.key);
        };
        let ended = kernel.turns(&self.state, request.most, stop, see)?;
        let (plies, value) = top.random(&mut Stream::new(request.seed, 0));
        Some(ended.map(|complete| BestTurn { plies, value, complete }))
    }
}
