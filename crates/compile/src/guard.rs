//! An optimiser pass that guards operations by conditions: a value that is read only where a condition holds is
//! computed only in ticks in which the condition holds in some lane. So the score of a game is counted at its end
//! alone.
//!
//! A value is *needed under* a condition if, in a lane where that does not hold, it makes no difference what the value
//! is. `a and b` needs `b` under `a`; what is needed for `b` alone is needed under `a`, too.

use crate::builder::{Builder, Value};
use crate::program::{Code, Instruction, Kind, Operation};
use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeSet;

/// Skipping fewer elementary operations than this is not worth looking.
const LEAST_WORK: u32 = 6;

/// Conditions under which a value is needed; none of them: always.
type Conditions = BTreeSet<Value>;

/// Moves instructions that are needed under conditions right before those that need them, and puts skips before them.
pub(crate) fn skips(instructions: Vec<Instruction>, builder: &Builder) -> Vec<Instruction> {
    let requirements = Needs::of(&instructions, builder);
    if requirements.by_value.values().all(Conditions::is_empty) {
        return instructions;
    }
    let order = requirements.late(&instructions);
    requirements.guarded(order.into_iter().map(|at| instructions[at].clone()).collect())
}

/// Which instruction computes each value.
pub(crate) fn producers(instructions: &[Instruction]) -> HashMap<Value, usize> {
    let numbered = instructions.iter().enumerate();
    numbered.filter_map(|(at, instruction)| Some((instruction.operation()?.out, at))).collect()
}

/// Under what each value is needed.
struct Needs {
    by_value: HashMap<Value, Conditions>,
    /// Which instruction computes a value.
    made: HashMap<Value, usize>,
}

impl Needs {
    fn of(instructions: &[Instruction], builder: &Builder) -> Self {
        let producers = producers(instructions);
        let implied = implications(instructions, builder);
        let mut by_value: HashMap<Value, Conditions> = HashMap::default();
        for instruction in instructions.iter().rev() {
            let own_gates = instruction.operation().and_then(|operation| by_value.get(&operation.out).cloned());
            for &value in &instruction.reads() {
                let mut under = own_gates.clone().unwrap_or_default();
                if let Some(gate) = gate(instruction, value, builder, &producers) {
                    under.extend(implied.get(&gate).into_iter().flatten().copied().chain([gate]));
                }
                by_value.entry(value).and_modify(|all| all.retain(|one| under.contains(one))).or_insert(under);
            }
        }
        Needs { by_value, made: producers }
    }

    fn under(&self, instruction: &Instruction) -> Option<&Conditions> {
        let out = instruction.operation()?.out;
        self.by_value.get(&out).filter(|all| !all.is_empty())
    }

    /// The order in which whatever is needed under conditions comes right before what needs it.
    fn late(&self, instructions: &[Instruction]) -> Vec<usize> {
        let (mut order, mut placed) = (Vec::with_capacity(instructions.len()), vec![false; instructions.len()]);
        for at in 0..instructions.len() {
            if self.under(&instructions[at]).is_none() {
                let mut ready = BTreeSet::new();
                self.collect(instructions, at, &placed, &mut ready);
                ready.iter().for_each(|&at| placed[at] = true);
                order.extend(ready);
            }
        }
        order
    }

    /// An instruction, and those before it that it needs and that have no place yet.
    fn collect(&self, instructions: &[Instruction], at: usize, placed: &[bool], ready: &mut BTreeSet<usize>) {
        if placed[at] || !ready.insert(at) {
            return;
        }
        for value in instructions[at].reads() {
            if let Some(&before) = self.made.get(&value) {
                self.collect(instructions, before, placed, ready);
            }
        }
    }

    /// Puts a skip before each run of instructions that are needed under the same condition.
    fn guarded(&self, instructions: Vec<Instruction>) -> Vec<Instruction> {
        let mut known_values: BTreeSet<Value> = BTreeSet::new();
        let (mut guarded, mut at) = (Vec::with_capacity(instructions.len()), 0);
        while at < instructions.len() {
            let (length, when) = self.run_from(&instructions[at..], &known_values);
            let run = &instructions[at..at + length.max(1)];
            if let Some(when) = when.filter(|_| run.iter().map(work).sum::<u32>() >= LEAST_WORK) {
                guarded.push(Instruction::Skip { when, count: length as u32 });
            }
            known_values.extend(run.iter().filter_map(Instruction::operation).map(|operation| operation.out));
            guarded.extend_from_slice(run);
            at += run.len();
        }
        guarded
    }

