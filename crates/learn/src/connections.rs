//! Connections across the board: how many empty cells each side still needs to link regions, and on how many cells the
//! shortest links lie. The numbers are those of the engine's features `links`, computed from sets of bits.
//!
//! From each region the board is flooded, one empty cell a step, own pieces for nothing. Distances are kept in bits of
//! binary digits, a set of cells for each digit, so that the shortest links through all cells are added up at once:
//!
//! ```text
//!   digits[0]   cells whose distance is odd          the sum of the distances to so many regions, the nearest of them,
//!   digits[1]   cells whose distance has a 2         is the length of the shortest link through a cell
//! ```

use crate::board_geometry::{BoardGeometry, ConnectionGoal};
use crate::lattice::{CellSet, Lattice};
use lusory_play::{Explorer, PieceChange};

/// The digits of a distance. Larger ones count as none.
const DIGITS: usize = 5;
const NO_PATH: usize = (1 << DIGITS) - 1;
/// The digits of a sum of distances.
const SUM_DIGITS: usize = 8;
/// The most regions of a goal.
const MAX_REGIONS: usize = 8;
/// The two sides.
const SIDES: usize = 2;

type Distances = [CellSet; DIGITS];
type Sums = [CellSet; SUM_DIGITS];

/// What does not change along a search.
#[derive(Debug)]
struct ConnectionPlan {
    lattice: Lattice,
    board: CellSet,
    goals: Vec<GoalSets>,
}

/// A goal of a plan.
#[derive(Debug)]
struct GoalSets {
    /// By side.
    regions: [Vec<CellSet>; SIDES],
    needed: usize,
    /// By side: the distance on the empty board, plus one.
    empty_distance: [f32; SIDES],
}

/// The pieces of a position.
#[derive(Clone, Copy, Default, Debug)]
struct Pieces {
    /// By side.
    own: [CellSet; SIDES],
    /// Cells with a piece of any owner.
    any: CellSet,
    /// Whether some cell held several pieces.
    is_stacked: bool,
}

/// The connections along a path of plies.
pub struct Connections {
    plan: ConnectionPlan,
    /// By depth.
    path: Vec<Pieces>,
    has_marks: bool,
    /// By goal and side: the length found last, which that of a position nearby hardly exceeds.
    lengths: Vec<[usize; SIDES]>,
    changes: Vec<PieceChange>,
}

impl Connections {
    /// The number of inputs of a goal.
    pub const INPUTS: usize = 2;

    /// None where the board has no such goals, is no lattice, or has more than 256 cells with the gaps between its rows.
    #[must_use]
    pub fn new(board: &BoardGeometry) -> Option<Connections> {
        let plan = ConnectionPlan::new(board)?;
        let lengths = vec![[NO_PATH; SIDES]; plan.goals.len()];
        Some(Connections { plan, path: vec![Pieces::default()], has_marks: false, lengths, changes: Vec::new() })
    }

    /// Resets to the explorer's position.
    pub fn set_root(&mut self, at: &dyn Explorer) {
        at.visible_contents(0, &mut self.changes);
        self.has_marks = at.has_marks();
        self.path.clear();
        self.path.push(Pieces::default().after(&self.plan.lattice, &self.changes));
    }

    /// Plays a ply.
    pub fn push(&mut self, at: &dyn Explorer) {
        at.changes(&mut self.changes);
        let before = self.path.last().copied().unwrap_or_default();
        self.path.push(before.after(&self.plan.lattice, &self.changes));
    }

    /// Undoes the last ply.
    pub fn pop(&mut self) {
        if self.path.len() > 1 {
            self.path.pop();
        }
    }

    /// Makes the current position the root.
    pub fn make_root(&mut self) {
        self.path.drain(..self.path.len() - 1);
    }

