//! Calls from Python: short ones hold the GIL, long ones release it and can be interrupted.

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

/// How often a long call checks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// A call that takes microseconds.
///
/// The engine never panics as far as anybody knows. If it does after all Python gets a RuntimeError, which
/// `except Exception` catches; positions never change, so none can be left half made. It needs `panic = "unwind"`.
pub fn short<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| fault(panic.as_ref()))
}

/// Locks a search; RuntimeError where another thread uses it.
pub fn hold<T>(search: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match search.try_lock() {
        Ok(search) => Ok(search),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("this search is being run by another thread")),
        Err(TryLockError::Poisoned(search)) => Ok(search.into_inner()),
    }
}

/// A call that may take long: it runs on a thread of its own, without the interpreter, and stops soon after Ctrl-C, when
/// what it has found so far is thrown away. `work` looks at the flag it is given often, and ends once that is set.
///
/// While it waits it calls `tell` periodically. An error there stops the work likewise; if it returns `false` the work
/// stops, too, and its result is kept.
pub fn long<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    tell: impl Fn() -> PyResult<bool>,
) -> PyResult<T> {
    let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let caller = thread::current();
    thread::scope(|scope| {
        let run = || {
            let found = catch_unwind(AssertUnwindSafe(|| work(&stop)));
            done.store(true, Ordering::Release);
            caller.unpark();
            found
        };
        let worker = thread::Builder::new().spawn_scoped(scope, run).map_err(PyOSError::new_err)?;
        let watched = watch(py, &done, tell);
        stop.store(true, Ordering::Relaxed);
        let found = py.detach(|| worker.join()).unwrap_or_else(Err);
        watched.and(found.map_err(|panic| fault(panic.as_ref())))
    })
}

/// Waits until the work is done, `tell` returns false, or Ctrl-C is pressed.
fn watch(py: Python<'_>, done: &AtomicBool, tell: impl Fn() -> PyResult<bool>) -> PyResult<()> {
    while !done.load(Ordering::Acquire) {
        py.detach(|| thread::park_timeout(PATIENCE));
        py.check_signals()?;
        if !tell()? {
            break;
        }
    }
    Ok(())
}

/// No progress to report.
pub fn quietly() -> PyResult<bool> {
    Ok(true)
}

fn fault(panic: &(dyn Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!("the engine is at fault: {}", said.unwrap_or("it panicked")))
}
