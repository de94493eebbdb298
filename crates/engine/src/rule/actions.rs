//! What plies do to the board by themselves, without their effects.

use super::{Action, Cells, Directions};

/// Which plies of a kind capture a piece by themselves, without an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captures {
    /// None.
    Never,
    /// Those that end on a piece.
    OnPieces,
    /// All.
    Always,
}

impl Action {
    /// Which pieces a ply moves, and along which directions; none where it moves no piece.
    #[must_use]
    pub fn moved(&self) -> Option<(&Cells, &Directions)> {
        match self {
            Action::Step { what, ways, .. } | Action::Slide { what, ways, .. } => Some((what, ways)),
            Action::Leap { what, ways, .. } | Action::Hop { what, ways, .. } => Some((what, ways)),
            Action::Place { .. } | Action::Remove { .. } | Action::Pass | Action::Swap | Action::Keep => None,
            Action::Roll { .. } | Action::Reveal { .. } => None,
        }
    }

    /// Which of its plies capture.
    #[must_use]
    pub fn captures(&self) -> Captures {
        match self {
            Action::Step { to, .. } | Action::Slide { to, .. } | Action::Leap { to, .. } => match to {
                Cells::Empty => Captures::Never,
                _ => Captures::OnPieces,
            },
            Action::Hop { captures: true, .. } | Action::Remove { .. } => Captures::Always,
            Action::Hop { captures: false, .. } | Action::Place { .. } | Action::Pass => Captures::Never,
            Action::Swap | Action::Keep | Action::Roll { .. } | Action::Reveal { .. } => Captures::Never,
        }
    }
}
