//! Evaluates the words of rules in a position; one file per kind of value.

use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, Place, Way};
use crate::plan::Plan;
use crate::state::State;

mod cells;
mod conditions;
mod groups;
mod lines;
mod numbers;
mod rays;
mod rings;
mod ways;

pub use lines::{has_combination, is_in_combination};

#[cfg(test)]
pub(crate) mod tests;

/// The viewer of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The referee's: every piece.
    All,
    /// A side's: its own pieces and public ones.
    Side(u8),
    /// Public pieces only.
    Everybody,
}

/// The announcement of a secret placement that is being answered, and what its answer showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer<const W: usize> {
    /// The cells announced.
    pub announced: Bits<W>,
    /// The cells shown.
    pub revealed: Bits<W>,
}

impl<const W: usize> Answer<W> {
    /// Nothing announced, nothing shown.
    pub const NONE: Self = Answer { announced: Bits::EMPTY, revealed: Bits::EMPTY };
}

/// Evaluates words in a context: a position, a viewer, a side, a ply. Small and copied freely: a change of viewer, side
/// or ply makes a new one.
#[derive(Clone, Copy)]
pub struct WordEvaluator<'a, const W: usize> {
    /// The rules and the board.
    pub plan: &'a Plan<W>,
    /// The position.
    pub state: &'a State<W>,
    /// The viewer; without secrets all viewers see everything.
    pub viewer: Viewer,
    /// The mover's side.
    pub side: u8,
    /// A chance ply is being applied.
    pub is_chance: bool,
    /// Nothing is known of the plies of this turn: `to`, `origin`, `heading`, `just`, `moved`, `visited` are empty.
    pub blank: bool,
    /// The cell that a `Where` asks about.
    pub here: Place,
    /// Where the ply ends.
    pub to: Place,
    /// Where its piece came from.
    pub origin: Place,
    /// Its direction.
    pub heading: Way,
    /// The answer to the secret placement, if one is being answered.
    pub answer: Option<&'a Answer<W>>,
    /// How often this position has occurred, once a turn is over.
    pub times: u32,
    /// The next turn, once a turn is over; used by NoPly.
    pub upcoming: Option<UpcomingTurn>,
}

/// The next turn in the same position: its side and its agenda. It knows nothing of the plies of the turn before
/// (`Reader::next_turn`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpcomingTurn {
    /// The side that has the next turn.
    pub side: u8,
    /// Its agenda.
    pub agenda: u16,
    /// Whether the side has a ply of that agenda. None: not yet computed.
    pub able: Option<bool>,
}

impl<'a, const W: usize> WordEvaluator<'a, W> {
    /// An evaluator for the referee, the mover being the side to move.
    #[inline]
    #[must_use]
    pub fn new(plan: &'a Plan<W>, state: &'a State<W>) -> Self {
        WordEvaluator {
            plan,
            state,
            viewer: Viewer::All,
            side: state.side,
            is_chance: false,
            blank: false,
            here: NOWHERE,
            to: state.to,
            origin: state.origin,
            heading: state.heading,
            answer: None,
            times: 0,
            upcoming: None,
        }
    }

    /// An evaluator for the start of the next turn, with this side to move.
    #[inline]
    #[must_use]
    pub fn next_turn(self, side: u8) -> Self {
        let (here, to, origin, heading) = (NOWHERE, NOWHERE, NOWHERE, NO_WAY);
        let viewer = Viewer::All;
        let (is_chance, blank, answer, times, upcoming) = (false, true, None, 0, None);
        WordEvaluator { side, viewer, is_chance, blank, here, to, origin, heading, answer, times, upcoming, ..self }
    }

    /// The same for another viewer; without secrets all viewers are equal.
    #[inline]
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        if self.plan.rules.hidden { WordEvaluator { viewer, ..self } } else { self }
    }

    /// The part of a set of pieces that the viewer sees.
    #[inline]
    #[must_use]
    pub fn plane(&self, plane: usize) -> Bits<W> {
        if self.viewer == Viewer::All { self.state.pieces[plane] } else { self.veiled(plane) }
    }

    fn veiled(&self, plane: usize) -> Bits<W> {
        match self.viewer {
            Viewer::Side(side) if self.plan.owned(usize::from(side) + 1).contains(&plane) => self.state.pieces[plane],
            _ => self.state.pieces[plane] & self.state.shown[plane],
        }
    }

    /// The cells with a piece of an owner (0 neutral, 1 the first side).
    #[inline]
    #[must_use]
    pub fn owner(&self, owner: usize) -> Bits<W> {
        match self.plan.rules.kinds.len() {
            1 => self.plane(owner),
            _ => self.plan.owned(owner).fold(Bits::EMPTY, |all, plane| all | self.plane(plane)),
        }
    }

    /// The cells with a piece of the mover's.
    #[inline]
    #[must_use]
    pub fn own(&self) -> Bits<W> {
        self.owner(usize::from(self.side) + 1)
    }

    /// The cells with a piece of another side.
    #[inline]
    #[must_use]
    pub fn others(&self) -> Bits<W> {
        if self.plan.rules.sides == 2 {
            return self.owner(2 - usize::from(self.side));
        }
        let sides = (0..self.plan.rules.sides).filter(|&side| side != usize::from(self.side));
        sides.fold(Bits::EMPTY, |all, side| all | self.owner(side + 1))
    }

    /// The cells with any piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bits<W> {
        if self.viewer == Viewer::All {
            return self.state.pieces.iter().fold(Bits::EMPTY, |all, &pieces| all | pieces);
        }
        (0..self.plan.planes).fold(Bits::EMPTY, |all, plane| all | self.veiled(plane))
    }

    /// The cells without any piece.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Bits<W> {
        self.plan.board.all & !self.occupied()
    }

    /// The cells with a hidden piece of the mover.
    #[must_use]
    pub fn secret(&self) -> Bits<W> {
        if !self.plan.rules.hidden {
            return Bits::EMPTY;
        }
        let planes = self.plan.owned(usize::from(self.side) + 1);
        planes.fold(Bits::EMPTY, |all, plane| all | self.state.pieces[plane] & !self.state.shown[plane])
    }

    /// The set of the piece on a cell, as the mover sees it: own before neutral before another side's. With secrets:
    /// own first, then public pieces by number of the set.
    #[must_use]
    pub fn plane_at(&self, place: Place) -> Option<usize> {
        let bit = crate::board::set_of_place::<W>(place);
        let own_pieces = self.plan.owned(usize::from(self.side) + 1);
        let is_there = |&plane: &usize| {
            let hidden = self.plan.rules.hidden && !own_pieces.contains(&plane);
            let pieces = self.plane(plane);
            ((if hidden { pieces & self.state.shown[plane] } else { pieces }) & bit).any()
        };
        own_pieces.clone().chain((0..self.plan.planes).filter(|plane| !own_pieces.contains(plane))).find(is_there)
    }
}
