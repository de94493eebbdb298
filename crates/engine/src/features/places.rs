//! Where pieces stand, by the shape of the board alone: in a corner, beside one, and how far from the rim. What that is
//! worth only play can tell, so none of it has a prior.

use super::material::owns;
use super::{Feature, Part, Parts};
use crate::bits::Bits;
use crate::plan::Plan;
use crate::read::Reader;

/// Cells farther from the rim are the middle.
const RINGS: usize = 3;

struct Places<const W: usize> {
    sets: Vec<(String, Bits<W>)>,
}

pub(super) fn parts<const W: usize>(plan: &Plan<W>) -> Parts<W> {
    let board = &plan.board;
    let mut sets = vec![
        ("place.corner".to_owned(), board.corner_cells),
        ("place.by-corner".to_owned(), board.spread(board.corner_cells, board.every) & !board.corner_cells),
    ];
    let mut left = board.all;
    let mut ring = board.border;
    for number in 1..=RINGS {
        sets.push((format!("place.ring.{number}"), ring));
        left &= !ring;
        ring = board.spread(ring, board.every) & left;
    }
    sets.push(("place.middle".to_owned(), left));
    sets.retain(|(_, set)| set.any());
    if owns(plan) { vec![Box::new(Places { sets })] } else { Vec::new() }
}

impl<const W: usize> Part<W> for Places<W> {
    fn features(&self) -> Vec<Feature> {
        self.sets.iter().map(|(name, _)| Feature::new(name.clone(), 0.0)).collect()
    }

    fn read(&self, reader: &Reader<'_, W>, out: &mut [f32]) {
        let own = reader.own();
        out.iter_mut().zip(&self.sets).for_each(|(out, (_, set))| *out = (own & *set).count() as f32);
    }
}
