//! A board in words of 64 bits: sets of cells move a step at a time, all cells at once.
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

/// A cell's place, or nowhere.
pub type Place = i16;
/// No cell.
pub const NOWHERE: Place = -1;

/// A direction, or none.
pub type Way = i8;
/// No direction.
pub const NO_WAY: Way = -1;

/// A set of directions.
pub type WaySet = u64;

/// The most directions a board may have here.
pub const MOST_WAYS: usize = 64;

/// How a set moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    /// Up by less than 64.
    Up(u32),
    /// Down by less than 64.
    Down(u32),
    /// Up by `0`, and what runs out above comes in below: down by `1`. One word only.
    Turn(u32, u32),
    /// Up by any number.
    FarUp(u32),
    /// Down by any number.
    FarDown(u32),
    /// By the table of steps.
    Table,
}

impl Motion {
    fn of(offset: i32, modulus: Option<u32>) -> Self {
        match (modulus, offset.unsigned_abs()) {
            (Some(m), _) => {
                let up = offset.rem_euclid(m as i32) as u32;
                Motion::Turn(up, m - up)
            }
            (None, by @ 0..64) if offset >= 0 => Motion::Up(by),
            (None, by @ 0..64) => Motion::Down(by),
            (None, by) if offset >= 0 => Motion::FarUp(by),
            (None, by) => Motion::FarDown(by),
        }
    }

    fn back(self) -> Self {
        match self {
            Motion::Up(by) => Motion::Down(by),
            Motion::Down(by) => Motion::Up(by),
            Motion::Turn(up, down) => Motion::Turn(down, up),
            Motion::FarUp(by) => Motion::FarDown(by),
            Motion::FarDown(by) => Motion::FarUp(by),
            Motion::Table => Motion::Table,
        }
    }

    #[inline(always)]
    fn apply<const W: usize>(self, set: Bits<W>) -> Bits<W> {
        match self {
            Motion::Up(by) => set.up(by),
            Motion::Down(by) => set.down(by),
            Motion::Turn(up, down) => Bits(set.0.map(|word| word << (up & 63) | word >> (down & 63))),
            Motion::FarUp(by) => set.far_up(by),
            Motion::FarDown(by) => set.far_down(by),
            Motion::Table => set,
        }
    }
}

/// One direction.
#[derive(Clone, Debug)]
pub struct Step<const W: usize> {
    motion: Motion,
    back: Motion,
    /// The cells that such a step arrives at.
    pub arrive: Bits<W>,
    /// The cells from which there is such a step.
    pub leave: Bits<W>,
    /// Where it leads from each place.
    pub to: Vec<Place>,
    /// The direction turned right round.
    pub opposite: Option<usize>,
    /// Is a step of the opposite direction everywhere the way back?
    pub paired: bool,
    /// The cells that it leads back to, round a loop.
    pub loops: Bits<W>,
}

/// What a board is besides its steps, in the board's own numbers of cells.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// One a cell.
    pub names: Vec<String>,
    /// One a direction.
    pub directions: Vec<String>,
    /// The direction turned right round.
    pub opposite: Vec<Option<usize>>,
    /// The directions in which cells share a side.
    pub sides: WaySet,
    /// Those in which they share a corner only.
    pub diagonals: WaySet,
    /// Those that lead forward, a set for each side.
    pub forward: Vec<WaySet>,
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
    pub every: WaySet,
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
    /// Do two directions, or two distances, ever lead from one cell to the same cell?
    pub tangled: bool,
    /// Are places in the order of cells?
    pub in_order: bool,
}

/// How many words of 64 places a board needs, with the numbering that says so.
#[must_use]
pub fn width(graph: &Graph) -> (usize, Option<Numbering>) {
    let found = Numbering::search(graph);
    let top = found.as_ref().and_then(|f| f.index.iter().copied().max()).map_or(graph.cells(), |top| top + 1);
    // A numbering with so many holes that it needs another word is worth it; one with far more is not.
    let (plain, numbered) = (graph.cells().div_ceil(64) as usize, top.div_ceil(64) as usize);
    if numbered <= plain * 2 && numbered <= 64 { (numbered, found) } else { (plain, None) }
}

