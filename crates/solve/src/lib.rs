//! Exact values of positions of two-player games. Uses `lusory_play` and knows no engine.
//!
//! ```text
//!   question      "does this player get at least so much?": what is proven or disproven
//!   prover        answers a question by proof-number search, for games whose positions never come again
//!   descent       answers a question by depth-first search to the end of the game
//!   table         what the prover knows of positions, in a fixed amount of memory
//!   turns         finds forced wins over whole turns, trying the promising ones
//!   checkpoint    what the table has answered, in a file
//!   certificate   writes a proof down, for somebody else to check
//!   graph         every position of a game and what follows it, for small games and those that go in circles
//!   expectation   exact values of games with chance plies
//!   solver        all of these on one position, with threads
//!   secrets       values and mixed strategies of games with secrets
//! ```

pub mod certificate;
pub mod checkpoint;
pub mod depth_first;
pub mod expectation;
pub mod proof_number_search;
pub mod proof_table;
pub mod question;
pub mod retrograde;
pub mod secrets;
pub mod solver;
pub mod turn_search;

pub use lusory_play::SIDES;
