//! Groups that link regions, and rings, on boards whose cells have at most six neighbours, each next to the one after it.
//!
//! Groups are kept as trees of cells (union-find); the root knows which regions its group touches. The own neighbours of
//! a new piece fall into arcs: neighbours in a row touch, so each arc is of one group, and one look at it will do. Two
//! arcs of the same group make a ring; so does a piece whose neighbours are all own.
//!
//! ```text
//!       x x        two arcs: the two at the top, and the one below;
//!      . * .       without one * would begin a group, with one it joins a group,
//!       . x        with two or three it may join groups, or close a ring
//! ```

use super::super::table::{Sheet, Table};
use super::super::words::{Ends, Position, Verdict};
use crate::bits::Bits;
use crate::board::{Board, Place, WaySet, one, ways};

/// How many neighbours a cell can have.
const ROUND: usize = 6;

/// The region that stands for a ring.
const RING: u16 = 1 << 15;

/// One end: that so many of some regions are linked, or a ring.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The regions, as bits; `None` asks for a ring.
    pub regions: Option<u16>,
    /// How many of them.
    pub n: u32,
    /// The clause, and the mover's half points.
    pub end: (u16, u8),
}

/// The most ends.
pub const GOALS: usize = 3;

/// Up to three ends by Connected or Ring, in order.
#[derive(Clone, Debug)]
pub struct Links<const W: usize> {
    /// The neighbours of each place in order round it; the place itself where there is none.
    round: Table<W, [u16; ROUND]>,
    /// The regions of each side that hold a place.
    regions: [Table<W, u16>; 2],
    /// Cells that are not on the border, if rings count.
    inner: Bits<W>,
    near: Table<W, Bits<W>>,
    goals: [Goal; GOALS],
}

impl<const W: usize> Links<W> {
    /// None where the board's neighbours do not lie in a ring. `regions`: for each side, up to 15 sets of cells.
    #[must_use]
    pub fn new(board: &Board<W>, directions: WaySet, regions: [&[Bits<W>]; 2], goals: &[Goal]) -> Option<Self> {
        if directions.count_ones() as usize != ROUND || regions.iter().any(|list| list.len() > 15) {
            return None;
        }
        let turn: Vec<usize> = ways(directions).collect();
        let there = |place: usize, i: usize| board.next(place as Place, turn[i % ROUND]);
        let touch = |a: Place, b: Place| a < 0 || b < 0 || turn.iter().any(|&way| board.next(a, way) == b);
        let rounded =
            board.all.iter().all(|p| (0..ROUND).all(|i| touch(there(p as usize, i), there(p as usize, i + 1))));
        let cell = |place: usize, next: Place| if next < 0 { place as u16 } else { next as u16 };
        let of = |side: usize, place: usize| {
            let holds = |(i, set): (usize, &Bits<W>)| u16::from(set.has(place as u32)) << i;
            regions[side].iter().enumerate().map(holds).fold(0, |all, bit| all | bit)
        };
        let never = Goal { regions: Some(0), n: u32::MAX, end: (0, 0) };
        let ringed = goals.iter().any(|goal| goal.regions.is_none());
        let near = |place: usize| (0..ROUND).map(|i| one(there(place, i))).fold(Bits::EMPTY, |all, cell| all | cell);
        (rounded && goals.len() <= GOALS).then(|| Links {
            round: Table::new(|place| std::array::from_fn(|i| cell(place, there(place, i)))),
            regions: [0, 1].map(|side| Table::new(|place| of(side, place))),
            inner: if ringed { board.all & !board.border } else { Bits::EMPTY },
            near: Table::new(near),
            goals: std::array::from_fn(|i| goals.get(i).copied().unwrap_or(never)),
        })
    }
}

