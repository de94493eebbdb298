//! The cursor of searches by simulations.
//!
//! ```text
//!   root --rewind--> here --play--> here --play--> here --playout--> the end, and back with the next rewind
//! ```

use crate::stream::Stream;
use crate::{Cursor, SIDES, Values};
use std::sync::atomic::AtomicBool;

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

/// A legal ply, for whoever goes ply by ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its id.
    pub id: u32,
    /// By this it is found at once.
    pub number: u32,
    /// Half points of the first player, where the game is seen to be over with this ply.
    pub ends: Option<u8>,
}

/// A ply that looks good at a glance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hint {
    /// Its id.
    pub id: u32,
    /// How good: all plies together have 1.
    pub share: f32,
}

/// A cursor that goes down a game and back to where it began. Who goes down a tree uses `candidates` and `go`, which are
/// as `legal` and `play`, and faster.
pub trait Walker: Cursor {
    /// Another walker that begins where this one stands. It allocates.
    fn copy(&mut self) -> Box<dyn Walker>;
    /// Goes back to where it began.
    fn rewind(&mut self);
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
}
