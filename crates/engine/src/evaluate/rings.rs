//! Evaluates rings: loops round a cell.
//!
//! A cell that cannot reach the border past the pieces is ringed; so is a piece with pieces on every side. Where pieces
//! connect across sides only, an enclosed region may not leak across a corner either; where they connect across corners
//! too, it leaks across sides only.

use super::WordEvaluator;
use crate::bits::Bits;
use crate::rule::Ring;

impl<const W: usize> WordEvaluator<'_, W> {
    /// The pieces next to a ringed cell.
    pub(super) fn ring(&self, word: &Ring) -> Bits<W> {
        let (of, across) = self.ring_of(word);
        self.plan.board.spread(self.ringed_cells(of, across), across) & of
    }

    /// Whether there is such a ring.
    pub(super) fn has_ring(&self, word: &Ring) -> bool {
        self.ring(word).any()
    }

    fn ring_of(&self, word: &Ring) -> (Bits<W>, u64) {
        let board = &self.plan.board;
        let sides = board.layout.sides & board.every;
        let across = if self.ways(&word.ways) == sides { board.every } else { sides };
        (self.cells(&word.of), across)
    }

    /// The cells that are ringed: those cut off from the border, and pieces wholly among pieces.
    fn ringed_cells(&self, of: Bits<W>, across: u64) -> Bits<W> {
        let board = &self.plan.board;
        if !board.border.any() {
            return Bits::EMPTY;
        }
        let free = board.all & !of;
        let inside = free & !board.reached(board.border & free, free, across);
        let full = of & !board.border & !board.touching(free, across);
        inside | full
    }
}
