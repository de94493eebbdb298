//! Whole turns as edges of a search: enumerate the outcomes of a turn, descend into one.

use crate::Values;
use std::sync::atomic::AtomicBool;

/// The gain of a turn, compared by the result of the game first, then by the counted quantity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Gain {
    /// 1: the game is over and won; -1: lost; 0: it is drawn, or goes on.
    pub result: i8,
    /// How much more the player is ahead of all others together.
    pub counted: i64,
}

impl Gain {
    /// The gain less that of the best reply.
    #[must_use]
    pub fn less(self, reply: Gain) -> Gain {
        Gain { counted: self.counted.saturating_sub(reply.counted), result: self.result - reply.result }
    }
}

/// One outcome of a turn, as an edge to descend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnEdge {
    /// Its number among the outcomes of the turn.
    pub number: u32,
    /// What the turn brings.
    pub gain: Gain,
    /// Equal for equal states after it.
    pub key: u64,
}

/// The end of a turn during an enumeration.
pub trait Outlook {
    /// What the game was worth, where it is over.
    fn values(&self) -> Option<Values>;
    /// Writes the features of the position: the first player's share less the second's.
    fn measure(&self, out: &mut [f32]);
    /// Writes the plies of the turn.
    fn plies(&self, ids: &mut Vec<u32>);
}

/// Gets the end of each turn; `false`: that is enough.
pub type See<'s> = &'s mut dyn FnMut(&dyn Outlook) -> bool;

/// Gets what each turn brings, its plies, and a key: equal for equal outcomes.
pub type SeeGain<'s> = &'s mut dyn FnMut(Gain, &[u32], u64);

/// A position whose edges are whole turns.
pub trait WholeTurns {
    /// May a turn have several plies?
    fn has_long_turns(&self) -> bool;
    /// Finds every outcome of the turn that begins, or goes on, here. `false`: there are more, it was too much. At most
    /// `most` plies are tried.
    fn outcomes(&mut self, most: u64, stop: &AtomicBool, edges: &mut Vec<TurnEdge>) -> bool;
    /// Goes down to an outcome by its number, as `outcomes` found it here; `false` where there is none.
    fn enter(&mut self, number: u32) -> bool;
    /// Writes the plies of an outcome by its number.
    fn turn(&self, number: u32, ids: &mut Vec<u32>);
    /// Shows the end of every turn from here, equal ones more than once. `false`: not all were shown.
    fn each_outcome(&mut self, most: u64, stop: &AtomicBool, see: See<'_>) -> bool;
    /// Shows what every turn from here brings, most turns that come to the same only once: as `each_outcome`, and faster
    /// where nothing else of the end of a turn is wanted. `false`: not all were shown.
    fn gains(&mut self, most: u64, stop: &AtomicBool, see: SeeGain<'_>) -> bool;
    /// Shows the end of the turn of these plies; `false` where they are no whole turn here.
    fn after(&mut self, plies: &[u32], see: See<'_>) -> bool;
    /// Goes down the turn of these plies; `false`, and nothing has changed, where they are no whole turn here.
    fn enter_by(&mut self, plies: &[u32]) -> bool;
}
