//! Players' knowledge: observations as a value and as text, and sampling of full states consistent with them.
//!
//! ```text
//!   State + History ──> InformationState ──> information          the text
//!                             └────────────> Sampler: TargetModel  draws targets of secret plies at random,
//!                                                └──> Replay       then replays the game and compares the observations
//! ```

mod constraints;
mod information;
mod known;
mod line_likelihood;
mod matching;
mod matching_sampler;
mod pieces_stay;
mod ply_texts;
mod replay;
mod sampling;
mod search;
mod state_text;
mod targets;

pub use information::information;
pub use known::{InformationState, KnownPly, Observation, VisibleState, labels, observation};
pub use ply_texts::{announcement, printed, text};
pub use sampling::{Consistent, MAX_GUESSES, SEARCH_BUDGET, Sampler, StateWithHistory, consistent, sample};
pub use targets::{TargetModel, Targets};
