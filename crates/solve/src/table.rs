//! What a prover knows of positions, in a fixed amount of memory that threads share without locks.
//!
//! A bucket has four entries. A new position takes the place of the entry with the least work in it. Two words of an entry
//! are joined to its check word, so that an entry torn by two threads does not match (Hyatt 1999).

use std::sync::atomic::{AtomicU64, Ordering};

/// Proof and disproof numbers from here on are infinite.
pub const INFINITE: u32 = 1 << 30;

/// What is known of a position for a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofEntry {
    /// The proof number: 0, it is proven.
    pub proof: u32,
    /// The disproof number: 0, it is disproven.
    pub disproof: u32,
    /// The best ply by its id.
    pub best: u32,
    /// The logarithm of the positions searched below it, in sixteenths.
    pub work: u16,
}

const WAYS: usize = 4;
const WORDS: usize = 3;
/// Bytes that an entry takes.
pub const ENTRY: usize = WORDS * 8;

/// See the module.
pub struct ProofTable {
    words: Vec<AtomicU64>,
    mask: usize,
}

impl ProofTable {
    /// A table that takes at most so many bytes, and holds one bucket at least.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        let buckets = 1usize << (memory / (ENTRY * WAYS)).max(1).ilog2();
        let mut words = Vec::new();
        words.resize_with(buckets * WAYS * WORDS, || AtomicU64::new(0));
        ProofTable { words, mask: buckets - 1 }
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// The share of entries in use, from a sample.
    #[must_use]
    pub fn filled(&self) -> f64 {
        let entries = self.words.len() / WORDS;
        let sample = entries.min(4096);
        let used = (0..sample).filter(|&i| self.word(i * (entries / sample) * WORDS + 1) != 0).count();
        used as f64 / sample.max(1) as f64
    }

    fn word(&self, at: usize) -> u64 {
        self.words.get(at).map_or(0, |word| word.load(Ordering::Relaxed))
    }

    fn entry(&self, at: usize) -> (u64, u64, u64) {
        (self.word(at), self.word(at + 1), self.word(at + 2))
    }

    fn bucket(&self, key: u128) -> usize {
        (key as u64 as usize & self.mask) * WAYS * WORDS
    }

    /// What is known of a position.
    #[must_use]
    pub fn get(&self, key: u128) -> Option<ProofEntry> {
        let (check, from) = ((key >> 64) as u64, self.bucket(key));
        (0..WAYS).find_map(|way| {
            let (mixed, numbers, more) = self.entry(from + way * WORDS);
            (numbers != 0 && mixed ^ numbers ^ more == check).then(|| known(numbers, more))
        })
    }

    /// Stores what is known of a position.
    pub fn put(&self, key: u128, known: ProofEntry) {
        let (check, from) = ((key >> 64) as u64, self.bucket(key));
        let mut place = (u32::MAX, from);
        for way in 0..WAYS {
            let at = from + way * WORDS;
            let (mixed, numbers, more) = self.entry(at);
            let worth = if numbers == 0 { 0 } else { 1 + (more & 0xffff) as u32 };
            if numbers != 0 && mixed ^ numbers ^ more == check {
                place = (0, at);
                break;
            }
            place = place.min((worth, at));
        }
        let numbers = u64::from(known.proof) << 32 | u64::from(known.disproof);
        let more = u64::from(known.best) << 16 | u64::from(known.work);
        for (offset, word) in [check ^ numbers ^ more, numbers, more].into_iter().enumerate() {
            if let Some(slot) = self.words.get(place.1 + offset) {
                slot.store(word, Ordering::Relaxed);
            }
        }
    }

    /// The answered entries with at least so much work in them, as (check, bucket, numbers, more): for a checkpoint.
    pub fn kept(&self, work: u16) -> impl Iterator<Item = [u64; 4]> + '_ {
        (0..self.words.len() / WORDS).filter_map(move |entry| {
            let (mixed, numbers, more) = self.entry(entry * WORDS);
            let solved = numbers != 0 && (numbers as u32 == 0 || numbers >> 32 == 0);
            let keeps = solved && (more & 0xffff) as u16 >= work;
            keeps.then_some([mixed ^ numbers ^ more, (entry / WAYS) as u64, numbers, more])
        })
    }

    /// Stores an entry of a checkpoint. It must come from a table of this size or a larger one: of a smaller table it is
    /// not known to which bucket it belongs.
    pub fn restore(&self, row: [u64; 4]) {
        let [check, bucket, numbers, more] = row;
        self.put(u128::from(check) << 64 | u128::from(bucket), known(numbers, more));
    }

    /// How many buckets it has.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.mask + 1
    }
}

fn known(numbers: u64, more: u64) -> ProofEntry {
    ProofEntry {
        proof: (numbers >> 32) as u32,
        disproof: numbers as u32,
        best: (more >> 16) as u32,
        work: (more & 0xffff) as u16,
    }
}

/// The work of so many positions, as an entry holds it.
#[must_use]
pub fn work(positions: u64) -> u16 {
    (((positions.max(1) as f64).log2() * 16.0) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_and_less_work_gives_way() {
        let table = ProofTable::new(ENTRY * WAYS);
        let entry = |work| ProofEntry { proof: 3, disproof: 0, best: u32::MAX, work };
        for key in 1..=4u128 {
            table.put(key << 64, entry(key as u16));
        }
        assert_eq!(table.get(3 << 64), Some(entry(3)));
        table.put(9 << 64, entry(9));
        assert_eq!((table.get(1 << 64), table.get(9 << 64)), (None, Some(entry(9))));
        assert!(table.filled() == 1.0 && table.bytes() == ENTRY * WAYS);
    }

    #[test]
    fn answered_entries_survive_a_checkpoint() {
        let (table, other) = (ProofTable::new(1 << 16), ProofTable::new(1 << 14));
        for key in 0..100u128 {
            let proof = if key % 2 == 0 { 0 } else { 5 };
            table.put((key << 64) | (key * 977), ProofEntry { proof, disproof: 7, best: 1, work: 20 });
        }
        table.kept(1).for_each(|row| other.restore(row));
        assert!((0..100u128).all(|key| other.get((key << 64) | (key * 977)).is_some() == (key % 2 == 0)));
    }
}
