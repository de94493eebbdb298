//! Repetition detection: a table of the positions at the start of each turn.
//!
//! An entry is the pieces and one word for who is to move. Entries stand in blocks, each with a Bloom filter of their
//! hashes: a block whose bit is not set has no such entry, and fifteen of sixteen that have none are not searched. A full
//! block never changes and is shared by all copies of the table, so that copying the state of a long game costs little.

use crate::bits::Bits;
use crate::hash::Fold;
use std::hash::Hasher;
use std::sync::Arc;

/// Entries of a full block.
const BLOCK_ENTRIES: usize = 32;

/// Words of a block's filter: 16 bits an entry, so that at most one new entry in sixteen is a false positive.
const FILTER_WORDS: usize = BLOCK_ENTRIES * 16 / 64;

/// The positions so far; see the module.
#[derive(Debug, Default)]
pub struct RepetitionTable {
    full: Vec<Arc<Block>>,
    /// The latest entries; only an empty table has none here.
    latest: Block,
    /// How many words an entry takes; 0 before the first.
    entry_words: usize,
    /// The sum of the hashes of the entries: whatever their order, it is the same.
    sum: u64,
}

#[derive(Clone, Debug, Default)]
struct Block {
    words: Vec<u64>,
    filter: [u64; FILTER_WORDS],
}

/// The result of a lookup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionLookup {
    /// How often it has occurred.
    pub times: u32,
    hash: u64,
}

impl RepetitionTable {
    /// Appends a position, given its lookup.
    pub fn push<const W: usize>(&mut self, pieces: &[Bits<W>], order: u64, seen: RepetitionLookup) {
        let words = pieces.iter().flat_map(|pieces| pieces.0).chain([order]);
        self.append(words, pieces.len() * W + 1, seen.hash);
    }

    /// Appends an entry in stored form.
    pub fn push_words(&mut self, entry: &[u64]) {
        self.append(entry.iter().copied(), entry.len(), hash_of_words(entry));
    }

    fn append(&mut self, entry: impl Iterator<Item = u64>, entry_words: usize, hash: u64) {
        self.entry_words = entry_words;
        if self.latest.words.len() == entry_words * BLOCK_ENTRIES {
            self.full.push(Arc::new(std::mem::take(&mut self.latest)));
        }
        self.latest.words.extend(entry);
        self.latest.mark(hash);
        self.sum = self.sum.wrapping_add(hash);
    }

    /// The sum of the hashes of the entries.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.full.len() * BLOCK_ENTRIES + self.latest.words.len() / self.entry_words.max(1)
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.latest.words.is_empty() && self.full.is_empty()
    }

    /// Whether every entry has so many words.
    #[must_use]
    pub fn has_entries_of(&self, entry_words: usize) -> bool {
        self.is_empty()
            || (self.entry_words == entry_words
                && self.blocks().all(|block| block.words.chunks_exact(entry_words).remainder().is_empty())
                && self.full.iter().all(|block| block.words.len() == entry_words * BLOCK_ENTRIES))
    }

    /// The words of each entry, the oldest first.
    pub fn entries(&self) -> impl Iterator<Item = &[u64]> {
        self.blocks().flat_map(|block| block.words.chunks_exact(self.entry_words.max(1)))
    }

    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.full.iter().map(AsRef::as_ref).chain([&self.latest])
    }

    /// Looks up a position.
    #[must_use]
    pub fn look_up<const W: usize>(&self, pieces: &[Bits<W>], order: u64) -> RepetitionLookup {
        let hash = hash(pieces, order);
        let blocks = self.blocks().filter(|block| block.may_hold(hash));
        RepetitionLookup { times: blocks.map(|block| block.times(pieces, order)).sum(), hash }
    }

    /// Takes back the last entry, if there are more than so many.
    pub fn take_back(&mut self, entries: usize) {
        if self.len() <= entries {
            return;
        }
        if self.latest.words.is_empty() {
            self.latest = self.full.pop().map(Arc::unwrap_or_clone).unwrap_or_default();
        }
        let rest = self.latest.words.len().saturating_sub(self.entry_words);
        self.sum = self.sum.wrapping_sub(hash_of_words(&self.latest.words[rest..]));
        self.latest.words.truncate(rest);
    }

    /// How many bytes it holds, of shared blocks its share.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let shares = self.full.iter().map(|block| block.bytes() / Arc::strong_count(block));
        self.latest.bytes() + self.full.capacity() * size_of::<usize>() + shares.sum::<usize>()
    }
}

impl Block {
    fn mark(&mut self, hash: u64) {
        let (word, bit) = filter_bit(hash);
        self.filter[word] |= bit;
    }

    fn may_hold(&self, hash: u64) -> bool {
        let (word, bit) = filter_bit(hash);
        self.filter[word] & bit != 0
    }

