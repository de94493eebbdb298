//! Alpha-beta search with iterative deepening; leaves are evaluated by the features of the rules or by a net.
//!
//! ```text
//!   iterative_deepening    runs iterations within the time limit
//!   search_node            principal variation search of one node
//!   quiescence             plays out captures before a position is evaluated
//!   whole_turns            nodes of games whose turns have several plies: edges are turns
//!   move_ordering          killers and history
//!   transposition_table    results by position
//!   weights, tune          linear evaluation of features, and temporal-difference learning of its weights
//! ```
//!
//! All scores are the first player's. Each node converts them to the perspective of its player to move; nothing is negated
//! by depth, since turns may have several plies. Chance nodes take the weighted mean.

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
