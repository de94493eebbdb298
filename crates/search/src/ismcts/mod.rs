//! Information set Monte Carlo tree search with one tree per player (MO-ISMCTS, Cowling, Powley and Whitehouse 2012):
//! simulations begin in states sampled from the searching player's knowledge.
//!
//! ```text
//!   knowledge --sample--> consistent state      in this state all players descend, each in his own tree
//!
//!   first's tree     (o) -- B4:row --> (o) -- reveal:none --> (o)
//!   second's tree    (o) -- ?:row ---> (o) -- reveal:none --> (o)      second does not see where
//! ```
//!
//! A node of a player's tree is a sequence of his observations since the root (an information set), so he makes the same
//! choice in states that he cannot distinguish. For players whose secrets were sampled, the legal plies differ from one
//! state to another, so each edge counts how often its ply was available. The search receives the player's knowledge and
//! no position, so its choice cannot depend on what is hidden from him.

mod information_search;
mod information_tree;
mod leaf_evaluation;
mod parallel;

pub use information_search::InformationSearch;
pub use leaf_evaluation::MakeSampleEvaluator;
pub use parallel::Ismcts;
