//! Slide distances: evaluates the `distance` number of a slide for all pieces at once.
//!
//! For each number of steps a set holds the pieces with a matching cell so many steps ahead, or behind, on their line.
//! Numbers are bit-sliced: one set of pieces for each binary digit.
//!
//! ```text
//!   x . o x .     Count(origin | Ray(origin, heading, through=everywhere) & ~empty), heading east: 3, 2, 1
//!   a   b c       here: a b c    1 ahead: b    2 ahead: a    3 ahead: a    digits: 1 in a c, 2 in a b
//! ```

use super::group_conditions::GroupConditions;
use crate::bits::Bits;
use crate::rule::{Cells, Number, Ray};

/// The most steps considered to either side.
const MAX_STEPS: usize = 20;
/// Binary digits of a number.
const DIGITS: usize = 6;

/// A bit-sliced number for each piece.
#[derive(Clone, Copy)]
pub(super) struct BitSlicedNumbers<const W: usize>([Bits<W>; DIGITS]);

impl<const W: usize> BitSlicedNumbers<W> {
    /// The pieces with this number.
    pub(super) fn with(&self, number: usize) -> Bits<W> {
        if number >> DIGITS != 0 {
            return Bits::EMPTY;
        }
        let digit = |(i, &set): (usize, &Bits<W>)| if number >> i & 1 != 0 { set } else { !set };
        self.0.iter().enumerate().map(digit).fold(!Bits::EMPTY, |all, set| all & set)
    }

    /// Adds with carry from the digit `from`; none on overflow.
    fn add(&mut self, from: usize, mut carried: Bits<W>) -> Option<()> {
        for digit in self.0.iter_mut().skip(from) {
            (*digit, carried) = (*digit ^ carried, *digit & carried);
        }
        (!carried.any()).then_some(())
    }

    fn of(number: i64, all: Bits<W>) -> Option<Self> {
        let fits = (0..1 << DIGITS).contains(&number);
        let digit = |i: usize| if number >> i & 1 != 0 { all } else { Bits::EMPTY };
        fits.then(|| BitSlicedNumbers(std::array::from_fn(digit)))
    }
}

/// The pieces with a cell of some set so many steps ahead (from 1), so many behind, and on their own cell.
#[derive(Clone, Copy)]
struct LineCells<const W: usize> {
    here: Bits<W>,
    ahead: [Bits<W>; MAX_STEPS],
    behind: [Bits<W>; MAX_STEPS],
    /// The largest distance with any piece.
    far: usize,
}

impl<const W: usize> LineCells<W> {
    const NOWHERE: Self =
        LineCells { here: Bits::EMPTY, ahead: [Bits::EMPTY; MAX_STEPS], behind: [Bits::EMPTY; MAX_STEPS], far: 0 };

    fn join(&mut self, other: &Self, both: impl Fn(Bits<W>, Bits<W>) -> Bits<W>) {
        self.here = both(self.here, other.here);
        self.far = self.far.max(other.far);
        let far = self.far;
        self.ahead.iter_mut().zip(&other.ahead).take(far).for_each(|(mine, theirs)| *mine = both(*mine, *theirs));
        self.behind.iter_mut().zip(&other.behind).take(far).for_each(|(mine, theirs)| *mine = both(*mine, *theirs));
    }
}

impl<const W: usize> GroupConditions<'_, W> {
    /// The number of each piece that moves in this direction; none where the word is not supported.
    pub(super) fn slide_distances(&self, word: &Number, way: usize) -> Option<BitSlicedNumbers<W>> {
        let step = self.evaluator.plan.board.steps.get(way)?;
        let opposite = step.opposite.filter(|&back| self.evaluator.plan.board.steps[back].paired);
        let straight = step.paired && !step.loops.any() && opposite.is_some();
        let line = straight.then_some(LineEvaluator { conditions: self, way })?;
        line.number(word)
    }
}

/// The lines of all pieces in one direction.
struct LineEvaluator<'l, 'a, const W: usize> {
    conditions: &'l GroupConditions<'a, W>,
    way: usize,
}

