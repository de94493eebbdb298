//! A fast non-cryptographic hash for in-memory hash tables. It does not resist keys chosen to collide; no key of the
//! engine comes from an adversary.

use std::hash::{BuildHasherDefault, Hasher};

/// Odd multiplier with about as many ones as zeros: 2⁶⁴ divided by the golden ratio (Fibonacci hashing, Knuth 1973).
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hasher that folds each word into 64 bits of state: the XOR of the high and the low half of a 128-bit product.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fold(u64);

/// Builds `Fold` hashers, for `HashMap` and `HashSet`.
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
        // The rotated old state keeps earlier words in the hash even where this word folds to 0.
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

    fn hash_of<T: Hash>(value: T) -> u64 {
        BuildFold::default().hash_one(value)
    }

    #[test]
    fn small_differences_spread_over_the_low_and_the_high_bits() {
        let hashes: Vec<u64> = (0..10_000u64).map(|i| hash_of((i % 100, i / 100))).collect();
        for shift in [0, 24, 48] {
            let parts: HashSet<u64> = hashes.iter().map(|hash| hash >> shift & 0xffff).collect();
            // 10,000 balls in 65,536 boxes fill about 9,280 of them.
            assert!(parts.len() > 9_000, "{} at {shift}", parts.len());
        }
    }

    #[test]
    fn order_and_length_count() {
        assert_ne!(hash_of((1u64, 2u64)), hash_of((2u64, 1u64)));
        assert_ne!(hash_of(vec![0u64]), hash_of(vec![0u64, 0]));
        assert_ne!(hash_of("a"), hash_of("a\0"));
    }
}
