//! Branch-free steps of whole sets of cells in several directions at once (SIMD lanes): shifts and masks alone.
//!
//! A board looks up for each direction how a set moves. Here the directions that a rule uses are stored as lanes, and
//! their common structure is known to the compiler: on one word every step is a rotation, so all directions are
//! computed at once; on more words half of the steps shift up and half of them down.

use super::place_table::PlaceTable;
use crate::bits::Bits;
use crate::board::{Board, DirectionSet, Place, set_of_place, ways};

/// Computes the neighbours of all cells of a set at once.
pub trait Lattice<const W: usize>: Send + Sync {
    /// A set, then one for each direction, then empty ones.
    type Sets: Copy + AsRef<[Bits<W>]> + AsMut<[Bits<W>]>;
    /// The lattice of these directions of a board; none where the board's steps do not have this structure.
    fn new(board: &Board<W>, directions: DirectionSet) -> Option<Self>
    where
        Self: Sized;
    /// The set itself; then for each direction, in the board's order, the cells from which a step leads into the set.
    fn before(&self, set: Bits<W>) -> Self::Sets;
    /// The set and all cells from which a step leads into it.
    fn around(&self, set: Bits<W>) -> Bits<W>;
}

/// The number of lanes.
pub const SIDE_BY_SIDE: usize = 8;

/// One set of cells per lane.
pub type Rows<const W: usize> = [Bits<W>; SIDE_BY_SIDE];

/// Up to eight directions. Lanes without one empty their sets.
#[derive(Clone, Debug)]
pub struct Lanes<const W: usize> {
    /// By how much a set goes up; on one word what comes in below instead goes down by the other number.
    up: [u32; SIDE_BY_SIDE],
    down: [u32; SIDE_BY_SIDE],
    rises: [bool; SIDE_BY_SIDE],
    /// Where it may arrive.
    pub arrive: Rows<W>,
}

impl<const W: usize> Lanes<W> {
    const NONE: Self =
        Lanes { up: [0; SIDE_BY_SIDE], down: [0; SIDE_BY_SIDE], rises: [true; SIDE_BY_SIDE], arrive: [Bits::EMPTY; 8] };

    /// Moves sets a step forward; none where there are too many directions, or they are not constant shifts.
    #[must_use]
    pub fn ahead(board: &Board<W>, directions: &[usize]) -> Option<Self> {
        let mut lanes = Self::NONE;
        for (lane, &way) in directions.iter().enumerate() {
            lanes.set(lane, motion(board, way)?, board.steps[way].arrive)?;
        }
        Some(lanes)
    }

    fn set(&mut self, lane: usize, (by, modulus): (i32, i32), arrive: Bits<W>) -> Option<()> {
        if lane >= SIDE_BY_SIDE {
            return None;
        }
        let far = by.rem_euclid(modulus);
        (self.up[lane], self.down[lane]) = match W {
            1 => (far as u32, (modulus - far) as u32 % 64),
            _ => (by.unsigned_abs(), by.unsigned_abs()),
        };
        (self.rises[lane], self.arrive[lane]) = (by >= 0, arrive);
        (W == 1 || by.abs() < 64).then_some(())
    }

    /// Whether the constants of all directions are distinct modulo 64 * W. Then the difference of two places gives the
    /// direction.
    #[must_use]
    pub fn distinct(&self) -> bool {
        let straight = |lane: usize| W > 1 || (self.up[lane] + self.down[lane]) % 64 == 0;
        let adds = |lane: usize| (self.up[lane], self.rises[lane]);
        let used: Vec<usize> = (0..SIDE_BY_SIDE).filter(|&lane| self.arrive[lane].any()).collect();
        used.iter().all(|&a| straight(a) && used.iter().all(|&b| a == b || adds(a) != adds(b)))
    }

