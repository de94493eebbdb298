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
//! A node of a player's tree is what he has observed since the root; so he chooses alike in states that he cannot tell
//! apart, in the tree as at the table. Which plies are legal can differ from one state to another, for players whose
//! secrets were drawn; so each edge counts how often its ply was available. The search knows what its player knows, and no
//! position: what it chooses cannot depend on what is hidden from him.

mod blind;
mod information_tree;
mod report;

pub use blind::Blind;
pub use report::Ismcts;
