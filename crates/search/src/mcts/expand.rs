//! Expansion: adds a node for the position that a simulation has reached.

use super::node::{LANES, NONE};
use super::solve::update_bounds;
use super::tree::ROOT;
use super::tree_search::{PathStep, TreeSearch};
use lusory_play::Values;

impl TreeSearch {
    /// Adds a node for the position after a step; returns its values if they are proven already.
    pub(super) fn expand(&mut self, step: PathStep) -> Option<Values> {
        let values = self.values();
        if self.tree.is_full && values.is_none() {
            return None;
        }
        let Some(child) = self.add_node() else { return values };
        let (block, lane) = self.tree.block_mut(step.node, step.edge);
        block.children[lane] = child;
        let node = self.tree.node(child);
        let proven = node.proof();
        if node.low > 0.0 || node.high < 1.0 {
            self.back_up_bounds();
        }
        proven
    }

    /// Adds a node for the position; none where memory is full. The values of a finished game are proven, and
    /// plies known to end the game may prove those of other positions.
    pub(super) fn add_node(&mut self) -> Option<u32> {
        let mut values = self.values();
        self.candidates.clear();
        if values.is_none() {
            match &mut self.cursor {
                Some(cursor) => cursor.candidates(&mut self.candidates, &mut self.weights),
                None => self.walker.candidates(&mut self.candidates),
            }
            if self.candidates.is_empty() {
                values = self.values();
            }
            if !self.options.detect_endings {
                self.candidates.iter_mut().for_each(|candidate| candidate.final_halves = None);
            }
            self.evaluate_candidates();
        }
        let to_move = self.cursor.as_ref().map_or_else(|| self.walker.to_move(), |cursor| cursor.to_move());
        let node = self.tree.add(to_move, &self.candidates)?;
        if let Some(cursor) = &self.cursor {
            cursor.save(self.tree.state_mut(node));
        }
        let added = self.tree.node_mut(node);
        if let Some(values) = values {
            let value = values[added.perspective()] as f32;
            (added.low, added.high) = (value, value);
            added.prove(values);
        } else if added.player < 0 {
            self.store_weights(node);
        } else {
            self.store_priors(node);
            if self.candidates.iter().any(|candidate| candidate.final_halves.is_some()) {
                update_bounds(&mut self.tree, node, self.players);
            }
        }
        Some(node)
    }

    /// Stores the weights of chance plies, in the field of the AMAF sums.
    fn store_weights(&mut self, node: u32) {
        if self.cursor.is_none() {
            self.walker.weights(&mut self.weights);
        }
        let (_, plies) = self.tree.at_mut(node);
        for (four, weights) in plies.iter_mut().zip(self.weights.chunks(LANES)) {
            four.amaf_sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = weight as f32);
        }
    }

    /// The child of the root after a ply, if it has a node.
    pub(super) fn child(&self, id: u32) -> Option<u32> {
        let place = if self.tree.is_empty() { None } else { self.tree.find(ROOT, id) }?;
        Some(self.tree.child(ROOT, place)).filter(|&child| child != NONE)
    }
}