    /// Appends the inputs of the current position, those of a side (from 0) less the other's: for each goal how much
    /// nearer it is than on the empty board, and the root of the number of cells of shortest links. `false`, and nothing,
    /// where the pieces do not tell all.
    pub fn append(&mut self, side: usize, inputs: &mut Vec<f32>) -> bool {
        let Some(pieces) = self.path.last().filter(|pieces| !pieces.is_stacked && !self.has_marks) else {
            return false;
        };
        let empty = self.plan.board & !pieces.any;
        for (goal, lengths) in self.plan.goals.iter().zip(&mut self.lengths) {
            let [own, other] =
                [side, 1 - side].map(|side| self.plan.inputs(goal, side, pieces.own[side], empty, &mut lengths[side]));
            inputs.extend([own[0] - other[0], own[1] - other[1]]);
        }
        true
    }
}

impl Pieces {
    /// The pieces after a ply: what it removed is gone before what it added comes.
    fn after(mut self, lattice: &Lattice, changes: &[PieceChange]) -> Pieces {
        for change in changes.iter().filter(|change| !change.added) {
            let rest = !lattice.cell(usize::from(change.cell));
            self.own.iter_mut().for_each(|own| *own &= rest);
            self.any &= rest;
        }
        for change in changes.iter().filter(|change| change.added) {
            let cell = lattice.cell(usize::from(change.cell));
            self.is_stacked |= (self.any & cell).any();
            self.any |= cell;
            if let Some(own) = usize::from(change.owner).checked_sub(1).and_then(|side| self.own.get_mut(side)) {
                *own |= cell;
            }
        }
        self
    }
}

impl ConnectionPlan {
    fn new(board: &BoardGeometry) -> Option<ConnectionPlan> {
        let few = |goal: &ConnectionGoal| goal.regions.iter().all(|regions| regions.len() <= MAX_REGIONS);
        if board.connections.is_empty() || !board.connections.iter().all(few) {
            return None;
        }
        let lattice = Lattice::new(board)?;
        let set = |region: &Vec<u16>| lattice.cells(region.iter().map(|&cell| usize::from(cell)));
        let sets = |goal: &ConnectionGoal, side: usize| goal.regions[side].iter().map(set).collect::<Vec<_>>();
        let goals = board.connections.iter().map(|goal| GoalSets {
            regions: [sets(goal, 0), sets(goal, 1)],
            needed: goal.needed,
            empty_distance: [0.0; SIDES],
        });
        let goals = goals.collect();
        let all = lattice.cells(0..board.cells);
        let mut plan = ConnectionPlan { lattice, board: all, goals };
        for number in 0..plan.goals.len() {
            let far = [0, 1].map(|side| plan.link(&plan.goals[number], side, CellSet::default(), all, NO_PATH));
            plan.goals[number].empty_distance = far.map(|link| link.map_or(100.0, |(length, _)| length as f32 + 1.0));
        }
        Some(plan)
    }

    /// The inputs of a goal for a side. length: found last; distances beyond it are looked for only if need be.
    #[inline]
    fn inputs(&self, goal: &GoalSets, side: usize, own: CellSet, empty: CellSet, length: &mut usize) -> [f32; 2] {
        let most = *length + 1;
        let near = self.link(goal, side, own, empty, most);
        let link = match near {
            Some((length, _)) if length <= most => near,
            None if most >= NO_PATH => None,
            _ => self.link(goal, side, own, empty, NO_PATH),
        };
        *length = link.map_or(NO_PATH, |(length, _)| length);
        link.map_or([0.0; 2], |(length, cells)| {
            [(goal.empty_distance[side] - length as f32).max(0.0), (cells as f32).sqrt()]
        })
    }

