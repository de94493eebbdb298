//! Monte Carlo tree search (MCTS): UCT with GRAVE, and a solver that backs up proven values.
//!
//! ```text
//!   selection     descends from the root by the statistics of the plies           select.rs, amaf.rs
//!   expansion     adds one node                                                   expand.rs
//!   simulation    a playout from the new node                                     simulate.rs
//!                 or, with an evaluator, the value of its best ply                leaf_evaluation.rs
//!   backup        adds its value to every ply on the path; proven bounds          backup.rs, solve.rs
//! ```
//!
//! Values are stored per player, and each node is read from the perspective of its player to move: turns may have several
//! plies, and games up to four players. Chance nodes draw the ply by its weight.

pub(crate) mod amaf;
mod backup;
mod expand;
mod leaf_batch;
mod leaf_evaluation;
mod node;
mod parallel;
mod report;
pub(crate) mod select;
pub(crate) mod simulate;
mod solve;
mod tree;
mod tree_search;

pub use leaf_evaluation::MakeEvaluator;
pub(crate) use leaf_evaluation::PRIOR_SIMULATIONS;
pub use parallel::{Mcts, SearchRefusal};
pub use tree_search::{SearchStatistics, TreeSearch};
