//! Monte Carlo CFR with outcome sampling, for game trees too large to enumerate.
//!
//! M. Lanctot et al., "Monte Carlo Sampling for Regret Minimization in Extensive Games" (2009). Each game updates the
//! regrets of one player (the learner) along one history; the other plays by regret matching and updates his average.
//! The exploitability of the averages is not known: a strategy learnt against a fixed one gives a lower bound of it.

use super::history_tree::CHANCE;
use super::observations::{InformationKey, ObservingWalker};
use lusory_play::hash::BuildFold;
use lusory_play::stream::Stream;
use lusory_play::{SIDES, Values};
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// The probability that the learner explores: draws uniformly.
const EXPLORATION: f64 = 0.5;
/// The value of a draw, the baseline of regrets.
const DRAW_VALUE: f64 = 0.5;
/// The ply limit of a game; longer games count as draws.
const MAX_PLIES: usize = 2_000;
/// The approximate memory of an information set in the map, and of each of its plies, in bytes.
const SET_BYTES: usize = 48;
const PLY_BYTES: usize = 8;

/// The strategies of both players for all information sets visited.
pub struct Strategies {
    pub(super) sets: HashMap<(u8, InformationKey), PlyRange, BuildFold>,
    pub(super) regrets: Vec<f32>,
    pub(super) sums: Vec<f32>,
    max_bytes: usize,
    probabilities: Vec<f64>,
    ids: Vec<u32>,
    steps: Vec<Step>,
}

/// The plies of an information set, as a range of `regrets` and `sums`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlyRange {
    pub(super) first: u32,
    pub(super) count: u32,
}

/// A ply of the learner in the current game.
#[derive(Clone, Copy)]
struct Step {
    plies: PlyRange,
    choice: u32,
    /// Its probability by the learner's strategy, and that with which it was sampled.
    probability: f64,
    sampling_probability: f64,
}

/// Which strategy is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyKind {
    /// The current strategy, by regret matching.
    Regrets,
    /// The average strategy.
    Average,
}

impl Strategies {
    /// Empty strategies with a memory limit in bytes; beyond it, further information sets are played uniformly.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        Strategies {
            sets: HashMap::default(),
            regrets: Vec::new(),
            sums: Vec::new(),
            max_bytes: memory,
            probabilities: Vec::new(),
            ids: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The number of information sets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no information sets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Plays a game and updates the learner's regrets; the opponent plays by regret matching, or a fixed strategy
    /// (`against`).
    pub fn learn(
        &mut self,
        walk: &mut ObservingWalker<'_>,
        learner: u8,
        against: Option<&mut Strategies>,
        stream: &mut Stream,
    ) {
        walk.rewind();
        self.steps.clear();
        let (mut against, mut reach) = (against, 1.0);
        for _ in 0..MAX_PLIES {
            if let Some(values) = walk.walker.values() {
                return self.update_regrets(values[usize::from(learner & 1)] - DRAW_VALUE);
            }
            let mover = u8::try_from(walk.walker.to_move()).unwrap_or(CHANCE);
            let id = match &mut against {
                _ if mover == CHANCE => walk.walker.draw(stream),
                _ if mover == learner => self.learner_ply(walk, mover, &mut reach, stream),
                Some(fixed) => fixed.draw_ply(walk, mover, StrategyKind::Average, stream),
                None => self.opponent_ply(walk, mover, reach, stream),
            };
            let Some(id) = id else { return };
            walk.play(id);
        }
        // A cut game is a draw, whose regrets are 0: no update.
    }

    /// The opponent's ply, drawn from his current strategy, which is added to his average. `reach`: the probability
    /// that the learner sampled his plies so far.
    fn opponent_ply(
        &mut self,
        walk: &mut ObservingWalker<'_>,
        mover: u8,
        reach: f64,
        stream: &mut Stream,
    ) -> Option<u32> {
        let plies = self.look_up(walk, mover, true);
        self.write_probabilities(plies, StrategyKind::Regrets);
        let choice = index_of_draw(&self.probabilities, uniform(stream));
        if let Some(plies) = plies {
            for (number, probability) in self.probabilities.iter().enumerate() {
                self.sums[plies.first as usize + number] += (probability / reach) as f32;
            }
        }
        self.ids.get(choice).copied()
    }

