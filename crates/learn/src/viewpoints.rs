//! From whose points of view a net evaluates positions.
//!
//! In open games of two, one evaluation gives the value of the player to move, from both sides' sums; the other player's is
//! the rest. With more players, or with hidden information, each player's value has an evaluation of its own, from the sum
//! of the cells as he sees them. So it reads nothing that he cannot know.

use lusory_play::{Explorer, SIDES};

/// See the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Viewpoints {
    /// The number of sides, as many as players.
    pub sides: usize,
    /// Whether the game has hidden information.
    pub secrets: bool,
}

impl Viewpoints {
    /// Open games of two.
    pub const TWO_OPEN: Viewpoints = Viewpoints { sides: 2, secrets: false };

    /// Those of the games of an explorer.
    #[must_use]
    pub fn of(at: &dyn Explorer) -> Viewpoints {
        Viewpoints { sides: at.players(), secrets: at.has_secrets() }
    }

    /// Whether nets exist for them.
    #[must_use]
    pub fn are_learnable(self) -> bool {
        (2..=SIDES).contains(&self.sides)
    }

    /// Whether each player's value has an evaluation of its own.
    #[must_use]
    pub fn by_player(self) -> bool {
        self.secrets || self.sides != 2
    }

    /// The number of sums that an evaluation reads.
    #[must_use]
    pub fn sums(self) -> usize {
        if self.by_player() { 1 } else { 2 }
    }

    /// The number of biases of the hidden layer.
    #[must_use]
    pub fn biases(self) -> usize {
        if self.by_player() { self.sides * self.sides } else { 2 }
    }

    /// The bias of the value of side `viewer` where side `mover` is to move, both counted from 0.
    #[inline]
    #[must_use]
    pub fn bias(self, viewer: usize, mover: usize) -> usize {
        if self.by_player() { viewer * self.sides + mover } else { viewer }
    }

    /// The number of boards that the sides see: one each, or one for all.
    #[must_use]
    pub fn boards(self) -> usize {
        if self.secrets { self.sides } else { 1 }
    }

    /// The board that a side sees.
    #[inline]
    #[must_use]
    pub fn board(self, side: usize) -> usize {
        if self.secrets { side } else { 0 }
    }
}
