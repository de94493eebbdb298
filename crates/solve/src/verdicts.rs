//! The transposition table of the search over whole turns: verdicts on positions, in a bounded amount of memory, shared
//! by threads.
//!
//! Where memory is full, what is not won is forgotten: it can be searched again, and proofs need the wins alone.

use crate::question::Unanswered;
use crate::turn_limits::TurnLimits;
use lusory_play::hash::BuildFold;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The entry of a position in which the player of the question begins a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is won with this turn.
    Won(Box<[u32]>),
    /// It is not won within these limits.
    Open(TurnLimits),
}

/// Bytes of an entry in the map, where half of its slots are empty: a slot is a key of 16 bytes, and 32 more.
const EACH: usize = 100;
/// Bytes of an allocated turn, without its plies.
const TURN: usize = 16;

#[derive(Default)]
struct Entries {
    map: HashMap<u128, Verdict, BuildFold>,
    bytes: usize,
}

/// See the module.
pub struct Verdicts {
    entries: Mutex<Entries>,
    most: usize,
}

fn bytes(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::Won(plies) => EACH + TURN + 4 * plies.len(),
        Verdict::Open(_) => EACH,
    }
}

impl Entries {
    fn put(&mut self, key: u128, verdict: Verdict) {
        self.bytes += bytes(&verdict);
        if let Some(old) = self.map.insert(key, verdict) {
            self.bytes -= bytes(&old);
        }
    }

    fn forget_open(&mut self) {
        self.map.retain(|_, verdict| matches!(verdict, Verdict::Won(_)));
        self.bytes = self.map.values().map(bytes).sum();
    }
}

impl Verdicts {
    /// In at most so many bytes.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Verdicts { entries: Mutex::default(), most }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a position.
    #[must_use]
    pub fn get(&self, key: u128) -> Option<Verdict> {
        self.entries().map.get(&key).cloned()
    }

    /// Stores what was found out of a position.
    ///
    /// # Errors
    /// Where the wins alone take three quarters of the memory.
    pub fn put(&self, key: u128, verdict: Verdict) -> Result<(), Unanswered> {
        let mut entries = self.entries();
        if entries.bytes >= self.most {
            entries.forget_open();
            if entries.bytes / 3 >= self.most / 4 {
                return Err(Unanswered::Memory);
            }
        }
        entries.put(key, verdict);
        Ok(())
    }

    /// Everything that is known, for a checkpoint.
    #[must_use]
    pub fn all(&self) -> Vec<(u128, Verdict)> {
        self.entries().map.iter().map(|(&key, verdict)| (key, verdict.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_memory_forgets_what_is_not_won_and_ends_where_wins_alone_fill_it() {
        let verdicts = Verdicts::new(10 * EACH);
        for key in 0..10 {
            verdicts.put(key, Verdict::Open(TurnLimits { turns: 1, width: 1 })).unwrap();
        }
        verdicts.put(10, Verdict::Won([3].into())).unwrap();
        assert_eq!((verdicts.all().len(), verdicts.get(10)), (1, Some(Verdict::Won([3].into()))));
        let full = (11..100).find(|&key| verdicts.put(key, Verdict::Won([3].into())).is_err());
        assert!(full.is_some_and(|key| key < 25), "{full:?}");
    }
}
