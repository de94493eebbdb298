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
        let body = self.in_place(flat(body));
        let mut ended = self.last_used_at(&body);
        let (mut rows, mut free, mut top) = (self.fixed.clone(), Free::default(), self.base);
        let mut rewritten = Vec::with_capacity(body.len());
        for (at, mut instruction) in body.into_iter().enumerate() {
            for value in instruction.writes() {
                let size = if builder.kinds[value as usize] == Kind::Set { self.width } else { 1 };
                rows.entry(value).or_insert_with(|| free.take(size, &mut top));
            }
            for value in std::mem::take(&mut ended[at]) {
                free.give(size(builder, value), rows.get(&value).copied().unwrap_or(0));
            }
            rename(&mut instruction, &|value| rows.get(&value).copied().unwrap_or(0));
            rewritten.push(instruction);
        }
        self.taken = self.taken.max(top);
        rewritten
    }

    /// The values that hold a row no longer after each instruction.
    fn last_used_at(&self, body: &[Instruction]) -> Vec<Vec<Value>> {
        let mut ended = vec![Vec::new(); body.len()];
        for (value, at) in last_uses(body).into_iter().filter(|(value, _)| !self.fixed.contains_key(value)) {
            ended[at].push(value);
        }
        ended.iter_mut().for_each(|values| values.sort_unstable());
        ended
    }

    /// A value that becomes a register of the state is written there directly, if the old value has no further use.
    fn in_place(&self, mut body: Vec<Instruction>) -> Vec<Instruction> {
        let (makers, uses) = (makers(&body), self.lasting_uses(&body));
        let mut directly: HashMap<Value, Register> = HashMap::default();
        let mut is_stored_by_maker = vec![false; body.len()];
        for at in (0..body.len()).rev() {
            let Instruction::Store { state, value, .. } = body[at] else { continue };
            let is_fixed = self.fixed.contains_key(&value) || directly.contains_key(&value);
            let Some(&maker) = makers.get(&value).filter(|_| !is_fixed) else { continue };
            let last = uses.get(&state).and_then(|uses| uses.iter().rev().find(|&&other| other != at));
            if matches!(body[maker], Instruction::Compute(_)) && last.is_none_or(|&last| last <= maker) {
                directly.insert(value, state);
                is_stored_by_maker[at] = true;
            }
        }
        let mut left = is_stored_by_maker.into_iter();
        body.retain(|_| !left.next().unwrap_or(false));
        let name = |value: Value| directly.get(&value).copied().unwrap_or(value);
        body.iter_mut().for_each(|instruction| rename(instruction, &name));
        body
    }

    /// Where the values that live longer than a body are read or written, in order.
    fn lasting_uses(&self, body: &[Instruction]) -> HashMap<Value, Vec<usize>> {
        let mut uses: HashMap<Value, Vec<usize>> = HashMap::default();
        for (at, instruction) in body.iter().enumerate() {
            let used = instruction.reads().into_iter().chain(instruction.writes());
            for value in used.filter(|value| self.fixed.contains_key(value)) {
                uses.entry(value).or_default().push(at);
            }
        }
        uses
    }
}

/// Where each value is written first.
fn makers(body: &[Instruction]) -> HashMap<Value, usize> {
    let mut makers: HashMap<Value, usize> = HashMap::default();
    for (at, instruction) in body.iter().enumerate() {
        instruction.writes().into_iter().for_each(|value| _ = makers.entry(value).or_insert(at));
    }
    makers
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

/// Where each value is used last. What a loop reads from before it is used until the loop ends.
fn last_uses(body: &[Instruction]) -> HashMap<Value, usize> {
    let (mut last, first) = (HashMap::default(), makers(body));
    for (at, instruction) in body.iter().enumerate() {
        last.extend(instruction.reads().into_iter().chain(instruction.writes()).map(|value| (value, at)));
    }
    for (begin, instruction) in body.iter().enumerate() {
        let Instruction::Sieve { length, .. } = instruction else { continue };
        let end = begin + 1 + *length as usize;
        for value in body[begin..=end].iter().flat_map(Instruction::reads) {
            if first.get(&value).is_none_or(|&first| first < begin) {
                last.entry(value).and_modify(|last: &mut usize| *last = end.max(*last));
            }
        }
    }
    last
}

/// Loops as their instructions.
fn flat(body: Vec<Instruction>) -> Vec<Instruction> {
    let mut all = Vec::with_capacity(body.len());
    for instruction in body {
        let Instruction::Loop(inner) = instruction else {
            all.push(instruction);
            continue;
        };
        let begin = all.len();
        all.extend(flat(inner));
        let count = (all.len() - begin - 2) as u32;
        let last = all.len() - 1;
        for at in [begin, last] {
            if let Instruction::Sieve { length, .. } | Instruction::Admit { length, .. } = &mut all[at] {
                *length = count;
            }
        }
    }
    all
}

/// Other names for all values of an instruction.
fn rename(instruction: &mut Instruction, name: &dyn Fn(Value) -> Register) {
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
        Instruction::Sieve { candidates, rest, pick, out, .. } => {
            [candidates, rest, pick, out].into_iter().for_each(|value| *value = name(*value));
        }
        Instruction::Admit { legal, rest, pick, out, .. } => {
            [legal, rest, pick, out].into_iter().for_each(|value| *value = name(*value));
        }
        Instruction::Loop(body) => body.iter_mut().for_each(|inner| rename(inner, name)),
        Instruction::End { when, .. } | Instruction::Skip { when, .. } => *when = name(*when),
        Instruction::Store { state, value, .. } => (*state, *value) = (name(*state), name(*value)),
    }
}
