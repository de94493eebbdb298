//! Samples, or enumerates, full states that are consistent with one player's knowledge.

use super::known::Known;
use super::line_likelihood::LineLikelihood;
use super::replay::Replay;
use super::search::{SampleSearch, SearchParameters};
use super::targets::{TargetModel, Targets, below};
use crate::game::Game;
use crate::history::History;
use crate::state::State;
use crate::stream::Stream;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// Guesses of targets before falling back to a search.
pub const TRIES: usize = 50;

/// Guesses of likely targets before falling back to uniform ones.
const TRIES_LIKELY: usize = 10;

/// Plies that a search applies before it gives up.
pub const BUDGET: u64 = 1_000_000;

/// A full state, and how it came about.
pub type Whole<const W: usize> = (State<W>, History);

/// A state in which the viewer would have observed exactly what he has: the same of every ply, the same board now. Only
/// his knowledge is used, so states he cannot distinguish give the same samples for the same stream. Without secrets,
/// and once the game is over, it is the state itself.
///
/// The distribution is not uniform. Where pieces never leave their cells (and no player aims at a cell with an own
/// piece) one try works as follows. For each line that another side announced (Tell of a Line, once), one of its
/// candidate lines is drawn uniformly. Then the most constrained choice is made first: either a cell that another
/// side is known to hold (which of its secret plies filled it?) or a secret ply (which cell?), drawn uniformly among
/// all choices after which every other ply still has a cell. So the probability of a try is the product of 1 / (number of
/// choices) over its plies. A try that the rules contradict in the replay is rejected; after `TRIES` rejections,
/// and in all other games, the sample is the first state found by a depth-first search that tries the targets of each
/// secret ply, from first to last, in random order. Every consistent state has a positive probability.
///
/// Nothing where that search has applied `BUDGET` plies and found no state.
#[must_use]
pub fn sample<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    past: &History,
    viewer: u8,
    stream: &mut Stream,
) -> Option<Whole<W>> {
    if !game.plan.rules.hidden || state.result.is_some() {
        return Some((state.clone(), past.clone()));
    }
    Sampler::new(game, Known::new(game, state, past, Some(viewer))).draw(game, stream, &AtomicBool::new(false))
}

/// Draws samples from what one player knows; see `sample`.
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
    pub fn new(game: &Game<W>, knows: Known<W>) -> Self {
        let target_model = TargetModel::new(game, &knows);
        Sampler { replay: Replay::new(game, knows), target_model, likelihood: OnceLock::new() }
    }

    /// One sample; nothing where none was found within the budget, or before `stop` was set.
    #[must_use]
    pub fn draw(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Whole<W>> {
        self.tries(game, stream).or_else(|| self.search(game, stream, stop))
    }

    /// Like `draw`, assuming that opponents play to win: states in which their secret plies serve them are more likely
    /// (line_likelihood.rs).
    #[must_use]
    pub fn draw_likely(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Whole<W>> {
        let likelihood = self.likelihood.get_or_init(|| LineLikelihood::new(game, &self.replay.knows));
        let drawn = likelihood.as_ref().and_then(|likelihood| self.some(TRIES_LIKELY, game, stream, Some(likelihood)));
        drawn.or_else(|| self.draw(game, stream, stop))
    }

    fn search(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Whole<W>> {
        let way = SearchParameters { game, replay: &self.replay, target_model: self.target_model.as_ref(), stop };
        SampleSearch::with_budget(BUDGET).next(&way, Some(stream))
    }

    /// The first of `TRIES` tries that the rules do not contradict. Bounded in time, unlike `draw`.
    #[must_use]
    pub fn tries(&self, game: &Game<W>, stream: &mut Stream) -> Option<Whole<W>> {
        self.some(TRIES, game, stream, None)
    }

    fn some(
        &self,
        tries: usize,
        game: &Game<W>,
        stream: &mut Stream,
        likelihood: Option<&LineLikelihood<W>>,
    ) -> Option<Whole<W>> {
        let target_model = self.target_model.as_ref()?;
        (0..tries).find_map(|_| self.replay.of(game, &target_model.draw(&game.plan.board, stream, likelihood)?, stream))
    }

    /// The targets of one try.
    #[must_use]
    pub fn targets(&self, game: &Game<W>, stream: &mut Stream) -> Option<Targets> {
        self.target_model.as_ref()?.draw(&game.plan.board, stream, None)
    }
}

/// Iterates over every state consistent with the viewer's knowledge, once each, by replaying all choices. For small
/// boards.
pub struct Consistent<const W: usize> {
    /// The state itself, where nothing is hidden.
    itself: Option<Whole<W>>,
    search: Option<(Replay<W>, SampleSearch<W>)>,
}

impl<const W: usize> Consistent<W> {
    /// Starts from what the viewer knows.
    #[must_use]
    pub fn new(game: &Game<W>, state: &State<W>, past: &History, viewer: u8) -> Self {
        if !game.plan.rules.hidden || state.result.is_some() {
            return Consistent { itself: Some((state.clone(), past.clone())), search: None };
        }
        let replay = Replay::new(game, Known::new(game, state, past, Some(viewer)));
        Consistent { itself: None, search: Some((replay, SampleSearch::new())) }
    }

    /// The next one; none when there are no more, or once `stop` is set.
    pub fn next(&mut self, game: &Game<W>, stop: &AtomicBool) -> Option<Whole<W>> {
        let itself = self.itself.take();
        let Some((replay, search)) = &mut self.search else { return itself };
        search.next(&SearchParameters { game, replay, target_model: None, stop }, None)
    }
}

/// `Consistent` as an iterator.
pub fn consistent<'g, const W: usize>(
    game: &'g Game<W>,
    state: &State<W>,
    past: &History,
    viewer: u8,
) -> impl Iterator<Item = Whole<W>> + use<'g, W> {
    let mut all = Consistent::new(game, state, past, viewer);
    std::iter::from_fn(move || all.next(game, &AtomicBool::new(false)))
}

/// Shuffles uniformly.
pub fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1, stream));
    }
}
