//! Full states that agree with all one player knows: one at random, or all of them.

use super::known::Known;
use super::likely::Likely;
use super::plan::{Guess, Targets, below};
use super::replay::Replay;
use super::search::{Search, Way};
use crate::game::Game;
use crate::past::Past;
use crate::state::State;
use crate::stream::Stream;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// How often targets are guessed before they are searched for.
pub const TRIES: usize = 50;

/// How often those that are likely are.
const TRIES_LIKELY: usize = 10;

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
    Sampler::new(game, Known::new(game, state, past, Some(viewer))).draw(game, stream, &AtomicBool::new(false))
}

/// Draws samples from what one player knows; see `sample`.
#[derive(Clone, Debug)]
pub struct Sampler<const W: usize> {
    replay: Replay<W>,
    guess: Option<Guess<W>>,
    /// Only searches ask for it.
    likely: OnceLock<Option<Likely<W>>>,
}

impl<const W: usize> Sampler<W> {
    /// Works out all that can be said without chance.
    #[must_use]
    pub fn new(game: &Game<W>, knows: Known<W>) -> Self {
        let guess = Guess::new(game, &knows);
        Sampler { replay: Replay::new(game, knows), guess, likely: OnceLock::new() }
    }

    /// One sample; nothing where none was found within the budget, or before `stop` was set.
    #[must_use]
    pub fn draw(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Whole<W>> {
        self.tries(game, stream).or_else(|| self.search(game, stream, stop))
    }

    /// The same, of others who play to win: those states come up oftener in which their secret plies serve them
    /// (likely.rs).
    #[must_use]
    pub fn draw_likely(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Whole<W>> {
        let likely = self.likely.get_or_init(|| Likely::new(game, &self.replay.knows));
        let likely = likely.as_ref().and_then(|likely| self.some(TRIES_LIKELY, game, stream, Some(likely)));
        likely.or_else(|| self.draw(game, stream, stop))
    }

    fn search(&self, game: &Game<W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Whole<W>> {
        let way = Way { game, replay: &self.replay, guess: self.guess.as_ref(), stop };
        Search::with_budget(BUDGET).next(&way, Some(stream))
    }

    /// The first of `TRIES` that the rules do not contradict. It takes no long time, where `draw` may.
    #[must_use]
    pub fn tries(&self, game: &Game<W>, stream: &mut Stream) -> Option<Whole<W>> {
        self.some(TRIES, game, stream, None)
    }

    fn some(&self, tries: usize, game: &Game<W>, stream: &mut Stream, likely: Option<&Likely<W>>) -> Option<Whole<W>> {
        let guess = self.guess.as_ref()?;
        (0..tries).find_map(|_| self.replay.of(game, &guess.draw(&game.plan.board, stream, likely)?, stream))
    }

    /// The targets of one try.
    #[must_use]
    pub fn targets(&self, game: &Game<W>, stream: &mut Stream) -> Option<Targets> {
        self.guess.as_ref()?.draw(&game.plan.board, stream, None)
    }
}

/// Every state that agrees with all the viewer knows, once each, by playing all choices over. For small boards.
pub struct Consistent<const W: usize> {
    /// Where nothing is hidden: the state, and no other.
    itself: Option<Whole<W>>,
    search: Option<(Replay<W>, Search<W>)>,
}

impl<const W: usize> Consistent<W> {
    /// Of what the viewer knows.
    #[must_use]
    pub fn new(game: &Game<W>, state: &State<W>, past: &Past, viewer: u8) -> Self {
        if !game.plan.rules.hidden || state.result.is_some() {
            return Consistent { itself: Some((state.clone(), past.clone())), search: None };
        }
        let replay = Replay::new(game, Known::new(game, state, past, Some(viewer)));
        Consistent { itself: None, search: Some((replay, Search::new())) }
    }

    /// The next one; none when there are no more, or once `stop` is set.
    pub fn next(&mut self, game: &Game<W>, stop: &AtomicBool) -> Option<Whole<W>> {
        let itself = self.itself.take();
        let Some((replay, search)) = &mut self.search else { return itself };
        search.next(&Way { game, replay, guess: None, stop }, None)
    }
}

/// The same as an iterator.
pub fn consistent<'g, const W: usize>(
    game: &'g Game<W>,
    state: &State<W>,
    past: &Past,
    viewer: u8,
) -> impl Iterator<Item = Whole<W>> + use<'g, W> {
    let mut all = Consistent::new(game, state, past, viewer);
    std::iter::from_fn(move || all.next(game, &AtomicBool::new(false)))
}

/// In random order, each order as likely.
pub fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1, stream));
    }
}
