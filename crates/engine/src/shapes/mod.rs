//! Kernels: specialized code for random games and whole turns of common kinds of rules.
//!
//! The general engine interprets the words of any rules. Common combinations of moves, effects and ends (shapes) have
//! kernels here: loops compiled for the combination, with tables computed from the plan for numbers, directions and the
//! board. A shape is recognised from the words of the rules alone, once for a batch of games.
//!
//! A kernel draws from the same random stream as the general engine, and generates the same plies in the same order. So
//! a seed gives the same games with both, and a test compares them ply by ply.

mod book;
mod effects;
mod ends;
mod find;
mod kernel;
mod lattice;
mod moves;
mod registry;
mod secret;
mod table;
mod tally;
mod turns;
mod words;

pub use lusory_play::{Candidate, Hint};
pub use registry::fast;

use crate::observer::PlayoutObserver;
use crate::state::Reason;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The ids of its plies.
    pub plies: Vec<u32>,
    /// Half points of the first player, and why; none where the game was cut off.
    pub ended: Option<(u8, Reason)>,
}

/// The outcome of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
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
pub type Ended = Option<(u8, Reason)>;

/// A boxed kernel of any shape.
pub type Boxed = Box<dyn Runner>;

/// The order in which two players make their plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rhythm {
    /// Two plies each in turn, not one.
    pub pairs: bool,
    /// The player who starts has already made one of his two plies.
    pub late: bool,
}

/// A kernel: plays random games of one game. Accepts only states of its own width.
pub trait Runner: Send + Sync {
    /// Can it take games up at this state?
    fn takes(&self, _state: &dyn Any) -> bool {
        false
    }
    /// Plays games from a state that it takes, or from the start, and adds them to the totals. Once `stop` is true it
    /// ends, without the games under way.
    fn run(&self, from: Option<&dyn Any>, span: Span, totals: &mut Totals, stop: &AtomicBool);
    /// The same, but every game is told to an audience, ply by ply, once it is over.
    fn tell(&self, from: Option<&dyn Any>, span: Span, audience: &mut dyn PlayoutObserver, stop: &AtomicBool);
    /// Plays one game from the start and tells its plies.
    fn trace(&self, seed: u64, game: u64, limit: u32) -> Trace;
    /// What is needed to play single games: made once, used for many.
    fn desk(&self) -> Box<dyn Any + Send> {
        Box::new(())
    }
    /// Plays one game from a state, at most so many plies, and adds their ids to a list. None where it does not take
    /// the state; then nothing was drawn. Wise players take an immediate win, and stop that of the
    /// other.
    fn playout(
        &self,
        _desk: &mut (dyn Any + Send),
        _from: &dyn Any,
        _stream: &mut Stream,
        _limit: u32,
        _plies: Option<&mut Vec<u32>>,
        _wise: bool,
    ) -> Option<Ended> {
        None
    }
    /// Takes a game up at a state, to go on with it ply by ply; `false` where it does not take the state.
    fn enter(&self, _desk: &mut (dyn Any + Send), _from: &dyn Any) -> bool {
        false
    }
    /// The game as it stands is what `back` goes back to.
    fn keep(&self, _desk: &mut (dyn Any + Send)) {}
    /// Goes back.
    fn back(&self, _desk: &mut (dyn Any + Send)) {}
    /// Adds the plies on offer to a list, in no particular order.
    fn candidates(&self, _desk: &(dyn Any + Send), _list: &mut Vec<Candidate>) {}
    /// Plays a ply by its id; its number helps.
    fn play(&self, _desk: &mut (dyn Any + Send), _id: u32, _number: u32) -> Gone {
        Gone::Nowhere
    }
    /// The player to move.
    fn to_move(&self, _desk: &(dyn Any + Send)) -> i8 {
        0
    }
    /// Plays the game to its end, at most so many plies, and adds their ids to a list.
    fn finish(
        &self,
        _desk: &mut (dyn Any + Send),
        _stream: &mut Stream,
        _limit: u32,
        _plies: Option<&mut Vec<u32>>,
        _wise: bool,
    ) -> Ended {
        None
    }
    /// Goes through every whole turn from a state, those that meet in the middle as one; at most `most` plies are
    /// tried. Were those all? None, and nothing was visited, where it cannot begin at the state, or does not know whole
    /// turns.
    fn turns(
        &self,
        _from: &dyn Any,
        _most: u64,
        _stop: &AtomicBool,
        _visit: &mut dyn FnMut(&TurnEnd<'_>),
    ) -> Option<Result<bool, Halt>> {
        None
    }
    /// Adds priors for move ordering to a list, in no particular order.
    fn hints(&self, _desk: &mut (dyn Any + Send), _at: &dyn Any, _hints: &mut Vec<Hint>) {}
    /// Who makes the plies of a game that begins with this state.
    fn rhythm(&self, _from: &dyn Any) -> Rhythm {
        Rhythm { pairs: false, late: false }
    }
}
