//! End part of kernels: straight lines of own pieces, found by walking from the last piece; for games with captures.

use super::super::parts::{Ends, Position, Verdict};
use super::super::place_table::PlaceTable;
use crate::board::{Board, Place};

/// The most axes.
const AXES: usize = 4;

/// Line(n).
#[derive(Clone, Debug)]
pub struct Walk<const W: usize> {
    /// For each place and axis the next cell ahead and back; the place itself where there is none.
    next: PlaceTable<W, [[u16; 2]; AXES]>,
    n: u32,
    end: (u16, u8),
}

impl<const W: usize> Walk<W> {
    /// None where there are too many axes.
    #[must_use]
    pub fn new(board: &Board<W>, axes: &[usize], n: u32, end: (u16, u8)) -> Option<Self> {
        let step = |place: usize, way: Option<usize>| match way.map_or(-1, |way| board.next(place as Place, way)) {
            there @ 0.. => there as u16,
            _ => place as u16,
        };
        let both = |place, axis: Option<&usize>| {
            let ahead = axis.copied();
            [step(place, ahead), step(place, ahead.and_then(|way| board.steps[way].opposite))]
        };
        let next = PlaceTable::new(|place| std::array::from_fn(|axis| both(place, axes.get(axis))));
        (axes.len() <= AXES).then_some(Walk { next, n, end })
    }

    /// How many own pieces in a row follow a cell.
    #[inline(always)]
    fn beyond(&self, position: &Position<W>, axis: usize, turn: usize) -> u32 {
        let (mut place, mut count) = (position.to, 0);
        loop {
            let next_place = u32::from(self.next.at(place)[axis][turn]);
            if next_place == place || !Position::holds(&position.own, next_place) {
                return count;
            }
            (place, count) = (next_place, count + 1);
        }
    }
}

impl<const W: usize> Ends<W> for Walk<W> {
    type Memo = ();

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), _: i32) -> Option<Verdict> {
        let long = |axis| 1 + self.beyond(position, axis, 0) + self.beyond(position, axis, 1) >= self.n;
        if (0..AXES).any(long) { Some(Verdict::by(self.end)) } else { None }
    }
}
