//! The plies on offer: found as sets, so that they are counted and one is chosen without ever being listed.
//!
//! ```text
//!   Step(own), three stones:   . . .     way north: { a1 b1 c1 }     3 + 1 + 1 plies; number 3 of them
//!                              . . .     way east:  { c1's... }      (from 0) is the first of the second set
//!                              x x x
//! ```
//!
//! A `Group` is a set of plies of one word that go one way (or from one cell, or simply to a cell).

use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, Place, Way};

mod agenda;
mod atomic;
mod calm;
mod distance;
mod find;
mod liberties;
mod lift;
mod moves;
mod numbers;
mod secret;

pub use agenda::{by_nature, look, may_end, offer, options, some_ply, turn_to};
pub use find::{Wanted, find};
pub use numbers::{id, weight};
pub use secret::answers;

/// What the members of a group's set are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Cells where the ply ends, without an origin: a placement or a lifting.
    Cell,
    /// Origins of pieces that move so many steps in one direction.
    Way {
        /// Which way.
        way: u8,
        /// How many steps.
        steps: u16,
    },
    /// Landing cells of the piece on this origin.
    From(Place),
    /// Origins of pieces that jump in one direction, two steps.
    Jump(u8),
    /// Targets of a secret placement with this announcement.
    Secret(u16),
    /// The answer to one: any subset of the set is a ply.
    Subsets,
    /// A ply without cells: the set holds number 0 alone.
    Bare,
    /// The end of the turn: likewise.
    End,
    /// One face of a die, from 1, with its weight.
    Face(u16, u32),
}

/// Plies on offer: those of one node that have one shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group<const W: usize> {
    /// The part of the turn that offers them.
    pub node: u16,
    /// What is left of the turn after them.
    pub rest: u16,
    /// What the set is.
    pub shape: Shape,
    /// One ply for each member, but for `Subsets`.
    pub set: Bits<W>,
}

/// One ply on offer. Cells that it does not have are `NOWHERE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply<const W: usize> {
    /// The part of the turn that offers it; none is the end of the turn.
    pub node: Option<u16>,
    /// What is left of the turn after it.
    pub rest: u16,
    /// Where it ends.
    pub to: Place,
    /// Where its piece comes from.
    pub origin: Place,
    /// What it jumps over.
    pub over: Place,
    /// Which way.
    pub way: Way,
    /// Which announcement, or which face of a die.
    pub choice: u16,
    /// The cells shown in an answer.
    pub shown: Bits<W>,
}

impl<const W: usize> Ply<W> {
    /// A ply without cells.
    #[must_use]
    pub fn bare(node: Option<u16>, rest: u16) -> Self {
        let (to, origin, over) = (NOWHERE, NOWHERE, NOWHERE);
        Ply { node, rest, to, origin, over, way: NO_WAY, choice: 0, shown: Bits::EMPTY }
    }
}

/// Takes groups as they are found; says whether it wants more.
pub trait Sink<const W: usize> {
    /// One more group, which is not empty. `false`: that is enough.
    fn take(&mut self, group: Group<W>) -> bool;

    /// Is one member of a group as good as all? Then no more of them are judged one by one.
    fn one_is_enough(&self) -> bool {
        false
    }
}

/// All groups on offer, in the order found.
#[derive(Clone, Debug, Default)]
pub struct Offers<const W: usize> {
    /// The groups; none is empty.
    pub groups: Vec<Group<W>>,
}

impl<const W: usize> Sink<W> for Offers<W> {
    #[inline]
    fn take(&mut self, group: Group<W>) -> bool {
        self.groups.push(group);
        true
    }
}

/// Asks only whether there is any.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyPly(pub bool);

impl<const W: usize> Sink<W> for AnyPly {
    #[inline]
    fn take(&mut self, _: Group<W>) -> bool {
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
