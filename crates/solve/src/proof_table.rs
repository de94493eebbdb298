//! The transposition table of solvers: proof and disproof numbers in a fixed amount of memory, shared by threads without
//! locks.
//!
//! A bucket has four entries and fills one cache line, since look-ups are bound by memory latency. The system clears the
//! memory page by page when it is first written, so that a large table costs no time before the search. A page that is read
//! before that is mapped twice, and the second time all threads are interrupted: two threads of a solver were slower than
//! one. So a bit for each page says whether anything was written there. A new position replaces the entry with the least
//! work. The check word is XORed with the data, so that an entry torn by two threads does not match (lockless hashing, Hyatt
//! 1999).
//!
//! ```text
//!   bucket   4 x [ check ^ data | data ]       data   24 bits proof | 24 bits disproof | 16 bits work
//! ```

use bytemuck::zeroed_vec;
use std::sync::atomic::{AtomicU64, Ordering};

/// The infinite proof or disproof number.
pub const INFINITE: u32 = (1 << 24) - 1;

/// The entry of a position and a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofEntry {
    /// The proof number; 0 means proven.
    pub proof: u32,
    /// The disproof number; 0 means disproven.
    pub disproof: u32,
    /// 16 times the binary logarithm of the number of positions searched below it.
    pub work: u16,
}

impl ProofEntry {
    /// The entry of an answer that took `positions` positions.
    #[must_use]
    pub fn of_answer(answer: bool, positions: u64) -> Self {
        let (proof, disproof) = if answer { (0, INFINITE) } else { (INFINITE, 0) };
        ProofEntry { proof, disproof, work: work_of(positions) }
    }

    /// The answer, if known.
    #[must_use]
    pub fn answer(self) -> Option<bool> {
        match self {
            ProofEntry { proof: 0, .. } => Some(true),
            ProofEntry { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    fn pack(self) -> u64 {
        let (proof, disproof) = (self.proof.min(INFINITE), self.disproof.min(INFINITE));
        u64::from(proof) << 40 | u64::from(disproof) << 16 | u64::from(self.work)
    }

    fn unpack(data: u64) -> Self {
        ProofEntry { proof: (data >> 40) as u32, disproof: (data >> 16) as u32 & INFINITE, work: data as u16 }
    }
}

const BUCKET_ENTRIES: usize = 4;
/// The buckets of a page of memory, of 4 kB: where pages are larger, several bits tell of one.
const PAGE_BUCKETS: usize = 4096 / (16 * BUCKET_ENTRIES);

/// A bucket: one cache line.
type Bucket = [[AtomicU64; 2]; BUCKET_ENTRIES];

/// Check word and data of each entry.
fn entries_of(bucket: &Bucket) -> [(u64, u64); BUCKET_ENTRIES] {
    bucket.each_ref().map(|[mixed, data]| {
        let data = data.load(Ordering::Relaxed);
        (mixed.load(Ordering::Relaxed) ^ data, data)
    })
}

/// A table of proof numbers; see the module.
pub struct ProofTable {
    /// Memory that a type with the alignment of a cache line would have cleared at once.
    entries: Vec<[AtomicU64; 2]>,
    /// The first entry at the beginning of a cache line.
    first: usize,
    mask: usize,
    /// For each page of buckets a bit: whether one was written.
    written: Vec<AtomicU64>,
}

impl ProofTable {
    /// A table of at most `memory` bytes, with at least one bucket.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        let count = 1usize << (memory / size_of::<Bucket>()).max(1).ilog2();
        let entries: Vec<[AtomicU64; 2]> = zeroed_vec((count + 1) * BUCKET_ENTRIES);
        let first = entries.as_ptr().align_offset(size_of::<Bucket>()).min(BUCKET_ENTRIES);
        ProofTable { entries, first, mask: count - 1, written: zeroed_vec(count.div_ceil(PAGE_BUCKETS).div_ceil(64)) }
    }

    fn buckets_in_order(&self) -> impl Iterator<Item = &Bucket> {
        let entries = self.entries.get(self.first..).unwrap_or(&[]);
        entries.chunks_exact(BUCKET_ENTRIES).take(self.buckets()).filter_map(<[_]>::first_chunk)
    }

    /// The share of used entries, estimated from a sample.
    #[must_use]
    pub fn used_share(&self) -> f64 {
        let step = self.buckets().div_ceil(4096);
        let used = |bucket: &Bucket| entries_of(bucket).iter().filter(|(_, data)| *data != 0).count();
        let sample = self.buckets_in_order().enumerate().step_by(step);
        let counts: Vec<usize> =
            sample.map(|(number, bucket)| if self.is_written(number) { used(bucket) } else { 0 }).collect();
        counts.iter().sum::<usize>() as f64 / (counts.len() * BUCKET_ENTRIES).max(1) as f64
    }

    fn number(&self, key: u128) -> usize {
        key as u64 as usize & self.mask
    }

    fn bucket(&self, number: usize) -> Option<&Bucket> {
        self.entries.get(self.first + number * BUCKET_ENTRIES..)?.first_chunk()
    }

    /// The bucket of a position, unless nothing was written on its page.
    #[inline]
    fn written_bucket(&self, key: u128) -> Option<&Bucket> {
        let number = self.number(key);
        if self.is_written(number) { self.bucket(number) } else { None }
    }

    /// Whether something was written on the page of a bucket.
    #[inline]
    fn is_written(&self, number: usize) -> bool {
        let page = number / PAGE_BUCKETS;
        self.written.get(page / 64).is_some_and(|pages| pages.load(Ordering::Relaxed) >> (page % 64) & 1 != 0)
    }

    /// Notes that something is written on the page of a bucket.
    #[inline]
    fn note_written(&self, number: usize) {
        let page = number / PAGE_BUCKETS;
        if let Some(pages) = self.written.get(page / 64).filter(|_| !self.is_written(number)) {
            pages.fetch_or(1 << (page % 64), Ordering::Relaxed);
        }
    }

    /// The entry of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u128) -> Option<ProofEntry> {
        let check = (key >> 64) as u64;
        let entries = entries_of(self.written_bucket(key)?);
        entries.into_iter().find(|entry| entry.1 != 0 && entry.0 == check).map(|(_, data)| ProofEntry::unpack(data))
    }

    /// Reads the buckets of positions that are looked up next. No look-up waits here for the result of another one, so
    /// that the cache misses overlap.
    pub fn touch(&self, keys: impl Iterator<Item = u128>) {
        let first = |key| self.written_bucket(key).map_or(0, |bucket| bucket[0][1].load(Ordering::Relaxed));
        std::hint::black_box(keys.fold(0, |all, key| all ^ first(key)));
    }

    /// Stores the entry of a position.
    pub fn put(&self, key: u128, entry: ProofEntry) {
        let check = (key >> 64) as u64;
        let number = self.number(key);
        let Some(bucket) = self.bucket(number) else { return };
        // Replaces the entry of this position, otherwise an empty one, otherwise the one with the least work.
        let rank = |&(_, (found, data)): &(usize, (u64, u64))| match data {
            0 => 1,
            _ if found == check => 0,
            _ => 2 + (data & 0xffff),
        };
        let replaced = || entries_of(bucket).into_iter().enumerate().min_by_key(rank).map_or(0, |(slot, _)| slot);
        let slot = if self.is_written(number) { replaced() } else { 0 };
        self.note_written(number);
        let data = entry.pack();
        if let Some([mixed, slot]) = bucket.get(slot) {
            mixed.store(check ^ data, Ordering::Relaxed);
            slot.store(data, Ordering::Relaxed);
        }
    }

    /// The answered entries with at least `min_work`, as [check, bucket, data]: for a checkpoint.
    pub fn answered_entries(&self, min_work: u16) -> impl Iterator<Item = [u64; 3]> + '_ {
        let rows =
            |(number, bucket): (usize, &Bucket)| entries_of(bucket).map(|(check, data)| [check, number as u64, data]);
        let written = self.buckets_in_order().enumerate().filter(|&(number, _)| self.is_written(number));
        written.flat_map(rows).filter(move |&[_, _, data]| {
            let entry = ProofEntry::unpack(data);
            data != 0 && entry.answer().is_some() && entry.work >= min_work
        })
    }

