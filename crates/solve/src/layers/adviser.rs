//! The plies of a proof, from the values of all layers.

use super::LOST;
use super::table::LayerTable;
use crate::adviser::Adviser;
use crate::question::{Unanswered, ValueQuestion};
use lusory_play::Explorer;

/// Advises the ply that is nearest to an end of the game, to a placement, then to the fewest sweeps.
pub struct LayerAdviser<'t> {
    at: &'t mut dyn Explorer,
    table: &'t LayerTable,
    question: ValueQuestion,
}

impl<'t> LayerAdviser<'t> {
    /// Advises from an explorer's position.
    pub fn new(at: &'t mut dyn Explorer, table: &'t LayerTable, question: ValueQuestion) -> Self {
        LayerAdviser { at, table, question }
    }

    /// How far a ply is from keeping what the question asks for; none where it does not.
    fn distance_after(&mut self, id: u32) -> Option<u32> {
        if !self.at.play(id) {
            return None;
        }
        let distance = match self.at.values() {
            Some(values) => self.question.holds(&values).then_some(0),
            None => self.distance_here(),
        };
        self.at.undo();
        distance
    }

    /// The same for a position of the other player.
    fn distance_here(&mut self) -> Option<u32> {
        let rank = self.table.rank(self.at)?;
        let mut changes = Vec::new();
        self.at.changes(&mut changes);
        let places = changes.iter().all(|change| change.added);
        match rank {
            LOST.. => Some(if places { 1 } else { 1 + u32::from(rank - LOST) }),
            0 if self.question.halves == 1 => Some(if places { 512 } else { 1024 }),
            _ => None,
        }
    }
}

impl Adviser for LayerAdviser<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.at
    }

    fn advise(&mut self, _: u32) -> Result<Option<u32>, Unanswered> {
        let mut ids = Vec::new();
        self.at.legal(&mut ids);
        let distances = ids.into_iter().filter_map(|id| Some((self.distance_after(id)?, id)));
        Ok(distances.min().map(|(_, id)| id))
    }
}
