//! Optimiser passes, which keep the meaning of a program. Common subexpressions were already shared by `Builder`.

use crate::builder::{Builder, Value};
use crate::guard;
use crate::program::{Code, Instruction, Operation};
use std::collections::{HashMap, HashSet};

/// All passes over one body.
pub(crate) fn body(instructions: Vec<Instruction>, builder: &Builder) -> Vec<Instruction> {
    guard::skips(needed(joined(needed(instructions))), builder)
}

/// The values that an instruction reads.
pub(crate) fn reads(instruction: &Instruction) -> Vec<Value> {
    match instruction {
        Instruction::Compute(operation) => operation.reads().to_vec(),
        Instruction::Draw { groups, when, .. } => groups.iter().chain(when).copied().collect(),
        Instruction::LookUp { when, sets, side, count, .. } => {
            sets.iter().chain(when).chain([side, count]).copied().collect()
        }
        Instruction::End { when, .. } | Instruction::Skip { when, .. } => vec![*when],
        Instruction::Store { value, .. } => vec![*value],
    }
}

/// Drops operations whose result is unused (dead code).
fn needed(instructions: Vec<Instruction>) -> Vec<Instruction> {
    let mut read: HashSet<Value> = HashSet::new();
    let mut kept: Vec<Instruction> = Vec::with_capacity(instructions.len());
    for instruction in instructions.into_iter().rev() {
        if matches!(&instruction, Instruction::Compute(operation) if !read.contains(&operation.out)) {
            continue;
        }
        read.extend(reads(&instruction));
        kept.push(instruction);
    }
    kept.reverse();
    kept
}

/// A step that is read once, by an intersection or a union, is joined with it.
fn joined(instructions: Vec<Instruction>) -> Vec<Instruction> {
    let mut uses: HashMap<Value, u32> = HashMap::new();
    instructions.iter().flat_map(reads).for_each(|value| *uses.entry(value).or_default() += 1);
    let is_step = |instruction: &Instruction| match instruction {
        Instruction::Compute(operation) if operation.code == Code::Step && uses.get(&operation.out) == Some(&1) => {
            Some((operation.out, *operation))
        }
        Instruction::Compute(_) | Instruction::Draw { .. } | Instruction::LookUp { .. } => None,
        Instruction::End { .. } | Instruction::Store { .. } | Instruction::Skip { .. } => None,
    };
    let steps: HashMap<Value, Operation> = instructions.iter().filter_map(is_step).collect();
    instructions.into_iter().map(|instruction| with_step(instruction, &steps)).collect()
}

fn with_step(instruction: Instruction, steps: &HashMap<Value, Operation>) -> Instruction {
    let Instruction::Compute(operation) = instruction else { return instruction };
    let code = match operation.code {
        Code::And => Code::StepAnd,
        Code::Or => Code::StepOr,
        _ => return instruction,
    };
    let [a, b, _] = operation.inputs;
    let (step, other) = match (steps.get(&a), steps.get(&b)) {
        (Some(step), _) => (step, b),
        (None, Some(step)) => (step, a),
        (None, None) => return instruction,
    };
    Instruction::Compute(Operation { code, inputs: [step.inputs[0], other, 0], list: step.list, ..operation })
}
