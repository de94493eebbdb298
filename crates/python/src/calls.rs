//! Wrappers of calls from Python: short ones hold the GIL, long ones release it and can be interrupted.

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

/// How often a long call checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs a call that takes microseconds.
///
/// A panic would be a fault of the engine. It becomes a RuntimeError, which `except Exception` catches; positions are
/// immutable, so none is left half changed. Needs `panic = "unwind"`.
pub fn call_short<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| engine_fault(panic.as_ref()))
}

/// Locks a search; RuntimeError where another thread uses it.
pub fn try_lock_search<T>(search: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match search.try_lock() {
        Ok(search) => Ok(search),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("this search is being run by another thread")),
        Err(TryLockError::Poisoned(search)) => Ok(search.into_inner()),
    }
}

/// Runs a call that may take long on its own thread, without the GIL. Ctrl-C sets the stop flag, which `work` polls, and
/// discards the result.
///
/// `poll` is called periodically meanwhile. An error there also stops the work and discards its result; `false` stops the
/// work and keeps its result.
pub fn call_long<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    poll: impl Fn() -> PyResult<bool>,
) -> PyResult<T> {
    let (stop, is_finished) = (AtomicBool::new(false), AtomicBool::new(false));
    let caller = thread::current();
    thread::scope(|scope| {
        let run = || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&stop)));
            is_finished.store(true, Ordering::Release);
            caller.unpark();
            result
        };
        let worker = thread::Builder::new().spawn_scoped(scope, run).map_err(PyOSError::new_err)?;
        let wait_result = wait_until_done(py, &is_finished, poll);
        stop.store(true, Ordering::Relaxed);
        let result = py.detach(|| worker.join()).unwrap_or_else(Err);
        wait_result.and(result.map_err(|panic| engine_fault(panic.as_ref())))
    })
}

/// Waits until the work is done, `poll` returns false, or Ctrl-C is pressed.
fn wait_until_done(py: Python<'_>, is_finished: &AtomicBool, poll: impl Fn() -> PyResult<bool>) -> PyResult<()> {
    while !is_finished.load(Ordering::Acquire) {
        py.detach(|| thread::park_timeout(POLL_INTERVAL));
        py.check_signals()?;
        if !poll()? {
            break;
        }
    }
    Ok(())
}

/// No progress to report.
pub fn no_progress() -> PyResult<bool> {
    Ok(true)
}

fn engine_fault(panic: &(dyn Any + Send)) -> PyErr {
    let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!("the engine is at fault: {}", message.unwrap_or("it panicked")))
}
