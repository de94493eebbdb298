//! Expected values of games with chance plies: expectiminimax with a lower and an upper bound of every position, by deeper
//! and deeper searches that share them. Chance nodes are searched with the windows of Star1 (Ballard 1983); what his
//! Star2 probes for is known from the search before. Where a position repeats, `endless_chance` takes its place.
//!
//! Bounds hold whenever the search is stopped.

use crate::known_values::{Known, KnownValues};
use crate::question::Unanswered;
use crate::value_bounds::ValueBounds;
use lusory_play::Explorer;
use lusory_play::hash::BuildFold;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Windows of outcomes are wider by this much, so that rounding does not leave a sum within its window.
const ROUNDING: f64 = 1e-12;
/// Depths of the first searches: each is twice as deep as the one before; a last one has no limit.
const FIRST_DEPTH: usize = 2;
const LAST_DEPTH: usize = 64;

/// A ply, with its weight at a chance node and the bounds of the position after it, for the first player.
#[derive(Clone, Copy)]
struct Outcome {
    id: u32,
    weight: f64,
    bounds: ValueBounds,
}

/// An expectiminimax search; see the module.
pub struct ExpectationSearch<'s> {
    explorer: &'s mut dyn Explorer,
    stop: &'s AtomicBool,
    positions: &'s AtomicU64,
    memory: usize,
    known: &'s mut KnownValues,
    path: HashSet<u128, BuildFold>,
    /// Whether a position was met again on its own path.
    has_repeated: bool,
}

impl<'s> ExpectationSearch<'s> {
    /// A search from an explorer's position, in at most `memory` bytes. known: what an earlier search found.
    pub fn new(
        at: &'s mut dyn Explorer,
        known: &'s mut KnownValues,
        memory: usize,
        stop: &'s AtomicBool,
        positions: &'s AtomicU64,
    ) -> Self {
        ExpectationSearch {
            explorer: at,
            stop,
            positions,
            memory,
            known,
            path: HashSet::default(),
            has_repeated: false,
        }
    }

    /// The bounds of the position for the first player; equal unless the search was stopped or the memory is full.
    ///
    /// # Errors
    /// Where positions repeat.
    pub fn bounds(&mut self) -> Result<ValueBounds, Unanswered> {
        if let Some(values) = self.explorer.values() {
            return Ok(ValueBounds::exact(values[0]));
        }
        let depths = std::iter::successors(Some(FIRST_DEPTH), |depth| Some(depth * 2));
        let limited = depths.take_while(|&depth| depth <= LAST_DEPTH);
        let mut found = ValueBounds::UNKNOWN;
        for depth in limited.chain([usize::MAX]) {
            self.path.clear();
            found = self.search(ValueBounds::UNKNOWN, depth)?;
            if found.is_exact() || self.is_over() {
                break;
            }
            if self.has_repeated {
                return Err(Unanswered::Repetition);
            }
        }
        Ok(found)
    }

    /// Whether it was stopped, or the memory is full.
    fn is_over(&self) -> bool {
        self.known.fills(self.memory) || self.stop.load(Ordering::Relaxed)
    }

    /// What is known of the explorer's position, for the first player.
    fn known(&mut self) -> Option<Known> {
        let at = self.explorer.key();
        let known = self.known.get(at.key)?;
        Some(Known { bounds: known.bounds.of(at.player), ..known })
    }

    /// Bounds of a position that is not over, which settle the window if the depth suffices.
    fn search(&mut self, window: ValueBounds, depth: usize) -> Result<ValueBounds, Unanswered> {
        let known = self.known().unwrap_or(Known::NOTHING);
        if known.bounds.settles(window) || known.depth >= depth || self.is_over() {
            return Ok(known.bounds);
        }
        let at = self.explorer.key();
        if !self.path.insert(at.key) {
            self.has_repeated = true;
            return if depth > LAST_DEPTH { Err(Unanswered::Repetition) } else { Ok(known.bounds) };
        }
        let mover = self.explorer.to_move();
        let mut outcomes = self.outcomes(mover < 0);
        let found = match u8::try_from(mover) {
            Ok(player) => self.search_plies(&mut outcomes, player, window, depth),
            Err(_) => self.search_chance(&mut outcomes, window, depth),
        }?;
        self.path.remove(&at.key);
        let bounds = found.within(known.bounds);
        let is_unsettled = !bounds.settles(window) && !self.is_over();
        let depth = if is_unsettled { depth } else { known.depth };
        self.known.put(at.key, Known { bounds: bounds.of(at.player), depth });
        self.positions.store(self.known.len() as u64, Ordering::Relaxed);
        Ok(bounds)
    }

