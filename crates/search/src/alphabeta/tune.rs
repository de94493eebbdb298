//! Learns feature weights by temporal differences from self-play: each position's value is moved towards those of later
//! positions, and finally towards the result.
//!
//! R. Sutton, Learning to predict by the methods of temporal differences (1988); J. Baxter, A. Tridgell, L. Weaver,
//! TDLeaf(lambda) (1999). Here with the forward view and the logistic loss: the target of a position is the mean of the
//! values of later positions, discounted by `lambda`. Positions whose value captures change are left out, since their
//! features do not determine it.

use super::iterative_deepening::{AlphaBetaRefusal, check_searchable};
use super::move_ordering::MoveOrdering;
use super::score::{UNIT, of_evaluation};
use super::search_node::{SearchState, Window};
use super::transposition_table::TranspositionTable;
use super::weights::Weights;
use super::whole_turns::TurnBuffers;
use lusory_play::stream::Stream;
use lusory_play::{Evaluate, Explorer, StartPosition};
use std::any::Any;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// Parameters of the learning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// The number of games.
    pub games: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The trace decay: the weight of far positions relative to near ones, 0 to 1.
    pub lambda: f32,
    /// The learning rate.
    pub rate: f32,
    /// The search depth of self-play.
    pub depth: u32,
    /// One ply in this many is random.
    pub random_one_in: u64,
    /// The ply limit of a game; longer games are ignored.
    pub max_plies: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { games: 2000, seed: 0, lambda: 0.9, rate: 0.1, depth: 1, random_one_in: 12, max_plies: 500 }
    }
}

/// Random games played first, to scale the features.
const WARM_UP_GAMES: u64 = 30;
/// The maximum number of random plies at the start of a game, plus 1.
const MAX_OPENING_PLIES: u64 = 8;
/// A position is quiet if quiescence search changes its score by at most this.
const QUIET_MARGIN: i32 = 100;

struct Tuner<'t> {
    explorer: Box<dyn Explorer>,
    start: &'t dyn Any,
    tuning: Tuning,
    table: TranspositionTable,
    order: MoveOrdering,
    ply_lists: Vec<Vec<(i32, u32)>>,
    turn_buffers: TurnBuffers,
    /// Whether edges are whole turns.
    whole_turns: bool,
    /// The rest of the chosen turn, the next ply last.
    turn_left: Vec<u32>,
    weights: Weights,
    /// The root mean square of each feature.
    scale: Vec<f32>,
    /// The sum of squared gradients of each weight (AdaGrad).
    squares: Vec<f32>,
    /// The features of the recorded positions of the game, concatenated.
    positions: Vec<f32>,
    stop: &'t AtomicBool,
}

/// Weights learned by self-play from a position: the mean of the weights over the second half of the games. `progress`
/// receives the number of games played. If stopped, returns the weights so far.
///
/// # Errors
/// Alpha-beta cannot search the game.
pub fn tune<P: StartPosition + ?Sized>(
    position: &P,
    tuning: Tuning,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<f32>, AlphaBetaRefusal> {
    let at = position.turn_explorer();
    check_searchable(at.as_ref())?;
    let mut tuner = Tuner::new(at, position.as_any(), tuning, stop);
    tuner.warm_up();
    let count = tuner.weights.each.len();
    let (mut sums, mut number) = (vec![0.0f64; count], 0u32);
    for game in 0..tuning.games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        tuner.play_game(game);
        if game >= tuning.games / 2 {
            sums.iter_mut().zip(&tuner.weights.each).for_each(|(sum, &weight)| *sum += f64::from(weight));
            number += 1;
        }
        progress(game + 1);
    }
    let mean = |sum: f64| (sum / f64::from(number)) as f32;
    Ok(if number == 0 { tuner.weights.each } else { sums.into_iter().map(mean).collect() })
}

impl<'t> Tuner<'t> {
    fn new(at: Box<dyn Explorer>, start: &'t dyn Any, tuning: Tuning, stop: &'t AtomicBool) -> Self {
        let weights = Weights::prior(at.features());
        let count = weights.each.len();
        let (scale, squares, entries) = (vec![1.0; count], vec![1e-6; count], Vec::new());
        let (table, order, lists) = (TranspositionTable::new(1 << 16), MoveOrdering::new(), Vec::new());
        let (ways, whole, plan) = (TurnBuffers::default(), at.has_long_turns(), Vec::new());
        Tuner {
            explorer: at,
            start,
            tuning,
            table,
            order,
            ply_lists: lists,
            turn_buffers: ways,
            whole_turns: whole,
            turn_left: plan,
            weights,
            scale,
            squares,
            positions: entries,
            stop,
        }
    }

