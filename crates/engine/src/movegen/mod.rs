//! Move generation: legal plies as sets, so that they can be counted and one drawn without listing them.
//!
//! ```text
//!   Step(own), three stones:   . . .     way north: { a1 b1 c1 }     3 + 1 + 1 plies; number 3 of them
//!                              . . .     way east:  { c1's... }      (from 0) is the first of the second set
//!                              x x x
//! ```
//!
//! A `PlyGroup` is a set of plies of one word: those that move in one direction, those from one cell, or placements.

use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, Place, Way};

mod after_placement;
mod agenda;
mod atomic;
mod distance;
mod find_by_id;
mod group_conditions;
mod ids;
mod liberties;
mod moves;
mod secret;

pub use agenda::{generate, generate_with_end, has_ply, is_chance_ply, may_end, mover_view, set_mover_view};
pub use find_by_id::{FindById, find};
pub use ids::{answer_number, id, weight};
pub use secret::generate_answers;

/// The meaning of the members of a group's set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupForm {
    /// Destinations of plies without an origin: placements or removals.
    Cell,
    /// Origins of pieces that move so many steps in one direction.
    Way {
        /// The direction.
        way: u8,
        /// The number of steps.
        steps: u16,
    },
    /// Landing cells of the piece on this origin.
    From(Place),
    /// Origins of pieces that jump in one direction, two steps.
    Jump(u8),
    /// Targets of a secret placement with this announcement.
    Secret(u16),
    /// Answers to a secret placement: any subset of the set is a ply.
    Subsets,
    /// A ply without cells: the set holds number 0 alone.
    Bare,
    /// The end of the turn: likewise.
    End,
    /// One face of a die, from 1, with its weight.
    Face(u16, u32),
}

/// Offered plies of one node and one shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyGroup<const W: usize> {
    /// The node that offers them.
    pub node: u16,
    /// What is left of the turn after them.
    pub rest: u16,
    /// The meaning of the set.
    pub shape: GroupForm,
    /// One ply for each member, but for `Subsets`.
    pub set: Bits<W>,
}

/// An offered ply. Cells that it does not have are `NOWHERE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply<const W: usize> {
    /// The node that offers it; none for ending the turn.
    pub node: Option<u16>,
    /// What is left of the turn after it.
    pub rest: u16,
    /// Where it ends.
    pub to: Place,
    /// Where its piece comes from.
    pub origin: Place,
    /// What it jumps over.
    pub over: Place,
    /// The direction of the move.
    pub way: Way,
    /// The number of the announcement, or the face of a die.
    pub choice: u16,
    /// The cells shown in an answer.
    pub shown: Bits<W>,
}

impl<const W: usize> Ply<W> {
    /// A ply without cells.
    #[must_use]
    pub fn without_cells(node: Option<u16>, rest: u16) -> Self {
        let (to, origin, over) = (NOWHERE, NOWHERE, NOWHERE);
        Ply { node, rest, to, origin, over, way: NO_WAY, choice: 0, shown: Bits::EMPTY }
    }
}

/// A consumer of generated groups.
pub trait PlySink<const W: usize> {
    /// Receives a group, which is not empty. Returns `false` to stop.
    fn receive(&mut self, group: PlyGroup<W>) -> bool;

    /// Whether one member per group suffices. Then the others need not be tested.
    fn one_is_enough(&self) -> bool {
        false
    }
}

/// All generated groups, in order of generation.
#[derive(Clone, Debug, Default)]
pub struct Offers<const W: usize> {
    /// The groups; none is empty.
    pub groups: Vec<PlyGroup<W>>,
}

impl<const W: usize> PlySink<W> for Offers<W> {
    #[inline]
    fn receive(&mut self, group: PlyGroup<W>) -> bool {
        self.groups.push(group);
        true
    }
}

/// A sink that stops at the first ply: tests whether there is any.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyPly(pub bool);

impl<const W: usize> PlySink<W> for AnyPly {
    #[inline]
    fn receive(&mut self, _: PlyGroup<W>) -> bool {
        self.0 = true;
        false
    }

    #[inline]
    fn one_is_enough(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
