//! Accumulators: the sides' sums of pattern rows along a path, updated incrementally from the changes of each ply (as in
//! NNUE, Nasu 2018).
//!
//! Pushing a ply only records its changes; sums are updated lazily, so that positions found in the transposition table cost
//! nothing. Where the changes of a ply do not tell all (marks on cells, pieces that a side does not see), each ply reads the
//! board as each side sees it, and compares.

use crate::WeightRow;
use crate::net::Net;
use crate::pattern_layout::{CellInPattern, PatternLayout};
use crate::viewpoints::Viewpoints;
use lusory_play::{Explorer, PieceChange};

/// The changes of one ply, and the data to undo them.
#[derive(Default)]
struct PlyChanges {
    changes: Vec<PieceChange>,
    /// Where boards are read again: the cells that changed, with their contents.
    new_contents: Vec<CellContent>,
    /// The cells it changed, with their contents before it.
    old_contents: Vec<CellContent>,
    /// By side: the patterns it changed.
    patterns: Vec<ChangedPatterns>,
}

/// Patterns that a ply changed, each once, with their entries before it.
#[derive(Clone, Default)]
struct ChangedPatterns {
    /// Only the first `count` are valid.
    list: Vec<(u32, u32)>,
    count: usize,
}

impl ChangedPatterns {
    fn before(&self) -> &[(u32, u32)] {
        &self.list[..self.count]
    }

    /// Changes the patterns of a cell whose digit changed, and records those not yet recorded in this generation.
    #[inline]
    fn record(&mut self, touches: &[CellInPattern], difference: u32, patterns: &mut [PatternState], generation: u32) {
        let needed = self.count + touches.len();
        if self.list.len() < needed {
            self.list.resize(needed, (0, 0));
        }
        let mut count = self.count;
        for touch in touches {
            let pattern = &mut patterns[touch.pattern as usize];
            // Without a branch: an entry that is not counted is overwritten.
            self.list[count] = (touch.pattern, pattern.entry);
            count += usize::from(pattern.touched != generation);
            pattern.touched = generation;
            pattern.entry = pattern.entry.wrapping_add(difference.wrapping_mul(touch.digit_weight));
        }
        self.count = count;
    }
}

/// The content of a pattern.
#[derive(Clone, Copy, Default)]
struct PatternState {
    /// Its code, as the entry of `PatternLayout::rows_of`.
    entry: u32,
    /// The generation in which it was changed last, so that each change is recorded once per ply.
    touched: u32,
}

/// The content of a cell on one of the boards.
#[derive(Clone, Copy)]
struct CellContent {
    board: u8,
    cell: u16,
    content: u64,
}

/// A stack of accumulators; see the module.
pub struct Accumulators {
    viewpoints: Viewpoints,
    /// Whether boards are read again after each ply.
    rereads: bool,
    /// By board and cell: the pieces on it, as bits by index among `PatternLayout::pieces`; nearly always one or none.
    contents: Vec<Vec<u64>>,
    /// By side and pattern.
    patterns: Vec<Vec<PatternState>>,
    generation: u32,
    /// The sums by depth, then by side.
    sums: Vec<WeightRow>,
    steps: Vec<PlyChanges>,
    /// The number of plies on the path, and the depth up to which sums are up to date.
    depth: usize,
    updated_depth: usize,
    /// Reusable buffers: pieces of a board, and its contents.
    pieces: Vec<PieceChange>,
    board: Vec<u64>,
}

impl Accumulators {
    /// Empty accumulators for a layout.
    #[must_use]
    pub fn new(layout: &PatternLayout) -> Self {
        let viewpoints = layout.viewpoints;
        Accumulators {
            viewpoints,
            rereads: viewpoints.secrets,
            contents: vec![vec![0; layout.board.cells]; viewpoints.boards()],
            patterns: vec![vec![PatternState::default(); layout.patterns]; viewpoints.sides],
            generation: 0,
            sums: vec![WeightRow::ZERO; viewpoints.sides],
            steps: Vec::new(),
            depth: 0,
            updated_depth: 0,
            pieces: Vec::new(),
            board: Vec::new(),
        }
    }

