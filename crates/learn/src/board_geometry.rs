//! Board geometry from which the layout of patterns is built: cells, steps, symmetries.

use std::fmt;

/// A symmetry that the rules respect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellSymmetry {
    /// The image of each cell.
    pub images: Vec<u16>,
    /// Whether the symmetry also exchanges the two sides.
    pub exchange: bool,
}

/// A goal of the rules: a group of own pieces that touches so many of the regions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectionGoal {
    /// By side: the cells of each region.
    pub regions: Vec<Vec<Vec<u16>>>,
    /// The number of regions to be linked.
    pub needed: usize,
}

impl ConnectionGoal {
    /// Whether both sides have as many regions, each on the board.
    fn is_valid(&self, cells: usize) -> bool {
        let is_valid = |regions: &Vec<Vec<u16>>| {
            (1..=regions.len()).contains(&self.needed)
                && regions.iter().flatten().all(|&cell| usize::from(cell) < cells)
        };
        matches!(&self.regions[..], [one, other] if one.len() == other.len()) && self.regions.iter().all(is_valid)
    }
}

/// A board with the data that patterns need.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardGeometry {
    /// The number of cells.
    pub cells: usize,
    /// By direction and cell: the next cell, or -1. Directions are in the order around a cell.
    pub steps: Vec<Vec<i32>>,
    /// The opposite of each direction, or -1.
    pub opposite: Vec<i32>,
    /// The directions in which cells share a side.
    pub sides: Vec<bool>,
    /// The symmetries of the rules; `validated` adds the identity.
    pub symmetries: Vec<CellSymmetry>,
    /// The length in cells of the lines that the rules count; 0 for none.
    pub line_length: usize,
    /// The connections that the rules ask for, in their order.
    pub connections: Vec<ConnectionGoal>,
}

/// The maximum number of cells.
pub const MAX_CELLS: usize = 4096;
/// The maximum number of directions.
pub const MAX_DIRECTIONS: usize = 64;

/// What is wrong with a board, game or file, as a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LearnFault(pub String);

impl fmt::Display for LearnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LearnFault {}

impl BoardGeometry {
    /// Validates sizes and numbers, and adds the identity if missing.
    ///
    /// # Errors
    /// A `LearnFault` says what does not fit.
    pub fn validated(mut self) -> Result<BoardGeometry, LearnFault> {
        let cells = self.cells;
        let directions = self.steps.len();
        let fits = |step: &i32| (-1..cells as i32).contains(step);
        if cells == 0 || cells > MAX_CELLS || directions > MAX_DIRECTIONS {
            return Err(LearnFault(format!(
                "a board of {cells} cells and {directions} directions: expected 1 to {MAX_CELLS} cells and at most {MAX_DIRECTIONS} directions"
            )));
        }
        if self.steps.iter().any(|steps| steps.len() != cells || !steps.iter().all(fits)) {
            return Err(LearnFault("steps: expected a cell, or -1, for each cell in each direction".into()));
        }
        let opposite = |&back: &i32| (-1..directions as i32).contains(&back);
        if self.opposite.len() != directions || self.sides.len() != directions || !self.opposite.iter().all(opposite) {
            return Err(LearnFault(format!("opposite, sides: expected an entry for each of {directions} directions")));
        }
        if self.symmetries.len() > 256
            || !self.symmetries.iter().all(|symmetry| is_permutation(&symmetry.images, cells))
        {
            return Err(LearnFault("symmetries: expected at most 256 permutations of the cells".into()));
        }
        if self.line_length > cells {
            return Err(LearnFault(format!("lines of {} cells on a board of {cells}", self.line_length)));
        }
        if !self.connections.iter().all(|goal| goal.is_valid(cells)) {
            return Err(LearnFault("connections: expected the same number of regions for each of two sides".into()));
        }
        let identity = CellSymmetry { images: (0..cells as u16).collect(), exchange: false };
        if !self.symmetries.contains(&identity) {
            self.symmetries.insert(0, identity);
        }
        Ok(self)
    }

    /// The next cell in a direction.
    #[must_use]
    pub fn step(&self, direction: usize, cell: usize) -> Option<usize> {
        usize::try_from(*self.steps.get(direction)?.get(cell)?).ok()
    }

    /// The image of each direction under a symmetry; none where a direction has no single image.
    #[must_use]
    pub(crate) fn direction_images(&self, images: &[u16]) -> Option<Vec<u32>> {
        let image = |cell: usize| images.get(cell).map(|&cell| usize::from(cell));
        let maps_to = |from: usize, to: usize| {
            (0..self.cells)
                .all(|cell| self.step(from, cell).and_then(image) == image(cell).and_then(|cell| self.step(to, cell)))
        };
        let directions = 0..self.steps.len();
        directions.clone().map(|from| directions.clone().find(|&to| maps_to(from, to)).map(|to| to as u32)).collect()
    }
}

fn is_permutation(images: &[u16], cells: usize) -> bool {
    let mut covered = vec![false; cells];
    let new = |&image: &u16| {
        covered.get_mut(usize::from(image)).is_some_and(|is_covered| !std::mem::replace(is_covered, true))
    };
    images.len() == cells && images.iter().all(new)
}
