//! Alpha-beta search to a fixed depth with pruning; leaves are evaluated by the features of the rules.
//!
//! ```text
//!   deepen     iterative deepening within the time limit                     deepen.rs
//!   visit      the best a player can get within a window of scores          visit.rs
//!   quiesce    captures are played out before a position is judged          quiesce.rs
//!   turns      the same where turns have several plies: edges are turns     whole.rs
//! ```
//!
//! All scores are the first player's; each node reads them from the point of view of its player to move, and
//! nothing is negated by depth, since turns may have several plies. Chance plies are averaged.

pub mod score;
pub mod transposition_table;
pub mod tune;
pub mod weights;

mod iterative_deepening;
mod move_ordering;
mod quiescence;
mod search_node;
mod whole_turns;

pub use iterative_deepening::{AlphaBeta, AlphaBetaRefusal, AlphaBetaResult};
