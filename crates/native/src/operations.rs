//! Operations on sets, numbers and conditions.

use crate::translate::{Translator, Words};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use lusory_compile::program::{Bitwise, Code, Operation, Outer};

impl Translator<'_, '_> {
    /// Translates an operation of which the result is known, or that comes down to one of its inputs.
    pub fn known_operation(&mut self, operation: &Operation) -> bool {
        let Operation { out, wide, .. } = *operation;
        if let Some(held) = (!wide).then(|| self.known.value(operation)).flatten() {
            let word = self.constant(if held { u64::MAX } else { 0 });
            self.put(out, word);
            self.known.note(out, held);
            return true;
        }
        let Some(input) = self.known.same_as(operation) else { return false };
        let words: Vec<_> = (0..if wide { self.width() as u32 } else { 1 }).map(|row| self.word(input + row)).collect();
        self.put_set(out, words);
        true
    }

    /// Translates an operation; `false` where that is left to the interpreter.
    pub fn operation(&mut self, operation: &Operation) -> bool {
        let Operation { code, out, inputs: [a, b, c], list, .. } = *operation;
        let found = match code {
            Code::Copy | Code::And | Code::Or | Code::AndNot | Code::Xor | Code::Keep | Code::Choose => {
                return self.row_by_row(operation);
            }
            Code::Fused { inner, outer } => {
                let (a, b, c) = (self.set(a), self.set(b), self.set(c));
                let both = self.inner(inner, &a, &b);
                self.outer(outer, &both, &c)
            }
            Code::Step => {
                let a = self.set(a);
                self.step(&a, self.directions(list)[0])
            }
            Code::StepAnd | Code::StepOr => {
                let (a, b) = (self.set(a), self.set(b));
                let step = self.step(&a, self.directions(list)[0]);
                if code == Code::StepAnd { self.and(&step, &b) } else { self.or(&step, &b) }
            }
            Code::Spread => {
                let a = self.set(a);
                self.spread(&a, list)
            }
            Code::Flood => {
                let (a, b) = (self.set(a), self.set(b));
                self.flood(&a, &b, self.directions(list))
            }
            Code::LargeGroups => {
                let (a, b) = (self.set(a), self.word(b));
                self.large_groups(&a, b, self.directions(list))
            }
            Code::Run => {
                let (a, b) = (self.set(a), self.set(b));
                self.along_each(list, 1, |t, chain| t.run(&a, &b, chain))
            }
            Code::Between => {
                let (a, b, c) = (self.set(a), self.set(b), self.set(c));
                self.along_each(list, 2, |t, pair| t.between(&a, &b, &c, pair))
            }
            Code::BetweenOne => {
                let (a, b, c) = (self.set(a), self.set(b), self.set(c));
                self.between_one_each([&a, &b, &c], list)
            }
            Code::Behind => {
                let (a, b) = (self.set(a), self.set(b));
                self.behind(&a, &b, list)
            }
            Code::Lines => {
                let a = self.set(a);
                self.along_each(list, 1, |t, chain| t.line(&a, chain))
            }
            Code::LineGaps { exact } => {
                let a = self.set(a);
                self.line_gaps(&a, exact, list)
            }
            Code::Count | Code::Any | Code::Groups => {
                let a = self.set(a);
                vec![match code {
                    Code::Count => self.count(&a),
                    Code::Any => self.some(&a),
                    _ => self.group_count(&a, self.directions(list)),
                }]
            }
            Code::Add | Code::Subtract | Code::AtLeast | Code::Equal => {
                let (a, b) = (self.word(a), self.word(b));
                vec![self.of_numbers(code, a, b)]
            }
            Code::LinkGoals(table) => vec![self.link_goals(table, a)],
            Code::SeveralLines(_) | Code::CombinedLines(_) => return false,
        };
        self.put_set(out, found);
        true
    }

    /// Operations on each word by itself.
    fn row_by_row(&mut self, operation: &Operation) -> bool {
        let Operation { code, out, inputs: [a, b, c], wide, .. } = *operation;
        let rows = 0..if wide { self.width() as u32 } else { 1 };
        let found: Words = match code {
            Code::Copy => rows.map(|row| self.word(a + row)).collect(),
            Code::Keep => {
                let when = self.word(b);
                rows.map(|row| {
                    let a = self.word(a + row);
                    self.b.ins().band(a, when)
                })
                .collect()
            }
            Code::Choose => {
                let when = self.word(a);
                rows.map(|row| {
                    let (b, c) = (self.word(b + row), self.word(c + row));
                    self.b.ins().select(when, b, c)
                })
                .collect()
            }
            _ => rows
                .map(|row| {
                    let (a, b) = (self.word(a + row), self.word(b + row));
                    self.of_words(code, a, b)
                })
                .collect(),
        };
        self.put_set(out, found);
        true
    }

    fn of_words(&mut self, code: Code, a: Value, b: Value) -> Value {
        match code {
            Code::Or => self.b.ins().bor(a, b),
            Code::AndNot => self.b.ins().band_not(a, b),
            Code::Xor => self.b.ins().bxor(a, b),
            _ => self.b.ins().band(a, b),
        }
    }

    fn of_numbers(&mut self, code: Code, a: Value, b: Value) -> Value {
        match code {
            Code::Add => self.b.ins().iadd(a, b),
            Code::Subtract => self.b.ins().isub(a, b),
            Code::AtLeast => self.mask(IntCC::SignedGreaterThanOrEqual, a, b),
            _ => self.mask(IntCC::Equal, a, b),
        }
    }

    fn inner(&mut self, inner: Bitwise, a: &[Value], b: &[Value]) -> Words {
        match inner {
            Bitwise::And => self.and(a, b),
            Bitwise::Or => self.or(a, b),
            Bitwise::AndNot => self.without(a, b),
        }
    }

    fn outer(&mut self, outer: Outer, both: &[Value], c: &[Value]) -> Words {
        match outer {
            Outer::And => self.and(both, c),
            Outer::Or => self.or(both, c),
            Outer::AndNot => self.without(both, c),
            Outer::NotIn => self.without(c, both),
        }
    }
}
