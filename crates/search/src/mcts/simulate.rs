//! Simulation: a random game from the new node.

use super::climb::Climb;
use lusory_engine::machine::Values;
use std::sync::atomic::{AtomicBool, Ordering};

/// After so many plies it is asked whether the search is to stop.
const AT_ONCE: u32 = 128;

impl Climb {
    /// Plays at random to the end, or to the cut, where the game is taken for drawn; nothing if it was stopped.
    pub(super) fn simulate(&mut self, stop: &AtomicBool) -> Option<Values> {
        let mut left = self.options.cut;
        let watched = self.options.rave.is_some();
        while left > 0 {
            let plies = left.min(AT_ONCE);
            left -= plies;
            let made = watched.then_some(&mut self.made);
            if self.walker.playout(&mut self.stream, plies, made) {
                return Some(self.walker.values().unwrap_or_else(|| self.drawn()));
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        self.spent.cut += 1;
        Some(self.drawn())
    }

    /// Equal shares.
    fn drawn(&self) -> Values {
        let players = self.players;
        let share = 1.0 / players.max(2) as f64;
        std::array::from_fn(|player| if player < players { share } else { 0.0 })
    }
}
