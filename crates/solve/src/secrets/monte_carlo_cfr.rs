//! Monte Carlo CFR with outcome sampling, for games whose histories cannot be listed.
//!
//! M. Lanctot and others, "Monte Carlo Sampling for Regret Minimization in Extensive Games" (2009). Each game updates the
//! regrets of one player along one history; the other one plays by his regrets, and adds what he plays to his average.
//! How far the averages are from optimal is not known: a strategy learnt against a fixed one shows by how much at least.

use super::history_tree::CHANCE;
use super::observations::{InformationKey, ObservingWalker};
use lusory_play::hash::BuildFold;
use lusory_play::stream::Stream;
use lusory_play::{SIDES, Values};
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// The share of plies that a learner draws with equal chances.
const EXPLORATION: f64 = 0.5;
/// What a draw is worth.
const DRAW_VALUE: f64 = 0.5;
/// A game that has more plies counts as drawn.
const MAX_PLIES: usize = 2_000;
/// Approximate bytes of an information set in the map, and of each ply.
const SET_BYTES: usize = 48;
const PLY_BYTES: usize = 8;

/// Strategies of both players for the information sets that were met.
pub struct Strategies {
    sets: HashMap<(u8, InformationKey), PlyRange, BuildFold>,
    regrets: Vec<f32>,
    sums: Vec<f32>,
    max_bytes: usize,
    probabilities: Vec<f64>,
    ids: Vec<u32>,
    steps: Vec<Step>,
}

/// The plies of an information set: the first of them, and how many there are.
#[derive(Clone, Copy, Debug)]
struct PlyRange {
    first: u32,
    count: u32,
}

/// A ply of the learner in a game.
#[derive(Clone, Copy)]
struct Step {
    plies: PlyRange,
    choice: u32,
    /// By his strategy, and how it was drawn.
    probability: f64,
    sampling_probability: f64,
}

/// Which strategy is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyKind {
    /// By regrets, which change.
    Regrets,
    /// The average.
    Average,
}

impl Strategies {
    /// Nothing is known. memory: bytes; where they are used up, plies of further information sets are drawn with equal
    /// chances.
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

    /// How many information sets are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Is none known?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// A player learns from a game: against the other one's regrets, or against a fixed strategy.
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
        // Regrets of values around a draw: nothing is learnt from one.
    }

    /// The ply of the other player: drawn from his strategy, which is added to his average.
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

    /// The ply of the learner: drawn from his strategy, or any. reach: the chance that he drew so far what he drew.
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

    /// The average strategy at a walker's root, by the ids of the plies of who moves there.
    pub fn opening(&mut self, walk: &mut ObservingWalker<'_>) -> Vec<(u32, f64)> {
        walk.rewind();
        let Ok(mover) = u8::try_from(walk.walker.to_move()) else { return Vec::new() };
        let plies = self.look_up(walk, mover, false);
        self.write_probabilities(plies, StrategyKind::Average);
        self.ids.iter().copied().zip(self.probabilities.iter().copied()).collect()
    }

    /// Adds the regrets of a game with a value, from its last ply to its first.
    fn update_regrets(&mut self, value: f64) {
        let sampling_probability: f64 = self.steps.iter().map(|step| step.sampling_probability).product();
        let (weight, mut tail) = (value / sampling_probability, 1.0);
        for step in std::mem::take(&mut self.steps).into_iter().rev() {
            let PlyRange { first, count } = step.plies;
            let whole = tail * step.probability;
            for number in 0..count {
                let gain = if number == step.choice { tail - whole } else { -whole };
                self.regrets[(first + number) as usize] += (weight * gain) as f32;
            }
            tail = whole;
        }
    }

    /// A ply drawn from a strategy, chance plies by their weights; nothing is learnt.
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

    /// The plies of who moves; a new entry where there is none, if that is wanted and there is memory.
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

/// A player learns from so many games against the average strategy of another one.
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

/// Both players learn from so many games each. How many there were: it can be stopped.
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

/// The points of the first player in so many games of the averages against each other; fewer where it was stopped.
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

/// The points of a player who plays by his regrets in so many games against the average of the other one; fewer where it
/// was stopped.
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

/// The values of so many games whose plies a function draws; it is told who moves.
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

/// A number from 0 to below 1.
fn uniform(stream: &mut Stream) -> f64 {
    const PARTS: NonZeroU64 = NonZeroU64::new(1 << 53).unwrap();
    stream.below(PARTS) as f64 / PARTS.get() as f64
}

/// The number that a draw between 0 and 1 falls on.
fn index_of_draw(probabilities: &[f64], drawn: f64) -> usize {
    let mut left = drawn;
    let found = probabilities.iter().position(|&probability| {
        left -= probability;
        left < 0.0
    });
    found.unwrap_or_else(|| probabilities.iter().rposition(|&probability| probability > 0.0).unwrap_or(0))
}
