//! Self-play with one ply of lookahead. A position's target is the value of its best ply, mixed with the target of the next
//! position (TD(lambda), Sutton 1988) where the chosen ply was nearly the best. Plies are chosen by value with Gumbel noise,
//! so that games differ.
//!
//! With hidden information plies are tried in the position of the game, not in samples of what the mover knows: he sees what
//! each ply would reveal. The values are still those of what each player sees, and a net's judgement reads nothing else.

use crate::model::Model;
use crate::net::open_uniform;
use crate::net_evaluator::NetEvaluator;
use crate::samples::Samples;
use lusory_play::stream::Stream;
use lusory_play::{Evaluate, Explorer, SIDES, StartPosition, Values};
use std::num::NonZeroU64;
use std::sync::Arc;

/// Chance nodes with at most this many outcomes are averaged exactly; of others a few outcomes are sampled.
const MAX_OUTCOMES: usize = 36;
const SAMPLED_OUTCOMES: usize = 8;
/// With hidden information a ply is followed by at most this many forced plies (the answer to an announcement) before the
/// position is evaluated.
const MAX_FORCED_PLIES: usize = 4;

/// The options of self-play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlayOptions {
    /// The seed of all games.
    pub seed: u64,
    /// The maximum number of random plies at the start of a game.
    pub max_opening_plies: u64,
    /// The scale of the noise on values from 0 to 1; each game draws its own between 1/4 and 7/4 of this.
    pub noise: f32,
    /// The weight of the next position's target.
    pub lambda: f32,
    /// The ply limit of a game.
    pub max_plies: usize,
}

/// A ply worse than the best by more than this is not bootstrapped from, since later values are not those of best play.
const MAX_LOSS_FOR_BOOTSTRAP: f32 = 0.05;

/// The decision in one position.
#[derive(Clone, Copy, Debug)]
struct Decision {
    player: i8,
    /// The mover's winning probability after the best ply, and after the chosen one.
    best: f32,
    chosen: f32,
    /// By side: its player, and his winning probability after the best ply. Only where each player has an evaluation.
    sides: [(u8, f32); SIDES],
}

/// A game of self-play.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayGame {
    /// Its positions, with targets.
    pub samples: Samples,
    /// Its result; none where it reached the ply limit.
    pub values: Option<Values>,
    /// The number of positions evaluated.
    pub evaluations: u64,
}

/// Plays games of a net against itself from a position.
pub struct SelfPlayer {
    explorer: Box<dyn Explorer>,
    evaluator: NetEvaluator,
    ids: Vec<u32>,
    chances: Vec<f32>,
    decisions: Vec<Decision>,
    outcomes: Vec<u32>,
    weights: Vec<u32>,
    evaluations: u64,
}

impl SelfPlayer {
    /// A player of games from a position.
    #[must_use]
    pub fn new(start: &(impl StartPosition + ?Sized), model: Arc<Model>) -> Self {
        let judge = NetEvaluator::new(model);
        let at = start.explorer();
        let lists = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        SelfPlayer {
            explorer: at,
            evaluator: judge,
            ids: lists.0,
            chances: lists.1,
            decisions: Vec::new(),
            outcomes: lists.2,
            weights: lists.3,
            evaluations: 0,
        }
    }

    /// Plays game number `number`.
    pub fn play(
        &mut self,
        start: &(impl StartPosition + ?Sized),
        number: u64,
        options: SelfPlayOptions,
    ) -> SelfPlayGame {
        self.begin_game(start);
        let mut stream = Stream::new(options.seed, number);
        let opening = uniform_below(&mut stream, options.max_opening_plies + 1);
        let noise = options.noise * (0.25 + 1.5 * open_uniform(&mut stream));
        let mut samples = Samples::new(self.evaluator.model().inputs.len());
        for ply in 0..options.max_plies {
            if self.explorer.values().is_some() {
                break;
            }
            let chosen = if self.explorer.to_move() < 0 {
                self.explorer.draw(&mut stream)
            } else {
                self.decide(&mut samples, (ply as u64) < opening, noise, &mut stream)
            };
            if !chosen.is_some_and(|id| self.step(id)) {
                break;
            }
        }
        self.finish_game(samples, options.lambda)
    }

    fn begin_game(&mut self, start: &(impl StartPosition + ?Sized)) {
        self.explorer.reset(start.as_any());
        self.evaluator.set_root(self.explorer.as_ref());
        self.evaluations = 0;
        self.decisions.clear();
    }

