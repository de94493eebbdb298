//! Kernels: specialized code for random games and whole turns of common kinds of rules.
//!
//! The general engine interprets the words of any rules. Common combinations of moves, effects and ends have
//! kernels here: loops compiled for the combination, with tables computed from the plan for numbers, directions and the
//! board. A combination is recognised from the words of the rules alone, once for a batch of games.
//!
//! A kernel draws from the same random stream as the general engine, and generates the same plies in the same order. So
//! a seed gives the same games with both, and a test compares them ply by ply.

mod effects;
mod ends;
mod kernel;
mod lattice;
mod moves;
mod observers;
mod parts;
mod place_table;
mod recognise;
mod registry;
mod tally;
mod turns;

pub use lusory_play::Candidate;
pub use registry::fast;

use crate::observer::PlayoutObserver;
use crate::state::EndReason;
use crate::stream::Stream;
use crate::totals::Totals;
use crate::turns::Halt;
use std::any::Any;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Which games to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Their seed.
    pub seed: u64,
    /// Their numbers.
    pub games: Range<u64>,
    /// The limit of plies, after which a game is cut off.
    pub limit: u32,
}

/// One random game.
#[cfg(test)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The ids of its plies.
    pub plies: Vec<u32>,
    /// Half points of the first player, and why; none where the game was cut off.
    pub ended: Option<(u8, EndReason)>,
}

/// The result of stepping by a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepResult {
    /// It is not on offer.
    Nowhere,
    /// The game goes on.
    On,
    /// The game is over: half points of the first player.
    Over(u8),
}

/// The end of a whole turn.
#[derive(Clone, Copy)]
pub struct TurnEnd<'a> {
    /// The ids of its plies.
    pub plies: &'a [u32],
    /// How many pieces it captured.
    pub taken: u32,
    /// Half points of its player, where the game is over with it.
    pub halves: Option<u8>,
    /// Equal for equal outcomes of one turn.
    pub key: &'a dyn Fn() -> u64,
}

/// How a game ended: half points of the first player, and why; none where it was cut off.
pub type GameEnd = Option<(u8, EndReason)>;

/// A boxed kernel of any shape.
pub type BoxedKernel = Box<dyn Runner>;

/// A kernel: plays random games of one game. Accepts only states of its own width.
pub trait Runner: Send + Sync {
    /// Plays games from a state that it takes, or from the start, and adds them to the totals. Once `stop` is set it
    /// returns, without unfinished games.
    fn run(&self, from: Option<&dyn Any>, span: Span, totals: &mut Totals, stop: &AtomicBool);
    /// `run` that reports every game to an observer, ply by ply, once it is over.
    fn run_observed(&self, from: Option<&dyn Any>, span: Span, observer: &mut dyn PlayoutObserver, stop: &AtomicBool);
    /// Plays one game from the start and returns its plies.
    #[cfg(test)]
    fn trace(&self, seed: u64, game: u64, limit: u32) -> Trace;
    /// Whether searches step it and play its random games; otherwise they use a program, or the general engine.
    fn searches(&self) -> bool {
        false
    }
    /// Reusable buffers for stepping one game.
    fn stepper(&self) -> Box<dyn Any + Send> {
        Box::new(())
    }
    /// Resumes a game at a state, to continue it ply by ply; `false` where it does not take the state.
    fn enter(&self, _desk: &mut (dyn Any + Send), _from: &dyn Any) -> bool {
        false
    }
    /// Saves the current game, for `back`.
    fn keep(&self, _desk: &mut (dyn Any + Send)) {}
    /// Restores the saved game.
    fn back(&self, _desk: &mut (dyn Any + Send)) {}
    /// Adds the legal plies to a list, in no particular order.
    fn candidates(&self, _desk: &(dyn Any + Send), _list: &mut Vec<Candidate>) {}
    /// Plays a ply by its id. `number` is a hint.
    fn play(&self, _desk: &mut (dyn Any + Send), _id: u32, _number: u32) -> StepResult {
        StepResult::Nowhere
    }
    /// The player to move.
    fn to_move(&self, _desk: &(dyn Any + Send)) -> i8 {
        0
    }
    /// Plays the game to its end, at most `limit` plies, and adds their ids to a list.
    fn finish(
        &self,
        _desk: &mut (dyn Any + Send),
        _stream: &mut Stream,
        _limit: u32,
        _plies: Option<&mut Vec<u32>>,
    ) -> GameEnd {
        None
    }
    /// Visits every whole turn from a state, merging transpositions within the turn; tries at most `most` plies and
    /// returns whether those were all. None, with nothing visited, where it does not take the state or does not support
    /// whole turns.
    fn turns(
        &self,
        _from: &dyn Any,
        _most: u64,
        _stop: &AtomicBool,
        _visit: &mut dyn FnMut(&TurnEnd<'_>),
    ) -> Option<Result<bool, Halt>> {
        None
    }
}