    /// The learner's ply: drawn from his strategy, or uniformly. `reach` is multiplied by its sampling probability.
    fn learner_ply(
        &mut self,
        walk: &mut ObservingWalker<'_>,
        mover: u8,
        reach: &mut f64,
        stream: &mut Stream,
    ) -> Option<u32> {
        let plies = self.look_up(walk, mover, true);
        self.write_probabilities(plies, StrategyKind::Regrets);
        let count = self.ids.len().max(1);
        let explores = uniform(stream) < EXPLORATION;
        let choice = if explores {
            ((uniform(stream) * count as f64) as usize).min(count - 1)
        } else {
            index_of_draw(&self.probabilities, uniform(stream))
        };
        let probability = *self.probabilities.get(choice)?;
        let sampling_probability = EXPLORATION / count as f64 + (1.0 - EXPLORATION) * probability;
        *reach *= sampling_probability;
        if let Some(plies) = plies {
            self.steps.push(Step { plies, choice: choice as u32, probability, sampling_probability });
        }
        self.ids.get(choice).copied()
    }

    /// The average strategy at the walker's root: ids of plies and their probabilities.
    pub fn opening(&mut self, walk: &mut ObservingWalker<'_>) -> Vec<(u32, f64)> {
        walk.rewind();
        let Ok(mover) = u8::try_from(walk.walker.to_move()) else { return Vec::new() };
        let plies = self.look_up(walk, mover, false);
        self.write_probabilities(plies, StrategyKind::Average);
        self.ids.iter().copied().zip(self.probabilities.iter().copied()).collect()
    }

    /// Updates the regrets after a game, from its last ply to its first; `value`: the learner's, relative to a draw.
    fn update_regrets(&mut self, value: f64) {
        let sampling_probability: f64 = self.steps.iter().map(|step| step.sampling_probability).product();
        let (weight, mut tail) = (value / sampling_probability, 1.0);
        for step in std::mem::take(&mut self.steps).into_iter().rev() {
            let PlyRange { first, count } = step.plies;
            let tail_product = tail * step.probability;
            for number in 0..count {
                let gain = if number == step.choice { tail - tail_product } else { -tail_product };
                self.regrets[(first + number) as usize] += (weight * gain) as f32;
            }
            tail = tail_product;
        }
    }

    /// Draws a ply from a strategy, chance plies by weight, without updates.
    pub fn draw_ply(
        &mut self,
        walk: &mut ObservingWalker<'_>,
        mover: u8,
        playing: StrategyKind,
        stream: &mut Stream,
    ) -> Option<u32> {
        if mover == CHANCE {
            return walk.walker.draw(stream);
        }
        let plies = self.look_up(walk, mover, false);
        self.write_probabilities(plies, playing);
        self.ids.get(index_of_draw(&self.probabilities, uniform(stream))).copied()
    }

    /// The information set of the player to move; `create` adds it if it is missing and memory allows.
    fn look_up(&mut self, walk: &mut ObservingWalker<'_>, mover: u8, create: bool) -> Option<PlyRange> {
        walk.walker.legal(&mut self.ids);
        let key = (mover, walk.key(usize::from(mover)));
        let count = self.ids.len() as u32;
        if let Some(&plies) = self.sets.get(&key) {
            return Some(plies).filter(|plies| plies.count == count);
        }
        if !create || self.sets.len() * SET_BYTES + (self.regrets.len() + self.ids.len()) * PLY_BYTES > self.max_bytes {
            return None;
        }
        let plies = PlyRange { first: self.regrets.len() as u32, count };
        self.regrets.resize(self.regrets.len() + self.ids.len(), 0.0);
        self.sums.resize(self.regrets.len(), 0.0);
        self.sets.insert(key, plies);
        Some(plies)
    }

