//! What judges positions for a search.

use crate::{Explorer, Outlook};

/// Judges the positions of one explorer: the log-odds that the first player wins. It observes every ply that is played
/// and taken back, so that it can keep sums up to date instead of reading the whole board each time.
pub trait Evaluate: Send {
    /// The explorer stands at a new root.
    fn begin(&mut self, at: &dyn Explorer);
    /// The explorer has played a ply or a whole turn.
    fn down(&mut self, at: &dyn Explorer);
    /// The explorer has taken the last of them back.
    fn back(&mut self);
    /// The position where the explorer stands.
    fn judge(&mut self, at: &dyn Explorer) -> f32;
    /// The end of a whole turn, where `takes_turns`.
    fn judge_end(&mut self, end: &dyn Outlook) -> f32;
    /// Can it judge the end of a turn by an `Outlook` alone? Else games of long turns are searched ply by ply.
    fn takes_turns(&self) -> bool;
    /// Does it pay to order the plies of a node by judging what each leads to?
    fn orders(&self) -> bool;
}
