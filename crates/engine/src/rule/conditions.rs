//! Numbers, and what holds or does not.

use super::{Cells, If, Side, Ways};

/// A number.
#[derive(Clone, Debug)]
pub enum Number {
    /// This one.
    Whole(i64),
    /// How many cells.
    Count(Cells),
    /// How many connected groups.
    Groups(Cells, Ways),
    /// Pieces captured so far.
    Captured(Side),
    /// Points earned so far.
    Score(Side),
    /// Pieces of a kind in hand.
    Hand(Side, usize),
    /// The last roll.
    Rolled,
    /// Added up.
    Sum(Vec<Number>),
    /// Taken away.
    Minus(Box<Number>, Box<Number>),
    /// By condition.
    If(Box<If<Number>>),
    /// By the mover's side.
    BySide(Vec<Number>),
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// At least.
    AtLeast,
    /// At most.
    AtMost,
    /// More.
    More,
    /// Less.
    Less,
    /// Equal.
    Equal,
}

/// What holds or does not.
#[derive(Clone, Debug)]
pub enum Condition {
    /// There are some of these cells.
    Cells(Cells),
    /// It holds.
    Some(Box<Condition>),
    /// It does not.
    No(Box<Condition>),
    /// Every part.
    All(Vec<Condition>),
    /// At least one part.
    Any(Vec<Condition>),
    /// Two numbers.
    Compare(Number, Sign, Number),
    /// A quiet counter (its index) has reached `n`.
    Quiet {
        /// Which counter.
        counter: usize,
        /// How far.
        n: u32,
    },
    /// The same standing for the n-th time.
    Repeats(u32),
    /// No legal ply.
    NoPly {
        /// The agenda nobody can begin; the next turn's own if not given.
        agenda: Option<u16>,
        /// Every side, not the next alone.
        all: bool,
    },
    /// By condition.
    If(Box<If<Condition>>),
    /// By the mover's side.
    BySide(Vec<Condition>),
}

impl Condition {
    /// Does this hold of the condition or of a part of it? Conditions inside of cells and numbers are no parts.
    #[must_use]
    pub fn asks(&self, question: &dyn Fn(&Condition) -> bool) -> bool {
        question(self)
            || match self {
                Condition::Some(part) | Condition::No(part) => part.asks(question),
                Condition::All(parts) | Condition::Any(parts) | Condition::BySide(parts) => {
                    parts.iter().any(|part| part.asks(question))
                }
                Condition::If(choice) => {
                    let parts = [Some(&choice.when), Some(&choice.then), choice.otherwise.as_ref()];
                    parts.into_iter().flatten().any(|part| part.asks(question))
                }
                _ => false,
            }
    }
}

/// What a quiet counter waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietCounter {
    /// One of `PLACEMENT`, `CAPTURE`, `ANYTHING` (see `state`).
    pub without: u8,
    /// Counted in turns, else in plies.
    pub turns: bool,
}
