//! The transposition table, of fixed size, with depth-preferred replacement: an entry gives way to a deeper one, and to any
//! entry of a later search.

use super::score::Score;

/// How a stored score bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Exact score.
    Exact,
    /// Lower bound.
    Lower,
    /// Upper bound.
    Upper,
}

/// An entry. The score is for the player to move; the distance of a win counts from the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score.
    pub score: Score,
    /// How the score bounds the true one.
    pub bound: Bound,
    /// The search depth.
    pub depth: u8,
    /// All lines were searched to the end of the game: the score holds at any depth.
    pub proven: bool,
    /// The best ply.
    pub best: u32,
}

/// The size of an entry in bytes.
const ENTRY_BYTES: usize = 20;

/// A transposition table; see the module.
pub struct TranspositionTable {
    keys: Vec<u64>,
    data: Vec<u64>,
    best: Vec<u32>,
    /// The number of the current search, 1 to 255 cyclically.
    search: u8,
}

impl TranspositionTable {
    /// A table of at most `memory` bytes, with at least one entry.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        let entries = (memory / ENTRY_BYTES).max(1);
        let size = 1usize << entries.ilog2().min(30);
        TranspositionTable { keys: vec![0; size], data: vec![0; size], best: vec![0; size], search: 1 }
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.keys.len() * ENTRY_BYTES
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub fn begin_search(&mut self) {
        self.search = self.search.checked_add(1).unwrap_or(1);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.data.fill(0);
    }

    /// The entry of a position.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let place = self.index(key);
        let data = self.data[place];
        (data != 0 && self.keys[place] == key).then(|| unpack(data, self.best[place]))
    }

    /// Stores an entry if it takes precedence over the present one.
    pub fn put(&mut self, key: u64, entry: Entry) {
        let place = self.index(key);
        let old_data = self.data[place];
        let priority = |depth: u8, sure: bool| u16::from(depth) + if sure { 256 } else { 0 };
        let old = unpack(old_data, 0);
        let keep_old = old_data != 0
            && (old_data >> 56) as u8 == self.search
            && self.keys[place] != key
            && priority(old.depth, old.proven) > priority(entry.depth, entry.proven);
        if !keep_old {
            (self.keys[place], self.best[place]) = (key, entry.best);
            self.data[place] = pack(&entry) | u64::from(self.search) << 56;
        }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.keys.len() - 1)
    }
}

fn pack(entry: &Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    u64::from(entry.score as u32) | u64::from(entry.depth) << 32 | bound << 40 | u64::from(entry.proven) << 42
}

fn unpack(data: u64, best: u32) -> Entry {
    let bound = match data >> 40 & 3 {
        0 => Bound::Exact,
        1 => Bound::Lower,
        _ => Bound::Upper,
    };
    Entry { score: data as u32 as Score, bound, depth: (data >> 32) as u8, proven: data >> 42 & 1 == 1, best }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: u8, sure: bool) -> Entry {
        Entry { score, bound: Bound::Lower, depth, proven: sure, best: 7 }
    }

    #[test]
    fn what_is_put_in_comes_out() {
        let mut table = TranspositionTable::new(1 << 12);
        assert!(table.bytes() <= 1 << 12 && table.get(5).is_none());
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for score in [-1_000_000, -3, 0, 999_999] {
                let entry = Entry { score, bound, depth: 9, proven: score > 0, best: u32::MAX };
                table.put(5, entry);
                assert_eq!(table.get(5), Some(entry));
            }
        }
        table.clear();
        assert!(table.get(5).is_none());
    }

    #[test]
    fn deeper_results_stay_until_the_next_search() {
        let mut table = TranspositionTable::new(1);
        table.put(1, entry(10, 5, false));
        table.put(2, entry(20, 3, false));
        assert!(table.get(1).is_some() && table.get(2).is_none());
        table.put(2, entry(20, 0, true));
        assert!(table.get(2).is_some(), "what is certain is worth more");
        table.begin_search();
        table.put(1, entry(10, 1, false));
        assert!(table.get(1).is_some());
    }
}
