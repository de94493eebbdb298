//! Steps of whole sets of cells, with nothing left to decide when a ply is played: shifts and masks alone.
//!
//! A board keeps for each direction how a set moves (`Motion`), and looks it up each time. Here the directions a rule
//! speaks of are laid side by side, and what they have in common is known to the compiler: on one word every step is a
//! rotation; on more words half of the steps go up and half of them down.

use super::table::Table;
use crate::bits::Bits;
use crate::board::{Board, Place, WaySet, ways};

/// How the neighbours of all cells of a set are found at once.
pub trait Lattice<const W: usize>: Send + Sync {
    /// A set, then one for each direction, then empty ones.
    type Sets: Copy + AsRef<[Bits<W>]> + AsMut<[Bits<W>]>;
    /// The lattice of these directions of a board; none where it is not of this sort.
    fn new(board: &Board<W>, directions: WaySet) -> Option<Self>
    where
        Self: Sized;
    /// The set itself; then for each direction, in the board's order, the cells from which a step leads into the set.
    fn before(&self, set: Bits<W>) -> Self::Sets;
    /// The set and all cells from which a step leads into it.
    fn around(&self, set: Bits<W>) -> Bits<W>;
}

/// Up to seven directions on a board of one word: a lane each, all lanes moved alike. Lane 0 stands still.
#[derive(Clone, Debug)]
pub struct Fan {
    up: [u32; 8],
    down: [u32; 8],
    mask: [Bits<1>; 8],
}

impl Lattice<1> for Fan {
    type Sets = [Bits<1>; 8];

    fn new(board: &Board<1>, directions: WaySet) -> Option<Self> {
        let mut fan = Fan { up: [0; 8], down: [0; 8], mask: [Bits::EMPTY; 8] };
        fan.mask[0] = board.all;
        if directions.count_ones() > 7 {
            return None;
        }
        for (lane, way) in ways(directions).enumerate() {
            let (up, modulus) = turn(board, way)?;
            // Backwards: from the landing cell to the cell before it.
            (fan.up[lane + 1], fan.down[lane + 1]) = ((modulus - up) % 64, up);
            fan.mask[lane + 1] = board.steps[way].leave;
        }
        Some(fan)
    }

    #[inline(always)]
    fn before(&self, set: Bits<1>) -> [Bits<1>; 8] {
        let moved = |lane: usize| set.0[0] << (self.up[lane] & 63) | set.0[0] >> (self.down[lane] & 63);
        std::array::from_fn(|lane| Bits([moved(lane)]) & self.mask[lane])
    }

    #[inline(always)]
    fn around(&self, set: Bits<1>) -> Bits<1> {
        self.before(set).into_iter().fold(Bits::EMPTY, |all, lane| all | lane)
    }
}

/// What a step adds to a place on a board of one word, counted modulo the second number. Steps that do not run past the
/// end are the same modulo 64.
fn turn(board: &Board<1>, way: usize) -> Option<(u32, u32)> {
    let mut added: Vec<i32> = links(board, way).map(|(from, to)| to - from).collect();
    added.sort_unstable();
    added.dedup();
    match added[..] {
        [] => Some((0, 64)),
        [by] => Some((by.rem_euclid(64) as u32, 64)),
        [down, up] if up > 0 && down < 0 && up - down <= 64 => Some((up as u32, (up - down) as u32)),
        _ => None,
    }
}

fn links<const W: usize>(board: &Board<W>, way: usize) -> impl Iterator<Item = (i32, i32)> + '_ {
    let step = &board.steps[way];
    step.leave.iter().map(|from| (from as i32, i32::from(step.to[from as usize])))
}

/// Directions in pairs of opposites, on boards where a step adds a constant below 64.
#[derive(Clone, Debug)]
pub struct Axes<const W: usize, const A: usize> {
    by: [u32; A],
    /// The cells from which a step up leads somewhere.
    below: [Bits<W>; A],
    /// The cells from which a step down does.
    above: [Bits<W>; A],
    /// The place of each axis's step up, and of its step down, among all directions.
    slots: [[usize; 2]; A],
}

/// The most sets a choice among directions may have: the set itself and eight directions.
pub const MOST_SETS: usize = 9;

impl<const W: usize, const A: usize> Lattice<W> for Axes<W, A> {
    type Sets = [Bits<W>; MOST_SETS];

    fn new(board: &Board<W>, directions: WaySet) -> Option<Self> {
        let listed: Vec<usize> = ways(directions).collect();
        let ups: Vec<usize> =
            listed.iter().copied().filter(|&way| added(board, way).is_some_and(|by| by > 0)).collect();
        if ups.len() != A || listed.len() != 2 * A {
            return None;
        }
        let mut axes = Axes { by: [0; A], below: [Bits::EMPTY; A], above: [Bits::EMPTY; A], slots: [[0; 2]; A] };
        let slot = |way: usize| listed.iter().position(|&w| w == way).map(|place| place + 1);
        for (axis, &up) in ups.iter().enumerate() {
            let down = board.steps[up].opposite.filter(|_| board.steps[up].paired)?;
            axes.by[axis] = u32::try_from(added(board, up)?).ok().filter(|&by| by < 64)?;
            (axes.below[axis], axes.above[axis]) = (board.steps[up].leave, board.steps[down].leave);
            axes.slots[axis] = [slot(up)?, slot(down)?];
        }
        Some(axes)
    }

    #[inline(always)]
    fn before(&self, set: Bits<W>) -> Self::Sets {
        let mut sets = [Bits::EMPTY; MOST_SETS];
        sets[0] = set;
        for axis in 0..A {
            let [up, down] = self.slots[axis];
            sets[up % MOST_SETS] = set.down(self.by[axis] & 63) & self.below[axis];
            sets[down % MOST_SETS] = set.up(self.by[axis] & 63) & self.above[axis];
        }
        sets
    }

    #[inline(always)]
    fn around(&self, set: Bits<W>) -> Bits<W> {
        let mut all = set;
        for axis in 0..A {
            let by = self.by[axis] & 63;
            all = all | (set.down(by) & self.below[axis]) | (set.up(by) & self.above[axis]);
        }
        all
    }
}

/// What a step adds to every place, where that is a constant.
fn added<const W: usize>(board: &Board<W>, way: usize) -> Option<i32> {
    let mut added = links(board, way).map(|(from, to)| to - from);
    let first = added.next()?;
    added.all(|by| by == first).then_some(first)
}

/// The neighbours of each place.
pub fn neighbours<const W: usize>(board: &Board<W>, directions: WaySet) -> Table<W, Bits<W>> {
    let next = |place: usize, way| crate::board::one(board.next(place as Place, way));
    Table::new(|place| ways(directions).fold(Bits::EMPTY, |all, way| all | next(place, way)))
}
