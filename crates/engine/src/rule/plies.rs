//! Rule types for plies, their composition into turns, effects and ends.
//!
//! What is left of a turn is an agenda: a list of parts still to come. Agendas are numbered when the rules are compiled
//! (0 is the empty one); each is a `Link`: its first part, whether the turn may be ended before it, and the agenda
//! after. All agendas reachable from a turn are enumerated in advance, so that play never builds a list.

use super::{Cells, Condition, Directions, If, Number, Side};

/// A part of a turn.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its kind.
    pub kind: NodeKind,
}

/// The kinds of parts of a turn; parts are numbers of nodes.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// One ply.
    Atomic(Box<Atomic>),
    /// A secret placement.
    Commit {
        /// The node of the Place.
        place: usize,
        /// What may be announced; words of `to` and the board.
        announce: Vec<Cells>,
        /// The node of the Reveal that answers.
        answer: Option<usize>,
        /// Evaluated after the answer.
        fails: Option<Condition>,
        /// The first id of its block.
        base: Option<u32>,
    },
    /// Steps one after the other.
    Sequence,
    /// Any ply of any part.
    Either,
    /// The first part that has any.
    First,
    /// Again and again.
    Repeat {
        /// Continuing is obligatory.
        must: bool,
        /// Evaluated before each iteration.
        still: Option<Condition>,
    },
    /// Chance chooses.
    Chance,
    /// By condition: the link's first child, else its second.
    If(Box<Condition>, bool),
    /// By the mover's side: one child per side.
    BySide,
}

/// One ply.
#[derive(Clone, Debug)]
pub struct Atomic {
    /// What it does.
    pub action: Action,
    /// Evaluated before the ply, with its cells.
    pub needs: Option<Condition>,
    /// Evaluated after the ply and all effects.
    pub unless: Option<Condition>,
    /// Effects of this ply alone.
    pub then: Vec<Phase<Effect>>,
    /// The first id of its block; none where no turn uses it.
    pub base: Option<u32>,
}

/// What a ply does.
#[derive(Clone, Debug)]
pub enum Action {
    /// A piece is placed.
    Place {
        /// Where it may be.
        to: Cells,
        /// The kind of the placed piece.
        kind: usize,
        /// Whether the piece is the mover's. Else it has no owner.
        own: bool,
        /// Further cells to fill, each a walk of directions; empty for a single cell.
        shape: Vec<Vec<usize>>,
    },
    /// A piece moves to a neighbouring cell.
    Step {
        /// Which pieces.
        what: Cells,
        /// Where to.
        to: Cells,
        /// Which way.
        ways: Directions,
    },
    /// A piece moves in a straight line.
    Slide {
        /// Which pieces.
        what: Cells,
        /// Where to.
        to: Cells,
        /// Which way.
        ways: Directions,
        /// The exact number of steps, evaluated with the ply's origin and heading.
        distance: Option<Number>,
        /// The cells it may pass.
        through: Cells,
    },
    /// A piece moves over anything in between.
    Leap {
        /// Which pieces.
        what: Cells,
        /// Where to.
        to: Cells,
        /// The least number of steps; any cell if not given.
        distance: Option<u32>,
        /// Steps along these count.
        ways: Directions,
    },
    /// A piece jumps over its neighbour.
    Hop {
        /// Which pieces.
        what: Cells,
        /// Over what.
        over: Cells,
        /// Where to.
        to: Cells,
        /// Which way.
        ways: Directions,
        /// Whether the piece jumped over is captured.
        captures: bool,
    },
    /// A piece is removed.
    Remove {
        /// Which.
        what: Cells,
    },
    /// Nothing is done.
    Pass,
    /// Sides are exchanged.
    Swap,
    /// Sides are kept.
    Keep,
    /// A die is rolled.
    Roll {
        /// How many faces.
        faces: u32,
        /// A weight a face; empty for a fair die.
        weights: Vec<u32>,
    },
    /// Hidden pieces are shown, in answer to a Commit.
    Reveal {
        /// Which may be.
        what: Cells,
    },
}

/// An effect or an end that may depend on a condition or on the side.
#[derive(Clone, Debug)]
pub enum Phase<T> {
    /// Always.
    Plain(T),
    /// By condition.
    If(Box<If<Phase<T>>>),
    /// By the mover's side.
    BySide(Vec<Phase<T>>),
}

