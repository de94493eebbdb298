//! Optimiser passes, which keep the meaning of a program. Common subexpressions were already shared by `Builder`.

use crate::builder::{Builder, Value};
use crate::guard;
use crate::program::{Bitwise, Code, Instruction, Operation, Outer};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// All passes over one body.
pub(crate) fn body(instructions: Vec<Instruction>, builder: &Builder) -> Vec<Instruction> {
    let instructions = instructions.into_iter().map(|instruction| match instruction {
        Instruction::Loop(inner) => Instruction::Loop(body(inner, builder)),
        instruction => instruction,
    });
    let instructions = instructions.collect();
    guard::skips(needed(fused(needed(joined(separated(needed(instructions)))))), builder)
}

/// Drops operations whose result is unused (dead code).
fn needed(instructions: Vec<Instruction>) -> Vec<Instruction> {
    let mut read: HashSet<Value> = HashSet::default();
    let mut needed: Vec<Instruction> = Vec::with_capacity(instructions.len());
    for instruction in instructions.into_iter().rev() {
        if matches!(&instruction, Instruction::Compute(operation) if !read.contains(&operation.out)) {
            continue;
        }
        read.extend(instruction.reads());
        needed.push(instruction);
    }
    needed.reverse();
    needed
}

/// `x without (a or b)`, of conditions, becomes `(x without a) without b`, where `a` is made first: so `b` is needed only where
/// `x without a` holds, and what it takes can be skipped.
fn separated(instructions: Vec<Instruction>) -> Vec<Instruction> {
    let unions = read_once(&instructions, |operation| operation.code == Code::Or && !operation.wide);
    let made = guard::producers(&instructions);
    // What is made without the first condition of a union, by the instruction that it comes after.
    let mut inner: HashMap<usize, Vec<Operation>> = HashMap::default();
    let mut outer: HashMap<Value, Operation> = HashMap::default();
    for operation in instructions.iter().filter_map(Instruction::operation) {
        let [from, union, _] = operation.inputs;
        let Some(union) = unions.get(&union).filter(|_| operation.code == Code::AndNot && from != union) else {
            continue;
        };
        let [first, second] = by_place(&made, union);
        let Some(&after) = made.get(&first).max(made.get(&from)) else { continue };
        inner.entry(after).or_default().push(Operation { out: union.out, inputs: [from, first, 0], ..*operation });
        outer.insert(operation.out, Operation { inputs: [union.out, second, 0], ..*operation });
        outer.insert(union.out, *union);
    }
    let mut separated = Vec::with_capacity(instructions.len());
    for (at, instruction) in instructions.into_iter().enumerate() {
        match instruction.operation().and_then(|operation| outer.get(&operation.out)) {
            Some(Operation { code: Code::Or, .. }) => {}
            Some(operation) => separated.push(Instruction::Compute(*operation)),
            None => separated.push(instruction),
        }
        separated.extend(inner.remove(&at).into_iter().flatten().map(Instruction::Compute));
    }
    separated
}

/// The two inputs of an operation, the one that is made first before the other.
fn by_place(made: &HashMap<Value, usize>, operation: &Operation) -> [Value; 2] {
    let [a, b, _] = operation.inputs;
    if made.get(&a) > made.get(&b) { [b, a] } else { [a, b] }
}

/// A step that is read once, by an intersection or a union, is joined with it.
fn joined(instructions: Vec<Instruction>) -> Vec<Instruction> {
    let steps = read_once(&instructions, |operation| operation.code == Code::Step);
    instructions.into_iter().map(|instruction| with_step(instruction, &steps)).collect()
}

/// The operations of a sort whose results are read once, by result.
fn read_once(instructions: &[Instruction], which: impl Fn(&Operation) -> bool) -> HashMap<Value, Operation> {
    let mut uses: HashMap<Value, u32> = HashMap::default();
    instructions.iter().flat_map(Instruction::reads).for_each(|value| *uses.entry(value).or_default() += 1);
    let is_single_use = |operation: &&Operation| which(operation) && uses.get(&operation.out) == Some(&1);
    let operations = instructions.iter().filter_map(Instruction::operation).filter(is_single_use);
    operations.map(|operation| (operation.out, *operation)).collect()
}

/// An operation on sets that is read once, by another one, is done together with it: what is between them is neither written
/// nor read. Conditions stay apart, since they say what may be skipped.
fn fused(instructions: Vec<Instruction>) -> Vec<Instruction> {
    let inner = read_once(&instructions, |operation| operation.wide && bitwise(operation.code).is_some());
    let mut removed: HashSet<Value> = HashSet::default();
    let mut fused: Vec<Instruction> = Vec::with_capacity(instructions.len());
    // From the end: an operation that is done within another one takes none in itself.
    for instruction in instructions.into_iter().rev() {
        let Instruction::Compute(operation) = instruction else {
            fused.push(instruction);
            continue;
        };
        if !removed.contains(&operation.out) {
            fused.push(Instruction::Compute(with_inner(operation, &inner, &mut removed)));
        }
    }
    fused.reverse();
    fused
}

fn bitwise(code: Code) -> Option<Bitwise> {
    match code {
        Code::And => Some(Bitwise::And),
        Code::Or => Some(Bitwise::Or),
        Code::AndNot => Some(Bitwise::AndNot),
        _ => None,
    }
}

fn with_inner(operation: Operation, inner: &HashMap<Value, Operation>, removed: &mut HashSet<Value>) -> Operation {
    let [a, b, _] = operation.inputs;
    let outer = match operation.code {
        Code::And => [Outer::And, Outer::And],
        Code::Or => [Outer::Or, Outer::Or],
        Code::AndNot => [Outer::AndNot, Outer::NotIn],
        _ => return operation,
    };
    for ((value, other), outer) in [(a, b), (b, a)].into_iter().zip(outer) {
        if let Some((first, code)) = inner.get(&value).and_then(|first| Some((first, bitwise(first.code)?))) {
            removed.insert(value);
            let [a, b, _] = first.inputs;
            return Operation { code: Code::Fused { inner: code, outer }, inputs: [a, b, other], ..operation };
        }
    }
    operation
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::List;

    fn condition(code: Code, out: Value, inputs: [Value; 3]) -> Instruction {
        Instruction::Compute(Operation { code, wide: false, out, inputs, list: List::default() })
    }

    #[test]
    fn what_is_excluded_last_is_needed_only_where_the_rest_holds() {
        // 0: live; 1 and 2: sets; 5 = live without (any of 1 or any of 2).
        let before = vec![
            condition(Code::Any, 3, [1, 0, 0]),
            condition(Code::Any, 4, [2, 0, 0]),
            condition(Code::Or, 5, [4, 3, 0]),
            condition(Code::AndNot, 6, [0, 5, 0]),
        ];
        let after = vec![
            condition(Code::Any, 3, [1, 0, 0]),
            condition(Code::AndNot, 5, [0, 3, 0]),
            condition(Code::Any, 4, [2, 0, 0]),
            condition(Code::AndNot, 6, [5, 4, 0]),
        ];
        assert_eq!(format!("{:?}", separated(before)), format!("{after:?}"));
    }

    #[test]
    fn a_union_that_is_read_twice_stays() {
        let instructions = vec![
            condition(Code::Any, 3, [1, 0, 0]),
            condition(Code::Any, 4, [2, 0, 0]),
            condition(Code::Or, 5, [3, 4, 0]),
            condition(Code::AndNot, 6, [0, 5, 0]),
            condition(Code::AndNot, 7, [6, 5, 0]),
        ];
        assert_eq!(format!("{:?}", separated(instructions.clone())), format!("{instructions:?}"));
    }
}
