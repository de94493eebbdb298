//! What players know: their observations as a value and as text, and full states that agree with them.
//!
//! ```text
//!   State + Past ──> Known ──> information          the text
//!                      └─────> Sampler: Guess       where can secret plies have gone? drawn by lot,
//!                                   └──> Replay     then played over and compared
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
