//! The `Knowledge` trait: the information state of one player, from which consistent positions are sampled.

use crate::Walker;
use crate::stream::Stream;
use std::sync::atomic::AtomicBool;

/// The information state of a player: the whole position in games of perfect information, otherwise his observations.
pub trait Knowledge: Send + Sync {
    /// The player whose knowledge it is.
    fn viewer(&self) -> u8;
    /// Samples a position consistent with the information state and resets the walker to it; creates the walker if there
    /// is none. `likely`: weights positions by how likely opponents who play to win would have made their plies. `false`
    /// where none was found within the budget or before `stop` was set.
    fn sample(
        &self,
        stream: &mut Stream,
        likely: bool,
        stop: &AtomicBool,
        walker: &mut Option<Box<dyn Walker>>,
    ) -> bool;
    /// The player's observations since `earlier`: for each ply the number that `Walker::play_observed` writes. None unless
    /// `earlier` is the same player's knowledge, earlier in the same game with hidden information.
    fn observations_since(&self, earlier: &Self) -> Option<Vec<u64>>;
}
