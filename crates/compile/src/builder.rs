//! Builds programs from values in static single assignment form; equal values are shared (value numbering).

use crate::loop_parts::{Computation, FinishedLoop, UnfinishedLoop};
use crate::program::{Code, Instruction, Kind, LineCount, List, Operation, Register, Stored};
use crate::ways::RelationTable;
use lusory_engine::state_slots::StateSlot;
use rustc_hash::FxHashMap as HashMap;

/// The number of a value.
pub(crate) type Value = Register;

/// What is known of a value before the game: its words.
type Words = Vec<u64>;

/// See the module.
pub(crate) struct Builder {
    pub width: usize,
    pub ways: RelationTable,
    pub kinds: Vec<Kind>,
    pub constants: HashMap<Value, Words>,
    pub state: Vec<Stored>,
    /// Whether equal values are shared and constants folded.
    pub share: bool,
    known_constants: HashMap<(Kind, Words), Value>,
    pub(crate) known: HashMap<Computation, Value>,
    /// The conditions of which one of two holds.
    either: HashMap<Value, [Value; 2]>,
    pub(crate) body: Vec<Instruction>,
    /// The loops that are being made: what depends on the member being tested is not known after them.
    pub(crate) unfinished_loops: Vec<UnfinishedLoop>,
    /// The loops made in this body.
    pub(crate) loops: Vec<FinishedLoop>,
    all: Words,
}

impl Builder {
    pub fn new(all: Words, share: bool) -> Self {
        Builder {
            width: all.len(),
            ways: RelationTable::default(),
            kinds: Vec::new(),
            constants: HashMap::default(),
            state: Vec::new(),
            share,
            known_constants: HashMap::default(),
            known: HashMap::default(),
            either: HashMap::default(),
            body: Vec::new(),
            unfinished_loops: Vec::new(),
            loops: Vec::new(),
            all,
        }
    }

    pub(crate) fn value(&mut self, kind: Kind) -> Value {
        self.kinds.push(kind);
        self.kinds.len() as Value - 1
    }

    fn constant(&mut self, kind: Kind, words: Words) -> Value {
        if let Some(&value) = self.known_constants.get(&(kind, words.clone())) {
            return value;
        }
        let value = self.value(kind);
        self.known_constants.insert((kind, words.clone()), value);
        self.constants.insert(value, words);
        value
    }

    /// A set that never changes.
    pub fn set(&mut self, words: &[u64]) -> Value {
        self.constant(Kind::Set, words.to_vec())
    }

    /// No cell.
    pub fn nothing(&mut self) -> Value {
        self.constant(Kind::Set, vec![0; self.width])
    }

    /// All cells.
    pub fn everything(&mut self) -> Value {
        self.constant(Kind::Set, self.all.clone())
    }

    /// A number that never changes.
    pub fn number(&mut self, number: i64) -> Value {
        self.constant(Kind::Number, vec![number as u64])
    }

    /// A condition that always or never holds.
    pub fn truth(&mut self, is_true: bool) -> Value {
        self.constant(Kind::Condition, vec![if is_true { u64::MAX } else { 0 }])
    }

    /// A register of the state. `slot`: what it holds of the engine's state; none where it is found from that.
    pub fn stored(&mut self, kind: Kind, slot: Option<StateSlot>, start: Words) -> Value {
        let register = self.value(kind);
        self.state.push(Stored { register, kind, slot, start });
        register
    }

    /// Ends the body: what it does, and the next one begins.
    pub fn take(&mut self) -> Vec<Instruction> {
        self.known.clear();
        self.loops.clear();
        std::mem::take(&mut self.body)
    }

    fn is_wide(&self, value: Value) -> bool {
        self.kinds[value as usize] == Kind::Set
    }

