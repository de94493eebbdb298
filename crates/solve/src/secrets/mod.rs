//! Values of two-player games with secrets: mixed strategies over information sets.
//!
//! ```text
//!   tree        every history of the game, breadth first; plies that cannot matter are left out on the way
//!   form        the sequence form of what is left: sequences of own plies, and what pairs of them are worth
//!   minimise    CFR+ on the sequence form: strategies, and bounds of the value from best responses
//!   sampled     Monte Carlo CFR, for games whose histories are too many to be listed
//! ```
//!
//! Values are those of the first player, 0 to 1; the players share one point.

pub mod cfr_plus;
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
    /// A player knows less than before, or may play what he cannot know: no strategy fits.
    Recall,
}