/// For each pattern of own neighbours (a bit each): how many arcs, and the first neighbour of each.
static ARCS: [[u8; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut pattern = 0;
    while pattern < 64 {
        let (mut i, mut arcs) = (0, 0);
        while i < ROUND {
            let before = (i + ROUND - 1) % ROUND;
            if pattern >> i & 1 == 1 && pattern >> before & 1 == 0 {
                arcs += 1;
                table[pattern][arcs] = i as u8;
            }
            i += 1;
        }
        if pattern == 63 {
            arcs = 1;
        }
        table[pattern][0] = arcs as u8;
        pattern += 1;
    }
    table
};

/// The patterns in which three neighbours in a row are own: the one in the middle may now be shut in.
const MIDDLES: u64 = {
    let (mut patterns, mut pattern) = (0u64, 0u64);
    while pattern < 64 {
        let (turned, back) = (pattern << 1 | pattern >> 5, pattern >> 1 | pattern << 5);
        if pattern & turned & back & 63 != 0 {
            patterns |= 1 << pattern;
        }
        pattern += 1;
    }
    patterns
};

/// No piece.
const NONE: u16 = u16::MAX;

/// The groups of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Groups<const W: usize> {
    /// For each side and place, the next place on the way to the root; the root's own number; or none.
    up: [Sheet<W, u16>; 2],
    /// The regions that the group of each root touches.
    touched: Sheet<W, u16>,
}

impl<const W: usize> Default for Groups<W> {
    fn default() -> Self {
        Groups { up: [Sheet::of(NONE); 2], touched: Sheet::of(0) }
    }
}

/// The root of a place, and the way there halved for the next time.
#[inline(always)]
fn root<const W: usize>(up: &mut Sheet<W, u16>, mut place: u16) -> u16 {
    loop {
        let next = up.at(u32::from(place));
        if next == place {
            return place;
        }
        let further = up.at(u32::from(next));
        up.set(u32::from(place), further);
        place = further;
    }
}

impl<const W: usize> Links<W> {
    /// Joins a new piece to the groups beside it: what its group touches now.
    #[inline(always)]
    fn join(&self, position: &Position<W>, groups: &mut Groups<W>) -> u16 {
        let side = position.side as usize & 1;
        let (up, touched) = (&mut groups.up[side], &mut groups.touched);
        let round = self.round.at(position.to);
        let mut pattern = 0;
        for (i, &place) in round.iter().enumerate() {
            pattern |= usize::from(up.at(u32::from(place)) != NONE) << i;
        }
        let [arcs, first, others @ ..] = ARCS[pattern % 64];
        let mut all = *self.regions[side].at(position.to);
        let mut top = position.to as u16;
        if arcs > 0 {
            top = root(up, round[usize::from(first) % ROUND]);
            all |= touched.at(u32::from(top));
        }
        up.set(position.to, top);
        for &arc in others.iter().take(usize::from(arcs).saturating_sub(1)) {
            let other = root(up, round[usize::from(arc) % ROUND]);
            all |= if other == top { RING } else { touched.at(u32::from(other)) };
            up.set(u32::from(other), top);
        }
        if self.inner.any() && MIDDLES >> pattern & 1 != 0 && self.fills(position) {
            all |= RING;
        }
        touched.set(u32::from(top), all);
        all
    }

    /// Is the new piece, or one beside it, now shut in by own pieces?
    #[cold]
    fn fills(&self, position: &Position<W>) -> bool {
        let here = Bits::bit(position.to);
        let beside = (*self.near.at(position.to) | here) & position.own & self.inner;
        beside.iter().any(|place| self.near.at(place).within(position.own))
    }
}

impl<const W: usize> Ends<W> for Links<W> {
    type Memo = Groups<W>;

    #[inline]
    fn begin(&self, _: &Position<W>, groups: &mut Groups<W>) {
        groups.up = [Sheet::of(NONE); 2];
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, groups: &mut Groups<W>, _: i32) -> Option<Verdict> {
        let touched = self.join(position, groups);
        let holds = |goal: &Goal| (touched & goal.regions.unwrap_or(RING)).count_ones() >= goal.n;
        self.goals.iter().find(|goal| holds(goal)).map(|goal| Verdict::by(goal.end))
    }
}
