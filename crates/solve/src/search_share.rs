//! How much of a search is done, for who watches it: so many of so many parts.

use std::sync::atomic::{AtomicU64, Ordering};

/// See the module. Of 0 parts where nothing is known.
#[derive(Debug, Default)]
pub struct SearchShare(AtomicU64);

impl SearchShare {
    /// Says how many parts are done, and of how many.
    pub fn set(&self, done: usize, of: usize) {
        self.0.store(packed(done, of), Ordering::Relaxed);
    }

    /// The same where several threads say it: the most of what they say.
    pub fn reach(&self, done: usize, of: usize) {
        self.0.fetch_max(packed(done, of), Ordering::Relaxed);
    }

    /// How many parts are done, and of how many.
    #[must_use]
    pub fn get(&self) -> (u32, u32) {
        let share = self.0.load(Ordering::Relaxed);
        (share as u32, (share >> 32) as u32)
    }
}

fn packed(done: usize, of: usize) -> u64 {
    (of as u64) << 32 | (done as u64 & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_say_the_most_that_is_done_until_the_next_search() {
        let share = SearchShare::default();
        assert_eq!(share.get(), (0, 0));
        share.reach(3, 7);
        share.reach(2, 7);
        assert_eq!(share.get(), (3, 7));
        share.set(0, 0);
        share.reach(1, 5);
        assert_eq!(share.get(), (1, 5));
    }
}
