//! Bitboards: sets of cells in words of 64 bits, whose cells all move one step at once.
//!
//! The numbering (numbering.rs) gives each cell a place so that a direction is one constant shift. Cells that would
//! leave the board are masked out by the set of cells that such a step arrives at:
//!
//! ```text
//!   . x .        . . x         east, on 3 by 3: every bit up by one,
//!   . . x   ->   . . .         and the x that left the second row
//!   x . .        . x .         does not come in again in the third
//! ```
//!
//! "Place" is a cell's number here, "cell" its number on the board as Python lists it.

use crate::bits::Bits;
use crate::graph::Graph;
use crate::numbering::Numbering;
use shift::BoardShift;
use spread::DirectionSpreads;

mod build;
mod flood;
mod lines;
mod rays;
mod shift;
mod spread;

pub use rays::Span;

/// A cell's place (its number in bitboards), or `NOWHERE`.
pub type Place = i16;
/// No cell.
pub const NOWHERE: Place = -1;

/// A direction, or none.
pub type Way = i8;
/// No direction.
pub const NO_WAY: Way = -1;

/// A set of directions.
pub type DirectionSet = u64;

/// The most directions a board may have here.
pub const MOST_WAYS: usize = 64;

/// One direction.
#[derive(Clone, Debug)]
pub struct Step<const W: usize> {
    /// How a set moves in this direction; where none, the table of steps is used.
    motion: Option<BoardShift>,
    /// How a set moves back along it.
    back: Option<BoardShift>,
    /// One, two, three, ... steps back at once, for cells that are known to have arrived this way.
    jumps: Vec<BoardShift>,
    /// The cells that such a step arrives at.
    pub arrive: Bits<W>,
    /// The cells from which there is such a step.
    pub leave: Bits<W>,
    /// The destination from each place.
    pub to: Vec<Place>,
    /// The origin of each place; empty where two places lead to one.
    from: Vec<Place>,
    /// The opposite direction.
    pub opposite: Option<usize>,
    /// Whether a step in the opposite direction always undoes a step.
    pub paired: bool,
    /// The cells that lie on a loop of this direction.
    pub loops: Bits<W>,
    /// How many cells the shortest loop has; the largest number where there is none.
    pub shortest_loop: u32,
}

/// The named parts of a board besides its steps, by cell number, as the program lists them.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// One a cell.
    pub names: Vec<String>,
    /// One a direction.
    pub directions: Vec<String>,
    /// The opposite direction.
    pub opposite: Vec<Option<usize>>,
    /// The directions in which cells share a side.
    pub sides: DirectionSet,
    /// Those in which they share a corner only.
    pub diagonals: DirectionSet,
    /// Those that lead forward, a set for each side.
    pub forward: Vec<DirectionSet>,
    /// Label and cells of every row.
    pub rows: Vec<(String, Vec<u32>)>,
    /// Label and cells of every column.
    pub columns: Vec<(String, Vec<u32>)>,
    /// Rows counted from the home of each of four sides.
    pub ranks: Vec<Vec<Vec<u32>>>,
    /// Label and cells of every edge.
    pub edges: Vec<(String, Vec<u32>)>,
    /// The corner cells, each a region.
    pub corners: Vec<Vec<u32>>,
    /// The cells of each colour.
    pub shades: Vec<Vec<u32>>,
    /// The middle.
    pub centre: Vec<u32>,
}

/// A board of at most 64 * W places.
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    /// How many cells.
    pub count: u32,
    /// All cells.
    pub all: Bits<W>,
    /// The place of each cell.
    pub place: Vec<Place>,
    /// The cell of each place; a place without a cell has none.
    pub cell: Vec<Option<u16>>,
    /// The directions.
    pub steps: Vec<Step<W>>,
    /// One direction of each pair of opposites, the first of the two.
    pub axes: Vec<usize>,
    /// All directions.
    pub every: DirectionSet,
    /// As given.
    pub layout: Layout,
    /// The sets of the layout, by place.
    pub rows: Vec<Bits<W>>,
    /// The columns.
    pub columns: Vec<Bits<W>>,
    /// Rows from the home of each side.
    pub ranks: Vec<Vec<Bits<W>>>,
    /// The edges.
    pub edges: Vec<Bits<W>>,
    /// The corners.
    pub corners: Vec<Bits<W>>,
    /// The corners joined.
    pub corner_cells: Bits<W>,
    /// The colours.
    pub shades: Vec<Bits<W>>,
    /// The middle.
    pub centre: Bits<W>,
    /// Cells with no neighbour across some side: the border.
    pub border: Bits<W>,
    /// Precomputed spreads for sets of directions that are often used together.
    fans: Vec<DirectionSpreads<W>>,
    /// Whether two directions, or two distances, ever lead from one cell to the same cell.
    pub has_parallel_paths: bool,
    /// Whether places are in ascending order of cells.
    pub in_order: bool,
}

/// The number of 64-bit words that a board needs, and the numbering that needs so few.
#[must_use]
pub fn width(graph: &Graph) -> (usize, Option<Numbering>) {
    let numbering = Numbering::search(graph);
    let top = numbering.as_ref().and_then(|f| f.index.iter().copied().max()).map_or(graph.cells(), |top| top + 1);
    // A numbering with so many holes that it needs another word is worth it; one with far more is not.
    let (unnumbered_words, numbered) = (graph.cells().div_ceil(64) as usize, top.div_ceil(64) as usize);
    if numbered <= unnumbered_words * 2 && numbered <= 64 { (numbered, numbering) } else { (unnumbered_words, None) }
}

