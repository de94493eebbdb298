//! Line features: counts the windows of a goal `Line` (straight stretches of its length without a blocking piece) by
//! the number of pieces they hold.
//!
//! ```text
//!   Line(4):  . x x .    holds 2        x o x .    blocked for both
//! ```

use super::bit_sliced_counter::BitSlicedCounter;
use super::goals::{depends_on_side, visit_goal_cells};
use super::{Feature, FeatureGroup, FeatureGroups, MAX_FEATURES};
use crate::bits::Bits;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::Cells;

struct LineFeatures<const W: usize> {
    n: u32,
    of: Cells,
    sign: f32,
    /// The directions, with the cells where a window begins.
    along: Vec<(usize, Bits<W>)>,
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let mut groups: Vec<LineFeatures<W>> = Vec::new();
    let blank = plan.blank();
    let evaluator = WordEvaluator::new(plan, &blank);
    visit_goal_cells(&plan.rules, |cells, sign| {
        let Cells::Line(word) = cells else { return };
        let is_listed = groups.iter().any(|lines| lines.n == word.n && lines.sign == sign);
        if is_listed || word.n < 2 || word.n as usize > MAX_FEATURES.min(15) || !depends_on_side(&word.of) {
            return;
        }
        let board = &plan.board;
        let ways = board.lines_along(evaluator.ways(&word.ways)).filter(|&d| word.n <= board.steps[d].shortest_loop);
        let along = ways.map(|d| (d, board.stretches(board.all, d, word.n)));
        groups.push(LineFeatures { n: word.n, of: word.of.clone(), sign, along: along.collect() });
    });
    groups.into_iter().map(|lines| Box::new(lines) as Box<dyn FeatureGroup<W>>).collect()
}

impl<const W: usize> FeatureGroup<W> for LineFeatures<W> {
    fn features(&self) -> Vec<Feature> {
        let missing = |stones: u32| (self.n - stones) as i32;
        let prior = |stones: u32| self.sign * 2.0 * 0.3f32.powi(missing(stones));
        (1..self.n).map(|stones| Feature::new(format!("lines.{}.{stones}", self.n), prior(stones))).collect()
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let board = &evaluator.plan.board;
        let pieces = evaluator.cells(&self.of);
        let open = pieces | evaluator.empty();
        out.fill(0.0);
        for &(d, starts) in &self.along {
            let (mut tally, mut held, mut free, mut windows) =
                (BitSlicedCounter::<W, 4>::NONE, pieces, open, starts & open);
            tally.add(held);
            for _ in 1..self.n {
                (held, free) = (board.before(held, d), board.before(free, d));
                tally.add(held);
                windows &= free;
            }
            for (held, out) in (1..).zip(out.iter_mut()) {
                *out += tally.places_with(held, windows).count() as f32;
            }
        }
    }
}