    /// The number of occurrences of a position.
    fn times<const W: usize>(&self, pieces: &[Bits<W>], order: u64) -> u32 {
        let is_equal = |entry: &&[u64]| {
            entry.last() == Some(&order) && entry.chunks_exact(W).zip(pieces).all(|(words, pieces)| *words == pieces.0)
        };
        self.words.chunks_exact(pieces.len() * W + 1).filter(is_equal).count() as u32
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * 8
    }
}

fn hash<const W: usize>(pieces: &[Bits<W>], order: u64) -> u64 {
    let mut fold = Fold::default();
    pieces.iter().for_each(|pieces| pieces.0.iter().for_each(|&word| fold.write_u64(word)));
    fold.write_u64(order);
    fold.finish()
}

/// The hash of an entry in stored form.
fn hash_of_words(entry: &[u64]) -> u64 {
    let mut fold = Fold::default();
    entry.iter().for_each(|&word| fold.write_u64(word));
    fold.finish()
}

/// Word and bit of a filter.
fn filter_bit(hash: u64) -> (usize, u64) {
    ((hash >> 6) as usize % FILTER_WORDS, 1 << (hash & 63))
}

/// Equal entries in the same order.
impl PartialEq for RepetitionTable {
    fn eq(&self, other: &Self) -> bool {
        self.sum == other.sum && self.len() == other.len() && self.entries().eq(other.entries())
    }
}

/// `clone_from` reuses allocations.
impl Clone for RepetitionTable {
    fn clone(&self) -> Self {
        RepetitionTable { full: self.full.clone(), latest: self.latest.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.full.clone_from(&other.full);
        self.latest.words.clone_from(&other.latest.words);
        self.latest.filter = other.latest.filter;
        (self.entry_words, self.sum) = (other.entry_words, other.sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk that sometimes repeats a standing.
    fn walk(length: u64) -> impl Iterator<Item = ([Bits<2>; 3], u64)> {
        (0..length).map(|i| ([Bits([i * i % 97, 0]), Bits([1, i % 3]), Bits::EMPTY], i % 2))
    }

    #[test]
    fn it_is_known_how_often_each_has_stood() {
        let (mut standings, mut list) = (RepetitionTable::default(), Vec::new());
        for (pieces, order) in walk(700) {
            let before = list.iter().filter(|other| **other == (pieces, order)).count();
            let look_up = standings.look_up(&pieces, order);
            assert_eq!(look_up.times as usize, before);
            standings.push(&pieces, order, look_up);
            list.push((pieces, order));
        }
        assert!(list.iter().any(|(pieces, order)| standings.look_up(pieces, *order).times > 1));
        assert_eq!(standings.len(), 700);
        assert_eq!(standings.entries().count(), 700);
    }

    #[test]
    fn what_is_taken_back_has_not_stood() {
        let mut standings = RepetitionTable::default();
        let push = |standings: &mut RepetitionTable, pieces: Bits<1>| {
            let look_up = standings.look_up(&[pieces], 0);
            standings.push(&[pieces], 0, look_up);
        };
        let [first, second] = [Bits([5]), Bits([6])];
        push(&mut standings, first);
        push(&mut standings, second);
        let sum = standings.sum();
        standings.take_back(1);
        standings.take_back(1);
        assert_ne!(sum, standings.sum());
        assert_eq!([first, second].map(|pieces| standings.look_up(&[pieces], 0).times), [1, 0]);
        push(&mut standings, second);
        assert_eq!(sum, standings.sum());
        let copy = standings.clone();
        assert_eq!(sum, copy.sum());
        assert_eq!([0, 1].map(|order| copy.look_up(&[second], order).times), [1, 0]);
        assert_eq!(copy, standings);
    }

    #[test]
    fn copies_share_full_blocks_and_stay_apart() {
        let mut table = RepetitionTable::default();
        let push = |table: &mut RepetitionTable, number: u64| {
            let look_up = table.look_up(&[Bits([number])], 0);
            table.push(&[Bits([number])], 0, look_up);
        };
        let blocks = BLOCK_ENTRIES as u64;
        (0..3 * blocks).for_each(|number| push(&mut table, number));
        let whole = table.clone();
        for left in (0..3 * BLOCK_ENTRIES).rev() {
            table.take_back(0);
            assert_eq!((table.len(), table.look_up(&[Bits([left as u64])], 0).times), (left, 0));
        }
        assert!(table.is_empty() && table.sum() == 0);
        assert!((0..3 * blocks).all(|number| whole.look_up(&[Bits([number])], 0).times == 1));
        (0..3 * blocks).for_each(|number| push(&mut table, number));
        assert_eq!(table, whole);
    }
}
