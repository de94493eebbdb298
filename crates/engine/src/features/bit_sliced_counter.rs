//! Bit-sliced counters: one small count per place, one set per binary digit.

use crate::bits::Bits;

/// A count of so many binary digits for each place.
#[derive(Clone, Copy)]
pub(super) struct BitSlicedCounter<const W: usize, const DIGITS: usize> {
    bits: [Bits<W>; DIGITS],
}

impl<const W: usize, const DIGITS: usize> BitSlicedCounter<W, DIGITS> {
    /// All counts zero.
    pub(super) const NONE: Self = BitSlicedCounter { bits: [Bits::EMPTY; DIGITS] };

    /// Increments the count of each place of the set.
    #[inline]
    pub(super) fn add(&mut self, set: Bits<W>) {
        let mut carry = set;
        for bit in &mut self.bits {
            if !carry.any() {
                return;
            }
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
    }

    /// The places of a set with exactly this count.
    #[inline]
    pub(super) fn places_with(&self, number: u32, within: Bits<W>) -> Bits<W> {
        let each = self.bits.iter().enumerate();
        each.fold(within, |left, (i, &bit)| if number >> i & 1 == 1 { left & bit } else { left & !bit })
    }

    /// The least count of the places of a set that is not empty, and the places that have it.
    #[inline]
    pub(super) fn least(&self, within: Bits<W>) -> (u32, Bits<W>) {
        self.bits.iter().enumerate().rev().fold((0, within), |(number, left), (i, &bit)| {
            let without = left & !bit;
            if without.any() { (number, without) } else { (number | 1 << i, left) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_is_counted_for_itself() {
        let mut tally = BitSlicedCounter::<1, 4>::NONE;
        (1..=15).for_each(|times| tally.add(Bits::below(times)));
        for number in 1..=15 {
            assert_eq!(tally.places_with(number, Bits::below(20)), Bits::one(15 - number), "{number}");
        }
        assert_eq!(tally.places_with(0, Bits::below(17)), Bits([0b11 << 15]));
        assert_eq!(tally.least(Bits::below(11)), (5, Bits::one(10)));
        assert_eq!(tally.least(Bits::below(17)), (0, Bits([0b11 << 15])));
    }
}
