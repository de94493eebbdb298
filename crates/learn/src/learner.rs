//! Training in rounds: in each round the previous net plays games against itself while the new net is trained on the games
//! of the round before. So a round gives the same net for any number of threads.

use crate::adam::Adam;
use crate::board::{BoardFacts, LearnFault};
use crate::judge::Model;
use crate::layout::PatternLayout;
use crate::net::Net;
use crate::samples::Samples;
use crate::self_play::{SelfPlayGame, SelfPlayOptions, SelfPlayer};
use crate::warm_up::warm_up;
use lusory_play::StartPosition;
use lusory_play::stream::Stream;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Positions of a round, and of a batch.
const POSITIONS: usize = 16_384;
const BATCH: usize = 64;
/// The learning rate, and the share of it that is left at the end.
const RATE: f32 = 1e-3;
const LAST_RATE: f32 = 0.03;
/// The rate falls after this share of the time.
const STEADY: f32 = 0.6;
const NOISE: [f32; 2] = [0.025, 0.015];
const LAMBDA: f32 = 0.5;
const OPENING: u64 = 8;
/// Games are cut after so many times the length of the longest random game, within these bounds.
const TIMES_RANDOM: usize = 2;
const CUT: [usize; 2] = [60, 1000];

/// How a learner learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearningOptions {
    /// The seed of all games.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
    /// The scale of the noise on chances, in the first half of the learning and in the second.
    pub noise: [f32; 2],
    /// See `SelfPlayOptions`.
    pub lambda: f32,
    /// The size of steps; it falls in the end.
    pub rate: f32,
}

impl Default for LearningOptions {
    fn default() -> Self {
        LearningOptions { seed: 0, threads: 1, noise: NOISE, lambda: LAMBDA, rate: RATE }
    }
}

/// What one round did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RoundReport {
    /// Games played, positions learnt from, positions evaluated.
    pub games: u64,
    /// See `games`.
    pub positions: u64,
    /// See `games`.
    pub evaluations: u64,
    /// Games that the first player won, in half points; and those drawn.
    pub first: f64,
    /// See `first`.
    pub draws: u64,
    /// Games that were cut.
    pub cut: u64,
    /// The mean squared error of the chances, before each step.
    pub loss: f64,
}

impl RoundReport {
    fn count(&mut self, game: &SelfPlayGame) {
        self.games += 1;
        self.evaluations += game.evaluations;
        match game.values {
            None => self.cut += 1,
            Some(values) => {
                self.first += values[0];
                self.draws += u64::from(values[0] > 0.0 && values[0] < 1.0);
            }
        }
    }
}

/// A net that learns a game.
pub struct Learner<S: StartPosition + ?Sized> {
    start: Arc<S>,
    model: Model,
    adam: Adam,
    options: LearningOptions,
    longest: usize,
    /// The number of the next game, and how many one round plays.
    next: u64,
    games: usize,
    rounds: u64,
    /// The games of the round before, not yet learnt from.
    waiting: Samples,
}

/// Patterns and inputs for the games from a position, and how long they are.
///
/// # Errors
/// A `LearnFault` says why no net fits the game.
pub fn model_for(start: &(impl StartPosition + ?Sized), board: BoardFacts, seed: u64) -> Result<Model, LearnFault> {
    let at = start.explorer();
    if at.players() != 2 {
        return Err(LearnFault(format!("{} players: nets learn games for two", at.players())));
    }
    if at.has_secrets() {
        return Err(LearnFault("the game hides something: nets learn games of open information".into()));
    }
    let found = warm_up(start);
    let layout = Arc::new(PatternLayout::new(board, found.pieces)?);
    let net = Net::new(&layout, found.inputs.len(), seed);
    Ok(Model { layout, inputs: found.inputs, net })
}

impl<S: StartPosition + ?Sized> Learner<S> {
    /// Continues from a model; `rounds`: rounds so far, so that no game is played twice.
    #[must_use]
    pub fn new(start: Arc<S>, model: Model, options: LearningOptions, rounds: u64) -> Self {
        let found = warm_up(start.as_ref());
        let longest = (TIMES_RANDOM * found.longest).clamp(CUT[0], CUT[1]);
        let games = POSITIONS / found.longest.clamp(1, POSITIONS);
        let adam = Adam::new(&model.net);
        let waiting = Samples::new(model.inputs.len());
        Learner { start, model, adam, options, longest, next: rounds << 20, games, rounds, waiting }
    }

