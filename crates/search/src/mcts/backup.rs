//! Backup: adds the values of a simulation to every node and edge on its path.

use super::node::{LANES, NONE, TreeNode};
use super::tree::ROOT;
use super::tree_search::TreeSearch;
use lusory_play::Values;

impl TreeSearch {
    /// Adds the values of a simulation to its path, clamped to the proven bounds of each node.
    pub(super) fn back_up(&mut self, mut values: Values) {
        // Priors stand in the fields of AMAF statistics and stay as they are.
        let (result, has_rave) = (values, self.options.rave.is_some() && self.leaf_evaluator.is_none());
        self.amaf_plies.clear();
        let last = self.path.last().map_or(ROOT, |step| self.tree.child(step.node, step.edge));
        if last != NONE {
            self.tree.node_mut(last).add_simulation(&values);
        }
        let mut plies_left = self.simulation_plies.as_slice();
        for (depth, step) in self.path.iter().enumerate().rev() {
            let (node, plies) = self.tree.at_mut(step.node);
            if has_rave {
                let (before, after) = plies_left.split_at(depth.min(plies_left.len()));
                plies_left = before;
                after.iter().for_each(|&ply| self.amaf_plies.insert(ply));
                self.amaf_plies.update_node(node, plies, &result);
            }
            plies[step.edge / LANES].add_simulation(step.edge % LANES, values[node.perspective()]);
            node.clamp_to_bounds(&mut values, self.players);
            node.add_simulation(&values);
        }
    }
}

impl TreeNode {
    /// Clamps values to the proven bounds. With three players or more only exact values are proven.
    fn clamp_to_bounds(&self, values: &mut Values, players: usize) {
        if players > 2 || (self.low <= 0.0 && self.high >= 1.0) {
            return;
        }
        let perspective = self.perspective();
        values[perspective] = values[perspective].max(f64::from(self.low)).min(f64::from(self.high));
        if players == 2 {
            values[1 - perspective % 2] = 1.0 - values[perspective];
        }
    }
}
