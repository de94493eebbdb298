//! Floods and groups: loops until nothing changes.

use crate::TickContext;
use crate::translate::{Translator, Words};
use cranelift_codegen::ir::{InstBuilder, Value};
use lusory_compile::program::Register;
use std::mem::offset_of;

impl Translator<'_, '_> {
    /// What is linked with the seed.
    pub fn flood(&mut self, seed: &[Value], within: &[Value], ways: &[u32]) -> Words {
        let reached = self.and(seed, within);
        let any = self.any(&reached);
        let variables = self.loop_variables(&reached);
        let (round, after) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(any, round, &[], after, &[]);
        self.b.switch_to_block(round);
        let before = self.values(&variables);
        let mut reached = before.clone();
        for &way in ways {
            let step = self.step(&reached, way);
            let step = self.and(&step, within);
            reached = self.or(&reached, &step);
        }
        self.assign(&variables, &reached);
        let new = self.xor(&reached, &before);
        let new = self.any(&new);
        self.b.ins().brif(new, round, &[], after, &[]);
        self.b.switch_to_block(after);
        self.values(&variables)
    }

    /// The first cell of a set.
    fn first(&mut self, x: &[Value]) -> Words {
        let mut before = self.constant(0);
        let mut first = Vec::with_capacity(x.len());
        for &word in x {
            let negative = self.b.ins().ineg(word);
            let lowest = self.b.ins().band(word, negative);
            let none_before = self.is_zero(before);
            first.push(self.b.ins().band(lowest, none_before));
            before = self.b.ins().bor(before, word);
        }
        first
    }

    /// Adds up what each group comes to, from nothing.
    fn each_group(
        &mut self,
        of: &[Value],
        ways: &[u32],
        nothing: &[Value],
        mut take: impl FnMut(&mut Self, &[Value], &[Value]) -> Words,
    ) -> Words {
        let (left, sum) = (self.loop_variables(of), self.loop_variables(nothing));
        let (test, group, after) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(test, &[]);
        self.b.switch_to_block(test);
        let rest = self.values(&left);
        let any = self.any(&rest);
        self.b.ins().brif(any, group, &[], after, &[]);
        self.b.switch_to_block(group);
        let first = self.first(&rest);
        let members = self.flood(&first, &rest, ways);
        let so_far = self.values(&sum);
        let more = take(self, &so_far, &members);
        self.assign(&sum, &more);
        let rest = self.without(&rest, &members);
        self.assign(&left, &rest);
        self.b.ins().jump(test, &[]);
        self.b.switch_to_block(after);
        self.values(&sum)
    }

    /// The groups of at least so many cells.
    pub fn large_groups(&mut self, of: &[Value], least: Value, ways: &[u32]) -> Words {
        use cranelift_codegen::ir::condcodes::IntCC::SignedGreaterThanOrEqual;
        let nothing = self.empty();
        self.each_group(of, ways, &nothing, |t, all, members| {
            let count = t.count(members);
            let large = t.mask(SignedGreaterThanOrEqual, count, least);
            let members = t.masked(members, large);
            t.or(all, &members)
        })
    }

    pub fn group_count(&mut self, of: &[Value], ways: &[u32]) -> Value {
        let nothing = self.constant(0);
        self.each_group(of, ways, &[nothing], |t, count, _| vec![t.b.ins().iadd_imm(count[0], 1)])[0]
    }

    /// Which goals of a table groups of a set have reached.
    pub fn link_goals(&mut self, table: u32, of: Register) -> Value {
        self.write_out(of);
        let operator = self.field(offset_of!(TickContext, operator));
        let (table, of) = (self.constant(table.into()), self.constant(of.into()));
        self.call(self.signatures.note, self.helpers.link as usize, &[operator, table, of])[0]
    }
}
