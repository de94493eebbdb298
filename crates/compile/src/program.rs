//! Programs: straight lists of operations on registers, one list (a body) for each side or each point of a turn.
//!
//! A register holds, for every lane (a game), a set of cells (`width` words), a number (one word, two's complement) or
//! a condition (one word, all ones or 0). The driver runs one body for all lanes that are at its point of a turn: a tick.
//! In a tick a lane draws one ply, plays it, judges the ends, and finds what may be played next.

use lusory_engine::state_slots::{StateSlot, TurnPoint};

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
            Code::Count | Code::Any | Code::Groups | Code::SeveralLines(_) | Code::CombinedLines(_) => 1,
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

/// One step of a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// Works out a value.
    Compute(Operation),
    /// Draws one member of the groups, all with equal chances: `hits` are its set in each group, all others empty.
    /// `none` holds where there is no member.
    Draw {
        /// The sets to draw from.
        groups: Vec<Register>,
        /// The lanes that draw: the random streams of others stay as they are, so that their games do not depend on
        /// what the lanes beside them do. None: all lanes.
        when: Option<Register>,
        /// What was drawn.
        hits: Vec<Register>,
        /// Set in the lanes that had nothing to draw.
        none: Register,
    },
    /// Draws a subset: each member with the chance of a half.
    Scatter {
        /// The set.
        of: Register,
        /// See `Draw`.
        when: Option<Register>,
        /// What was drawn.
        out: Register,
        /// How many subsets there are.
        subsets: Register,
    },
    /// Begins a loop that tests the members of a set one by one, in all lanes side by side. Where no lane has any, it is left out:
    /// `length` instructions, and `Admit`.
    Sieve {
        /// The set.
        candidates: Register,
        /// What is still to be tested.
        rest: Register,
        /// The member being tested; none in lanes that have no more.
        pick: Register,
        /// Those that have passed.
        out: Register,
        /// How many instructions the test is.
        length: u32,
    },
    /// Ends the loop: the member has passed where the condition holds. Goes back to after `Sieve` where a lane has another.
    Admit {
        /// Whether it has.
        legal: Register,
        /// See `Sieve`.
        rest: Register,
        /// See `Sieve`.
        pick: Register,
        /// See `Sieve`.
        out: Register,
        /// See `Sieve`.
        length: u32,
    },
    /// Such a loop, from `Sieve` to `Admit`, while a program is being made: what moves instructions moves it as one.
    Loop(Vec<Instruction>),
    /// Looks a position up among the first `count` that a lane has noted, by a hash of 64 bits, and notes it as the
    /// next one, which counts once `count` is raised.
    LookUp {
        /// The lanes that ask; none: all of them.
        when: Option<Register>,
        /// The sets of pieces.
        sets: Vec<Register>,
        /// The side to move.
        side: Register,
        /// How many positions count.
        count: Register,
        /// How often it has occurred, this time included.
        times: Register,
    },
    /// Ends the game where the condition holds and it is not over yet.
    End {
        /// The condition.
        when: Register,
        /// How it ends (`EndCode`), never 0.
        code: u64,
    },
    /// Skips the next instructions, all of them operations, unless the condition holds in some lane.
    Skip {
        /// The condition.
        when: Register,
        /// How many.
        count: u32,
    },
    /// Writes a register of the state.
    Store {
        /// The register.
        state: Register,
        /// What it becomes.
        value: Register,
        /// Whether the register holds a set.
        wide: bool,
    },
}

impl Instruction {
    /// The registers that it reads.
    #[must_use]
    pub fn reads(&self) -> Vec<Register> {
        match self {
            Instruction::Compute(operation) => operation.reads().to_vec(),
            Instruction::Draw { groups, when, .. } => groups.iter().chain(when).copied().collect(),
            Instruction::Scatter { of, when, .. } => [*of].into_iter().chain(*when).collect(),
            Instruction::Sieve { candidates, .. } => vec![*candidates],
            Instruction::Admit { legal, rest, pick, out, .. } => vec![*legal, *rest, *pick, *out],
            Instruction::Loop(body) => {
                let made: Vec<Register> = body.iter().flat_map(Instruction::writes).collect();
                body.iter().flat_map(Instruction::reads).filter(|register| !made.contains(register)).collect()
            }
            Instruction::LookUp { when, sets, side, count, .. } => {
                sets.iter().chain(when).chain([side, count]).copied().collect()
            }
            Instruction::End { when, .. } | Instruction::Skip { when, .. } => vec![*when],
            Instruction::Store { value, .. } => vec![*value],
        }
    }

    /// The registers that it gives a value for the first time, or of the state.
    #[must_use]
    pub fn writes(&self) -> Vec<Register> {
        match self {
            Instruction::Compute(operation) => vec![operation.out],
            Instruction::Draw { hits, none, .. } => hits.iter().copied().chain([*none]).collect(),
            Instruction::Scatter { out, subsets, .. } => vec![*out, *subsets],
            Instruction::LookUp { times, .. } => vec![*times],
            Instruction::Sieve { rest, pick, out, .. } => vec![*rest, *pick, *out],
            Instruction::Loop(body) => body.iter().flat_map(Instruction::writes).collect(),
            Instruction::End { .. } | Instruction::Skip { .. } | Instruction::Admit { .. } => Vec::new(),
            Instruction::Store { state, .. } => vec![*state],
        }
    }

    /// The operation, where it is one.
    #[must_use]
    pub fn operation(&self) -> Option<&Operation> {
        match self {
            Instruction::Compute(operation) => Some(operation),
            Instruction::Draw { .. } | Instruction::Scatter { .. } | Instruction::LookUp { .. } => None,
            Instruction::Sieve { .. } | Instruction::Admit { .. } | Instruction::Loop(_) => None,
            Instruction::End { .. } => None,
            Instruction::Store { .. } | Instruction::Skip { .. } => None,
        }
    }
}

