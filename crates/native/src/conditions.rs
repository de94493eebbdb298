//! Conditions of which the value is known while a body is translated: a body is played only at its own stage of a turn, so
//! that what tests the stage holds, and with it most of what is asked of a tick.

use lusory_compile::Program;
use lusory_compile::program::{Code, Operation, Register};
use std::collections::HashMap;

/// See the module.
#[derive(Clone, Default)]
pub(crate) struct Conditions {
    /// The register of the stage, and the constants that are the number of this body.
    stage: Option<Register>,
    here: Vec<Register>,
    held: HashMap<Register, bool>,
    constants: HashMap<Register, bool>,
}

impl Conditions {
    pub fn of(program: &Program, body: usize) -> Self {
        let words = || program.constants.iter().filter_map(|(first, words)| Some((*first, *words.first()?)));
        let known = |word: u64| matches!(word, 0 | u64::MAX).then_some(word != 0);
        Conditions {
            stage: program.stage_and_plies.map(|(stage, _)| stage),
            here: words().filter(|&(_, word)| word == body as u64).map(|(register, _)| register).collect(),
            held: HashMap::new(),
            constants: words().filter_map(|(register, word)| Some((register, known(word)?))).collect(),
        }
    }

    /// Whether a condition holds here; None where that depends on the game.
    pub fn get(&self, condition: Register) -> Option<bool> {
        self.held.get(&condition).or_else(|| self.constants.get(&condition)).copied()
    }

    /// A condition is known from here on.
    pub fn note(&mut self, condition: Register, holds: bool) {
        self.held.insert(condition, holds);
    }

    /// A row is written.
    pub fn forget(&mut self, row: Register) {
        self.held.remove(&row);
    }

    /// Nothing is known any more but constants.
    pub fn clear(&mut self) {
        self.held.clear();
    }

    /// What was known before instructions that may be skipped, and is after them.
    pub fn retain(&mut self, before: &Conditions) {
        self.held.retain(|row, held| before.held.get(row) == Some(held));
    }

    /// What a condition comes to, as far as that is known.
    pub fn value(&self, operation: &Operation) -> Option<bool> {
        let [a, b, _] = operation.inputs;
        match (operation.code, self.get(a), self.get(b)) {
            (Code::Equal, ..) => (Some(a) == self.stage && self.here.contains(&b)).then_some(true),
            (Code::Copy, held, _) => held,
            (Code::And, Some(false), _) | (Code::And, _, Some(false)) => Some(false),
            (Code::And, Some(true), Some(true)) => Some(true),
            (Code::Or, Some(true), _) | (Code::Or, _, Some(true)) => Some(true),
            (Code::Or, Some(false), Some(false)) => Some(false),
            (Code::AndNot, Some(false), _) | (Code::AndNot, _, Some(true)) => Some(false),
            (Code::AndNot, Some(true), Some(false)) => Some(true),
            _ => None,
        }
    }

    /// The input to which an operation comes down, of sets too.
    pub fn same_as(&self, operation: &Operation) -> Option<Register> {
        let [a, b, c] = operation.inputs;
        match (operation.code, self.get(a), self.get(b)) {
            (Code::Choose, Some(held), _) => Some(if held { b } else { c }),
            (Code::Keep, _, Some(true)) => Some(a),
            (Code::And, Some(true), _) if !operation.wide => Some(b),
            (Code::And, _, Some(true)) if !operation.wide => Some(a),
            (Code::Or, Some(false), _) if !operation.wide => Some(b),
            (Code::Or | Code::AndNot, _, Some(false)) if !operation.wide => Some(a),
            _ => None,
        }
    }
}
