//! Simulation: a playout from the new node.

use super::tree_search::TreeSearch;
use lusory_play::{PlayoutResult, Values};
use std::sync::atomic::AtomicBool;

impl TreeSearch {
    /// Plays a playout to its end, or to the ply limit, where it counts as a draw; none if it was stopped.
    pub(super) fn simulate(&mut self, stop: &AtomicBool) -> Option<Values> {
        let plies = self.options.rave.is_some().then_some(&mut self.simulation_plies);
        match self.walker.playout(&mut self.stream, self.options.playout_settings(), stop, plies) {
            PlayoutResult::Over(values) => Some(values),
            PlayoutResult::Stopped => None,
            PlayoutResult::Cut => {
                self.statistics.cut_playouts += 1;
                Some(draw_values(self.players))
            }
        }
    }
}

/// The values of a draw: equal shares.
pub(crate) fn draw_values(players: usize) -> Values {
    let share = 1.0 / players.max(2) as f64;
    std::array::from_fn(|player| if player < players { share } else { 0.0 })
}