impl<const W: usize> LineEvaluator<'_, '_, W> {
    fn number(&self, word: &Number) -> Option<BitSlicedNumbers<W>> {
        let all = self.conditions.evaluator.plan.board.all;
        match word {
            Number::Whole(number) => BitSlicedNumbers::of(*number, all),
            Number::Count(of) => match self.conditions.shared_cells(of) {
                Some(set) => BitSlicedNumbers::of(i64::from(set.count()), all),
                None => {
                    let mut cells = LineCells::NOWHERE;
                    self.along(of, &mut cells)?;
                    count(&cells)
                }
            },
            Number::Sum(parts) => parts.iter().try_fold(BitSlicedNumbers::of(0, all)?, |mut sum, part| {
                let more = self.number(part)?;
                more.0.iter().enumerate().try_for_each(|(i, &digit)| sum.add(i, digit))?;
                Some(sum)
            }),
            Number::BySide(parts) => self.number(parts.get(usize::from(self.conditions.evaluator.side))?),
            _ => None,
        }
    }

    /// Adds the cells of a word along each piece's line; none where they may lie elsewhere.
    fn along(&self, word: &Cells, line_cells: &mut LineCells<W>) -> Option<()> {
        match word {
            Cells::Origin => line_cells.here = self.conditions.evaluator.plan.board.all,
            Cells::Ray(ray) => self.ray(ray, line_cells)?,
            Cells::Or(parts) => parts.iter().try_for_each(|part| self.along(part, line_cells))?,
            Cells::And(parts) => line_cells.join(&self.intersection(parts)?, |a, b| a | b),
            _ => return None,
        }
        Some(())
    }

    fn intersection(&self, parts: &[Cells]) -> Option<LineCells<W>> {
        let (mut all, mut bound, mut within) = (LineCells::NOWHERE, false, self.conditions.evaluator.plan.board.all);
        for part in parts {
            if let Some(set) = self.conditions.shared_cells(part) {
                within &= set;
            } else if bound {
                let mut line_cells = LineCells::NOWHERE;
                self.along(part, &mut line_cells)?;
                all.join(&line_cells, |a, b| a & b);
            } else {
                self.along(part, &mut all)?;
                bound = true;
            }
        }
        self.intersect(&mut all, within);
        bound.then_some(all)
    }

    /// Restricts to cells of a set.
    fn intersect(&self, line_cells: &mut LineCells<W>, set: Bits<W>) {
        let board = &self.conditions.evaluator.plan.board;
        let (mut ahead, mut behind) = (set, set);
        line_cells.here &= set;
        for (front, back) in line_cells.ahead.iter_mut().zip(&mut line_cells.behind).take(line_cells.far) {
            (ahead, behind) = (board.before(ahead, self.way), board.shift(behind, self.way));
            *front &= ahead;
            *back &= behind;
        }
    }

    /// A run from each piece ahead, behind, or both.
    fn ray(&self, ray: &Ray, line_cells: &mut LineCells<W>) -> Option<()> {
        let board = &self.conditions.evaluator.plan.board;
        let is_from_origin = matches!(ray.start, Cells::Origin) && ray.until.is_none() && ray.length.is_none();
        let (through, ways) = (self.conditions.shared_cells(&ray.through)?, self.conditions.shared_ways(&ray.ways)?);
        let back = board.steps[self.way].opposite?;
        if !is_from_origin || ways & !(1 << self.way | 1 << back) != 0 {
            return None;
        }
        if ways >> self.way & 1 != 0 {
            let far = run(&mut line_cells.ahead, through, |run| board.before(run, self.way))?;
            line_cells.far = line_cells.far.max(far);
        }
        if ways >> back & 1 != 0 {
            let far = run(&mut line_cells.behind, through, |run| board.shift(run, self.way))?;
            line_cells.far = line_cells.far.max(far);
        }
        Some(())
    }
}

/// Adds the pieces whose run is at least so many steps long, by number of steps; returns the longest. None where one is
/// too long.
fn run<const W: usize>(
    steps: &mut [Bits<W>; MAX_STEPS],
    through: Bits<W>,
    next: impl Fn(Bits<W>) -> Bits<W>,
) -> Option<usize> {
    let mut front = through;
    for (far, pieces) in steps.iter_mut().enumerate() {
        let long = next(front);
        if !long.any() {
            return Some(far);
        }
        *pieces |= long;
        front = long & through;
    }
    None
}

fn count<const W: usize>(line_cells: &LineCells<W>) -> Option<BitSlicedNumbers<W>> {
    let mut sum = BitSlicedNumbers([Bits::EMPTY; DIGITS]);
    sum.add(0, line_cells.here)?;
    let pairs = line_cells.ahead.iter().zip(&line_cells.behind).take(line_cells.far);
    pairs.into_iter().try_for_each(|(&ahead, &behind)| sum.add(0, ahead).and_then(|()| sum.add(0, behind)))?;
    Some(sum)
}
