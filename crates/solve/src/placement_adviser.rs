//! The plies of a proof by a search among winning sets.

use crate::adviser::Adviser;
use crate::cell_set::one;
use crate::placement_search::PlacementSearch;
use crate::placement_table::Placement;
use crate::question::{Unanswered, ValueQuestion};
use crate::winning_sets::{Pieces, WinningSets};
use lusory_play::{Explorer, PieceChange};

/// See the module.
pub struct PlacementAdviser<'s> {
    at: &'s mut dyn Explorer,
    search: PlacementSearch<'s>,
    question: ValueQuestion,
    pieces: Vec<PieceChange>,
}

impl<'s> PlacementAdviser<'s> {
    /// Advises from an explorer's position.
    pub fn new(at: &'s mut dyn Explorer, search: PlacementSearch<'s>, question: ValueQuestion) -> Self {
        PlacementAdviser { at, search, question, pieces: Vec::new() }
    }

    /// The cells that a ply fills; 0 where it is not legal.
    fn filled(&mut self, id: u32) -> u128 {
        let occupied = |pieces: Pieces| pieces.sides[0] | pieces.sides[1] | pieces.neutral;
        let before = occupied(WinningSets::pieces(self.at, &mut self.pieces));
        if !self.at.play(id) {
            return 0;
        }
        let after = occupied(WinningSets::pieces(self.at, &mut self.pieces));
        self.at.undo();
        after & !before
    }
}

impl Adviser for PlacementAdviser<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.at
    }

    fn advise(&mut self, _: u32) -> Result<Option<u32>, Unanswered> {
        let placement = Placement::of(self.at, self.question, &mut self.pieces);
        let outcome = self.search.outcome(placement)?;
        if outcome.succeeds != (self.question.halves == 2) {
            return Ok(None);
        }
        let mut ids = Vec::new();
        self.at.legal(&mut ids);
        let Some(cell) = outcome.cell else { return Ok(ids.first().copied()) };
        Ok(ids.into_iter().find(|&id| self.filled(id) == one(usize::from(cell))))
    }
}
