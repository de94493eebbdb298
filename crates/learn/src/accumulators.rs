//! Accumulators: both sides' sums of pattern rows along a path, updated incrementally from the changes of each ply (as in
//! NNUE, Nasu 2018).
//!
//! Pushing a ply only records its changes; sums are updated lazily, so that positions found in the transposition table cost
//! nothing.

use crate::WeightRow;
use crate::net::Net;
use crate::pattern_layout::PatternLayout;
use lusory_play::{Explorer, PieceChange};

/// The changes of one ply, and the data to undo them.
#[derive(Default)]
struct PlyChanges {
    changes: Vec<PieceChange>,
    /// The cells it changed, with their contents before it.
    cells: Vec<(u16, u64)>,
    /// By side: the patterns it changed, with their codes before it.
    codes: [Vec<(u32, u32)>; 2],
}

/// A stack of accumulators; see the module.
pub struct Accumulators {
    /// By cell: the pieces on it, as bits by index among `PatternLayout::pieces`; nearly always one or none.
    contents: Vec<u64>,
    codes: [Vec<u32>; 2],
    /// The generation in which each pattern was changed last, so that each is recorded once per ply.
    touched: [Vec<u32>; 2],
    generation: u32,
    /// The sums by depth.
    levels: Vec<[WeightRow; 2]>,
    steps: Vec<PlyChanges>,
    /// The number of plies on the path, and the depth up to which sums are up to date.
    depth: usize,
    updated_depth: usize,
}

impl Accumulators {
    /// Empty accumulators for a layout.
    #[must_use]
    pub fn new(layout: &PatternLayout) -> Self {
        let zeros = || [vec![0; layout.patterns], vec![0; layout.patterns]];
        let contents = vec![0; layout.board.cells];
        let levels = vec![[WeightRow::ZERO; 2]];
        Accumulators {
            contents,
            codes: zeros(),
            touched: zeros(),
            generation: 0,
            levels,
            steps: Vec::new(),
            depth: 0,
            updated_depth: 0,
        }
    }

    /// Resets to the explorer's position: reads the whole board.
    pub fn set_root(&mut self, layout: &PatternLayout, net: &Net, at: &dyn Explorer) {
        let mut pieces = Vec::new();
        at.pieces(&mut pieces);
        self.contents.fill(0);
        for piece in &pieces {
            if let Some(content) = self.contents.get_mut(usize::from(piece.cell)) {
                *content |= 1 << layout.piece_index(piece);
            }
        }
        for (side, codes) in self.codes.iter_mut().enumerate() {
            codes.fill(0);
            let view = &layout.views[side];
            for (cell, &content) in self.contents.iter().enumerate() {
                let digit = digit(&view.digits, content);
                if digit > 0 {
                    view.patterns_of_cell[cell]
                        .iter()
                        .for_each(|touch| codes[touch.pattern as usize] += digit * touch.digit_weight);
                }
            }
        }
        (self.depth, self.updated_depth) = (0, 0);
        self.refresh(layout, net);
    }

    /// Recomputes the sums of the current depth.
    pub fn refresh(&mut self, layout: &PatternLayout, net: &Net) {
        self.update(layout, net);
        let sums = [0, 1].map(|side| {
            let mut sum = net.base;
            for (pattern, &code) in self.codes[side].iter().enumerate() {
                if code > 0 {
                    sum.add(&net.rows[layout.row(side, pattern, code) as usize]);
                }
            }
            sum
        });
        self.levels[self.depth] = sums;
    }

    /// Records a ply.
    pub fn push(&mut self, at: &dyn Explorer) {
        if self.steps.len() == self.depth {
            self.steps.push(PlyChanges::default());
        }
        at.changes(&mut self.steps[self.depth].changes);
        self.depth += 1;
    }

    /// Undoes the last ply.
    pub fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.updated_depth > self.depth {
            self.updated_depth = self.depth;
            let step = &mut self.steps[self.depth];
            step.cells.drain(..).rev().for_each(|(cell, content)| self.contents[usize::from(cell)] = content);
            for (side, codes) in step.codes.iter_mut().enumerate() {
                codes.drain(..).for_each(|(pattern, code)| self.codes[side][pattern as usize] = code);
            }
        }
    }

    /// Makes the current position the root.
    pub fn make_root(&mut self, layout: &PatternLayout, net: &Net) {
        self.update(layout, net);
        self.levels[0] = self.levels[self.depth];
        for step in &mut self.steps {
            step.cells.clear();
            step.codes.iter_mut().for_each(Vec::clear);
        }
        (self.depth, self.updated_depth) = (0, 0);
    }

    /// Both sides' sums in the current position.
    #[inline]
    pub fn current(&mut self, layout: &PatternLayout, net: &Net) -> &[WeightRow; 2] {
        self.update(layout, net);
        &self.levels[self.depth]
    }

    /// Appends the rows of the current position from a side's perspective, without row 0.
    pub fn rows(&mut self, layout: &PatternLayout, net: &Net, side: usize, rows: &mut Vec<u32>) {
        self.update(layout, net);
        for (pattern, &code) in self.codes[side].iter().enumerate() {
            if code > 0 {
                rows.push(layout.row(side, pattern, code));
            }
        }
    }

    fn update(&mut self, layout: &PatternLayout, net: &Net) {
        while self.updated_depth < self.depth {
            self.updated_depth += 1;
            while self.levels.len() <= self.updated_depth {
                self.levels.push([WeightRow::ZERO; 2]);
            }
            self.levels[self.updated_depth] = self.levels[self.updated_depth - 1];
            self.apply_changes(layout);
            self.update_sums(layout, net);
        }
    }

    /// Applies the changes of a ply to the contents of cells and the codes of patterns.
    fn apply_changes(&mut self, layout: &PatternLayout) {
        self.generation = self.generation.wrapping_add(1);
        let step = &mut self.steps[self.updated_depth - 1];
        for changes in step.changes.chunk_by(|one, other| one.cell == other.cell) {
            let cell = usize::from(changes[0].cell);
            let Some(content) = self.contents.get_mut(cell) else { continue };
            let before = *content;
            for change in changes.iter().filter(|change| !change.added) {
                *content &= !(1 << layout.piece_index(change));
            }
            for change in changes.iter().filter(|change| change.added) {
                *content |= 1 << layout.piece_index(change);
            }
            step.cells.push((cell as u16, before));
            for (side, view) in layout.views.iter().enumerate() {
                let difference = digit(&view.digits, *content).wrapping_sub(digit(&view.digits, before));
                if difference == 0 {
                    continue;
                }
                let (codes, touched) = (&mut self.codes[side], &mut self.touched[side]);
                for touch in &view.patterns_of_cell[cell] {
                    let pattern = touch.pattern as usize;
                    if touched[pattern] != self.generation {
                        touched[pattern] = self.generation;
                        step.codes[side].push((touch.pattern, codes[pattern]));
                    }
                    codes[pattern] = codes[pattern].wrapping_add(difference.wrapping_mul(touch.digit_weight));
                }
            }
        }
    }

    /// Replaces the rows of the patterns that a ply changed.
    fn update_sums(&mut self, layout: &PatternLayout, net: &Net) {
        let step = &self.steps[self.updated_depth - 1];
        for (side, level) in self.levels[self.updated_depth].iter_mut().enumerate() {
            // A local copy stays in registers.
            let mut sum = *level;
            for &(pattern, before) in &step.codes[side] {
                let now = self.codes[side][pattern as usize];
                let [old, new] = [before, now].map(|code| layout.row(side, pattern as usize, code) as usize);
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
