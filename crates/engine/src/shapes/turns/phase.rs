//! One phase of a turn: which pieces may step or jump, and where to.

use crate::bits::Bits;
use crate::board::Board;

/// One direction of a board on which a step adds one number or takes away another.
#[derive(Clone, Copy, Debug)]
pub struct Way<const W: usize> {
    up: u32,
    down: u32,
    /// The places from which a step adds `up`.
    adding: Bits<W>,
    /// Those from which it takes `down` away.
    taking: Bits<W>,
}

impl<const W: usize> Way<W> {
    /// Leads nowhere.
    pub const NONE: Self = Way { up: 0, down: 0, adding: Bits::EMPTY, taking: Bits::EMPTY };

    /// None where steps add more than one number, or lead round in a loop.
    pub fn new(board: &Board<W>, way: usize) -> Option<Self> {
        let step = board.steps.get(way)?;
        let mut found = Way::NONE;
        for from in step.leave.iter() {
            let by = i32::from(*step.to.get(from as usize)?) - from as i32;
            let (known, origins) =
                if by > 0 { (&mut found.up, &mut found.adding) } else { (&mut found.down, &mut found.taking) };
            let another = origins.any() && *known != by.unsigned_abs();
            if by == 0 || by.unsigned_abs() > 63 || another {
                return None;
            }
            *known = by.unsigned_abs();
            origins.insert(from);
        }
        (!step.loops.any()).then_some(found)
    }

    /// The cells from which a step leads into the set.
    #[inline(always)]
    pub fn before(&self, set: Bits<W>) -> Bits<W> {
        (set.down(self.up & 63) & self.adding) | (set.up(self.down & 63) & self.taking)
    }

    /// Where the steps from a set lead.
    #[inline(always)]
    pub fn after(&self, set: Bits<W>) -> Bits<W> {
        (set & self.adding).up(self.up & 63) | (set & self.taking).down(self.down & 63)
    }
}

/// The pieces on the board, as the plies of a turn tell them apart.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<const W: usize> {
    /// All of them.
    pub all: Bits<W>,
    /// Those that have moved in this turn.
    pub moved: Bits<W>,
    /// The one that has moved last.
    pub just: Bits<W>,
}

/// Which pieces: those that have not moved, those that have, the last of these; each set is full or empty.
#[derive(Clone, Copy, Debug)]
pub struct Which<const W: usize>([Bits<W>; 3]);

impl<const W: usize> Which<W> {
    pub fn new(which: [bool; 3]) -> Self {
        Which(which.map(|all| Bits([if all { u64::MAX } else { 0 }; W])))
    }

    #[inline(always)]
    fn of(&self, pieces: &Pieces<W>) -> Bits<W> {
        let [still, moved, just] = self.0;
        (pieces.all & !pieces.moved & still) | (pieces.moved & !pieces.just & moved) | (pieces.just & just)
    }
}

/// A phase of a turn.
#[derive(Clone, Debug)]
pub struct Phase<const W: usize, const D: usize> {
    /// The pieces that may move.
    pub what: Which<W>,
    /// What they jump over; a step if not given.
    pub over: Option<Which<W>>,
    /// Is that captured?
    pub captures: bool,
    /// The directions, in the board's order; the last ones may lead nowhere.
    pub ways: [Way<W>; D],
    /// May the turn be ended here?
    pub stop: bool,
    /// The phase after a ply; beyond the last the turn is over.
    pub next: usize,
    /// The first id of its plies.
    pub base: u32,
}

/// The plies of a phase: the origins by direction.
#[derive(Clone, Copy, Debug)]
pub struct Origins<const W: usize, const D: usize> {
    sets: [Bits<W>; D],
    /// How many.
    pub count: u32,
}

impl<const W: usize, const D: usize> Default for Origins<W, D> {
    fn default() -> Self {
        Origins { sets: [Bits::EMPTY; D], count: 0 }
    }
}

/// A move of one piece: sets of one cell, what is jumped over perhaps of none.
#[derive(Clone, Copy, Debug)]
pub struct Move<const W: usize> {
    pub origin: Bits<W>,
    pub over: Bits<W>,
    pub to: Bits<W>,
}

impl<const W: usize, const D: usize> Phase<W, D> {
    /// The plies on offer.
    #[inline(always)]
    pub fn origins(&self, pieces: &Pieces<W>, all: Bits<W>) -> Origins<W, D> {
        let (what, empty) = (self.what.of(pieces), all & !pieces.all);
        let sets = match &self.over {
            None => self.ways.map(|way| what & way.before(empty)),
            Some(over) => {
                let over = over.of(pieces);
                self.ways.map(|way| what & way.before(over & way.before(empty)))
            }
        };
        Origins { sets, count: sets.iter().map(Bits::count).sum() }
    }

    /// The ply with this number, which is below the count.
    #[inline(always)]
    pub fn ply(&self, origins: &Origins<W, D>, number: u32) -> Move<W> {
        let (mut set, mut way, mut before, mut all) = (origins.sets[0], 0, 0, origins.sets[0].count());
        for d in 1..D {
            let further = number >= all;
            (set, way, before) = if further { (origins.sets[d], d, all) } else { (set, way, before) };
            all += origins.sets[d].count();
        }
        let (origin, way) = (Bits::bit(set.nth(number.wrapping_sub(before))), &self.ways[way % D]);
        let next = way.after(origin);
        match self.over {
            None => Move { origin, over: Bits::EMPTY, to: next },
            Some(_) => Move { origin, over: next, to: way.after(next) },
        }
    }
}
