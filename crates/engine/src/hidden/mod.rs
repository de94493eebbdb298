//! Players' knowledge: observations as a value and as text, and sampling of full states consistent with them.
//!
//! ```text
//!   State + PlyHistory ──> InformationState ──> information          the text
//!                             └────────────> Sampler: TargetModel  draws targets of secret plies at random,
//!                                                └──> Replay       then replays the game and compares the observations
//! ```

mod consistent_state_search;
mod constraints;
mod information_state;
mod information_text;
mod line_likelihood;
mod matching;
mod matching_sampler;
mod pieces_stay;
mod ply_texts;
mod replay;
mod sampling;
mod state_text;
mod targets;

pub use information_state::{InformationState, labels, observation};
pub use information_text::information;
pub use sampling::{Consistent, Sampler, StateWithHistory};
