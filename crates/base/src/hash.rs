//! A fast hash for tables kept in memory. It is no defence against keys chosen to collide, and no key here is chosen so.

use std::hash::{BuildHasherDefault, Hasher};

/// Odd, with as many ones as zeros: the fractional part of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Folds one word after the other into 64 bits: the high and the low half of a product, joined.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fold(u64);

/// A table that hashes so.
pub type BuildFold = BuildHasherDefault<Fold>;

#[inline]
fn fold(x: u64) -> u64 {
    let product = u128::from(x) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Fold {
    #[inline]
    fn finish(&self) -> u64 {
        fold(self.0)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        // Rotated, so that a word that folds to nothing does not take what was before it along.
        self.0 = self.0.rotate_left(23) ^ fold(word ^ self.0 ^ FACTOR);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::{BuildHasher, Hash};

    fn of<T: Hash>(value: T) -> u64 {
        BuildFold::default().hash_one(value)
    }

    #[test]
    fn small_differences_spread_over_the_low_and_the_high_bits() {
        let hashes: Vec<u64> = (0..10_000u64).map(|i| of((i % 100, i / 100))).collect();
        for shift in [0, 24, 48] {
            let parts: HashSet<u64> = hashes.iter().map(|hash| hash >> shift & 0xffff).collect();
            // 10,000 balls in 65,536 boxes fill about 9,280 of them.
            assert!(parts.len() > 9_000, "{} at {shift}", parts.len());
        }
    }

    #[test]
    fn order_and_length_count() {
        assert_ne!(of((1u64, 2u64)), of((2u64, 1u64)));
        assert_ne!(of(vec![0u64]), of(vec![0u64, 0]));
        assert_ne!(of("a"), of("a\0"));
    }
}
