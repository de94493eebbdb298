//! End part of kernels: groups that link regions, and rings, on hexagonal boards where pieces are never removed.
//!
//! Every piece stores the label of its group: the place of one of its pieces. A new piece takes the label of a
//! neighbour's group. Only where it links two groups is one of them relabelled, in a branch-free pass over all labels.
//! Each label has the set of regions that its group touches; the game is won when these are enough.
//!
//! Own neighbours are kept incrementally: a placed piece sets a bit in the cells around it, so each empty cell has a
//! mask of its own neighbours. Adjacent neighbours are linked already, so one of each run of them is enough:
//!
//! ```text
//!      x x        two runs, the two at the top and the one below. Without * there may be two groups here, with it
//!     . * .       there is one. If there was one already, * closes a ring, and the cells between the runs on one side
//!      . x        of it are cut off from those on the other
//! ```
//!
//! Union-find writes less, but its loops of unknown length defeat branch prediction: this is more than twice as fast
//! (random games of hex on 11 by 11, one thread, November 2026: 400,000 a second, with union-find 160,000).

use super::super::parts::{Ends, Position, Verdict};
use super::super::place_table::{InlineTable, PlaceTable};
use super::ring::Rings;
use crate::bits::Bits;
use crate::board::{Board, DirectionSet, Place, ways};
use crate::state::State;

/// How many neighbours a cell can have.
const SIX: usize = 6;

/// A bit for each neighbour.
const AROUND: u8 = (1 << SIX) - 1;

/// One end: so many of some regions are linked.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The regions, as bits.
    pub regions: u16,
    /// How many of them.
    pub n: u32,
    /// The clause, and the mover's half points.
    pub end: (u16, u8),
}

impl Goal {
    /// A goal that is never reached.
    pub const NEVER: Self = Goal { regions: 0, n: u32::MAX, end: (0, 0) };
}

/// Ends by Connected(own), in order; then, if `RING`, perhaps one by Ring(own).
#[derive(Clone, Debug)]
pub struct Connected<const W: usize, const GOALS: usize, const RING: bool> {
    goals: [Goal; GOALS],
    rings: Option<Rings<W>>,
    /// For each place: itself, then its neighbours in order round it; itself where there is none.
    near: PlaceTable<W, [u16; 8]>,
    start: Box<Groups<W>>,
}

/// The groups of both sides.
#[derive(Clone, Debug)]
pub struct Groups<const W: usize> {
    /// For each side and place, which neighbours are pieces of the side.
    touching: [InlineTable<W, u8>; 2],
    /// For each piece the name of its group; an empty place has its own.
    names: InlineTable<W, u16>,
    /// For each side and name, which regions the group touches.
    regions: [InlineTable<W, u16>; 2],
    /// The pieces of each side, if rings count.
    own: [Bits<W>; 2],
}

impl<const W: usize> Default for Groups<W> {
    fn default() -> Self {
        let (touching, names, regions) = ([InlineTable::of(0); 2], InlineTable::of(0), [InlineTable::of(0); 2]);
        Groups { touching, names, regions, own: [Bits::EMPTY; 2] }
    }
}

/// For each set of own neighbours: the first of each run, a digit of 4 bits each (0 is no neighbour, 1 the first);
/// and `ROW`, if three are in a row: the one in the middle may now have own neighbours only.
static RUNS: [u32; 1 << SIX] = {
    let (mut table, mut set) = ([0; 1 << SIX], 0);
    while set < 1 << SIX {
        let turned = (set << 1 | set >> (SIX - 1)) & AROUND as usize;
        let back = (set >> 1 | set << (SIX - 1)) & AROUND as usize;
        let firsts = if set == AROUND as usize { 1 } else { set & !turned };
        let (mut nth, mut digit) = (0, 0);
        while nth < SIX {
            if firsts >> nth & 1 == 1 {
                table[set] |= (nth as u32 + 1) << (4 * digit);
                digit += 1;
            }
            nth += 1;
        }
        if set & turned & back != 0 {
            table[set] |= ROW;
        }
        set += 1;
    }
    table
};

