//! Groups of stones that link regions, on boards where stones stay where they are put.
//!
//! Every stone knows the name of its group: the place of one of its stones. A new stone takes the name of a neighbour's
//! group; only where it links two groups is one of them renamed, in a pass over all names without a branch. Beside its
//! name a group has the set of regions that it touches, and the game is won when these are enough.
//!
//! Which neighbours a stone has is not looked for. Whoever puts a stone down tells the cells around it, a bit each, so a
//! cell has its answer ready. On a lattice of hexagons two neighbours side by side touch each other, so of a run of
//! them one will do:
//!
//! ```text
//!      x x          two runs: x x (the names of both are the same) and y;
//!     .   .         what is between the runs is cut off by them if x and y were of one group before
//!      . y
//! ```
//!
//! Measured against others (one thread, two games of three decided by how often the CPU guesses wrong): a flood for
//! each ply takes twice as long; a flood in steps takes as long, and knows one region only; a tree of names (union-find)
//! has loops of unknown length.

use super::super::table::Table;
use super::super::words::{Ends, Position, Verdict};
use super::ring::Rings;
use crate::bits::Bits;
use crate::board::{Board, Place, WaySet, ways};

/// One of a board's places, up to 256.
type Name = u8;

/// An entry for each place.
type Each<T, const W: usize> = [[T; 64]; W];

/// How many directions there are.
pub const SIX: usize = 6;

/// Regions that must be touched by one group.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Which, a bit each: those of each side.
    pub regions: [u16; 2],
    /// How many of them.
    pub n: u32,
    /// The clause and the mover's half points.
    pub end: (u16, u8),
}

/// Ends by goals; then, where `RING`, one by a ring, which comes after the goals.
#[derive(Clone, Debug)]
pub struct Connected<const W: usize, const GOALS: usize, const RING: bool> {
    goals: [Goal; GOALS],
    rings: Option<Rings<W>>,
    /// For each place: itself, then its neighbours in each direction; itself where there is none.
    near: Table<W, [Name; 8]>,
    /// For each set of neighbours: one of each run, a digit of 4 bits each; then `ROW` where three are in a row.
    runs: [u32; 1 << SIX],
    start: Box<Groups<W>>,
}

/// In a row of three the one in the middle may now be among own stones only.
const ROW: u32 = 1 << 28;
/// No place has more than three runs around it.
const DIGITS: u32 = 0xfff;

/// The groups of a game.
#[derive(Clone, Debug)]
pub struct Groups<const W: usize> {
    /// For each side and place, which neighbours are stones of the side.
    touching: [Each<u8, W>; 2],
    /// The stones of each side, where rings count.
    own: [Bits<W>; 2],
    /// For each stone the name of its group; an empty place has its own.
    names: Each<Name, W>,
    /// For each name, which regions its group touches.
    regions: Each<u16, W>,
}

impl<const W: usize> Default for Groups<W> {
    fn default() -> Self {
        Groups { touching: [[[0; 64]; W]; 2], own: [Bits::EMPTY; 2], names: [[0; 64]; W], regions: [[0; 64]; W] }
    }
}

#[inline(always)]
fn entry<T, const W: usize>(each: &mut Each<T, W>, place: u32) -> &mut T {
    &mut each.as_flattened_mut()[place as usize % (64 * W)]
}

impl<const W: usize> Groups<W> {
    /// Gives all of one group the name of another.
    #[inline(always)]
    fn rename(&mut self, from: Name, to: Name) {
        for name in self.names.as_flattened_mut() {
            *name = if *name == from { to } else { *name };
        }
    }

    /// Has a stone beside the last lost its last neighbour that is not of its side? On the border it may only seem so.
    #[inline(always)]
    fn is_full(&mut self, side: usize, near: &[Name; 8], stones: u8) -> bool {
        let full = |nth: usize| *entry(&mut self.touching[side], near[nth + 1].into()) == (1 << SIX) - 1;
        (0..SIX).map(full).zip(0..).fold(false, |any, (full, nth)| any | full & (stones >> nth & 1 != 0))
    }
}