    /// How many of the next instructions are needed under one condition that is known, and which.
    fn run_from(&self, instructions: &[Instruction], known_values: &BTreeSet<Value>) -> (usize, Option<Value>) {
        let mut common: Option<Conditions> = None;
        for (length, instruction) in instructions.iter().enumerate() {
            let Some(under) = self.under(instruction) else { return (length, last(common)) };
            let now: Conditions = match &common {
                Some(common) => common.intersection(under).copied().collect(),
                None => under.iter().copied().filter(|value| self.is_known(*value, known_values)).collect(),
            };
            if now.is_empty() {
                return (length, last(common));
            }
            common = Some(now);
        }
        (instructions.len(), last(common))
    }

    /// Whether a condition was found already, or lives longer than a tick.
    fn is_known(&self, value: Value, known_values: &BTreeSet<Value>) -> bool {
        known_values.contains(&value) || !self.made.contains_key(&value)
    }
}

/// The one that was made last implies most.
fn last(conditions: Option<Conditions>) -> Option<Value> {
    conditions.and_then(|all| all.last().copied())
}

/// The conditions that hold wherever a condition does.
fn implications(instructions: &[Instruction], builder: &Builder) -> HashMap<Value, Conditions> {
    let mut implied: HashMap<Value, Conditions> = HashMap::default();
    for operation in instructions.iter().filter_map(Instruction::operation) {
        let [a, b, _] = operation.inputs;
        let inputs: &[Value] = match operation.code {
            Code::And if is_condition(builder, operation.out) => &[a, b],
            Code::AndNot if is_condition(builder, operation.out) => &[a],
            _ => &[],
        };
        let implied_values =
            inputs.iter().flat_map(|input| implied.get(input).into_iter().flatten().copied().chain([*input]));
        let implied_values: Conditions = implied_values.filter(|&input| is_condition(builder, input)).collect();
        if !implied_values.is_empty() {
            implied.insert(operation.out, implied_values);
        }
    }
    implied
}

/// Whether the value is a condition that may hold or not.
fn is_condition(builder: &Builder, value: Value) -> bool {
    builder.kinds[value as usize] == Kind::Condition && !builder.constants.contains_key(&value)
}

/// The condition under which an instruction needs an input. Of two conditions the later one is needed under the earlier
/// one.
fn gate(
    instruction: &Instruction,
    value: Value,
    builder: &Builder,
    producers: &HashMap<Value, usize>,
) -> Option<Value> {
    let Operation { code, inputs: [a, b, _], .. } = *instruction.operation()?;
    let is_later = |value: Value, gate: Value| producers.get(&value) > producers.get(&gate);
    let gate = match code {
        Code::Keep if value == a && is_condition(builder, b) => Some(b),
        Code::Choose if value == b && is_condition(builder, a) => Some(a),
        Code::And if value == a && is_condition(builder, b) => Some(b),
        Code::And if value == b && is_condition(builder, a) => Some(a),
        Code::AndNot if value == b && is_condition(builder, a) => Some(a),
        _ => None,
    };
    // A value that an instruction reads twice is needed always.
    let is_read_once = instruction.operation()?.reads().iter().filter(|&&other| other == value).count() == 1;
    gate.filter(|&gate| is_read_once && is_later(value, gate))
}

/// About how many elementary operations an instruction is.
fn work(instruction: &Instruction) -> u32 {
    let Some(operation) = instruction.operation() else { return 0 };
    match operation.code {
        Code::Flood | Code::Groups | Code::LargeGroups => 4 * operation.list.length,
        Code::SeveralLines(_) | Code::CombinedLines(_) => 4 * operation.list.length,
        Code::LineGaps { .. } => 2 * operation.list.length,
        Code::Spread | Code::Run | Code::Between | Code::BetweenOne | Code::Behind | Code::Lines => {
            operation.list.length
        }
        Code::Copy | Code::And | Code::Or | Code::AndNot | Code::Xor | Code::Keep | Code::Choose => 1,
        Code::Fused { .. } => 2,
        Code::LinkGoals(_) => 30,
        Code::Step | Code::StepAnd | Code::StepOr | Code::Count | Code::Any => 1,
        Code::Add | Code::Subtract | Code::AtLeast | Code::Equal => 1,
    }
}
