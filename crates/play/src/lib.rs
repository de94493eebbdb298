//! The interface between engines and their clients (search, learning, solving, measuring, breeding). Clients know nothing
//! else of an engine, so that the engine can change (`crates/search` does not even depend on one).
//!
//! ```text
//!   Start     a position that never changes: where cursors begin      walker(), explorer(), after(ply)
//!   Cursor    a position that is changed in place                     legal(), play(id), values(), hash()
//!     Walker    goes down and back to where it began                  rewind(), playout(), hints()
//!     Explorer  goes down and back ply by ply                         back(), changes(), measure(), key(), whole turns
//!   Evaluate  evaluates the positions of an explorer                down(), back(), judge()
//!   Knowledge what one player knows, where something is hidden        draw() positions that agree with it
//!   Batch     many games side by side                                 legal(lane), step(ids), reset(lane)
//! ```
//!
//! Plies are numbers (ids) that stand for the same ply in every position of a game. Values are one number per player and
//! never negated: turns may have several plies, and games up to four players.

mod batch;
mod cursor;
mod evaluate;
mod explorer;
mod knowledge;
mod reduction;
mod turns;
mod walker;

pub use batch::Batch;
pub use cursor::{Cursor, SIDES, Start, Values};
pub use evaluate::Evaluate;
pub use explorer::{Change, Explorer, Feature};
pub use knowledge::Knowledge;
pub use lusory_base::{hash, stream};
pub use reduction::{Kept, PositionKey, Reduction, Symmetry};
pub use turns::{Gain, Outlook, See, SeeGain, TurnEdge, WholeTurns};
pub use walker::{Candidate, Hint, Made, Manner, Played, Walker};
