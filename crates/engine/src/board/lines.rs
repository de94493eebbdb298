//! Straight lines: finds all runs of n cells at once, by doubling.
//!
//! A link of a set along a direction is a cell of it with the next cell in it too. Stretches of n cells are n - 1 links
//! in a row, found by doubling: two links, then four, ... are those from which as many links lead to as many more.
//!
//! ```text
//!   x x x x . x x     the set, east
//!   1 1 1 . . 1 .     one link starts here
//!   2 2 . . . . .     two links: a link, and one a step on
//!   3 . . . . . .     three: two, and two a step on
//! ```

use super::{Board, DirectionSet, Place, set_of_place, ways};
use crate::bits::Bits;

impl<const W: usize> Board<W> {
    /// One direction of each pair of opposites in which either is requested.
    #[inline]
    pub fn lines_along(&self, directions: DirectionSet) -> impl Iterator<Item = usize> + use<'_, W> {
        let is_given = move |d: usize| directions >> d & 1 != 0;
        self.axes.iter().copied().filter(move |&d| is_given(d) || self.steps[d].opposite.is_some_and(is_given))
    }

    /// Every straight row of n cells along a direction.
    #[must_use]
    pub fn windows(&self, direction: usize, n: u32) -> Vec<Bits<W>> {
        let row = |start: u32| {
            let rest = self.ray(start as Place, direction).take(n.saturating_sub(1) as usize);
            rest.fold(set_of_place(start as Place), |all, place| all | set_of_place(place))
        };
        self.all.iter().map(row).filter(|row| row.count() == n).collect()
    }

    /// The cells where stretches of `n` cells of the set begin; `n` is no more than the shortest loop has cells.
    #[inline]
    #[must_use]
    pub fn stretches(&self, set: Bits<W>, direction: usize, n: u32) -> Bits<W> {
        if n < 2 {
            return set;
        }
        let mut reached = set & self.before(set, direction);
        let mut links = 1;
        while links < n - 1 && reached.any() {
            let by = links.min(n - 1 - links);
            reached &= self.far_before(reached, direction, by);
            links += by;
        }
        reached
    }

    /// The cells from which so many steps arrive in the set, of those from which so many steps can be taken at all;
    /// others may come with them.
    #[inline]
    fn far_before(&self, set: Bits<W>, direction: usize, by: u32) -> Bits<W> {
        match self.steps[direction].jumps.get(by as usize - 1) {
            Some(jump) => jump.apply(set),
            None => (0..by).fold(set, |set, _| self.before(set, direction)),
        }
    }

    /// The cells of all runs of at least (or exactly) `n` cells of the set along the direction.
    #[must_use]
    pub fn long_runs(&self, set: Bits<W>, direction: usize, n: u32, exact: bool) -> Bits<W> {
        if !self.is_free(direction, n, exact) {
            let is_long_enough = |run: &[Place]| if exact { run.len() == n as usize } else { run.len() >= n as usize };
            let mut cells = Bits::EMPTY;
            self.runs(set, direction, |run| {
                if is_long_enough(run) {
                    cells |= run.iter().fold(Bits::EMPTY, |all, &p| all | set_of_place(p));
                }
            });
            return cells;
        }
        let mut front = self.run_starts(set, direction, n, exact);
        let mut all = front;
        for _ in 1..if front.any() { n } else { 1 } {
            front = self.shift(front, direction);
            all |= front;
        }
        all
    }

    /// Whether there is a run of at least (or exactly) `n` cells of the set along the direction.
    #[inline]
    #[must_use]
    pub fn has_long_run(&self, set: Bits<W>, direction: usize, n: u32, exact: bool) -> bool {
        match self.is_free(direction, n, exact) {
            true => self.run_starts(set, direction, n, exact).any(),
            false => self.long_runs(set, direction, n, exact).any(),
        }
    }

    /// Stretches of `n`; if they must be exact, only those with no cell of the set before or after.
    fn run_starts(&self, set: Bits<W>, direction: usize, n: u32, exact: bool) -> Bits<W> {
        let starts = self.stretches(set, direction, n);
        if !exact || !starts.any() {
            return starts;
        }
        starts & !self.shift(set, direction) & !self.stretches(set, direction, n + 1)
    }

    /// Whether every loop is so long that a stretch cannot run into its own start.
    #[inline]
    fn is_free(&self, direction: usize, n: u32, exact: bool) -> bool {
        n + u32::from(exact) <= self.steps[direction].shortest_loop
    }

    /// The longest straight unbroken runs of a set along a direction, cell by cell; those that go round a full loop
    /// too.
    pub fn runs(&self, set: Bits<W>, direction: usize, mut see: impl FnMut(&[Place])) {
        let mut run: Vec<Place> = Vec::new();
        let mut walk = |first: u32, within: Bits<W>| {
            run.clear();
            run.push(first as Place);
            run.extend(self.ray(first as Place, direction).take_while(|&p| within.has(p as u32)));
            see(&run);
        };
        (set & !self.shift(set, direction)).iter().for_each(|first| walk(first, set));
        let mut alive = self.full_loops(set, direction);
        while let Some(first) = alive.first() {
            walk(first, self.all);
            alive &= !self.along_loop(first, direction);
        }
    }

    /// The loops of a direction that lie wholly in the set.
    fn full_loops(&self, set: Bits<W>, direction: usize) -> Bits<W> {
        let mut alive = set & self.steps[direction].loops;
        loop {
            let ends = alive & !self.shift(alive, direction);
            if !ends.any() {
                return alive;
            }
            alive &= !ends;
        }
    }

    fn along_loop(&self, first: u32, direction: usize) -> Bits<W> {
        self.ray(first as Place, direction).fold(Bits::one(first), |all, p| all | set_of_place(p))
    }

    /// Whether some direction leads from the last cell of a run to its first, and on to its second.
    #[must_use]
    pub fn is_closed(&self, run: &[Place]) -> bool {
        match run {
            [first, second, .., last] => {
                ways(self.every).any(|d| self.next(*last, d) == *first && self.next(*first, d) == *second)
            }
            _ => false,
        }
    }
}
