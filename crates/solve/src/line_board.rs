//! Positions of games in which every ply places one piece that stays, and lines win or lose: played on sets of cells,
//! without the engine. A cell may have to wait until others are filled, as those above it where pieces drop.
//!
//! A position knows of each side the cells that complete a winning line (its threats) or a losing one (its traps). From
//! them follow the only plies that need a search: a win at once; else the cell of a threat of the other side; else no trap,
//! and no cell whose filling opens a threat of the other side.

use crate::cell_set::{cells_of, one};
use crate::line_rules::{LineRules, OpenLines, SideLines};
use crate::winning_sets::{Pieces, WinningSets};
use lusory_play::{Explorer, PositionKey, Symmetry};
use std::sync::Arc;

/// A position.
#[derive(Clone, Copy, Debug)]
struct State {
    pieces: [u128; 2],
    mover: usize,
    /// The cells of the next ply.
    playable: u128,
    /// By side: the cells that complete a winning line, filled ones among them.
    threats: [u128; 2],
    /// By side: the same of losing lines.
    traps: [u128; 2],
    /// By side: the lines by which its player may still win.
    open: [OpenLines; 2],
    /// The half points of who is to move, where a line has ended the game.
    ended: Option<u8>,
}

/// The plies that need a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardPlies {
    /// One wins at once.
    Win,
    /// All lose: the longest line takes so many plies, one or two.
    Lose(usize),
    /// The only one fills the board, which draws.
    Fill,
    /// These cells; no other ply is better than the best of them.
    Cells(u128),
}

/// A position, and those before it; see the module.
#[derive(Clone, Debug)]
pub struct LineBoard {
    rules: Arc<LineRules>,
    state: State,
    before: Vec<State>,
    /// For each position on the path and each variant: the hash of its pieces.
    hashes: Vec<u128>,
}

impl LineBoard {
    /// The board of an explorer's position. None where the rules are others.
    #[must_use]
    pub fn new(at: &dyn Explorer, sets: &WinningSets, symmetries: &[Symmetry]) -> Option<Self> {
        let rules = LineRules::new(at, sets, symmetries)?;
        let pieces = WinningSets::pieces(at, &mut Vec::new());
        let mover = usize::from(at.side().checked_sub(1)?);
        if pieces.neutral != 0 || mover > 1 || at.values().is_some() {
            return None;
        }
        let open = [0, 1].map(|side| rules.all_open(side));
        let none = [0; 2];
        let state = State { pieces: none, mover, playable: 0, threats: none, traps: none, open, ended: None };
        let hashes = vec![0; rules.variants];
        let mut board = LineBoard { rules: Arc::new(rules), state, before: Vec::new(), hashes };
        for side in [0, 1] {
            cells_of(pieces.sides[side]).for_each(|cell| board.add(side, cell));
        }
        let empty = board.empty();
        board.state.playable = board.playable_among(empty, empty);
        // A line that the other side may complete only later is no threat as long as the cell waits, but will be one.
        for side in [0, 1] {
            for cell in cells_of(pieces.sides[side]) {
                board.note_completing_cells(side, cell);
            }
        }
        Some(board)
    }

    fn empty(&self) -> u128 {
        self.rules.all & !(self.state.pieces[0] | self.state.pieces[1])
    }

    /// Those of some empty cells whose supports are filled.
    fn playable_among(&self, cells: u128, empty: u128) -> u128 {
        cells_of(cells).filter(|&cell| self.rules.supports[cell] & empty == 0).fold(0, |all, cell| all | one(cell))
    }

    /// Puts a piece into the sets and hashes.
    fn add(&mut self, side: usize, cell: usize) {
        self.state.pieces[side] |= one(cell);
        let close = |open: &mut OpenLines, lines: &OpenLines| open.iter_mut().zip(lines).for_each(|(a, b)| *a &= !b);
        close(&mut self.state.open[1 - side], &self.rules.wins[1 - side].through[cell]);
        if self.rules.has_losses {
            close(&mut self.state.open[side], &self.rules.losses[1 - side].through[cell]);
        }
        let last = self.hashes.len() - self.rules.variants;
        let row = self.rules.row(side, cell);
        self.hashes[last..].iter_mut().zip(row).for_each(|(hash, number)| *hash = hash.wrapping_add(*number));
    }

    /// The cells that complete one of some lines through a piece of a side.
    fn completing_cells(&self, lines: &[SideLines; 2], side: usize, cell: usize) -> u128 {
        let (own, other) = (self.state.pieces[side] | one(cell), self.state.pieces[1 - side]);
        let missing = lines[side].at[cell].iter().map(|line| line.cells & !own);
        missing
            .filter(|&cells| cells & other == 0 && cells & cells.wrapping_sub(1) == 0)
            .fold(0, |all, cells| all | cells)
    }

    fn new_threats(&self, side: usize, cell: usize) -> u128 {
        self.completing_cells(&self.rules.wins, side, cell)
    }

    /// Adds the threats and traps that a piece makes.
    fn note_completing_cells(&mut self, side: usize, cell: usize) {
        self.state.threats[side] |= self.new_threats(side, cell);
        if self.rules.has_losses {
            self.state.traps[side] |= self.completing_cells(&self.rules.losses, side, cell);
        }
    }

