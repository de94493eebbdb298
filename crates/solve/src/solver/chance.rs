//! Expected values of games with chance plies. What was found is kept, so that a search goes on where it was stopped.

use super::Solver;
use crate::chance_graph::{ChanceGraph, ListGrowth};
use crate::endless_chance::EndlessValues;
use crate::expectation::ExpectationSearch;
use crate::known_values::KnownValues;
use crate::proof_table::ProofTable;
use crate::question::Unanswered;
use crate::threads::on_deep_stack;
use crate::value_bounds::ValueBounds;
use lusory_play::StartPosition;
use std::sync::atomic::AtomicBool;

/// What searches for expected values know.
#[derive(Default)]
pub struct ChanceSearches {
    /// Of positions that do not repeat.
    pub known: KnownValues,
    /// Where positions repeat.
    pub endless: Option<EndlessSearch>,
}

/// What is known where positions repeat.
pub struct EndlessSearch {
    /// What the list needs while it grows; none where it is complete.
    pub growth: Option<ListGrowth>,
    /// The list of positions.
    pub graph: ChanceGraph,
    /// Their values.
    pub values: EndlessValues,
}

impl Default for EndlessSearch {
    fn default() -> Self {
        let (graph, values) = (ChanceGraph::default(), EndlessValues::default());
        EndlessSearch { growth: Some(ListGrowth::default()), graph, values }
    }
}

impl<P: StartPosition + ?Sized> Solver<P> {
    /// Bounds of the expected value for the first player; equal unless it was stopped or the memory is full.
    ///
    /// # Errors
    /// Where positions repeat.
    pub fn expectation(&mut self, stop: &AtomicBool) -> Result<ValueBounds, Unanswered> {
        if self.chance.endless.is_some() {
            return Err(Unanswered::Repetition);
        }
        let (mut at, known) = (self.explorer(), &mut self.chance.known);
        on_deep_stack(|| ExpectationSearch::new(at.as_mut(), known, self.memory, stop, &self.nodes).bounds())
    }

    /// Bounds of the expected value for the first player where positions can repeat, from a list of all positions; play
    /// without end is a draw. Equal or nearly so unless it was stopped.
    ///
    /// # Errors
    /// Where it was stopped before all positions were listed, or these do not fit in the memory.
    pub fn endless_expectation(&mut self, stop: &AtomicBool) -> Result<ValueBounds, Unanswered> {
        // The graph takes the place of the tables.
        (self.table, self.chance.known) = (ProofTable::new(0), KnownValues::default());
        let mut at = self.explorer();
        if let Some(values) = at.values() {
            return Ok(ValueBounds::exact(values[0]));
        }
        let EndlessSearch { growth, graph, values } = self.chance.endless.get_or_insert_default();
        if let Some(growing) = growth {
            on_deep_stack(|| graph.explore(growing, at.as_mut(), self.memory, stop, (&self.nodes, &self.share)))?;
            *growth = None;
        }
        Ok(values.bounds(graph, stop))
    }

    /// What is known of games with chance.
    #[must_use]
    pub fn chance(&self) -> &ChanceSearches {
        &self.chance
    }

    /// The same, to read a checkpoint into it.
    pub fn chance_mut(&mut self) -> &mut ChanceSearches {
        &mut self.chance
    }
}
