//! A piece of nobody's put next to one that is there.

use super::place::Cells;
use super::super::words::{Made, Moves, Position};
use crate::bits::Bits;

/// Place(owner=neutral, to=empty & Adjacent(neutral)), once a first piece lies anywhere.
#[derive(Clone, Debug)]
pub struct Frontier<const W: usize> {
    /// The neighbours of each place.
    pub near: Vec<Bits<W>>,
    /// The id of the ply to each place.
    pub ids: Vec<u32>,
    /// The id of the first ply to each place.
    pub first: Vec<u32>,
}

impl<const W: usize> Moves<W> for Frontier<W> {
    type Offer = Cells<W>;
    /// Empty cells next to a filled one; at first all; and has the game begun?
    type Memo = Edge<W>;

    fn begin(&self, position: &Position<W>, memo: &mut Edge<W>) {
        *memo = Edge { cells: position.empty, begun: false };
    }

    #[inline(always)]
    fn offer(&self, _: &Position<W>, memo: &Edge<W>) -> Cells<W> {
        Cells::new(memo.cells)
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, memo: &mut Edge<W>, offer: &Cells<W>, number: u32) -> Made {
        let to = offer.set.nth(number);
        position.empty = position.empty & !Bits::bit(to);
        position.to = to;
        let old = if memo.begun { memo.cells } else { Bits::EMPTY };
        memo.cells = (old | self.near[to as usize % (64 * W)]) & position.empty;
        let part = u32::from(memo.begun);
        memo.begun = true;
        Made { part, from: 0, to }
    }

    fn id(&self, made: Made) -> u32 {
        if made.part == 0 { self.first[made.to as usize] } else { self.ids[made.to as usize] }
    }
}

/// Where the next piece may go.
#[derive(Clone, Copy, Debug)]
pub struct Edge<const W: usize> {
    cells: Bits<W>,
    begun: bool,
}

impl<const W: usize> Default for Edge<W> {
    fn default() -> Self {
        Edge { cells: Bits::EMPTY, begun: false }
    }
}
