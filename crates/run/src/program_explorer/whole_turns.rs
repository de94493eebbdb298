//! Whole turns of an explorer by a program: the general engine enumerates them; their plies are played one by one, and undone
//! together.

use super::ProgramExplorer;
use lusory_play::{Cursor, GainVisitor, OutcomeVisitor, TurnEdge, WholeTurns};
use std::sync::atomic::AtomicBool;

impl<const W: usize> WholeTurns for ProgramExplorer<W> {
    fn has_long_turns(&self) -> bool {
        self.rules().has_long_turns()
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
        let (depth, mover) = (self.path.len(), self.to_move());
        let mut is_over = false;
        let is_played = plies.iter().all(|&id| {
            let is_played = !is_over && self.play_ply(id);
            is_over = self.values().is_some() || self.begins_turn() || self.to_move() != mover;
            is_played
        });
        let is_whole = is_played && is_over;
        if is_whole {
            self.steps.push(depth);
        } else if self.path.len() > depth {
            self.go_back(depth);
        }
        is_whole
    }
}
