//! `Knowledge`: the information state of one player, from which positions are sampled.

use crate::Walker;
use crate::stream::Stream;
use std::sync::atomic::AtomicBool;

/// All that a player knows: of a game without secrets the whole position, of others what he has observed.
pub trait Knowledge: Send + Sync {
    /// The player whose knowledge it is.
    fn viewer(&self) -> u8;
    /// Draws a position that agrees with it, and has the walker begin there; it makes one where there is none. `false`
    /// where no such position was found in good time, or before it was stopped.
    /// `likely`: drawn by what others who play to win are likely to have done.
    fn draw(&self, stream: &mut Stream, likely: bool, stop: &AtomicBool, walker: &mut Option<Box<dyn Walker>>) -> bool;
    /// What the player has observed since he knew no more than `earlier`: of each ply the number that a walker gives for it
    /// (see `Walker::play_observed`). Nothing where that is not the same player's, earlier in the same game with secrets.
    fn since(&self, earlier: &Self) -> Option<Vec<u64>>;
}
