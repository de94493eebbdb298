//! The rules of games in which every ply places one piece that stays, and lines win, as sets of cells; and the random
//! numbers of keys of their positions.

use crate::cell_set::one;
use crate::random_numbers::random_number;
use crate::winning_sets::WinningSets;
use lusory_play::{Explorer, Symmetry};

/// The most lines of a side.
const LINES: usize = 256;

/// A line, and its number among those of its side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WinningLine {
    /// Its cells.
    pub cells: u128,
    number: usize,
}

/// The lines of a side that have no piece of the other one.
pub(crate) type OpenLines = [u128; LINES / 128];

/// What belongs to the rules, and the numbers of the keys.
#[derive(Debug)]
pub(crate) struct LineRules {
    /// By side and cell: the lines through it.
    pub lines: [Vec<Vec<WinningLine>>; 2],
    /// By side and cell: the same as a set of their numbers.
    pub through: [Vec<OpenLines>; 2],
    /// By cell: the cells that must be filled before it, and those that wait for it.
    pub supports: Vec<u128>,
    pub waiting: Vec<u128>,
    pub all: u128,
    pub is_free: bool,
    pub variants: usize,
    /// By side and cell, for each variant.
    pub numbers: Vec<u128>,
    pub players: [u8; 2],
}

impl LineRules {
    pub fn new(at: &dyn Explorer, sets: &WinningSets, symmetries: &[Symmetry]) -> Option<Self> {
        let (cells, supports) = (sets.cells, sets.supports.clone()?);
        let sides = [0, 1].map(|side| lines_of(sets, side));
        let [Some(first), Some(second)] = sides else { return None };
        let lines = [first, second].map(|lines| lines_by_cell(&lines, cells));
        let numbers_of = |lines: &Vec<WinningLine>| lines.iter().fold(OpenLines::default(), with_line);
        let through = [0, 1].map(|side: usize| lines[side].iter().map(numbers_of).collect());
        let waits_for = |cell: usize| {
            let waiting = supports.iter().enumerate().filter(|(_, below)| **below & one(cell) != 0);
            waiting.fold(0, |all, (waiting, _)| all | one(waiting))
        };
        let waiting = (0..cells).map(waits_for).collect();
        // Who has moved as often is to move, so the sides cannot be exchanged.
        let symmetries: Vec<&Symmetry> = symmetries.iter().filter(|symmetry| !symmetry.exchange).collect();
        let image = |cell: usize, symmetry: &Symmetry| symmetry.cells.get(cell).map_or(cell, |&to| usize::from(to));
        let mut numbers = Vec::new();
        for side in 0..2 {
            for cell in 0..cells {
                numbers.push(random(side * cells + cell));
                numbers.extend(symmetries.iter().map(|symmetry| random(side * cells + image(cell, symmetry))));
            }
        }
        let players = [at.player_of(1), at.player_of(2)];
        let variants = symmetries.len() + 1;
        let (all, is_free) = (sets.all(), sets.is_free);
        Some(LineRules { lines, through, supports, waiting, all, is_free, variants, numbers, players })
    }

    pub fn row(&self, side: usize, cell: usize) -> &[u128] {
        let from = (side * self.supports.len() + cell) * self.variants;
        self.numbers.get(from..from + self.variants).unwrap_or(&[])
    }

    pub fn numbers_of_lines(&self, side: usize) -> OpenLines {
        self.lines[side].iter().flatten().fold(OpenLines::default(), with_line)
    }
}

fn with_line(mut lines: OpenLines, line: &WinningLine) -> OpenLines {
    lines[line.number / 128] |= one(line.number);
    lines
}

/// The lines of a side; none where it may win otherwise, or has too many.
fn lines_of(sets: &WinningSets, side: usize) -> Option<Vec<u128>> {
    let lines: Vec<u128> = sets.goals[side].iter().flat_map(|goal| goal.lines()).copied().collect();
    let are_all = sets.goals[side].iter().all(|goal| !goal.lines().is_empty());
    (are_all && lines.len() <= LINES).then_some(lines)
}

fn lines_by_cell(lines: &[u128], cells: usize) -> Vec<Vec<WinningLine>> {
    let numbered = || lines.iter().enumerate().map(|(number, &cells)| WinningLine { cells, number });
    (0..cells).map(|cell| numbered().filter(|line| line.cells & one(cell) != 0).collect()).collect()
}

fn random(index: usize) -> u128 {
    random_number(index, [0x8b8f_5f3c_3c6e_f372, 0x13c6_ef37_2fe9_4f82])
}
