//! Move part of kernels: a neutral piece is placed next to another piece.

use super::super::parts::{Made, Moves, Position};
use super::super::place_table::PlaceTable;
use super::place::Cells;
use crate::bits::Bits;
use crate::stream::Stream;
use std::num::NonZeroU64;

/// Place(owner=neutral, to=empty & Adjacent(neutral)), once a chance ply has put a first piece anywhere.
#[derive(Clone, Debug)]
pub struct Frontier<const W: usize> {
    /// The neighbours of each place.
    pub near: PlaceTable<W, Bits<W>>,
    /// The id of chance ply to each place, then that of the players'.
    pub ids: [Vec<u32>; 2],
}

impl<const W: usize> Moves<W> for Frontier<W> {
    type Offer = Cells<W>;
    /// Empty cells next to a filled one.
    type Memo = Edge<W>;
    const PIECES: bool = false;

    #[inline]
    fn begin(&self, position: &mut Position<W>, edge: &mut Edge<W>, stream: &mut Stream) -> Option<Made> {
        let to = position.empty.nth(stream.below(NonZeroU64::new(u64::from(position.empty.count()))?) as u32);
        edge.0 = Bits::EMPTY;
        self.fill(position, edge, to);
        Some(Made { part: 0, to })
    }

    fn resume(&self, position: &Position<W>, edge: &mut Edge<W>) {
        let beside = |place: &u32| (*self.near.at(*place) & !position.empty).any();
        edge.0 = position.empty.iter().filter(beside).collect();
    }

    fn near(&self, place: u32) -> Bits<W> {
        *self.near.at(place)
    }

    #[inline(always)]
    fn offer(&self, _: &Position<W>, edge: &Edge<W>) -> Cells<W> {
        Cells::new(edge.0)
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, edge: &mut Edge<W>, offer: &Cells<W>, number: u32) -> Made {
        let to = offer.set.nth(number);
        self.fill(position, edge, to);
        Made { part: 1, to }
    }

    fn id(&self, made: Made) -> u32 {
        self.ids[made.part as usize][made.to as usize]
    }
}

impl<const W: usize> Frontier<W> {
    #[inline(always)]
    fn fill(&self, position: &mut Position<W>, edge: &mut Edge<W>, to: u32) {
        position.empty &= !Bits::bit(to);
        (position.to, position.near) = (to, *self.near.at(to));
        edge.0 = (edge.0 | position.near) & position.empty;
    }
}

/// The cells for the next piece.
#[derive(Clone, Copy, Debug)]
pub struct Edge<const W: usize>(Bits<W>);

impl<const W: usize> Default for Edge<W> {
    fn default() -> Self {
        Edge(Bits::EMPTY)
    }
}