    fn compute(&mut self, code: Code, kind: Kind, inputs: &[Value], list: List) -> Value {
        let mut reads = [0; 3];
        reads[..inputs.len()].copy_from_slice(inputs);
        if self.share {
            if let Some(&value) = self.known.get(&(code, reads, list)) {
                return value;
            }
        }
        let out = self.value(kind);
        self.known.insert((code, reads, list), out);
        if let Some(inner) = self.unfinished_loops.last_mut() {
            inner.known.push((code, reads, list));
        }
        self.body.push(Instruction::Compute(Operation { code, wide: kind == Kind::Set, out, inputs: reads, list }));
        out
    }

    fn simple(&mut self, code: Code, kind: Kind, inputs: &[Value]) -> Value {
        self.compute(code, kind, inputs, List::default())
    }

    /// Whether the value is known to be nothing (no cell, 0, never).
    pub fn is_nothing(&self, value: Value) -> bool {
        self.constants.get(&value).is_some_and(|words| words.iter().all(|&word| word == 0))
    }

    /// Whether the value is known to be everything (all cells; a condition that always holds).
    fn is_everything(&self, value: Value) -> bool {
        let full = |words: &Words| if self.is_wide(value) { *words == self.all } else { words[0] == u64::MAX };
        self.constants.get(&value).is_some_and(full)
    }

    /// What two constants come to, word by word.
    fn folded(&mut self, a: Value, b: Value, f: impl Fn(u64, u64) -> u64) -> Option<Value> {
        let (x, y) = (self.constants.get(&a)?, self.constants.get(&b)?);
        let words = x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect();
        let kind = self.kinds[a as usize];
        self.share.then(|| self.constant(kind, words))
    }

    pub fn and(&mut self, a: Value, b: Value) -> Value {
        if self.share {
            if a == b || self.is_nothing(a) || self.is_everything(b) {
                return a;
            }
            if self.is_nothing(b) || self.is_everything(a) {
                return b;
            }
        }
        let (a, b) = (a.min(b), a.max(b));
        let kind = self.kinds[a as usize];
        self.folded(a, b, |x, y| x & y).unwrap_or_else(|| self.simple(Code::And, kind, &[a, b]))
    }

    pub fn or(&mut self, a: Value, b: Value) -> Value {
        if self.share {
            if a == b || self.is_nothing(b) || self.is_everything(a) {
                return a;
            }
            if self.is_nothing(a) || self.is_everything(b) {
                return b;
            }
        }
        let (a, b) = (a.min(b), a.max(b));
        let kind = self.kinds[a as usize];
        let either = self.folded(a, b, |x, y| x | y).unwrap_or_else(|| self.simple(Code::Or, kind, &[a, b]));
        if kind == Kind::Condition {
            self.either.insert(either, [a, b]);
        }
        either
    }

    pub fn without(&mut self, a: Value, b: Value) -> Value {
        let kind = self.kinds[a as usize];
        if self.share && (self.is_nothing(a) || self.is_nothing(b)) {
            return a;
        }
        if self.share && a == b {
            return self.none_of(kind);
        }
        self.folded(a, b, |x, y| x & !y).unwrap_or_else(|| self.simple(Code::AndNot, kind, &[a, b]))
    }

    /// In one of them alone.
    pub fn xor(&mut self, a: Value, b: Value) -> Value {
        if self.share && (self.is_nothing(a) || self.is_nothing(b)) {
            return if self.is_nothing(a) { b } else { a };
        }
        let (a, b) = (a.min(b), a.max(b));
        let kind = self.kinds[a as usize];
        if self.share && a == b {
            return self.none_of(kind);
        }
        self.folded(a, b, |x, y| x ^ y).unwrap_or_else(|| self.simple(Code::Xor, kind, &[a, b]))
    }

    /// The empty set, the number 0, or the condition that never holds.
    fn none_of(&mut self, kind: Kind) -> Value {
        self.constant(kind, vec![0; if kind == Kind::Set { self.width } else { 1 }])
    }

