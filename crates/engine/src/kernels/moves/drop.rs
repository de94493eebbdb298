//! Move part of kernels: a piece is dropped and lands on the border or on another piece.

use super::super::lattice::Lanes;
use super::super::parts::{Made, Moves, Position};
use super::super::place_table::PlaceTable;
use super::place::Cells;
use crate::bits::Bits;

/// Place(to=empty & ~Shift(empty, up)).
#[derive(Clone, Debug)]
pub struct Drop<const W: usize> {
    /// The direction from which pieces fall, alone in lane 0.
    pub up: Lanes<W>,
    /// The other way.
    pub down: Lanes<W>,
    /// The neighbours of each place.
    pub near: PlaceTable<W, Bits<W>>,
    /// The id of the ply to each place.
    pub ids: Vec<u32>,
}

impl<const W: usize> Moves<W> for Drop<W> {
    type Offer = Cells<W>;
    type Memo = ();
    const PIECES: bool = false;

    #[inline(always)]
    fn offer(&self, position: &Position<W>, (): &()) -> Cells<W> {
        Cells::new(position.empty & !self.up.shift(0, position.empty))
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, (): &mut (), offer: &Cells<W>, number: u32) -> Made {
        position.place(offer.set.nth(number));
        position.near = *self.near.at(position.to);
        Made { part: 0, from: 0, to: position.to }
    }

    fn id(&self, made: Made) -> u32 {
        self.ids[made.to as usize]
    }

    #[inline(always)]
    fn among(&self, offer: &Cells<W>, cells: Bits<W>) -> Bits<W> {
        offer.set & cells
    }

    #[inline(always)]
    fn under(&self, cells: Bits<W>) -> Bits<W> {
        self.down.shift(0, cells)
    }

    #[inline(always)]
    fn number(&self, offer: &Cells<W>, cell: u32) -> u32 {
        offer.rank(cell)
    }
}
