//! A board as a directed graph: cells, and for each direction the next cell. No board shape is built in.

/// Where a step leads: `steps[direction][cell]`, or nowhere.
pub type Steps = Vec<Vec<Option<u32>>>;

/// A board whose steps have been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    cells: u32,
    steps: Steps,
}

/// Why steps do not form a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFault {
    /// No cell, or more than the engine holds.
    Cells(usize),
    /// A direction whose list does not have one entry per cell.
    Length {
        /// Which direction.
        direction: usize,
        /// How many entries it has.
        found: usize,
    },
    /// A step to a cell that is not on the board.
    Target {
        /// Which direction.
        direction: usize,
        /// From which cell.
        cell: usize,
    },
}

/// The most cells a board may have.
pub const CAPACITY: usize = 4096;

impl Graph {
    /// A board of `cells` cells; refuses steps that lead off it.
    pub fn new(cells: usize, steps: Steps) -> Result<Self, GraphFault> {
        if cells == 0 || cells > CAPACITY {
            return Err(GraphFault::Cells(cells));
        }
        for (direction, row) in steps.iter().enumerate() {
            if row.len() != cells {
                return Err(GraphFault::Length { direction, found: row.len() });
            }
            if let Some(cell) = row.iter().position(|step| step.is_some_and(|to| to as usize >= cells)) {
                return Err(GraphFault::Target { direction, cell });
            }
        }
        Ok(Graph { cells: cells as u32, steps })
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// How many directions there are.
    #[must_use]
    pub fn directions(&self) -> usize {
        self.steps.len()
    }

    /// The next cell.
    #[must_use]
    pub fn step(&self, direction: usize, cell: u32) -> Option<u32> {
        self.steps[direction][cell as usize]
    }

    /// All steps there are: (direction, from, to).
    pub fn links(&self) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
        let row = |(d, row): (usize, &'_ Vec<Option<u32>>)| {
            row.iter().enumerate().filter_map(move |(c, to)| to.map(|to| (d, c as u32, to))).collect::<Vec<_>>()
        };
        self.steps.iter().enumerate().flat_map(row)
    }
}

/// Boards for the tests of this crate.
#[cfg(test)]
pub(crate) mod samples {
    use super::{Graph, Steps};

    /// Points of a plane and steps between them, in order of the points.
    pub fn lattice(points: &[(i32, i32)], ways: &[(i32, i32)]) -> Graph {
        let find = |p: (i32, i32)| points.iter().position(|&q| q == p).map(|i| i as u32);
        let steps: Steps = ways.iter().map(|w| points.iter().map(|p| find((p.0 + w.0, p.1 + w.1))).collect()).collect();
        Graph::new(points.len(), steps).unwrap()
    }

    /// A board of squares with all eight directions.
    pub fn square(columns: i32, rows: i32) -> Graph {
        let points: Vec<_> = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).collect();
        lattice(&points, &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)])
    }

    /// A hexagon of hexagons.
    pub fn hexagon(side: i32) -> Graph {
        let all = (1 - side..side).flat_map(|q| (1 - side..side).map(move |r| (q, r)));
        let points: Vec<_> = all.filter(|(q, r)| (q + r).abs() < side).collect();
        lattice(&points, &[(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)])
    }

    /// A ring of `n` cells with a spoke from each to the middle: it has no numbering by constant shifts.
    pub fn wheel(n: u32) -> Graph {
        let round = (0..n).map(|i| Some((i + 1) % n)).chain([None]).collect();
        let spokes = (0..n).map(|_| Some(n)).chain([None]).collect();
        Graph::new(n as usize + 1, vec![round, spokes]).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_leave_the_board_are_refused() {
        assert_eq!(Graph::new(0, vec![]), Err(GraphFault::Cells(0)));
        assert_eq!(Graph::new(CAPACITY + 1, vec![]), Err(GraphFault::Cells(CAPACITY + 1)));
        assert_eq!(Graph::new(2, vec![vec![None]]), Err(GraphFault::Length { direction: 0, found: 1 }));
        assert_eq!(Graph::new(2, vec![vec![None, Some(2)]]), Err(GraphFault::Target { direction: 0, cell: 1 }));
    }

    #[test]
    fn links_are_the_steps() {
        let board = samples::hexagon(2);
        assert_eq!((board.cells(), board.directions(), board.links().count()), (7, 6, 24));
        assert!(board.links().all(|(d, from, to)| board.step(d, from) == Some(to)));
    }
}
