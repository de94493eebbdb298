//! Rays: steps of 1, 2, 4, ... cells (Kogge and Stone).

use crate::translate::{Translator, Words};
use cranelift_codegen::ir::{InstBuilder, Value};
use lusory_compile::program::List;

impl Translator<'_, '_> {
    /// Joins what is found along each part of a list of directions, or of so many parts together.
    pub fn along_each(
        &mut self,
        list: List,
        together: usize,
        mut find: impl FnMut(&mut Self, &[u32]) -> Words,
    ) -> Words {
        let length = (list.length / list.parts.max(1)).max(1) as usize;
        let chains = self.directions(list).chunks_exact(together * length);
        let found: Vec<Words> = chains.map(|chain| find(self, chain)).collect();
        found.into_iter().reduce(|all, found| self.or(&all, &found)).unwrap_or_else(|| self.empty())
    }

    /// The unbroken run from a set.
    pub fn run(&mut self, from: &[Value], pass: &[Value], chain: &[u32]) -> Words {
        let mut pass = pass.to_vec();
        let first = self.step(from, chain[0]);
        let mut run = self.and(&first, &pass);
        for (i, &way) in chain.iter().enumerate() {
            let more = self.step(&run, way);
            let more = self.and(&more, &pass);
            run = self.or(&run, &more);
            if i + 1 < chain.len() {
                let further = self.step(&pass, way);
                pass = self.and(&pass, &further);
            }
        }
        run
    }

    /// The run from a set to right before another. `pair` is a direction and its opposite.
    pub fn between(&mut self, from: &[Value], pass: &[Value], until: &[Value], pair: &[u32]) -> Words {
        let (forth, back) = pair.split_at(pair.len() / 2);
        let (forth, back) = (self.run(from, pass, forth), self.run(until, pass, back));
        self.and(&forth, &back)
    }

    /// The same from at most one cell.
    pub fn between_one(&mut self, from: &[Value], pass: &[Value], until: &[Value], chain: &[u32]) -> Words {
        let forth = self.run(from, pass, chain);
        let end = self.step(&forth, chain[0]);
        let end = self.and(&end, until);
        let ended = self.some(&end);
        self.masked(&forth, ended)
    }

    /// What `between_one` finds along each part of a list, by vector code where there is some.
    pub fn between_one_each(&mut self, [from, pass, until]: [&[Value]; 3], list: List) -> Words {
        if let (Some(helpers), Some(table)) = (self.helpers.rays, self.ray_table(list)) {
            let sets = [table, from[0], pass[0], until[0]];
            return self.call(self.signatures.between_one, helpers.between_one as usize, &sets);
        }
        self.along_each(list, 1, |t, chain| t.between_one(from, pass, until, chain))
    }

    fn behind_together(&mut self, until: &[Value], pass: &[Value], list: List) -> Option<Words> {
        let (helpers, table) = (self.helpers.rays?, self.ray_table(list)?);
        Some(self.call(self.signatures.note, helpers.behind as usize, &[table, until[0], pass[0]]))
    }

    /// The address of the table of a list.
    fn ray_table(&mut self, list: List) -> Option<Value> {
        let address = std::ptr::from_ref(self.rays.get(&list)?.as_ref()) as u64;
        Some(self.constant(address))
    }

    /// The cells right behind runs to right before a set. Nothing is sought where the set is empty.
    pub fn behind(&mut self, until: &[Value], pass: &[Value], list: List) -> Words {
        let (any, nothing) = (self.any(until), self.empty());
        let variables = self.loop_variables(&nothing);
        let (then, after) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(any, then, &[], after, &[]);
        self.b.switch_to_block(then);
        let found = self.behind_together(until, pass, list).unwrap_or_else(|| {
            self.along_each(list, 1, |t, chain| {
                let run = t.run(until, pass, chain);
                t.step(&run, chain[0])
            })
        });
        self.assign(&variables, &found);
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
        self.values(&variables)
    }
}
