//! Training in rounds: in each round the current net plays against itself while a copy is trained on the games of the round
//! before. So a round gives the same net for any number of threads.

use crate::adam::Adam;
use crate::board_geometry::{BoardGeometry, LearnFault};
use crate::input_reader::FeatureChoice;
use crate::model::Model;
use crate::net::{Inputs, Net};
use crate::pattern_layout::PatternLayout;
use crate::samples::Samples;
use crate::self_play::{SelfPlayGame, SelfPlayOptions, SelfPlayer};
use crate::viewpoints::Viewpoints;
use crate::warm_up::warm_up;
use lusory_play::stream::Stream;
use lusory_play::{Explorer, SIDES, StartPosition};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The number of positions of a round and of a batch.
const ROUND_POSITIONS: usize = 16_384;
const BATCH_SIZE: usize = 64;
/// The learning rate, and the factor it has decayed to at the end.
const LEARNING_RATE: f32 = 1e-3;
const FINAL_RATE_FACTOR: f32 = 0.03;
/// The share of the training after which the rate decays.
const DECAY_START: f32 = 0.6;
const NOISE: [f32; 2] = [0.025, 0.015];
const LAMBDA: f32 = 0.5;
const OPENING_PLIES: u64 = 8;
/// The ply limit of a game: this multiple of the longest random game, within these bounds.
const LENGTH_FACTOR: usize = 2;
const LENGTH_BOUNDS: [usize; 2] = [60, 1000];

/// Samples that took many evaluations are trained on several times: once for each so many evaluations a position, at most
/// `MAX_PASSES` times. A position with global features takes as long as `FEATURES_COST` others.
const EVALUATIONS_PER_PASS: u64 = 45;
const MAX_PASSES: u64 = 4;
const FEATURES_COST: u64 = 4;

/// The options of training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearningOptions {
    /// The seed of all games.
    pub seed: u64,
    /// The number of threads that play games.
    pub threads: usize,
    /// The scale of the noise on probabilities, in the first and in the second half of the training.
    pub noise: [f32; 2],
    /// See `SelfPlayOptions::lambda`.
    pub lambda: f32,
    /// The learning rate before its decay.
    pub rate: f32,
}

impl Default for LearningOptions {
    fn default() -> Self {
        LearningOptions { seed: 0, threads: 1, noise: NOISE, lambda: LAMBDA, rate: LEARNING_RATE }
    }
}

/// The report of a round.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RoundReport {
    /// Games played.
    pub games: u64,
    /// Positions recorded for training.
    pub positions: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// The first player's points: 1 per win, 1/2 per draw.
    pub first_points: f64,
    /// Games drawn.
    pub draws: u64,
    /// Games that reached the ply limit.
    pub cut_games: u64,
    /// The mean squared error of the probabilities, before each step.
    pub loss: f64,
}

impl RoundReport {
    fn add_game(&mut self, game: &SelfPlayGame) {
        self.games += 1;
        self.evaluations += game.evaluations;
        match game.values {
            None => self.cut_games += 1,
            Some(values) => {
                self.first_points += values[0];
                self.draws += u64::from(values.iter().any(|&value| value > 0.0 && value < 1.0));
            }
        }
    }
}

/// A net in training.
pub struct Learner<S: StartPosition + ?Sized> {
    start: Arc<S>,
    model: Model,
    adam: Adam,
    options: LearningOptions,
    max_plies: usize,
    /// The number of the next game, and the number of games per round.
    next_game: u64,
    games_per_round: usize,
    rounds: u64,
    /// The samples of the round before, to train on in the next.
    pending_samples: Samples,
    /// How often those are trained on.
    passes: u64,
    /// The cost of an evaluation.
    evaluation_cost: u64,
}

/// An untrained model for the games from a position. Where no patterns fit the rules it reads their features alone, and a
/// `LearnFault` says why.
///
/// # Errors
/// A `LearnFault` says why no net fits the game.
pub fn model_for(
    start: &(impl StartPosition + ?Sized),
    board: BoardGeometry,
    seed: u64,
) -> Result<(Model, Option<LearnFault>), LearnFault> {
    let at = start.explorer();
    let viewpoints = Viewpoints::of(at.as_ref());
    if !viewpoints.are_learnable() {
        return Err(LearnFault(format!("a game for {}: nets learn games for 2 to {SIDES}", at.players())));
    }
    let (warm, cells) = (warm_up(start, FeatureChoice::Global), board.cells);
    Ok(match PatternLayout::new(board, warm.pieces, viewpoints) {
        Ok(layout) => (untrained(layout, warm.inputs, seed), None),
        Err(fault) => {
            let layout = PatternLayout::without_patterns(cells, viewpoints);
            (untrained(layout, warm_up(start, FeatureChoice::All).inputs, seed), Some(fault))
        }
    })
}