impl<const W: usize, const GOALS: usize, const RING: bool> Connected<W, GOALS, RING> {
    /// Stones connect in these directions. None where the board is no lattice of hexagons, or too large.
    #[must_use]
    pub fn new(board: &Board<W>, directions: WaySet, regions: &[Bits<W>], goals: [Goal; GOALS], ring: (u16, u8)) -> Option<Self> {
        let around = hexagonal(board, directions)?;
        if W > 4 || regions.len() > 16 {
            return None;
        }
        let near = Table::new(|place| std::array::from_fn(|slot| neighbour(board, &around, place, slot)));
        let mut start = Box::new(Groups::default());
        for place in 0..64 * W as u32 {
            *entry(&mut start.names, place) = place as Name;
            let touched = (0..).zip(regions).filter(|(_, region)| region.has(place));
            *entry(&mut start.regions, place) = touched.fold(0, |all, (bit, _)| all | 1 << bit);
        }
        let rings = if RING { Some(Rings::new(board, directions, ring)?) } else { None };
        Some(Connected { goals, rings, near, runs: std::array::from_fn(|set| runs(set, RING)), start })
    }
}

fn neighbour<const W: usize>(board: &Board<W>, around: &[usize; SIX], place: usize, slot: usize) -> Name {
    let way = slot.checked_sub(1).and_then(|nth| around.get(nth));
    way.map(|&way| board.next(place as Place, way)).filter(|&next| next >= 0).map_or(place as Name, |next| next as Name)
}

/// Six directions in a circle, each opposite to the third after it, such that neighbours side by side touch each other:
/// two steps are as good as one.
fn hexagonal<const W: usize>(board: &Board<W>, directions: WaySet) -> Option<[usize; SIX]> {
    let around: [usize; SIX] = ways(directions).collect::<Vec<_>>().try_into().ok()?;
    let way = |nth: usize| around[nth % SIX];
    let opposite = |nth| board.steps[way(nth)].paired && board.steps[way(nth)].opposite == Some(way(nth + 3));
    let touch = |place: Place, nth| {
        let (one, other) = (board.next(place, way(nth)), board.next(place, way(nth + 1)));
        one < 0 || other < 0 || board.next(one, way(nth + 2)) == other
    };
    let lattice = (0..SIX).all(|nth| opposite(nth) && board.all.iter().all(|place| touch(place as Place, nth)));
    lattice.then_some(around)
}

/// One slot (the direction's number, from 1) of each run of neighbours in a circle.
fn runs(set: usize, rows: bool) -> u32 {
    let has = |nth: usize| set >> (nth % SIX) & 1 != 0;
    let first = |nth: usize| has(nth) && !has(nth + SIX - 1) || set + 1 == 1 << SIX && nth == 0;
    let digits = (0..SIX).filter(|&nth| first(nth)).enumerate();
    let runs = digits.fold(0, |all, (digit, nth)| all | (nth as u32 + 1) << (4 * digit));
    let row = rows && (0..SIX).any(|nth| has(nth) && has(nth + 1) && has(nth + 2));
    if row { runs | ROW } else { runs }
}

impl<const W: usize, const GOALS: usize, const RING: bool> Ends<W> for Connected<W, GOALS, RING> {
    type Memo = Groups<W>;

    fn begin(&self, _: &Position<W>, groups: &mut Groups<W>) {
        groups.clone_from(&self.start);
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, groups: &mut Groups<W>, _: i32) -> Option<Verdict> {
        let (side, to) = (position.side as usize & 1, position.to);
        let near = self.near.at(to);
        let stones = *entry(&mut groups.touching[side], to);
        let mut runs = self.runs[usize::from(stones) % (1 << SIX)];
        let name = *entry(&mut groups.names, near[runs as usize & 7].into());
        let mut regions = *entry(&mut groups.regions, to) | *entry(&mut groups.regions, name.into());
        let (row, mut closed) = (RING && runs >= ROW, false);
        runs >>= 4;
        while runs & DIGITS != 0 {
            let other = *entry(&mut groups.names, near[runs as usize & 7].into());
            closed |= other == name;
            regions |= *entry(&mut groups.regions, other.into());
            groups.rename(other, name);
            runs >>= 4;
        }
        // Late: a byte stored just before would hold up the pass over all names.
        *entry(&mut groups.names, to) = name;
        *entry(&mut groups.regions, name.into()) = regions;
        for nth in 0..SIX {
            *entry(&mut groups.touching[side], near[nth + 1].into()) |= 1 << ((nth + 3) % SIX);
        }
        let won = self.goals.iter().find(|goal| (regions & goal.regions[side]).count_ones() >= goal.n);
        if let Some(goal) = won {
            return Some(Verdict::by(goal.end.0, goal.end.1));
        }
        if RING {
            groups.own[side].0[(to >> 6) as usize % W] |= 1 << (to & 63);
            if closed || row && groups.is_full(side, near, stones) {
                return self.rings.as_ref()?.judge(groups.own[side], to);
            }
        }
        None
    }
}
