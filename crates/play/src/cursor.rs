//! The `StartPosition` trait (immutable, shared by threads) and the `Cursor` trait (changed in place by plies).

use crate::stream::Stream;
use crate::{Explorer, Walker};
use std::any::Any;
use std::sync::Arc;

/// The maximum number of players and of sides.
pub const SIDES: usize = 4;

/// The values of a finished game, one per player: 1 for a win, 0 for a loss, equal shares of 1 in a draw.
pub type Values = [f64; SIDES];

/// An immutable position from which cursors start; threads share it.
pub trait StartPosition: Send + Sync {
    /// A cursor rooted here, for searches that return to the root.
    fn walker(&self) -> Box<dyn Walker>;
    /// A cursor rooted here, for searches that undo plies.
    fn explorer(&self) -> Box<dyn Explorer>;
    /// The same, for searches whose edges are whole turns: faster there, slower ply by ply.
    fn turn_explorer(&self) -> Box<dyn Explorer>;
    /// The position after a ply; none where the ply is illegal.
    fn after(&self, id: u32) -> Option<Arc<Self>>;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// For `Cursor::reset`, which downcasts to the position type of its engine.
    fn as_any(&self) -> &dyn Any;
}

/// A position that is changed in place. A ply does not allocate unless the method says so.
pub trait Cursor: Send {
    /// Restarts from a position (`StartPosition::as_any`). `false`, without any change, if it belongs to another game.
    fn reset(&mut self, start: &dyn Any) -> bool;
    /// How many players there are.
    fn players(&self) -> usize;
    /// The player of the next ply; -1 for chance.
    fn to_move(&self) -> i8;
    /// Replaces the list with the ids of the legal plies, ascending.
    fn legal(&mut self, ids: &mut Vec<u32>);
    /// At a chance ply: replaces the list with the integer weight of each legal ply.
    fn weights(&mut self, weights: &mut Vec<u32>);
    /// Draws a legal ply: chance plies by weight, others uniformly. None where there is no legal ply.
    fn draw(&mut self, stream: &mut Stream) -> Option<u32>;
    /// Plays a ply. `false`, without any change, where it is illegal.
    fn play(&mut self, id: u32) -> bool;
    /// The values, if the game is over.
    fn values(&self) -> Option<Values>;
    /// A hash of the state: equal for equal states.
    fn hash(&mut self) -> u64;
    /// Whether the last turn is over, so that a new one begins.
    fn turn_over(&mut self) -> bool;
}
