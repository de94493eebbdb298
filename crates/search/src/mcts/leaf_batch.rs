//! Several simulations at a time, where nodes store states: the leaves of a batch get their random games side by side. Until
//! then each counts as lost for whoever chose its plies (virtual loss), so that the batch spreads over the tree.

use super::node::LANES;
use super::tree_search::{PathStep, TreeSearch, state_cursor};
use lusory_play::{PlayedPly, SavedPositions, Values};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Leaves that wait for their random games. A buffer: it is used again and again.
#[derive(Default)]
pub(super) struct PendingLeaves {
    leaves: Vec<Leaf>,
    /// How many of them wait.
    count: usize,
    /// Their positions.
    positions: SavedPositions,
}

/// The path to a leaf, and its plies.
#[derive(Default)]
struct Leaf {
    path: Vec<PathStep>,
    plies: Vec<PlayedPly>,
}

impl TreeSearch {
    /// Whether simulations are run in batches, where `most` are to be run.
    pub(super) fn has_batches(&self, most: u64) -> bool {
        self.cursor.is_some() && self.options.leaf_playouts > 1 && most > 1
    }

    /// Runs the simulations of a batch, at most `most`; returns how many.
    pub(super) fn run_batch(&mut self, most: u64, stop: &AtomicBool, started: Option<Instant>) -> u64 {
        self.pending.count = 0;
        self.pending.positions.clear();
        let worthwhile = self.cursor.as_ref().map_or(1, |cursor| cursor.side_by_side() as u64);
        let count = most.min(u64::from(self.options.leaf_playouts)).min(worthwhile);
        let mut done = 0;
        for _ in 0..count {
            match self.descend() {
                Some(values) => {
                    self.back_up(values);
                    done += 1;
                }
                None => self.keep_leaf(),
            }
        }
        let grown = started.map(|_| Instant::now());
        let mut playouts = std::mem::take(&mut self.leaf_playouts);
        playouts.prepare(self.pending.count, self.options.rave.is_some());
        if let (Some(cursor), true) = (&mut self.cursor, self.pending.count > 0) {
            let settings = self.options.playout_settings();
            cursor.playouts(&self.pending.positions, &mut self.stream, settings, stop, &mut playouts);
        }
        let played = started.map(|_| Instant::now());
        for (number, (&result, plies)) in playouts.results.iter().zip(&playouts.plies).enumerate() {
            let values = self.values_of(result);
            self.finish_leaf(number, values, plies);
            done += u64::from(values.is_some());
        }
        self.leaf_playouts = playouts;
        self.statistics.simulations += done;
        if let (Some(started), Some(grown), Some(played)) = (started, grown, played) {
            self.count_time(started, grown, played);
        }
        done
    }

    /// The simulation of the descent waits for its random game.
    fn keep_leaf(&mut self) {
        let pending = &mut self.pending;
        if pending.leaves.len() == pending.count {
            pending.leaves.push(Leaf::default());
        }
        let leaf = &mut pending.leaves[pending.count];
        leaf.path.clone_from(&self.path);
        leaf.plies.clone_from(&self.simulation_plies);
        pending.count += 1;
        if let Some(cursor) = &self.cursor {
            pending.positions.push(cursor.as_ref());
        }
        for step in &self.path {
            let (node, plies) = self.tree.at_mut(step.node);
            if node.player >= 0 {
                plies[step.edge / LANES].add_virtual_loss(step.edge % LANES);
            }
        }
    }

    /// Backs up the values of a leaf; none where its random game was stopped.
    fn finish_leaf(&mut self, number: usize, values: Option<Values>, plies: &[PlayedPly]) {
        let leaf = &mut self.pending.leaves[number];
        std::mem::swap(&mut self.path, &mut leaf.path);
        std::mem::swap(&mut self.simulation_plies, &mut leaf.plies);
        self.simulation_plies.extend_from_slice(plies);
        for step in &self.path {
            let (node, plies) = self.tree.at_mut(step.node);
            if node.player >= 0 {
                plies[step.edge / LANES].remove_virtual_loss(step.edge % LANES);
            }
        }
        if let Some(values) = values {
            self.back_up(values);
        }
    }

    /// One random game from the leaf, where nodes store states.
    pub(super) fn simulate_state(&mut self, stop: &AtomicBool) -> Option<Values> {
        let mut playouts = std::mem::take(&mut self.leaf_playouts);
        playouts.prepare(1, self.options.rave.is_some());
        let positions = &mut self.pending.positions;
        if let Some(cursor) = &mut self.cursor {
            positions.clear();
            positions.push(cursor.as_ref());
            cursor.playouts(positions, &mut self.stream, self.options.playout_settings(), stop, &mut playouts);
        }
        self.simulation_plies.extend_from_slice(&playouts.plies[0]);
        let result = playouts.results[0];
        self.leaf_playouts = playouts;
        self.values_of(result)
    }

    /// A cursor for the walker's root. The tree is kept as long as its nodes have states for it.
    pub(super) fn renew_cursor(&mut self) {
        let cursor =
            if self.leaf_evaluator.is_none() { state_cursor(self.walker.as_mut(), &self.options) } else { None };
        let words = cursor.as_ref().map_or(0, |cursor| cursor.words());
        if words != self.cursor.as_ref().map_or(0, |cursor| cursor.words()) {
            self.tree.forget(words);
        }
        self.cursor = cursor;
    }
}
