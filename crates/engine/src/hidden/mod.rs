//! Players' knowledge: observations as a value and as text, and sampling of full states consistent with them.
//!
//! ```text
//!   State + Past ──> Known ──> information          the text
//!                      └─────> Sampler: Guess       draws targets for secret plies at random,
//!                                   └──> Replay     then replays the game and compares the observations
//! ```

mod information;
mod known;
mod likely;
mod matching;
mod plan;
mod replay;
mod sampling;
mod search;
mod settle;
mod staying;
mod texts;
mod watch;
mod whole;

pub use information::information;
pub use known::{Known, Observation, Observed, Present, labels, observation};
pub use plan::{Guess, Targets};
pub use sampling::{BUDGET, Consistent, Sampler, TRIES, Whole, consistent, sample};
pub use texts::{announcement, printed, text};