    /// How many more cells would complete a line of the mover after a piece there.
    #[must_use]
    pub fn count_new_threats(&self, cell: usize) -> u32 {
        let known = self.state.threats[self.state.mover];
        (self.new_threats(self.state.mover, cell) & !known & self.empty()).count_ones()
    }

    /// Whether some lines lose.
    #[must_use]
    pub fn has_losing_lines(&self) -> bool {
        self.rules.has_losses
    }

    /// How many lines of both sides through a cell are open.
    #[must_use]
    pub fn count_open_lines(&self, cell: usize) -> u32 {
        let of_side = |side: usize| {
            let through = &self.rules.wins[side].through[cell & 127];
            through.iter().zip(&self.state.open[side]).map(|(lines, open)| (lines & open).count_ones()).sum::<u32>()
        };
        of_side(0) + of_side(1)
    }

    /// The cells of all legal plies; their ids are the numbers of the cells.
    #[must_use]
    pub fn legal(&self) -> u128 {
        self.state.playable
    }

    /// The player to move.
    #[must_use]
    pub fn to_move(&self) -> u8 {
        self.rules.players[self.state.mover]
    }

    /// Plays a ply; `false`, without any change, where it is illegal.
    pub fn play(&mut self, cell: usize) -> bool {
        if cell >= WinningSets::CELLS || self.state.playable & one(cell) == 0 || self.state.ended.is_some() {
            return false;
        }
        self.before.push(self.state);
        self.hashes.extend_from_within(self.hashes.len() - self.rules.variants..);
        let mover = self.state.mover;
        self.add(mover, cell);
        let completes = |cells: [u128; 2]| cells[mover] & one(cell) != 0;
        self.state.ended = match (completes(self.state.threats), completes(self.state.traps)) {
            (true, _) => Some(0),
            (false, true) => Some(2),
            (false, false) => None,
        };
        self.note_completing_cells(mover, cell);
        let empty = self.empty();
        let opened = self.playable_among(self.rules.waiting[cell], empty);
        self.state.playable = self.state.playable & !one(cell) | opened;
        self.state.mover = 1 - mover;
        true
    }

    /// Undoes the last ply.
    pub fn undo(&mut self) {
        if let Some(state) = self.before.pop() {
            self.state = state;
            self.hashes.truncate(self.hashes.len() - self.rules.variants);
        }
    }

    /// The half points of a player, if the game is over.
    #[must_use]
    pub fn halves(&self, player: u8) -> Option<u8> {
        match self.state {
            State { ended: Some(halves), .. } => Some(if self.to_move() == player { halves } else { 2 - halves }),
            State { playable: 0, .. } => Some(1),
            _ => None,
        }
    }

    /// The plies that need a search.
    #[must_use]
    pub fn plies(&self) -> BoardPlies {
        let State { playable, mover, threats, traps, .. } = self.state;
        if playable & threats[mover] != 0 {
            return BoardPlies::Win;
        }
        let (empty, safe) = (self.empty(), playable & !traps[mover]);
        let forced = playable & threats[1 - mover];
        if safe == 0 {
            return BoardPlies::Lose(1);
        }
        if forced & !safe != 0 || forced.count_ones() > 1 {
            return BoardPlies::Lose(2);
        }
        if empty.count_ones() == 1 {
            return BoardPlies::Fill;
        }
        if forced != 0 {
            return BoardPlies::Cells(forced);
        }
        let opened = threats[1 - mover] & empty;
        let gives = |cell: &usize| self.playable_among(self.rules.waiting[*cell] & opened, empty & !one(*cell)) != 0;
        let giving = cells_of(if opened == 0 { 0 } else { safe }).filter(gives).fold(0, |all, cell| all | one(cell));
        let rest = safe & !giving;
        if rest == 0 { BoardPlies::Lose(2) } else { BoardPlies::Cells(rest) }
    }

    /// The key of the position.
    #[must_use]
    pub fn key(&self) -> PositionKey {
        let hashes = &self.hashes[self.hashes.len() - self.rules.variants..];
        PositionKey { key: hashes.iter().copied().min().unwrap_or(0), player: self.to_move() }
    }

    /// The key of the position after a ply.
    #[must_use]
    pub fn key_after(&self, cell: usize) -> PositionKey {
        let hashes = &self.hashes[self.hashes.len() - self.rules.variants..];
        let row = self.rules.row(self.state.mover, cell);
        let key = hashes.iter().zip(row).map(|(hash, number)| hash.wrapping_add(*number)).min().unwrap_or(0);
        PositionKey { key, player: self.rules.players[1 - self.state.mover] }
    }

    /// Whether it is not excluded that a player wins.
    #[must_use]
    pub fn may_win(&self, player: u8, sets: &WinningSets) -> bool {
        let moves = self.to_move() == player;
        let side = if moves { self.state.mover } else { 1 - self.state.mover };
        if self.rules.is_free {
            return sets.may_win(side, Pieces { sides: self.state.pieces, neutral: 0 }, moves);
        }
        self.state.open[side] != OpenLines::default()
    }
}

#[cfg(test)]
mod tests;
