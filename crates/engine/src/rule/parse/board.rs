//! Parses the board: flat lists of cells and directions by number.

use super::json_part::JsonPart;
use super::symbols::texts;
use super::{Fault, Read, excess};
use crate::board::{DirectionSet, Layout, MOST_WAYS};
use crate::graph::{CAPACITY, Graph, GraphFault as Broken};

/// How many sides a board has homes for.
const HOMES: usize = 4;

/// Reads the board.
pub(super) fn read(at: &JsonPart<'_>) -> Read<(Graph, Layout)> {
    let cells = at.required("cells")?.integer(1, i64::from(u32::MAX))? as usize;
    excess("board.cells", "cells", cells, CAPACITY)?;
    let steps = at.required("steps")?.each(|row| row.each(|cell| index_or_none(&cell, cells)))?;
    excess("board.steps", "directions", steps.len(), MOST_WAYS)?;
    let layout = layout(at, cells, steps.len())?;
    let graph = Graph::new(cells, steps).map_err(graph_fault)?;
    Ok((graph, layout))
}

fn layout(at: &JsonPart<'_>, cells: usize, ways: usize) -> Read<Layout> {
    let set = |at: JsonPart<'_>| set(&at, cells);
    let sets = |at: JsonPart<'_>| at.each(set);
    let lines = |name: &str| at.required(name)?.each(|at| line(&at, cells));
    let layout = Layout {
        names: texts(&at.required("names")?)?,
        directions: texts(&at.required("directions")?)?,
        opposite: at.required("opposite")?.each(|at| Ok(index_or_none(&at, ways)?.map(|way| way as usize)))?,
        sides: mask(&at.required("sides")?, ways)?,
        diagonals: mask(&at.required("diagonals")?, ways)?,
        forward: at.required("forward")?.each(|at| mask(&at, ways))?,
        rows: lines("rows")?,
        columns: lines("columns")?,
        ranks: at.required("ranks")?.each(sets)?,
        edges: lines("edges")?,
        corners: sets(at.required("corners")?)?,
        shades: sets(at.required("shades")?)?,
        centre: set(at.required("centre")?)?,
    };
    let sizes = [
        ("names", layout.names.len(), cells),
        ("directions", layout.directions.len(), ways),
        ("opposite", layout.opposite.len(), ways),
        ("ranks", layout.ranks.len(), HOMES),
    ];
    match sizes.iter().find(|(_, length, expected)| length != expected) {
        Some((name, _, expected)) => Err(at.required(name)?.fault(&format!("a list of {expected}"))),
        None => Ok(layout),
    }
}

/// A number below `count`, or -1 for none.
fn index_or_none(at: &JsonPart<'_>, count: usize) -> Read<Option<u32>> {
    if at.value.as_i64() == Some(-1) { Ok(None) } else { at.index(count).map(|index| Some(index as u32)) }
}

fn set(at: &JsonPart<'_>, cells: usize) -> Read<Vec<u32>> {
    at.each(|at| at.index(cells).map(|cell| cell as u32))
}

fn mask(at: &JsonPart<'_>, ways: usize) -> Read<DirectionSet> {
    at.items()?.try_fold(0, |set, at| at.index(ways).map(|way| set | 1 << way))
}

fn line(at: &JsonPart<'_>, cells: usize) -> Read<(String, Vec<u32>)> {
    let mut parts = at.items()?;
    match (parts.next(), parts.next(), parts.next()) {
        (Some(label), Some(of), None) => Ok((label.text()?.to_string(), set(&of, cells)?)),
        _ => Err(at.fault("a label and a list of cells")),
    }
}

fn graph_fault(fault: Broken) -> Fault {
    let (path, message) = match fault {
        Broken::Cells(cells) => ("board.cells".to_string(), format!("expected a board, found {cells} cells")),
        Broken::Length { direction, found } => {
            (format!("board.steps[{direction}]"), format!("expected one entry per cell, found {found}"))
        }
        Broken::Target { direction, cell } => {
            (format!("board.steps[{direction}][{cell}]"), "expected a cell of the board".to_string())
        }
    };
    Fault { path, message }
}
