//! The interface between engines and their clients (search, learning, solvers). Clients use an engine through these traits
//! alone and do not depend on one, so that the engine can change.
//!
//! ```text
//!   StartPosition  immutable position from which cursors start      walker(), explorer(), after(ply)
//!   Cursor         position that is changed in place                legal(), play(id), values(), hash()
//!     Walker         descends, then returns to its root             rewind(), playout(), ply_priors()
//!     Explorer       descends and undoes ply by ply                 undo(), changes(), write_features(), key(), whole turns
//!   StateCursor    position as a few words, kept by tree nodes      save(), load(), play(id), playouts()
//!   Evaluate       incremental static evaluation of an explorer     push(), pop(), evaluate()
//!   Knowledge      information state of one player                  sample() consistent positions
//!   Batch          independent games stepped in lockstep            lane(k), step(ids), reset_finished()
//! ```
//!
//! A ply is a number (id) that means the same ply in every position of a game. Values are one number per player and are
//! never negated: turns may have several plies, and games up to four players.

mod batch;
mod cursor;
mod evaluate;
mod explorer;
mod knowledge;
mod reduction;
mod state_cursor;
mod turns;
mod walker;

pub use batch::Batch;
pub use cursor::{Cursor, SIDES, StartPosition, Values};
pub use evaluate::{Evaluate, two_values};
pub use explorer::{Explorer, Feature, PieceChange};
pub use knowledge::Knowledge;
pub use lusory_base::{hash, random_numbers, stream};
pub use reduction::{PositionKey, Reduction, RelevantNumbers, Symmetry};
pub use state_cursor::{SavedPositions, StateCursor};
pub use turns::{Gain, GainVisitor, OutcomeVisitor, TurnEdge, TurnOutcome, WholeTurns};
pub use walker::{Candidate, LeafPlayouts, MOST_TRIED, PlayedPly, PlayoutResult, PlayoutSettings, PlyPrior, Walker};
