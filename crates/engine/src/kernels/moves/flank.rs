//! Move part of kernels: a piece is placed so that enemies stand in line between it and another own piece; they flip.

use super::super::lattice::{Lanes, Rows};
use super::super::parts::{Made, Moves, Offer, Position};
use super::place::Cells;
use crate::bits::Bits;
use crate::board::{Board, NOWHERE, Place};

/// First(Place(needs=flanked), Pass()) and Flip(flanked), where flanked = Ray(to, ways, through=enemy, until=own).
#[derive(Clone, Debug)]
pub struct Flank<const W: usize> {
    /// The directions of the rays.
    ahead: Lanes<W>,
    /// The longest run that can stand between two cells.
    longest: u32,
    /// The id of the ply to each place.
    ids: Vec<u32>,
    /// The id of the pass.
    pass: u32,
}

/// Cells, or the pass if there is none.
#[derive(Clone, Copy, Debug)]
pub struct Flanks<const W: usize> {
    cells: Cells<W>,
    count: u32,
}

impl<const W: usize> Offer for Flanks<W> {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.count
    }
}

impl<const W: usize> Flank<W> {
    /// Rays go in the directions of the lanes.
    #[must_use]
    pub fn new(board: &Board<W>, ahead: Lanes<W>, ids: Vec<u32>, pass: u32) -> Self {
        let (mut cells, mut longest) = ([board.all; 8], 0);
        while cells.iter().any(Bits::any) {
            cells = ahead.each(&cells);
            longest += 1;
        }
        // A line of so many cells, with one left at either end.
        Flank { ahead, longest: u32::max(longest, 3) - 2, ids, pass }
    }

    /// Whether either side has a placement.
    #[must_use]
    pub fn begins(&self, position: &Position<W>) -> bool {
        let Position { own, enemy, empty, .. } = *position;
        (self.cells(own, enemy, empty) | self.cells(enemy, own, empty)).any()
    }

    /// In each direction, the enemies in unbroken runs that begin right after a cell of the set.
    #[inline(always)]
    fn runs(&self, from: Bits<W>, enemy: Bits<W>) -> Rows<W> {
        let lanes = &self.ahead;
        let mut runs = lanes.each(&[from; 8]).map(|next| next & enemy);
        let mut length = 1;
        while length < self.longest {
            let further = lanes.each(&runs);
            for (run, next) in runs.iter_mut().zip(further) {
                *run |= next & enemy;
            }
            length += 1;
        }
        runs
    }

    #[inline(always)]
    fn cells(&self, own: Bits<W>, enemy: Bits<W>, empty: Bits<W>) -> Bits<W> {
        let ends = self.ahead.each(&self.runs(own, enemy));
        ends.into_iter().fold(Bits::EMPTY, |all, end| all | end) & empty
    }
}

impl<const W: usize> Moves<W> for Flank<W> {
    type Offer = Flanks<W>;
    type Memo = ();

    #[inline(always)]
    fn offer(&self, position: &Position<W>, (): &()) -> Flanks<W> {
        let cells = Cells::new(self.cells(position.own, position.enemy, position.empty));
        let mut count = cells.count;
        if count == 0 {
            count = u32::from(self.cells(position.enemy, position.own, position.empty).any());
        }
        Flanks { cells, count }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, (): &mut (), offer: &Flanks<W>, number: u32) -> Made {
        if offer.cells.count == 0 {
            position.placed = false;
            return Made { part: 1, from: 0, to: 0 };
        }
        position.place(offer.cells.set.nth(number));
        let runs = self.runs(Bits::bit(position.to), position.enemy);
        let ends = self.ahead.each(&runs);
        let mut turned = Bits::EMPTY;
        for (run, end) in runs.into_iter().zip(ends) {
            let closed = u64::from((end & position.own).any()).wrapping_neg();
            turned |= Bits(run.0.map(|word| word & closed));
        }
        (position.own, position.enemy) = (position.own | turned, position.enemy & !turned);
        Made { part: 0, from: 0, to: position.to }
    }

    fn id(&self, made: Made) -> u32 {
        if made.part == 1 { self.pass } else { self.ids[made.to as usize] }
    }

    fn target(&self, made: Made) -> Place {
        if made.part == 1 { NOWHERE } else { made.to as Place }
    }
}