    /// Writes the probability of each ply.
    fn write_probabilities(&mut self, plies: Option<PlyRange>, playing: StrategyKind) {
        let source = if playing == StrategyKind::Average { &self.sums } else { &self.regrets };
        let values = plies.map(|plies| &source[plies.first as usize..(plies.first + plies.count) as usize]);
        let total: f64 = values.unwrap_or_default().iter().map(|&share| f64::from(share.max(0.0))).sum();
        let count = self.ids.len();
        self.probabilities.clear();
        self.probabilities.extend((0..count).map(|number| match values {
            Some(known) if total > 0.0 => f64::from(known[number].max(0.0)) / total,
            _ => 1.0 / count as f64,
        }));
    }
}

/// Updates a player's strategy in `games` games against the average strategy of another.
pub fn learn_against(
    walk: &mut ObservingWalker<'_>,
    (player, own): (u8, &mut Strategies),
    other: &mut Strategies,
    games: u64,
    stream: &mut Stream,
    stop: &AtomicBool,
) {
    let rounds = (0..games).take_while(|_| !stop.load(Ordering::Relaxed));
    rounds.for_each(|_| own.learn(walk, player, Some(other), stream));
}

/// Updates both players' strategies in `games` games each; returns the number played before `stop`.
pub fn learn_both(
    strategies: &mut Strategies,
    walk: &mut ObservingWalker<'_>,
    games: u64,
    stream: &mut Stream,
    stop: &AtomicBool,
) -> u64 {
    (0..games)
        .take_while(|_| !stop.load(Ordering::Relaxed))
        .inspect(|_| (0..2).for_each(|learner| strategies.learn(walk, learner, None, stream)))
        .count() as u64
}

/// The first player's points in `games` games between the average strategies; fewer if stopped.
pub fn self_play(
    strategies: &mut Strategies,
    walk: &mut ObservingWalker<'_>,
    games: u64,
    stream: &mut Stream,
    stop: &AtomicBool,
) -> Vec<f64> {
    let draw = |walk: &mut ObservingWalker<'_>, mover| strategies.draw_ply(walk, mover, StrategyKind::Average, stream);
    play_games(walk, games, draw, stop).map(|values| values[0]).collect()
}

/// The points of a player with his current strategy in `games` games against the average strategy of the other; fewer
/// if stopped.
pub fn play_against(
    walk: &mut ObservingWalker<'_>,
    (player, own): (u8, &mut Strategies),
    other: &mut Strategies,
    games: u64,
    stream: &mut Stream,
    stop: &AtomicBool,
) -> Vec<f64> {
    let draw = |walk: &mut ObservingWalker<'_>, mover| match mover == player {
        true => own.draw_ply(walk, mover, StrategyKind::Regrets, stream),
        false => other.draw_ply(walk, mover, StrategyKind::Average, stream),
    };
    play_games(walk, games, draw, stop).map(|values| values[usize::from(player & 1)]).collect()
}

/// The values of `games` games; `draw` chooses the plies, given the player to move.
fn play_games<'a, 'w>(
    walk: &'a mut ObservingWalker<'w>,
    games: u64,
    mut draw: impl FnMut(&mut ObservingWalker<'w>, u8) -> Option<u32> + 'a,
    stop: &'a AtomicBool,
) -> impl Iterator<Item = Values> + 'a {
    (0..games).take_while(|_| !stop.load(Ordering::Relaxed)).map_while(move |_| {
        walk.rewind();
        for _ in 0..MAX_PLIES {
            if let Some(values) = walk.walker.values() {
                return Some(values);
            }
            let id = draw(walk, u8::try_from(walk.walker.to_move()).unwrap_or(CHANCE))?;
            walk.play(id);
        }
        Some([DRAW_VALUE; SIDES])
    })
}

/// A uniform number in [0, 1).
fn uniform(stream: &mut Stream) -> f64 {
    const PARTS: NonZeroU64 = NonZeroU64::new(1 << 53).unwrap();
    stream.below(PARTS) as f64 / PARTS.get() as f64
}

/// The index whose interval of cumulative probability holds the uniform number `drawn`.
fn index_of_draw(probabilities: &[f64], random: f64) -> usize {
    let mut remaining = random;
    let chosen = probabilities.iter().position(|&probability| {
        remaining -= probability;
        remaining < 0.0
    });
    chosen.unwrap_or_else(|| probabilities.iter().rposition(|&probability| probability > 0.0).unwrap_or(0))
}