impl<const W: usize> Board<W> {
    /// The set of cells given by their numbers on the board; none where there is no such cell.
    #[must_use]
    pub fn try_set(&self, cells: &[u32]) -> Option<Bits<W>> {
        cells.iter().map(|&c| self.place.get(c as usize).map(|&p| p as u32)).collect()
    }

    /// The cells of a set, ascending by cell number.
    #[must_use]
    pub fn listed(&self, set: Bits<W>) -> Vec<u16> {
        let mut cells: Vec<u16> = set.iter().filter_map(|p| self.cell[p as usize]).collect();
        cells.sort_unstable();
        cells
    }

    /// A place's cell on the board; 0 for a place without a cell.
    #[inline]
    #[must_use]
    pub fn cell_of(&self, place: Place) -> u32 {
        self.cell.get(place as usize).copied().flatten().map_or(0, u32::from)
    }

    /// Each cell moved one step; those that leave the board are lost.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self, set: Bits<W>, direction: usize) -> Bits<W> {
        let step = &self.steps[direction];
        match step.motion {
            Some(motion) => motion.apply(set) & step.arrive,
            None => map_places(&step.to, set & step.leave),
        }
    }

    /// The cells from which a step arrives in the set.
    #[inline(always)]
    #[must_use]
    pub fn before(&self, set: Bits<W>, direction: usize) -> Bits<W> {
        let step = &self.steps[direction];
        match step.back {
            Some(back) => back.apply(set & step.arrive) & step.leave,
            None if step.from.is_empty() => {
                step.leave.iter().filter(|&p| set.has(step.to[p as usize] as u32)).collect()
            }
            None => map_places(&step.from, set & step.arrive),
        }
    }

    #[inline(always)]
    fn precomputed_spread(&self, directions: DirectionSet) -> Option<&DirectionSpreads<W>> {
        self.fans.iter().find(|fan| fan.ways == directions)
    }

    /// The cells next to at least one of the set: each moved one step, every way.
    #[inline]
    #[must_use]
    pub fn spread(&self, set: Bits<W>, directions: DirectionSet) -> Bits<W> {
        match self.precomputed_spread(directions) {
            Some(fan) => fan.out.of(set),
            None => ways(directions).fold(Bits::EMPTY, |all, d| all | self.shift(set, d)),
        }
    }

    /// The cells from which a step arrives in the set, every way: those with a neighbour in it.
    #[inline]
    #[must_use]
    pub fn touching(&self, set: Bits<W>, directions: DirectionSet) -> Bits<W> {
        match self.precomputed_spread(directions) {
            Some(fan) => fan.back.of(set),
            None => ways(directions).fold(Bits::EMPTY, |all, d| all | self.before(set, d)),
        }
    }

    /// The cells linked with one of the set, whichever way a step leads between them.
    #[inline]
    #[must_use]
    pub fn linked(&self, set: Bits<W>, directions: DirectionSet) -> Bits<W> {
        if let Some(fan) = self.precomputed_spread(directions) {
            return fan.linked.of(set);
        }
        ways(directions).fold(Bits::EMPTY, |all, d| {
            let reached = all | self.shift(set, d);
            let step = &self.steps[d];
            let back_too = step.paired && step.opposite.is_some_and(|back| directions >> back & 1 != 0);
            if back_too { reached } else { reached | self.before(set, d) }
        })
    }

    /// The cell after a place, or nowhere.
    #[inline]
    #[must_use]
    pub fn next(&self, place: Place, direction: usize) -> Place {
        self.steps[direction].to.get(place as usize).copied().unwrap_or(NOWHERE)
    }

    /// The cells after a place in one direction, to the edge, or until one of them (or the place) comes again.
    #[inline]
    pub fn ray(&self, place: Place, direction: usize) -> impl Iterator<Item = Place> + use<'_, W> {
        let looping = self.steps[direction].shortest_loop < u32::MAX;
        let mut visited = set_of_place::<W>(place);
        let mut here = place;
        std::iter::from_fn(move || {
            here = self.next(here, direction);
            (here >= 0 && (!looping || visited.insert(here as u32))).then_some(here)
        })
    }
}

/// The set of one place; of nowhere the empty one.
#[inline]
#[must_use]
pub fn set_of_place<const W: usize>(place: Place) -> Bits<W> {
    if place >= 0 { Bits::one(place as u32) } else { Bits::EMPTY }
}

/// The only place of a set; nowhere for a set with several or none.
#[inline]
#[must_use]
pub fn only_place<const W: usize>(set: Bits<W>) -> Option<Place> {
    let mut rest = set;
    let first = rest.pop()?;
    (!rest.any()).then_some(first as Place)
}

/// Maps each place of a set through a table.
fn map_places<const W: usize>(table: &[Place], set: Bits<W>) -> Bits<W> {
    set.iter().map(|p| table[p as usize] as u32).collect()
}

/// The members of a set of directions, ascending.
#[inline]
pub fn ways(mut set: DirectionSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros() as usize;
            set &= set - 1;
            first
        })
    })
}

#[cfg(test)]
mod tests;
