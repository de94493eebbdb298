//! Whole turns of an explorer by a program. A turn is a ply here (`is_explored`); what enumerates turns is asked of the general
//! engine, and a turn is played as a ply.

use super::ProgramExplorer;
use lusory_play::{Cursor, GainVisitor, OutcomeVisitor, TurnEdge, WholeTurns};
use std::sync::atomic::AtomicBool;

impl<const W: usize> WholeTurns for ProgramExplorer<W> {
    fn has_long_turns(&self) -> bool {
        false
    }

    fn outcomes(&mut self, most: u64, stop: &AtomicBool, edges: &mut Vec<TurnEdge>) -> bool {
        self.general().outcomes(most, stop, edges)
    }

    fn play_outcome(&mut self, index: u32) -> bool {
        let mut plies = Vec::new();
        self.outcome_plies(index, &mut plies);
        self.play_turn(&plies)
    }

    fn outcome_plies(&self, index: u32, ids: &mut Vec<u32>) {
        self.general().outcome_plies(index, ids);
    }

    fn visit_outcomes(&mut self, most: u64, stop: &AtomicBool, see: OutcomeVisitor<'_>) -> bool {
        self.general().visit_outcomes(most, stop, see)
    }

    fn visit_gains(&mut self, most: u64, stop: &AtomicBool, see: GainVisitor<'_>) -> bool {
        self.general().visit_gains(most, stop, see)
    }

    fn visit_turn(&mut self, plies: &[u32], see: OutcomeVisitor<'_>) -> bool {
        self.general().visit_turn(plies, see)
    }

    fn play_turn(&mut self, plies: &[u32]) -> bool {
        matches!(plies, &[id] if self.play(id))
    }
}
