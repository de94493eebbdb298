//! Lines of members of a set.

use crate::translate::{Translator, Words};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use lusory_compile::program::{Code, List, MOST_LINE_GAP, Operation};

impl Translator<'_, '_> {
    /// First cells of lines.
    pub fn line(&mut self, x: &[Value], chain: &[u32]) -> Words {
        chain.iter().fold(x.to_vec(), |line, &way| {
            let step = self.step(&line, way);
            self.and(&line, &step)
        })
    }

    /// Not 0 where there are as many lines as several lines need: whether they share cells is not asked here.
    pub fn may_have_lines(&mut self, operation: &Operation) -> Value {
        let (Code::SeveralLines(wanted) | Code::CombinedLines(wanted)) = operation.code else {
            return self.constant(u64::MAX);
        };
        let of = self.set(operation.inputs[0]);
        let mut all = self.constant(0);
        for axis in self.directions(operation.list).chunks_exact(2) {
            let starts = self.line(&of, &vec![axis[1]; wanted.n.saturating_sub(1) as usize]);
            let count = self.count(&starts);
            all = self.b.ins().iadd(all, count);
        }
        self.b.ins().icmp_imm(IntCC::UnsignedGreaterThanOrEqual, all, i64::from(wanted.times))
    }

    /// Cells that complete lines; each axis is a part of the list.
    pub fn line_gaps(&mut self, x: &[Value], exact: bool, list: List) -> Words {
        let other_stones = (list.length / list.parts.max(1) / 2) as usize;
        let axes = self.directions(list).chunks_exact(2 * other_stones);
        let found: Vec<Words> =
            axes.map(|axis| self.gaps(x, [axis[0], axis[other_stones]], other_stones, exact)).collect();
        found.into_iter().reduce(|all, found| self.or(&all, &found)).unwrap_or_else(|| self.empty())
    }

    /// The cells that complete a line of an axis with so many other cells.
    fn gaps(&mut self, x: &[Value], [forth, back]: [u32; 2], gap_count: usize, exact: bool) -> Words {
        let gap_count = gap_count.min(MOST_LINE_GAP);
        let everywhere = self.full();
        let mut after = vec![everywhere.clone()];
        let mut run = self.step(x, back);
        for _ in 1..=gap_count + usize::from(exact) {
            after.push(run.clone());
            let longer = self.and(&run, x);
            run = self.step(&longer, back);
        }
        let (mut before, mut all) = (everywhere, self.empty());
        for k in 0..=gap_count {
            let longer = self.and(&before, x);
            let longer = self.step(&longer, forth);
            let mut with_gap = self.and(&before, &after[gap_count - k]);
            if exact {
                let too_long = self.or(&longer, &after[gap_count - k + 1]);
                with_gap = self.without(&with_gap, &too_long);
            }
            all = self.or(&all, &with_gap);
            before = longer;
        }
        all
    }
}
