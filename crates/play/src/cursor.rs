//! Traits of positions: `Start`, immutable and shared by threads, and `Cursor`, changed in place by plies.

use crate::stream::Stream;
use crate::{Explorer, Walker};
use std::any::Any;
use std::sync::Arc;

/// The most players and sides.
pub const SIDES: usize = 4;

/// The values of a finished game, one per player: 1 a win, 0 a loss, equal shares in a draw.
pub type Values = [f64; SIDES];

/// A position that never changes, shared by threads: cursors begin there.
pub trait Start: Send + Sync {
    /// A cursor rooted here, for searches that return to the root.
    fn walker(&self) -> Box<dyn Walker>;
    /// A cursor rooted here, for searches that undo plies.
    fn explorer(&self) -> Box<dyn Explorer>;
    /// The position after a ply; nothing where the ply is not legal.
    fn after(&self, id: u32) -> Option<Arc<Self>>;
    /// Is the game over?
    fn is_over(&self) -> bool;
    /// For `Cursor::reset`, which takes positions of its own engine alone.
    fn as_any(&self) -> &dyn Any;
}

/// A position that is changed in place. A ply allocates nothing, except where a method says so.
pub trait Cursor: Send {
    /// Restarts from a position (`Start::as_any`); `false`, and nothing has changed, if it belongs to another game.
    fn reset(&mut self, start: &dyn Any) -> bool;
    /// How many players there are.
    fn players(&self) -> usize;
    /// Who plays the next ply: a player, or -1 for chance.
    fn to_move(&self) -> i8;
    /// Writes the ids of the legal plies, ascending, in place of what the list held.
    fn legal(&mut self, ids: &mut Vec<u32>);
    /// Of a chance ply: writes a weight for each legal ply.
    fn weights(&mut self, weights: &mut Vec<u32>);
    /// Draws one of the legal plies: chance plies by weight, others with equal chances.
    fn draw(&mut self, stream: &mut Stream) -> Option<u32>;
    /// Plays a ply; `false`, and nothing has changed, where it is not legal.
    fn play(&mut self, id: u32) -> bool;
    /// The values, if the game is over.
    fn values(&self) -> Option<Values>;
    /// Equal for equal states.
    fn hash(&mut self) -> u64;
    /// Does a new turn begin here?
    fn turn_over(&mut self) -> bool;
}