    /// Moves a set in the direction of a lane.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self, lane: usize, set: Bits<W>) -> Bits<W> {
        let moved = if W == 1 {
            Bits(set.0.map(|word| word << (self.up[lane] & 63) | word >> (self.down[lane] & 63)))
        } else if self.rises[lane] {
            set.up(self.up[lane] & 63)
        } else {
            set.down(self.down[lane] & 63)
        };
        moved & self.arrive[lane]
    }

    /// Moves each lane's set in its direction.
    #[inline(always)]
    #[must_use]
    pub fn each(&self, sets: &Rows<W>) -> Rows<W> {
        std::array::from_fn(|lane| self.shift(lane, sets[lane]))
    }
}

/// What a step adds to a place, and the modulus of the numbering; where a step never wraps around, the modulus is the
/// number of places.
pub(super) fn motion<const W: usize>(board: &Board<W>, way: usize) -> Option<(i32, i32)> {
    let step = &board.steps[way];
    let mut added: Vec<i32> = step.leave.iter().map(|from| i32::from(step.to[from as usize]) - from as i32).collect();
    added.sort_unstable();
    added.dedup();
    match added[..] {
        [] => Some((0, 64 * W as i32)),
        [by] => Some((by, 64 * W as i32)),
        // Were there places beyond that, two of them might come before one.
        [down, up] if W == 1 && up > 0 && down < 0 && board.all.within(Bits::below((up - down) as u32)) => {
            Some((up, up - down))
        }
        _ => None,
    }
}

/// Up to seven directions on a board of one word. Lane 0 does not move.
#[derive(Clone, Debug)]
pub struct Fan(Lanes<1>);

impl Lattice<1> for Fan {
    type Sets = Rows<1>;

    fn new(board: &Board<1>, directions: DirectionSet) -> Option<Self> {
        let mut lanes = Lanes::NONE;
        lanes.set(0, (0, 64), board.all)?;
        for (lane, way) in ways(directions).enumerate() {
            let (by, modulus) = motion(board, way)?;
            lanes.set(lane + 1, (-by, modulus), board.steps[way].leave)?;
        }
        Some(Fan(lanes))
    }

    #[inline(always)]
    fn before(&self, set: Bits<1>) -> Rows<1> {
        self.0.each(&[set; SIDE_BY_SIDE])
    }

    #[inline(always)]
    fn around(&self, set: Bits<1>) -> Bits<1> {
        self.before(set).into_iter().fold(Bits::EMPTY, |all, lane| all | lane)
    }
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

    fn new(board: &Board<W>, directions: DirectionSet) -> Option<Self> {
        let listed: Vec<usize> = ways(directions).collect();
        let rises = |way: &usize| motion(board, *way).is_some_and(|(by, modulus)| by > 0 && modulus == 64 * W as i32);
        let ups: Vec<usize> = listed.iter().copied().filter(rises).collect();
        if ups.len() != A || listed.len() != 2 * A {
            return None;
        }
        let mut axes = Axes { by: [0; A], below: [Bits::EMPTY; A], above: [Bits::EMPTY; A], slots: [[0; 2]; A] };
        let slot = |way: usize| listed.iter().position(|&w| w == way).map(|place| place + 1);
        for (axis, &up) in ups.iter().enumerate() {
            let down = board.steps[up].opposite.filter(|_| board.steps[up].paired)?;
            axes.by[axis] = u32::try_from(motion(board, up)?.0).ok().filter(|&by| by < 64)?;
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

/// The neighbours of each place.
#[must_use]
pub fn neighbours<const W: usize>(board: &Board<W>, directions: DirectionSet) -> PlaceTable<W, Bits<W>> {
    let next = |place: usize, way| set_of_place(board.next(place as Place, way));
    PlaceTable::new(|place| ways(directions).fold(Bits::EMPTY, |all, way| all | next(place, way)))
}

/// Whether every one of these directions has its opposite among them, and none a loop.
#[must_use]
pub fn even<const W: usize>(board: &Board<W>, directions: DirectionSet) -> bool {
    ways(directions).all(|way| {
        let Some(step) = board.steps.get(way) else { return false };
        let back = step.opposite.is_some_and(|back| directions >> back & 1 != 0);
        back && step.paired && !step.loops.any()
    })
}
