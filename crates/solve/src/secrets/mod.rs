//! Solves two-player zero-sum games with hidden information: mixed strategies over information sets.
//!
//! ```text
//!   history_tree      the game tree without dominated plies
//!   sequence_form     its sequence form: sequences of own plies, and the payoffs of pairs of them
//!   cfr_plus          CFR+ on the sequence form: strategies, and bounds of the value from best responses
//!   monte_carlo_cfr   Monte Carlo CFR, for trees too large to enumerate
//!   checkpoint        saves and loads the strategies of both
//!   observations      keys of information states
//! ```
//!
//! Values are those of the first player, 0 to 1; the players share one point.

pub mod cfr_plus;
pub mod checkpoint;
pub mod history_tree;
pub mod monte_carlo_cfr;
pub mod observations;
pub mod sequence_form;

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeRefusal {
    /// It was stopped.
    Stopped,
    /// The histories do not fit in the memory.
    Memory,
    /// The game lacks perfect recall, or the legal plies differ within an information set: no strategy fits.
    Recall,
}
