//! Samples, or enumerates, full states that are consistent with one player's knowledge.

use super::consistent_state_search::{SampleSearch, SearchParameters};
use super::information_state::InformationState;
use super::line_likelihood::LineLikelihood;
use super::replay::Replay;
use super::targets::{TargetModel, uniform_below};
use crate::game::Game;
use crate::history::PlyHistory;
use crate::state::State;
use crate::stream::Stream;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// The number of guesses of targets before falling back to a search.
const MAX_GUESSES: usize = 50;

/// The number of guesses of likely targets before falling back to uniform ones.
const MAX_LIKELY_GUESSES: usize = 10;

/// The maximum number of plies that a search applies.
const SEARCH_BUDGET: u64 = 1_000_000;

/// A full state with its history.
pub type StateWithHistory<const W: usize> = (State<W>, PlyHistory);

/// Draws states in which the viewer would have observed exactly what he has: the same of every ply, the same board now.
/// Only his knowledge is used, so states he cannot distinguish give the same samples for the same stream.
///
/// The distribution is not uniform. Where pieces never leave their cells (and no player aims at a cell with an own
/// piece) one try works as follows. For each line that another side announced (Tell of a Line, once), one of its
/// candidate lines is drawn uniformly. Then the most constrained choice is made first: either a cell that another
/// side is known to hold (which of its secret plies filled it?) or a secret ply (which cell?), drawn uniformly among
/// all choices after which every other ply still has a cell. So the probability of a try is the product of 1 / (number of
/// choices) over its plies. A try that the rules contradict in the replay is rejected; after `MAX_GUESSES` rejections,
/// and in all other games, the sample is the first state found by a depth-first search that tries the targets of each
/// secret ply, from first to last, in random order. Every consistent state has a positive probability.
///
/// Nothing where that search has applied `SEARCH_BUDGET` plies and found no state.
#[derive(Clone, Debug)]
pub struct Sampler<const W: usize> {
    replay: Replay<W>,
    target_model: Option<TargetModel<W>>,
    /// Computed on first use: only searches need it.
    likelihood: OnceLock<Option<LineLikelihood<W>>>,
}

impl<const W: usize> Sampler<W> {
    /// Precomputes everything that does not depend on chance.
    #[must_use]
    pub fn new(game: &Game<W>, information: InformationState<W>) -> Self {
        let target_model = TargetModel::new(game, &information);
        Sampler { replay: Replay::new(game, information), target_model, likelihood: OnceLock::new() }
    }

    /// One sample; nothing where none was found within the budget, or before `stop` was set.
    #[must_use]
    pub fn sample(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<StateWithHistory<W>> {
        self.sample_by_guessing(game, stream).or_else(|| self.search(game, stream, stop))
    }

    /// Like `sample`, assuming that opponents play to win: states in which their secret plies serve them are more likely
    /// (line_likelihood.rs).
    #[must_use]
    pub fn sample_likely(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<StateWithHistory<W>> {
        let likelihood = self.likelihood.get_or_init(|| LineLikelihood::new(game, &self.replay.information));
        let state_drawn =
            likelihood.as_ref().and_then(|likelihood| self.guess(MAX_LIKELY_GUESSES, game, stream, Some(likelihood)));
        state_drawn.or_else(|| self.sample(game, stream, stop))
    }

    fn search(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<StateWithHistory<W>> {
        let parameters =
            SearchParameters { game, replay: &self.replay, target_model: self.target_model.as_ref(), stop };
        SampleSearch::with_budget(SEARCH_BUDGET).next(&parameters, Some(stream))
    }

    /// The first of `MAX_GUESSES` tries that the rules do not contradict. Bounded in time, unlike `sample`.
    #[must_use]
    pub fn sample_by_guessing(&self, game: &Game<W>, stream: &mut Stream) -> Option<StateWithHistory<W>> {
        self.guess(MAX_GUESSES, game, stream, None)
    }

    fn guess(
        &self,
        tries: usize,
        game: &Game<W>,
        stream: &mut Stream,
        likelihood: Option<&LineLikelihood<W>>,
    ) -> Option<StateWithHistory<W>> {
        let target_model = self.target_model.as_ref()?;
        (0..tries)
            .find_map(|_| self.replay.replay(game, &target_model.draw(&game.plan.board, stream, likelihood)?, stream))
    }
}

/// Iterates over every state consistent with the viewer's knowledge, once each, by replaying all choices. For small
/// boards.
pub struct Consistent<const W: usize> {
    /// The state itself, where nothing is hidden.
    open_state: Option<StateWithHistory<W>>,
    search: Option<(Replay<W>, SampleSearch<W>)>,
}

impl<const W: usize> Consistent<W> {
    /// Starts from what the viewer knows.
    #[must_use]
    pub fn new(game: &Game<W>, state: &State<W>, past: &PlyHistory, viewer: u8) -> Self {
        if !game.plan.rules.hidden || state.result.is_some() {
            return Consistent { open_state: Some((state.clone(), past.clone())), search: None };
        }
        let replay = Replay::new(game, InformationState::new(game, state, past, Some(viewer)));
        Consistent { open_state: None, search: Some((replay, SampleSearch::new())) }
    }

    /// The next one; none when there are no more, or once `stop` is set.
    pub fn next(&mut self, game: &Game<W>, stop: &AtomicBool) -> Option<StateWithHistory<W>> {
        let itself = self.open_state.take();
        let Some((replay, search)) = &mut self.search else { return itself };
        search.next(&SearchParameters { game, replay, target_model: None, stop }, None)
    }
}

/// Shuffles uniformly.
pub fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for last in (1..items.len()).rev() {
        items.swap(last, uniform_below(last + 1, stream));
    }
}
