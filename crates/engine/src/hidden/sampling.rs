//! Full states that agree with all one player knows: one at random, or all of them.

use super::known::Known;
use super::plan::{Guess, Targets, below};
use super::replay::Replay;
use super::search::Search;
use crate::game::Game;
use crate::past::Past;
use crate::state::State;
use crate::stream::Stream;

/// How often targets are guessed before they are searched for.
pub const TRIES: usize = 50;

/// How many plies a search carries out before it gives up.
pub const BUDGET: u64 = 1_000_000;

/// A full state, and how it came about.
pub type Whole<const W: usize> = (State<W>, Past);

/// A state in which the viewer would have observed exactly what he has: the same of every ply, the same board now. Only
/// what he knows is looked at, so states he cannot tell apart give the same samples for the same stream. Without
/// secrets, and once the game is over, it is the state itself.
///
/// The distribution is not uniform. Where pieces never leave their cells (and nobody aims at a cell with an own piece) a
/// try goes like this. For each line that another side has told (Tell of a Line, once), one of the lines it can have
/// been, each with the same chance. Then what is least free is settled first: either a cell that another side is known
/// to hold (which of its secret plies was it?) or a secret ply (which cell?), each among all answers that leave every
/// other question an answer, each answer with the same chance. So a try has the chance of the product of 1 / (number of
/// answers) over its questions. A try that the rules contradict on replaying it is thrown away; with `TRIES` of them
/// thrown away, and in all other games, the first state of a depth-first search is taken which tries the targets of each
/// secret ply, from first to last, in random order. Every consistent state can come up.
///
/// Nothing where that search has carried out `BUDGET` plies and found no state.
#[must_use]
pub fn sample<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    past: &Past,
    viewer: u8,
    stream: &mut Stream,
) -> Option<Whole<W>> {
    if !game.plan.rules.hidden || state.result.is_some() {
        return Some((state.clone(), past.clone()));
    }
    Sampler::new(game, Known::new(game, state, past, Some(viewer))).draw(stream)
}

/// Every state that agrees with all the viewer knows, once each, by playing all choices over. For small boards.
pub fn consistent<'g, const W: usize>(
    game: &'g Game<W>,
    state: &State<W>,
    past: &Past,
    viewer: u8,
) -> impl Iterator<Item = Whole<W>> + use<'g, W> {
    let plain = !game.plan.rules.hidden || state.result.is_some();
    let itself = plain.then(|| (state.clone(), past.clone()));
    let replay = (!plain).then(|| Replay::new(game, Known::new(game, state, past, Some(viewer))));
    let mut search = Search::new();
    let all = std::iter::from_fn(move || search.next(replay.as_ref()?, None, None));
    itself.into_iter().chain(all)
}

/// Draws samples from what one player knows; see `sample`.
pub struct Sampler<'g, const W: usize> {
    replay: Replay<'g, W>,
    guess: Option<Guess<W>>,
}

impl<'g, const W: usize> Sampler<'g, W> {
    /// Works out all that can be said without chance.
    #[must_use]
    pub fn new(game: &'g Game<W>, knows: Known<W>) -> Self {
        let guess = Guess::new(game, &knows);
        Sampler { replay: Replay::new(game, knows), guess }
    }

    /// One sample; nothing where none was found within the budget.
    #[must_use]
    pub fn draw(&self, stream: &mut Stream) -> Option<Whole<W>> {
        let tries = if self.guess.is_some() { TRIES } else { 0 };
        let found = (0..tries).find_map(|_| self.replay.of(&self.targets(stream)?, stream));
        found.or_else(|| Search::with_budget(BUDGET).next(&self.replay, Some(stream), self.guess.as_ref()))
    }

    /// The targets of one try.
    #[must_use]
    pub fn targets(&self, stream: &mut Stream) -> Option<Targets> {
        self.guess.as_ref()?.draw(&self.replay.game.plan.board, stream)
    }
}

/// In random order, each order as likely.
pub fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1, stream));
    }
}
