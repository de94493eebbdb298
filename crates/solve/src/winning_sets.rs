//! Winning sets: the sets of cells of which a side needs all to win, where pieces never leave the board or change.
//!
//! They bound the value of a position: once every winning set of a side has another piece on it, this side cannot win.
//! Where a side may also take any empty cell at every turn, it cannot win either if the other one can keep up with it:
//! each winning set that is still open counts 2^-(its empty cells), and the sum is below 1 where the other side moves.
//! It takes the cell of the greatest sum, so that the sum never grows again (Erdős and Selfridge 1973). Nor can it win if
//! the other one has a pairing strategy.

use crate::cell_set::{cells_of, one};
use crate::pairing::paired_cells;
use lusory_play::{Explorer, PieceChange};

/// A way to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WayToWin {
    /// All cells of one of these sets.
    Lines(Vec<u128>),
    /// A connected group of cells that touches so many of the regions.
    Connection {
        /// Sets of cells.
        regions: Vec<u128>,
        /// The neighbours of each cell.
        neighbours: Vec<u128>,
        /// How many regions.
        needed: usize,
    },
}

fn group(from: u128, cells: u128, neighbours: &[u128]) -> u128 {
    let (mut group, mut added) = (from, from);
    while added != 0 {
        let beside = cells_of(added).fold(0, |all, cell| all | neighbours.get(cell).copied().unwrap_or(0));
        added = beside & cells & !group;
        group |= added;
    }
    group
}

impl WayToWin {
    /// Its sets; none of a connection.
    #[must_use]
    pub fn lines(&self) -> &[u128] {
        if let WayToWin::Lines(lines) = self { lines } else { &[] }
    }

    /// Whether these cells suffice.
    #[must_use]
    pub fn is_met(&self, cells: u128) -> bool {
        match self {
            WayToWin::Lines(lines) => lines.iter().any(|&line| line & !cells == 0),
            WayToWin::Connection { regions, neighbours, needed } => {
                // A group misses fewer regions than these.
                let starts = regions.iter().take((regions.len() + 1).saturating_sub(*needed));
                let mut rest = cells & starts.fold(0, |all, region| all | region);
                while rest != 0 {
                    let group = group(rest & rest.wrapping_neg(), cells, neighbours);
                    if regions.iter().filter(|&&region| region & group != 0).count() >= *needed {
                        return true;
                    }
                    rest &= !group;
                }
                false
            }
        }
    }
}

/// The pieces of each side, and those of nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pieces {
    /// By side, 0 the first.
    pub sides: [u128; 2],
    /// Of nobody.
    pub neutral: u128,
}

/// The winning sets of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningSets {
    /// By side, its ways to win.
    pub goals: [Vec<WayToWin>; 2],
    /// By side, the same sets of cells that make it lose, where they do not make it win.
    pub losses: [Vec<WayToWin>; 2],
    /// How many cells the board has.
    pub cells: usize,
    /// A turn is one piece of the mover's own on any empty cell, and nothing else ends the game but the full board. Then
    /// winning sets decide the game.
    pub is_free: bool,
    /// The same where a cell must wait until others are filled: by cell, those. None where a turn is something else.
    pub supports: Option<Vec<u128>>,
}

impl WinningSets {
    /// The most cells of a board.
    pub const CELLS: usize = 128;

    /// The pieces of an explorer's position.
    #[must_use]
    pub fn pieces(explorer: &dyn Explorer, list: &mut Vec<PieceChange>) -> Pieces {
        explorer.pieces(list);
        let mut pieces = Pieces::default();
        for piece in list {
            let cell = one(usize::from(piece.cell));
            match usize::from(piece.owner).checked_sub(1).and_then(|side| pieces.sides.get_mut(side)) {
                Some(own) => *own |= cell,
                None => pieces.neutral |= cell,
            }
        }
        pieces
    }

    /// Whether it is not excluded that a player wins in an explorer's position.
    pub fn may_player_win(&self, explorer: &dyn Explorer, player: u8, list: &mut Vec<PieceChange>) -> bool {
        let mover = usize::from(explorer.side().saturating_sub(1)) & 1;
        let moves = explorer.to_move() == player as i8;
        explorer.to_move() < 0
            || self.may_win(if moves { mover } else { 1 - mover }, Self::pieces(explorer, list), moves)
    }

    /// The whole board.
    #[must_use]
    pub fn all(&self) -> u128 {
        if self.cells >= Self::CELLS { u128::MAX } else { (1 << self.cells) - 1 }
    }

