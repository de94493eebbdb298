//! Feature for rules with `Last`: how many empty neighbours a side's last cell has.

use super::{Feature, Part, Parts};
use crate::evaluate::Reader;
use crate::plan::Plan;
use crate::rule::{Cells, Side, Ways};

struct Lasts {
    word: Cells,
    /// The most neighbours there are.
    most: usize,
}

pub(super) fn parts<const W: usize>(plan: &Plan<W>) -> Parts<W> {
    let word = Cells::Last { side: Side::Own, back: 1 };
    let most = Reader::new(plan, &plan.blank()).ways(&Ways::Orthogonal).count_ones() as usize;
    if plan.rules.memory > 0 { vec![Box::new(Lasts { word, most })] } else { Vec::new() }
}

impl<const W: usize> Part<W> for Lasts {
    fn features(&self) -> Vec<Feature> {
        (1..=self.most).map(|free| Feature::new(format!("last.free.{free}"), 0.1 * free as f32)).collect()
    }

    fn read(&self, reader: &Reader<'_, W>, out: &mut [f32]) {
        let board = &reader.plan.board;
        let near = board.spread(reader.cells(&self.word), reader.ways(&Ways::Orthogonal));
        let free = (near & reader.empty()).count() as usize;
        out.iter_mut().enumerate().for_each(|(place, out)| *out = f32::from(u8::from(place + 1 == free)));
    }
}
