//! The `StateCursor` trait: a position as a fixed number of words. A tree search stores them in each node, so that it never
//! replays the plies that lead there.

use crate::stream::Stream;
use crate::{Candidate, LeafPlayouts, PlayoutSettings, Values};
use std::sync::atomic::AtomicBool;

/// Positions to play random games from: a state each, with what it does not hold of the game before it.
#[derive(Clone, Default, Debug)]
pub struct SavedPositions {
    states: Vec<u64>,
    past: Vec<u64>,
    /// Where the states and the pasts of each position end.
    ends: Vec<[usize; 2]>,
}

impl SavedPositions {
    /// Removes all.
    pub fn clear(&mut self) {
        self.states.clear();
        self.past.clear();
        self.ends.clear();
    }

    /// Adds the position where a cursor is.
    pub fn push(&mut self, cursor: &dyn StateCursor) {
        let before = self.states.len();
        self.states.resize(before + cursor.words(), 0);
        cursor.save(&mut self.states[before..]);
        cursor.past(&mut self.past);
        self.ends.push([self.states.len(), self.past.len()]);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The state of a position, and its past (`StateCursor::past`).
    #[must_use]
    pub fn position(&self, number: usize) -> (&[u64], &[u64]) {
        let [states, past] = if number == 0 { [0, 0] } else { self.ends[number - 1] };
        let [states_end, past_end] = self.ends[number];
        (&self.states[states..states_end], &self.past[past..past_end])
    }
}

/// A position that is loaded, changed in place by plies, and saved.
pub trait StateCursor: Send {
    /// How many words a state has: the same for all positions of the game.
    fn words(&self) -> usize;
    /// Writes the state to `words()` words.
    fn save(&self, state: &mut [u64]);
    /// Appends what rules ask about the positions between the root and this one, where they may occur again: a hash of each.
    fn past(&self, past: &mut Vec<u64>);
    /// Goes to the last of these saved states: the root's, and then that of each node on the way.
    fn load(&mut self, path: &mut dyn Iterator<Item = &[u64]>);
    /// Puts other pieces on the board: for each owner (0: nobody, then the sides) and kind, at owner * kinds + kind, a set
    /// of cells. The rest of the state stays, and what follows from the pieces is made anew. `false`, without any change,
    /// where the board has more than 64 cells or another number of sets.
    fn set_pieces(&mut self, sets: &[u64]) -> bool;
    /// Writes the pieces as `set_pieces` reads them.
    fn pieces(&self, sets: &mut [u64]);
    /// The player of the next ply; -1 for chance.
    fn to_move(&self) -> i8;
    /// The values, if the game is over.
    fn values(&self) -> Option<Values>;
    /// Replaces the lists with the legal plies by ascending ids, each with what is known of its end, and at a chance ply
    /// with their weights. Some engines see only here that no ply is legal: `values` is to be asked again where there is none.
    fn candidates(&mut self, list: &mut Vec<Candidate>, weights: &mut Vec<u32>);
    /// Plays a legal ply (`Candidate::id`, `Candidate::number`).
    fn play(&mut self, id: u32, number: u32);
    /// How many random games it plays side by side, faster than one after the other: so many leaves are worth collecting.
    fn side_by_side(&self) -> usize;
    /// Plays one random game from each of the saved positions, as many as `playouts` was prepared for, side by side. The
    /// position is unspecified afterwards.
    fn playouts(
        &mut self,
        from: &SavedPositions,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    );
}
