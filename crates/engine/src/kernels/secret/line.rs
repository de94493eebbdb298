//! End part of kernels: lines of own pieces; several lines may share only few cells.

use super::line_progress::Stretches;
use crate::bits::Bits;
use crate::board::Board;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Cells, Condition, Directions, Side};
use crate::state::State;

/// Line(n, times=t, share=s) of own pieces.
///
/// The number of stretches of n cells is cheap to compute. Only where it has grown, and suffices, are shared cells
/// checked.
#[derive(Clone, Debug)]
pub struct Lines<const W: usize> {
    when: Condition,
    n: u32,
    /// At least so many stretches.
    least: u32,
    /// Lines may share so many cells.
    share: u32,
    /// One direction of each axis.
    axes: Vec<usize>,
}

/// The incremental state of a side's lines.
#[derive(Clone, Debug)]
pub struct Seen<const W: usize> {
    /// How many stretches each side had when last looked at.
    counts: [u32; 2],
    /// A position to ask of.
    state: State<W>,
}

impl<const W: usize> Seen<W> {
    pub fn new(plan: &Plan<W>) -> Self {
        Seen { counts: [0; 2], state: plan.blank() }
    }

    pub fn clear(&mut self) {
        self.counts = [0; 2];
    }
}

impl<const W: usize> Lines<W> {
    /// None where the condition is not a supported line, or lines have loops.
    pub fn new(plan: &Plan<W>, when: &Condition) -> Option<Self> {
        let Condition::Cells(Cells::Line(line)) = when else { return None };
        let (Cells::Of(Side::Own), Directions::Fixed(ways)) = (&line.of, &line.ways) else { return None };
        let axes: Vec<usize> = plan.board.lines_along(ways[0]).collect();
        let loops = plan.board.has_parallel_paths || axes.iter().any(|&axis| plan.board.steps[axis].loops.any());
        let single = line.times <= 1;
        if loops || ways[0] != ways[1] || (single && line.exact) || line.n == 0 {
            return None;
        }
        // A stretch may count as one of several with itself, if it may share as many cells as it has.
        let least = if single || line.share >= line.n { 1 } else { line.times };
        Some(Lines { when: when.clone(), n: line.n, least, share: line.share, axes })
    }

    /// Whether the side has the required lines, after one more piece.
    #[inline]
    pub fn hold(&self, plan: &Plan<W>, side: usize, own: Bits<W>, seen: &mut Seen<W>) -> bool {
        if own.count() < self.n {
            return false;
        }
        let count = self.count(&plan.board, own);
        let before = std::mem::replace(&mut seen.counts[side & 1], count);
        count > before && count >= self.least && self.ask(plan, own, &mut seen.state)
    }

    /// Recomputes both sides' lines from the pieces.
    pub fn look(&self, plan: &Plan<W>, pieces: &[Bits<W>; 2], seen: &mut Seen<W>) {
        seen.counts = pieces.map(|pieces| self.count(&plan.board, pieces));
    }

    /// All stretches that can become such lines.
    #[must_use]
    pub fn stretches(&self, board: &Board<W>) -> Option<Stretches> {
        Stretches::new(board, &self.axes, self.n, self.share)
    }

    /// How many stretches there are.
    #[inline]
    fn count(&self, board: &Board<W>, own: Bits<W>) -> u32 {
        self.axes.iter().map(|&axis| board.stretches(own, axis, self.n).count()).sum()
    }

    #[cold]
    fn ask(&self, plan: &Plan<W>, own: Bits<W>, state: &mut State<W>) -> bool {
        state.pieces.iter_mut().skip(1).take(1).for_each(|pieces| *pieces = own);
        WordEvaluator { side: 0, ..WordEvaluator::new(plan, state) }.is_true(&self.when)
    }
}
