//! Limits of a search: simulations, time, a stop flag, and an early end once the choice of the ply is settled.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a search with a deadline checks the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Limits of a search. It ends with the first that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The number of simulations of all threads together.
    pub simulations: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// The limits of one run of a search, and whether it may end early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchTask {
    /// The limits of the run.
    pub limits: Limits,
    /// Whether to end early once no other ply can overtake the most visited one within the limits. For callers that
    /// need only the choice of a ply.
    pub stop_when_settled: bool,
    /// The limits of a run that continues this one: the early end takes its simulations into account.
    pub next_run: Limits,
}

impl From<Limits> for SearchTask {
    fn from(limits: Limits) -> Self {
        SearchTask { limits, ..SearchTask::default() }
    }
}

impl Limits {
    /// A limit of simulations.
    #[must_use]
    pub fn simulations(number: u64) -> Self {
        Limits { simulations: Some(number), time: None }
    }

    /// A limit of time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Limits { simulations: None, time: Some(time) }
    }

    /// The share of simulations of thread number `thread` of `threads`.
    #[must_use]
    pub fn share(&self, thread: usize, threads: usize) -> u64 {
        let (thread, threads) = (thread as u64, threads.max(1) as u64);
        self.simulations.map_or(u64::MAX, |all| all / threads + u64::from(thread < all % threads))
    }
}

/// The simulations and time that one thread has left.
#[derive(Clone, Copy, Debug)]
pub struct ThreadBudget {
    task: SearchTask,
    share: u64,
    begun: Instant,
}

/// The shortest time from which a rate is computed.
const MIN_TIMED: Duration = Duration::from_millis(1);
/// Simulations between two checks whether the choice is settled. Consecutive runs of multiples of this number give the
/// same result as one run.
const CHECK_INTERVAL: u64 = 64;

impl ThreadBudget {
    /// The budget of thread number `thread` of `threads`, which starts now. With a limit of simulations threads do not
    /// end early: the result must not depend on the timing of threads.
    #[must_use]
    pub fn new(task: SearchTask, thread: usize, threads: usize) -> Self {
        let settle = task.stop_when_settled && (threads == 1 || task.limits.simulations.is_none());
        ThreadBudget {
            task: SearchTask { stop_when_settled: settle, ..task },
            share: task.limits.share(thread, threads),
            begun: Instant::now(),
        }
    }

    /// How many simulations the thread may run.
    #[must_use]
    pub fn share(&self) -> u64 {
        self.share
    }

    /// Whether a check is due that the choice is settled, when the number of simulations goes from `before` to `done`.
    #[must_use]
    pub fn is_check_due(&self, before: u64, finished: u64) -> bool {
        self.task.stop_when_settled && before / CHECK_INTERVAL != finished / CHECK_INTERVAL
    }

    /// An estimate of the simulations left at the present rate, after `done`.
    #[must_use]
    pub fn simulations_left(&self, finished: u64) -> u64 {
        let by_count = self.share.saturating_sub(finished).saturating_add(self.task.next_run.simulations.unwrap_or(0));
        let Some(time) = self.task.limits.time else { return by_count };
        let elapsed = self.begun.elapsed();
        if elapsed < MIN_TIMED {
            return by_count;
        }
        let time_left = time.saturating_sub(elapsed).saturating_add(self.task.next_run.time.unwrap_or_default());
        let rate = finished as f64 / elapsed.as_secs_f64();
        // The conversion saturates.
        by_count.min((rate * time_left.as_secs_f64()).ceil() as u64)
    }
}

/// The id of the ply with the most visits, and its lead over the next; nothing without plies.
pub fn lead_in_visits(plies: impl Iterator<Item = (u32, u64)>) -> Option<(u32, u64)> {
    let (mut best, mut second) = (None::<(u32, u64)>, None);
    for (id, visits) in plies {
        match best {
            Some((_, most)) if visits <= most => second = second.max(Some(visits)),
            _ => (best, second) = (Some((id, visits)), best.map(|(_, most)| most)),
        }
    }
    best.map(|(id, most)| (id, second.map_or(u64::MAX, |second| most - second)))
}

/// The ply that each thread has settled for, if any.
#[derive(Debug)]
pub struct Votes(Vec<AtomicU64>);

/// The entry of a thread that has not settled.
const NO_VOTE: u64 = u64::MAX;

