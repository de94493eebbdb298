//! Root parallelisation: each thread has its own tree, and the report merges the statistics of the roots. Threads share
//! nothing, so they need no locks, and with a limit of simulations the result depends on the seed alone, not on timing.
//! A shared tree would search deeper, but slower and not reproducibly.

use super::leaf_evaluation::MakeEvaluator;
use super::report;
use super::tree_search::{SearchStatistics, TreeSearch};
use crate::limits::{SearchTask, ThreadBudget, Votes, with_deadline};
use crate::options::Options;
use crate::report::Report;
use lusory_play::StartPosition;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a position cannot be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchRefusal {
    /// The game is over.
    Over,
}

/// Monte Carlo tree search of a position with perfect information.
pub struct Mcts<P: ?Sized> {
    position: Arc<P>,
    searches: Vec<TreeSearch>,
}

impl<P: StartPosition + ?Sized> Mcts<P> {
    /// A search of a position.
    ///
    /// # Errors
    /// The game is over.
    pub fn new(position: Arc<P>, options: Options) -> Result<Self, SearchRefusal> {
        Mcts::with_evaluator(position, options, None)
    }

    /// A search of a position, with an evaluator in place of playouts.
    ///
    /// # Errors
    /// The game is over.
    pub fn with_evaluator(
        position: Arc<P>,
        options: Options,
        evaluator: Option<MakeEvaluator<'_>>,
    ) -> Result<Self, SearchRefusal> {
        if position.is_over() {
            return Err(SearchRefusal::Over);
        }
        let searches = (0..options.threads.max(1))
            .map(|thread| TreeSearch::new(position.as_ref(), options, thread, evaluator))
            .collect();
        Ok(Mcts { position, searches })
    }

    /// The root position.
    #[must_use]
    pub fn position(&self) -> &Arc<P> {
        &self.position
    }

    /// Continues the search, until a limit is reached, `stop` is set, or the root is proven; `true` if that was the
    /// reason.
    pub fn run(&mut self, task: impl Into<SearchTask>, stop: &AtomicBool) -> bool {
        let task = task.into();
        with_deadline(task.limits, stop, |deadline| search_in_parallel(&mut self.searches, task, deadline))
    }

    /// Moves the root to the position after a ply and keeps its subtree. `false` where the ply is not legal.
    ///
    /// # Errors
    /// The game is over after it.
    pub fn advance(&mut self, id: u32) -> Result<bool, SearchRefusal> {
        let Some(position) = self.position.after(id) else { return Ok(false) };
        if position.is_over() {
            return Err(SearchRefusal::Over);
        }
        self.searches.iter_mut().for_each(|search| search.advance(position.as_ref(), id));
        self.position = position;
        Ok(true)
    }

    /// The report so far.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        report::report(&self.searches)
    }

    /// The statistics of all threads.
    #[must_use]
    pub fn statistics(&self) -> SearchStatistics {
        self.searches.iter().fold(SearchStatistics::default(), |all, search| all.sum(&search.statistics))
    }
}

impl TreeSearch {
    /// Moves the root to the position after a ply.
    fn advance(&mut self, position: &(impl StartPosition + ?Sized), id: u32) {
        self.walker.reset(position.as_any());
        self.renew_cursor();
        match self.child(id) {
            Some(child) => self.tree.retain_subtree(child),
            None => self.tree.clear(),
        }
        if let Some(leaf) = &mut self.leaf_evaluator {
            leaf.set_root(position);
        }
        self.ensure_root();
    }
}

impl SearchStatistics {
    fn sum(&self, other: &SearchStatistics) -> SearchStatistics {
        SearchStatistics {
            simulations: self.simulations + other.simulations,
            cut_playouts: self.cut_playouts + other.cut_playouts,
            in_tree: self.in_tree + other.in_tree,
            in_playouts: self.in_playouts + other.in_playouts,
        }
    }
}

/// Runs all threads; true if the root is proven. With a limit of time the thread that proves the root stops the others;
/// with a limit of simulations each thread runs its share, so that the result does not depend on timing.
fn search_in_parallel(searches: &mut [TreeSearch], task: SearchTask, stop: &AtomicBool) -> bool {
    let threads = searches.len();
    let votes = Votes::new(threads);
    let work = |number: usize, search: &mut TreeSearch| {
        let settled = search.run(ThreadBudget::new(task, number, threads), number, &votes, stop);
        if task.limits.time.is_some() && (settled || search.is_proven()) {
            stop.store(true, Ordering::Relaxed);
        }
        settled || search.is_proven()
    };
    let Some((first, other_searches)) = searches.split_first_mut() else { return true };
    if other_searches.is_empty() {
        return work(0, first);
    }
    let ended = AtomicBool::new(false);
    let work = |number: usize, search: &mut TreeSearch| {
        if work(number, search) {
            ended.store(true, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for (number, other) in (1..).zip(other_searches) {
            scope.spawn(move || work(number, other));
        }
        work(0, first);
    });
    ended.into_inner()
}
