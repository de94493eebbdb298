//! End part of kernels: straight lines of own pieces on boards of many cells, or without constant strides, where pieces
//! are never removed.
//!
//! Every line of the board is a bit mask for each side, one bit per cell. A ply sets one bit in each of the lines
//! through its cell; the length of the run round that bit is computed from the mask.
//!
//! ```text
//!   line  . x x . x x x .     bits 01101110; placing at * :  . x x * x x x .  is a run of six
//! ```

use super::super::parts::{EndingCells, Ends, Position, Verdict};
use super::super::place_table::PlaceTable;
use crate::bits::Bits;
use crate::board::{Board, NOWHERE, Place};
use crate::state::State;

/// The most axes.
const AXES: usize = 4;

/// The most lines, of all axes.
const LINES: usize = 128;

/// One end by Line(n): how long, exactly so or more, the clause and the mover's half points.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    /// How long.
    pub n: u32,
    /// Longer runs do not count.
    pub exact: bool,
    /// The clause, and the mover's half points.
    pub end: (u16, u8),
}

impl Length {
    #[inline(always)]
    fn holds(&self, runs: [u32; AXES]) -> bool {
        runs.into_iter().fold(false, |any, run| any | self.fits(run))
    }

    #[inline(always)]
    fn fits(&self, run: u32) -> bool {
        (run == self.n) | (!self.exact & (run > self.n))
    }
}

/// One or two ends by Line.
#[derive(Clone, Debug)]
pub struct Runs<const W: usize> {
    /// For each place and axis: the number of its line times 32, and its bit there.
    spots: PlaceTable<W, [u16; AXES]>,
    /// For each line and bit the place.
    places: Box<[[Place; 32]; LINES]>,
    lengths: (Length, Option<Length>),
}

impl<const W: usize> Runs<W> {
    /// None where there are too many lines, or longer ones than a number holds.
    #[must_use]
    pub fn new(board: &Board<W>, axes: &[usize], lengths: (Length, Option<Length>)) -> Option<Self> {
        // The last line belongs to no cell but those that have none on an axis: each sets the lowest bit.
        let mut spots = vec![[(LINES as u16 - 1) * 32; AXES]; 64 * W];
        let mut places = Box::new([[NOWHERE; 32]; LINES]);
        let mut lines = 0;
        for (axis, &way) in axes.iter().enumerate() {
            let firsts = board.all & !board.shift(board.all, way);
            for first in firsts.iter() {
                for (bit, place) in std::iter::once(first as Place).chain(board.ray(first as Place, way)).enumerate() {
                    *spots[place as usize].get_mut(axis)? = lines * 32 + u16::try_from(bit).ok().filter(|&b| b < 32)?;
                    *places.get_mut(usize::from(lines))?.get_mut(bit)? = place;
                }
                lines += 1;
            }
        }
        let fits = usize::from(lines) < LINES;
        fits.then(|| Runs { spots: PlaceTable::new(|place| spots[place]), places, lengths })
    }
}

impl<const W: usize> Runs<W> {
    /// The lengths in the order in which they are tested.
    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = Length> {
        std::iter::once(self.lengths.0).chain(self.lengths.1)
    }

    /// The verdict for the lengths of the runs through the last cell, one per axis.
    #[inline(always)]
    fn verdict(&self, runs: [u32; AXES]) -> Option<Verdict> {
        if self.lengths.0.holds(runs) {
            return Some(Verdict::by(self.lengths.0.end));
        }
        self.lengths.1.filter(|length| length.holds(runs)).map(|length| Verdict::by(length.end))
    }
}

/// The length of the run of set bits around a set bit.
#[inline(always)]
fn run(line: u32, bit: u32) -> u32 {
    (!(line >> bit)).trailing_zeros() + (!(line << (31 - bit))).leading_zeros() - 1
}

/// The bits next to the run around a set bit, where the line has them.
#[inline(always)]
fn gaps(line: u32, bit: u32) -> impl Iterator<Item = u32> {
    let above = bit + (!(line >> bit)).trailing_zeros();
    let below = (bit + 1).checked_sub((!(line << (31 - bit))).leading_zeros() + 1);
    std::iter::once(above).filter(|&gap| gap < 32).chain(below)
}

/// Every line of each side.
#[derive(Clone, Copy, Debug)]
pub struct Lines([[u32; LINES]; 2]);

impl Default for Lines {
    fn default() -> Self {
        Lines([[0; LINES]; 2])
    }
}

impl<const W: usize> Ends<W> for Runs<W> {
    type Memo = Lines;
    const PIECES: bool = false;
    const FINDS_ENDING_CELLS: bool = true;

    #[inline(always)]
    fn ending_cells(&self, position: &Position<W>, lines: &Lines, seen: &mut EndingCells<W>) {
        for spot in self.spots.at(position.to) {
            let number = usize::from(spot >> 5) % LINES;
            let (line, bit) = (lines.0[position.side as usize & 1][number], u32::from(spot & 31));
            for gap in gaps(line, bit) {
                let place = self.places[number][gap as usize & 31];
                if place == NOWHERE {
                    continue;
                }
                let longer = run(line | 1 << gap, gap);
                if let Some(length) = self.each().find(|length| length.fits(longer)) {
                    seen.add(Bits::bit(place as u32), length.end.1);
                }
            }
        }
    }

    #[inline]
    fn begin(&self, _: &Position<W>, lines: &mut Lines) {
        *lines = Lines::default();
    }

    fn resume(&self, position: &Position<W>, _: &State<W>, lines: &mut Lines) {
        *lines = Lines::default();
        let mover = position.side as usize & 1;
        for (side, pieces) in [(mover, position.own), (mover ^ 1, position.enemy)] {
            for spot in pieces.iter().flat_map(|place| self.spots.at(place)) {
                lines.0[side][usize::from(spot >> 5) % LINES] |= 1 << (spot & 31);
            }
        }
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, lines: &mut Lines, _: i32) -> Option<Verdict> {
        let own = &mut lines.0[position.side as usize & 1];
        self.verdict(self.spots.at(position.to).map(|spot| {
            let (line, bit) = (&mut own[usize::from(spot >> 5) % LINES], u32::from(spot & 31));
            *line |= 1 << bit;
            run(*line, bit)
        }))
    }

    fn peek(&self, position: &Position<W>, lines: &Lines, _: i32) -> Option<Verdict> {
        let own = &lines.0[position.side as usize & 1];
        self.verdict(self.spots.at(position.to).map(|spot| {
            let bit = u32::from(spot & 31);
            run(own[usize::from(spot >> 5) % LINES] | 1 << bit, bit)
        }))
    }
}
