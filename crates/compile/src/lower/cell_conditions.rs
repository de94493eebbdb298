//! Cells for which a condition holds (`Where`).

use super::inverted_conditions::{Candidates, Origin, asks_of_ply};
use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use lusory_engine::lowering_input::here_as_to;
use lusory_engine::rule::{Condition, Where};

/// On a board of more cells a condition is not asked of one cell after the other.
const MOST_CELLS: usize = 128;

impl Lowering<'_> {
    /// The cells of a set for which a condition holds: all at once where the condition allows it.
    pub(super) fn cells_where(&mut self, scene: &SideView, word: &Where) -> Lowered<Value> {
        let of = self.cells(scene, &word.of)?;
        let truth = match self.where_at_once(scene, &word.when)? {
            Some(truth) => truth,
            None => self.where_one_by_one(scene, &word.when)?,
        };
        Ok(self.b.and(of, truth))
    }

    /// A condition on a cell is a condition on a ply that ends there, if it asks nothing of the ply itself.
    fn where_at_once(&mut self, scene: &SideView, when: &Condition) -> Lowered<Option<Value>> {
        if asks_of_ply(when) {
            return Ok(None);
        }
        let cells = Candidates { origin: Origin::Open, heading: None };
        self.plies_for_which(scene, cells, &here_as_to(when))
    }

    fn where_one_by_one(&mut self, scene: &SideView, when: &Condition) -> Lowered<Value> {
        let cells = self.laid.place.len();
        if cells > MOST_CELLS {
            return not_lowered("where");
        }
        let mut all = self.b.nothing();
        for cell in (0..).take(cells) {
            let truth = self.holds(&SideView { here: Some(cell), ..scene.clone() }, when)?;
            let place = self.places(&[cell]);
            let place = self.b.keep(place, truth);
            all = self.b.or(all, place);
        }
        Ok(all)
    }
}