    /// Resets to the explorer's position: reads the whole board.
    pub fn set_root(&mut self, layout: &PatternLayout, net: &Net, at: &dyn Explorer) {
        self.rereads = self.viewpoints.secrets || at.has_marks();
        for board in 0..self.contents.len() {
            self.read_board(layout, board, at);
            self.contents[board].clone_from(&self.board);
        }
        for (side, patterns) in self.patterns.iter_mut().enumerate() {
            let view = &layout.views[side];
            patterns.iter_mut().zip(&view.row_starts).for_each(|(pattern, &start)| pattern.entry = start);
            for (cell, &content) in self.contents[self.viewpoints.board(side)].iter().enumerate() {
                let digit = digit(&view.digits, content);
                if digit > 0 {
                    view.patterns_of_cell[cell]
                        .iter()
                        .for_each(|touch| patterns[touch.pattern as usize].entry += digit * touch.digit_weight);
                }
            }
        }
        (self.depth, self.updated_depth) = (0, 0);
        self.refresh(layout, net);
    }

    /// Reads a board as its side sees it into the buffer.
    fn read_board(&mut self, layout: &PatternLayout, board: usize, at: &dyn Explorer) {
        let side = if self.viewpoints.secrets { board as u8 + 1 } else { 0 };
        at.visible_contents(side, &mut self.pieces);
        self.board.clear();
        self.board.resize(layout.board.cells, 0);
        for piece in &self.pieces {
            if let Some(content) = self.board.get_mut(usize::from(piece.cell)) {
                *content |= 1 << layout.piece_index(piece);
            }
        }
    }

    /// Recomputes the sums of the current depth.
    pub fn refresh(&mut self, layout: &PatternLayout, net: &Net) {
        self.update(layout, net);
        for (side, patterns) in self.patterns.iter().enumerate() {
            let mut sum = net.base;
            for row in patterns.iter().map(|pattern| layout.row(pattern.entry)).filter(|&row| row > 0) {
                sum.add(&net.rows[row as usize]);
            }
            self.sums[self.depth * self.viewpoints.sides + side] = sum;
        }
    }

    /// Records a ply.
    pub fn push(&mut self, layout: &PatternLayout, net: &Net, at: &dyn Explorer) {
        if self.steps.len() == self.depth {
            let patterns = vec![ChangedPatterns::default(); self.viewpoints.sides];
            self.steps.push(PlyChanges { patterns, ..PlyChanges::default() });
        }
        if self.rereads {
            self.update(layout, net);
            self.compare_boards(layout, at);
        } else {
            at.changes(&mut self.steps[self.depth].changes);
        }
        self.depth += 1;
    }

    /// Records the cells whose contents differ from those of the current depth, which is up to date.
    fn compare_boards(&mut self, layout: &PatternLayout, at: &dyn Explorer) {
        self.steps[self.depth].new_contents.clear();
        for board in 0..self.contents.len() {
            self.read_board(layout, board, at);
            let pairs = self.contents[board].iter().zip(&self.board).enumerate();
            let changed = pairs.filter(|(_, (before, now))| before != now);
            self.steps[self.depth].new_contents.extend(changed.map(|(cell, (_, &content))| CellContent {
                board: board as u8,
                cell: cell as u16,
                content,
            }));
        }
    }

