//! Move part of kernels: a piece is placed on any empty cell; the end part keeps track of its owner.

use super::super::parts::{Made, Moves, Position};
use super::place::Cells;

/// Place() on an empty cell; the kernel keeps no pieces.
#[derive(Clone, Debug)]
pub struct Fill {
    /// The id of the ply to each place.
    pub ids: Vec<u32>,
}

impl<const W: usize> Moves<W> for Fill {
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
        Made { part: 0, to }
    }

    fn id(&self, made: Made) -> u32 {
        self.ids[made.to as usize]
    }
}
