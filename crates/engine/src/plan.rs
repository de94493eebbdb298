//! A plan: rules compiled for their board, with everything that is precomputed before the first ply.

use crate::bits::Bits;
use crate::board::Board;
use crate::rule::{Atomic, Rules};
use crate::state::{SIDES, State};

/// Everything needed to play a game on a board of at most 64 * W places. Immutable; shared by threads.
#[derive(Clone, Debug)]
pub struct Plan<const W: usize> {
    /// The rules; their fixed sets of cells have been replaced by `Cells::Fixed`.
    pub rules: Rules,
    /// The board.
    pub board: Board<W>,
    /// Sets of cells that depend on the board and the viewing side alone: one for each side.
    pub fixed: Vec<[Bits<W>; SIDES]>,
    /// How many sets of pieces a state holds.
    pub planes: usize,
    /// Whether there is any chance ply.
    pub chance: bool,
    /// Whether an end depends on whether the next turn has a ply. Then its plies are generated once, before the ends
    /// are evaluated.
    pub ends_test_next_turn: bool,
}

impl<const W: usize> Plan<W> {
    /// The numbers of an owner's sets of pieces.
    #[inline]
    #[must_use]
    pub fn owned(&self, owner: usize) -> std::ops::Range<usize> {
        let kinds = self.rules.kinds.len();
        owner * kinds..(owner + 1) * kinds
    }

    /// The ply of a node; for a Commit that of its placement, for a composed part none.
    #[must_use]
    pub fn ply_of_node(&self, node: usize) -> Option<&Atomic> {
        use crate::rule::NodeKind::{Atomic, Commit};
        match &self.rules.nodes.get(node)?.kind {
            Atomic(atomic) => Some(atomic),
            Commit { place, .. } => self.rules.nodes[*place].atomic(),
            _ => None,
        }
    }

    /// An empty board with full hands.
    #[must_use]
    pub fn blank(&self) -> State<W> {
        let hand = |_| self.rules.handed.iter().map(|n| n.unwrap_or(0) as i32);
        let hands = (0..self.rules.sides).flat_map(hand).collect();
        State::new(self.planes, self.rules.hidden, hands, self.rules.quiets.len(), self.rules.mark_layers())
    }
}