fn untrained(layout: PatternLayout, inputs: Inputs, seed: u64) -> Model {
    let net = Net::new(&layout, inputs.len(), seed);
    Model { layout: Arc::new(layout), inputs, net }
}

impl<S: StartPosition + ?Sized> Learner<S> {
    /// Continues from a model. `rounds`: the number of rounds so far, so that no game is played twice.
    #[must_use]
    pub fn new(start: Arc<S>, model: Model, options: LearningOptions, rounds: u64) -> Self {
        let warm_up = warm_up(start.as_ref(), FeatureChoice::of(&model.layout));
        let longest = (LENGTH_FACTOR * warm_up.longest_game).clamp(LENGTH_BOUNDS[0], LENGTH_BOUNDS[1]);
        let games = ROUND_POSITIONS / warm_up.longest_game.clamp(1, ROUND_POSITIONS);
        let adam = Adam::new(&model.net);
        let evaluation_cost = evaluation_cost(start.explorer().as_ref(), &model.inputs);
        let waiting = Samples::new(model.inputs.len());
        Learner {
            start,
            model,
            adam,
            options,
            max_plies: longest,
            next_game: rounds << 20,
            games_per_round: games,
            rounds,
            pending_samples: waiting,
            passes: 1,
            evaluation_cost,
        }
    }

    /// The current net.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The number of rounds so far.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Runs one round. `progress`: the share of the training that is done, 0 to 1, which sets rate and noise. A stopped
    /// round returns none and changes nothing.
    pub fn round(&mut self, progress: f32, stop: &AtomicBool) -> Option<RoundReport> {
        let (options, threads) = (self.self_play_options(progress), self.options.threads.max(1));
        let waiting = std::mem::replace(&mut self.pending_samples, Samples::new(self.model.inputs.len()));
        let snapshot = Arc::new(self.model.clone());
        let (start, numbers) = (self.start.clone(), self.games());
        let (mut games, mut loss) = (Vec::new(), 0.0);
        std::thread::scope(|scope| {
            let player = scope.spawn(|| play_games(start.as_ref(), &snapshot, numbers, options, threads, stop));
            loss = self.train_passes(&waiting, self.options.rate * rate_factor(progress));
            games = player.join().unwrap_or_default();
        });
        if stop.load(Ordering::Relaxed) && games.len() < self.games_per_round {
            self.model = Arc::unwrap_or_clone(snapshot);
            self.pending_samples = waiting;
            return None;
        }
        Some(self.finish_round(&games, loss / waiting.len().max(1) as f64))
    }

    /// The numbers of the games of the next round. A round can be run in parts, on several machines: each plays some of
    /// these games with `play`, while the learner calls `train_pending`; it ends with `finish_round`. The net is the same as
    /// that of `round`.
    #[must_use]
    pub fn games(&self) -> std::ops::Range<u64> {
        self.next_game..self.next_game + self.games_per_round as u64
    }

    /// Plays games with the current net; fewer where it was stopped.
    pub fn play(&self, numbers: std::ops::Range<u64>, progress: f32, stop: &AtomicBool) -> Vec<SelfPlayGame> {
        let (options, model) = (self.self_play_options(progress), Arc::new(self.model.clone()));
        play_games(self.start.as_ref(), &model, numbers, options, self.options.threads.max(1), stop)
    }

    /// Trains on the games of the round before; returns the mean squared error.
    pub fn train_pending(&mut self, progress: f32) -> f64 {
        let waiting = std::mem::replace(&mut self.pending_samples, Samples::new(self.model.inputs.len()));
        self.train_passes(&waiting, self.options.rate * rate_factor(progress)) / waiting.len().max(1) as f64
    }

    /// Trains on the samples of a round, as often as they are worth; returns the sum of squared errors of the first pass.
    fn train_passes(&mut self, samples: &Samples, rate: f32) -> f64 {
        let never = AtomicBool::new(false);
        let loss = self.train(samples, rate, &never);
        for _ in 1..self.passes {
            self.train(samples, rate, &never);
        }
        loss
    }

    fn self_play_options(&self, progress: f32) -> SelfPlayOptions {
        let LearningOptions { seed, noise, lambda, .. } = self.options;
        let noise = noise[usize::from(progress >= 0.5)];
        SelfPlayOptions { seed, max_opening_plies: OPENING_PLIES, noise, lambda, max_plies: self.max_plies }
    }

