//! Counting what is on offer, choosing one by its number, and the ids of plies.

use super::{Offers, Ply};
use crate::plan::Plan;

impl<const W: usize> Offers<W> {
    /// How many plies are on offer. Where the rules let one be offered twice (`Rules::doubled`) it counts twice: see `list`.
    #[must_use]
    pub fn count(&self) -> u64 {
        todo!()
    }

    /// The ply with this number, from 0; nothing beyond the last.
    #[must_use]
    pub fn get(&self, _plan: &Plan<W>, _number: u64) -> Option<Ply<W>> {
        todo!()
    }

    /// All plies with their ids, ascending; where two have one id the first found counts.
    #[must_use]
    pub fn list(&self, _plan: &Plan<W>) -> Vec<(u32, Ply<W>)> {
        todo!()
    }
}

/// The id of a ply.
#[must_use]
pub fn id<const W: usize>(_plan: &Plan<W>, _ply: &Ply<W>) -> u32 {
    todo!()
}

/// The weight of a ply of nature's.
#[must_use]
pub fn weight<const W: usize>(_plan: &Plan<W>, _ply: &Ply<W>) -> u32 {
    todo!()
}