    /// The current net.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many rounds there were.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// One round. progress: the share of the whole learning that is done, 0 to 1, which sets rate and noise. A stopped
    /// round changes nothing.
    pub fn round(&mut self, progress: f32, stop: &AtomicBool) -> Option<RoundReport> {
        let LearningOptions { seed, threads, noise, lambda, .. } = self.options;
        let noise = noise[usize::from(progress >= 0.5)];
        let options = SelfPlayOptions { seed, opening: OPENING, noise, lambda, longest: self.longest };
        let waiting = std::mem::replace(&mut self.waiting, Samples::new(self.model.inputs.len()));
        let snapshot = Arc::new(self.model.clone());
        let (start, numbers) = (self.start.clone(), self.next..self.next + self.games as u64);
        let (mut games, mut loss) = (Vec::new(), 0.0);
        std::thread::scope(|scope| {
            let playing = scope.spawn(|| played(start.as_ref(), &snapshot, numbers, options, threads.max(1), stop));
            loss = self.train(&waiting, self.options.rate * falling(progress));
            games = playing.join().unwrap_or_default();
        });
        if stop.load(Ordering::Relaxed) && games.len() < self.games {
            self.model = Arc::unwrap_or_clone(snapshot);
            self.waiting = waiting;
            return None;
        }
        Some(self.finish(&games, loss / waiting.len().max(1) as f64))
    }

    /// Learns from games that others played, given by the ids of their plies, so many times over. A game with a ply that
    /// is not legal, or that is longer than games are played here, is left out.
    pub fn study(&mut self, games: &[Vec<u32>], times: usize) -> RoundReport {
        let LearningOptions { seed, noise, lambda, rate, .. } = self.options;
        let options = SelfPlayOptions { seed, opening: 0, noise: noise[0], lambda, longest: self.longest };
        let (mut samples, mut report) = (Samples::new(self.model.inputs.len()), RoundReport::default());
        let mut player = SelfPlayer::new(self.start.as_ref(), Arc::new(self.model.clone()));
        for (number, plies) in games.iter().enumerate().filter(|(_, plies)| plies.len() <= self.longest) {
            let Some(game) = player.follow(self.start.as_ref(), plies, number as u64, options) else { continue };
            samples.append(&game.samples);
            report.count(&game);
        }
        report.positions = samples.len() as u64;
        for _ in 0..times {
            report.loss = self.train(&samples, rate) / samples.len().max(1) as f64;
        }
        report
    }

    fn finish(&mut self, games: &[SelfPlayGame], loss: f64) -> RoundReport {
        let mut report = RoundReport { loss, ..RoundReport::default() };
        for game in games {
            self.waiting.append(&game.samples);
            report.count(game);
        }
        report.positions = self.waiting.len() as u64;
        self.next += games.len() as u64;
        self.rounds += 1;
        let mean = self.waiting.len().max(1).div_ceil(games.len().max(1));
        self.games = POSITIONS.div_ceil(mean).max(1);
        report
    }

    /// Learns from positions once, in random order; the sum of squared errors.
    fn train(&mut self, samples: &Samples, rate: f32) -> f64 {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        let mut stream = Stream::new(self.options.seed, u64::MAX - 2 - self.rounds);
        for place in (1..order.len()).rev() {
            let other = NonZeroU64::new(place as u64 + 1).map_or(0, |bound| stream.below(bound));
            order.swap(place, other as usize);
        }
        let net = &mut self.model.net;
        order.chunks(BATCH).map(|batch| self.adam.step(net, samples, batch, rate)).sum()
    }
}

/// Plays games by their numbers on several threads; in order.
fn played<S: StartPosition + ?Sized>(
    start: &S,
    model: &Arc<Model>,
    numbers: std::ops::Range<u64>,
    options: SelfPlayOptions,
    threads: usize,
    stop: &AtomicBool,
) -> Vec<SelfPlayGame> {
    let (first, count) = (numbers.start, (numbers.end - numbers.start) as usize);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(count)));
    let work = || {
        let mut player = SelfPlayer::new(start, model.clone());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || stop.load(Ordering::Relaxed) {
                return;
            }
            let game = player.play(start, first + number as u64, options);
            if let Ok(mut found) = found.lock() {
                found.push((number, game));
            }
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_unstable_by_key(|&(number, _)| number);
    found.into_iter().map(|(_, game)| game).collect()
}

/// The share of the rate that is left.
fn falling(progress: f32) -> f32 {
    LAST_RATE.powf(((progress - STEADY) / (1.0 - STEADY)).clamp(0.0, 1.0))
}
