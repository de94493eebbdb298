//! What the Python class `Solver` is told of the rules: winning sets, parts, symmetries.

use lusory_engine::machine::Symmetry;
use lusory_solve::cell_set::one;
use lusory_solve::local_plies::{LocalPlies, LocalPly, SideCells};
use lusory_solve::sum_rules::SumRules;
use lusory_solve::winning_sets::{WayToWin, WinningSets};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A symmetry: the image of each cell, of each direction, and whether the two sides are exchanged.
pub type SymmetryTuple = (Vec<u16>, Vec<u8>, bool);
/// A way to win: its lines; or its regions, the neighbours of each cell, and how many regions are needed.
pub type WayToWinTuple = (Vec<Vec<u16>>, Vec<Vec<u16>>, Vec<Vec<u16>>, usize);
/// Cells that a ply needs, takes away and adds, of the first side and of the second.
pub type SideCellsTuple = [Vec<u16>; 2];
/// The number of cells; the plies: id, side, and what they do; what each side has in the solver's position; the side to
/// move there, and the player of each side.
pub type SumTuple = (usize, Vec<(u32, usize, [SideCellsTuple; 3])>, SideCellsTuple, usize, [u8; 2]);

/// A set of cells.
fn mask(cells: &[u16]) -> u128 {
    cells.iter().fold(0, |all, &cell| all | one(usize::from(cell)))
}

/// The winning sets of a game.
///
/// # Errors
/// Where they do not fit the board, or each other.
pub fn winning_sets(
    sets: [[Vec<WayToWinTuple>; 2]; 2],
    is_free: bool,
    supports: Option<Vec<Vec<u16>>>,
    cells: usize,
) -> PyResult<WinningSets> {
    let cells_in_range = |sets: &[Vec<u16>]| sets.iter().flatten().all(|&cell| usize::from(cell) < cells);
    let fits = |goal: &WayToWinTuple| [&goal.0, &goal.1, &goal.2].into_iter().all(|sets| cells_in_range(sets));
    let is_of_board = |sets: &Vec<Vec<u16>>| sets.len() == cells && cells_in_range(sets);
    if is_free && sets[1].iter().any(|ways| !ways.is_empty()) {
        return Err(PyValueError::new_err("free, expected no losses: only goals end such a game"));
    }
    if cells > WinningSets::CELLS || !supports.iter().all(is_of_board) || !sets.iter().flatten().flatten().all(fits) {
        return Err(PyValueError::new_err("winning sets of another board"));
    }
    let masks = |sets: Vec<Vec<u16>>| -> Vec<u128> { sets.iter().map(|set| mask(set)).collect() };
    let goal = |(lines, regions, neighbours, needed): WayToWinTuple| match needed {
        0 => WayToWin::Lines(masks(lines)),
        _ => WayToWin::Connection { regions: masks(regions), neighbours: masks(neighbours), needed },
    };
    let supports = supports.map(masks);
    let [goals, losses] = sets.map(|sides| sides.map(|side| side.into_iter().map(goal).collect()));
    Ok(WinningSets { goals, losses, cells, is_free, supports })
}

/// The rules of a game that falls into parts.
///
/// # Errors
/// Where they do not fit the board.
pub fn sum_rules((cells, plies, start, side, players): SumTuple, symmetries: &[SymmetryTuple]) -> PyResult<SumRules> {
    let masks = |sets: SideCellsTuple| -> Option<SideCells> {
        let is_of_board = sets.iter().flatten().all(|&cell| usize::from(cell) < cells.min(128));
        is_of_board.then(|| [mask(&sets[0]), mask(&sets[1])])
    };
    let ply = |(id, side, [needs, takes, adds]): (u32, usize, [SideCellsTuple; 3])| {
        Some(LocalPly { id, side, needs: masks(needs)?, takes: masks(takes)?, adds: masks(adds)? })
    };
    let plies = plies.into_iter().map(ply).collect::<Option<Vec<_>>>();
    let symmetries: Vec<Symmetry> = symmetries.iter().cloned().map(symmetry).collect();
    let rules = plies.and_then(|plies| LocalPlies::new(plies, cells)).zip(masks(start));
    let rules = rules.and_then(|(plies, start)| SumRules::new(plies, cells, (start, side, players), &symmetries));
    rules.ok_or_else(|| PyValueError::new_err("plies that do not make parts of this board"))
}

/// A symmetry.
pub fn symmetry((cells, directions, exchange): SymmetryTuple) -> Symmetry {
    Symmetry { cells, directions, exchange }
}
