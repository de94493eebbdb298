//! Makes the loops that test the members of a set one by one (`Instruction::Sieve`).
//!
//! What does not depend on the member being tested is worked out once, before the loop. The same test of the same members
//! is made once: what a turn offers, whether it may be ended and the ends ask the same.

use crate::builder::{Builder, Value};
use crate::loop_parts::{FinishedLoop, UnfinishedLoop};
use crate::program::{Instruction, Kind, Operation};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

impl Builder {
    /// Begins to test the members of a set one by one: the member being tested.
    pub fn begin_sieve(&mut self, candidates: Value) -> Value {
        let [rest, pick, out] = [(); 3].map(|()| self.value(Kind::Set));
        let before = std::mem::take(&mut self.body);
        self.unfinished_loops.push(UnfinishedLoop { candidates, before, known: Vec::new(), rest, pick, out });
        pick
    }

    /// Ends the test: the members that pass.
    pub fn end_sieve(&mut self, legal: Value) -> Value {
        let Some(UnfinishedLoop { candidates, before, known, rest, pick, out }) = self.unfinished_loops.pop() else {
            return legal;
        };
        let whole_test = std::mem::replace(&mut self.body, before);
        let (test, dependent) = self.without_constant_part(whole_test, pick);
        for key in known {
            match (self.known.get(&key), self.unfinished_loops.last_mut()) {
                (Some(value), _) if dependent.contains(value) => _ = self.known.remove(&key),
                (Some(_), Some(outer)) => outer.known.push(key),
                _ => {}
            }
        }
        let made = FinishedLoop { candidates, pick, test, legal, out };
        if let Some(other) = self.loops.iter().find(|other| self.share && other.is_same(&made)) {
            return other.out;
        }
        let begin = Instruction::Sieve { candidates, rest, pick, out, length: 0 };
        let end = Instruction::Admit { legal, rest, pick, out, length: 0 };
        self.body.push(Instruction::Loop([begin].into_iter().chain(made.test.clone()).chain([end]).collect()));
        // What is made in a loop is not known after it.
        if self.unfinished_loops.is_empty() {
            self.loops.push(made);
        }
        out
    }

    /// Moves what does not depend on the member being tested before the loop: what is left, and the values that it makes.
    fn without_constant_part(&mut self, test: Vec<Instruction>, pick: Value) -> (Vec<Instruction>, HashSet<Value>) {
        let mut dependent = HashSet::from_iter([pick]);
        let mut left = Vec::new();
        for instruction in test {
            if instruction.reads().iter().any(|value| dependent.contains(value)) {
                dependent.extend(instruction.writes());
                left.push(instruction);
            } else {
                self.body.push(instruction);
            }
        }
        (left, dependent)
    }
}

impl FinishedLoop {
    /// Whether both test the same members in the same way.
    fn is_same(&self, other: &FinishedLoop) -> bool {
        let mut names = HashMap::from_iter([(other.pick, self.pick)]);
        let is_alike = |(one, other): (&Instruction, &Instruction)| match (one, other) {
            (Instruction::Compute(one), Instruction::Compute(other)) => is_same_operation(one, other, &mut names),
            _ => false,
        };
        self.candidates == other.candidates
            && self.test.len() == other.test.len()
            && self.test.iter().zip(&other.test).all(is_alike)
            && names.get(&other.legal).copied().unwrap_or(other.legal) == self.legal
    }
}

/// Whether two operations are the same but for the names of values; those of their results are added.
fn is_same_operation(one: &Operation, other: &Operation, names: &mut HashMap<Value, Value>) -> bool {
    let inputs = other.inputs.map(|value| names.get(&value).copied().unwrap_or(value));
    names.insert(other.out, one.out);
    (one.code, one.wide, one.list, one.inputs) == (other.code, other.wide, other.list, inputs)
}