    /// The other cells of the board; where the condition does not hold. Neither of two conditions holds: the second one
    /// is of interest only where the first one does not.
    pub fn not(&mut self, a: Value) -> Value {
        if let (true, Some(&[first, second])) = (self.share, self.either.get(&a)) {
            let not = self.not(first);
            return self.without(not, second);
        }
        let all = if self.is_wide(a) { self.everything() } else { self.truth(true) };
        self.without(all, a)
    }

    pub fn union(&mut self, parts: &[Value]) -> Value {
        let none = self.nothing();
        parts.iter().fold(none, |all, &part| self.or(all, part))
    }

    /// A set, number or condition where a condition holds, else nothing.
    pub fn keep(&mut self, a: Value, when: Value) -> Value {
        if self.share && (self.is_everything(when) || self.is_nothing(a)) {
            return a;
        }
        match self.kinds[a as usize] {
            Kind::Set if self.share && self.is_nothing(when) => self.nothing(),
            Kind::Set => self.simple(Code::Keep, Kind::Set, &[a, when]),
            kind @ (Kind::Number | Kind::Condition) => self.simple(Code::And, kind, &[a, when]),
        }
    }

    pub fn choose(&mut self, when: Value, a: Value, b: Value) -> Value {
        if self.share && (a == b || self.is_everything(when)) {
            return a;
        }
        if self.share && self.is_nothing(when) {
            return b;
        }
        self.simple(Code::Choose, self.kinds[a as usize], &[when, a, b])
    }

    pub fn step(&mut self, a: Value, way: u32) -> Value {
        if self.share && self.is_nothing(a) {
            return a;
        }
        let list = self.ways.list(vec![way], 1);
        self.compute(Code::Step, Kind::Set, &[a], list)
    }

    pub fn spread(&mut self, a: Value, ways: Vec<u32>) -> Value {
        match ways[..] {
            [] => self.nothing(),
            [way] => self.step(a, way),
            [..] if self.share && self.is_nothing(a) => a,
            [..] => {
                let list = self.ways.list(ways, 1);
                self.compute(Code::Spread, Kind::Set, &[a], list)
            }
        }
    }

    pub fn flood(&mut self, seed: Value, within: Value, ways: Vec<u32>) -> Value {
        if ways.is_empty() || (self.share && self.is_nothing(seed)) {
            return self.and(seed, within);
        }
        let list = self.ways.list(ways, 1);
        self.compute(Code::Flood, Kind::Set, &[seed, within], list)
    }

    /// The groups of at least so many cells.
    pub fn large_groups(&mut self, of: Value, least: Value, ways: Vec<u32>) -> Value {
        let list = self.ways.list(ways, 1);
        self.compute(Code::LargeGroups, Kind::Set, &[of, least], list)
    }

    /// How many groups there are.
    pub fn groups(&mut self, of: Value, ways: Vec<u32>) -> Value {
        let list = self.ways.list(ways, 1);
        self.compute(Code::Groups, Kind::Number, &[of], list)
    }

    /// Which goals of a table some group has reached.
    pub fn link_goals(&mut self, of: Value, table: u32) -> Value {
        self.simple(Code::LinkGoals(table), Kind::Number, &[of])
    }

    /// Whether there are so many lines. Axes: a direction and its opposite each.
    pub fn several_lines(&mut self, of: Value, count: LineCount, axes: Vec<[u32; 2]>) -> Value {
        self.counted_lines(Code::SeveralLines(count), Kind::Condition, of, &axes)
    }

    /// Their cells, where there are so many.
    pub fn combined_lines(&mut self, of: Value, count: LineCount, axes: Vec<[u32; 2]>) -> Value {
        self.counted_lines(Code::CombinedLines(count), Kind::Set, of, &axes)
    }

    fn counted_lines(&mut self, code: Code, kind: Kind, of: Value, axes: &[[u32; 2]]) -> Value {
        let list = self.ways.list(axes.concat(), axes.len());
        self.compute(code, kind, &[of], list)
    }

