//! What an operation of a program does, and on which registers.

/// A register: before rows are allocated the number of a value, afterwards its first row.
pub type Register = u32;

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A set of cells.
    Set,
    /// A number.
    Number,
    /// All ones or 0.
    Condition,
}

/// A range of `Program::lists`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct List {
    /// Where it begins.
    pub at: u32,
    /// How many items it has.
    pub length: u32,
    /// Of how many parts of equal length it is made.
    pub parts: u32,
}

/// An operation bit by bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bitwise {
    /// In both.
    And,
    /// In either.
    Or,
    /// In the first, not in the second.
    AndNot,
}

/// What is done with the result of an operation and another set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outer {
    /// In both.
    And,
    /// In either.
    Or,
    /// In the result, not in the other set.
    AndNot,
    /// In the other set, not in the result.
    NotIn,
}

/// What an operation does with its inputs `a`, `b`, `c`. Directions are entries of `Program::ways`, named by a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Code {
    /// `a`.
    Copy,
    /// In both.
    And,
    /// In either.
    Or,
    /// In `a`, not in `b`.
    AndNot,
    /// In one of them alone.
    Xor,
    /// Two of these in one: `inner` of `a` and `b`, and of that and `c` the `outer` one.
    Fused {
        /// The first.
        inner: Bitwise,
        /// The second.
        outer: Outer,
    },
    /// The set `a` where the condition `b` holds, else nothing.
    Keep,
    /// `b` where the condition `a` holds, else `c`.
    Choose,
    /// The set `a` moved one step.
    Step,
    /// The same, of these what is in `b`.
    StepAnd,
    /// The same, joined with `b`.
    StepOr,
    /// `a` moved one step in each direction of the list, joined.
    Spread,
    /// What is linked with `a` within `b`, by the directions of the list.
    Flood,
    /// The groups of `a`, linked by the directions of the list, that have at least `b` cells.
    LargeGroups,
    /// How many groups `a` has, linked by the directions of the list.
    Groups,
    /// Which goals some group of `a` has reached, a bit each: an entry of `Program::linkings`.
    LinkGoals(u32),
    /// In each direction the cells one comes to from `a` as long as they lie in `b`, joined. A part of the list is one
    /// direction: steps by 1, 2, 4, ... cells.
    Run,
    /// In each direction the runs from `a` within `b` that end right before `c`, joined. Parts of the list are a
    /// direction and its opposite in turn.
    Between,
    /// The same where `a` has at most one cell. A part of the list is a direction.
    BetweenOne,
    /// In each direction the cells right behind those from which one gets within `b` to right before `a`. Parts of the
    /// list are opposites of directions.
    Behind,
    /// First cells of lines of `a`. A part of the list is one direction: steps that double and complete a line.
    Lines,
    /// Cells where one more member would complete a line of `a`. A part of the list is an axis: the direction as often
    /// as a line has other cells, then its opposite as often.
    LineGaps {
        /// Whether longer lines do not count.
        exact: bool,
    },
    /// Whether `a` has as many lines. A part of the list is an axis: the direction, then its opposite.
    SeveralLines(LineCount),
    /// The cells of these lines, where there are as many.
    CombinedLines(LineCount),
    /// How many cells.
    Count,
    /// Whether there are any cells.
    Any,
    /// `a` + `b`.
    Add,
    /// `a` - `b`.
    Subtract,
    /// `a` >= `b`.
    AtLeast,
    /// `a` = `b`.
    Equal,
}

/// Which lines `Code::SeveralLines` looks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineCount {
    /// How long each is, exactly.
    pub n: u32,
    /// How many.
    pub times: u32,
    /// How many cells two of them may share.
    pub share: u32,
}

/// `Code::LineGaps` looks for lines of at most so many other cells.
pub const MOST_LINE_GAP: usize = 7;

/// An operation without side effects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// What it does.
    pub code: Code,
    /// Whether the result is a set.
    pub wide: bool,
    /// Where the result goes.
    pub out: Register,
    /// What it reads; as many as `Code::inputs` says.
    pub inputs: [Register; 3],
    /// Its directions.
    pub list: List,
}

impl Code {
    /// How many inputs it has.
    #[must_use]
    pub fn inputs(self) -> usize {
        match self {
            Code::Copy | Code::Step | Code::Spread | Code::Lines | Code::LineGaps { .. } => 1,
            Code::Count
            | Code::Any
            | Code::Groups
            | Code::LinkGoals(_)
            | Code::SeveralLines(_)
            | Code::CombinedLines(_) => 1,
            Code::And | Code::Or | Code::AndNot | Code::Xor | Code::Keep | Code::StepAnd | Code::StepOr => 2,
            Code::Flood
            | Code::LargeGroups
            | Code::Run
            | Code::Behind
            | Code::Add
            | Code::Subtract
            | Code::AtLeast
            | Code::Equal => 2,
            Code::Choose | Code::Between | Code::BetweenOne | Code::Fused { .. } => 3,
        }
    }
}

impl Operation {
    /// The registers that it reads.
    #[must_use]
    pub fn reads(&self) -> &[Register] {
        &self.inputs[..self.code.inputs()]
    }
}