/// An effect of a ply.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Pieces are captured.
    Capture(Cells),
    /// Pieces become the mover's own.
    Flip(Cells),
    /// Pieces become another kind.
    Promote(Cells, usize),
    /// Cells get the mark of this number.
    Mark(Cells, usize),
    /// Cells lose it.
    Unmark(Cells, usize),
    /// Points.
    Earn(Number, Option<Condition>),
    /// Another turn.
    Again(Option<Condition>),
    /// A fact is announced.
    Tell {
        /// The number of the Tell.
        number: usize,
        /// The fact.
        fact: Condition,
        /// Only the first time for each side.
        once: bool,
    },
}

impl Effect {
    /// Whether the effect takes pieces off the board or gives them to another side.
    #[must_use]
    pub fn removes_pieces(&self) -> bool {
        match self {
            Effect::Capture(_) | Effect::Flip(_) => true,
            Effect::Promote(..) | Effect::Earn(..) | Effect::Again(_) | Effect::Tell { .. } => false,
            Effect::Mark(..) | Effect::Unmark(..) => false,
        }
    }

    /// Whether the effect gives another turn.
    #[must_use]
    pub fn gives_turn(&self) -> bool {
        match self {
            Effect::Again(_) => true,
            Effect::Capture(_) | Effect::Flip(_) | Effect::Promote(..) | Effect::Earn(..) | Effect::Tell { .. } => {
                false
            }
            Effect::Mark(..) | Effect::Unmark(..) => false,
        }
    }
}

impl<T> Phase<T> {
    /// Whether `test` holds for a part in any of the branches.
    #[must_use]
    pub fn has(&self, test: &dyn Fn(&T) -> bool) -> bool {
        match self {
            Phase::Plain(part) => test(part),
            Phase::If(choice) => choice.then.has(test) || choice.otherwise.as_ref().is_some_and(|part| part.has(test)),
            Phase::BySide(parts) => parts.iter().any(|part| part.has(test)),
        }
    }
}

impl Phase<End> {
    /// Whether `test` holds for a condition of the end, or a part of one.
    #[must_use]
    pub fn asks(&self, question: &dyn Fn(&Condition) -> bool) -> bool {
        match self {
            Phase::Plain(end) => end.when.asks(question),
            Phase::If(choice) => {
                let parts = [Some(&choice.then), choice.otherwise.as_ref()];
                choice.when.asks(question) || parts.into_iter().flatten().any(|part| part.asks(question))
            }
            Phase::BySide(parts) => parts.iter().any(|part| part.asks(question)),
        }
    }
}

/// An end: ends the game, or eliminates a side.
#[derive(Clone, Debug)]
pub struct End {
    /// The result.
    pub kind: EndKind,
    /// Its condition.
    pub when: Condition,
    /// Evaluated when a turn ends, else after every ply.
    pub at_turn: bool,
}

/// How a game ends.
#[derive(Clone, Debug)]
pub enum EndKind {
    /// The mover wins.
    Win,
    /// The mover loses, or is eliminated.
    Loss,
    /// A draw.
    Draw,
    /// The side with the most wins.
    Most(Number),
}

/// An agenda as a linked list: a part, whether the turn may be ended before it, and the rest.
#[derive(Clone, Debug)]
pub struct Link {
    /// The first part.
    pub node: usize,
    /// Whether the turn may be ended here.
    pub stop: bool,
    /// The agenda after it.
    pub rest: u16,
    /// The agendas the part leads to: for a Sequence that of its steps; for an Either, First, Chance, BySide one for
    /// each part; for an If one for each branch; for a Repeat that of its ply, with the Repeat itself to follow.
    pub next: Vec<u16>,
}

/// All agendas; number 0 is empty and has no link, so number k is `links[k - 1]`.
#[derive(Clone, Debug, Default)]
pub struct Agendas {
    /// The links.
    pub links: Vec<Link>,
}

impl Agendas {
    /// The first part and the rest; none for the empty agenda.
    #[inline]
    #[must_use]
    pub fn link(&self, agenda: u16) -> Option<&Link> {
        self.links.get(usize::from(agenda).wrapping_sub(1))
    }
}

impl Node {
    /// The ply, if the part is one; none for a Commit.
    #[must_use]
    pub fn atomic(&self) -> Option<&Atomic> {
        match &self.kind {
            NodeKind::Atomic(atomic) => Some(atomic),
            _ => None,
        }
    }
}

/// The owner of the new piece of a Place.
#[must_use]
pub fn owner(side: Side) -> bool {
    side == Side::Own
}
