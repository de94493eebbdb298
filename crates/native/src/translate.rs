//! One body as a function: its instructions in their order.

use crate::conditions::Conditions;
use crate::ray_table::RayTables;
use crate::{Helpers, TickContext};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Block, InstBuilder, MemFlags, SigRef, Signature, Value};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use lusory_compile::Program;
use lusory_compile::program::{Instruction, List, Operation, Register};
use std::collections::HashMap;
use std::mem::offset_of;

/// A set of cells: the values of its words.
pub(crate) type Words = Vec<Value>;

/// The bytes of a body's function. None where Cranelift refuses it, or the code would have to be linked.
pub(crate) fn function(
    program: &Program,
    body: usize,
    helpers: (Helpers, &RayTables),
    isa: &dyn TargetIsa,
) -> Option<Vec<u8>> {
    let mut context = Context::new();
    context.func.signature = signature(3, false, isa);
    let mut builders = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut context.func, &mut builders);
    Translator::new(&mut builder, (program, body), helpers, isa).translate();
    builder.seal_all_blocks();
    builder.finalize();
    let compiled = context.compile(isa, &mut ControlPlane::default()).ok()?;
    compiled.buffer.relocs().is_empty().then(|| compiled.code_buffer().to_vec())
}

fn signature(parameters: usize, returns: bool, isa: &dyn TargetIsa) -> Signature {
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params.extend((0..parameters).map(|_| AbiParam::new(I64)));
    signature.returns.extend(returns.then(|| AbiParam::new(I64)));
    signature
}

/// The signatures of the helpers.
pub(crate) struct Signatures {
    select: SigRef,
    /// Of `note`, `link` and operations along rays.
    pub note: SigRef,
    operate: SigRef,
    /// Of operations along rays with one set more than two.
    pub between_one: SigRef,
}

/// Instructions that may be skipped: where they end, the block after them, and what was read and known before them.
struct Skipped {
    end: usize,
    after: Block,
    read: HashMap<Register, Value>,
    known: Conditions,
}

/// A loop whose test is being translated: where it begins anew, where it is left, and what was read before it.
pub(crate) struct OpenLoop {
    pub again: Block,
    pub after: Block,
    pub read: HashMap<Register, Value>,
}

/// See the module.
pub(crate) struct Translator<'a, 'f> {
    pub b: &'a mut FunctionBuilder<'f>,
    pub program: &'a Program,
    body: usize,
    pub helpers: Helpers,
    pub rays: &'a RayTables,
    pub signatures: Signatures,
    /// The parameters of the function.
    rows: Value,
    stream: Value,
    context: Value,
    /// The words of constants, by rows.
    constants: HashMap<Register, u64>,
    /// Rows that keep their words after the tick.
    lasting: Vec<bool>,
    /// What was read from such rows, or written there last.
    pub read: HashMap<Register, Value>,
    /// Conditions of which the value is known here.
    pub known: Conditions,
    /// Rows and more for which there is a variable.
    declared: Vec<bool>,
}

