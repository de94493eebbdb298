//! Backup: what a simulation was worth, to every node and ply on the way.

use super::climb::Climb;
use super::tree::{NONE, ROOT};
use lusory_engine::machine::Values;

impl Climb {
    /// Adds the values of a simulation to all it came through. Where a position is proven to be worth more or less than
    /// that, the simulation counts as what is proven.
    pub(super) fn back_up(&mut self, mut values: Values) {
        if self.options.rave.is_some() {
            self.back_up_later(&values);
        }
        let last = self.path.last().map_or(ROOT, |step| self.tree.edges(step.node)[step.place].child);
        if last != NONE {
            self.tree.node_mut(last).add(&values);
        }
        for depth in (0..self.path.len()).rev() {
            let step = self.path[depth];
            let viewer = self.tree.node(step.node).viewer();
            self.tree.edges_mut(step.node)[step.place].add(values[viewer] as f32);
            self.keep_within(step.node, &mut values);
            self.tree.node_mut(step.node).add(&values);
        }
    }

    /// Values that are not beyond what is proven of a node. With three players or more nothing is proven but values.
    fn keep_within(&self, node: u32, values: &mut Values) {
        let (node, players) = (self.tree.node(node), self.players);
        if players > 2 {
            return;
        }
        let viewer = node.viewer();
        values[viewer] = values[viewer].max(f64::from(node.low)).min(f64::from(node.high));
        if players == 2 {
            values[1 - viewer % 2] = 1.0 - values[viewer];
        }
    }
}