    /// Whether these cells make a side win.
    #[must_use]
    pub fn is_met(&self, side: usize, cells: u128) -> bool {
        self.goals[side & 1].iter().any(|goal| goal.is_met(cells))
    }

    /// Whether it is not excluded that a side wins. `moves`: it is to move.
    #[must_use]
    pub fn may_win(&self, side: usize, pieces: Pieces, moves: bool) -> bool {
        let own = pieces.sides[side & 1];
        let blocked = pieces.sides[1 - (side & 1)] | pieces.neutral;
        if self.is_free
            && let Some((sum, _)) = self.potential(side, own, blocked, moves)
        {
            return sum >= 1.0 && self.paired(side, own, blocked).is_none();
        }
        let is_lost = |goal: &WayToWin| goal.is_met(self.all() & !own);
        self.is_met(side, self.all() & !blocked) || self.losses[1 - (side & 1)].iter().any(is_lost)
    }

    /// The sum over the open winning sets of a side where the other one moves, or after the best ply of the side if it
    /// `moves`, and the cells of these sets; none where a goal is not one of lines.
    #[must_use]
    pub fn potential(&self, side: usize, own: u128, blocked: u128, moves: bool) -> Option<(f64, u128)> {
        let (mut sum, mut open) = (0.0, 0);
        for line in self.open_lines(side, blocked)? {
            sum += weight(line, own);
            open |= line;
        }
        // A ply doubles the weight of the sets through its cell.
        if moves && (0.5..1.0).contains(&sum) {
            let through = |cell| {
                let lines = self.open_lines(side, blocked).into_iter().flatten();
                lines.filter(|line| line & one(cell) != 0).map(|line| weight(line, own)).sum::<f64>()
            };
            sum += cells_of(open & !own).map(through).fold(0.0, f64::max);
        }
        Some((sum, open))
    }

    /// Cells in pairs by which the other side keeps this one from all its lines, if some are found (see `pairing`).
    #[must_use]
    pub fn paired(&self, side: usize, own: u128, blocked: u128) -> Option<u128> {
        paired_cells(self.open_lines(side, blocked)?.map(|line| line & !own).collect())
    }

    /// The winning sets of a side without another piece; none where a goal is not one of lines.
    fn open_lines(&self, side: usize, blocked: u128) -> Option<impl Iterator<Item = u128> + '_> {
        let goals = &self.goals[side & 1];
        goals
            .iter()
            .all(|goal| matches!(goal, WayToWin::Lines(_)))
            .then(|| goals.iter().flat_map(WayToWin::lines).copied().filter(move |line| line & blocked == 0))
    }
}

/// What an open set counts. Powers of two add up without an error.
fn weight(line: u128, own: u128) -> f64 {
    (-f64::from((line & !own).count_ones())).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_of(neighbours: usize) -> Vec<u128> {
        (0..neighbours).map(|cell| (one(cell) << 1 | one(cell) >> 1) & (one(neighbours) - 1)).collect()
    }

    #[test]
    fn lines_and_connections_are_met_by_their_cells() {
        let lines = WayToWin::Lines(vec![0b111, 0b1110]);
        assert!(lines.is_met(0b1110) && lines.is_met(0b10111) && !lines.is_met(0b11011));
        let link = |needed| WayToWin::Connection { regions: vec![1, 1 << 4, 1 << 2], neighbours: row_of(5), needed };
        assert!(link(3).is_met(0b11111) && !link(3).is_met(0b11101));
        assert!(link(2).is_met(0b11100) && !link(2).is_met(0b11011));
    }

    #[test]
    fn a_side_may_not_win_once_its_sets_are_blocked_or_count_too_little() {
        let goals = || vec![WayToWin::Lines(vec![0b111, 0b111000])];
        let sets = |is_free| WinningSets {
            goals: [goals(), goals()],
            losses: Default::default(),
            cells: 6,
            is_free,
            supports: None,
        };
        let pieces = |own, other| Pieces { sides: [own, other], neutral: 0 };
        assert!(sets(false).may_win(0, pieces(0b1, 0b1000), false));
        assert!(!sets(false).may_win(0, pieces(0b1, 0b1010), true));
        // 1/8 + 1/8 with nothing on the board; 1/2 with two on one line, and twice as much after the third.
        assert!(!sets(true).may_win(0, pieces(0, 0), true));
        assert!(sets(true).may_win(0, pieces(0b11, 0b1000), true));
        assert!(!sets(true).may_win(0, pieces(0b11, 0b1000), false));
    }
}