/// See `RUNS`.
const ROW: u32 = 1 << 28;

/// The digits after the first, once that is gone: there are at most three runs.
const DIGITS: u32 = 0xff;

impl<const W: usize, const GOALS: usize, const RING: bool> Connected<W, GOALS, RING> {
    /// None where these directions do not make a lattice of hexagons. `regions`: for each side, up to 16 sets of cells.
    #[must_use]
    pub fn new(
        board: &Board<W>,
        directions: DirectionSet,
        regions: [&[Bits<W>]; 2],
        goals: [Goal; GOALS],
        ring: Option<(u16, u8)>,
    ) -> Option<Self> {
        let round = hexagonal(board, directions)?;
        let few = regions.iter().all(|list| list.len() <= 16);
        let rings = match ring {
            Some(end) if RING => Some(Rings::new(board, directions, end)?),
            Some(_) => return None,
            None => None,
        };
        let near = PlaceTable::new(|place| std::array::from_fn(|slot| neighbour(board, &round, place, slot)));
        let mut start = Box::new(Groups::default());
        for place in 0..64 * W as u32 {
            start.names.set(place, place as u16);
            for (touched, list) in start.regions.iter_mut().zip(regions) {
                let is_in_region = |(bit, set): (usize, &Bits<W>)| u16::from(set.has(place)) << bit;
                touched.set(place, list.iter().enumerate().map(is_in_region).fold(0, |all, bit| all | bit));
            }
        }
        few.then_some(Connected { goals, rings, near, start })
    }
}

fn neighbour<const W: usize>(board: &Board<W>, round: &[usize; SIX], place: usize, slot: usize) -> u16 {
    let way = slot.checked_sub(1).and_then(|nth| round.get(nth));
    let next = way.map(|&way| board.next(place as Place, way)).filter(|&next| next >= 0);
    next.map_or(place as u16, |next| next as u16)
}

/// Six directions in order round a cell, each opposite to the third after it, such that two neighbours side by side
/// touch each other.
fn hexagonal<const W: usize>(board: &Board<W>, directions: DirectionSet) -> Option<[usize; SIX]> {
    let round: [usize; SIX] = ways(directions).collect::<Vec<_>>().try_into().ok()?;
    let way = |nth: usize| round[nth % SIX];
    let opposite = |nth| board.steps[way(nth)].paired && board.steps[way(nth)].opposite == Some(way(nth + 3));
    let touch = |place: Place, nth| {
        let (first, other) = (board.next(place, way(nth)), board.next(place, way(nth + 1)));
        first < 0 || other < 0 || board.next(first, way(nth + 2)) == other
    };
    let lattice = (0..SIX).all(|nth| opposite(nth) && board.all.iter().all(|place| touch(place as Place, nth)));
    lattice.then_some(round)
}

impl<const W: usize> Groups<W> {
    /// Relabels all pieces of one group as another.
    #[inline(always)]
    fn rename(&mut self, from: u16, to: u16) {
        for name in self.names.entries() {
            *name = if *name == from { to } else { *name };
        }
    }

    /// Places a piece; returns the regions that its group now touches, and whether the piece links a group with itself.
    #[inline(always)]
    fn join(&mut self, side: usize, near: &[u16; 8], stones: u8) -> (u16, bool) {
        let to = u32::from(near[0]);
        let mut runs = RUNS[usize::from(stones & AROUND)];
        let name = self.names.at(near[runs as usize & 7].into());
        let mut regions = self.regions[side].at(to) | self.regions[side].at(name.into());
        let mut closed = false;
        runs >>= 4;
        while runs & DIGITS != 0 {
            let other = self.names.at(near[runs as usize & 7].into());
            closed |= other == name;
            regions |= self.regions[side].at(other.into());
            self.rename(other, name);
            runs >>= 4;
        }
        // Stored last: a store just before the pass over all labels would stall it.
        self.names.set(to, name);
        self.regions[side].set(name.into(), regions);
        for nth in 0..SIX {
            let place = u32::from(near[nth + 1]);
            self.touching[side].set(place, self.touching[side].at(place) | 1 << ((nth + 3) % SIX));
        }
        (regions, closed)
    }

