//! Boards whose directions are fixed vectors, as sets of bits: a step in a direction is a shift.
//!
//! Cells get coordinates from their steps. A row of bits has a bit more than the board is wide, so that no step leads from
//! the end of a row to the next.

use crate::board_geometry::BoardGeometry;
use std::collections::BTreeMap;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

const WORDS: usize = 4;
/// The number of bits of a set.
const BITS: i32 = 64 * WORDS as i32;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct CellSet([u64; WORDS]);

/// The bits of the cells of a board, and its steps as shifts.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// By cell: its bit.
    places: Vec<u8>,
    /// The distances of shifts, each with its opposite.
    shifts: Vec<u32>,
}

impl Lattice {
    /// None where the cells that share a side do not make such a board, or it is too large.
    pub fn new(board: &BoardGeometry) -> Option<Lattice> {
        let vectors = vectors(board)?;
        let points = points(board, &vectors)?;
        let least = |axis: usize| points.iter().map(|point| point[axis]).min();
        let [left, low] = [least(0)?, least(1)?];
        let pitch = points.iter().map(|point| point[0] - left).max()? + 2;
        let place = |point: [i32; 2]| point[0] - left + pitch * (point[1] - low);
        let places: Vec<u8> = points.iter().map(|&point| u8::try_from(place(point)).ok()).collect::<Option<_>>()?;
        let shift = |&(_, [right, up]): &(usize, [i32; 2])| u32::try_from(right + pitch * up).ok();
        let shifts: Vec<u32> = vectors.iter().filter_map(shift).collect();
        let has_opposites = 2 * shifts.len() == vectors.len();
        (has_opposites && pitch < BITS && shifts.iter().all(|&shift| (1..64).contains(&shift)))
            .then_some(Lattice { places, shifts })
    }

    /// The set of a cell alone; empty for none of the board.
    #[inline]
    pub fn cell(&self, cell: usize) -> CellSet {
        let mut set = CellSet::default();
        if let Some(&place) = self.places.get(cell) {
            set.0[usize::from(place) / 64] = 1 << (place % 64);
        }
        set
    }

    /// The set of these cells.
    pub fn cells(&self, cells: impl Iterator<Item = usize>) -> CellSet {
        cells.fold(CellSet::default(), |set, cell| set | self.cell(cell))
    }

    /// The neighbours of a set, and bits beyond the board.
    #[inline]
    pub fn neighbours(&self, set: CellSet) -> CellSet {
        let mut all = CellSet::default();
        for &shift in &self.shifts {
            all |= set.up(shift) | set.down(shift);
        }
        all
    }
}

/// The vector of each direction in which cells share a side: the first is (1, 0), the first across it (0, 1), and others
/// are sums of those that lead to the same cell.
fn vectors(board: &BoardGeometry) -> Option<Vec<(usize, [i32; 2])>> {
    let ways: Vec<usize> = (0..board.steps.len()).filter(|&way| board.sides[way]).collect();
    let mut known: Vec<Option<[i32; 2]>> = vec![None; board.steps.len()];
    for vector in [[1, 0], [0, 1]] {
        let &way = ways.iter().find(|&&way| known[way].is_none())?;
        set_vector(board, &mut known, way, vector)?;
        while let Some((way, vector)) = ways.iter().find_map(|&way| sum(board, &known, way)) {
            set_vector(board, &mut known, way, vector)?;
        }
        if ways.iter().all(|&way| known[way].is_some()) {
            break;
        }
    }
    ways.iter().map(|&way| known[way].map(|vector| (way, vector))).collect()
}

/// Sets the vector of a direction and of its opposite.
fn set_vector(board: &BoardGeometry, known: &mut [Option<[i32; 2]>], way: usize, vector: [i32; 2]) -> Option<()> {
    let back = usize::try_from(board.opposite[way]).ok()?;
    known[way] = Some(vector);
    known[back] = Some(vector.map(|part| -part));
    Some(())
}

/// The vector of a direction that is unknown yet, if two steps of known vectors lead where it leads.
fn sum(board: &BoardGeometry, known: &[Option<[i32; 2]>], way: usize) -> Option<(usize, [i32; 2])> {
    if known[way].is_some() {
        return None;
    }
    (0..board.cells).find_map(|cell| {
        let end = board.step(way, cell)?;
        (0..known.len()).find_map(|one| {
            let middle = board.step(one, cell).filter(|_| known[one].is_some())?;
            let other =
                (0..known.len()).find(|&other| known[other].is_some() && board.step(other, middle) == Some(end))?;
            let (one, other) = (known[one]?, known[other]?);
            Some((way, [one[0] + other[0], one[1] + other[1]]))
        })
    })
}

/// The coordinates of the cells; none where steps contradict each other, or some cell is not reached.
fn points(board: &BoardGeometry, vectors: &[(usize, [i32; 2])]) -> Option<Vec<[i32; 2]>> {
    let mut points: Vec<Option<[i32; 2]>> = vec![None; board.cells];
    let mut queue = vec![0];
    *points.first_mut()? = Some([0, 0]);
    while let Some(cell) = queue.pop() {
        let [x, y] = points[cell]?;
        for &(way, [right, up]) in vectors {
            if let Some(next) = board.step(way, cell).filter(|&next| points[next].is_none()) {
                points[next] = Some([x + right, y + up]);
                queue.push(next);
            }
        }
    }
    let points: Vec<[i32; 2]> = points.into_iter().collect::<Option<_>>()?;
    let cells: BTreeMap<[i32; 2], usize> = points.iter().enumerate().map(|(cell, &point)| (point, cell)).collect();
    let at = |point: [i32; 2]| cells.get(&point).copied();
    let fits = |cell: usize| {
        let [x, y] = points[cell];
        at([x, y]) == Some(cell)
            && vectors.iter().all(|&(way, [right, up])| board.step(way, cell) == at([x + right, y + up]))
    };
    (0..board.cells).all(fits).then_some(points)
}

impl CellSet {
    /// Moves all bits up by 1 to 63.
    #[inline]
    fn up(self, by: u32) -> CellSet {
        let [a, b, c, d] = self.0;
        let carry = 64 - by;
        CellSet([a << by, b << by | a >> carry, c << by | b >> carry, d << by | c >> carry])
    }

    /// Moves all bits down by 1 to 63.
    #[inline]
    fn down(self, by: u32) -> CellSet {
        let [a, b, c, d] = self.0;
        let carry = 64 - by;
        CellSet([a >> by | b << carry, b >> by | c << carry, c >> by | d << carry, d >> by])
    }

    /// Whether the set has any cell.
    #[inline]
    pub fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    /// The number of cells.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

macro_rules! by_words {
    ($trait:ident, $name:ident, $operator:tt) => {
        impl $trait for CellSet {
            type Output = CellSet;
            #[inline]
            fn $name(self, other: CellSet) -> CellSet {
                CellSet(std::array::from_fn(|word| self.0[word] $operator other.0[word]))
            }
        }
    };
}

by_words!(BitAnd, bitand, &);
by_words!(BitOr, bitor, |);
by_words!(BitXor, bitxor, ^);

impl Not for CellSet {
    type Output = CellSet;
    #[inline]
    fn not(self) -> CellSet {
        CellSet(self.0.map(|word| !word))
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet) {
        *self = *self & other;
    }
}
