//! Information set Monte Carlo tree search: simulations begin in states sampled from what the
//! player knows (with a tree for each player: MO-ISMCTS, Cowling, Powley and Whitehouse 2012).
//!
//! ```text
//!   what the player knows --draw--> a state it could be      in this state all players go down, each his own tree
//!
//!   first's tree     (o) -- B4:row --> (o) -- reveal:none --> (o)
//!   second's tree    (o) -- ?:row ---> (o) -- reveal:none --> (o)      second does not see where
//! ```
//!
//! A node of a player's tree is a sequence of his observations since the root; so he makes the same choice in states that
//! he cannot distinguish. Which plies are legal can differ from one state to another, for players whose
//! secrets were sampled; so each edge counts how often its ply was available. The search gets its player's knowledge and
//! no position, so its choice cannot depend on what is hidden from him.

mod information_search;
mod information_tree;
mod parallel;

pub use information_search::InformationSearch;
pub use parallel::Ismcts;
