//! Plies, what they are composed to, what follows them, and how a game ends.
//!
//! What is left of a turn is an agenda: a list of parts still to come. Agendas are numbered when the rules are compiled
//! (0 is the empty one); each is a `Link`: its first part, whether the turn may be ended before it, and the agenda
//! after. From the agenda of a turn every other one it can lead to is found at once, so that play never builds a list.

use super::{Cells, Condition, If, Number, Side, Ways};

/// A part of a turn.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
}

/// What a part of a turn is; parts are numbers of nodes.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// One ply.
    Atomic(Box<Atomic>),
    /// A placement in secret.
    Commit {
        /// The node of the Place.
        place: usize,
        /// What may be announced; words of `to` and the board.
        announce: Vec<Cells>,
        /// The node of the Reveal that answers.
        answer: Option<usize>,
        /// Judged after the answer.
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
        /// Going on is obligatory.
        must: bool,
        /// Judged before each time.
        still: Option<Condition>,
    },
    /// Nature chooses.
    Chance,
    /// By condition: the link's first child, else its second.
    If(Box<Condition>, bool),
    /// By the mover's side: one child a side.
    BySide,
}

/// One ply.
#[derive(Clone, Debug)]
pub struct Atomic {
    /// What it does.
    pub action: Action,
    /// Judged before, with the ply's own cells.
    pub needs: Option<Condition>,
    /// Judged after the ply and all effects.
    pub unless: Option<Condition>,
    /// Effects of this ply alone.
    pub then: Vec<Phase<Effect>>,
    /// The first id of its block; none where no turn makes it.
    pub base: Option<u32>,
}

/// What a ply does.
#[derive(Clone, Debug)]
pub enum Action {
    /// A piece put down.
    Place {
        /// Where it may be.
        to: Cells,
        /// The kind of the placed piece.
        kind: usize,
        /// Whose: the mover's, else nobody's.
        own: bool,
        /// More cells to fill, each a walk of directions; none for a plain piece.
        shape: Vec<Vec<usize>>,
    },
    /// A piece moved to a neighbouring cell.
    Step {
        /// Which pieces.
        what: Cells,
        /// Where to.
        to: Cells,
        /// Which way.
        ways: Ways,
    },
    /// A piece moved in a straight line.
    Slide {
        /// Which pieces.
        what: Cells,
        /// Where to.
        to: Cells,
        /// Which way.
        ways: Ways,
        /// How far exactly, counted with the ply's origin and heading.
        distance: Option<Number>,
        /// What it may pass.
        through: Cells,
    },
    /// A piece moved over whatever lies between.
    Leap {
        /// Which pieces.
        what: Cells,
        /// Where to.
        to: Cells,
        /// The least number of steps; any cell if not given.
        distance: Option<u32>,
        /// Steps along these count.
        ways: Ways,
    },
    /// A piece jumped over its neighbour.
    Hop {
        /// Which pieces.
        what: Cells,
        /// Over what.
        over: Cells,
        /// Where to.
        to: Cells,
        /// Which way.
        ways: Ways,
        /// Is the piece jumped over captured?
        captures: bool,
    },
    /// A piece lifted.
    Remove {
        /// Which.
        what: Cells,
    },
    /// Nothing done.
    Pass,
    /// Sides exchanged.
    Swap,
    /// Sides kept.
    Keep,
    /// A die rolled.
    Roll {
        /// How many faces.
        faces: u32,
        /// A weight a face; empty for a fair die.
        weights: Vec<u32>,
    },
    /// Hidden pieces shown, in answer to a Commit.
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

/// What follows a ply.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Pieces taken off.
    Capture(Cells),
    /// Pieces made the mover's own.
    Flip(Cells),
    /// Pieces of another kind.
    Promote(Cells, usize),
    /// Points.
    Earn(Number, Option<Condition>),
    /// Another turn.
    Again(Option<Condition>),
    /// A fact told: its number among all that are told.
    Tell {
        /// Which.
        number: usize,
        /// The fact.
        fact: Condition,
        /// The first time for each side only.
        once: bool,
    },
}

impl Phase<End> {
    /// Does this hold of a condition of the end, or of a part of one?
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

/// What ends the game, or puts a side out.
#[derive(Clone, Debug)]
pub struct End {
    /// How.
    pub kind: EndKind,
    /// Where this holds.
    pub when: Condition,
    /// Judged when a turn ends, else after every ply.
    pub at_turn: bool,
}

/// How a game ends.
#[derive(Clone, Debug)]
pub enum EndKind {
    /// The mover wins.
    Win,
    /// The mover loses, or is out.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side with the most wins.
    Most(Number),
}

/// What is left of a turn: a part, whether the turn may be ended before it, and what comes after.
#[derive(Clone, Debug)]
pub struct Link {
    /// The first part.
    pub node: usize,
    /// May the turn be ended here?
    pub stop: bool,
    /// The agenda after it.
    pub rest: u16,
    /// Where the part leads: of a Sequence the agenda of its steps; of an Either, First, Chance, BySide an agenda for
    /// each part; of an If one for each branch there is; of a Repeat that of its ply, with the repeat itself to follow.
    pub next: Vec<u16>,
}

/// All agendas; number 0 is empty and has no link, so number k is `links[k - 1]`.
#[derive(Clone, Debug, Default)]
pub struct Agendas {
    /// The links.
    pub links: Vec<Link>,
}

impl Agendas {
    /// The first part and the rest; nothing of the empty agenda.
    #[inline]
    #[must_use]
    pub fn link(&self, agenda: u16) -> Option<&Link> {
        self.links.get(usize::from(agenda).wrapping_sub(1))
    }
}

impl Node {
    /// The ply, where the part is one; of a Commit there is none.
    #[must_use]
    pub fn atomic(&self) -> Option<&Atomic> {
        match &self.kind {
            NodeKind::Atomic(atomic) => Some(atomic),
            _ => None,
        }
    }
}

/// Whose new piece a Place makes.
#[must_use]
pub fn owner(side: Side) -> bool {
    side == Side::Own
}
