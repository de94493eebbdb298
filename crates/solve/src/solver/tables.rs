//! The methods that solve all positions: from a list of them, or layer by layer.

use super::Solver;
use crate::graph_listing::GraphListing;
use crate::layers::{Bare, LayerTable};
use crate::proof_table::ProofTable;
use crate::question::Unanswered;
use crate::retrograde::{ExactValue, GameGraph};
use crate::threads::on_deep_stack;
use lusory_play::StartPosition;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

impl<P: StartPosition + ?Sized> Solver<P> {
    /// Enumerates and solves every reachable position; returns the value of the start. Goes on where it was stopped.
    /// edges: the file of all plies; none: they stay in memory.
    ///
    /// # Errors
    /// Where it was stopped, a chance ply is next, memory or the disk does not suffice.
    pub fn enumerate(&mut self, edges: Option<&Path>, stop: &AtomicBool) -> Result<Option<ExactValue>, Unanswered> {
        // The graph takes the place of the table: together they would exceed the memory.
        self.table = ProofTable::new(0);
        let mut listing = match self.listing.take() {
            Some(listing) => listing,
            None => GraphListing::new(edges).map_err(|_| Unanswered::Disk)?,
        };
        let (mut at, memory) = (self.explorer(), self.memory);
        let listed = on_deep_stack(|| listing.explore(at.as_mut(), memory, stop, (&self.nodes, &self.share)));
        match listed.and_then(|()| GameGraph::solve(&mut listing, memory, stop)) {
            Ok(graph) => self.graph = Some(graph),
            // What was listed is of no use, and must not be taken up again.
            Err(Unanswered::Chance) => return Err(Unanswered::Chance),
            Err(reason) => {
                self.listing = Some(listing);
                return Err(reason);
            }
        }
        Ok(self.graph.as_ref().and_then(|graph| graph.value(self.explorer().key())))
    }

    /// Keeps the positions of a checkpoint for `enumerate`.
    pub fn store_listing(&mut self, listing: GraphListing) {
        self.listing = Some(listing);
    }

    /// The positions that `enumerate` has listed so far.
    #[must_use]
    pub fn listing(&self) -> Option<&GraphListing> {
        self.listing.as_ref()
    }

    /// Solves the next layer of all positions; returns how many layers are left.
    ///
    /// # Errors
    /// Where it was stopped, memory does not suffice, or the rules do not fit (see `layers`). What was solved is kept.
    pub fn solve_layer(
        &mut self,
        bare: &Bare<'_, P>,
        cells: usize,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<usize, Unanswered> {
        self.table = ProofTable::new(0);
        if self.layers.is_none() {
            let mut table =
                LayerTable::new(&self.reduction, cells, bare.limit, self.memory).ok_or(Unanswered::Memory)?;
            table.restore(std::mem::take(&mut self.stored_layers));
            self.layers = Some(table);
        }
        let Some(table) = &mut self.layers else { return Err(Unanswered::Memory) };
        table.solve_next(bare, (threads, self.memory), stop)?;
        self.nodes.store(table.positions(), Ordering::Relaxed);
        self.share.set(cells + 1 - table.left(), cells + 1);
        Ok(table.left())
    }

    /// Keeps the layers of a checkpoint for `solve_layer`.
    pub fn store_layers(&mut self, layers: Vec<Vec<u8>>) {
        self.stored_layers = layers;
    }

    /// The table of `solve_layer`.
    #[must_use]
    pub fn layers(&self) -> Option<&LayerTable> {
        self.layers.as_ref()
    }

    /// The value of a position, after `enumerate` or `solve_layer`.
    #[must_use]
    pub fn look_up(&self, position: &P) -> Option<ExactValue> {
        let mut at = position.explorer();
        at.set_reduction(&self.reduction);
        if let Some(table) = &self.layers {
            return table.value(at.as_ref());
        }
        self.graph.as_ref()?.value(at.key())
    }
}
