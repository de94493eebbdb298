//! Sets of directions.

use super::Reader;
use crate::board::WaySet;
use crate::rule::Ways;

impl<const W: usize> Reader<'_, W> {
    /// The set of directions a word stands for.
    #[must_use]
    pub fn ways(&self, _word: &Ways) -> WaySet {
        todo!()
    }
}
