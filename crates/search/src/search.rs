//! One type for both searches by simulations: MCTS of a position, ISMCTS of a player's knowledge.

use crate::ismcts::Ismcts;
use crate::limits::SearchTask;
use crate::mcts::{Mcts, SearchRefusal, SearchStatistics};
use crate::options::Options;
use crate::report::Report;
use lusory_play::{Knowledge, Start};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A search by simulations.
pub enum Search<P: ?Sized, K: ?Sized> {
    /// Of a position that hides nothing.
    Open(Box<Mcts<P>>),
    /// Of what one player knows.
    Blind(Box<Ismcts<K>>),
}

impl<P: Start + ?Sized, K: Knowledge + ?Sized> Search<P, K> {
    /// A search of a position with perfect information.
    ///
    /// # Errors
    /// A `SearchRefusal` says why the position cannot be searched.
    pub fn of_position(position: Arc<P>, options: Options) -> Result<Self, SearchRefusal> {
        Ok(Search::Open(Box::new(Mcts::new(position, options)?)))
    }

    /// A search of what a player knows, who is to move.
    #[must_use]
    pub fn of_knowledge(knowledge: Arc<K>, options: Options) -> Self {
        Search::Blind(Box::new(Ismcts::new(knowledge, options)))
    }

    /// Searches on, until a limit is met, `stop` is set, or there is nothing left to find out. `true` if that was the
    /// reason.
    pub fn run(&mut self, task: impl Into<SearchTask>, stop: &AtomicBool) -> bool {
        match self {
            Search::Open(search) => search.run(task, stop),
            Search::Blind(search) => search.run(task, stop),
        }
    }

    /// Goes on to the position after a ply; what is known of it is kept. `false` where the ply is not legal, and
    /// where the search does not see the position.
    ///
    /// # Errors
    /// The game is over after it.
    pub fn advance(&mut self, id: u32) -> Result<bool, SearchRefusal> {
        match self {
            Search::Open(search) => search.advance(id),
            Search::Blind(_) => Ok(false),
        }
    }

    /// Goes on to what the player knows later in the game, and keeps what is known of that; `false` where it is not later in
    /// the same game, and where the search sees the position.
    pub fn follow(&mut self, knowledge: Arc<K>) -> bool {
        match self {
            Search::Open(_) => false,
            Search::Blind(search) => search.advance(knowledge),
        }
    }

    /// The position that is searched, where all of it is seen.
    #[must_use]
    pub fn position(&self) -> Option<Arc<P>> {
        match self {
            Search::Open(search) => Some(search.position().clone()),
            Search::Blind(_) => None,
        }
    }

    /// What was done, and where the time went where that is measured: of a search that sees its position.
    #[must_use]
    pub fn statistics(&self) -> Option<SearchStatistics> {
        match self {
            Search::Open(search) => Some(search.statistics()),
            Search::Blind(_) => None,
        }
    }

    /// What is known now.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        match self {
            Search::Open(search) => search.report(),
            Search::Blind(search) => search.report(),
        }
    }
}
