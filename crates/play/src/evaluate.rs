//! The `Evaluate` trait: static evaluation of positions for a search, updated incrementally.

use crate::{Explorer, Outlook};

/// Evaluates the positions of one explorer: the log-odds that the first player wins. It is told of every ply that is
/// played and undone, so that it can update sums instead of reading the whole board each time.
pub trait Evaluate: Send {
    /// The explorer has a new root.
    fn begin(&mut self, at: &dyn Explorer);
    /// The explorer has played a ply or a whole turn.
    fn down(&mut self, at: &dyn Explorer);
    /// The explorer has undone the last of them.
    fn back(&mut self);
    /// The evaluation of the explorer's position.
    fn judge(&mut self, at: &dyn Explorer) -> f32;
    /// The end of a whole turn, where `takes_turns`.
    fn judge_end(&mut self, end: &dyn Outlook) -> f32;
    /// Can it judge the end of a turn by an `Outlook` alone? Else games of long turns are searched ply by ply.
    fn takes_turns(&self) -> bool;
    /// Is it worth while to order plies by the evaluation of the position after each?
    fn orders(&self) -> bool;
}
