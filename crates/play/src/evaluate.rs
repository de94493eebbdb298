//! The `Evaluate` trait: static evaluation for a search, updated incrementally with each ply.

use crate::{Explorer, StartPosition, TurnOutcome, Values};

/// Static evaluation of the positions of one explorer. The search reports every ply that it plays and undoes, so that
/// an evaluator can update accumulators instead of reading the whole board. Evaluations are the log-odds (natural
/// logarithm) that the first player wins.
pub trait Evaluate: Send {
    /// Whether it asks an explorer's positions for features, besides pieces and counters. Then an explorer for plies alone
    /// (`StartPosition::ply_explorer`) is none for it.
    fn reads_features(&mut self, at: &dyn Explorer) -> bool;
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

/// The explorer at a position that is the fastest for an evaluator: `general`, which is at it, or one for plies alone.
pub fn explorer_for(
    evaluator: &mut dyn Evaluate,
    start: &(impl StartPosition + ?Sized),
    general: Box<dyn Explorer>,
) -> Box<dyn Explorer> {
    if evaluator.reads_features(general.as_ref()) { general } else { start.ply_explorer() }
}

/// The values of a game of two, of the log-odds that the first player wins.
#[must_use]
pub fn two_values(log_odds: f32) -> Values {
    let first = 1.0 / (1.0 + f64::from(-log_odds).exp());
    [first, 1.0 - first, 0.0, 0.0]
}
