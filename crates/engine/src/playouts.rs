//! Runs many random games on several threads: plies are drawn uniformly, chance plies by their weights.
//!
//! One state is changed in place and one list of offers is reused, so that a ply allocates nothing. Game number g of a
//! seed draws from its own random stream, so games and totals do not depend on the number of threads.

use crate::game::Game;
use crate::kernels::{self, Runner, Span};
use crate::movegen::{Offers, id};
use crate::observer::{PlayoutObserver, PlayoutOutcome, PlayoutOutcomes};
use crate::ply_drawing::PlyDrawing;
use crate::state::{EndReason, SIDES, State};
use crate::state_slots::{StateSlots, StoredState};
use crate::stream::Stream;
use crate::totals::{MeasureCounter, Totals};
use lusory_play::{Explorer, LeafPlayouts, PlayoutSettings, StateCursor};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use worker::PlayoutWorker;

mod worker;

/// What to count besides results and lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayoutOptions {
    /// Count everything that measures need, ply by ply. Slower. Of outcomes: play the games that are played then; they
    /// are others only where plies are tried out (`LanePlayer::observes`).
    pub measures: bool,
    /// Use the general engine even where there is a kernel; for tests.
    pub general: bool,
}

/// Which games to play.
#[derive(Clone)]
pub struct PlayoutTask<'a, const W: usize> {
    /// The state they start from; the start of the game if not given.
    pub from: Option<&'a State<W>>,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Their seed.
    pub seed: u64,
    /// How many threads may work.
    pub threads: usize,
    /// The limit of plies, after which a game is cut off.
    pub limit: u32,
    /// What is counted.
    pub want: PlayoutOptions,
    /// Plays games many at a time, where there is no kernel.
    pub lanes: Option<&'a dyn LanePlayer>,
}

/// What a random game was worth to each player, and why it was over; none where it was cut off.
pub type PlayoutEnd = Option<([f64; SIDES], EndReason)>;

/// Where random games begin: at a state, or at the start of the game.
pub type PlayoutStart<'a> = Option<&'a dyn StateSlots>;

/// An explorer of the general engine, at whose levels others can put positions.
pub trait GeneralExplorer: Explorer {
    /// The state where it is.
    fn state(&self) -> &dyn StateSlots;
    /// Goes to a level that it has been at: 0 is the root. What is below was reached from this level or is not asked for.
    fn go_to(&mut self, level: usize);
    /// Goes to a level and puts a state there.
    fn load(&mut self, level: usize, stored: &StoredState<'_>);
    /// A new explorer rooted at this position. Allocates.
    fn copy_general(&self) -> Box<dyn GeneralExplorer>;
    /// Itself.
    fn into_explorer(self: Box<Self>) -> Box<dyn Explorer>;
}

/// Plays random games many at a time, each with the random stream of its number.
pub trait LanePlayer: Send + Sync {
    /// Whether games can begin at a state. The game must not be over there.
    fn can_begin(&self, state: &dyn StateSlots) -> bool;
    /// Plays games and reports each once it is over: its number, its length, what it was worth to each player and why;
    /// the last two are missing where it was cut off. Games arrive in any order.
    fn play(&self, from: PlayoutStart<'_>, span: &Span, over: &mut dyn FnMut(u64, u32, PlayoutEnd), stop: &AtomicBool);
    /// Whether games can be reported ply by ply.
    fn observes(&self) -> bool;
    /// The same games, reported ply by ply.
    fn observed(&self, from: PlayoutStart<'_>, span: &Span, observer: &mut dyn PlayoutObserver, stop: &AtomicBool);
    /// What plays random games from the leaves of a search.
    fn leaf_player(&self) -> Option<Box<dyn LeafPlayer>>;
    /// An explorer that plays by the program and asks the general one for what a program does not know; the general one
    /// itself where the program cannot begin at its position, or is not as fast.
    fn explorer(&self, general: Box<dyn GeneralExplorer>) -> Box<dyn Explorer>;
    /// A cursor at a state, for searches; with decisive plies in its random games where they are asked for and found. None
    /// where the program cannot begin there, or a state is more than its registers.
    fn state_cursor(&self, state: &dyn StateSlots, decisive: bool) -> Option<Box<dyn StateCursor>>;
}

/// Plays random games from any state, several at a time, in buffers of its own.
pub trait LeafPlayer: Send {
    /// Plays as many games as `playouts` has results, all from one state. `false` where it cannot begin there. Answers to
    /// secret placements are not among the plies.
    fn play(
        &mut self,
        state: &dyn StateSlots,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    ) -> bool;
    /// Whether players can take wins at once and stop those of the other side (`PlayoutSettings::decisive`).
    fn is_decisive(&self) -> bool;
    /// Whether one game alone is faster than in the general engine: by machine code.
    fn is_fast_alone(&self) -> bool;
    /// Adds the plies of a state that end the game there: their ids, and the half points of the first of two players.
    /// `false` where it cannot begin there, or more than `most` plies are legal.
    fn endings(&mut self, state: &dyn StateSlots, most: usize, endings: &mut Vec<(u32, u8)>) -> bool;
}

/// Makes it from a program; none where it cannot play the game.
pub type LaneProvider = fn(&str) -> Option<Box<dyn LanePlayer>>;

/// Progress and cancellation of a long run.
#[derive(Clone, Copy)]
pub struct RunControl<'a> {
    /// Once true, the run ends within milliseconds, and what was finished by then is returned.
    pub stop: &'a AtomicBool,
    /// Called now and then, from any thread, with the number of games played.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// The largest batch of games that a thread takes at once.
const MAX_BATCH: u64 = 4096;

/// Plays random games and returns their totals.
pub fn playouts<const W: usize>(game: &Game<W>, task: &PlayoutTask<'_, W>, watch: RunControl<'_>) -> Totals {
    let (chunks, runner) = (GameBatches::new(task, watch), kernel_for(game, task));
    let totals = Mutex::new(Totals::default());
    run_on_threads(task.threads, || {
        let mut player = PlayoutWorker::new(game, task, runner.as_deref());
        let mut count = task.want.measures.then(|| MeasureCounter::new(&game.plan.board.cell));
        let mut played = 0;
        while let Some(numbers) = chunks.next() {
            let before = played;
            played = match &mut count {
                Some(count) => {
                    player.play_observed(numbers, count, watch.stop);
                    count.games()
                }
                None => {
                    player.play_games(numbers, watch.stop);
                    player.totals.games
                }
            };
            chunks.done(played - before);
        }
        if let Ok(mut totals) = totals.lock() {
            totals.merge(&count.map_or(player.totals, MeasureCounter::totals));
        }
    });
    totals.into_inner().unwrap_or_default()
}

/// Plays random games and returns the outcome of each, in order; if stopped, the last ones may be missing.
pub fn outcomes<const W: usize>(
    game: &Game<W>,
    task: &PlayoutTask<'_, W>,
    watch: RunControl<'_>,
) -> Vec<PlayoutOutcome> {
    let (chunks, runner) = (GameBatches::new(task, watch), kernel_for(game, task));
    let parts = Mutex::new(Vec::new());
    run_on_threads(task.threads, || {
        let mut player = PlayoutWorker::new(game, task, runner.as_deref());
        while let Some(numbers) = chunks.next() {
            let count = (numbers.end - numbers.start) as usize;
            let mut batch = PlayoutOutcomes { first: numbers.start, games: vec![None; count] };
            player.outcomes(numbers, &mut batch, watch.stop);
            chunks.done(batch.games.iter().flatten().count() as u64);
            if let Ok(mut parts) = parts.lock() {
                parts.push(batch);
            }
        }
    });
    let mut parts = parts.into_inner().unwrap_or_default();
    parts.sort_by_key(|part| part.first);
    parts.into_iter().flat_map(|part| part.games).map_while(|outcome| outcome).collect()
}

/// Runs some work on several threads, including this one.
fn run_on_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        (1..threads.max(1)).for_each(|_| drop(scope.spawn(&work)));
        work();
    });
}

