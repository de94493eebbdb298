//! One phase of a turn: which pieces may step or jump, and their destinations.

use crate::bits::Bits;
use crate::board::{Board, DirectionSet, ways};

/// Directions as lanes; unused lanes lead nowhere. In each a step adds a constant to a place, or subtracts one.
#[derive(Clone, Copy, Debug)]
pub struct Directions<const W: usize, const D: usize> {
    up: [u32; D],
    down: [u32; D],
    /// The places from which a step adds `up`.
    adding: [Bits<W>; D],
    /// Those from which it takes `down` away.
    taking: [Bits<W>; D],
}

impl<const W: usize, const D: usize> Directions<W, D> {
    /// None where there are more, steps of one direction add more than one number, or lead round in a loop.
    pub fn new(board: &Board<W>, directions: DirectionSet) -> Option<Self> {
        let mut all = Directions { up: [0; D], down: [0; D], adding: [Bits::EMPTY; D], taking: [Bits::EMPTY; D] };
        let listed: Vec<usize> = ways(directions).collect();
        let fits = listed.len() <= D && listed.iter().enumerate().all(|(d, &way)| all.lay(board, d, way));
        fits.then_some(all)
    }

    fn lay(&mut self, board: &Board<W>, d: usize, way: usize) -> bool {
        let step = &board.steps[way];
        step.leave.iter().all(|from| {
            let by = i32::from(step.to[from as usize]) - from as i32;
            let (known, origins) =
                if by > 0 { (&mut self.up[d], &mut self.adding[d]) } else { (&mut self.down[d], &mut self.taking[d]) };
            let another = origins.any() && *known != by.unsigned_abs();
            *known = by.unsigned_abs();
            origins.insert(from);
            !another && (1..64).contains(&by.unsigned_abs()) && !step.loops.any()
        })
    }

    /// For each direction: the cells from which a step leads into the set.
    #[inline(always)]
    fn before(&self, set: Bits<W>) -> [Bits<W>; D] {
        self.before_each(&[set; D])
    }

    /// `before` with one set per direction.
    #[inline(always)]
    fn before_each(&self, sets: &[Bits<W>; D]) -> [Bits<W>; D] {
        std::array::from_fn(|d| {
            let (added, taken) = (sets[d].down(self.up[d] & 63), sets[d].up(self.down[d] & 63));
            (added & self.adding[d]) | (taken & self.taking[d])
        })
    }

    /// Where the steps of one direction lead from a set.
    #[inline(always)]
    fn after(&self, d: usize, set: Bits<W>) -> Bits<W> {
        let d = d % D;
        (set & self.adding[d]).up(self.up[d] & 63) | (set & self.taking[d]).down(self.down[d] & 63)
    }
}

/// A set of everything or of nothing.
pub fn full<const W: usize>(everything: bool) -> Bits<W> {
    Bits([if everything { u64::MAX } else { 0 }; W])
}

/// The pieces on the board, split as plies of a turn distinguish them.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<const W: usize> {
    /// All of them.
    pub all: Bits<W>,
    /// Those that have moved in this turn.
    pub moved: Bits<W>,
    /// The one that has moved last.
    pub just: Bits<W>,
}

/// Masks that select unmoved pieces, moved ones, the one moved last; each is full or empty.
#[derive(Clone, Copy, Debug)]
pub struct Which<const W: usize>([Bits<W>; 3]);

impl<const W: usize> Which<W> {
    pub fn new(which: [bool; 3]) -> Self {
        Which(which.map(full))
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
    /// What they may jump over.
    pub over: Which<W>,
    /// Everything where they jump, nothing where they step.
    pub jump: Bits<W>,
    /// Everything where what is jumped over is captured.
    pub captures: Bits<W>,
    /// The directions, in the board's order.
    pub ways: Directions<W, D>,
    /// Whether the turn may be ended here.
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

/// A move of one piece, in sets of one cell.
#[derive(Clone, Copy, Debug)]
pub struct Move<const W: usize> {
    /// Where it was.
    pub origin: Bits<W>,
    /// What it captures; empty where that is nothing.
    pub captured: Bits<W>,
    /// Where it goes.
    pub to: Bits<W>,
}

impl<const W: usize> Move<W> {
    /// No piece moves: the turn is ended.
    pub const NONE: Self = Move { origin: Bits::EMPTY, captured: Bits::EMPTY, to: Bits::EMPTY };
}

impl<const W: usize, const D: usize> Phase<W, D> {
    /// Generates the plies. On one word steps and jumps are found without a branch: it would be unpredictable.
    #[inline(always)]
    pub fn origins(&self, pieces: &Pieces<W>, all: Bits<W>) -> Origins<W, D> {
        let (what, over) = (self.what.of(pieces), self.over.of(pieces));
        let near = self.ways.before(all & !pieces.all);
        let jumps = W == 1 || self.jump.any();
        let far = if jumps { self.ways.before_each(&near.map(|set| set & over)) } else { near };
        let sets = std::array::from_fn(|d| what & ((far[d] & self.jump) | (near[d] & !self.jump)));
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
        let origin = Bits::bit(set.nth(number.wrapping_sub(before)));
        let next = self.ways.after(way, origin);
        let to = (self.ways.after(way, next) & self.jump) | (next & !self.jump);
        Move { origin, captured: next & self.captures, to }
    }
}
