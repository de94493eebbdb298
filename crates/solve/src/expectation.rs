//! Exact expected values of games with chance plies, by memoised expectiminimax. For games in which no position repeats.

use crate::question::Unanswered;
use lusory_play::Explorer;
use lusory_play::hash::BuildFold;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The approximate memory of a position in the map, in bytes.
const POSITION_BYTES: usize = 96;

/// An expectiminimax search; see the module.
pub struct ExpectationSearch<'s> {
    explorer: &'s mut dyn Explorer,
    stop: &'s AtomicBool,
    positions: &'s AtomicU64,
    max_positions: usize,
    values: HashMap<u128, f64, BuildFold>,
    path: HashSet<u128, BuildFold>,
}

impl<'s> ExpectationSearch<'s> {
    /// A search from an explorer's position, in at most `memory` bytes.
    pub fn new(at: &'s mut dyn Explorer, memory: usize, stop: &'s AtomicBool, positions: &'s AtomicU64) -> Self {
        ExpectationSearch {
            explorer: at,
            stop,
            positions,
            max_positions: (memory / POSITION_BYTES).max(1),
            values: HashMap::default(),
            path: HashSet::default(),
        }
    }

    /// The explorer, at the root of the search.
    pub fn explorer(&mut self) -> &mut dyn Explorer {
        self.explorer
    }

    /// The value of the position for the first player, from 0 to 1.
    ///
    /// # Errors
    /// Where it was stopped, positions repeat, or memory does not suffice.
    pub fn value(&mut self) -> Result<f64, Unanswered> {
        if let Some(values) = self.explorer.values() {
            return Ok(values[0]);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Unanswered::Stopped);
        }
        let position = self.explorer.key();
        let for_key_player = |value: f64| if position.player == 0 { value } else { 1.0 - value };
        if let Some(&value) = self.values.get(&position.key) {
            return Ok(for_key_player(value));
        }
        if self.values.len() >= self.max_positions {
            return Err(Unanswered::Memory);
        }
        if !self.path.insert(position.key) {
            return Err(Unanswered::Repetition);
        }
        let value = self.value_of_plies()?;
        self.path.remove(&position.key);
        self.values.insert(position.key, for_key_player(value));
        self.positions.store(self.values.len() as u64, Ordering::Relaxed);
        Ok(value)
    }

    fn value_of_plies(&mut self) -> Result<f64, Unanswered> {
        let (mut ids, mut weights) = (Vec::new(), Vec::new());
        let mover = self.explorer.to_move();
        self.explorer.legal(&mut ids);
        if mover < 0 {
            self.explorer.weights(&mut weights);
        }
        let (mut sum, mut total, mut best) = (0.0, 0.0, None::<f64>);
        for (number, &id) in ids.iter().enumerate() {
            if !self.explorer.play(id) {
                continue;
            }
            let result = self.value();
            self.explorer.undo();
            let value = result?;
            let weight = weights.get(number).copied().map_or(1.0, f64::from);
            (sum, total) = (sum + weight * value, total + weight);
            best = Some(best.map_or(value, |best| if mover == 0 { best.max(value) } else { best.min(value) }));
            if (mover == 0 && best >= Some(1.0)) || (mover > 0 && best <= Some(0.0)) {
                break;
            }
        }
        Ok(if mover < 0 { sum / f64::max(total, 1.0) } else { best.unwrap_or(0.5) })
    }
}
