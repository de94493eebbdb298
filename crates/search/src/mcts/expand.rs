//! Expansion: adds the node that a simulation reached.

use super::node::{LANES, NONE};
use super::solve::conclude;
use super::tree::ROOT;
use super::tree_search::{PathStep, TreeSearch};
use lusory_play::Values;

impl TreeSearch {
    /// Adds a node for the position after a step; returns its values if they are proven at once.
    pub(super) fn expand_at(&mut self, step: PathStep) -> Option<Values> {
        let values = self.walker.values();
        if self.tree.full && values.is_none() {
            return None;
        }
        let Some(child) = self.expand() else { return values };
        let (four, lane) = self.tree.four_mut(step.node, step.place);
        four.children[lane] = child;
        let node = self.tree.node(child);
        let known = node.proof();
        if node.low > 0.0 || node.high < 1.0 {
            self.solve();
        }
        known
    }

    /// Adds a node for the walker's position. The values of a finished game are proven; plies that end the game may prove
    /// those of other positions.
    pub(super) fn expand(&mut self) -> Option<u32> {
        let values = self.walker.values();
        self.plies.clear();
        if values.is_none() {
            self.walker.candidates(&mut self.plies);
            if !self.options.peek {
                self.plies.iter_mut().for_each(|candidate| candidate.ends = None);
            }
        }
        let node = self.tree.add(self.walker.to_move(), &self.plies)?;
        let here = self.tree.node_mut(node);
        if let Some(values) = values {
            let value = values[here.viewer()] as f32;
            (here.low, here.high) = (value, value);
            here.prove(values);
        } else if here.player < 0 {
            self.weigh(node);
        } else if self.plies.iter().any(|candidate| candidate.ends.is_some()) {
            conclude(&mut self.tree, node, self.players);
        }
        Some(node)
    }

    /// Stores the weights of chance plies.
    fn weigh(&mut self, node: u32) {
        self.walker.weights(&mut self.weights);
        let (_, plies) = self.tree.at_mut(node);
        for (four, weights) in plies.iter_mut().zip(self.weights.chunks(LANES)) {
            four.amaf_sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = weight as f32);
        }
    }

    /// The node after a ply of the root, if there is one.
    pub(super) fn child(&self, id: u32) -> Option<u32> {
        let place = self.tree.find(ROOT, id)?;
        Some(self.tree.child(ROOT, place)).filter(|&child| child != NONE)
    }
}