impl<const W: usize> Board<W> {
    /// The board of a graph that fits W words; `None` where it does not, or where the layout names cells that there are
    /// not.
    #[must_use]
    pub fn new(graph: &Graph, numbering: Option<&Numbering>, layout: Layout) -> Option<Self> {
        let index = |cell: u32| numbering.map_or(cell, |found| found.index[cell as usize]);
        let place: Vec<Place> = (0..graph.cells()).map(|cell| index(cell) as Place).collect();
        if place.iter().any(|&p| p as usize >= 64 * W) || graph.directions() > MOST_WAYS {
            return None;
        }
        let mut cell = vec![None; 64 * W];
        place.iter().enumerate().for_each(|(c, &p)| cell[p as usize] = Some(c as u16));
        let mut board = Board {
            count: graph.cells(),
            all: place.iter().map(|&p| p as u32).collect(),
            in_order: place.windows(2).all(|pair| pair[0] < pair[1]),
            place,
            cell,
            steps: Vec::new(),
            axes: Vec::new(),
            every: if graph.directions() == 64 { u64::MAX } else { (1 << graph.directions()) - 1 },
            layout: Layout::default(),
            rows: Vec::new(),
            columns: Vec::new(),
            ranks: Vec::new(),
            edges: Vec::new(),
            corners: Vec::new(),
            corner_cells: Bits::EMPTY,
            shades: Vec::new(),
            centre: Bits::EMPTY,
            border: Bits::EMPTY,
            tangled: false,
        };
        board.lay(graph, numbering, &layout);
        board.mark(&layout)?;
        board.layout = layout;
        board.tangled = board.is_tangled(numbering.is_some_and(|found| found.modulus.is_none()));
        Some(board)
    }

    fn lay(&mut self, graph: &Graph, numbering: Option<&Numbering>, layout: &Layout) {
        for d in 0..graph.directions() {
            let mut to = vec![NOWHERE; 64 * W];
            for c in 0..graph.cells() {
                if let Some(next) = graph.step(d, c) {
                    to[self.place[c as usize] as usize] = self.place[next as usize];
                }
            }
            let motion = numbering.map_or(Motion::Table, |found| Motion::of(found.offset[d], found.modulus));
            let leave = (0..64 * W as u32).filter(|&p| to[p as usize] >= 0).collect();
            let arrive = to.iter().filter(|&&p| p >= 0).map(|&p| p as u32).collect();
            let opposite = layout.opposite.get(d).copied().flatten();
            let (back, loops) = (motion.back(), Bits::EMPTY);
            self.steps.push(Step { motion, back, arrive, leave, to, opposite, paired: false, loops });
        }
        self.axes = (0..self.steps.len()).filter(|&d| self.steps[d].opposite.is_none_or(|back| d < back)).collect();
        for d in 0..self.steps.len() {
            self.steps[d].paired = self.steps[d].opposite.is_some_and(|back| self.is_way_back(d, back));
            self.steps[d].loops = self.loops_along(d);
        }
    }

    fn is_way_back(&self, d: usize, back: usize) -> bool {
        let (out, home) = (&self.steps[d], &self.steps[back]);
        out.arrive == home.leave
            && home.arrive == out.leave
            && out.leave.iter().all(|p| home.to[out.to[p as usize] as usize] == p as Place)
    }

    fn loops_along(&self, d: usize) -> Bits<W> {
        let mut cells = self.all;
        loop {
            let first = cells & !self.shift(cells, d);
            if !first.any() {
                return cells;
            }
            cells &= !first;
        }
    }

    fn mark(&mut self, layout: &Layout) -> Option<()> {
        let sets = |lists: &[Vec<u32>]| lists.iter().map(|cells| self.try_set(cells)).collect::<Option<Vec<_>>>();
        let lines = |lines: &[(String, Vec<u32>)]| {
            lines.iter().map(|(_, cells)| self.try_set(cells)).collect::<Option<Vec<_>>>()
        };
        let (rows, columns, edges) = (lines(&layout.rows)?, lines(&layout.columns)?, lines(&layout.edges)?);
        let (corners, shades) = (sets(&layout.corners)?, sets(&layout.shades)?);
        let ranks = layout.ranks.iter().map(|side| sets(side)).collect::<Option<Vec<_>>>()?;
        self.centre = self.try_set(&layout.centre)?;
        self.corner_cells = corners.iter().fold(Bits::EMPTY, |all, &corner| all | corner);
        (self.rows, self.columns, self.edges) = (rows, columns, edges);
        (self.corners, self.shades, self.ranks) = (corners, shades, ranks);
        let inner = ways(layout.sides & self.every).fold(self.all, |inner, d| inner & self.steps[d].leave);
        self.border = self.all & !inner;
        Some(())
    }

