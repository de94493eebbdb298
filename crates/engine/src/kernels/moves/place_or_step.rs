//! Move part of kernels: a piece is placed on any empty cell, or an own piece steps to an empty neighbour.
//!
//! One set of cells for placements, and one per direction for steps: the pieces with an empty neighbour in that
//! direction. A ply is the n-th member of these sets, selected without a branch, since the kind of ply is
//! unpredictable.

use super::super::lattice::Lattice;
use super::super::parts::{Made, Moves, Offer, Position};
use super::super::place_table::PlaceTable;
use crate::bits::Bits;
use crate::board::Board;
use crate::board::DirectionSet;

/// Either(Place(), Step(own)).
#[derive(Clone, Debug)]
pub struct PlaceOrStep<const W: usize, L> {
    lattice: L,
    /// For each place: itself, then the next cell in each direction.
    to: PlaceTable<W, [u16; 16]>,
    /// The cell of each place, the cells of the board, the first ids of placements and steps.
    cells: Vec<u32>,
    count: u32,
    bases: [u32; 2],
}

impl<const W: usize, L: Lattice<W>> PlaceOrStep<W, L> {
    /// Steps go in these directions; none where the board is not of the lattice's sort.
    #[must_use]
    pub fn new(board: &Board<W>, directions: DirectionSet, bases: [u32; 2]) -> Option<Self> {
        let next = |p: usize, lane: usize| match lane.checked_sub(1) {
            None => p as u16,
            Some(n) => crate::board::ways(directions).nth(n).map_or(0, |way| board.next(p as i16, way).max(0) as u16),
        };
        let to = PlaceTable::new(|p| std::array::from_fn(|lane| next(p, lane)));
        let cells = (0..64 * W).map(|p| board.cell_of(p as i16)).collect();
        Some(PlaceOrStep { lattice: L::new(board, directions)?, to, cells, count: board.count, bases })
    }
}

/// Sets, with prefix sums of the numbers of plies.
#[derive(Clone, Copy, Debug)]
pub struct Sets<S> {
    sets: S,
    before: [u32; 16],
    count: u32,
}

impl<S: Copy> Offer for Sets<S> {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.count
    }
}

impl<const W: usize, L: Lattice<W>> Moves<W> for PlaceOrStep<W, L> {
    type Offer = Sets<L::Sets>;
    type Memo = ();
    const TAKES: bool = false;

    #[inline(always)]
    fn offer(&self, position: &Position<W>, (): &()) -> Self::Offer {
        let mut sets = self.lattice.before(position.empty);
        let (mut before, mut count) = ([0; 16], 0);
        for (lane, set) in sets.as_mut().iter_mut().enumerate() {
            if lane > 0 {
                *set &= position.own;
            }
        }
        for (lane, set) in sets.as_ref().iter().enumerate() {
            before[lane] = count;
            count += set.count();
        }
        Sets { sets, before, count }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, (): &mut (), offer: &Self::Offer, number: u32) -> Made {
        let sets = offer.sets.as_ref();
        let mut lane = 0;
        for &before in &offer.before[1..sets.len()] {
            lane += usize::from(number >= before);
        }
        let from = sets[lane % sets.len()].nth(number - offer.before[lane & 15]);
        let to = u32::from(self.to.at(from)[lane & 15]);
        let moved = u64::from(lane != 0).wrapping_neg();
        let left = Bits(Bits::<W>::bit(from).0.map(|word| word & moved));
        let landed = Bits::bit(to);
        position.own = (position.own & !left) | landed;
        position.empty = (position.empty & !landed) | left;
        (position.to, position.placed) = (to, lane == 0);
        Made { part: u32::from(lane != 0), from, to }
    }

    fn id(&self, made: Made) -> u32 {
        let cell = |place: u32| self.cells[place as usize];
        let origin = if made.part == 0 { 0 } else { cell(made.from) * self.count };
        self.bases[made.part as usize] + origin + cell(made.to)
    }
}
