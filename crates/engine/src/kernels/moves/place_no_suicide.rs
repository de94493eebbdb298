//! Move part of kernels: a piece is placed on an empty cell, suicide excluded.

use super::super::effects::enclosed;
use super::super::lattice::Lattice;
use super::super::parts::{Made, Moves, Position};
use super::super::place_table::PlaceTable;
use super::place::Cells;
use crate::bits::Bits;

/// Place(unless=Enclosed(own)) where Capture(Enclosed(enemy)) follows.
#[derive(Clone, Debug)]
pub struct PlaceAlive<const W: usize, L> {
    /// The steps that connect.
    pub lattice: L,
    /// The neighbours of each place.
    pub near: PlaceTable<W, Bits<W>>,
    /// The id of the ply to each place.
    pub ids: Vec<u32>,
}

impl<const W: usize, L: Lattice<W>> PlaceAlive<W, L> {
    /// Whether a piece here would survive: have an empty neighbour, join a group that has one, or capture.
    fn lives(&self, position: &Position<W>, to: u32) -> bool {
        let (cell, near) = (Bits::bit(to), self.near.at(to));
        let free = self.lattice.around(position.empty & !cell);
        if (*near & position.empty).any() {
            return true;
        }
        let enemies = *near & position.enemy & !free;
        (enemies.any() && enclosed(&self.lattice, position.enemy, enemies, free).any())
            || !enclosed(&self.lattice, position.own | cell, cell, free).any()
    }
}

impl<const W: usize, L: Lattice<W>> Moves<W> for PlaceAlive<W, L> {
    type Offer = Cells<W>;
    type Memo = ();
    const TAKES: bool = false;

    #[inline(always)]
    fn offer(&self, position: &Position<W>, (): &()) -> Cells<W> {
        // The lattice's `around` keeps the set itself: cells with an empty neighbour are found direction by direction.
        let beside = self.lattice.before(position.empty);
        let open = beside.as_ref()[1..].iter().fold(Bits::EMPTY, |all, &set| all | set) & position.empty;
        let mut legal = open;
        for eye in (position.empty & !open).iter() {
            if self.lives(position, eye) {
                legal |= Bits::bit(eye);
            }
        }
        Cells::new(legal)
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, (): &mut (), offer: &Cells<W>, number: u32) -> Made {
        position.place(offer.set.nth(number));
        position.near = *self.near.at(position.to);
        Made { part: 0, to: position.to }
    }

    fn id(&self, made: Made) -> u32 {
        self.ids[made.to as usize]
    }
}
