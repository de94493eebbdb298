//! The large searches on the path of a thread that others may also be at: once another thread has the answer of one, this
//! thread leaves it.

use crate::lead::StoredQuestion;
use crate::proof_number_search::VirtualLoss;
use crate::proof_table::ProofTable;

/// See the module.
#[derive(Debug, Default)]
pub struct SharedPath {
    /// The searches that this thread is in, by depth.
    entered: Vec<(usize, StoredQuestion)>,
    /// How many searches threads had left to others when this one last looked.
    seen: u32,
    overtaken: Option<(usize, bool)>,
}

impl SharedPath {
    /// Enters a search at a depth.
    pub fn enter(&mut self, depth: usize, stored: StoredQuestion, threads: &VirtualLoss) {
        threads.enter(stored.key);
        self.entered.push((depth, stored));
    }

    /// Leaves the last search; tells the others if some are still in it.
    pub fn leave(&mut self, is_answered: bool, threads: &VirtualLoss) {
        if let Some((_, stored)) = self.entered.pop() {
            threads.leave(stored.key, is_answered);
        }
    }

    /// Whether another thread has answered a search on the path: then the one nearest to the root.
    pub fn is_overtaken(&mut self, table: &ProofTable, threads: &VirtualLoss) -> bool {
        let left = threads.left_to_others();
        if left == self.seen {
            return false;
        }
        self.seen = left;
        let mut answers = self.entered.iter().map(|&(depth, stored)| Some((depth, stored.answer_in(table)?)));
        self.overtaken = answers.find_map(|answer| answer);
        self.overtaken.is_some()
    }

    /// The answer of a search at a depth, if the thread is on its way back to it.
    pub fn take_answer(&mut self, depth: usize) -> Option<bool> {
        self.overtaken.take_if(|(to, _)| *to == depth).map(|(_, answer)| answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(key: u128) -> StoredQuestion {
        StoredQuestion::of_key(key << 64 | key << 40)
    }

    #[test]
    fn a_thread_goes_back_to_the_first_search_that_another_one_has_answered() {
        let (table, threads) = (ProofTable::new(1 << 16), VirtualLoss::default());
        let [mut own, mut other] = [SharedPath::default(), SharedPath::default()];
        for depth in 1..=4 {
            own.enter(depth, stored(depth as u128), &threads);
        }
        for depth in [2, 4] {
            other.enter(depth, stored(depth as u128), &threads);
        }
        assert!(!own.is_overtaken(&table, &threads));
        for key in [4, 2] {
            stored(key).store_in(&table, key == 2, 1);
            other.leave(true, &threads);
        }
        assert!(own.is_overtaken(&table, &threads));
        assert_eq!([4, 3, 2, 1].map(|depth| own.take_answer(depth)), [None, None, Some(true), None]);
        assert!(!own.is_overtaken(&table, &threads), "nothing was answered since");
    }

    #[test]
    fn a_search_without_an_answer_or_without_others_overtakes_nobody() {
        let (table, threads) = (ProofTable::new(1 << 16), VirtualLoss::default());
        let [mut own, mut other] = [SharedPath::default(), SharedPath::default()];
        other.enter(1, stored(1), &threads);
        own.enter(1, stored(2), &threads);
        stored(1).store_in(&table, true, 1);
        other.leave(true, &threads);
        own.enter(2, stored(1), &threads);
        other.enter(2, stored(1), &threads);
        other.leave(false, &threads);
        assert!(!own.is_overtaken(&table, &threads));
    }
}
