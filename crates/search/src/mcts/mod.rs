//! Monte Carlo tree search: values of plies are estimated from playouts, which are directed at the most informative plies.
//!
//! ```text
//!   select     from the root down the tree, by the statistics of the plies        select.rs, rave.rs
//!   expand     one more node                                                      expand.rs
//!   simulate   a random game from there                                           simulate.rs
//!   back up    its value, to every ply on the way; and what is proven             backup.rs, solve.rs
//! ```
//!
//! Values are stored by player, and each node is read from the point of view of its player to move: turns may have several
//! plies, and games up to four players. Chance plies have nodes too; there the ply is drawn by its weight.

pub(crate) mod amaf;
mod backup;
mod expand;
mod node;
mod parallel;
mod report;
pub(crate) mod select;
pub(crate) mod simulate;
mod solve;
mod tree;
mod tree_search;

pub use parallel::{Mcts, SearchRefusal};
pub use tree_search::{SearchStatistics, TreeSearch};