/// How a game ended, as one word that is not 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndCode {
    /// The sides that share the point, a bit a side.
    pub winners: u8,
    /// Whether the game was a draw.
    pub drawn: bool,
    /// The number of the end clause; none if no side had a legal ply.
    pub clause: Option<u16>,
}

impl EndCode {
    /// As a word.
    #[must_use]
    pub fn code(self) -> u64 {
        let clause = self.clause.map_or(0, |clause| u64::from(clause) + 1);
        1 | u64::from(self.drawn) << 1 | u64::from(self.winners) << 2 | clause << 16
    }

    /// From a word; none of 0.
    #[must_use]
    pub fn of(code: u64) -> Option<Self> {
        let clause = (code >> 16).checked_sub(1).map(|clause| clause as u16);
        (code != 0).then_some(EndCode { winners: (code >> 2) as u8 & 15, drawn: code & 2 != 0, clause })
    }
}

/// A relation of cells that moves a whole set: for each part, every cell by one offset, of these those it arrives at.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    /// Mostly one.
    pub parts: Vec<Shift>,
}

/// One constant shift.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shift {
    /// By so many places: up if positive.
    pub offset: i32,
    /// Places are counted modulo this number.
    pub modulus: Option<u32>,
    /// The cells that it arrives at.
    pub arrive: Vec<u64>,
}

/// How a member of a group's set maps to the id of its ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plies {
    /// The cell where the ply ends: `base` + cell.
    Cell,
    /// The landing cell of a move from the place that the table gives: `base` + origin * cells + landing.
    Move(Vec<i16>),
    /// The landing cell of a slide: its origin is the first cell back that is not empty, along this table of steps.
    Slide(Vec<i16>),
    /// One ply without cells: `base`.
    Bare,
    /// Any subset of the set is one: `base` + its number among the subsets of these regions, each a list of cells.
    Subsets(Vec<Vec<u32>>),
}

/// A group of plies on offer to a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The register of the state that holds its set.
    pub group: Register,
    /// How its members map to plies.
    pub plies: Plies,
    /// The first id.
    pub base: u32,
    /// Whether the plies of the stage are drawn by chance, and nobody's.
    pub chance: bool,
    /// Its plies may be played only where no ply of these groups of the body is legal: `First` with parts that are
    /// tried out.
    pub after: Vec<usize>,
}

/// Registers that tell what the ply of the last tick did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observed {
    /// Set in the lanes that made a ply.
    pub made: Register,
    /// How many plies were legal, this one included.
    pub legal: Register,
    /// Where it ended; a set of at most one cell.
    pub to: Register,
    /// By how many cells each owner had fewer after it than before, what it placed included, added up.
    pub captured: Register,
    /// Whether the ply was the last of its turn.
    pub over: Register,
}

/// A register of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Which.
    pub register: Register,
    /// What it holds.
    pub kind: Kind,
    /// The part of the engine's state that it holds; none where the program's `entries` compute it from other registers.
    pub slot: Option<StateSlot>,
    /// Its content before the prologue.
    pub start: Vec<u64>,
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Words a set.
    pub width: usize,
    /// How many sides there are.
    pub sides: usize,
    /// What a tick does: a body for each side or, where turns may have several plies, for each point of a turn.
    pub bodies: Vec<Vec<Instruction>>,
    /// Run once before the first tick: finds what the first side may play.
    pub prologue: Vec<Instruction>,
    /// For each body the instructions that compute the registers without a slot from those with one, so that a game can
    /// begin with any state of the engine; only where `LoweringOptions::enter` was set.
    pub entries: Vec<Vec<Instruction>>,
    /// The point of a turn at which each body plays, and with it the side.
    pub points: Vec<TurnPoint>,
    /// Items of lists: directions.
    pub lists: Vec<u32>,
    /// Directions.
    pub ways: Vec<Relation>,
    /// Rows of words that the registers take.
    pub rows: usize,
    /// Registers that never change.
    pub constants: Vec<(Register, Vec<u64>)>,
    /// Registers that are kept from tick to tick.
    pub state: Vec<Stored>,
    /// The sets of plies that each body may offer.
    pub offers: Vec<Vec<Offer>>,
    /// The sets of pieces: owner * kinds + kind.
    pub pieces: Vec<Register>,
    /// Holds how the game ended, 0 while it goes on.
    pub result: Register,
    /// Where a lane may stay with its body for a tick (`tries`), or a turn may have several plies: the registers of
    /// the body that is next in a lane, and of the number of plies. Without them the bodies alternate and every tick
    /// is a ply.
    pub stage_and_plies: Option<(Register, Register)>,
    /// The register that says whether the first two sides are exchanged between their players.
    pub swapped: Option<Register>,
    /// Where turns may be empty: the register that is not 0 where the next one is. A tick then plays no ply.
    pub skips: Option<Register>,
    /// The registers that observers read; only where `LoweringOptions::observe` was set.
    pub observed: Option<Observed>,
    /// Whether playouts play winning plies and block those of the other side.
    pub decisive: bool,
    /// Whether plies are tried. Then an offered ply may be illegal, and the lack of legal plies is seen one tick late.
    pub tries: bool,
    /// For each body whether the turn is over where plies are on offer of which none is legal. A tick without a ply is
    /// played there.
    pub falls_through: Vec<bool>,
    /// The number of end clauses of the rules.
    pub clauses: usize,
    /// The place of each cell.
    pub place: Vec<i16>,
    /// The cell of each place; 0 where there is none.
    pub cell: Vec<u32>,
}