    /// Plays a ply and makes the position the root; returns whether it was legal.
    fn step(&mut self, id: u32) -> bool {
        if !self.explorer.play(id) {
            return false;
        }
        self.evaluator.push(self.explorer.as_ref());
        self.evaluator.make_root();
        true
    }

    fn finish_game(&self, mut samples: Samples, lambda: f32) -> SelfPlayGame {
        let values = self.explorer.values();
        if self.by_player() {
            self.set_targets_by_player(&mut samples, values, lambda);
        } else {
            self.set_targets(&mut samples, values, lambda);
        }
        SelfPlayGame { samples, values, evaluations: self.evaluations }
    }

    /// Sets the targets, from the last position to the first.
    fn set_targets(&self, samples: &mut Samples, values: Option<Values>, lambda: f32) {
        let mut after: Option<(i8, f32)> = None;
        for (number, decision) in self.decisions.iter().enumerate().rev() {
            let later = match after {
                Some((player, target)) if player == decision.player => Some(target),
                Some((_, target)) => Some(1.0 - target),
                None => values.and_then(|values| values.get(decision.player as usize).map(|&value| value as f32)),
            };
            let bootstrap = later.filter(|_| decision.chosen >= decision.best - MAX_LOSS_FOR_BOOTSTRAP);
            let target = bootstrap.map_or(decision.best, |later| decision.best + lambda * (later - decision.best));
            samples.set_target(number, target);
            after = Some((decision.player, target));
        }
    }

    fn by_player(&self) -> bool {
        self.evaluator.model().layout.viewpoints.by_player()
    }

    /// As `set_targets`, where each position has a sample for each side.
    fn set_targets_by_player(&self, samples: &mut Samples, values: Option<Values>, lambda: f32) {
        let sides = self.evaluator.model().layout.viewpoints.sides;
        let mut after: Option<[f32; SIDES]> = values.map(|values| values.map(|value| value as f32));
        for (number, decision) in self.decisions.iter().enumerate().rev() {
            let bootstrap = after.filter(|_| decision.chosen >= decision.best - MAX_LOSS_FOR_BOOTSTRAP);
            let mut targets = [0.0; SIDES];
            for (side, &(player, best)) in decision.sides.iter().enumerate().take(sides) {
                let target = bootstrap.map_or(best, |later| best + lambda * (later[usize::from(player)] - best));
                samples.set_target(number * sides + side, target);
                targets[usize::from(player)] = target;
            }
            after = Some(targets);
        }
    }

    /// By side: its player, and his winning probability after a ply.
    fn sides_after(&mut self, id: u32, stream: &mut Stream) -> [(u8, f32); SIDES] {
        let mut sides = [(0, 0.0); SIDES];
        for (side, entry) in sides.iter_mut().enumerate().take(self.evaluator.model().layout.viewpoints.sides) {
            let player = self.explorer.player_of(side as u8 + 1);
            *entry = (player, self.chance_after(id, player as i8, stream));
        }
        sides
    }

    /// Looks one ply ahead, records the position, and chooses a ply.
    fn decide(&mut self, samples: &mut Samples, random: bool, noise: f32, stream: &mut Stream) -> Option<u32> {
        let best = self.look_ahead(samples, stream)?;
        let chosen = self.choose(best, random, noise, stream);
        Some(self.record_decision(best, chosen, stream))
    }

    /// Records the position as a sample, and the value of each ply; returns the index of the best.
    fn look_ahead(&mut self, samples: &mut Samples, stream: &mut Stream) -> Option<usize> {
        let mut ids = std::mem::take(&mut self.ids);
        self.explorer.legal(&mut ids);
        self.chances.clear();
        if !ids.is_empty() {
            self.evaluator.add_samples(self.explorer.as_ref(), samples);
        }
        let mover = self.explorer.to_move();
        for &id in &ids {
            let chance = self.chance_after(id, mover, stream);
            self.chances.push(chance);
        }
        self.ids = ids;
        (0..self.ids.len()).max_by(|&one, &other| self.chances[one].total_cmp(&self.chances[other]))
    }

    /// Records the choice of a ply beside the best; returns its id.
    fn record_decision(&mut self, best: usize, chosen: usize, stream: &mut Stream) -> u32 {
        let best_id = self.ids[best];
        let sides = if self.by_player() { self.sides_after(best_id, stream) } else { [(0, 0.0); SIDES] };
        let (best, made) = (self.chances[best], self.chances[chosen]);
        self.decisions.push(Decision { player: self.explorer.to_move(), best, chosen: made, sides });
        self.ids[chosen]
    }

