//! Converts events to tuples of numbers, which `lusory.engine` turns into named events, and back.

use lusory_engine::event::{Event, EventKind, Named};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What each kind of event is called.
const KINDS: [(EventKind, &str); 21] = [
    (EventKind::Place, "place"),
    (EventKind::Move, "move"),
    (EventKind::Capture, "capture"),
    (EventKind::Flip, "flip"),
    (EventKind::Promote, "promote"),
    (EventKind::Remove, "remove"),
    (EventKind::Earn, "earn"),
    (EventKind::Commit, "commit"),
    (EventKind::Announce, "announce"),
    (EventKind::Reveal, "reveal"),
    (EventKind::Fail, "fail"),
    (EventKind::Tell, "tell"),
    (EventKind::Show, "show"),
    (EventKind::Swap, "swap"),
    (EventKind::Keep, "keep"),
    (EventKind::Pass, "pass"),
    (EventKind::End, "end"),
    (EventKind::Roll, "roll"),
    (EventKind::Out, "out"),
    (EventKind::Again, "again"),
    (EventKind::Skip, "skip"),
];

/// A part of a reason: what it is, a number that belongs to it, its cells.
type Why = (String, u16, Vec<u16>);

/// An event: kind, cells, player, amount, kind of piece, reasons, who alone may know.
type EventTuple = (String, Vec<u16>, i8, i64, Option<u8>, Vec<Why>, Option<u8>);

/// An event as a tuple.
pub fn to_tuple<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyTuple>> {
    let kind = KINDS.iter().find(|(kind, _)| *kind == event.kind).map_or("", |(_, name)| name);
    let why = event.why.iter().map(|(named, cells)| {
        let (name, number) = name(*named);
        (name, number, PyTuple::new(py, cells))
    });
    let why = why.map(|(name, number, cells)| Ok((name, number, cells?))).collect::<PyResult<Vec<_>>>()?;
    let cells = PyTuple::new(py, &event.cells)?;
    (kind, cells, event.player, event.amount, event.piece, PyTuple::new(py, why)?, event.seen_by).into_pyobject(py)
}

/// The event of a tuple.
pub fn read(value: &Bound<'_, PyAny>) -> PyResult<Event> {
    let (kind, cells, player, amount, piece, why, seen_by): EventTuple = value.extract()?;
    let found = KINDS.iter().find(|(_, name)| *name == kind).map(|(kind, _)| *kind);
    let kind = found.ok_or_else(|| PyValueError::new_err(format!("{kind}: no kind of event")))?;
    let why = why.into_iter().map(|(name, number, cells)| Ok((named(&name, number)?, cells)));
    Ok(Event { kind, cells, player, amount, piece, why: why.collect::<PyResult<_>>()?, seen_by })
}

fn name(named: Named) -> (&'static str, u16) {
    match named {
        Named::To => ("to", 0),
        Named::Origin => ("origin", 0),
        Named::Just => ("just", 0),
        Named::Last(true, back) => ("own", back),
        Named::Last(false, back) => ("enemy", back),
        Named::Told(number) => ("told", number),
        Named::Set(plane) => ("set", plane),
    }
}

fn named(name: &str, number: u16) -> PyResult<Named> {
    match name {
        "to" => Ok(Named::To),
        "origin" => Ok(Named::Origin),
        "just" => Ok(Named::Just),
        "own" => Ok(Named::Last(true, number)),
        "enemy" => Ok(Named::Last(false, number)),
        "told" => Ok(Named::Told(number)),
        "set" => Ok(Named::Set(number)),
        _ => Err(PyValueError::new_err(format!("{name}: no part of a reason"))),
    }
}