    /// The legal plies with what is known of the positions after them.
    fn outcomes(&mut self, is_chance: bool) -> Vec<Outcome> {
        let (mut ids, mut weights) = (Vec::new(), Vec::new());
        self.explorer.legal(&mut ids);
        if is_chance {
            self.explorer.weights(&mut weights);
        }
        let mut outcomes = Vec::with_capacity(ids.len());
        for (number, &id) in ids.iter().enumerate() {
            if !self.explorer.play(id) {
                continue;
            }
            let bounds = match self.explorer.values() {
                Some(values) => ValueBounds::exact(values[0]),
                None => self.known().map_or(ValueBounds::UNKNOWN, |known| known.bounds),
            };
            self.explorer.undo();
            outcomes.push(Outcome { id, weight: weights.get(number).copied().map_or(1.0, f64::from), bounds });
        }
        outcomes
    }

    /// Improves the bounds of a ply, for a window of the first player.
    fn search_outcome(&mut self, outcome: &mut Outcome, window: ValueBounds, depth: usize) -> Result<(), Unanswered> {
        if depth > 1 && !outcome.bounds.settles(window) && self.explorer.play(outcome.id) {
            let found = self.search(window, if depth > LAST_DEPTH { depth } else { depth - 1 });
            self.explorer.undo();
            outcome.bounds = outcome.bounds.within(found?);
        }
        Ok(())
    }

    /// The plies of a player, the most promising first.
    fn search_plies(
        &mut self,
        outcomes: &mut [Outcome],
        player: u8,
        window: ValueBounds,
        depth: usize,
    ) -> Result<ValueBounds, Unanswered> {
        let own = |outcome: &Outcome| outcome.bounds.of(player);
        let window = window.of(player);
        outcomes.sort_by(|a, b| (own(b).most + own(b).least).total_cmp(&(own(a).most + own(a).least)));
        let mut least = outcomes.iter().map(|outcome| own(outcome).least).fold(0.0, f64::max);
        for outcome in outcomes.iter_mut() {
            if least >= window.most {
                break;
            }
            let rest = ValueBounds { least: window.least.max(least), most: window.most };
            self.search_outcome(outcome, rest.of(player), depth)?;
            least = least.max(own(outcome).least);
        }
        let most = outcomes.iter().map(|outcome| own(outcome).most).fold(0.0, f64::max);
        // A player without a ply draws, as the rules say nothing else.
        let found = if outcomes.is_empty() { ValueBounds::exact(0.5) } else { ValueBounds { least, most } };
        Ok(found.of(player))
    }

    /// The plies of chance: each in the window in which it still matters for the mean, if all others are at their bounds.
    fn search_chance(
        &mut self,
        outcomes: &mut [Outcome],
        window: ValueBounds,
        depth: usize,
    ) -> Result<ValueBounds, Unanswered> {
        let total = total_weight(outcomes);
        for number in 0..outcomes.len() {
            let (mean, mut outcome) = (mean(outcomes), outcomes[number]);
            if mean.settles(window) {
                break;
            }
            let (share, bounds) = (outcome.weight / total, outcome.bounds);
            let least = (window.least - (mean.most - share * bounds.most)) / share - ROUNDING;
            let most = (window.most - (mean.least - share * bounds.least)) / share + ROUNDING;
            self.search_outcome(&mut outcome, ValueBounds { least: least.max(0.0), most: most.min(1.0) }, depth)?;
            outcomes[number] = outcome;
        }
        Ok(mean(outcomes))
    }
}

fn total_weight(outcomes: &[Outcome]) -> f64 {
    outcomes.iter().map(|outcome| outcome.weight).sum()
}

/// The mean of outcomes by their weights.
fn mean(outcomes: &[Outcome]) -> ValueBounds {
    let total = total_weight(outcomes).max(1.0);
    let mean_of = |value: fn(&ValueBounds) -> f64| {
        outcomes.iter().map(|outcome| outcome.weight * value(&outcome.bounds)).sum::<f64>() / total
    };
    ValueBounds { least: mean_of(|bounds| bounds.least), most: mean_of(|bounds| bounds.most) }
}
