//! Converts the dump of a position to a Python dictionary, and back.

use crate::events;
use lusory_engine::history::RecordedPly;
use lusory_engine::machine::{Dump, Ending, PendingDump, StandingDump};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A pending placement: node, target, choice, cells announced, agenda.
type PendingTuple = (usize, u16, u16, Vec<u16>, Vec<(usize, bool)>);
/// A result: values, number of the end clause, witness, counts.
type EndingTuple = (Vec<f64>, Option<u16>, Vec<u16>, Option<Vec<Option<i64>>>);

/// The dictionary of a dump: its fields by name, lists as lists, structs as tuples.
pub fn to_dict<'py>(py: Python<'py>, dump: &Dump) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    add_board(&parts, dump)?;
    add_turn(&parts, dump)?;
    parts.set_item("captured", &dump.captured)?;
    parts.set_item("scores", &dump.scores)?;
    parts.set_item("hands", &dump.hands)?;
    parts.set_item("quiet", &dump.quiet)?;
    let standing = |one: &StandingDump| (one.pieces.clone(), one.side, to_int_list(&one.seats));
    parts.set_item("standings", dump.standings.iter().map(standing).collect::<Vec<_>>())?;
    let waiting = |w: &PendingDump| (w.node, w.target, w.choice, w.announced.clone(), w.agenda.clone());
    parts.set_item("pending", dump.pending.as_ref().map(waiting))?;
    let ending = |e: &Ending| (e.values.clone(), e.end, e.witness.clone(), e.counts.clone());
    parts.set_item("result", dump.result.as_ref().map(ending))?;
    let ply = |ply: &RecordedPly| {
        let events = ply.events.iter().map(|event| events::to_tuple(py, event)).collect::<PyResult<Vec<_>>>()?;
        Ok((ply.player, ply.action, events))
    };
    parts.set_item("past", dump.past.iter().map(ply).collect::<PyResult<Vec<_>>>()?)?;
    Ok(parts)
}

/// Converts bytes to integers: pyo3 would make `bytes` of a list of `u8`.
fn to_int_list(numbers: &[u8]) -> Vec<u16> {
    numbers.iter().copied().map(u16::from).collect()
}

fn add_board(parts: &Bound<'_, PyDict>, dump: &Dump) -> PyResult<()> {
    parts.set_item("pieces", &dump.pieces)?;
    parts.set_item("shown", &dump.shown)?;
    parts.set_item("moved", &dump.moved)?;
    parts.set_item("visited", &dump.visited)?;
    parts.set_item("marks", &dump.marks)?;
    parts.set_item("to", dump.to)?;
    parts.set_item("origin", dump.origin)?;
    parts.set_item("just", dump.just)?;
    parts.set_item("heading", dump.heading)?;
    parts.set_item("lasts", &dump.lasts)
}

fn add_turn(parts: &Bound<'_, PyDict>, dump: &Dump) -> PyResult<()> {
    parts.set_item("side", dump.side)?;
    parts.set_item("seats", to_int_list(&dump.seats))?;
    parts.set_item("turn", dump.turn)?;
    parts.set_item("agenda", &dump.agenda)?;
    parts.set_item("fresh", dump.fresh)?;
    parts.set_item("acted", dump.acted)?;
    parts.set_item("again", dump.again)?;
    parts.set_item("happened", dump.happened)?;
    parts.set_item("out", dump.out)?;
    parts.set_item("dice", dump.dice)?;
    parts.set_item("told", dump.told)
}

/// A field of the dictionary.
macro_rules! field {
    ($parts:expr, $name:literal) => {
        $parts.as_any().get_item($name)?.extract()?
    };
}

/// The dump of a dictionary.
pub fn from_dict(parts: &Bound<'_, PyDict>) -> PyResult<Dump> {
    let standings: Vec<(Vec<Vec<u16>>, u8, Vec<u8>)> = field!(parts, "standings");
    let pending: Option<PendingTuple> = field!(parts, "pending");
    let result: Option<EndingTuple> = field!(parts, "result");
    let standing = |(pieces, side, seats)| StandingDump { pieces, side, seats };
    let waiting = |(node, target, choice, announced, agenda)| PendingDump { node, target, choice, announced, agenda };
    let ending = |(values, end, witness, counts)| Ending { values, end, witness, counts };
    Ok(Dump {
        pieces: field!(parts, "pieces"),
        shown: field!(parts, "shown"),
        moved: field!(parts, "moved"),
        visited: field!(parts, "visited"),
        marks: field!(parts, "marks"),
        to: field!(parts, "to"),
        origin: field!(parts, "origin"),
        just: field!(parts, "just"),
        heading: field!(parts, "heading"),
        lasts: field!(parts, "lasts"),
        side: field!(parts, "side"),
        seats: field!(parts, "seats"),
        turn: field!(parts, "turn"),
        agenda: field!(parts, "agenda"),
        fresh: field!(parts, "fresh"),
        acted: field!(parts, "acted"),
        again: field!(parts, "again"),
        happened: field!(parts, "happened"),
        out: field!(parts, "out"),
        dice: field!(parts, "dice"),
        told: field!(parts, "told"),
        captured: field!(parts, "captured"),
        scores: field!(parts, "scores"),
        hands: field!(parts, "hands"),
        quiet: field!(parts, "quiet"),
        standings: standings.into_iter().map(standing).collect(),
        pending: pending.map(waiting),
        result: result.map(ending),
        past: recorded_plies(parts)?,
    })
}

fn recorded_plies(parts: &Bound<'_, PyDict>) -> PyResult<Vec<RecordedPly>> {
    let plies: Vec<(i8, u32, Vec<Bound<'_, PyAny>>)> = field!(parts, "past");
    let recorded_ply = |(player, action, events): (i8, u32, Vec<Bound<'_, PyAny>>)| {
        Ok(RecordedPly { player, action, events: events.iter().map(events::from_tuple).collect::<PyResult<_>>()? })
    };
    plies.into_iter().map(recorded_ply).collect()
}
