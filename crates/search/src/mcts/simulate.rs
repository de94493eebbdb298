//! Simulation: a playout from the new node.

use super::tree::ROOT;
use super::tree_search::TreeSearch;
use lusory_play::{PlayoutResult, Values};
use std::sync::atomic::AtomicBool;

/// Several playouts from a leaf begin once there are so many visits for each ply of the root.
const VISITS_BEFORE_SEVERAL: u32 = 4;

impl TreeSearch {
    /// Several playouts from the leaf, each backed up as a simulation: at most `most`. How many; none where the walker
    /// plays them one after the other.
    pub(super) fn simulate_several(&mut self, most: u64, stop: &AtomicBool) -> Option<u64> {
        let count = most.min(u64::from(self.options.leaf_playouts)) as usize;
        if count < 2 || self.cursor.is_some() || self.leaf_evaluator.is_some() || !self.knows_its_plies() {
            return None;
        }
        let mut playouts = std::mem::take(&mut self.leaf_playouts);
        playouts.prepare(count, self.options.rave.is_some());
        let settings = self.options.playout_settings();
        let has_played = self.walker.leaf_playouts(&mut self.stream, settings, stop, &mut playouts);
        let length = self.simulation_plies.len();
        let mut simulations = 0;
        for (&result, plies) in playouts.results.iter().zip(&playouts.plies).filter(|_| has_played) {
            if let Some(values) = self.values_of(result) {
                self.simulation_plies.truncate(length);
                self.simulation_plies.extend_from_slice(plies);
                self.back_up(values);
                simulations += 1;
            }
        }
        self.leaf_playouts = playouts;
        has_played.then_some(simulations)
    }

    /// Whether the root has so many visits that several playouts of one leaf tell more than another leaf. Earlier a
    /// search with many plies would not see all of them (measured: connect6, with 361 plies and 1,000 simulations,
    /// lost).
    fn knows_its_plies(&self) -> bool {
        let root = self.tree.node(ROOT);
        root.visits >= VISITS_BEFORE_SEVERAL.saturating_mul(root.count)
    }

    /// The value of the leaf, by the evaluator if there is one. Otherwise plays a playout to its end, or to the ply limit,
    /// where it counts as a draw; none if it was stopped.
    pub(super) fn simulate(&mut self, stop: &AtomicBool) -> Option<Values> {
        if let Some(values) = self.evaluated_value() {
            return Some(values);
        }
        if self.cursor.is_some() {
            return self.simulate_state(stop);
        }
        let plies = self.options.rave.is_some().then_some(&mut self.simulation_plies);
        let result = self.walker.playout(&mut self.stream, self.options.playout_settings(), stop, plies);
        self.values_of(result)
    }

    /// What a playout was worth; none if it was stopped.
    pub(super) fn values_of(&mut self, result: PlayoutResult) -> Option<Values> {
        match result {
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
