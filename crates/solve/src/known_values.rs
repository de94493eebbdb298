//! What a search for expected values knows of positions. It outlives the search, and can be saved.

use crate::value_bounds::ValueBounds;
use lusory_play::hash::BuildFold;
use std::collections::HashMap;

/// The approximate memory of a position, in bytes.
const POSITION_BYTES: usize = 112;

/// What is known of a position, for the player of its key. depth: of a search that did not settle it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// Of its value.
    pub bounds: ValueBounds,
    /// See above.
    pub depth: usize,
}

impl Known {
    /// Nothing is known.
    pub const NOTHING: Self = Known { bounds: ValueBounds::UNKNOWN, depth: 0 };
}

/// See the module.
#[derive(Clone, Default, Debug)]
pub struct KnownValues {
    by_key: HashMap<u128, Known, BuildFold>,
}

impl KnownValues {
    /// How many positions are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Whether no more positions fit into so many bytes.
    #[must_use]
    pub fn fills(&self, memory: usize) -> bool {
        self.len() >= (memory / POSITION_BYTES).max(1)
    }

    /// What is known of a key.
    #[must_use]
    pub fn get(&self, key: u128) -> Option<Known> {
        self.by_key.get(&key).copied()
    }

    /// Keeps what is known of a key.
    pub fn put(&mut self, key: u128, known: Known) {
        self.by_key.insert(key, known);
    }

    /// As numbers, for a checkpoint.
    pub fn rows(&self) -> impl Iterator<Item = [u64; 5]> + '_ {
        self.by_key.iter().map(|(&key, known)| {
            let bounds = [known.bounds.least, known.bounds.most].map(f64::to_bits);
            [key as u64, (key >> 64) as u64, bounds[0], bounds[1], known.depth as u64]
        })
    }

    /// Keeps what such numbers say.
    pub fn restore(&mut self, [low, high, least, most, depth]: [u64; 5]) {
        let bounds = ValueBounds { least: f64::from_bits(least), most: f64::from_bits(most) };
        self.put(u128::from(low) | u128::from(high) << 64, Known { bounds, depth: depth as usize });
    }
}
