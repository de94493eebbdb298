//! `Walker`: the cursor of searches by simulations, which return to the root after each one.
//!
//! ```text
//!   root --rewind--> here --play--> here --play--> here --playout--> the end, and back with the next rewind
//! ```

use crate::stream::Stream;
use crate::{Cursor, SIDES, Values};
use std::sync::atomic::AtomicBool;

/// A ply of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Made {
    /// Who made it; -1 is chance.
    pub player: i8,
    /// Its id.
    pub id: u32,
}

/// The result of a playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Played {
    /// It came to its end.
    Over(Values),
    /// It was cut.
    Cut,
    /// The stop flag was set.
    Stopped,
}

/// The options of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// For at most so many plies.
    pub cut: u32,
    /// Heuristic playouts: take a win that is cheap to detect, stop that of the other side, give neither away.
    pub wise: bool,
}

/// A legal ply, with what a tree search needs to play it fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its id.
    pub id: u32,
    /// By this it is found at once.
    pub number: u32,
    /// Half points of the first player, if the game is known to end with this ply.
    pub ends: Option<u8>,
}

/// A move-ordering prior for a ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hint {
    /// Its id.
    pub id: u32,
    /// Its share of the prior: all plies together have 1.
    pub share: f32,
}

/// A cursor that descends and returns to its root. Tree searches use `candidates` and `go`, which are
/// as `legal` and `play`, and faster.
pub trait Walker: Cursor {
    /// Another walker, rooted at this one's position. Allocates.
    fn copy(&mut self) -> Box<dyn Walker>;
    /// Returns to the root.
    fn rewind(&mut self);
    /// Writes the legal plies, by ascending ids, in place of what the list held.
    fn candidates(&mut self, list: &mut Vec<Candidate>);
    /// Plays a ply as `play` does. `number`: its number among the candidates, a hint.
    fn go(&mut self, id: u32, number: u32) -> bool;
    /// Plays a ply and writes for each player a number that stands for what he observed of it: equal observations, equal
    /// numbers. It allocates.
    fn play_observed(&mut self, id: u32, seen: &mut [u64; SIDES]) -> bool;
    /// Plays at random to the end, and adds the plies to `made` if given. The position afterwards is unspecified: rewind.
    fn playout(
        &mut self,
        stream: &mut Stream,
        manner: Manner,
        stop: &AtomicBool,
        made: Option<&mut Vec<Made>>,
    ) -> Played;
    /// Writes move-ordering priors, by ascending ids, if the rules give any. A ply may occur twice.
    fn hints(&mut self, hints: &mut Vec<Hint>);
}
