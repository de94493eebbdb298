//! Register allocation: state and constants keep their rows; other values hold a row until their last use.

use crate::builder::{Builder, Value};
use crate::program::{Instruction, Kind, Register};
use rustc_hash::FxHashMap as HashMap;

/// RowAllocation of all values that live longer than a body, and where the others begin.
pub(crate) struct RowAllocation {
    fixed: HashMap<Value, Register>,
    width: usize,
    base: usize,
    /// RowAllocation taken so far by any body.
    pub taken: usize,
}

impl RowAllocation {
    /// State first, then constants.
    pub fn of(builder: &Builder, constants: &[Value]) -> Self {
        let (mut fixed, mut next) = (HashMap::default(), 0);
        let lasting = builder.state.iter().map(|stored| stored.register).chain(constants.iter().copied());
        for value in lasting {
            fixed.insert(value, next as Register);
            next += size(builder, value);
        }
        RowAllocation { fixed, width: builder.width, base: next, taken: next }
    }

    /// The row of a value that lives longer than a body.
    pub fn row(&self, value: Value) -> Register {
        self.fixed.get(&value).copied().unwrap_or(0)
    }

    /// A body with rows in place of values.
    pub fn allocate(&mut self, builder: &Builder, body: Vec<Instruction>) -> Vec<Instruction> {
        let body = self.in_place(body);
        let mut last: HashMap<Value, usize> = HashMap::default();
        for (at, instruction) in body.iter().enumerate() {
            last.extend(instruction.reads().into_iter().chain(writes(instruction)).map(|value| (value, at)));
        }
        let (mut rows, mut free, mut top) = (self.fixed.clone(), Free::default(), self.base);
        let mut rewritten = Vec::with_capacity(body.len());
        for (at, mut instruction) in body.into_iter().enumerate() {
            for value in writes(&instruction) {
                let size = if builder.kinds[value as usize] == Kind::Set { self.width } else { 1 };
                rows.entry(value).or_insert_with(|| free.take(size, &mut top));
            }
            let mut ended: Vec<Value> = instruction.reads().into_iter().chain(writes(&instruction)).collect();
            ended.retain(|value| last.get(value) == Some(&at) && !self.fixed.contains_key(value));
            ended.sort_unstable();
            ended.dedup();
            for value in ended {
                free.give(size(builder, value), rows.get(&value).copied().unwrap_or(0));
            }
            rename(&mut instruction, |value| rows.get(&value).copied().unwrap_or(0));
            rewritten.push(instruction);
        }
        self.taken = self.taken.max(top);
        rewritten
    }

    /// A value that becomes a register of the state is written there directly, if the old value has no further use.
    fn in_place(&self, mut body: Vec<Instruction>) -> Vec<Instruction> {
        let mut at = body.len();
        while at > 0 {
            at -= 1;
            let Instruction::Store { state, value, .. } = body[at] else { continue };
            let position = body.iter().position(|instruction| writes(instruction).contains(&value));
            let Some(position) = position.filter(|_| !self.fixed.contains_key(&value)) else { continue };
            let is_operation = matches!(body[position], Instruction::Compute(_));
            let untouched = body[position + 1..].iter().all(|instruction| !instruction.reads().contains(&state));
            let other_instructions = body[position + 1..].iter().enumerate().filter(|(i, _)| position + 1 + i != at);
            let alone = other_instructions.into_iter().all(|(_, instruction)| !writes(instruction).contains(&state));
            if is_operation && untouched && alone {
                body.remove(at);
                body[position..].iter_mut().for_each(|i| rename(i, |old| if old == value { state } else { old }));
            }
        }
        body
    }
}

fn size(builder: &Builder, value: Value) -> usize {
    if builder.kinds[value as usize] == Kind::Set { builder.width } else { 1 }
}

/// RowAllocation that are free again, by size.
#[derive(Default)]
struct Free(HashMap<usize, Vec<Register>>);

impl Free {
    fn take(&mut self, size: usize, top: &mut usize) -> Register {
        self.0.get_mut(&size).and_then(Vec::pop).unwrap_or_else(|| {
            *top += size;
            (*top - size) as Register
        })
    }

    fn give(&mut self, size: usize, row: Register) {
        self.0.entry(size).or_default().push(row);
    }
}

/// The values that an instruction writes.
fn writes(instruction: &Instruction) -> Vec<Value> {
    match instruction {
        Instruction::Compute(operation) => vec![operation.out],
        Instruction::Draw { hits, none, .. } => hits.iter().copied().chain([*none]).collect(),
        Instruction::Scatter { out, subsets, .. } => vec![*out, *subsets],
        Instruction::LookUp { times, .. } => vec![*times],
        Instruction::End { .. } | Instruction::Skip { .. } => Vec::new(),
        Instruction::Store { state, .. } => vec![*state],
    }
}

/// Other names for all values of an instruction.
fn rename(instruction: &mut Instruction, name: impl Fn(Value) -> Register) {
    match instruction {
        Instruction::Compute(operation) => {
            let count = operation.code.inputs();
            operation.inputs[..count].iter_mut().for_each(|value| *value = name(*value));
            operation.out = name(operation.out);
        }
        Instruction::LookUp { when, sets, side, count, times } => {
            sets.iter_mut().chain(when).chain([side, count, times]).for_each(|value| *value = name(*value));
        }
        Instruction::Draw { groups, when, hits, none } => {
            groups.iter_mut().chain(when).chain(hits).for_each(|value| *value = name(*value));
            *none = name(*none);
        }
        Instruction::Scatter { of, when, out, subsets } => {
            when.iter_mut().chain([of, out, subsets]).for_each(|value| *value = name(*value));
        }
        Instruction::End { when, .. } | Instruction::Skip { when, .. } => *when = name(*when),
        Instruction::Store { state, value, .. } => (*state, *value) = (name(*state), name(*value)),
    }
}
