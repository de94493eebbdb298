//! Runs searches on threads of their own, with deep stacks.

use crate::question::Unanswered;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The stack size of a search thread: searches recurse thousands of plies deep.
const STACK_BYTES: usize = 512 << 20;

/// Runs a search on several threads; the first with an answer stops the others, by `done`.
pub(crate) fn on_threads(
    threads: usize,
    stop: &AtomicBool,
    done: &AtomicBool,
    search: impl Fn() -> Result<bool, Unanswered> + Sync,
) -> Result<bool, Unanswered> {
    let search = &search;
    let run = move || {
        let answer = search();
        done.store(true, Ordering::Relaxed);
        answer
    };
    thread::scope(|scope| {
        let spawn = || thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run);
        let threads: Vec<_> = (0..threads.max(1)).filter_map(|_| spawn().ok()).collect();
        while !threads.iter().all(thread::ScopedJoinHandle::is_finished) {
            if stop.load(Ordering::Relaxed) {
                done.store(true, Ordering::Relaxed);
            }
            thread::park_timeout(Duration::from_millis(2));
        }
        let answers = threads.into_iter().map(|thread| thread.join().unwrap_or(Err(Unanswered::Stopped)));
        answers.reduce(first_answer).unwrap_or(Err(Unanswered::Memory))
    })
}

fn first_answer(first: Result<bool, Unanswered>, second: Result<bool, Unanswered>) -> Result<bool, Unanswered> {
    match (first, second) {
        (Ok(answer), _) | (_, Ok(answer)) => Ok(answer),
        (Err(Unanswered::Stopped), Err(halt)) | (Err(halt), _) => Err(halt),
    }
}

/// Runs work on a thread with a deep stack.
pub(crate) fn on_deep_stack<T: Send>(work: impl FnOnce() -> Result<T, Unanswered> + Send) -> Result<T, Unanswered> {
    thread::scope(|scope| {
        let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        spawned.map_or(Err(Unanswered::Memory), |thread| thread.join().unwrap_or(Err(Unanswered::Stopped)))
    })
}
