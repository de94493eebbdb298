//! Move part of kernels: a piece is placed on any empty cell.

use super::super::parts::{Made, Moves, Offer, Position};
use super::super::place_table::PlaceTable;
use crate::bits::Bits;

/// Place() on an empty cell.
#[derive(Clone, Debug)]
pub struct Place<const W: usize> {
    /// The neighbours of each place, where an effect or an end asks for them.
    pub near: PlaceTable<W, Bits<W>>,
    /// The id of the ply to each place.
    pub ids: Vec<u32>,
}

/// A set of cells, one ply each.
#[derive(Clone, Copy, Debug)]
pub struct Cells<const W: usize> {
    /// The cells.
    pub set: Bits<W>,
    /// How many they are.
    pub count: u32,
}

impl<const W: usize> Cells<W> {
    /// Counts the cells.
    #[inline(always)]
    #[must_use]
    pub fn new(set: Bits<W>) -> Self {
        Cells { set, count: set.count() }
    }
}

impl<const W: usize> Offer for Cells<W> {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.count
    }
}

impl<const W: usize> Moves<W> for Place<W> {
    type Offer = Cells<W>;
    type Memo = ();
    const PIECES: bool = false;

    #[inline(always)]
    fn offer(&self, position: &Position<W>, (): &()) -> Cells<W> {
        Cells::new(position.empty)
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, (): &mut (), offer: &Cells<W>, number: u32) -> Made {
        let to = offer.set.nth(number);
        position.place(to);
        position.near = *self.near.at(to);
        Made { part: 0, to }
    }

    fn id(&self, made: Made) -> u32 {
        self.ids[made.to as usize]
    }
}
