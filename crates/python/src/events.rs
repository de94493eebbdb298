//! Converts events to tuples of numbers, which `lusory.engine` turns into named events, and back.

use lusory_engine::event::{Event, EventKind, ReasonPart};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The name of each kind of event.
const EVENT_KINDS: [(EventKind, &str); 23] = [
    (EventKind::Place, "place"),
    (EventKind::Move, "move"),
    (EventKind::Capture, "capture"),
    (EventKind::Flip, "flip"),
    (EventKind::Promote, "promote"),
    (EventKind::Mark, "mark"),
    (EventKind::Unmark, "unmark"),
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

/// A part of a reason: its name, its number, its cells.
type ReasonTuple = (String, u16, Vec<u16>);

/// An event: kind, cells, player, amount, kind of piece, reason, the only player who may know.
type EventTuple = (String, Vec<u16>, i8, i64, Option<u8>, Vec<ReasonTuple>, Option<u8>);

/// An event as a tuple.
pub fn to_tuple<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyTuple>> {
    let kind = EVENT_KINDS.iter().find(|(kind, _)| *kind == event.kind).map_or("", |(_, name)| name);
    let reasons = event.witness.iter().map(|(part, cells)| {
        let (name, number) = reason_name(*part);
        (name, number, PyTuple::new(py, cells))
    });
    let reasons = reasons.map(|(name, number, cells)| Ok((name, number, cells?))).collect::<PyResult<Vec<_>>>()?;
    let cells = PyTuple::new(py, &event.cells)?;
    (kind, cells, event.player, event.amount, event.piece, PyTuple::new(py, reasons)?, event.seen_by).into_pyobject(py)
}

/// The event of a tuple.
pub fn from_tuple(value: &Bound<'_, PyAny>) -> PyResult<Event> {
    let (kind, cells, player, amount, piece, reasons, seen_by): EventTuple = value.extract()?;
    let known_kind = EVENT_KINDS.iter().find(|(_, name)| *name == kind).map(|(kind, _)| *kind);
    let kind = known_kind.ok_or_else(|| PyValueError::new_err(format!("{kind}: no kind of event")))?;
    let reasons = reasons.into_iter().map(|(name, number, cells)| Ok((reason_of_name(&name, number)?, cells)));
    Ok(Event { kind, cells, player, amount, piece, witness: reasons.collect::<PyResult<_>>()?, seen_by })
}

fn reason_name(part: ReasonPart) -> (&'static str, u16) {
    match part {
        ReasonPart::To => ("to", 0),
        ReasonPart::Origin => ("origin", 0),
        ReasonPart::Just => ("just", 0),
        ReasonPart::Last(true, back) => ("own", back),
        ReasonPart::Last(false, back) => ("enemy", back),
        ReasonPart::Mark(number) => ("mark", number),
        ReasonPart::Told(number) => ("told", number),
        ReasonPart::Set(plane) => ("set", plane),
    }
}

fn reason_of_name(name: &str, number: u16) -> PyResult<ReasonPart> {
    match name {
        "to" => Ok(ReasonPart::To),
        "origin" => Ok(ReasonPart::Origin),
        "just" => Ok(ReasonPart::Just),
        "own" => Ok(ReasonPart::Last(true, number)),
        "enemy" => Ok(ReasonPart::Last(false, number)),
        "mark" => Ok(ReasonPart::Mark(number)),
        "told" => Ok(ReasonPart::Told(number)),
        "set" => Ok(ReasonPart::Set(number)),
        _ => Err(PyValueError::new_err(format!("{name}: no part of a reason"))),
    }
}
