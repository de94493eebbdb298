//! Expansion: one more node.

use super::climb::{Climb, Step};
use super::tree::NONE;
use lusory_engine::machine::Values;

impl Climb {
    /// A node for the position that a step has led to; its values where it is over.
    pub(super) fn expand_at(&mut self, step: Step) -> Option<Values> {
        let values = self.walker.values();
        if self.tree.full && values.is_none() {
            return None;
        }
        if let Some(child) = self.expand() {
            self.tree.edges_mut(step.node)[step.place].child = child;
            if values.is_some() {
                self.solve();
            }
        }
        values
    }

    /// A node for the position of the walker. Of one that is over the values are proven.
    pub(super) fn expand(&mut self) -> Option<u32> {
        let proof = self.walker.values();
        if proof.is_some() {
            self.ids.clear();
        } else {
            self.walker.legal(&mut self.ids);
        }
        let node = self.tree.add(self.walker.to_move(), &self.ids)?;
        let here = self.tree.node_mut(node);
        if let Some(values) = proof {
            let value = values[here.viewer()] as f32;
            (here.proof, here.low, here.high) = (proof, value, value);
        } else if here.player < 0 {
            self.weigh(node);
        }
        Some(node)
    }

    /// The weights of nature's plies.
    fn weigh(&mut self, node: u32) {
        self.walker.weights(&mut self.ids);
        let edges = self.tree.edges_mut(node).iter_mut();
        edges.zip(&self.ids).for_each(|(edge, &weight)| edge.later_sum = weight as f32);
    }

    /// Has a ply of the root a node?
    pub(super) fn child(&self, id: u32) -> Option<u32> {
        let edges = self.tree.edges(super::tree::ROOT);
        let place = edges.binary_search_by_key(&id, |edge| edge.id).ok()?;
        edges.get(place).map(|edge| edge.child).filter(|&child| child != NONE)
    }
}
