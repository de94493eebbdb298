//! Exact expected values of games with chance plies, by memoized search. For games in which no position repeats.

use crate::question::Unanswered;
use lusory_play::Explorer;
use lusory_play::hash::BuildFold;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Approximate bytes of a position in the maps.
const EACH: usize = 96;

/// See the module.
pub struct Expectation<'s> {
    at: &'s mut dyn Explorer,
    stop: &'s AtomicBool,
    found: &'s AtomicU64,
    most: usize,
    known: HashMap<u128, f64, BuildFold>,
    path: HashSet<u128, BuildFold>,
}

impl<'s> Expectation<'s> {
    /// A search from an explorer's position, in at most `memory` bytes.
    pub fn new(at: &'s mut dyn Explorer, memory: usize, stop: &'s AtomicBool, found: &'s AtomicU64) -> Self {
        let (known, path) = (HashMap::default(), HashSet::default());
        Expectation { at, stop, found, most: (memory / EACH).max(1), known, path }
    }

    /// The explorer, at the root of the search.
    pub fn explorer(&mut self) -> &mut dyn Explorer {
        self.at
    }

    /// The value of the position for the first player, from 0 to 1.
    ///
    /// # Errors
    /// Where it was stopped, positions repeat, or memory does not suffice.
    pub fn value(&mut self) -> Result<f64, Unanswered> {
        if let Some(values) = self.at.values() {
            return Ok(values[0]);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Unanswered::Stopped);
        }
        let position = self.at.key();
        let first = |value: f64| if position.player == 0 { value } else { 1.0 - value };
        if let Some(&value) = self.known.get(&position.key) {
            return Ok(first(value));
        }
        if self.known.len() >= self.most {
            return Err(Unanswered::Memory);
        }
        if !self.path.insert(position.key) {
            return Err(Unanswered::Circles);
        }
        let value = self.of_plies()?;
        self.path.remove(&position.key);
        self.known.insert(position.key, first(value));
        self.found.store(self.known.len() as u64, Ordering::Relaxed);
        Ok(value)
    }

    fn of_plies(&mut self) -> Result<f64, Unanswered> {
        let (mut ids, mut weights) = (Vec::new(), Vec::new());
        let mover = self.at.to_move();
        self.at.legal(&mut ids);
        if mover < 0 {
            self.at.weights(&mut weights);
        }
        let (mut sum, mut all, mut best) = (0.0, 0.0, None::<f64>);
        for (number, &id) in ids.iter().enumerate() {
            if !self.at.play(id) {
                continue;
            }
            let below = self.value();
            self.at.undo();
            let value = below?;
            let weight = weights.get(number).copied().map_or(1.0, f64::from);
            (sum, all) = (sum + weight * value, all + weight);
            best = Some(best.map_or(value, |best| if mover == 0 { best.max(value) } else { best.min(value) }));
            if (mover == 0 && best >= Some(1.0)) || (mover > 0 && best <= Some(0.0)) {
                break;
            }
        }
        Ok(if mover < 0 { sum / f64::max(all, 1.0) } else { best.unwrap_or(0.5) })
    }
}
