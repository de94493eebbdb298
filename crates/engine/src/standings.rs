//! What has stood at the start of turns, so that a repetition is known.
//!
//! One standing after the other, each the pieces and one word for who is to move. Beside them bits are marked by the hash
//! of each: where the bit of a standing is not marked it has not been there, which is nearly always so, and is found out
//! without looking through all of them.

use crate::bits::Bits;
use crate::hash::Fold;
use std::hash::Hasher;
use std::ops::Deref;

/// So many bits a standing, or up to twice as many: one new standing in sixteen is looked for in vain at most.
const BITS_EACH: usize = 16;

/// See the module. Where it is read as a list it holds the standings alone.
#[derive(Debug, Default)]
pub struct Standings {
    words: Vec<u64>,
    /// Zero words, or a power of two.
    marks: Vec<u64>,
}

/// What is known of a standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// How often it has stood.
    pub times: u32,
    hash: u64,
}

impl Standings {
    /// One more, of which this was seen.
    pub fn push<const W: usize>(&mut self, pieces: &[Bits<W>], order: u64, seen: Seen) {
        self.words.extend(pieces.iter().flat_map(|pieces| pieces.0));
        self.words.push(order);
        self.note(pieces.len() * W + 1, seen.hash);
    }

    /// One more, as it is kept.
    pub fn push_words(&mut self, standing: &[u64]) {
        self.words.extend(standing);
        self.note(standing.len(), of(standing));
    }

    /// Marks the last standing; where there are too many for the bits, all of them again among twice as many.
    fn note(&mut self, length: usize, hash: u64) {
        if self.words.len() / length * BITS_EACH > self.marks.len() * 64 {
            let marks = (self.marks.len() * 2).max(1);
            self.marks.clear();
            self.marks.resize(marks, 0);
            self.words.chunks_exact(length).for_each(|standing| mark(&mut self.marks, of(standing)));
        } else {
            mark(&mut self.marks, hash);
        }
    }

    /// What is known of a standing.
    #[must_use]
    pub fn seen<const W: usize>(&self, pieces: &[Bits<W>], order: u64) -> Seen {
        let hash = hash(pieces, order);
        Seen { times: self.times(pieces, order, hash), hash }
    }

    /// How often one has stood that has this hash.
    fn times<const W: usize>(&self, pieces: &[Bits<W>], order: u64, hash: u64) -> u32 {
        let (word, bit) = spot(hash, self.marks.len());
        if self.marks.get(word).is_none_or(|marks| marks & bit == 0) {
            return 0;
        }
        let stands = |standing: &&[u64]| {
            standing.last() == Some(&order)
                && standing.chunks_exact(W).zip(pieces).all(|(words, pieces)| *words == pieces.0)
        };
        self.words.chunks_exact(pieces.len() * W + 1).filter(stands).count() as u32
    }

    /// Only the first standings are kept, so many words of them.
    pub fn truncate(&mut self, words: usize) {
        self.words.truncate(words);
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

/// The hash of a standing as it is kept.
fn of(standing: &[u64]) -> u64 {
    let mut fold = Fold::default();
    standing.iter().for_each(|&word| fold.write_u64(word));
    fold.finish()
}

fn mark(marks: &mut [u64], hash: u64) {
    let (word, bit) = spot(hash, marks.len());
    if let Some(marks) = marks.get_mut(word) {
        *marks |= bit;
    }
}

/// Which word, and which bit of it.
fn spot(hash: u64, words: usize) -> (usize, u64) {
    ((hash >> 6) as usize & words.wrapping_sub(1), 1 << (hash & 63))
}

impl Deref for Standings {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.words
    }
}

impl PartialEq for Standings {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Clone for Standings {
    fn clone(&self) -> Self {
        Standings { words: self.words.clone(), marks: self.marks.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        self.marks.clone_from(&other.marks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk that comes back now and then.
    fn walk(length: u64) -> impl Iterator<Item = ([Bits<2>; 3], u64)> {
        (0..length).map(|i| ([Bits([i * i % 97, 0]), Bits([1, i % 3]), Bits::EMPTY], i % 2))
    }

    #[test]
    fn it_is_known_how_often_each_has_stood() {
        let (mut standings, mut list) = (Standings::default(), Vec::new());
        for (pieces, order) in walk(700) {
            let before = list.iter().filter(|other| **other == (pieces, order)).count();
            let seen = standings.seen(&pieces, order);
            assert_eq!(seen.times as usize, before);
            standings.push(&pieces, order, seen);
            list.push((pieces, order));
        }
        assert!(list.iter().any(|(pieces, order)| standings.seen(pieces, *order).times > 1));
        assert_eq!(standings.len(), 700 * 7);
    }

    #[test]
    fn what_is_taken_back_has_not_stood() {
        let mut standings = Standings::default();
        let push = |standings: &mut Standings, pieces: Bits<1>| {
            let seen = standings.seen(&[pieces], 0);
            standings.push(&[pieces], 0, seen);
        };
        let [first, second] = [Bits([5]), Bits([6])];
        push(&mut standings, first);
        push(&mut standings, second);
        standings.truncate(2);
        assert_eq!([first, second].map(|pieces| standings.seen(&[pieces], 0).times), [1, 0]);
        push(&mut standings, second);
        let copy = standings.clone();
        assert_eq!([0, 1].map(|order| copy.seen(&[second], order).times), [1, 0]);
        assert_eq!(copy, standings);
    }
}