    /// Undoes the last ply.
    pub fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.updated_depth > self.depth {
            self.updated_depth = self.depth;
            let step = &mut self.steps[self.depth];
            for old in step.old_contents.drain(..).rev() {
                self.contents[usize::from(old.board)][usize::from(old.cell)] = old.content;
            }
            for (changed, patterns) in step.patterns.iter_mut().zip(&mut self.patterns) {
                changed.before().iter().for_each(|&(pattern, entry)| patterns[pattern as usize].entry = entry);
                changed.count = 0;
            }
        }
    }

    /// Makes the current position the root.
    pub fn make_root(&mut self, layout: &PatternLayout, net: &Net) {
        self.update(layout, net);
        let sides = self.viewpoints.sides;
        self.sums.copy_within(self.depth * sides..(self.depth + 1) * sides, 0);
        for step in &mut self.steps {
            step.old_contents.clear();
            step.patterns.iter_mut().for_each(|changed| changed.count = 0);
        }
        (self.depth, self.updated_depth) = (0, 0);
    }

    /// The sides' sums in the current position.
    #[inline]
    pub fn current(&mut self, layout: &PatternLayout, net: &Net) -> &[WeightRow] {
        self.update(layout, net);
        let sides = self.viewpoints.sides;
        &self.sums[self.depth * sides..(self.depth + 1) * sides]
    }

    /// Appends the rows of the current position from a side's perspective, without row 0.
    pub fn rows(&mut self, layout: &PatternLayout, net: &Net, side: usize, rows: &mut Vec<u32>) {
        self.update(layout, net);
        rows.extend(self.patterns[side].iter().map(|pattern| layout.row(pattern.entry)).filter(|&row| row > 0));
    }

    fn update(&mut self, layout: &PatternLayout, net: &Net) {
        while self.updated_depth < self.depth {
            self.updated_depth += 1;
            let (sides, from) = (self.viewpoints.sides, self.updated_depth * self.viewpoints.sides);
            if self.sums.len() < from + sides {
                self.sums.resize(from + sides, WeightRow::ZERO);
            }
            self.sums.copy_within(from - sides..from, from);
            self.generation = self.generation.wrapping_add(1);
            if self.rereads {
                self.apply_contents(layout)
            } else {
                self.apply_changes(layout)
            }
            self.update_sums(layout, net);
        }
    }

    /// Applies the changes of a ply to the contents of cells and to the patterns.
    fn apply_changes(&mut self, layout: &PatternLayout) {
        let changes = std::mem::take(&mut self.steps[self.updated_depth - 1].changes);
        for changes in changes.chunk_by(|one, other| one.cell == other.cell) {
            let cell = usize::from(changes[0].cell);
            let Some(&(mut content)) = self.contents[0].get(cell) else { continue };
            for change in changes.iter().filter(|change| !change.added) {
                content &= !(1 << layout.piece_index(change));
            }
            for change in changes.iter().filter(|change| change.added) {
                content |= 1 << layout.piece_index(change);
            }
            self.set_content(layout, CellContent { board: 0, cell: cell as u16, content });
        }
        self.steps[self.updated_depth - 1].changes = changes;
    }

    /// Applies what a ply changed on the boards that were read again.
    fn apply_contents(&mut self, layout: &PatternLayout) {
        let contents = std::mem::take(&mut self.steps[self.updated_depth - 1].new_contents);
        contents.iter().for_each(|&new| self.set_content(layout, new));
        self.steps[self.updated_depth - 1].new_contents = contents;
    }

    /// Changes a cell, and the codes of the patterns that it lies in.
    #[inline]
    fn set_content(&mut self, layout: &PatternLayout, new: CellContent) {
        let step = &mut self.steps[self.updated_depth - 1];
        let cell = usize::from(new.cell);
        let before = std::mem::replace(&mut self.contents[usize::from(new.board)][cell], new.content);
        step.old_contents.push(CellContent { content: before, ..new });
        for (side, view) in layout.views.iter().enumerate() {
            if self.viewpoints.board(side) != usize::from(new.board) {
                continue;
            }
            let difference = digit(&view.digits, new.content).wrapping_sub(digit(&view.digits, before));
            if difference == 0 {
                continue;
            }
            let touches = &view.patterns_of_cell[cell];
            step.patterns[side].record(touches, difference, &mut self.patterns[side], self.generation);
        }
    }

    /// Replaces the rows of the patterns that a ply changed.
    fn update_sums(&mut self, layout: &PatternLayout, net: &Net) {
        let step = &self.steps[self.updated_depth - 1];
        let from = self.updated_depth * self.viewpoints.sides;
        for (side, level) in self.sums[from..from + self.viewpoints.sides].iter_mut().enumerate() {
            // A local copy stays in registers.
            let (mut sum, patterns) = (*level, &self.patterns[side]);
            for &(pattern, before) in step.patterns[side].before() {
                let [old, new] = [before, patterns[pattern as usize].entry].map(|entry| layout.row(entry) as usize);
                sum.exchange(&net.rows[old], &net.rows[new]);
            }
            *level = sum;
        }
    }
}

/// The digit of a cell's content: that of its first piece; 0 for an empty cell.
#[inline]
fn digit(digits: &[u32], content: u64) -> u32 {
    if content == 0 { 0 } else { digits.get(content.trailing_zeros() as usize).copied().unwrap_or(0) }
}
