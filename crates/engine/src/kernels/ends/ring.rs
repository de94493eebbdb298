//! End part of kernels: loops of own stones round a cell, as defined in evaluate/rings.rs.
//!
//! A stone that closes a loop links a group with itself, or completes the neighbours of a stone next to it. Callers
//! test for these conditions first.

use super::super::parts::Verdict;
use crate::bits::Bits;
use crate::board::{Board, DirectionSet};

/// An end by Ring(own), where stones connect by the sides of their cells.
#[derive(Clone, Debug)]
pub struct Rings<const W: usize> {
    board: Box<Board<W>>,
    sides: DirectionSet,
    end: (u16, u8),
}

impl<const W: usize> Rings<W> {
    /// The clause and the mover's half points. None where cells have neighbours other than by their sides.
    #[must_use]
    pub fn new(board: &Board<W>, directions: DirectionSet, end: (u16, u8)) -> Option<Self> {
        let sides = board.layout.sides & board.every;
        let is_plain = directions == sides && sides == board.every && board.border.any();
        is_plain.then(|| Rings { board: Box::new(board.clone()), sides, end })
    }

    /// Judges the stones of the mover after a ply to a place that may have closed a loop.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn judge(&self, own: Bits<W>, to: u32) -> Option<Verdict> {
        let ringed = self.is_full(own, to) || self.is_cut_off(own);
        ringed.then(|| Verdict::by(self.end))
    }

    /// Whether a stone next to the last one has own neighbours only.
    fn is_full(&self, own: Bits<W>, to: u32) -> bool {
        let inner = self.board.spread(Bits::bit(to), self.sides) & own & !self.board.border;
        inner.iter().any(|stone| self.board.spread(Bits::bit(stone), self.sides).within(own))
    }

    /// Whether there is a cell from which no path avoids the stones and reaches the border.
    fn is_cut_off(&self, own: Bits<W>) -> bool {
        let free = self.board.all & !own;
        self.board.reached(self.board.border & free, free, self.sides) != free
    }
}
