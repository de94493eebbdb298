//! End part of kernels: a piece without an empty neighbour.

use super::super::lattice::Lattice;
use super::super::parts::{Ends, Position, Verdict};

/// One end by Enclosed(own, unit="cell"), then one by Enclosed(enemy, unit="cell"): the clause and the mover's half
/// points.
#[derive(Clone, Debug)]
pub struct Surrounded<L> {
    /// The steps to neighbours.
    pub lattice: L,
    /// Where an own piece is enclosed.
    pub own: (u16, u8),
    /// Where an enemy piece is.
    pub enemy: (u16, u8),
}

impl<const W: usize, L: Lattice<W>> Ends<W> for Surrounded<L> {
    type Memo = ();

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), _: i32) -> Option<Verdict> {
        let free = self.lattice.around(position.empty);
        if !((position.own | position.enemy) & !free).any() {
            return None;
        }
        let end = if (position.own & !free).any() { self.own } else { self.enemy };
        Some(Verdict::by(end))
    }
}