    /// The length of the shortest link, in empty cells, and the number of empty cells where such links meet; none where
    /// there is no link. Distances above `most` count as none, which a link of at most that length does not have.
    fn link(&self, goal: &GoalSets, side: usize, own: CellSet, empty: CellSet, most: usize) -> Option<(usize, u32)> {
        let regions = &goal.regions[side];
        let mut nearest = [[!CellSet::default(); DIGITS]; MAX_REGIONS];
        if goal.needed == regions.len() {
            nearest
                .iter_mut()
                .zip(regions)
                .for_each(|(digits, &region)| *digits = self.flood(region, own, empty, most));
        } else {
            for &region in regions {
                insert(&mut nearest[..goal.needed], self.flood(region, own, empty, most));
            }
        }
        let mut sums = Sums::default();
        nearest[..goal.needed].iter().for_each(|digits| add(&mut sums, digits));
        // The cost of an empty cell is in each of the distances, but counts once.
        let (shared, is_path) = (goal.needed - 1, |&(sum, _): &(usize, CellSet)| sum < NO_PATH);
        let by_empty = least(&sums, empty).filter(is_path).map(|(sum, cells)| (sum - shared, cells.count()));
        let by_own = least(&sums, own).filter(is_path).map(|(sum, _)| (sum, 0));
        match (by_empty, by_own) {
            (Some(empty), Some(own)) => Some(if own.0 < empty.0 { own } else { empty }),
            (one, other) => one.or(other),
        }
    }

    /// The number of empty cells on the shortest path from a region to each cell, itself included; `NO_PATH` where there
    /// is none, or it is longer than `most`.
    fn flood(&self, region: CellSet, own: CellSet, empty: CellSet, most: usize) -> Distances {
        let mut digits = [CellSet::default(); DIGITS];
        let (mut reached, mut edge) = self.grow(region & own, own, CellSet::default());
        edge |= region;
        for distance in 1..NO_PATH.min(most + 1) {
            let next = edge & empty & !reached;
            if !next.any() {
                break;
            }
            reached |= next;
            let around = self.lattice.neighbours(next);
            let (joined, beyond) = self.grow(around & own & !reached, own, reached);
            reached |= joined;
            edge = around | beyond;
            let level = next | joined;
            for (digit, cells) in digits.iter_mut().enumerate() {
                if distance >> digit & 1 == 1 {
                    *cells |= level;
                }
            }
        }
        digits.map(|cells| cells | !reached)
    }

    /// The own pieces linked with some, and the neighbours of them all.
    #[inline]
    fn grow(&self, mut front: CellSet, own: CellSet, reached: CellSet) -> (CellSet, CellSet) {
        let (mut all, mut around) = (front, CellSet::default());
        while front.any() {
            let near = self.lattice.neighbours(front);
            around |= near;
            front = near & own & !all & !reached;
            all |= front;
        }
        (all, around)
    }
}

/// Inserts distances among the nearest, which are sorted in each cell.
#[inline]
fn insert(nearest: &mut [Distances], mut distances: Distances) {
    for kept in nearest {
        // The cells where the new one is less, from the last digit to the first.
        let is_less = kept
            .iter()
            .zip(&distances)
            .fold(CellSet::default(), |is_less, (&kept, &new)| (kept & !new) | (is_less & !(kept ^ new)));
        for (kept, new) in kept.iter_mut().zip(&mut distances) {
            let exchanged = (*kept ^ *new) & is_less;
            (*kept, *new) = (*kept ^ exchanged, *new ^ exchanged);
        }
    }
}

/// Adds distances to sums.
#[inline]
fn add(sums: &mut Sums, distances: &Distances) {
    let mut carry = CellSet::default();
    for (digit, sum) in sums.iter_mut().enumerate() {
        let other = distances.get(digit).copied().unwrap_or_default();
        let both = *sum ^ other;
        (*sum, carry) = (both ^ carry, (*sum & other) | (both & carry));
    }
}

/// The least sum of these cells, and where it is; none for no cells.
#[inline]
fn least(sums: &Sums, mut cells: CellSet) -> Option<(usize, CellSet)> {
    if !cells.any() {
        return None;
    }
    let mut value = 0;
    for (digit, &sum) in sums.iter().enumerate().rev() {
        let smaller = cells & !sum;
        if smaller.any() {
            cells = smaller;
        } else {
            value |= 1 << digit;
        }
    }
    Some((value, cells))
}
