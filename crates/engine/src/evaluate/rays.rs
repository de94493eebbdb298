//! Evaluates rays: runs of cells from a start.

use super::WordEvaluator;
use crate::bits::Bits;
use crate::board::{Span, only_place, ways};
use crate::rule::Ray;

impl<const W: usize> WordEvaluator<'_, W> {
    /// The runs joined.
    pub(super) fn ray(&self, word: &Ray) -> Bits<W> {
        let start = self.cells(&word.start);
        if !start.any() {
            return Bits::EMPTY;
        }
        let length = word.length.as_ref().map(|length| self.number(length));
        if length.is_some_and(|length| length < 1 || length > i64::from(self.plan.board.count)) {
            return Bits::EMPTY;
        }
        let until = word.until.as_ref().map(|until| self.cells(until));
        let span = Span { through: self.cells(&word.through), until, length: length.map(|length| length as u32) };
        let directions = ways(self.ways(&word.ways));
        let board = &self.plan.board;
        match only_place(start) {
            Some(only) => directions.fold(Bits::EMPTY, |all, d| all | board.run(only, d, &span)),
            None => directions.fold(Bits::EMPTY, |all, d| all | board.runs_from(start, d, &span)),
        }
    }
}
