//! How often positions have occurred in a game, by their hashes.

/// Words of the filter. It lies in the first cache together with those of the other lanes.
const WORDS: usize = 32;
/// So many positions are sought in their list: the filter says of most hashes that there is nothing to seek. More of
/// them fill the filter, and are indexed.
const SCANNED: usize = 256;
/// No earlier position.
const NONE: u32 = u32::MAX;

/// The positions of one game.
#[derive(Clone, Default, Debug)]
pub(crate) struct Occurrences {
    /// The hash of each, in their order.
    hashes: Vec<u64>,
    /// A Bloom filter of them.
    filter: Filter,
    /// Of a game with many positions.
    index: Option<Index>,
}

impl Occurrences {
    /// How many positions there are.
    pub fn count(&self) -> usize {
        self.hashes.len()
    }

    /// Begins with these positions.
    pub fn with(hashes: Vec<u64>) -> Self {
        let count = hashes.len();
        let mut all = Occurrences { hashes, ..Occurrences::default() };
        all.restart(count);
        all
    }

    /// Begins another game with the first `count` positions of the last one.
    pub fn restart(&mut self, count: usize) {
        if self.index.is_some() && count >= SCANNED {
            self.take_back(count);
            return;
        }
        self.hashes.truncate(count);
        self.filter = Filter::default();
        self.hashes.iter().for_each(|&hash| self.filter.mark(hash));
        self.index = (count >= SCANNED).then(|| Index::new(&self.hashes));
    }

    /// Notes positions that are known to count.
    pub fn extend(&mut self, hashes: &[u64]) {
        hashes.iter().for_each(|&hash| self.push(hash));
    }

    /// The hash of the last position.
    pub fn last(&self) -> Option<u64> {
        self.hashes.last().copied()
    }

    /// The hashes of the positions after the first `from` of the first `count`.
    pub fn between(&self, from: usize, count: usize) -> &[u64] {
        self.hashes.get(from..count).unwrap_or_default()
    }

    /// Forgets all positions but the first `count`.
    fn take_back(&mut self, count: usize) {
        while self.hashes.len() > count {
            let taken = self.hashes.pop();
            self.index.iter_mut().zip(taken).for_each(|(index, taken)| index.pop(taken));
        }
    }

    /// Notes a position as the one after the first `count`; those after them were taken back. Returns how
    /// often the position has occurred, this time included.
    pub fn note(&mut self, count: usize, hash: u64) -> u64 {
        self.take_back(count);
        let before = self.times(hash);
        self.push(hash);
        before + 1
    }

    fn times(&self, hash: u64) -> u64 {
        match &self.index {
            Some(index) => index.times(&self.hashes, hash),
            None if self.filter.may_hold(hash) => self.hashes.iter().filter(|&&other| other == hash).count() as u64,
            None => 0,
        }
    }

    fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        match &mut self.index {
            Some(index) => index.push(&self.hashes),
            None if self.hashes.len() == SCANNED => self.index = Some(Index::new(&self.hashes)),
            None => self.filter.mark(hash),
        }
    }
}

/// A bit that is not set says that no position has such a hash. Positions that were taken back leave their bits behind,
/// which costs a search for nothing.
#[derive(Clone, Default, Debug)]
struct Filter([u64; WORDS]);

impl Filter {
    fn may_hold(&self, hash: u64) -> bool {
        Self::bits(hash).iter().all(|&(word, bit)| self.0[word] & bit != 0)
    }

    fn mark(&mut self, hash: u64) {
        for (word, bit) in Self::bits(hash) {
            self.0[word] |= bit;
        }
    }

    fn bits(hash: u64) -> [(usize, u64); 2] {
        [hash, hash >> 32].map(|bits| ((bits / 64) as usize % WORDS, 1 << (bits % 64)))
    }
}

/// A hash table whose buckets list their positions, the latest first. Positions are taken back latest first, too, so
/// that one that goes is always the first of its bucket.
#[derive(Clone, Debug)]
struct Index {
    /// The latest position of each bucket; a power of two of them, at least one a position.
    latest: Vec<u32>,
    /// For each position the one before it in its bucket.
    before: Vec<u32>,
}

impl Index {
    fn new(hashes: &[u64]) -> Self {
        let mut index = Index { latest: vec![NONE; 2 * hashes.len().next_power_of_two()], before: Vec::new() };
        (1..=hashes.len()).for_each(|count| index.link(&hashes[..count]));
        index
    }

    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.latest.len() - 1)
    }

    /// Takes the last of the positions in.
    fn push(&mut self, hashes: &[u64]) {
        if hashes.len() > self.latest.len() { *self = Index::new(hashes) } else { self.link(hashes) }
    }

    fn link(&mut self, hashes: &[u64]) {
        let Some((&hash, earlier)) = hashes.split_last() else { return };
        let bucket = self.bucket(hash);
        self.before.push(std::mem::replace(&mut self.latest[bucket], earlier.len() as u32));
    }

    /// Takes back the last position, which has this hash.
    fn pop(&mut self, hash: u64) {
        let bucket = self.bucket(hash);
        self.latest[bucket] = self.before.pop().unwrap_or(NONE);
    }

    fn times(&self, hashes: &[u64], hash: u64) -> u64 {
        let (mut times, mut next) = (0, self.latest[self.bucket(hash)] as usize);
        while let Some(&other) = hashes.get(next) {
            times += u64::from(other == hash);
            next = self.before[next] as usize;
        }
        times
    }
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
            let count = match stream.bits() % 1000 {
                0 if round > 0 => 0,
                1..=200 => list.len().saturating_sub(1),
                _ => list.len(),
            };
            if count == 0 {
                noted.restart(0);
            }
            list.truncate(count);
            let hash = (stream.bits() % 200).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            list.push(hash);
            let expected = list.iter().filter(|&&other| other == hash).count() as u64;
            assert_eq!(noted.note(count, hash), expected);
        }
    }
}
