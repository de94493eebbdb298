//! Random games, many of them: every ply is drawn with equal chances among those on offer, nature's by their weights.
//!
//! One state is changed in place and one list of offers is used again, so that a ply allocates nothing. Game number g
//! of a seed draws from its own stream: what it does depends on nothing else, and totals not on how many threads there are.

use crate::game::Game;
use crate::offer::{Offers, Ply, Shape, id, weight};
use crate::plan::Plan;
use crate::rule::{Action, Node};
use crate::shapes::{self, Runner, Span};
use crate::state::State;
use crate::stream::Stream;
use crate::totals::Totals;
use std::any::Any;
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is wanted besides results and lengths. Each costs time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Want {
    /// How many plies were on offer after each number of plies.
    pub branching: bool,
    /// Results by the first ply.
    pub first_plies: bool,
}

/// Which games to play.
#[derive(Clone, Debug)]
pub struct Task<'a, const W: usize> {
    /// Where they begin; the start of the game if not given.
    pub from: Option<&'a State<W>>,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Their seed.
    pub seed: u64,
    /// How many threads may work.
    pub threads: usize,
    /// After so many plies a game is cut off.
    pub limit: u32,
    /// What is counted.
    pub want: Want,
}

/// How a caller follows a long run and ends it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Once true, the run ends within milliseconds, and what was finished by then is returned.
    pub stop: &'a AtomicBool,
    /// Told now and then how many games have been played; called from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Threads take so many games at once, at most.
const MOST_AT_ONCE: u64 = 4096;

