//! Repetition detection: a table of the positions at the start of each turn.
//!
//! An array of entries, each the pieces and one word for who is to move, with a Bloom filter of their hashes: an entry
//! whose bit is not set is new, which is nearly always so and needs no search.

use crate::bits::Bits;
use crate::hash::Fold;
use std::hash::Hasher;
use std::ops::Deref;

/// Filter bits per entry (up to twice as many): at most one new entry in sixteen is a false positive.
const BITS_PER_ENTRY: usize = 16;

/// The positions so far; see the module. Dereferences to the words of the entries, without the filter.
#[derive(Debug, Default)]
pub struct RepetitionTable {
    words: Vec<u64>,
    /// Zero words, or a power of two.
    marks: Vec<u64>,
    /// The sum of the hashes of the entries: whatever their order, it is the same.
    sum: u64,
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
        self.words.extend(pieces.iter().flat_map(|pieces| pieces.0));
        self.words.push(order);
        self.count_last(pieces.len() * W + 1, seen.hash);
    }

    /// Appends an entry in stored form.
    pub fn push_words(&mut self, standing: &[u64]) {
        self.words.extend(standing);
        self.count_last(standing.len(), hash_of_words(standing));
    }

    /// The sum of the hashes of the entries.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// Adds the last entry, with its hash, to the sum and to the filter; if it is too full, rebuilds it with twice the bits.
    fn count_last(&mut self, length: usize, hash: u64) {
        self.sum = self.sum.wrapping_add(hash);
        if self.words.len() / length * BITS_PER_ENTRY > self.marks.len() * 64 {
            let marks = (self.marks.len() * 2).max(1);
            self.marks.clear();
            self.marks.resize(marks, 0);
            self.words.chunks_exact(length).for_each(|standing| mark(&mut self.marks, hash_of_words(standing)));
        } else {
            mark(&mut self.marks, hash);
        }
    }

    /// Looks up a position.
    #[must_use]
    pub fn look_up<const W: usize>(&self, pieces: &[Bits<W>], order: u64) -> RepetitionLookup {
        let hash = hash(pieces, order);
        RepetitionLookup { times: self.times(pieces, order, hash), hash }
    }

    /// The number of occurrences of a position with this hash.
    fn times<const W: usize>(&self, pieces: &[Bits<W>], order: u64, hash: u64) -> u32 {
        let (word, bit) = filter_bit(hash, self.marks.len());
        if self.marks.get(word).is_none_or(|marks| marks & bit == 0) {
            return 0;
        }
        let is_equal = |standing: &&[u64]| {
            standing.last() == Some(&order)
                && standing.chunks_exact(W).zip(pieces).all(|(words, pieces)| *words == pieces.0)
        };
        self.words.chunks_exact(pieces.len() * W + 1).filter(is_equal).count() as u32
    }

    /// Takes back the last entry, if there are more than these words.
    pub fn take_back(&mut self, words: usize) {
        if let Some(last) = self.words.get(words..).filter(|last| !last.is_empty()) {
            self.sum = self.sum.wrapping_sub(hash_of_words(last));
            self.words.truncate(words);
        }
    }

    /// How many bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.words.capacity() + self.marks.capacity()) * 8
    }
}

fn hash<const W: usize>(pieces: &[Bits<W>], order: u64) -> u64 {
    let mut fold = Fold::default();
    pieces.iter().for_each(|pieces| pieces.0.iter().for_each(|&word| fold.write_u64(word)));
    fold.write_u64(order);
    fold.finish()
}

/// The hash of an entry in stored form.
fn hash_of_words(standing: &[u64]) -> u64 {
    let mut fold = Fold::default();
    standing.iter().for_each(|&word| fold.write_u64(word));
    fold.finish()
}

fn mark(marks: &mut [u64], hash: u64) {
    let (word, bit) = filter_bit(hash, marks.len());
    if let Some(marks) = marks.get_mut(word) {
        *marks |= bit;
    }
}

/// Word and bit of the filter.
fn filter_bit(hash: u64, words: usize) -> (usize, u64) {
    ((hash >> 6) as usize & words.wrapping_sub(1), 1 << (hash & 63))
}

impl Deref for RepetitionTable {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.words
    }
}

impl PartialEq for RepetitionTable {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Clone for RepetitionTable {
    fn clone(&self) -> Self {
        RepetitionTable { words: self.words.clone(), marks: self.marks.clone(), sum: self.sum }
    }

    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        self.marks.clone_from(&other.marks);
        self.sum = other.sum;
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
        assert_eq!(standings.len(), 700 * 7);
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
        standings.take_back(2);
        standings.take_back(2);
        assert_ne!(sum, standings.sum());
        assert_eq!([first, second].map(|pieces| standings.look_up(&[pieces], 0).times), [1, 0]);
        push(&mut standings, second);
        assert_eq!(sum, standings.sum());
        let copy = standings.clone();
        assert_eq!(sum, copy.sum());
        assert_eq!([0, 1].map(|order| copy.look_up(&[second], order).times), [1, 0]);
        assert_eq!(copy, standings);
    }
}
