//! The history of a game with secrets: its plies and their events.
//!
//! A persistent linked list: histories with a common beginning share it.
//!
//! ```text
//!   a1 <- b2 <- c3        two games that are equal up to b2
//!            <- d4
//! ```

use crate::event::Event;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A ply of the referee's record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPly {
    /// Who made it; -1 is chance.
    pub player: i8,
    /// Its id.
    pub action: u32,
    /// Its events, as the referee knows them.
    pub events: Vec<Event>,
}

/// The plies so far, newest last.
#[derive(Clone, Default)]
pub struct PlyHistory(Option<Arc<HistoryNode>>);

struct HistoryNode {
    ply: RecordedPly,
    before: PlyHistory,
    length: usize,
}

impl PlyHistory {
    /// This history with one more ply.
    #[must_use]
    pub fn push(&self, ply: RecordedPly) -> PlyHistory {
        PlyHistory(Some(Arc::new(HistoryNode { ply, before: self.clone(), length: self.len() + 1 })))
    }

    /// The number of plies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.length)
    }

    /// The plies, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &RecordedPly> + ExactSizeIterator {
        let mut plies: Vec<&RecordedPly> = Vec::with_capacity(self.len());
        plies.extend(self.newest_first().map(|link| &link.ply));
        plies.into_iter().rev()
    }

    fn newest_first(&self) -> impl Iterator<Item = &Arc<HistoryNode>> {
        std::iter::successors(self.0.as_ref(), |link| link.before.0.as_ref())
    }
}

impl PartialEq for PlyHistory {
    /// Skips shared beginnings.
    fn eq(&self, other: &PlyHistory) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let mut apart =
            self.newest_first().zip(other.newest_first()).take_while(|(mine, theirs)| !Arc::ptr_eq(mine, theirs));
        apart.all(|(mine, theirs)| mine.ply == theirs.ply)
    }
}

impl Eq for PlyHistory {}

impl Hash for PlyHistory {
    /// Hashes the plies alone: their events follow from them.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.len().hash(hasher);
        self.newest_first().for_each(|link| (link.ply.player, link.ply.action).hash(hasher));
    }
}

impl std::fmt::Debug for PlyHistory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Drop for PlyHistory {
    /// Drops link by link: recursion would overflow the stack on a long list.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn ply(action: u32) -> RecordedPly {
        RecordedPly { player: (action % 2) as i8, action, events: Vec::new() }
    }

    fn of(actions: impl IntoIterator<Item = u32>) -> PlyHistory {
        actions.into_iter().fold(PlyHistory::default(), |past, action| past.push(ply(action)))
    }

    #[test]
    fn plies_come_back_in_order() {
        let past = of([3, 1, 2]);
        assert_eq!(past.iter().map(|ply| ply.action).collect::<Vec<_>>(), [3, 1, 2]);
        assert_eq!((past.len(), PlyHistory::default().len()), (3, 0));
    }

    #[test]
    fn a_past_is_not_changed_by_what_comes_after_it() {
        let begun = of([1, 2]);
        let (first_branch, other) = (begun.push(ply(3)), begun.push(ply(4)));
        assert_eq!((begun.len(), first_branch == other, first_branch == of([1, 2, 3])), (2, false, true));
    }

    #[test]
    fn equal_pasts_hash_alike_and_order_matters() {
        let all: HashSet<PlyHistory> = [of([1, 2, 3]), of([1, 2, 3]), of([3, 2, 1]), of([1, 2]), of([])].into();
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn a_long_past_is_dropped_without_overflow() {
        let begun_part = of(0..299_998);
        let past = begun_part.push(ply(1)).push(ply(2));
        drop(past);
        assert_eq!(begun_part.len(), 299_998);
    }
}