/// Plays random games.
pub fn playouts<const W: usize>(game: &Game<W>, task: &Task<'_, W>, watch: Watch<'_>) -> Totals {
    let threads = task.threads.max(1);
    let (next, done) = (AtomicU64::new(task.games.start), AtomicU64::new(0));
    let totals = Mutex::new(Totals::default());
    let many = task.games.end.saturating_sub(task.games.start);
    let at_once = (many / (threads as u64 * 16)).clamp(1, MOST_AT_ONCE);
    let runner = runner(game, task);
    let work = || {
        let mut player = Player::new(game, task, runner.as_deref());
        while !watch.stop.load(Ordering::Relaxed) {
            let first = next.fetch_add(at_once, Ordering::Relaxed);
            if first >= task.games.end {
                break;
            }
            let last = task.games.end.min(first.saturating_add(at_once));
            let before = player.totals.games;
            player.games(first..last, watch.stop);
            let played = player.totals.games - before;
            (watch.progress)(done.fetch_add(played, Ordering::Relaxed) + played);
        }
        if let Ok(mut totals) = totals.lock() {
            totals.merge(&player.totals);
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    totals.into_inner().unwrap_or_default()
}

/// A kernel for games of this shape, where it can begin where they do and nothing is wanted ply by ply.
fn runner<const W: usize>(game: &Game<W>, task: &Task<'_, W>) -> Option<Box<dyn Runner>> {
    if task.want != Want::default() {
        return None;
    }
    shapes::fast(game).filter(|runner| begins(game, task) || task.from.is_some_and(|from| runner.takes(from)))
}

/// Do the games begin at the start?
fn begins<const W: usize>(game: &Game<W>, task: &Task<'_, W>) -> bool {
    task.from.is_none_or(|from| *from == game.start())
}

/// The ids of the plies of one random game from the start, at most `limit` of them.
#[must_use]
pub fn trace<const W: usize>(game: &Game<W>, seed: u64, number: u64, limit: u32) -> Vec<u32> {
    let (mut state, mut offers, mut stream) = (game.start(), Offers::default(), Stream::new(seed, number));
    let (mut ids, way) = (Vec::new(), Choice::of(&game.plan));
    game.offers(&state, &mut offers);
    while state.result.is_none() && ids.len() < limit as usize {
        let Some(ply) = way.draw(&game.plan, &offers, &mut stream) else {
            break;
        };
        ids.push(id(&game.plan, &ply));
        game.play_on(&mut state, &ply, &mut offers);
    }
    ids
}

/// How a ply is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// By its number among the sets.
    Number,
    /// From a list: something may be on offer twice and counts once.
    List,
    /// By weights: a die may be loaded.
    Weight,
}

impl Choice {
    /// How it is done in a game.
    #[must_use]
    pub fn of<const W: usize>(plan: &Plan<W>) -> Self {
        let loaded = |action: &Action| matches!(action, Action::Roll { weights, .. } if !weights.is_empty());
        if plan.rules.doubled || plan.board.tangled {
            Choice::List
        } else if plan.rules.nodes.iter().filter_map(Node::atomic).any(|atomic| loaded(&atomic.action)) {
            Choice::Weight
        } else {
            Choice::Number
        }
    }

    /// How many plies are on offer.
    #[inline]
    pub fn count<const W: usize>(self, plan: &Plan<W>, offers: &Offers<W>) -> u64 {
        if self == Choice::List { offers.list(plan).len() as u64 } else { offers.count() }
    }

    /// Every ply on offer, once, until one is refused.
    pub fn each<const W: usize, E>(
        self,
        plan: &Plan<W>,
        offers: &Offers<W>,
        mut take: impl FnMut(&Ply<W>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self == Choice::List {
            return offers.list(plan).iter().try_for_each(|(_, ply)| take(ply));
        }
        (0..offers.count()).filter_map(|number| offers.get(plan, number)).try_for_each(|ply| take(&ply))
    }

    /// One of the plies on offer; nothing where there is none.
    #[inline]
    pub fn draw<const W: usize>(self, plan: &Plan<W>, offers: &Offers<W>, stream: &mut Stream) -> Option<Ply<W>> {
        if self == Choice::Number {
            let count = NonZeroU64::new(offers.count())?;
            return offers.get(plan, stream.below(count));
        }
        self.draw_slowly(plan, offers, stream)
    }

    fn draw_slowly<const W: usize>(self, plan: &Plan<W>, offers: &Offers<W>, stream: &mut Stream) -> Option<Ply<W>> {
        let faces = |shape| matches!(shape, Shape::Face(..));
        if self == Choice::Weight && !offers.groups.iter().any(|group| faces(group.shape)) {
            return Choice::Number.draw(plan, offers, stream);
        }
        let list = offers.list(plan);
        let all = NonZeroU64::new(list.iter().map(|(_, ply)| u64::from(weight(plan, ply))).sum())?;
        let mut left = stream.below(all);
        let drawn = list.iter().find(|(_, ply)| {
            let here = u64::from(weight(plan, ply));
            let found = left < here;
            left = left.saturating_sub(here);
            found
        });
        drawn.map(|(_, ply)| *ply)
    }
}

/// One thread's part of the work.
struct Player<'a, const W: usize> {
    game: &'a Game<W>,
    task: &'a Task<'a, W>,
    choice: Choice,
    runner: Option<&'a dyn Runner>,
    begins: bool,
    start: State<W>,
    state: State<W>,
    begin: Offers<W>,
    offers: Offers<W>,
    totals: Totals,
}

impl<'a, const W: usize> Player<'a, W> {
    fn new(game: &'a Game<W>, task: &'a Task<'a, W>, runner: Option<&'a dyn Runner>) -> Self {
        let start = task.from.cloned().unwrap_or_else(|| game.start());
        let mut begin = Offers::default();
        game.offers(&start, &mut begin);
        let (choice, state, offers) = (Choice::of(&game.plan), start.clone(), begin.clone());
        Player {
            game,
            task,
            choice,
            runner,
            begins: begins(game, task),
            start,
            state,
            begin,
            offers,
            totals: Totals::default(),
        }
    }

    #[inline(never)]
    fn games(&mut self, numbers: Range<u64>, stop: &AtomicBool) {
        if let Some(runner) = self.runner {
            let span = Span { seed: self.task.seed, games: numbers, limit: self.task.limit };
            let from = self.task.from.filter(|_| !self.begins).map(|from| from as &dyn Any);
            return runner.run(from, span, &mut self.totals, stop);
        }
        for number in numbers {
            let mut stream = Stream::new(self.task.seed, number);
            if !self.game(&mut stream, stop) {
                return;
            }
        }
    }

    /// Plays a game and adds it to the totals; not if it was stopped.
    fn game(&mut self, stream: &mut Stream, stop: &AtomicBool) -> bool {
        self.state.clone_from(&self.start);
        self.offers.groups.clone_from(&self.begin.groups);
        let (mut length, mut first) = (0, None);
        while self.state.result.is_none() && length < self.task.limit {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            if self.task.want.branching {
                self.totals.offered(length, self.choice.count(&self.game.plan, &self.offers));
            }
            let Some(ply) = self.choice.draw(&self.game.plan, &self.offers, stream) else {
                break;
            };
            if length == 0 && self.task.want.first_plies {
                first = Some(id(&self.game.plan, &ply));
            }
            self.game.play_on(&mut self.state, &ply, &mut self.offers);
            length += 1;
        }
        self.finish(length, first);
        true
    }

    fn finish(&mut self, length: u32, first: Option<u32>) {
        let Some(result) = &self.state.result else {
            return self.totals.cut(length);
        };
        self.totals.add(length, &result.values, result.reason);
        if let Some(first) = first {
            self.totals.began(first, &result.values);
        }
    }
}
