//! Loops that test the members of a set one by one (`Instruction::Sieve`).

use crate::translate::{OpenLoop, Translator, Words};
use cranelift_codegen::ir::{InstBuilder, Value};
use lusory_compile::program::Instruction;

impl Translator<'_, '_> {
    /// Nothing has passed; while members are left, the first of them is picked.
    pub fn begin_loop(&mut self, sieve: &Instruction) -> OpenLoop {
        // What the loop writes is another value the next time.
        self.known.clear();
        let blocks = [(); 3].map(|()| self.b.create_block());
        let [again, test, after] = blocks;
        if let Instruction::Sieve { candidates, rest, pick, out, .. } = sieve {
            let (all, zero) = (self.set(*candidates), self.constant(0));
            let none = vec![zero; self.width()];
            self.put_set(*rest, all);
            self.put_set(*out, none.clone());
            self.put_set(*pick, none);
            self.b.ins().jump(again, &[]);
            self.b.switch_to_block(again);
            let left = self.set(*rest);
            let any = left.iter().copied().reduce(|a, b| self.b.ins().bor(a, b)).unwrap_or(zero);
            self.b.ins().brif(any, test, &[], after, &[]);
            self.b.switch_to_block(test);
            let first = self.first_member(&left);
            self.put_set(*pick, first);
        }
        OpenLoop { again, after, read: self.read.clone() }
    }

    /// What was picked has passed where a condition holds; the next one.
    pub fn end_loop(&mut self, inner: OpenLoop, admit: &Instruction) {
        if let Instruction::Admit { legal, rest, pick, out, .. } = admit {
            let (legal, picked) = (self.word(*legal), self.set(*pick));
            let (passed, left) = (self.set(*out), self.set(*rest));
            let passed: Words = passed
                .into_iter()
                .zip(&picked)
                .map(|(word, &picked)| {
                    let new = self.b.ins().band(picked, legal);
                    self.b.ins().bor(word, new)
                })
                .collect();
            let left: Words =
                left.into_iter().zip(&picked).map(|(word, &picked)| self.b.ins().bxor(word, picked)).collect();
            self.put_set(*out, passed);
            self.put_set(*rest, left);
        }
        self.known.clear();
        self.b.ins().jump(inner.again, &[]);
        self.b.switch_to_block(inner.after);
        // What was read in the test alone is not known after it.
        self.read.retain(|row, value| inner.read.get(row) == Some(value));
    }

    /// The first member of a set.
    fn first_member(&mut self, words: &[Value]) -> Words {
        let zero = self.constant(0);
        let (mut before, mut first) = (None, Vec::with_capacity(words.len()));
        for &word in words {
            let negated = self.b.ins().ineg(word);
            let low = self.b.ins().band(word, negated);
            first.push(match before {
                None => low,
                Some(before) => self.b.ins().select(before, zero, low),
            });
            before = Some(before.map_or(word, |before| self.b.ins().bor(before, word)));
        }
        first
    }
}
