//! The `Evaluate` trait: static evaluation for a search, updated incrementally with each ply.

use crate::{Explorer, TurnOutcome, Values};

/// Static evaluation of the positions of one explorer. The search reports every ply that it plays and undoes, so that
/// an evaluator can update accumulators instead of reading the whole board. Evaluations are the log-odds (natural
/// logarithm) that the first player wins.
pub trait Evaluate: Send {
    /// Resets to the explorer's position as the new root.
    fn set_root(&mut self, at: &dyn Explorer);
    /// The explorer has played a ply or a whole turn: pushes a level.
    fn push(&mut self, at: &dyn Explorer);
    /// The explorer has undone the last ply or turn: pops a level.
    fn pop(&mut self);
    /// The evaluation of the explorer's position.
    fn evaluate(&mut self, at: &dyn Explorer) -> f32;
    /// The value of the explorer's position for each player, from 0 to 1.
    fn values(&mut self, at: &dyn Explorer) -> Values {
        two_values(self.evaluate(at))
    }
    /// The evaluation of the position after a whole turn; called only where `evaluates_turns`.
    fn evaluate_outcome(&mut self, end: &dyn TurnOutcome) -> f32;
    /// Whether a `TurnOutcome` can be evaluated without an explorer. Otherwise a search plays each turn before it is
    /// evaluated.
    fn evaluates_turns(&self) -> bool;
    /// Whether the evaluation is good enough to order plies by the value of the position after each.
    fn orders_plies(&self) -> bool;
}

/// The values of a game of two, of the log-odds that the first player wins.
#[must_use]
pub fn two_values(log_odds: f32) -> Values {
    let first = 1.0 / (1.0 + f64::from(-log_odds).exp());
    [first, 1.0 - first, 0.0, 0.0]
}
