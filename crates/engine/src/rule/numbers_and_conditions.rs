//! Rule types for numbers and conditions.

use super::{Cells, Directions, If, Side};

/// A number.
#[derive(Clone, Debug)]
pub enum Number {
    /// A constant.
    Whole(i64),
    /// How many cells.
    Count(Cells),
    /// How many connected groups.
    Groups(Cells, Directions),
    /// The steps of a shortest way.
    Distance(Box<Distance>),
    /// Pieces captured so far.
    Captured(Side),
    /// Points earned so far.
    Score(Side),
    /// Pieces of a kind in hand.
    Hand(Side, usize),
    /// The last roll.
    Rolled,
    /// The sum.
    Sum(Vec<Number>),
    /// The difference.
    Minus(Box<Number>, Box<Number>),
    /// By condition.
    If(Box<If<Number>>),
    /// By the mover's side.
    BySide(Vec<Number>),
}

/// A shortest way from one set of cells to another.
#[derive(Clone, Debug)]
pub struct Distance {
    /// Where it begins.
    pub start: Cells,
    /// Where it ends.
    pub end: Cells,
    /// The cells between.
    pub through: Cells,
    /// Its steps.
    pub ways: Directions,
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

/// A condition.
#[derive(Clone, Debug)]
pub enum Condition {
    /// There are some of these cells.
    Cells(Cells),
    /// The condition holds.
    Some(Box<Condition>),
    /// The condition does not hold.
    No(Box<Condition>),
    /// Every part holds.
    All(Vec<Condition>),
    /// At least one part holds.
    Any(Vec<Condition>),
    /// A comparison of two numbers.
    Compare(Number, Sign, Number),
    /// A quiet counter (its index) has reached `n`.
    Quiet {
        /// Which counter.
        counter: usize,
        /// Its threshold.
        n: u32,
    },
    /// The same position for the n-th time.
    Repeats(u32),
    /// No legal ply.
    NoPly {
        /// The agenda to test; the next turn's own if not given.
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
    /// Whether `test` holds for the condition or a part of it. Conditions inside cells and numbers are not visited.
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

/// A quiet counter: counts turns or plies without an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietCounter {
    /// One of `PLACEMENT`, `CAPTURE`, `ANYTHING` (see `state`).
    pub without: u8,
    /// Counted in turns, else in plies.
    pub turns: bool,
}
