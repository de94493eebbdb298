//! Monte Carlo CFR with outcome sampling, for games whose histories cannot be listed.
//!
//! M. Lanctot and others, "Monte Carlo Sampling for Regret Minimization in Extensive Games" (2009). Each game updates the
//! regrets of one player along one history; the other one plays by his regrets, and adds what he plays to his average.
//! How far the averages are from optimal is not known: a strategy learnt against a fixed one shows by how much at least.

use super::observed::{InformationKey, ObservedWalk};
use super::tree::CHANCE;
use lusory_play::hash::BuildFold;
use lusory_play::stream::Stream;
use lusory_play::{SIDES, Values};
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// The share of plies that a learner draws with equal chances.
const EXPLORED: f64 = 0.5;
/// What a draw is worth.
const DRAWN: f64 = 0.5;
/// A game that has more plies counts as drawn.
const LONGEST: usize = 2_000;
/// Approximate bytes of an information set in the map, and of each ply.
const SET_BYTES: usize = 48;
const PLY_BYTES: usize = 8;

/// Strategies of both players for the information sets that were met.
pub struct Strategies {
    sets: HashMap<(u8, InformationKey), Plies, BuildFold>,
    regrets: Vec<f32>,
    sums: Vec<f32>,
    most: usize,
    probabilities: Vec<f64>,
    ids: Vec<u32>,
    steps: Vec<Step>,
}

/// The plies of an information set: the first of them, and how many there are.
#[derive(Clone, Copy, Debug)]
struct Plies {
    first: u32,
    count: u32,
}

/// A ply of the learner in a game.
#[derive(Clone, Copy)]
struct Step {
    plies: Plies,
    choice: u32,
    /// By his strategy, and how it was drawn.
    probability: f64,
    drawn: f64,
}

/// Which strategy is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playing {
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
            most: memory,
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
        walk: &mut ObservedWalk<'_>,
        learner: u8,
        against: Option<&mut Strategies>,
        stream: &mut Stream,
    ) {
        walk.rewind();
        self.steps.clear();
        let (mut against, mut reach) = (against, 1.0);
        for _ in 0..LONGEST {
            if let Some(values) = walk.at.values() {
                return self.regret(values[usize::from(learner & 1)] - DRAWN);
            }
            let mover = u8::try_from(walk.at.to_move()).unwrap_or(CHANCE);
            let id = match &mut against {
                _ if mover == CHANCE => walk.at.draw(stream),
                _ if mover == learner => self.explore(walk, mover, &mut reach, stream),
                Some(fixed) => fixed.drawn(walk, mover, Playing::Average, stream),
                None => self.reply(walk, mover, reach, stream),
            };
            let Some(id) = id else { return };
            walk.play(id);
        }
        // Regrets of values around a draw: nothing is learnt from one.
    }

    /// The ply of the other player: drawn from his strategy, which is added to his average.
    fn reply(&mut self, walk: &mut ObservedWalk<'_>, mover: u8, reach: f64, stream: &mut Stream) -> Option<u32> {
        let plies = self.look_up(walk, mover, true);
        self.mix(plies, Playing::Regrets);
        let choice = chosen(&self.probabilities, unit(stream));
        if let Some(plies) = plies {
            for (number, probability) in self.probabilities.iter().enumerate() {
                self.sums[plies.first as usize + number] += (probability / reach) as f32;
            }
        }
        self.ids.get(choice).copied()
    }

    /// The ply of the learner: drawn from his strategy, or any. reach: the chance that he drew so far what he drew.
    fn explore(&mut self, walk: &mut ObservedWalk<'_>, mover: u8, reach: &mut f64, stream: &mut Stream) -> Option<u32> {
        let plies = self.look_up(walk, mover, true);
        self.mix(plies, Playing::Regrets);
        let many = self.ids.len().max(1);
        let any = unit(stream) < EXPLORED;
        let choice = if any {
            ((unit(stream) * many as f64) as usize).min(many - 1)
        } else {
            chosen(&self.probabilities, unit(stream))
        };
        let probability = *self.probabilities.get(choice)?;
        let drawn = EXPLORED / many as f64 + (1.0 - EXPLORED) * probability;
        *reach *= drawn;
        if let Some(plies) = plies {
            self.steps.push(Step { plies, choice: choice as u32, probability, drawn });
        }
        self.ids.get(choice).copied()
    }

    /// The average strategy at a walker's root, by the ids of the plies of who moves there.
    pub fn opening(&mut self, walk: &mut ObservedWalk<'_>) -> Vec<(u32, f64)> {
        walk.rewind();
        let Ok(mover) = u8::try_from(walk.at.to_move()) else { return Vec::new() };
        let plies = self.look_up(walk, mover, false);
        self.mix(plies, Playing::Average);
        self.ids.iter().copied().zip(self.probabilities.iter().copied()).collect()
    }

    /// Adds the regrets of a game with a value, from its last ply to its first.
    fn regret(&mut self, value: f64) {
        let drawn: f64 = self.steps.iter().map(|step| step.drawn).product();
        let (weight, mut tail) = (value / drawn, 1.0);
        for step in std::mem::take(&mut self.steps).into_iter().rev() {
            let Plies { first, count } = step.plies;
            let whole = tail * step.probability;
            for number in 0..count {
                let gain = if number == step.choice { tail - whole } else { -whole };
                self.regrets[(first + number) as usize] += (weight * gain) as f32;
            }
            tail = whole;
        }
    }

    /// A ply drawn from a strategy, chance plies by their weights; nothing is learnt.
    pub fn drawn(
        &mut self,
        walk: &mut ObservedWalk<'_>,
        mover: u8,
        playing: Playing,
        stream: &mut Stream,
    ) -> Option<u32> {
        if mover == CHANCE {
            return walk.at.draw(stream);
        }
        let plies = self.look_up(walk, mover, false);
        self.mix(plies, playing);
        self.ids.get(chosen(&self.probabilities, unit(stream))).copied()
    }

    /// The plies of who moves; a new entry where there is none, if that is wanted and there is memory.
    fn look_up(&mut self, walk: &mut ObservedWalk<'_>, mover: u8, new: bool) -> Option<Plies> {
        walk.at.legal(&mut self.ids);
        let key = (mover, walk.key(usize::from(mover)));
        let count = self.ids.len() as u32;
        if let Some(&plies) = self.sets.get(&key) {
            return Some(plies).filter(|plies| plies.count == count);
        }
        if !new || self.sets.len() * SET_BYTES + (self.regrets.len() + self.ids.len()) * PLY_BYTES > self.most {
            return None;
        }
        let plies = Plies { first: self.regrets.len() as u32, count };
        self.regrets.resize(self.regrets.len() + self.ids.len(), 0.0);
        self.sums.resize(self.regrets.len(), 0.0);
        self.sets.insert(key, plies);
        Some(plies)
    }

    /// Writes the probability of each ply.
    fn mix(&mut self, plies: Option<Plies>, playing: Playing) {
        let from = if playing == Playing::Average { &self.sums } else { &self.regrets };
        let known = plies.map(|plies| &from[plies.first as usize..(plies.first + plies.count) as usize]);
        let all: f64 = known.unwrap_or_default().iter().map(|&share| f64::from(share.max(0.0))).sum();
        let many = self.ids.len();
        self.probabilities.clear();
        self.probabilities.extend((0..many).map(|number| match known {
            Some(known) if all > 0.0 => f64::from(known[number].max(0.0)) / all,
            _ => 1.0 / many as f64,
        }));
    }
}

