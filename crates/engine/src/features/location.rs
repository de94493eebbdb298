//! Location features, from the board geometry alone: pieces in a corner, beside one, and by distance from the rim. They
//! have no prior: their weights are learned from play.

use super::material::has_owned_pieces;
use super::{Feature, FeatureGroup, FeatureGroups};
use crate::bits::Bits;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;

/// Distances from the rim that are distinguished; cells farther in count as the middle.
const RINGS: usize = 3;

struct LocationFeatures<const W: usize> {
    sets: Vec<(String, Bits<W>)>,
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let board = &plan.board;
    let mut sets = vec![
        ("place.corner".to_owned(), board.corner_cells),
        ("place.by-corner".to_owned(), board.spread(board.corner_cells, board.every) & !board.corner_cells),
    ];
    let mut inner = board.all;
    let mut ring = board.border;
    for number in 1..=RINGS {
        sets.push((format!("place.ring.{number}"), ring));
        inner &= !ring;
        ring = board.spread(ring, board.every) & inner;
    }
    sets.push(("place.middle".to_owned(), inner));
    sets.retain(|(_, set)| set.any());
    if has_owned_pieces(plan) { vec![Box::new(LocationFeatures { sets })] } else { Vec::new() }
}

impl<const W: usize> FeatureGroup<W> for LocationFeatures<W> {
    fn features(&self) -> Vec<Feature> {
        self.sets.iter().map(|(name, _)| Feature::new(name.clone(), 0.0)).collect()
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let own_pieces = evaluator.own();
        out.iter_mut().zip(&self.sets).for_each(|(out, (_, set))| *out = (own_pieces & *set).count() as f32);
    }
}
