//! The steps of a body: operations, draws, loops, ends, what is kept.

use crate::operation::{Operation, Register};
use rustc_hash::FxHashSet as HashSet;
use smallvec::{SmallVec, smallvec};

/// A few registers.
pub type Registers = SmallVec<[Register; 4]>;

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
    pub fn reads(&self) -> Registers {
        match self {
            Instruction::Compute(operation) => operation.reads().into(),
            Instruction::Draw { groups, when, .. } => groups.iter().chain(when).copied().collect(),
            Instruction::Scatter { of, when, .. } => [*of].into_iter().chain(*when).collect(),
            Instruction::Sieve { candidates, .. } => smallvec![*candidates],
            Instruction::Admit { legal, rest, pick, out, .. } => smallvec![*legal, *rest, *pick, *out],
            Instruction::Loop(body) => {
                let made: HashSet<Register> = body.iter().flat_map(Instruction::writes).collect();
                body.iter().flat_map(Instruction::reads).filter(|register| !made.contains(register)).collect()
            }
            Instruction::LookUp { when, sets, side, count, .. } => {
                sets.iter().chain(when).chain([side, count]).copied().collect()
            }
            Instruction::End { when, .. } | Instruction::Skip { when, .. } => smallvec![*when],
            Instruction::Store { value, .. } => smallvec![*value],
        }
    }

    /// The registers that it gives a value for the first time, or of the state.
    #[must_use]
    pub fn writes(&self) -> Registers {
        match self {
            Instruction::Compute(operation) => smallvec![operation.out],
            Instruction::Draw { hits, none, .. } => hits.iter().copied().chain([*none]).collect(),
            Instruction::Scatter { out, subsets, .. } => smallvec![*out, *subsets],
            Instruction::LookUp { times, .. } => smallvec![*times],
            Instruction::Sieve { rest, pick, out, .. } => smallvec![*rest, *pick, *out],
            Instruction::Loop(body) => body.iter().flat_map(Instruction::writes).collect(),
            Instruction::End { .. } | Instruction::Skip { .. } | Instruction::Admit { .. } => smallvec![],
            Instruction::Store { state, .. } => smallvec![*state],
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
