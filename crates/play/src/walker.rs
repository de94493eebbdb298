//! The `Walker` trait: a cursor for Monte Carlo tree search, which returns to its root after each simulation.
//!
//! ```text
//!   rewind: at the root --play--> ... --play--> leaf --playout--> end of the game; the next rewind returns to the root
//! ```

use crate::stream::Stream;
use crate::{Cursor, Explorer, SIDES, StateCursor, Values};
use std::sync::atomic::AtomicBool;

/// Where more plies are legal, searches do not try out which of them end the game: that would take longer than playouts.
pub const MOST_TRIED: usize = 256;

/// A ply of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayedPly {
    /// Its player; -1 for chance.
    pub player: i8,
    /// Its id.
    pub id: u32,
}

/// The result of a playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlayoutResult {
    /// The game ended with these values.
    Over(Values),
    /// The ply limit was reached.
    Cut,
    /// The stop flag was set.
    Stopped,
}

/// Several playouts from one position. A buffer: it is used again and again.
#[derive(Clone, Default, Debug)]
pub struct LeafPlayouts {
    /// The result of each playout.
    pub results: Vec<PlayoutResult>,
    /// The plies of each, where they are asked for.
    pub plies: Vec<Vec<PlayedPly>>,
    /// Whether the plies are asked for.
    pub traced: bool,
}

impl LeafPlayouts {
    /// Prepares for so many playouts.
    pub fn prepare(&mut self, count: usize, traced: bool) {
        self.results.clear();
        self.results.resize(count, PlayoutResult::Stopped);
        self.plies.resize_with(count.max(self.plies.len()), Vec::new);
        self.plies.iter_mut().for_each(Vec::clear);
        self.traced = traced;
    }
}

/// The settings of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutSettings {
    /// The ply limit.
    pub max_plies: u32,
    /// Plays decisive and anti-decisive plies where they are cheap to detect: takes a win, prevents one of the other side
    /// (Teytaud and Teytaud 2010).
    pub decisive: bool,
}

/// A legal ply as a tree search stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its id.
    pub id: u32,
    /// Its number in the engine's list of plies, a hint for `play_candidate`.
    pub number: u32,
    /// The first player's half points (0 to 2), if this ply is known to end the game.
    pub final_halves: Option<u8>,
}

/// A move-ordering prior for a ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlyPrior {
    /// Its id.
    pub id: u32,
    /// Its prior probability; the sum over all plies is 1.
    pub probability: f32,
}

/// A cursor that descends and returns to its root. Tree searches use `candidates` and `play_candidate`, the fast versions
/// of `legal` and `play`.
pub trait Walker: Cursor {
    /// A new walker rooted at this position. Allocates.
    fn copy(&mut self) -> Box<dyn Walker>;
    /// Returns to the root.
    fn rewind(&mut self);
    /// Replaces the list with the legal plies, by ascending ids.
    fn candidates(&mut self, list: &mut Vec<Candidate>);
    /// `play` with `Candidate::number` as a hint; falls back to a search by id where the hint does not fit.
    fn play_candidate(&mut self, id: u32, number: u32) -> bool;
    /// Plays a ply and writes a hash of each player's observation of it to `seen`: equal for equal observations. `false`,
    /// without any change, where it is illegal. Allocates.
    fn play_observed(&mut self, id: u32, observations: &mut [u64; SIDES]) -> bool;
    /// Plays random plies to the end of the game and appends them to `plies` if given. The position is unspecified
    /// afterwards: rewind.
    fn playout(
        &mut self,
        stream: &mut Stream,
        manner: PlayoutSettings,
        stop: &AtomicBool,
        plies: Option<&mut Vec<PlayedPly>>,
    ) -> PlayoutResult;
    /// Plays as many playouts from here as `playouts` was prepared for, side by side. `false` where that is not faster than
    /// one after the other. The position stays as it is.
    fn leaf_playouts(
        &mut self,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    ) -> bool;
    /// A cursor at the root whose states a search can store. `decisive`: of `PlayoutSettings`. None where the engine has none
    /// for the game, or replays plies faster. Allocates.
    fn state_cursor(&mut self, _decisive: bool) -> Option<Box<dyn StateCursor>> {
        None
    }
    /// Calls `visit` with each piece that a player may see (none: all of them): its cell, its owner (0: nobody, then side + 1)
    /// and the number of its kind. Of a finished game all are seen.
    fn pieces(&mut self, viewer: Option<u8>, visit: &mut dyn FnMut(u16, u8, u16));
    /// The player of each side, which a swap exchanges.
    fn seats(&mut self) -> [u8; SIDES];
    /// Roots an explorer at this position; creates it if there is none.
    fn explore(&mut self, explorer: &mut Option<Box<dyn Explorer>>);
    /// Replaces the list with the priors that the rules give, by ascending ids; a ply may occur more than once.
    fn ply_priors(&mut self, hints: &mut Vec<PlyPrior>);
}