    /// Boards laid out straight in a plane never are; others may be.
    fn is_tangled(&self, straight: bool) -> bool {
        if straight {
            return false;
        }
        let ray = |p: u32, d: usize| self.ray(p as Place, d).collect::<Vec<_>>();
        self.all.iter().any(|p| {
            let mut seen: Vec<Place> = (0..self.steps.len()).flat_map(|d| ray(p, d)).collect();
            seen.sort_unstable();
            seen.windows(2).any(|pair| pair[0] == pair[1])
        })
    }

    /// The set of cells given by their numbers on the board; none where there is no such cell.
    #[must_use]
    pub fn try_set(&self, cells: &[u32]) -> Option<Bits<W>> {
        cells.iter().map(|&c| self.place.get(c as usize).map(|&p| p as u32)).collect()
    }

    /// The cells of a set, ascending by their numbers on the board.
    #[must_use]
    pub fn listed(&self, set: Bits<W>) -> Vec<u16> {
        let mut cells: Vec<u16> = set.iter().filter_map(|p| self.cell[p as usize]).collect();
        cells.sort_unstable();
        cells
    }

    /// A place's cell on the board; a place that is none counts as cell 0.
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
        if step.motion == Motion::Table {
            return (set & step.leave).iter().map(|p| step.to[p as usize] as u32).collect();
        }
        step.motion.apply(set) & step.arrive
    }

    /// The cells from which a step arrives in the set.
    #[inline(always)]
    #[must_use]
    pub fn before(&self, set: Bits<W>, direction: usize) -> Bits<W> {
        let step = &self.steps[direction];
        if step.motion == Motion::Table {
            return step.leave.iter().filter(|&p| set.has(step.to[p as usize] as u32)).collect();
        }
        step.back.apply(set & step.arrive) & step.leave
    }

    /// The cells next to at least one of the set: each moved one step, every way.
    #[inline]
    #[must_use]
    pub fn spread(&self, set: Bits<W>, directions: WaySet) -> Bits<W> {
        ways(directions).fold(Bits::EMPTY, |all, d| all | self.shift(set, d))
    }

    /// The cells from which a step arrives in the set, every way: those with a neighbour in it.
    #[inline]
    #[must_use]
    pub fn touching(&self, set: Bits<W>, directions: WaySet) -> Bits<W> {
        ways(directions).fold(Bits::EMPTY, |all, d| all | self.before(set, d))
    }

    /// The cells linked with one of the set, whichever way a step leads between them.
    #[inline]
    #[must_use]
    pub fn linked(&self, set: Bits<W>, directions: WaySet) -> Bits<W> {
        ways(directions).fold(Bits::EMPTY, |all, d| {
            let there = all | self.shift(set, d);
            let step = &self.steps[d];
            let back_too = step.paired && step.opposite.is_some_and(|back| directions >> back & 1 != 0);
            if back_too { there } else { there | self.before(set, d) }
        })
    }

    /// The cell after a place, or nowhere.
    #[inline]
    #[must_use]
    pub fn next(&self, place: Place, direction: usize) -> Place {
        self.steps[direction].to.get(place as usize).copied().unwrap_or(NOWHERE)
    }

    /// The cells after a place in one direction, to the edge, or until one of them (or the place) comes again.
    pub fn ray(&self, place: Place, direction: usize) -> impl Iterator<Item = Place> + '_ {
        let mut passed = one::<W>(place);
        let mut here = place;
        std::iter::from_fn(move || {
            here = self.next(here, direction);
            (here >= 0 && !passed.has(here as u32)).then(|| {
                passed |= one(here);
                here
            })
        })
    }
}

/// The set of one place; of nowhere the empty one.
#[inline]
#[must_use]
pub fn one<const W: usize>(place: Place) -> Bits<W> {
    if place >= 0 { Bits::one(place as u32) } else { Bits::EMPTY }
}

/// The members of a set of directions, ascending.
#[inline]
pub fn ways(mut set: WaySet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros() as usize;
            set &= set - 1;
            first
        })
    })
}
