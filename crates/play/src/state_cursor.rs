//! The `StateCursor` trait: a position as a fixed number of words. A tree search stores them in each node, so that it never
//! replays the plies that lead there.

use crate::stream::Stream;
use crate::{Candidate, LeafPlayouts, PlayoutSettings, Values};
use std::sync::atomic::AtomicBool;

/// A position that is loaded, changed in place by plies, and saved.
pub trait StateCursor: Send {
    /// How many words a state has: the same for all positions of the game.
    fn words(&self) -> usize;
    /// Writes the state to `words()` words.
    fn save(&self, state: &mut [u64]);
    /// Goes to a state that was saved.
    fn load(&mut self, state: &[u64]);
    /// The player of the next ply; -1 for chance.
    fn to_move(&self) -> i8;
    /// The values, if the game is over.
    fn values(&self) -> Option<Values>;
    /// Replaces the lists with the legal plies by ascending ids, each with what is known of its end, and at a chance ply
    /// with their weights. Some engines see only here that no ply is legal: `values` is to be asked again where there is none.
    fn candidates(&mut self, list: &mut Vec<Candidate>, weights: &mut Vec<u32>);
    /// Plays a legal ply (`Candidate::id`, `Candidate::number`).
    fn play(&mut self, id: u32, number: u32);
    /// Plays one random game from each of the saved states, as many as `playouts` was prepared for, side by side. The
    /// position is unspecified afterwards.
    fn playouts(
        &mut self,
        states: &[u64],
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    );
}