    /// An operation over chains of directions; of none it is empty.
    pub fn chained(&mut self, code: Code, inputs: &[Value], chains: Vec<Vec<u32>>) -> Value {
        if chains.is_empty() || (self.share && self.is_nothing(inputs[0])) {
            return self.nothing();
        }
        let parts = chains.len();
        let list = self.ways.list(chains.concat(), parts);
        self.compute(code, Kind::Set, inputs, list)
    }

    pub fn count(&mut self, a: Value) -> Value {
        if let (true, Some(words)) = (self.share, self.constants.get(&a)) {
            let members: u32 = words.iter().map(|word| word.count_ones()).sum();
            return self.number(members.into());
        }
        self.simple(Code::Count, Kind::Number, &[a])
    }

    pub fn any(&mut self, a: Value) -> Value {
        if let (true, Some(words)) = (self.share, self.constants.get(&a)) {
            let some = words.iter().any(|&word| word != 0);
            return self.truth(some);
        }
        self.simple(Code::Any, Kind::Condition, &[a])
    }

    pub fn add(&mut self, a: Value, b: Value) -> Value {
        if self.share && (self.is_nothing(a) || self.is_nothing(b)) {
            return if self.is_nothing(a) { b } else { a };
        }
        self.simple(Code::Add, Kind::Number, &[a, b])
    }

    pub fn subtract(&mut self, a: Value, b: Value) -> Value {
        self.simple(Code::Subtract, Kind::Number, &[a, b])
    }

    pub fn at_least(&mut self, a: Value, b: Value) -> Value {
        if self.share && a == b {
            return self.truth(true);
        }
        self.simple(Code::AtLeast, Kind::Condition, &[a, b])
    }

    pub fn equal(&mut self, a: Value, b: Value) -> Value {
        self.simple(Code::Equal, Kind::Condition, &[a, b])
    }

    /// Draws a member of the groups in some lanes: its set in each of them, and the lanes that had none.
    pub fn draw(&mut self, groups: Vec<Value>, when: Option<Value>) -> (Vec<Value>, Value) {
        let hits: Vec<Value> = groups.iter().map(|_| self.value(Kind::Set)).collect();
        let none = self.value(Kind::Condition);
        self.body.push(Instruction::Draw { groups, when, hits: hits.clone(), none });
        (hits, none)
    }

    /// Draws a subset of a set in some lanes; and how many there are.
    pub fn scatter(&mut self, of: Value, when: Option<Value>) -> (Value, Value) {
        let (out, subsets) = (self.value(Kind::Set), self.value(Kind::Number));
        self.body.push(Instruction::Scatter { of, when, out, subsets });
        (out, subsets)
    }

    /// How often these sets have occurred with a side to move, among so many positions and now.
    pub fn look_up(&mut self, when: Option<Value>, sets: Vec<Value>, side: Value, count: Value) -> Value {
        let times = self.value(Kind::Number);
        self.body.push(Instruction::LookUp { when, sets, side, count, times });
        times
    }

    pub fn end(&mut self, when: Value, code: u64) {
        if !(self.share && self.is_nothing(when)) {
            self.body.push(Instruction::End { when, code });
        }
    }

    /// What registers of the state become. All of them are read before any is written.
    pub fn store(&mut self, stores: &[(Value, Value)]) {
        let is_state = |b: &Self, value: Value| b.state.iter().any(|stored| stored.register == value);
        let changed: Vec<(Value, Value)> = stores.iter().copied().filter(|(state, value)| state != value).collect();
        let ready: Vec<(Value, Value)> = changed
            .into_iter()
            .map(|(state, value)| {
                let kind = self.kinds[value as usize];
                (state, if is_state(self, value) { self.simple(Code::Copy, kind, &[value]) } else { value })
            })
            .collect();
        for (state, value) in ready {
            let wide = self.is_wide(state);
            self.body.push(Instruction::Store { state, value, wide });
        }
    }
}
