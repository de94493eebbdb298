//! Conditions.

use super::Reader;
use crate::bits::Bits;
use crate::rule::{Condition, Phase};

impl<const W: usize> Reader<'_, W> {
    /// Does a condition hold?
    #[must_use]
    pub fn is_true(&self, _word: &Condition) -> bool {
        todo!()
    }

    /// The cells that show a condition to hold; none where it does not.
    #[must_use]
    pub fn witness(&self, _word: &Condition) -> Option<Bits<W>> {
        todo!()
    }

    /// What an effect or end comes down to here; nothing where an `If` without `otherwise` does not hold.
    #[must_use]
    pub fn part<'p, T>(&self, _word: &'p Phase<T>) -> Option<&'p T> {
        todo!()
    }
}
