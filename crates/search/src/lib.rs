//! Tree searches on the interface of `lusory-play`: MCTS, information set MCTS, alpha-beta. They know no game by name.
//!
//! Values are one number per player, never negated by depth: turns have several plies, games up to four players.

pub mod alphabeta;
pub mod ismcts;
pub mod limits;
pub mod mcts;
pub mod options;
pub mod report;
pub mod search;
pub mod tactics;