impl Votes {
    /// No votes yet, of `threads` threads.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Votes((0..threads).map(|_| AtomicU64::new(NO_VOTE)).collect())
    }

    /// Sets the vote of a thread; returns whether all threads now have settled for the same ply.
    pub fn vote_and_agree(&self, thread: usize, ply: Option<u32>) -> bool {
        let vote = ply.map_or(NO_VOTE, u64::from);
        if let Some(mine) = self.0.get(thread) {
            mine.store(vote, Ordering::Relaxed);
        }
        vote != NO_VOTE && self.0.iter().all(|other| other.load(Ordering::Relaxed) == vote)
    }
}

/// Runs work with a stop flag that is set by `stop` or at the deadline, so that work checks one flag and no clock.
pub fn with_deadline<T: Send>(limits: Limits, stop: &AtomicBool, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    let Some(deadline) = limits.time.and_then(|time| Instant::now().checked_add(time)) else { return work(stop) };
    let (is_due, is_finished) = (AtomicBool::new(stop.load(Ordering::Relaxed)), AtomicBool::new(false));
    let waiter = || {
        while !is_finished.load(Ordering::Acquire) {
            let time_left = deadline.saturating_duration_since(Instant::now());
            if time_left.is_zero() || stop.load(Ordering::Relaxed) {
                return is_due.store(true, Ordering::Relaxed);
            }
            thread::park_timeout(time_left.min(POLL_INTERVAL));
        }
    };
    thread::scope(|scope| {
        let waiter = scope.spawn(waiter);
        let result = work(&is_due);
        is_finished.store(true, Ordering::Release);
        waiter.thread().unpark();
        result
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
    fn the_lead_is_over_the_second() {
        let of = |visits: &[u64]| lead_in_visits((0..).zip(visits.iter().copied()));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[3]), Some((0, u64::MAX)));
        assert_eq!(of(&[3, 10, 7]), Some((1, 3)));
        assert_eq!(of(&[10, 7, 9]), Some((0, 1)));
        assert_eq!(of(&[5, 5]), Some((0, 0)));
    }

    #[test]
    fn what_is_left_is_counted_and_estimated() {
        let settling = SearchTask { stop_when_settled: true, ..Limits::simulations(100).into() };
        let budget = ThreadBudget::new(settling, 0, 1);
        assert_eq!((budget.share(), budget.simulations_left(30), budget.simulations_left(101)), (100, 70, 0));
        assert!(
            budget.is_check_due(CHECK_INTERVAL - 1, CHECK_INTERVAL)
                && budget.is_check_due(CHECK_INTERVAL - 3, CHECK_INTERVAL + 5)
                && !budget.is_check_due(0, 1)
        );
        let more = ThreadBudget::new(SearchTask { next_run: Limits::simulations(50), ..settling }, 0, 1);
        assert_eq!((more.share(), more.simulations_left(30)), (100, 120));
        assert!(
            !ThreadBudget::new(settling, 0, 2).is_check_due(CHECK_INTERVAL - 1, CHECK_INTERVAL),
            "threads that count do not end early"
        );
        let timed = SearchTask { stop_when_settled: true, ..Limits::time(Duration::from_secs(3600)).into() };
        assert!(ThreadBudget::new(timed, 0, 2).is_check_due(CHECK_INTERVAL - 1, CHECK_INTERVAL));
        let budget = ThreadBudget::new(timed, 0, 1);
        thread::sleep(2 * MIN_TIMED);
        assert!((1..u64::MAX).contains(&budget.simulations_left(1)), "an hour at any rate is not for ever");
    }

    #[test]
    fn votes_are_counted_when_all_have_settled_for_the_same() {
        let votes = Votes::new(2);
        assert!(
            !votes.vote_and_agree(0, Some(3))
                && !votes.vote_and_agree(1, Some(4))
                && !votes.vote_and_agree(1, None)
                && votes.vote_and_agree(1, Some(3))
        );
        assert!(!votes.vote_and_agree(0, None));
    }

    #[test]
    fn the_flag_is_set_at_the_deadline_and_by_whoever_stops_it() {
        let waits = |is_due: &AtomicBool| {
            while !is_due.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            true
        };
        assert!(with_deadline(Limits::time(Duration::from_millis(2)), &AtomicBool::new(false), waits));
        assert!(with_deadline(Limits::time(Duration::from_secs(3600)), &AtomicBool::new(true), waits));
    }

    #[test]
    fn work_that_is_done_does_not_wait_for_the_deadline() {
        assert_eq!(with_deadline(Limits::time(Duration::MAX), &AtomicBool::new(false), |_| 1), 1);
        assert_eq!(with_deadline(Limits::time(Duration::from_secs(3600)), &AtomicBool::new(false), |_| 2), 2);
    }
}