    /// Trains on games of others, given by the ids of their plies, for `times` epochs. Games with an illegal ply, or beyond
    /// the ply limit, are skipped. Once `stop` is set it ends soon; what was learnt until then stays learnt.
    pub fn study(&mut self, games: &[Vec<u32>], times: usize, stop: &AtomicBool) -> RoundReport {
        let LearningOptions { seed, noise, lambda, rate, .. } = self.options;
        let options =
            SelfPlayOptions { seed, max_opening_plies: 0, noise: noise[0], lambda, max_plies: self.max_plies };
        let (mut samples, mut report) = (Samples::new(self.model.inputs.len()), RoundReport::default());
        let mut player = SelfPlayer::new(self.start.as_ref(), Arc::new(self.model.clone()));
        for (number, plies) in games.iter().enumerate().filter(|(_, plies)| plies.len() <= self.max_plies) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(game) = player.replay(self.start.as_ref(), plies, number as u64, options) else { continue };
            samples.append(&game.samples);
            report.add_game(&game);
        }
        report.positions = samples.len() as u64;
        for _ in 0..times {
            report.loss = self.train(&samples, rate, stop) / samples.len().max(1) as f64;
        }
        report
    }

    /// Ends a round with its games in order, and the mean squared error of its training.
    pub fn finish_round(&mut self, games: &[SelfPlayGame], loss: f64) -> RoundReport {
        let mut report = RoundReport { loss, ..RoundReport::default() };
        for game in games {
            self.pending_samples.append(&game.samples);
            report.add_game(game);
        }
        report.positions = self.pending_samples.len() as u64;
        self.passes = passes(report.evaluations * self.evaluation_cost, report.positions);
        self.next_game += games.len() as u64;
        self.rounds += 1;
        let mean = self.pending_samples.len().max(1).div_ceil(games.len().max(1));
        self.games_per_round = ROUND_POSITIONS.div_ceil(mean).max(1);
        report
    }

    /// One epoch over the samples in random order, or what of it is done before `stop` is set; returns the sum of squared
    /// errors.
    fn train(&mut self, samples: &Samples, rate: f32, stop: &AtomicBool) -> f64 {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        let mut stream = Stream::new(self.options.seed, u64::MAX - 2 - self.rounds);
        for place in (1..order.len()).rev() {
            let other = NonZeroU64::new(place as u64 + 1).map_or(0, |bound| stream.below(bound));
            order.swap(place, other as usize);
        }
        let net = &mut self.model.net;
        let batches = order.chunks(BATCH_SIZE).take_while(|_| !stop.load(Ordering::Relaxed));
        batches.map(|batch| self.adam.step(net, samples, batch, rate)).sum()
    }
}

/// How much longer an evaluation takes than one without features.
fn evaluation_cost(at: &dyn Explorer, inputs: &Inputs) -> u64 {
    let mut counters = Vec::new();
    at.counters(1, &mut counters);
    if inputs.len() > counters.len() { FEATURES_COST } else { 1 }
}

/// How often samples are trained on that took so many evaluations.
#[must_use]
pub fn passes(evaluations: u64, samples: u64) -> u64 {
    (evaluations / (EVALUATIONS_PER_PASS * samples.max(1))).clamp(1, MAX_PASSES)
}

/// Plays games with these numbers on several threads; returns them in order.
fn play_games<S: StartPosition + ?Sized>(
    start: &S,
    model: &Arc<Model>,
    numbers: std::ops::Range<u64>,
    options: SelfPlayOptions,
    threads: usize,
    stop: &AtomicBool,
) -> Vec<SelfPlayGame> {
    let (first, count) = (numbers.start, (numbers.end - numbers.start) as usize);
    let (next, games) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(count)));
    let work = || {
        let mut player = SelfPlayer::new(start, model.clone());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || stop.load(Ordering::Relaxed) {
                return;
            }
            let game = player.play(start, first + number as u64, options);
            if let Ok(mut games) = games.lock() {
                games.push((number, game));
            }
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let mut games = games.into_inner().unwrap_or_default();
    games.sort_unstable_by_key(|&(number, _)| number);
    games.into_iter().map(|(_, game)| game).collect()
}

/// The factor of the learning rate at a share of the training: 1, then exponential decay.
fn rate_factor(progress: f32) -> f32 {
    FINAL_RATE_FACTOR.powf(((progress - DECAY_START) / (1.0 - DECAY_START)).clamp(0.0, 1.0))
}