/// Hands out games to threads in batches.
struct GameBatches<'a> {
    next: AtomicU64,
    done: AtomicU64,
    end: u64,
    at_once: u64,
    watch: RunControl<'a>,
}

impl<'a> GameBatches<'a> {
    fn new<const W: usize>(task: &PlayoutTask<'_, W>, watch: RunControl<'a>) -> Self {
        let (next, done) = (AtomicU64::new(task.games.start), AtomicU64::new(0));
        let count = task.games.end.saturating_sub(task.games.start);
        // Lanes are idle while the last games of a batch are played: few batches.
        let batches = if lanes(task).is_some() { 1 } else { 16 };
        let at_once = count.div_ceil(task.threads.max(1) as u64 * batches).clamp(1, MAX_BATCH);
        GameBatches { next, done, end: task.games.end, at_once, watch }
    }

    /// The numbers of the next games; none when there are no more, or the run was stopped.
    fn next(&self) -> Option<Range<u64>> {
        let first = self.next.fetch_add(self.at_once, Ordering::Relaxed);
        let goes_on = first < self.end && !self.watch.stop.load(Ordering::Relaxed);
        goes_on.then(|| first..self.end.min(first.saturating_add(self.at_once)))
    }

    /// Reports that so many more games have been played.
    fn done(&self, played: u64) {
        (self.watch.progress)(self.done.fetch_add(played, Ordering::Relaxed) + played);
    }
}

/// A kernel for this game, if there is one that supports the starting state.
fn kernel_for<const W: usize>(game: &Game<W>, task: &PlayoutTask<'_, W>) -> Option<Box<dyn Runner>> {
    if task.want.general {
        return None;
    }
    kernels::fast(game).filter(|runner| {
        starts_at_beginning(game, task) || task.from.is_some_and(|from| runner.enter(runner.stepper().as_mut(), from))
    })
}

/// What plays these games many at a time, if anything does.
fn lanes<'a, const W: usize>(task: &PlayoutTask<'a, W>) -> Option<&'a dyn LanePlayer> {
    task.lanes.filter(|lanes| !task.want.general && (!task.want.measures || lanes.observes()))
}

/// Whether the games begin at the initial state.
fn starts_at_beginning<const W: usize>(game: &Game<W>, task: &PlayoutTask<'_, W>) -> bool {
    task.from.is_none_or(|from| *from == game.start())
}

/// The ids of the plies of one random game from the start, at most `limit` of them.
#[must_use]
pub fn trace<const W: usize>(game: &Game<W>, seed: u64, number: u64, limit: u32) -> Vec<u32> {
    let (mut state, mut offers, mut stream) = (game.start(), Offers::default(), Stream::new(seed, number));
    let (mut ids, drawing) = (Vec::new(), PlyDrawing::of(&game.plan));
    game.offers(&state, &mut offers);
    while state.result.is_none() && ids.len() < limit as usize {
        let Some(ply) = drawing.draw(&game.plan, &offers, &mut stream) else {
            break;
        };
        ids.push(id(&game.plan, &ply));
        game.play_on(&mut state, &ply, &mut offers);
    }
    ids
}
