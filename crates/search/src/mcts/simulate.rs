//! Simulation: a playout from the new node.

use super::tree_search::TreeSearch;
use lusory_play::{Played, Values};
use std::sync::atomic::AtomicBool;

impl TreeSearch {
    /// Plays a random game to its end, or to the cut-off, where it counts as drawn; nothing if it was stopped.
    pub(super) fn simulate(&mut self, stop: &AtomicBool) -> Option<Values> {
        let made = self.options.rave.is_some().then_some(&mut self.made);
        match self.walker.playout(&mut self.stream, self.options.manner(), stop, made) {
            Played::Over(values) => Some(values),
            Played::Stopped => None,
            Played::Cut => {
                self.statistics.cut += 1;
                Some(drawn(self.players))
            }
        }
    }
}

/// The values of a draw: equal shares.
pub(crate) fn drawn(players: usize) -> Values {
    let share = 1.0 / players.max(2) as f64;
    std::array::from_fn(|player| if player < players { share } else { 0.0 })
}
