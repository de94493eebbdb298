//! Numbers of the positions of a proof, by their keys: a map that takes little memory, and never much more for a moment.
//!
//! It has many parts, and only one of them grows at a time. 108 bits of a key count: among a billion positions two share
//! them with a probability of 1 in 10¹⁴, and then the check refuses the proof.

use lusory_play::hash::BuildFold;
use std::collections::HashMap;

/// Parts of the map.
const PARTS: usize = 1 << 12;
/// Bytes that a place of a part takes: 12 of a key, a number, and one of the map.
const BYTES: usize = 17;

/// See the module.
pub struct PositionNumbers {
    parts: Vec<HashMap<[u32; 3], u32, BuildFold>>,
    len: u32,
    places: usize,
}

impl Default for PositionNumbers {
    fn default() -> Self {
        PositionNumbers { parts: (0..PARTS).map(|_| HashMap::default()).collect(), len: 0, places: 0 }
    }
}

impl PositionNumbers {
    /// How many numbers were given.
    #[must_use]
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// The memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.places * BYTES
    }

    /// The number of a position.
    #[must_use]
    pub fn get(&self, key: u128) -> Option<u32> {
        let (part, rest) = place(key);
        self.parts.get(part)?.get(&rest).copied()
    }

    /// Gives a position the next number, in place of the one it may have had.
    pub fn add(&mut self, key: u128) -> u32 {
        let (part, rest) = place(key);
        let number = self.len;
        if let Some(part) = self.parts.get_mut(part) {
            let before = part.capacity();
            part.insert(rest, number);
            self.places += (part.capacity() - before) * 8 / 7;
        }
        self.len += 1;
        number
    }
}

/// The part of a key, and what distinguishes it there.
fn place(key: u128) -> (usize, [u32; 3]) {
    ((key >> 96) as usize % PARTS, [0, 32, 64].map(|shift| (key >> shift) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_numbered_as_they_come() {
        let mut numbers = PositionNumbers::default();
        let keys = || (0..100_000u128).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
        assert!(numbers.len() == 0 && keys().enumerate().all(|(i, key)| numbers.add(key) == i as u32));
        assert!(keys().enumerate().all(|(i, key)| numbers.get(key) == Some(i as u32)));
        assert_eq!((numbers.get(0), numbers.len(), numbers.get(1)), (Some(0), 100_000, None));
        assert_eq!((numbers.add(0), numbers.get(0), numbers.len()), (100_000, Some(100_000), 100_001));
        assert!(numbers.bytes() >= 100_000 * BYTES);
    }
}