    /// The result of `join`, without placing the piece.
    fn touched(&self, side: usize, near: &[u16; 8], stones: u8) -> (u16, bool) {
        let runs = RUNS[usize::from(stones & AROUND)];
        let name = |digit: u32| self.names.at(near[(runs >> (4 * digit)) as usize & 7].into());
        let has_run = |digit: u32| runs >> (4 * digit) & 0xf != 0;
        let names = [name(0), name(1), name(2)];
        let mut regions = self.regions[side].at(near[0].into()) | self.regions[side].at(names[0].into());
        let mut closed = false;
        for digit in [1, 2].into_iter().filter(|&digit| has_run(digit)) {
            let (other, before) = (names[digit as usize], &names[..digit as usize]);
            closed |= before.contains(&other);
            regions |= self.regions[side].at(other.into());
        }
        (regions, closed)
    }

    /// Whether the last piece completes the own neighbours of a piece beside it. On the border this may be a false
    /// positive.
    #[inline(always)]
    fn fills(&self, side: usize, near: &[u16; 8], stones: u8) -> bool {
        let full = |nth: usize| self.touching[side].at(near[nth + 1].into()) | 1 << ((nth + 3) % SIX) == AROUND;
        (0..SIX).fold(false, |any, nth| any | full(nth) & (stones >> nth & 1 != 0))
    }
}

impl<const W: usize, const GOALS: usize, const RING: bool> Ends<W> for Connected<W, GOALS, RING> {
    type Memo = Groups<W>;
    const PIECES: bool = false;
    const SEARCHES: bool = true;

    fn begin(&self, _: &Position<W>, groups: &mut Groups<W>) {
        groups.clone_from(&self.start);
    }

    fn resume(&self, position: &Position<W>, _: &State<W>, groups: &mut Groups<W>) {
        groups.clone_from(&self.start);
        let mover = position.side as usize & 1;
        for (side, pieces) in [(mover, position.own), (mover ^ 1, position.enemy)] {
            for place in pieces.iter() {
                groups.join(side, self.near.at(place), groups.touching[side].at(place));
            }
            groups.own[side] = pieces;
        }
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, groups: &mut Groups<W>, _: i32) -> Option<Verdict> {
        let (side, to) = (position.side as usize & 1, position.to);
        let (near, stones) = (self.near.at(to), groups.touching[side].at(to));
        let (regions, closed) = groups.join(side, near, stones);
        let reached = |goal: &&Goal| (regions & goal.regions).count_ones() >= goal.n;
        if let Some(goal) = self.goals.iter().find(reached) {
            return Some(Verdict::by(goal.end));
        }
        if RING {
            groups.own[side].0[(to >> 6) as usize % W] |= 1 << (to & 63);
            let row = RUNS[usize::from(stones & AROUND)] >= ROW;
            if closed || row && groups.fills(side, near, stones) {
                return self.rings.as_ref()?.judge(groups.own[side], to);
            }
        }
        None
    }

    fn peek(&self, position: &Position<W>, groups: &Groups<W>, _: i32) -> Option<Verdict> {
        let (side, to) = (position.side as usize & 1, position.to);
        let (near, stones) = (self.near.at(to), groups.touching[side].at(to));
        let (regions, closed) = groups.touched(side, near, stones);
        let reached = |goal: &&Goal| (regions & goal.regions).count_ones() >= goal.n;
        if let Some(goal) = self.goals.iter().find(reached) {
            return Some(Verdict::by(goal.end));
        }
        let row = RUNS[usize::from(stones & AROUND)] >= ROW;
        if RING && (closed || row && groups.fills(side, near, stones)) {
            return self.rings.as_ref()?.judge(groups.own[side] | Bits::bit(to), to);
        }
        None
    }
}

#[cfg(test)]
mod tests;
