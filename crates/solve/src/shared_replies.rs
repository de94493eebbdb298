//! The replies to a turn that several threads search: each takes those that no other one has, and then helps with those
//! that are not answered yet.

use crate::turn_limits::TurnLimits;
use lusory_play::hash::BuildFold;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// States of a reply.
const OPEN: u8 = 0;
const TAKEN: u8 = 1;
const ANSWERED: u8 = 2;
/// States of the answer.
const UNKNOWN: u8 = 0;
const NO: u8 = 1;
const YES: u8 = 2;

/// A position in which the other player begins a turn, and the limits of the search.
type ReplyKey = (u128, TurnLimits);

/// The positions whose replies are searched at present.
#[derive(Default)]
pub struct SharedReplies {
    nodes: Mutex<HashMap<ReplyKey, Arc<Replies>, BuildFold>>,
}

/// The replies in a position.
pub struct Replies {
    key: ReplyKey,
    states: Box<[AtomicU8]>,
    answer: AtomicU8,
}

impl SharedReplies {
    fn nodes(&self) -> MutexGuard<'_, HashMap<ReplyKey, Arc<Replies>, BuildFold>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a position with so many replies.
    pub fn enter(&self, key: ReplyKey, count: usize) -> Arc<Replies> {
        let new = || {
            let states = (0..count).map(|_| AtomicU8::new(OPEN)).collect();
            Arc::new(Replies { key, states, answer: AtomicU8::new(UNKNOWN) })
        };
        self.nodes().entry(key).or_insert_with(new).clone()
    }

    /// Leaves a position; the last thread in it forgets it.
    pub fn leave(&self, replies: Arc<Replies>) {
        let mut nodes = self.nodes();
        let key = replies.key;
        drop(replies);
        if nodes.get(&key).is_some_and(|node| Arc::strong_count(node) == 1) {
            nodes.remove(&key);
        }
    }
}

impl Replies {
    /// Whether all replies lose, if a thread has found that out.
    #[must_use]
    pub fn answer(&self) -> Option<bool> {
        match self.answer.load(Ordering::Relaxed) {
            UNKNOWN => None,
            answer => Some(answer == YES),
        }
    }

    /// Tells the other threads whether all replies lose.
    pub fn set_answer(&self, answer: bool) {
        self.answer.store(if answer { YES } else { NO }, Ordering::Relaxed);
    }

    /// Whether a thread is to search a reply: no other one has taken it, or it helps with those that are not answered.
    #[must_use]
    pub fn take(&self, number: usize, helps: bool) -> bool {
        let Some(state) = self.states.get(number) else { return true };
        let taken = state.compare_exchange(OPEN, TAKEN, Ordering::Relaxed, Ordering::Relaxed);
        taken.is_ok() || (helps && taken != Err(ANSWERED))
    }

    /// Tells the other threads that a reply loses.
    pub fn finish(&self, number: usize) {
        self.states.get(number).into_iter().for_each(|state| state.store(ANSWERED, Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: ReplyKey = (7, TurnLimits { turns: 2, width: 3 });

    #[test]
    fn threads_take_different_replies_and_help_with_the_rest() {
        let shared = SharedReplies::default();
        let (one, other) = (shared.enter(KEY, 3), shared.enter(KEY, 3));
        assert!(one.take(0, false) && !other.take(0, false) && other.take(1, false));
        one.finish(0);
        assert!(!other.take(0, true) && one.take(1, true) && !one.take(1, false));
        assert_eq!((one.answer(), other.answer()), (None, None));
        other.set_answer(false);
        assert_eq!(one.answer(), Some(false));
        one.set_answer(true);
        assert_eq!(other.answer(), Some(true));
    }

    #[test]
    fn a_position_is_forgotten_when_the_last_thread_leaves_it() {
        let shared = SharedReplies::default();
        let (one, other) = (shared.enter(KEY, 1), shared.enter(KEY, 1));
        one.set_answer(true);
        shared.leave(one);
        assert_eq!(shared.enter(KEY, 1).answer(), Some(true));
        shared.leave(other);
        assert_eq!(shared.enter(KEY, 1).answer(), None);
    }
}
