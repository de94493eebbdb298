//! A position that is changed in place: what searches stand on. A ply allocates nothing, unless somebody observes it.
//!
//! ```text
//!   root --rewind--> here --play--> here --play--> here --playout--> the end, and back with the next rewind
//! ```
//! Who goes down a tree uses `candidates` and `go`: a kernel takes the game over where it can, and gives it back.

use super::Position;
use crate::shapes::{Candidate, Hint};
use crate::state::SIDES;
use crate::stream::Stream;
use std::sync::atomic::AtomicBool;

/// What a game was worth, one number a player: 1 a win, 0 a loss, equal shares in a draw.
pub type Values = [f64; SIDES];

/// A ply that was made on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Made {
    /// Who made it; -1 is nature.
    pub player: i8,
    /// Its id.
    pub id: u32,
}

/// How a random game went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Played {
    /// It came to its end.
    Over(Values),
    /// It was cut.
    Cut,
    /// Somebody wanted it to stop.
    Stopped,
}

/// How a random game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// For at most so many plies.
    pub cut: u32,
    /// Is a win taken that a kernel sees at a glance, that of the other side stopped, and neither given away?
    pub wise: bool,
}

/// A position that is changed in place.
pub trait Walker: Send {
    /// Begins anew from a position; `false`, and nothing has changed, where it belongs to another game.
    fn reset(&mut self, root: &dyn Position) -> bool;
    /// Goes back to where it began.
    fn rewind(&mut self);
    /// How many players there are.
    fn players(&self) -> usize;
    /// Who plays the next ply: a player, or -1 for nature.
    fn to_move(&self) -> i8;
    /// Writes the ids of the legal plies, ascending, in place of what the list held.
    fn legal(&mut self, ids: &mut Vec<u32>);
    /// Of a ply of nature's: writes a weight for each legal ply.
    fn weights(&mut self, weights: &mut Vec<u32>);
    /// Draws one of the legal plies: nature's by weight, others with equal chances.
    fn draw(&mut self, stream: &mut Stream) -> Option<u32>;
    /// Plays a ply; `false`, and nothing has changed, where it is not legal.
    fn play(&mut self, id: u32) -> bool;
    /// Writes the legal plies, by ascending ids, in place of what the list held.
    fn candidates(&mut self, list: &mut Vec<Candidate>);
    /// Plays a ply as `play` does. The number that it had among the candidates helps to find it.
    fn go(&mut self, id: u32, number: u32) -> bool;
    /// Plays a ply and writes for each player a number that stands for what he observed of it: equal observations, equal
    /// numbers. It allocates.
    fn play_observed(&mut self, id: u32, seen: &mut [u64; SIDES]) -> bool;
    /// Plays at random to the end. Whoever wants to know gets the plies. Where it stands afterwards is not said: go back to
    /// where it began.
    fn playout(
        &mut self,
        stream: &mut Stream,
        manner: Manner,
        stop: &AtomicBool,
        made: Option<&mut Vec<Made>>,
    ) -> Played;
    /// Writes the legal plies that look good at a glance, by ascending ids, if the rules tell; a search prefers them. One
    /// may come twice.
    fn hints(&mut self, hints: &mut Vec<Hint>);
    /// What the game was worth, where it is over.
    fn values(&self) -> Option<Values>;
    /// Equal for equal states.
    fn hash(&mut self) -> u64;
    /// Does a new turn begin here?
    fn turn_over(&mut self) -> bool;
}
