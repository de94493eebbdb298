//! Drawing a ply of all on offer, with equal chances, as the interpreter does; or taking the one that is given.

use crate::TickContext;
use crate::translate::{Translator, Words};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use lusory_compile::program::Register;
use std::mem::offset_of;

impl Translator<'_, '_> {
    /// See `Instruction::Draw`.
    pub fn draw(&mut self, groups: &[Register], when: Option<Register>, hits: &[Register], none: Register) {
        let words: Words = groups.iter().flat_map(|&group| self.set(group)).collect();
        let up_to = self.up_to(&words);
        let total = up_to.last().copied().unwrap_or_else(|| self.constant(0));
        let is_none = self.is_zero(total);
        self.put(none, is_none);
        let when = when.map(|when| self.word(when));
        let (random, given, after) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let (at, bit) = (self.b.append_block_param(after, I64), self.b.append_block_param(after, I64));
        let is_given = self.field(offset_of!(TickContext, given));
        self.b.ins().brif(is_given, given, &[], random, &[]);
        self.b.switch_to_block(given);
        self.b.set_cold_block(given);
        let taken = [offset_of!(TickContext, word), offset_of!(TickContext, bit)].map(|offset| self.field(offset));
        self.b.ins().jump(after, &taken.map(Into::into));
        self.b.switch_to_block(random);
        let drawn = self.draw_at_random(&words, &up_to, total, when);
        self.b.ins().jump(after, &drawn.map(Into::into));
        self.b.switch_to_block(after);
        self.put_field(offset_of!(TickContext, word), at);
        self.put_field(offset_of!(TickContext, bit), bit);
        self.spread_hits(hits, at, bit);
    }

    /// How many members there are up to each word.
    fn up_to(&mut self, words: &[Value]) -> Words {
        let mut up_to: Words = Vec::with_capacity(words.len());
        for &word in words {
            let count = self.b.ins().popcnt(word);
            up_to.push(match up_to.last() {
                Some(&before) => self.b.ins().iadd(before, count),
                None => count,
            });
        }
        up_to
    }

    /// The number of the word that was drawn from, and the bit.
    fn draw_at_random(&mut self, words: &[Value], up_to: &[Value], total: Value, when: Option<Value>) -> [Value; 2] {
        let zero = self.constant(0);
        let rank = self.rank(total, when);
        let (mut word, mut base, mut at) = (words.first().copied().unwrap_or(zero), zero, zero);
        for (i, &next) in words.iter().enumerate().skip(1) {
            let is_after = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, rank, up_to[i - 1]);
            let here = self.constant(i as u64);
            word = self.b.ins().select(is_after, next, word);
            base = self.b.ins().select(is_after, up_to[i - 1], base);
            at = self.b.ins().select(is_after, here, at);
        }
        let within = self.b.ins().isub(rank, base);
        [at, self.select(word, within)]
    }

    /// A random number below the number of members: see `ranks` of the interpreter.
    fn rank(&mut self, total: Value, when: Option<Value>) -> Value {
        let bits = self.random_bits(when);
        let high = self.b.ins().ushr_imm(bits, 32);
        let product = self.b.ins().imul(high, total);
        self.b.ins().ushr_imm(product, 32)
    }

    /// See `Instruction::Scatter`.
    pub fn scatter(&mut self, of: Register, when: Option<Register>, out: Register, subsets: Register) {
        let when = when.map(|when| self.word(when));
        let words = self.set(of);
        let members = self.up_to(&words).pop().unwrap_or_else(|| self.constant(0));
        let one = self.constant(1);
        let (count, most) = (self.b.ins().ishl(one, members), self.constant(u64::MAX));
        let is_more = self.b.ins().icmp_imm(IntCC::UnsignedGreaterThan, members, 63);
        let count = self.b.ins().select(is_more, most, count);
        self.put(subsets, count);
        let words: Words = words
            .into_iter()
            .map(|word| {
                let bits = self.random_bits(when);
                self.b.ins().band(word, bits)
            })
            .collect();
        self.put_set(out, words);
        // An answer is told as the first of them, whatever it shows.
        let (first, bit) = (self.constant(0), self.constant(1));
        self.put_field(offset_of!(TickContext, word), first);
        self.put_field(offset_of!(TickContext, bit), bit);
    }

    /// The next 64 bits of the stream (xoshiro256++), which advances where the condition holds.
    fn random_bits(&mut self, when: Option<Value>) -> Value {
        let stream = self.stream();
        let [a, b, c, d] = stream;
        let sum = self.b.ins().iadd(a, d);
        let turned = self.b.ins().rotl_imm(sum, 23);
        let bits = self.b.ins().iadd(turned, a);
        let (third, fourth) = (self.b.ins().bxor(c, a), self.b.ins().bxor(d, b));
        let shifted = self.b.ins().ishl_imm(b, 17);
        let next = [
            self.b.ins().bxor(a, fourth),
            self.b.ins().bxor(b, third),
            self.b.ins().bxor(third, shifted),
            self.b.ins().rotl_imm(fourth, 45),
        ];
        let mut advanced = next;
        if let Some(when) = when {
            for (word, old) in advanced.iter_mut().zip(stream) {
                *word = self.b.ins().select(when, *word, old);
            }
        }
        self.put_stream(advanced);
        bits
    }

    /// Puts what was drawn where it belongs.
    fn spread_hits(&mut self, hits: &[Register], at: Value, bit: Value) {
        let (width, zero) = (self.width(), self.constant(0));
        if hits.len() * width == 1 {
            return self.put(hits[0], bit);
        }
        for (group, &hit) in hits.iter().enumerate() {
            let words = (0..width).map(|w| {
                let here = self.b.ins().icmp_imm(IntCC::Equal, at, (group * width + w) as i64);
                self.b.ins().select(here, bit, zero)
            });
            let words: Words = words.collect();
            self.put_set(hit, words);
        }
    }
}
