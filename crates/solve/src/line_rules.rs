//! The rules of games in which every ply places one piece that stays, and lines win or lose, as sets of cells; and the
//! random numbers of keys of their positions.

use crate::cell_set::one;
use crate::winning_sets::{WayToWin, WinningSets};
use lusory_play::random_numbers::random_number;
use lusory_play::{Explorer, Symmetry};

/// The most lines by which a player may win.
const LINES: usize = 256;

/// A line, and its number among those by which the same player wins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberedLine {
    /// Its cells.
    pub cells: u128,
    number: usize,
}

/// The lines by which a player may still win: its own winning lines without a piece of the other side, and losing lines
/// of the other side without a piece of its own.
pub(crate) type OpenLines = [u128; LINES / 128];

/// Lines of one side: those that win, or those that lose.
#[derive(Debug)]
pub(crate) struct SideLines {
    /// By cell: the lines through it.
    pub at: Vec<Vec<NumberedLine>>,
    /// By cell: the same as a set of their numbers.
    pub through: Vec<OpenLines>,
}

impl SideLines {
    /// first: the number of the first line.
    fn new(lines: &[u128], first: usize, cells: usize) -> Self {
        let numbered = || (first..).zip(lines).map(|(number, &cells)| NumberedLine { cells, number });
        let at: Vec<Vec<NumberedLine>> =
            (0..cells).map(|cell| numbered().filter(|line| line.cells & one(cell) != 0).collect()).collect();
        let through = at.iter().map(|lines| lines.iter().fold(OpenLines::default(), with_line)).collect();
        SideLines { at, through }
    }

    /// The numbers of all its lines.
    pub fn numbers(&self) -> impl Iterator<Item = OpenLines> + '_ {
        self.through.iter().copied()
    }
}

/// What belongs to the rules, and the numbers of the keys.
#[derive(Debug)]
pub(crate) struct LineRules {
    /// By side: the lines that win.
    pub wins: [SideLines; 2],
    /// By side: the lines that lose, where they do not win at the same time.
    pub losses: [SideLines; 2],
    /// Whether some lines lose.
    pub has_losses: bool,
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
        let [Some(winning), Some(losing)] = [lines_of(&sets.goals), lines_of(&sets.losses)] else { return None };
        if (0..2).any(|side: usize| winning[side].len() + losing[1 - side].len() > LINES) {
            return None;
        }
        let wins = [0, 1].map(|side: usize| SideLines::new(&winning[side], 0, cells));
        let losses = [0, 1].map(|side: usize| SideLines::new(&losing[side], winning[1 - side].len(), cells));
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
        let has_losses = losing.iter().any(|lines| !lines.is_empty());
        Some(LineRules { wins, losses, has_losses, supports, waiting, all, is_free, variants, numbers, players })
    }

    pub fn row(&self, side: usize, cell: usize) -> &[u128] {
        let from = (side * self.supports.len() + cell) * self.variants;
        self.numbers.get(from..from + self.variants).unwrap_or(&[])
    }

    /// The lines by which the player of a side may win on an empty board.
    pub fn all_open(&self, side: usize) -> OpenLines {
        let numbers = self.wins[side].numbers().chain(self.losses[1 - side].numbers());
        numbers.fold(OpenLines::default(), |all, lines| std::array::from_fn(|i| all[i] | lines[i]))
    }
}

fn with_line(mut lines: OpenLines, line: &NumberedLine) -> OpenLines {
    lines[line.number / 128] |= one(line.number);
    lines
}

/// The lines of each side; none where a goal is not one of lines.
fn lines_of(goals: &[Vec<WayToWin>; 2]) -> Option<[Vec<u128>; 2]> {
    let are_lines = goals.iter().flatten().all(|goal| !goal.lines().is_empty());
    are_lines.then(|| [0, 1].map(|side: usize| goals[side].iter().flat_map(WayToWin::lines).copied().collect()))
}

fn random(index: usize) -> u128 {
    random_number(index, [0x8b8f_5f3c_3c6e_f372, 0x13c6_ef37_2fe9_4f82])
}
