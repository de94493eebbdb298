//! The limits of a search over whole turns.

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnLimits {
    /// The maximum number of the player's own turns until the win.
    pub turns: u32,
    /// The number of turns he tries in a position.
    pub width: usize,
}
