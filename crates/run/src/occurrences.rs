//! How often positions have occurred in a game, by their hashes.

/// Words of the filter. It lies in the first cache together with those of the other lanes.
const WORDS: usize = 32;

/// The positions of one game.
#[derive(Clone, Debug)]
pub(crate) struct Occurrences {
    /// The hash of each, in their order.
    hashes: Vec<u64>,
    /// A Bloom filter: a bit that is not set says that no position has such a hash. Positions that were taken back
    /// leave their bits behind, which costs a search for nothing.
    filter: [u64; WORDS],
}

impl Default for Occurrences {
    fn default() -> Self {
        Occurrences { hashes: Vec::new(), filter: [0; WORDS] }
    }
}

impl Occurrences {
    /// How many positions there are.
    pub fn count(&self) -> usize {
        self.hashes.len()
    }

    /// Begins with these positions.
    pub fn load(&mut self, hashes: &[u64]) {
        self.hashes.clear();
        self.hashes.extend(hashes);
        self.restart(hashes.len());
    }

    /// Begins another game with the first `count` positions of the last one.
    pub fn restart(&mut self, count: usize) {
        self.hashes.truncate(count);
        self.filter = [0; WORDS];
        for at in 0..self.hashes.len() {
            self.mark(self.hashes[at]);
        }
    }

    /// Notes a position as the one after the first `count`; those after them were taken back. Returns how
    /// often the position has occurred, this time included.
    pub fn note(&mut self, count: usize, hash: u64) -> u64 {
        self.hashes.truncate(count);
        let known = places(hash).iter().all(|&(word, bit)| self.filter[word] & bit != 0);
        let before = if known { self.hashes.iter().filter(|&&other| other == hash).count() as u64 } else { 0 };
        self.mark(hash);
        self.hashes.push(hash);
        before + 1
    }

    fn mark(&mut self, hash: u64) {
        for (word, bit) in places(hash) {
            self.filter[word] |= bit;
        }
    }
}

/// The bits of a hash in the filter.
fn places(hash: u64) -> [(usize, u64); 2] {
    [hash, hash >> 32].map(|bits| ((bits / 64) as usize % WORDS, 1 << (bits % 64)))
}

#[cfg(test)]
mod tests {
    use super::Occurrences;
    use lusory_base::stream::Stream;

    /// The same as counting in a list, with positions taken back and games begun anew.
    #[test]
    fn positions_are_counted_as_in_a_list() {
        let (mut noted, mut list, mut stream) = (Occurrences::default(), Vec::new(), Stream::new(1, 1));
        for round in 0..20_000 {
            let count = match stream.bits() % 100 {
                0 if round > 0 => 0,
                1..=20 => list.len().saturating_sub(1),
                _ => list.len(),
            };
            if count == 0 {
                noted.restart(0);
            }
            list.truncate(count);
            let hash = (stream.bits() % 50).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            list.push(hash);
            let expected = list.iter().filter(|&&other| other == hash).count() as u64;
            assert_eq!(noted.note(count, hash), expected);
        }
    }
}
