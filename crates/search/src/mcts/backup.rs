//! Backup: what a simulation was worth, to every node and ply on the way.

use super::climb::Climb;
use super::tree::{NONE, ROOT};
use lusory_engine::machine::Values;

impl Climb {
    /// Adds the values of a simulation to all it came through.
    pub(super) fn back_up(&mut self, values: &Values) {
        for step in &self.path {
            let node = self.tree.node_mut(step.node);
            node.visits += 1;
            node.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            let player = node.player;
            let edge = &mut self.tree.edges_mut(step.node)[step.place];
            edge.visits += 1;
            edge.sum += usize::try_from(player).map_or(0.0, |player| values[player & 3]);
        }
        self.back_up_last(values);
        if self.options.rave.is_some() {
            self.back_up_later(values);
        }
    }

    /// The node at the end of the way, from which no ply was selected.
    fn back_up_last(&mut self, values: &Values) {
        let last = self.path.last().map_or(ROOT, |step| self.tree.edges(step.node)[step.place].child);
        if last != NONE {
            let node = self.tree.node_mut(last);
            node.visits += 1;
            node.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }
}
