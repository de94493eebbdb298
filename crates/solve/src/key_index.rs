//! Numbers positions by their keys, in as little memory as possible: 12 bytes a slot, at most three quarters in use.
//!
//! Half of a key is kept; that two of 100 million positions share it has a chance of 1 in 4,000.

const FIRST: usize = 1 << 10;
const FREE: u32 = u32::MAX;

/// See the module.
pub struct KeyIndex {
    checks: Vec<u64>,
    numbers: Vec<u32>,
    len: u32,
}

impl Default for KeyIndex {
    fn default() -> Self {
        KeyIndex { checks: vec![0; FIRST], numbers: vec![FREE; FIRST], len: 0 }
    }
}

fn check_of(key: u128) -> u64 {
    (key >> 64) as u64 ^ (key as u64).rotate_left(32)
}

impl KeyIndex {
    /// How many positions have a number.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no position has a number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes in use while it grows next.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let grows = self.len() * 4 >= (self.numbers.len() * 3).saturating_sub(4096);
        self.numbers.len() * 12 * if grows { 3 } else { 1 }
    }

    /// The slot of a check: where it is, or would be.
    fn slot(&self, check: u64) -> usize {
        let mask = self.numbers.len() - 1;
        let mut slot = (check.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & mask;
        while self.numbers[slot] != FREE && self.checks[slot] != check {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a position.
    #[must_use]
    pub fn get(&self, key: u128) -> Option<u32> {
        Some(self.numbers[self.slot(check_of(key))]).filter(|&number| number != FREE)
    }

    /// The number of a position, and whether it is new; numbers are given in order, from 0.
    pub fn number(&mut self, key: u128) -> (u32, bool) {
        if self.len() * 4 >= self.numbers.len() * 3 {
            self.grow();
        }
        let check = check_of(key);
        let slot = self.slot(check);
        if self.numbers[slot] != FREE {
            return (self.numbers[slot], false);
        }
        (self.checks[slot], self.numbers[slot]) = (check, self.len);
        self.len += 1;
        (self.len - 1, true)
    }

    fn grow(&mut self) {
        let size = self.numbers.len() * 2;
        let checks = std::mem::replace(&mut self.checks, vec![0; size]);
        let numbers = std::mem::replace(&mut self.numbers, vec![FREE; size]);
        for (check, number) in checks.into_iter().zip(numbers).filter(|&(_, number)| number != FREE) {
            let slot = self.slot(check);
            (self.checks[slot], self.numbers[slot]) = (check, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_keeps_its_number_while_the_index_grows() {
        let (mut index, key) = (KeyIndex::default(), |n: u32| u128::from(n).wrapping_mul(0x1_0000_0001_0000_0000_0003));
        for n in 0..5000 {
            assert_eq!(index.number(key(n)), (n, true));
            assert_eq!(index.number(key(n / 2)), (n / 2, false));
        }
        assert!((0..5000).all(|n| index.get(key(n)) == Some(n)) && index.get(key(6000)).is_none());
        assert_eq!(index.len(), 5000);
        assert!(!index.is_empty() && index.bytes() >= 5000 * 12);
    }
}
