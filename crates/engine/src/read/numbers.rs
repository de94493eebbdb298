//! Numbers.

use super::Reader;
use crate::rule::Number;

impl<const W: usize> Reader<'_, W> {
    /// The number a word stands for.
    #[must_use]
    pub fn number(&self, _word: &Number) -> i64 {
        todo!()
    }
}
