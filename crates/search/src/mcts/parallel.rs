//! Several threads, each with a tree of its own; at the end the statistics of their roots are added up (root
//! parallelisation). Threads share nothing, so n of them do n times as many simulations, memory is written by one alone,
//! and a number of simulations comes to the same for a seed whatever the threads do when. One tree for all would look
//! deeper, and be neither.

use super::best;
use super::tree_search::{SearchStatistics, TreeSearch};
use crate::limits::{SearchTask, ThreadBudget, Votes, within};
use crate::options::Options;
use crate::report::Report;
use lusory_play::Start;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a position cannot be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchRefusal {
    /// The game is over.
    Over,
}

/// A search by simulations of a position that hides nothing.
pub struct Mcts<P: ?Sized> {
    position: Arc<P>,
    searches: Vec<TreeSearch>,
}

impl<P: Start + ?Sized> Mcts<P> {
    /// A search of a position.
    ///
    /// # Errors
    /// The game is over.
    pub fn new(position: Arc<P>, options: Options) -> Result<Self, SearchRefusal> {
        if position.is_over() {
            return Err(SearchRefusal::Over);
        }
        let searches =
            (0..options.threads.max(1)).map(|thread| TreeSearch::new(position.as_ref(), options, thread)).collect();
        Ok(Mcts { position, searches })
    }

    /// The position that is searched.
    #[must_use]
    pub fn position(&self) -> &Arc<P> {
        &self.position
    }

    /// Searches on, until a limit is met, `stop` is set, or there is nothing left to find out. `true` if that was the
    /// reason.
    pub fn run(&mut self, task: impl Into<SearchTask>, stop: &AtomicBool) -> bool {
        let task = task.into();
        within(task.limits, stop, |due| search_in_parallel(&mut self.searches, task, due))
    }

    /// Goes on to the position after a ply; what is known of it is kept. `false` where the ply is not legal.
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

    /// What is known now.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        best::report(&self.searches)
    }

    /// What was done by all threads.
    #[must_use]
    pub fn statistics(&self) -> SearchStatistics {
        self.searches.iter().fold(SearchStatistics::default(), |all, search| all.and(&search.statistics))
    }
}

impl TreeSearch {
    /// Goes on to the position after a ply.
    fn advance(&mut self, position: &(impl Start + ?Sized), id: u32) {
        match self.child(id) {
            Some(child) => self.tree.keep_below(child),
            None => self.tree.clear(),
        }
        self.walker.reset(position.as_any());
        self.ensure_root();
    }
}

impl SearchStatistics {
    fn and(&self, other: &SearchStatistics) -> SearchStatistics {
        SearchStatistics {
            simulations: self.simulations + other.simulations,
            cut: self.cut + other.cut,
            in_tree: self.in_tree + other.in_tree,
            in_playouts: self.in_playouts + other.in_playouts,
        }
    }
}

/// All threads at once; is there nothing left to find out? Where the time is limited, one that has proven the root ends the
/// others; where simulations are, each does its share, so that what comes out does not depend on who was first.
fn search_in_parallel(searches: &mut [TreeSearch], task: SearchTask, due: &AtomicBool) -> bool {
    let threads = searches.len();
    let votes = Votes::new(threads);
    let work = |number: usize, search: &mut TreeSearch| {
        let settled = search.run(ThreadBudget::of(task, number, threads), number, &votes, due);
        if task.limits.time.is_some() && (settled || search.is_proven()) {
            due.store(true, Ordering::Relaxed);
        }
        settled || search.is_proven()
    };
    let Some((mine, others)) = searches.split_first_mut() else { return true };
    if others.is_empty() {
        return work(0, mine);
    }
    let ended = AtomicBool::new(false);
    let work = |number: usize, search: &mut TreeSearch| {
        if work(number, search) {
            ended.store(true, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for (number, other) in (1..).zip(others) {
            scope.spawn(move || work(number, other));
        }
        work(0, mine);
    });
    ended.into_inner()
}