    /// Stores an entry of a checkpoint. It must come from a table of at least this size: a smaller one does not determine
    /// its bucket.
    pub fn restore(&self, [check, bucket, data]: [u64; 3]) {
        self.put(u128::from(check) << 64 | u128::from(bucket), ProofEntry::unpack(data));
    }

    /// The number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.mask + 1
    }
}

/// The work of a number of positions, in the unit of `ProofEntry::work`.
#[must_use]
pub fn work_of(positions: u64) -> u16 {
    (((positions.max(1) as f64).log2() * 16.0) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_and_less_work_gives_way() {
        let table = ProofTable::new(size_of::<Bucket>());
        let entry = |work| ProofEntry { proof: 3, disproof: 0, work };
        for key in 1..=4u128 {
            table.put(key << 64, entry(key as u16));
        }
        assert_eq!(table.get(3 << 64), Some(entry(3)));
        table.put(9 << 64, entry(9));
        assert_eq!((table.get(1 << 64), table.get(9 << 64)), (None, Some(entry(9))));
        assert!(table.used_share() == 1.0 && table.buckets() == 1);
    }

    #[test]
    fn answered_entries_survive_a_checkpoint() {
        let (table, other) = (ProofTable::new(1 << 16), ProofTable::new(1 << 14));
        for key in 0..100u128 {
            let proof = if key % 2 == 0 { 0 } else { 5 };
            table.put((key << 64) | (key * 977), ProofEntry { proof, disproof: 7, work: 20 });
        }
        table.answered_entries(1).for_each(|row| other.restore(row));
        assert!((0..100u128).all(|key| other.get((key << 64) | (key * 977)).is_some() == (key % 2 == 0)));
    }
}
