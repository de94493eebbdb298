//! Backup: adds the values of a simulation to every node and edge on its path.

use super::node::{LANES, NONE, TreeNode};
use super::tree::ROOT;
use super::tree_search::TreeSearch;
use lusory_play::Values;

impl TreeSearch {
    /// Adds the values of a simulation to its path. Where bounds of a node are proven, the values are clamped to them.
    pub(super) fn back_up(&mut self, mut values: Values) {
        let (result, has_rave) = (values, self.options.rave.is_some());
        self.plies_made.begin();
        let last = self.path.last().map_or(ROOT, |step| self.tree.child(step.node, step.place));
        if last != NONE {
            self.tree.node_mut(last).add(&values);
        }
        let mut made = self.made.as_slice();
        for (depth, step) in self.path.iter().enumerate().rev() {
            let (node, plies) = self.tree.at_mut(step.node);
            if has_rave {
                let (before, after) = made.split_at(depth.min(made.len()));
                made = before;
                after.iter().for_each(|&made| self.plies_made.note(made));
                self.plies_made.add_to(node, plies, &result);
            }
            plies[step.place / LANES].add(step.place % LANES, values[node.viewer()]);
            node.keep_within(&mut values, self.players);
            node.add(&values);
        }
    }
}

impl TreeNode {
    /// Clamps values to the proven bounds. With three players or more only exact values are proven.
    fn keep_within(&self, values: &mut Values, players: usize) {
        if players > 2 || (self.low <= 0.0 && self.high >= 1.0) {
            return;
        }
        let viewer = self.viewer();
        values[viewer] = values[viewer].max(f64::from(self.low)).min(f64::from(self.high));
        if players == 2 {
            values[1 - viewer % 2] = 1.0 - values[viewer];
        }
    }
}