impl<'a, 'f> Translator<'a, 'f> {
    fn new(
        b: &'a mut FunctionBuilder<'f>,
        (program, body): (&'a Program, usize),
        (helpers, rays): (Helpers, &'a RayTables),
        isa: &dyn TargetIsa,
    ) -> Self {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let &[rows, stream, context] = b.block_params(entry) else { unreachable!("three parameters") };
        let signatures = Signatures {
            select: b.import_signature(signature(2, true, isa)),
            note: b.import_signature(signature(3, true, isa)),
            operate: b.import_signature(signature(3, false, isa)),
            between_one: b.import_signature(signature(4, true, isa)),
        };
        let constants = program.constants.iter().flat_map(|(first, words)| (*first..).zip(words.iter().copied()));
        Translator {
            body,
            helpers,
            rays,
            signatures,
            rows,
            stream,
            context,
            constants: constants.collect(),
            lasting: lasting(program),
            read: HashMap::new(),
            known: Conditions::of(program, body),
            declared: vec![false; program.rows],
            b,
            program,
        }
    }

    fn translate(&mut self) {
        let program = self.program;
        let (mut skipped, mut loops): (Vec<Skipped>, Vec<OpenLoop>) = (Vec::new(), Vec::new());
        for (at, instruction) in program.bodies[self.body].iter().enumerate() {
            while skipped.last().is_some_and(|last| last.end == at) {
                skipped.pop().into_iter().for_each(|last| self.end_skipped(last));
            }
            if let Instruction::Skip { when, count } = instruction {
                if self.known.get(*when) != Some(true) {
                    skipped.push(self.begin_skipped(*when, at + 1 + *count as usize));
                }
                continue;
            }
            match instruction {
                Instruction::Sieve { .. } => loops.push(self.begin_loop(instruction)),
                Instruction::Admit { .. } => {
                    loops.pop().into_iter().for_each(|inner| self.end_loop(inner, instruction));
                }
                _ => self.instruction(at, instruction),
            }
        }
        skipped.into_iter().rev().for_each(|last| self.end_skipped(last));
        self.b.ins().return_(&[]);
    }

    fn begin_skipped(&mut self, when: Register, end: usize) -> Skipped {
        let (when, then, after) = (self.word(when), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(when, then, &[], after, &[]);
        self.b.switch_to_block(then);
        Skipped { end, after, read: self.read.clone(), known: self.known.clone() }
    }

    /// What was read or written by skipped instructions alone must be read again.
    fn end_skipped(&mut self, skipped: Skipped) {
        self.b.ins().jump(skipped.after, &[]);
        self.b.switch_to_block(skipped.after);
        self.read.retain(|row, value| skipped.read.get(row) == Some(value));
        self.known.retain(&skipped.known);
    }

    fn instruction(&mut self, at: usize, instruction: &Instruction) {
        match instruction {
            Instruction::Compute(operation) => {
                if !self.known_operation(operation) && !self.operation(operation) {
                    self.interpret_lines(at, operation);
                }
            }
            Instruction::Draw { groups, when, hits, none } => self.draw(groups, self.still_tested(*when), hits, *none),
            Instruction::Scatter { of, when, out, subsets } => {
                self.scatter(*of, self.still_tested(*when), *out, *subsets);
            }
            Instruction::LookUp { when, sets, side, count, times } => {
                self.look_up(self.still_tested(*when), sets, [*side, *count, *times]);
            }
            Instruction::Skip { .. } | Instruction::Sieve { .. } | Instruction::Admit { .. } => {}
            Instruction::Loop(_) => {}
            Instruction::End { when, code } => self.end(*when, *code),
            Instruction::Store { state, value, wide } => {
                for row in 0..if *wide { self.width() as u32 } else { 1 } {
                    let word = self.word(value + row);
                    self.put(state + row, word);
                }
            }
        }
    }

    /// An operation that is carried out by the interpreter where there may be something to find.
    fn interpret_lines(&mut self, at: usize, operation: &Operation) {
        let may_be = self.may_have_lines(operation);
        let [asks, none, after] = [(); 3].map(|()| self.b.create_block());
        self.b.ins().brif(may_be, asks, &[], none, &[]);
        let read = self.read.clone();
        self.b.switch_to_block(none);
        let mut nothing = self.empty();
        nothing.truncate(if operation.wide { nothing.len() } else { 1 });
        self.put_set(operation.out, nothing);
        self.b.ins().jump(after, &[]);
        self.read.clone_from(&read);
        self.b.switch_to_block(asks);
        self.interpret(at, operation.reads().to_vec(), operation);
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
        self.read.retain(|row, value| read.get(row) == Some(value));
    }

    /// An operation that is carried out by the interpreter.
    fn interpret(&mut self, at: usize, inputs: Vec<Register>, operation: &Operation) {
        let width = self.width() as u32;
        inputs.into_iter().for_each(|first| self.write_out(first));
        let operator = self.field(offset_of!(TickContext, operator));
        let (body, at) = (self.constant(self.body as u64), self.constant(at as u64));
        self.call(self.signatures.operate, self.helpers.operate as usize, &[operator, body, at]);
        for out in operation.out..operation.out + if operation.wide { width } else { 1 } {
            self.read.remove(&out);
            self.known.forget(out);
            let word = self.load(out);
            if !self.lasting[out as usize] {
                self.put(out, word);
            }
        }
    }

    /// Writes a set to its rows, where it is not there already.
    pub fn write_out(&mut self, first: Register) {
        for row in first..first + self.width() as u32 {
            if self.declared.get(row as usize) == Some(&true) && !self.lasting[row as usize] {
                let word = self.word(row);
                self.store(row, word);
            }
        }
    }

    /// A condition that must still be tested: None where it is known to hold.
    fn still_tested(&self, when: Option<Register>) -> Option<Register> {
        when.filter(|&when| self.known.get(when) != Some(true))
    }

    fn end(&mut self, when: Register, code: u64) {
        let (when, held) = (self.word(when), self.word(self.program.result));
        let code = self.b.ins().band_imm(when, code as i64);
        let held = self.b.ins().select(held, held, code);
        self.put(self.program.result, held);
    }

    /// The hash of `position_hash`, and how often it has occurred.
    fn look_up(&mut self, when: Option<Register>, sets: &[Register], [side, count, times]: [Register; 3]) {
        let side = self.word(side);
        let words: Words = sets.iter().flat_map(|&first| self.set(first)).collect();
        let zero = self.constant(0);
        let hash = [side].into_iter().chain(words).chain([zero]).fold(zero, |hash, word| self.mix(hash, word));
        let count = self.word(count);
        let (asks, after) = (self.b.create_block(), self.b.create_block());
        self.b.append_block_param(after, I64);
        match when.map(|when| self.word(when)) {
            Some(when) => self.b.ins().brif(when, asks, &[], after, &[zero.into()]),
            None => self.b.ins().jump(asks, &[]),
        };
        self.b.switch_to_block(asks);
        let noted = self.field(offset_of!(TickContext, noted));
        let found = self.call(self.signatures.note, self.helpers.note as usize, &[noted, count, hash]);
        self.b.ins().jump(after, &[found[0].into()]);
        self.b.switch_to_block(after);
        let found = self.b.block_params(after)[0];
        self.put(times, found);
    }

    fn mix(&mut self, hash: Value, word: Value) -> Value {
        let hash = self.b.ins().bxor(hash, word);
        let factor = self.constant(0x9e37_79b9_7f4a_7c15);
        let product = self.b.ins().imul(hash, factor);
        let high = self.b.ins().ushr_imm(product, 32);
        self.b.ins().bxor(product, high)
    }

    /// How many words a set has.
    pub fn width(&self) -> usize {
        self.program.width
    }

    pub fn directions(&self, list: List) -> &'a [u32] {
        &self.program.lists[list.at as usize..(list.at + list.length) as usize]
    }

    pub fn constant(&mut self, word: u64) -> Value {
        self.b.ins().iconst(I64, word as i64)
    }

    /// The word of a row.
    pub fn word(&mut self, row: Register) -> Value {
        if let Some(&word) = self.constants.get(&row) {
            return self.constant(word);
        }
        if !self.lasting[row as usize] {
            let variable = self.variable(row as usize);
            return self.b.use_var(variable);
        }
        if let Some(&word) = self.read.get(&row) {
            return word;
        }
        let word = self.load(row);
        self.read.insert(row, word);
        word
    }

    /// Writes the word of a row.
    pub fn put(&mut self, row: Register, word: Value) {
        self.known.forget(row);
        if self.lasting[row as usize] {
            self.store(row, word);
            self.read.insert(row, word);
        } else {
            let variable = self.variable(row as usize);
            self.b.def_var(variable, word);
        }
    }

    pub fn set(&mut self, first: Register) -> Words {
        (first..first + self.width() as u32).map(|row| self.word(row)).collect()
    }

    pub fn put_set(&mut self, first: Register, words: Words) {
        (first..).zip(words).for_each(|(row, word)| self.put(row, word));
    }

    fn variable(&mut self, number: usize) -> Variable {
        if self.declared.len() <= number {
            self.declared.resize(number + 1, false);
        }
        let variable = Variable::from_u32(number as u32);
        if !std::mem::replace(&mut self.declared[number], true) {
            self.b.declare_var(variable, I64);
        }
        variable
    }

    /// Variables for a loop, with their first values.
    pub fn loop_variables(&mut self, words: &[Value]) -> Vec<Variable> {
        let first = self.declared.len();
        let variables: Vec<Variable> = (first..first + words.len()).map(|number| self.variable(number)).collect();
        variables.iter().zip(words).for_each(|(&variable, &word)| self.b.def_var(variable, word));
        variables
    }

    pub fn values(&mut self, variables: &[Variable]) -> Words {
        variables.iter().map(|&variable| self.b.use_var(variable)).collect()
    }

    pub fn assign(&mut self, variables: &[Variable], words: &[Value]) {
        variables.iter().zip(words).for_each(|(&variable, &word)| self.b.def_var(variable, word));
    }

    fn load(&mut self, row: Register) -> Value {
        self.b.ins().load(I64, MemFlags::trusted(), self.rows, 8 * row as i32)
    }

    fn store(&mut self, row: Register, word: Value) {
        self.b.ins().store(MemFlags::trusted(), word, self.rows, 8 * row as i32);
    }

    /// A field of the context.
    pub fn field(&mut self, offset: usize) -> Value {
        self.b.ins().load(I64, MemFlags::trusted(), self.context, offset as i32)
    }

    pub fn put_field(&mut self, offset: usize, word: Value) {
        self.b.ins().store(MemFlags::trusted(), word, self.context, offset as i32);
    }

    /// The four words of the random stream.
    pub fn stream(&mut self) -> [Value; 4] {
        [0, 8, 16, 24].map(|offset| self.b.ins().load(I64, MemFlags::trusted(), self.stream, offset))
    }

    pub fn put_stream(&mut self, words: [Value; 4]) {
        for (word, offset) in words.into_iter().zip([0, 8, 16, 24]) {
            self.b.ins().store(MemFlags::trusted(), word, self.stream, offset);
        }
    }

    /// The set bit of a word with so many set bits below it.
    pub fn select(&mut self, word: Value, rank: Value) -> Value {
        self.call(self.signatures.select, self.helpers.select as usize, &[word, rank])[0]
    }

    pub fn call(&mut self, signature: SigRef, function: usize, arguments: &[Value]) -> Vec<Value> {
        let function = self.constant(function as u64);
        let call = self.b.ins().call_indirect(signature, function, arguments);
        self.b.inst_results(call).to_vec()
    }

    /// All ones where a comparison holds, else 0.
    pub fn mask(&mut self, comparison: IntCC, x: Value, y: Value) -> Value {
        let holds = self.b.ins().icmp(comparison, x, y);
        self.b.ins().bmask(I64, holds)
    }

    pub fn is_zero(&mut self, x: Value) -> Value {
        let zero = self.constant(0);
        self.mask(IntCC::Equal, x, zero)
    }
}

/// Rows whose words are read after the tick: those of the state, and what observers read.
fn lasting(program: &Program) -> Vec<bool> {
    let mut lasting = vec![false; program.rows];
    let state = program.state.iter().flat_map(|stored| (stored.register..).take(stored.start.len()));
    let numbers = program.observed.iter().flat_map(|observed| {
        [observed.made, observed.legal, observed.captured, observed.over]
            .into_iter()
            .chain((observed.to..).take(program.width))
    });
    state.chain(numbers).chain([program.result]).for_each(|row| lasting[row as usize] = true);
    lasting
}
