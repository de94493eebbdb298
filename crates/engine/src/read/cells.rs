//! Sets of cells.

use super::Reader;
use crate::bits::Bits;
use crate::rule::{Cells, Regions};

impl<const W: usize> Reader<'_, W> {
    /// The set of cells a word stands for.
    #[must_use]
    pub fn cells(&self, _word: &Cells) -> Bits<W> {
        todo!()
    }

    /// The sets of cells of a list of regions.
    #[must_use]
    pub fn regions(&self, _word: &Regions) -> Vec<Bits<W>> {
        todo!()
    }
}
