//! Features of rules with `Last`: the number of empty neighbours of a side's last cell.

use super::{Feature, FeatureGroup, FeatureGroups};
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Cells, Directions, Side};

struct LastCellFeatures {
    word: Cells,
    /// The most neighbours there are.
    max_neighbours: usize,
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let word = Cells::Last { side: Side::Own, back: 1 };
    let max_neighbours = WordEvaluator::new(plan, &plan.blank()).ways(&Directions::Orthogonal).count_ones() as usize;
    if plan.rules.memory > 0 { vec![Box::new(LastCellFeatures { word, max_neighbours })] } else { Vec::new() }
}

impl<const W: usize> FeatureGroup<W> for LastCellFeatures {
    fn features(&self) -> Vec<Feature> {
        (1..=self.max_neighbours).map(|free| Feature::new(format!("last.free.{free}"), 0.1 * free as f32)).collect()
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let board = &evaluator.plan.board;
        let neighbours = board.spread(evaluator.cells(&self.word), evaluator.ways(&Directions::Orthogonal));
        let free = (neighbours & evaluator.empty()).count() as usize;
        out.iter_mut().enumerate().for_each(|(place, out)| *out = f32::from(u8::from(place + 1 == free)));
    }
}
