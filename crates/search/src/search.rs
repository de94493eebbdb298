//! A search by simulations, whatever its position hides.

use crate::ismcts::Ismcts;
use crate::limits::Limits;
use crate::mcts::{Mcts, Refusal};
use crate::options::Options;
use crate::report::Report;
use lusory_engine::machine::{Knowledge, Position};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A search by simulations.
pub enum Search {
    /// Of a position that hides nothing.
    Open(Box<Mcts>),
    /// Of what one player knows.
    Blind(Box<Ismcts>),
}

impl Search {
    /// A search of a position by somebody who sees all of it.
    ///
    /// # Errors
    /// A `Refusal` says why the position cannot be searched.
    pub fn of_position(position: Arc<dyn Position>, options: Options) -> Result<Self, Refusal> {
        Ok(Search::Open(Box::new(Mcts::new(position, options)?)))
    }

    /// A search of what a player knows, who is to move.
    #[must_use]
    pub fn of_knowledge(knowledge: Arc<dyn Knowledge>, options: Options) -> Self {
        Search::Blind(Box::new(Ismcts::new(knowledge, options)))
    }

    /// Searches on, until a limit is met, `stop` is set, or there is nothing left to find out.
    pub fn run(&mut self, limits: Limits, stop: &AtomicBool) {
        match self {
            Search::Open(search) => search.run(limits, stop),
            Search::Blind(search) => search.run(limits, stop),
        }
    }

    /// Goes on to the position after a ply; what is known of it is kept. `false` where the ply is not legal, and
    /// where the search does not see the position.
    ///
    /// # Errors
    /// The game is over after it.
    pub fn advance(&mut self, id: u32) -> Result<bool, Refusal> {
        match self {
            Search::Open(search) => search.advance(id),
            Search::Blind(_) => Ok(false),
        }
    }

    /// The position that is searched, where all of it is seen.
    #[must_use]
    pub fn position(&self) -> Option<Arc<dyn Position>> {
        match self {
            Search::Open(search) => Some(search.position().clone()),
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
