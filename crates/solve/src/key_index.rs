//! Numbers positions by their keys, in as little memory as possible: 8 bytes each, and 4 a slot, of which at most three
//! quarters are in use.
//!
//! Half of a key is kept; that two of 100 million positions share it has a chance of 1 in 4,000.

const FIRST: usize = 1 << 10;
const FREE: u32 = u32::MAX;

/// See the module.
pub struct KeyIndex {
    /// By number: half of the key.
    checks: Vec<u64>,
    slots: Vec<u32>,
}

impl Default for KeyIndex {
    fn default() -> Self {
        KeyIndex { checks: Vec::new(), slots: vec![FREE; FIRST] }
    }
}

fn check_of(key: u128) -> u64 {
    (key >> 64) as u64 ^ (key as u64).rotate_left(32)
}

impl KeyIndex {
    /// How many positions have a number.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.checks.len()
    }

    /// Bytes in use while it grows next.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let grows = self.len() * 4 >= (self.slots.len() * 3).saturating_sub(4096);
        let is_full = self.len() + 1024 >= self.checks.capacity();
        let copy_of_checks = if is_full { self.len() * 9 } else { 0 };
        self.slots.len() * 4 * if grows { 3 } else { 1 } + self.checks.capacity() * 8 + copy_of_checks
    }

    /// Half of the key of each position, by its number.
    #[must_use]
    pub fn checks(&self) -> &[u64] {
        &self.checks
    }

    /// The index of these halves of keys.
    #[must_use]
    pub fn of_checks(checks: Vec<u64>) -> Self {
        let slots = (checks.len() * 4 / 3 + 1).next_power_of_two().max(FIRST);
        let mut index = KeyIndex { checks, slots: vec![FREE; slots] };
        index.fill();
        index
    }

    /// The slot of a check: where its number is, or would be.
    fn slot(&self, check: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (check.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & mask;
        while self.slots[slot] != FREE && self.checks[self.slots[slot] as usize] != check {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a position.
    #[must_use]
    pub fn get(&self, key: u128) -> Option<u32> {
        Some(self.slots[self.slot(check_of(key))]).filter(|&number| number != FREE)
    }

    /// The number of a position, and whether it is new; numbers are given in order, from 0.
    pub fn number(&mut self, key: u128) -> (u32, bool) {
        if self.len() * 4 >= self.slots.len() * 3 {
            self.slots = vec![FREE; self.slots.len() * 2];
            self.fill();
        }
        let check = check_of(key);
        let slot = self.slot(check);
        if self.slots[slot] != FREE {
            return (self.slots[slot], false);
        }
        self.slots[slot] = self.len() as u32;
        if self.len() == self.checks.capacity() {
            // By an eighth: twice as many would leave half of the memory empty.
            self.checks.reserve_exact(self.len() / 8 + 2048);
        }
        self.checks.push(check);
        (self.slots[slot], true)
    }

    /// Puts all numbers into empty slots.
    fn fill(&mut self) {
        for number in 0..self.checks.len() {
            let slot = self.slot(self.checks[number]);
            self.slots[slot] = number as u32;
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
        let copy = KeyIndex::of_checks(index.checks().to_vec());
        assert!((0..5000).all(|n| copy.get(key(n)) == Some(n)) && copy.get(key(6000)).is_none());
        assert!(index.len() > 0 && index.bytes() >= 5000 * 12);
    }
}
