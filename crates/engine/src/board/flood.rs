//! Flood fill and connected groups on bitboards.
//!
//! ```text
//!   seed s, within x:    . x x .      . s x .      . s s .      . s s .
//!                        . . x .  ->  . . x .  ->  . . s .  ->  . . s .
//!                        s x . x      s s . x      s s . x      s s . x
//! ```

use super::{Board, DirectionSet};
use crate::bits::Bits;

impl<const W: usize> Board<W> {
    /// What can be reached from the seed by steps inside `within`; so much of the seed as lies inside is reached.
    #[inline]
    #[must_use]
    pub fn reached(&self, seed: Bits<W>, within: Bits<W>, directions: DirectionSet) -> Bits<W> {
        match self.precomputed_spread(directions) {
            Some(fan) => flood(seed, within, |front| fan.out.of(front)),
            None => flood(seed, within, |front| self.spread(front, directions)),
        }
    }

    /// The connected groups of `within` that hold a cell of the seed, joined: reached whichever way steps lead.
    #[inline]
    #[must_use]
    pub fn connected(&self, seed: Bits<W>, within: Bits<W>, directions: DirectionSet) -> Bits<W> {
        match self.precomputed_spread(directions) {
            Some(fan) => flood(seed, within, |front| fan.linked.of(front)),
            None => flood(seed, within, |front| self.linked(front, directions)),
        }
    }

    /// The connected groups of `within` that hold a cell of the seeds, one by one.
    #[inline]
    pub fn groups(
        &self,
        seeds: Bits<W>,
        within: Bits<W>,
        directions: DirectionSet,
    ) -> impl Iterator<Item = Bits<W>> + use<'_, W> {
        let mut left = seeds & within;
        std::iter::from_fn(move || {
            let group = self.connected(Bits::one(left.first()?), within, directions);
            left &= !group;
            Some(group)
        })
    }
}

#[inline(always)]
fn flood<const W: usize>(seed: Bits<W>, within: Bits<W>, next: impl Fn(Bits<W>) -> Bits<W>) -> Bits<W> {
    let mut reached = seed & within;
    let mut front = reached;
    while front.any() {
        front = next(front) & within & !reached;
        reached |= front;
    }
    reached
}
