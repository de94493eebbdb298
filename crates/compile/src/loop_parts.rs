//! What is known of a loop that tests the members of a set, while it is being made and afterwards (`loops`).

use crate::program::{Code, Instruction, List, Register};

/// What an operation works out, but for the name of its result.
pub(crate) type Computation = (Code, [Register; 3], List);

/// A loop that is being made.
pub(crate) struct UnfinishedLoop {
    pub candidates: Register,
    /// What comes before it.
    pub before: Vec<Instruction>,
    /// What has become known in it.
    pub known: Vec<Computation>,
    pub rest: Register,
    pub pick: Register,
    pub out: Register,
}

/// A loop that was made: what it tests, and the members that pass.
pub(crate) struct FinishedLoop {
    pub candidates: Register,
    pub pick: Register,
    pub test: Vec<Instruction>,
    pub legal: Register,
    pub out: Register,
}
