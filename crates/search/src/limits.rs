//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a search with a deadline looks whether somebody else wants it to end.
const PATIENCE: Duration = Duration::from_millis(5);

/// What a search may use up. It ends with whatever comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// So many simulations, of all threads together.
    pub simulations: Option<u64>,
    /// So long.
    pub time: Option<Duration>,
}

impl Limits {
    /// A number of simulations.
    #[must_use]
    pub fn simulations(number: u64) -> Self {
        Limits { simulations: Some(number), time: None }
    }

    /// A time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Limits { simulations: None, time: Some(time) }
    }

    /// How many simulations thread number `thread` of so many does.
    #[must_use]
    pub fn share(&self, thread: usize, threads: usize) -> u64 {
        let (thread, threads) = (thread as u64, threads.max(1) as u64);
        self.simulations.map_or(u64::MAX, |all| all / threads + u64::from(thread < all % threads))
    }
}

/// Runs work that ends soon after its flag is set: by `stop`, or at the deadline. So work looks at one flag and no clock.
pub fn within<T: Send>(limits: Limits, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    let Some(deadline) = limits.time.and_then(|time| Instant::now().checked_add(time)) else { return work(stop) };
    let (due, done) = (AtomicBool::new(stop.load(Ordering::Relaxed)), AtomicBool::new(false));
    let waiter = || {
        while !done.load(Ordering::Acquire) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.load(Ordering::Relaxed) {
                return due.store(true, Ordering::Relaxed);
            }
            thread::park_timeout(left.min(PATIENCE));
        }
    };
    thread::scope(|scope| {
        let waiter = scope.spawn(waiter);
        let found = work(&due);
        done.store(true, Ordering::Release);
        waiter.thread().unpark();
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        let limits = Limits::simulations(11);
        let shares: Vec<u64> = (0..4).map(|thread| limits.share(thread, 4)).collect();
        assert_eq!(shares, [3, 3, 3, 2]);
        assert_eq!(Limits::default().share(0, 2), u64::MAX);
    }

    #[test]
    fn the_flag_is_set_at_the_deadline_and_by_whoever_stops_it() {
        let waits = |due: &AtomicBool| {
            while !due.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            true
        };
        assert!(within(Limits::time(Duration::from_millis(2)), &AtomicBool::new(false), waits));
        assert!(within(Limits::time(Duration::from_secs(3600)), &AtomicBool::new(true), waits));
    }

    #[test]
    fn work_that_is_done_does_not_wait_for_the_deadline() {
        assert_eq!(within(Limits::time(Duration::MAX), &AtomicBool::new(false), |_| 1), 1);
        assert_eq!(within(Limits::time(Duration::from_secs(3600)), &AtomicBool::new(false), |_| 2), 2);
    }
}
