//! Learns weights by temporal differences: a program plays itself, and each position's value is moved towards those of
//! later positions, and finally towards the result.
//!
//! R. Sutton, Learning to predict by the methods of temporal differences (1988); J. Baxter, A. Tridgell, L. Weaver,
//! TDLeaf(lambda) (1999). Here with the forward view and the logistic loss: the target of a position is the mean of the
//! values of later positions, discounted by `lambda`. Positions whose value captures change are left out, since their
//! features do not determine it.

use super::deepen::{AlphaBetaRefusal, check};
use super::order::Order;
use super::score::{UNIT, of_evaluation};
use super::table::TranspositionTable;
use super::visit::{Visit, Window};
use super::weights::Weights;
use super::whole::TurnBuffers;
use lusory_play::stream::Stream;
use lusory_play::{Evaluate, Explorer, Start};
use std::any::Any;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// Parameters of the tuning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// How many games.
    pub games: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// How much the far future counts beside the near.
    pub lambda: f32,
    /// How far a step goes.
    pub rate: f32,
    /// How deep the program looks that plays.
    pub depth: u32,
    /// One ply in so many is made at random.
    pub random: u64,
    /// A game is cut after so many plies, and then ignored.
    pub cut: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { games: 2000, seed: 0, lambda: 0.9, rate: 0.1, depth: 1, random: 12, cut: 500 }
    }
}

/// Random games played first, to scale the features.
const WARM: u64 = 30;
/// The most random plies that open a game.
const OPENING: u64 = 8;
/// Evaluations that differ by less before and after captures count as quiet.
const CALM: i32 = 100;

struct Tuner<'t> {
    at: Box<dyn Explorer>,
    start: &'t dyn Any,
    tuning: Tuning,
    table: TranspositionTable,
    order: Order,
    lists: Vec<Vec<(i32, u32)>>,
    ways: TurnBuffers,
    /// Are edges whole turns?
    whole: bool,
    /// The rest of the chosen turn, the next ply last.
    plan: Vec<u32>,
    weights: Weights,
    /// How large each feature is.
    scale: Vec<f32>,
    /// The sum of squared gradients of each weight (AdaGrad).
    squares: Vec<f32>,
    /// The positions of a game, one after the other.
    seen: Vec<f32>,
    stop: &'t AtomicBool,
}

/// Weights for a game, learned by playing from a position: the mean over the second half of all games. `progress`
/// receives the number of games played. If stopped, it returns the weights so far.
///
/// # Errors
/// Alpha-beta cannot search the game.
pub fn tune<P: Start + ?Sized>(
    position: &P,
    tuning: Tuning,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<f32>, AlphaBetaRefusal> {
    let at = position.explorer();
    check(at.as_ref())?;
    let mut tuner = Tuner::new(at, position.as_any(), tuning, stop);
    tuner.warm_up();
    let count = tuner.weights.each.len();
    let (mut sums, mut number) = (vec![0.0f64; count], 0u32);
    for game in 0..tuning.games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        tuner.game(game);
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
        let (scale, squares, seen) = (vec![1.0; count], vec![1e-6; count], Vec::new());
        let (table, order, lists) = (TranspositionTable::new(1 << 16), Order::new(), Vec::new());
        let (ways, whole, plan) = (TurnBuffers::default(), at.has_long_turns(), Vec::new());
        Tuner { at, start, tuning, table, order, lists, ways, whole, plan, weights, scale, squares, seen, stop }
    }

    /// Measures the scale of the features in random games.
    fn warm_up(&mut self) {
        let (mut sums, mut number) = (vec![0.0f32; self.scale.len()], 1.0f32);
        for game in 0..WARM {
            let mut stream = Stream::new(self.tuning.seed, u64::MAX - game);
            self.at.reset(self.start);
            for _ in 0..self.tuning.cut {
                let Some(id) = self.at.draw(&mut stream).filter(|_| self.at.values().is_none()) else { break };
                self.at.play(id);
                self.at.measure(&mut self.weights.measured);
                sums.iter_mut().zip(&self.weights.measured).for_each(|(sum, value)| *sum += value * value);
                number += 1.0;
            }
        }
        self.scale = sums.into_iter().map(|sum| (sum / number).sqrt().max(0.1)).collect();
    }

    /// Plays a game and learns from it.
    fn game(&mut self, number: u64) {
        let mut stream = Stream::new(self.tuning.seed, number);
        let opening = stream.below(NonZeroU64::new(OPENING).unwrap_or(NonZeroU64::MIN));
        self.at.reset(self.start);
        self.table.clear();
        self.seen.clear();
        self.plan.clear();
        for ply in 0..self.tuning.cut as u64 {
            if let Some(values) = self.at.values() {
                return self.learn((values[0] - values[1] + 1.0) as f32 / 2.0);
            }
            let Some(id) = self.choose(&mut stream, ply < opening) else { return };
            if self.stop.load(Ordering::Relaxed) || !self.at.play(id) {
                return;
            }
        }
    }

    /// Chooses the next ply; records the position if it is quiet.
    fn choose(&mut self, stream: &mut Stream, open: bool) -> Option<u32> {
        let random = NonZeroU64::new(self.tuning.random).is_some_and(|one_in| stream.below(one_in) == 0);
        if self.at.to_move() < 0 || open {
            return self.at.draw(stream);
        }
        if let Some(ply) = self.plan.pop() {
            return Some(ply);
        }
        self.note();
        if random {
            return self.at.draw(stream);
        }
        let depth = self.tuning.depth as i32;
        self.ways.reset();
        let found = self.looked(|visit| {
            visit.visit(depth, Window::WHOLE, 0);
            visit.top.map(|top| top.id)
        });
        self.plan.extend(self.ways.best.iter().skip(1).rev());
        found.or_else(|| self.at.draw(stream))
    }

    fn note(&mut self) {
        let judged = of_evaluation(self.weights.judge(self.at.as_ref()));
        let first = self.seen.len();
        self.seen.extend_from_slice(&self.weights.measured);
        let after = |visit: &mut Visit<'_>| visit.quiesce(Window::WHOLE, 0, 1).score;
        if !self.whole && (self.looked(after) - judged).abs() > CALM {
            self.seen.truncate(first);
        }
    }

    fn looked<T>(&mut self, look: impl FnOnce(&mut Visit<'_>) -> T) -> T {
        let (ids, loud) = (Vec::new(), Vec::new());
        let Tuner { at, table, order, weights: judge, lists, ways, whole, stop, .. } = self;
        let (at, whole, due, stopped, nodes, top) = (at.as_mut(), *whole, None, false, 0, None);
        look(&mut Visit { at, table, order, judge, stop, due, lists, nodes, stopped, top, whole, ways, ids, loud })
    }

    /// Moves the value of each position towards those of later ones; `result` is the first player's.
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
        for features in self.seen.rchunks_exact(count) {
            let here = value(features);
            target = (1.0 - self.tuning.lambda) * later + self.tuning.lambda * target;
            later = here;
            let each = step.iter_mut().zip(features).zip(&self.scale);
            each.for_each(|((step, feature), scale)| *step += (target - here) * feature / scale);
        }
        self.step(&step);
    }

    fn step(&mut self, step: &[f32]) {
        let each = self.weights.each.iter_mut().zip(&mut self.squares).zip(&self.scale).zip(step);
        for (((weight, square), scale), step) in each {
            *square += step * step;
            *weight += self.tuning.rate * step / square.sqrt() / scale;
        }
        let most = super::score::MOST as f32 / UNIT;
        self.weights.each.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
    }
}
