//! The `WholeTurns` trait: whole turns as edges of a search, to be enumerated and played.

use crate::Values;
use std::sync::atomic::AtomicBool;

/// The gain of a turn for its player, compared by the result of the game first, then by the margin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Gain {
    /// 1: the game is won; -1: lost; 0: drawn, or not over.
    pub result: i8,
    /// By how much the player's lead over all others together has grown, in points or captures, whichever the game
    /// counts.
    pub margin: i64,
}

impl Gain {
    /// The gain less that of the best reply.
    #[must_use]
    pub fn less(self, reply: Gain) -> Gain {
        Gain { margin: self.margin.saturating_sub(reply.margin), result: self.result - reply.result }
    }
}

/// One outcome of a turn, as an edge to descend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnEdge {
    /// Its index among the outcomes of the turn.
    pub index: u32,
    /// The gain of the turn.
    pub gain: Gain,
    /// A hash of the state after it: equal for equal states.
    pub key: u64,
}

/// The position after a turn, as a visitor sees it.
pub trait TurnOutcome {
    /// The values, if the game is over.
    fn values(&self) -> Option<Values>;
    /// Writes the value of each feature: the first player's less the second's (see `Explorer::write_features`).
    fn write_features(&self, out: &mut [f32]);
    /// Replaces the list with the ids of the turn's plies.
    fn plies(&self, ids: &mut Vec<u32>);
}

/// Visitor of turn outcomes; returns `false` to stop.
pub type OutcomeVisitor<'s> = &'s mut dyn FnMut(&dyn TurnOutcome) -> bool;

/// Visitor of turn gains: receives the gain, the ids of the plies, and a key that is equal for equal outcomes.
pub type GainVisitor<'s> = &'s mut dyn FnMut(Gain, &[u32], u64);

/// A cursor that can play whole turns.
pub trait WholeTurns {
    /// Whether a turn may have several plies.
    fn has_long_turns(&self) -> bool;
    /// Enumerates the outcomes of the turn that begins or continues here, trying at most `most` plies. `false` if the
    /// list is incomplete.
    fn outcomes(&mut self, most: u64, stop: &AtomicBool, edges: &mut Vec<TurnEdge>) -> bool;
    /// Plays the outcome with this index, as `outcomes` numbered it here; `false` where there is none.
    fn play_outcome(&mut self, index: u32) -> bool;
    /// Replaces the list with the ids of the plies of the outcome with this index.
    fn outcome_plies(&self, index: u32, ids: &mut Vec<u32>);
    /// Visits the outcome of every turn from here, without removing duplicates. `false` if not all were visited.
    fn visit_outcomes(&mut self, most: u64, stop: &AtomicBool, see: OutcomeVisitor<'_>) -> bool;
    /// Visits the gain of every turn from here, most duplicates removed: faster than `visit_outcomes` where only gains
    /// are needed. `false` if not all were visited.
    fn visit_gains(&mut self, most: u64, stop: &AtomicBool, see: GainVisitor<'_>) -> bool;
    /// Visits the outcome of the turn of these plies; `false` where they are not a whole turn here.
    fn visit_turn(&mut self, plies: &[u32], see: OutcomeVisitor<'_>) -> bool;
    /// Plays the turn of these plies; `false`, without any change, where they are not a whole turn here.
    fn play_turn(&mut self, plies: &[u32]) -> bool;
}
