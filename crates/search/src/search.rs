//! One type for both Monte Carlo tree searches: MCTS of a position, information set MCTS of a player's knowledge.

use crate::ismcts::{Ismcts, MakeSampleEvaluator};
use crate::limits::SearchTask;
use crate::mcts::{MakeEvaluator, Mcts, SearchRefusal, SearchStatistics};
use crate::options::Options;
use crate::report::Report;
use lusory_play::{Knowledge, StartPosition};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A Monte Carlo tree search.
pub enum Search<P: ?Sized, K: ?Sized> {
    /// MCTS of a position with perfect information.
    Open(Box<Mcts<P>>),
    /// Information set MCTS of one player's knowledge.
    Hidden(Box<Ismcts<K>>),
}

impl<P: StartPosition + ?Sized, K: Knowledge + ?Sized> Search<P, K> {
    /// A search of a position with perfect information. `evaluator`: in place of playouts.
    ///
    /// # Errors
    /// A `SearchRefusal` says why the position cannot be searched.
    pub fn of_position(
        position: Arc<P>,
        options: Options,
        evaluator: Option<MakeEvaluator<'_>>,
    ) -> Result<Self, SearchRefusal> {
        Ok(Search::Open(Box::new(Mcts::with_evaluator(position, options, evaluator)?)))
    }

    /// A search of the knowledge of the player to move. `evaluator`: in place of playouts.
    #[must_use]
    pub fn of_knowledge(knowledge: Arc<K>, options: Options, evaluator: Option<MakeSampleEvaluator<'_>>) -> Self {
        Search::Hidden(Box::new(Ismcts::new(knowledge, options, evaluator)))
    }

    /// Continues the search, until a limit is reached, `stop` is set, or nothing is left to search; `true` if that was the
    /// reason.
    pub fn run(&mut self, task: impl Into<SearchTask>, stop: &AtomicBool) -> bool {
        match self {
            Search::Open(search) => search.run(task, stop),
            Search::Hidden(search) => search.run(task, stop),
        }
    }

    /// Moves the root to the position after a ply and keeps its subtree. `false` where the ply is not legal, and where the
    /// search is of a player's knowledge.
    ///
    /// # Errors
    /// The game is over after it.
    pub fn advance(&mut self, id: u32) -> Result<bool, SearchRefusal> {
        match self {
            Search::Open(search) => search.advance(id),
            Search::Hidden(_) => Ok(false),
        }
    }

    /// Moves the root to the player's knowledge later in the game and keeps the subtree; `false` where it is not from later
    /// in the same game, and where the search is of a position.
    pub fn follow(&mut self, knowledge: Arc<K>) -> bool {
        match self {
            Search::Open(_) => false,
            Search::Hidden(search) => search.advance(knowledge),
        }
    }

    /// The root position; none for a search of a player's knowledge.
    #[must_use]
    pub fn position(&self) -> Option<Arc<P>> {
        match self {
            Search::Open(search) => Some(search.position().clone()),
            Search::Hidden(_) => None,
        }
    }

    /// The statistics of a search of a position; none for a search of a player's knowledge.
    #[must_use]
    pub fn statistics(&self) -> Option<SearchStatistics> {
        match self {
            Search::Open(search) => Some(search.statistics()),
            Search::Hidden(_) => None,
        }
    }

    /// The report so far.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        match self {
            Search::Open(search) => search.report(),
            Search::Hidden(search) => search.report(),
        }
    }
}