    /// Measures the scale of the features in random games.
    fn warm_up(&mut self) {
        let (mut sums, mut number) = (vec![0.0f32; self.scale.len()], 1.0f32);
        for game in 0..WARM_UP_GAMES {
            let mut stream = Stream::new(self.tuning.seed, u64::MAX - game);
            self.explorer.reset(self.start);
            for _ in 0..self.tuning.max_plies {
                let Some(id) = self.explorer.draw(&mut stream).filter(|_| self.explorer.values().is_none()) else {
                    break;
                };
                self.explorer.play(id);
                self.explorer.write_features(&mut self.weights.features);
                sums.iter_mut().zip(&self.weights.features).for_each(|(sum, value)| *sum += value * value);
                number += 1.0;
            }
        }
        self.scale = sums.into_iter().map(|sum| (sum / number).sqrt().max(0.1)).collect();
    }

    /// Plays a game and learns from it.
    fn play_game(&mut self, number: u64) {
        let mut stream = Stream::new(self.tuning.seed, number);
        let opening = stream.below(NonZeroU64::new(MAX_OPENING_PLIES).unwrap_or(NonZeroU64::MIN));
        self.explorer.reset(self.start);
        self.table.clear();
        self.positions.clear();
        self.turn_left.clear();
        for ply in 0..self.tuning.max_plies as u64 {
            if let Some(values) = self.explorer.values() {
                return self.learn((values[0] - values[1] + 1.0) as f32 / 2.0);
            }
            let Some(id) = self.choose(&mut stream, ply < opening) else { return };
            if self.stop.load(Ordering::Relaxed) || !self.explorer.play(id) {
                return;
            }
        }
    }

    /// Chooses the next ply; records the position if it is quiet.
    fn choose(&mut self, stream: &mut Stream, open: bool) -> Option<u32> {
        let random = NonZeroU64::new(self.tuning.random_one_in).is_some_and(|one_in| stream.below(one_in) == 0);
        if self.explorer.to_move() < 0 || open {
            return self.explorer.draw(stream);
        }
        if let Some(ply) = self.turn_left.pop() {
            return Some(ply);
        }
        self.record_if_quiet();
        if random {
            return self.explorer.draw(stream);
        }
        let depth = self.tuning.depth as i32;
        self.turn_buffers.reset();
        let best = self.with_search(|visit| {
            visit.search(depth, Window::WHOLE, 0);
            visit.root_best.map(|top| top.id)
        });
        self.turn_left.extend(self.turn_buffers.best.iter().skip(1).rev());
        best.or_else(|| self.explorer.draw(stream))
    }

    fn record_if_quiet(&mut self) {
        let static_score = of_evaluation(self.weights.evaluate(self.explorer.as_ref()));
        let first = self.positions.len();
        self.positions.extend_from_slice(&self.weights.features);
        let quiescence_score = |visit: &mut SearchState<'_>| visit.quiesce(Window::WHOLE, 0, 1).score;
        if !self.whole_turns && (self.with_search(quiescence_score) - static_score).abs() > QUIET_MARGIN {
            self.positions.truncate(first);
        }
    }

    fn with_search<T>(&mut self, search: impl FnOnce(&mut SearchState<'_>) -> T) -> T {
        let (ids, loud) = (Vec::new(), Vec::new());
        let Tuner {
            explorer: at,
            table,
            order,
            weights: judge,
            ply_lists: lists,
            turn_buffers: ways,
            whole_turns: whole,
            stop,
            ..
        } = self;
        let (at, whole, due, stopped, nodes, top) = (at.as_mut(), *whole, None, false, 0, None);
        search(&mut SearchState {
            explorer: at,
            table,
            order,
            evaluator: judge,
            stop,
            deadline: due,
            ply_lists: lists,
            nodes,
            stopped,
            root_best: top,
            whole_turns: whole,
            turn_buffers: ways,
            ids,
            captures: loud,
        })
    }

    /// Updates the weights after a game; `result`: the first player's value, 0 to 1.
    fn learn(&mut self, result: f32) {
        let count = self.scale.len();
        if count == 0 {
            return;
        }
        let weights = &self.weights.each;
        let value = |features: &[f32]| {
            let sum: f32 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
            1.0 / (1.0 + (-sum.clamp(-30.0, 30.0)).exp())
        };
        let (mut target, mut later, mut step) = (result, result, vec![0.0f32; count]);
        for features in self.positions.rchunks_exact(count) {
            let own_value = value(features);
            target = (1.0 - self.tuning.lambda) * later + self.tuning.lambda * target;
            later = own_value;
            let each = step.iter_mut().zip(features).zip(&self.scale);
            each.for_each(|((step, feature), scale)| *step += (target - own_value) * feature / scale);
        }
        self.step(&step);
    }

    fn step(&mut self, step: &[f32]) {
        let each = self.weights.each.iter_mut().zip(&mut self.squares).zip(&self.scale).zip(step);
        for (((weight, square), scale), step) in each {
            *square += step * step;
            *weight += self.tuning.rate * step / square.sqrt() / scale;
        }
        let most = super::score::MAX_EVALUATION as f32 / UNIT;
        self.weights.each.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
    }
}
