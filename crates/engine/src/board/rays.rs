//! Rays: runs of cells along a direction from start cells.
//!
//! ```text
//!   start s, through x, until o:     s x x o    the run is x x
//!                                    s x x .    there is none
//!                                    s o . .    the run is empty
//! ```

use super::{Board, Place, set_of_place};
use crate::bits::Bits;

/// What a run is made of.
#[derive(Clone, Copy, Debug)]
pub struct Span<const W: usize> {
    /// What it may pass.
    pub through: Bits<W>,
    /// What must stand right after it; a run ends at the first of these, even where it might pass.
    pub until: Option<Bits<W>>,
    /// How long it is exactly, at least 1; without `until` a longer one is cut.
    pub length: Option<u32>,
}

impl<const W: usize> Board<W> {
    /// The run from one cell, cell by cell.
    #[must_use]
    pub fn run(&self, start: Place, direction: usize, span: &Span<W>) -> Bits<W> {
        let (until, length) = (span.until.unwrap_or(Bits::EMPTY), span.length.unwrap_or(u32::MAX));
        let (mut run, mut long) = (Bits::EMPTY, 0);
        let if_long_enough =
            |run: Bits<W>, long: u32| if span.length.is_none_or(|n| n == long) { run } else { Bits::EMPTY };
        for cell in self.ray(start, direction) {
            if until.has(cell as u32) {
                return if_long_enough(run, long);
            }
            if !span.through.has(cell as u32) || (span.until.is_none() && long == length) {
                break;
            }
            run |= set_of_place(cell);
            long += 1;
        }
        if span.until.is_none() { if_long_enough(run, long) } else { Bits::EMPTY }
    }

    /// The runs from all cells of a set, joined.
    #[must_use]
    pub fn runs_from(&self, start: Bits<W>, direction: usize, span: &Span<W>) -> Bits<W> {
        if self.steps[direction].loops.any() {
            return start.iter().fold(Bits::EMPTY, |all, p| all | self.run(p as Place, direction, span));
        }
        match (span.until, span.length) {
            (None, None) => self.along(start, direction, span.through),
            (Some(until), None) => {
                let pass = span.through & !until;
                let reached = self.along(start, direction, pass);
                reached & self.back_along(until, direction, pass)
            }
            (until, Some(length)) => self.cut(start, direction, span.through, until, length),
        }
    }

    /// All cells reached from the set along a direction while they lie in `pass`. The direction has no loop.
    #[inline]
    #[must_use]
    pub fn along(&self, start: Bits<W>, direction: usize, pass: Bits<W>) -> Bits<W> {
        let mut all = Bits::EMPTY;
        let mut front = self.shift(start, direction) & pass;
        while front.any() {
            all |= front;
            front = self.shift(front, direction) & pass & !all;
        }
        all
    }

    /// The same against the direction.
    #[inline]
    #[must_use]
    pub fn back_along(&self, start: Bits<W>, direction: usize, pass: Bits<W>) -> Bits<W> {
        let mut all = Bits::EMPTY;
        let mut front = self.before(start, direction) & pass;
        while front.any() {
            all |= front;
            front = self.before(front, direction) & pass & !all;
        }
        all
    }

    /// Runs of exactly so many cells: back from where they may end to the starts from which they get there, then forth.
    fn cut(&self, start: Bits<W>, direction: usize, through: Bits<W>, until: Option<Bits<W>>, length: u32) -> Bits<W> {
        let pass = through & !until.unwrap_or(Bits::EMPTY);
        let mut ends = until.map_or(pass, |until| self.before(until, direction) & pass);
        for _ in 1..length {
            if !ends.any() {
                return Bits::EMPTY;
            }
            ends = self.before(ends, direction) & pass;
        }
        let mut front = self.before(ends, direction) & start;
        let mut all = Bits::EMPTY;
        for _ in 0..if front.any() { length } else { 0 } {
            front = self.shift(front, direction);
            all |= front;
        }
        all
    }
}
