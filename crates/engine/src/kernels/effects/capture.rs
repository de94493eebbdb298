//! Capture of groups without an empty neighbour.
//!
//! A ply fills one cell. A group can have lost its last empty neighbour only if it lies next to that cell (or holds
//! it), so for most plies it suffices to test the neighbours of the cell.

use super::super::lattice::Lattice;
use super::super::parts::{Effects, Position};
use crate::bits::Bits;

/// Capture(Enclosed(enemy)) after a placement; then Capture(Enclosed(own)), if `OWN`.
#[derive(Clone, Debug)]
pub struct CaptureEnclosed<L, const OWN: bool> {
    /// The steps that connect.
    pub lattice: L,
}

/// The groups of these pieces that no empty cell touches. Stops once no suspect can be in such a group.
#[inline(always)]
pub(in super::super) fn enclosed<const W: usize, L: Lattice<W>>(
    lattice: &L,
    pieces: Bits<W>,
    suspects: Bits<W>,
    free: Bits<W>,
) -> Bits<W> {
    let mut alive = pieces & free;
    loop {
        let grown = lattice.around(alive) & pieces;
        if !(suspects & !grown).any() {
            return Bits::EMPTY;
        }
        if grown == alive {
            return pieces & !alive;
        }
        alive = grown;
    }
}

impl<const W: usize, L: Lattice<W>, const OWN: bool> Effects<W> for CaptureEnclosed<L, OWN> {
    type Memo = ();

    #[inline(always)]
    fn follow(&self, position: &mut Position<W>, (): &mut ()) {
        let free = self.lattice.around(position.empty);
        let suspects = position.near & position.enemy & !free;
        if suspects.any() {
            let taken = enclosed(&self.lattice, position.enemy, suspects, free);
            position.enemy = position.enemy ^ taken;
            position.empty |= taken;
        }
        if OWN && !(position.near & position.empty).any() {
            let free = self.lattice.around(position.empty);
            let taken = enclosed(&self.lattice, position.own, Bits::bit(position.to), free);
            position.own = position.own ^ taken;
            position.empty |= taken;
        }
    }
}