/// A player learns from so many games against the average strategy of another one.
pub fn learn_against(
    walk: &mut ObservedWalk<'_>,
    (player, own): (u8, &mut Strategies),
    other: &mut Strategies,
    games: u64,
    stream: &mut Stream,
    stop: &AtomicBool,
) {
    let lessons = (0..games).take_while(|_| !stop.load(Ordering::Relaxed));
    lessons.for_each(|_| own.learn(walk, player, Some(other), stream));
}

/// Both players learn from so many games each. How many there were: it can be stopped.
pub fn learn_both(
    strategies: &mut Strategies,
    walk: &mut ObservedWalk<'_>,
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
    walk: &mut ObservedWalk<'_>,
    games: u64,
    stream: &mut Stream,
    stop: &AtomicBool,
) -> Vec<f64> {
    let draw = |walk: &mut ObservedWalk<'_>, mover| strategies.drawn(walk, mover, Playing::Average, stream);
    finished(walk, games, draw, stop).map(|values| values[0]).collect()
}

/// The points of a player who plays by his regrets in so many games against the average of the other one; fewer where it
/// was stopped.
pub fn play_against(
    walk: &mut ObservedWalk<'_>,
    (player, own): (u8, &mut Strategies),
    other: &mut Strategies,
    games: u64,
    stream: &mut Stream,
    stop: &AtomicBool,
) -> Vec<f64> {
    let draw = |walk: &mut ObservedWalk<'_>, mover| match mover == player {
        true => own.drawn(walk, mover, Playing::Regrets, stream),
        false => other.drawn(walk, mover, Playing::Average, stream),
    };
    finished(walk, games, draw, stop).map(|values| values[usize::from(player & 1)]).collect()
}

/// The values of so many games whose plies a function draws; it is told who moves.
fn finished<'a, 'w>(
    walk: &'a mut ObservedWalk<'w>,
    games: u64,
    mut draw: impl FnMut(&mut ObservedWalk<'w>, u8) -> Option<u32> + 'a,
    stop: &'a AtomicBool,
) -> impl Iterator<Item = Values> + 'a {
    (0..games).take_while(|_| !stop.load(Ordering::Relaxed)).map_while(move |_| {
        walk.rewind();
        for _ in 0..LONGEST {
            if let Some(values) = walk.at.values() {
                return Some(values);
            }
            let id = draw(walk, u8::try_from(walk.at.to_move()).unwrap_or(CHANCE))?;
            walk.play(id);
        }
        Some([DRAWN; SIDES])
    })
}

/// A number from 0 to below 1.
fn unit(stream: &mut Stream) -> f64 {
    const PARTS: NonZeroU64 = NonZeroU64::new(1 << 53).unwrap();
    stream.below(PARTS) as f64 / PARTS.get() as f64
}

/// The number that a draw between 0 and 1 falls on.
fn chosen(probabilities: &[f64], drawn: f64) -> usize {
    let mut left = drawn;
    let found = probabilities.iter().position(|&probability| {
        left -= probability;
        left < 0.0
    });
    found.unwrap_or_else(|| probabilities.iter().rposition(|&probability| probability > 0.0).unwrap_or(0))
}