    /// Replays a game of others and sets targets as in self-play; none where a ply is illegal. `number`: of the random
    /// stream that samples the outcomes of chance plies in the lookahead.
    pub fn replay(
        &mut self,
        start: &(impl StartPosition + ?Sized),
        plies: &[u32],
        number: u64,
        options: SelfPlayOptions,
    ) -> Option<SelfPlayGame> {
        self.begin_game(start);
        let mut stream = Stream::new(options.seed, number);
        let mut samples = Samples::new(self.evaluator.model().inputs.len());
        for &id in plies {
            if self.explorer.to_move() >= 0 {
                let best = self.look_ahead(&mut samples, &mut stream)?;
                let place = self.ids.iter().position(|&legal| legal == id)?;
                self.record_decision(best, place, &mut stream);
            }
            if self.explorer.values().is_some() || !self.step(id) {
                return None;
            }
        }
        Some(self.finish_game(samples, options.lambda))
    }

    /// Chooses a ply: a win if there is one; otherwise, without certain losses, uniformly (`random`) or by value with noise.
    fn choose(&self, best: usize, random: bool, noise: f32, stream: &mut Stream) -> usize {
        let chances = &self.chances;
        if chances[best] >= 1.0 {
            return best;
        }
        let not_lost: Vec<usize> = (0..chances.len()).filter(|&place| chances[place] > 0.0).collect();
        if not_lost.is_empty() {
            return best;
        }
        if random {
            return not_lost[uniform_below(stream, not_lost.len() as u64) as usize];
        }
        let gumbel = |stream: &mut Stream| -(-open_uniform(stream).ln()).ln();
        let noisy = not_lost.iter().map(|&place| (chances[place] + noise * gumbel(stream), place));
        noisy.max_by(|first, second| first.0.total_cmp(&second.0)).map_or(best, |(_, place)| place)
    }

    /// A player's winning probability after a ply.
    fn chance_after(&mut self, id: u32, player: i8, stream: &mut Stream) -> f32 {
        if !self.push(id) {
            return 0.0;
        }
        let forced = self.push_forced();
        let chance = self.chance_of(player, stream);
        (0..=forced).for_each(|_| self.pop());
        chance
    }

    /// With hidden information: plays the plies that are forced here; returns how many.
    fn push_forced(&mut self) -> usize {
        let mut forced = 0;
        while self.evaluator.model().layout.viewpoints.secrets
            && forced < MAX_FORCED_PLIES
            && self.explorer.values().is_none()
        {
            self.explorer.legal(&mut self.outcomes);
            let [only] = self.outcomes[..] else { break };
            if !self.push(only) {
                break;
            }
            forced += 1;
        }
        forced
    }

    fn push(&mut self, id: u32) -> bool {
        let is_legal = self.explorer.play(id);
        if is_legal {
            self.evaluator.push(self.explorer.as_ref());
        }
        is_legal
    }

    fn pop(&mut self) {
        self.explorer.undo();
        self.evaluator.pop();
    }

    /// A player's winning probability in the current position; the mean over outcomes at a chance node.
    fn chance_of(&mut self, player: i8, stream: &mut Stream) -> f32 {
        if let Some(values) = self.explorer.values() {
            return usize::try_from(player)
                .ok()
                .and_then(|player| values.get(player))
                .map_or(0.5, |&value| value as f32);
        }
        if self.explorer.to_move() >= 0 {
            self.evaluations += 1;
            let player = usize::try_from(player).unwrap_or_default();
            return self.evaluator.player_chance(self.explorer.as_ref(), player);
        }
        self.mean_over_outcomes(player, stream)
    }

    fn mean_over_outcomes(&mut self, player: i8, stream: &mut Stream) -> f32 {
        let (mut ids, mut weights) = (std::mem::take(&mut self.outcomes), std::mem::take(&mut self.weights));
        self.explorer.legal(&mut ids);
        self.explorer.weights(&mut weights);
        if ids.len() > MAX_OUTCOMES {
            ids = (0..SAMPLED_OUTCOMES).filter_map(|_| self.explorer.draw(stream)).collect();
            weights = vec![1; ids.len()];
        }
        let (mut sum, mut total) = (0.0, 0.0);
        for (&id, &weight) in ids.iter().zip(&weights) {
            if self.push(id) {
                sum += weight as f32 * self.chance_of(player, stream);
                total += weight as f32;
                self.pop();
            }
        }
        (self.outcomes, self.weights) = (ids, weights);
        if total > 0.0 { sum / total } else { 0.5 }
    }
}

fn uniform_below(stream: &mut Stream, bound: u64) -> u64 {
    NonZeroU64::new(bound).map_or(0, |bound| stream.below(bound))
}
