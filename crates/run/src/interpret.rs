//! The interpreter: each operation is one loop over the chunks of lanes. It knows no game.

use crate::bank::Bank;
use crate::draw::GroupMember;
use crate::sets::{and, count, flood, groups, large_groups, line, masked, nothing, or, run, some, spread};
use crate::vector::Vector;
use lusory_base::hash::Fold;
use lusory_compile::program::{Code, Instruction, List, Operation};
use std::hash::Hasher;

impl<V: Vector, const W: usize> Bank<V, W> {
    /// Plays one tick: a body. Lanes draw at random, or what they are given.
    #[inline(never)]
    pub fn tick(&mut self, body: usize, given: Option<&[Option<GroupMember>]>) {
        let program = self.program.clone();
        self.execute(&program.bodies[body], given);
    }

    pub fn execute(&mut self, instructions: &[Instruction], given: Option<&[Option<GroupMember>]>) {
        for instruction in instructions {
            match instruction {
                Instruction::Compute(operation) => self.compute(operation),
                Instruction::Draw { groups, when, hits, none } => match given {
                    None => self.draw(groups, *when, hits, *none),
                    Some(given) => self.take(groups, hits, *none, given),
                },
                Instruction::LookUp { when, sets, side, count, times } => {
                    self.look_up(*when, sets, [*side, *count, *times]);
                }
                Instruction::End { when, code } => self.end(*when, *code),
                Instruction::Store { state, value, wide } => {
                    for row in 0..if *wide { W as u32 } else { 1 } {
                        self.rows(state + row, |bank, chunk| bank.one(value + row, chunk));
                    }
                }
            }
        }
    }

    /// How often a position has occurred in each lane that asks.
    #[inline(never)]
    fn look_up(&mut self, when: Option<u32>, sets: &[u32], [side, count, times]: [u32; 3]) {
        for lane in 0..self.lanes() {
            if when.is_some_and(|when| self.word(when as usize, lane) == 0) {
                continue;
            }
            let mut hash = Fold::default();
            for row in sets.iter().flat_map(|&set| set..set + W as u32).chain([side]) {
                hash.write_u64(self.word(row as usize, lane));
            }
            let count = self.word(count as usize, lane) as usize;
            let occurred = self.noted[lane].note(count, hash.finish());
            self.put_word(times as usize, lane, occurred);
        }
    }

    /// Ends the game where it is not over.
    fn end(&mut self, when: u32, code: u64) {
        let result = self.program.result;
        self.rows(result, |bank, chunk| {
            let held = bank.one(result, chunk);
            held.or(bank.one(when, chunk).and(held.is_zero()).and(V::all(code)))
        });
    }

    /// One row, chunk by chunk.
    #[inline(always)]
    fn rows(&mut self, out: u32, f: impl Fn(&Self, usize) -> V) {
        for chunk in 0..self.chunks {
            let x = f(self, chunk);
            self.put(out, chunk, x);
        }
    }

    /// Row by row of a set, or the one of a number.
    #[inline(always)]
    fn row_by_row(&mut self, operation: &Operation, f: impl Fn(V, V) -> V) {
        let [a, b, _] = operation.inputs;
        for row in 0..if operation.wide { W as u32 } else { 1 } {
            self.rows(operation.out + row, |bank, chunk| f(bank.one(a + row, chunk), bank.one(b + row, chunk)));
        }
    }

    /// A whole set, chunk by chunk.
    #[inline(always)]
    fn sets(&mut self, out: u32, f: impl Fn(&Self, usize) -> [V; W]) {
        for chunk in 0..self.chunks {
            let x = f(self, chunk);
            self.put_set(out, chunk, x);
        }
    }

    #[inline(always)]
    fn list(lists: &[u32], list: List) -> &[u32] {
        &lists[list.at as usize..(list.at + list.length) as usize]
    }

    fn compute(&mut self, operation: &Operation) {
        let Operation { code, out, inputs: [a, b, c], .. } = *operation;
        match code {
            Code::Copy => self.row_by_row(operation, |x, _| x),
            Code::And => self.row_by_row(operation, V::and),
            Code::Or => self.row_by_row(operation, V::or),
            Code::AndNot => self.row_by_row(operation, V::without),
            Code::Xor => self.row_by_row(operation, V::xor),
            Code::Keep => {
                for row in 0..W as u32 {
                    self.rows(out + row, |bank, chunk| bank.one(a + row, chunk).and(bank.one(b, chunk)));
                }
            }
            Code::Choose => {
                for row in 0..if operation.wide { W as u32 } else { 1 } {
                    self.rows(out + row, |bank, chunk| {
                        V::choose(bank.one(a, chunk), bank.one(b + row, chunk), bank.one(c + row, chunk))
                    });
                }
            }
            Code::Count => self.rows(out, |bank, chunk| count(&bank.set(a, chunk))),
            Code::Any => self.rows(out, |bank, chunk| some(&bank.set(a, chunk))),
            Code::Add => self.row_by_row(operation, V::plus),
            Code::Subtract => self.row_by_row(operation, V::minus),
            Code::AtLeast => self.row_by_row(operation, V::at_least),
            Code::Equal => self.row_by_row(operation, V::equals),
            Code::Step | Code::StepAnd | Code::StepOr | Code::Spread => self.steps(operation),
            Code::Groups => self.groups(operation),
            Code::Flood
            | Code::LargeGroups
            | Code::Run
            | Code::Between
            | Code::BetweenOne
            | Code::Behind
            | Code::Lines => self.along(operation),
        }
    }

    fn steps(&mut self, operation: &Operation) {
        let Operation { code, out, inputs: [a, b, _], .. } = *operation;
        let program = self.program.clone();
        let list = Self::list(&program.lists, operation.list);
        let first = list[0] as usize;
        match code {
            Code::StepAnd => {
                self.sets(out, |bank, chunk| and(&bank.ways[first].step(&bank.set(a, chunk)), &bank.set(b, chunk)))
            }
            Code::StepOr => {
                self.sets(out, |bank, chunk| or(&bank.ways[first].step(&bank.set(a, chunk)), &bank.set(b, chunk)))
            }
            Code::Spread => self.sets(out, |bank, chunk| spread(&bank.set(a, chunk), list, &bank.ways)),
            _ => self.sets(out, |bank, chunk| bank.ways[first].step(&bank.set(a, chunk))),
        }
    }

    fn groups(&mut self, operation: &Operation) {
        let program = self.program.clone();
        let list = Self::list(&program.lists, operation.list);
        self.rows(operation.out, |bank, chunk| groups(&bank.set(operation.inputs[0], chunk), list, &bank.ways));
    }

    fn along(&mut self, operation: &Operation) {
        let Operation { code, out, inputs: [a, b, c], .. } = *operation;
        let program = self.program.clone();
        let list = Self::list(&program.lists, operation.list);
        let length = (operation.list.length / operation.list.parts.max(1)).max(1) as usize;
        match code {
            Code::Run => self.sets(out, |bank, chunk| {
                let (from, pass) = (bank.set(a, chunk), bank.set(b, chunk));
                let along = |all, chain| or(&all, &run(&from, &pass, chain, &bank.ways));
                list.chunks_exact(length).fold(nothing(), along)
            }),
            Code::Between => self.sets(out, |bank, chunk| {
                let (from, pass, until) = (bank.set(a, chunk), bank.set(b, chunk), bank.set(c, chunk));
                let mut all = nothing();
                for pair in list.chunks_exact(2 * length) {
                    let (forth, back) = pair.split_at(length);
                    let forth = run(&from, &pass, forth, &bank.ways);
                    all = or(&all, &and(&forth, &run(&until, &pass, back, &bank.ways)));
                }
                all
            }),
            Code::BetweenOne => self.sets(out, |bank, chunk| {
                let (from, pass, until) = (bank.set(a, chunk), bank.set(b, chunk), bank.set(c, chunk));
                let mut all = nothing();
                for chain in list.chunks_exact(length) {
                    let forth = run(&from, &pass, chain, &bank.ways);
                    let ended = some(&and(&bank.ways[chain[0] as usize].step(&forth), &until));
                    all = or(&all, &masked(&forth, ended));
                }
                all
            }),
            Code::Behind => self.sets(out, |bank, chunk| {
                let (until, pass) = (bank.set(a, chunk), bank.set(b, chunk));
                let mut all = nothing();
                if !some(&until).any() {
                    return all;
                }
                for chain in list.chunks_exact(length) {
                    let passed = run(&until, &pass, chain, &bank.ways);
                    all = or(&all, &bank.ways[chain[0] as usize].step(&passed));
                }
                all
            }),
            Code::LargeGroups => {
                self.sets(out, |bank, chunk| large_groups(&bank.set(a, chunk), bank.one(b, chunk), list, &bank.ways))
            }
            Code::Lines => self.sets(out, |bank, chunk| {
                let of = bank.set(a, chunk);
                let along = |all, chain| or(&all, &line(&of, chain, &bank.ways));
                list.chunks_exact(length).fold(nothing(), along)
            }),
            _ => self.sets(out, |bank, chunk| {
                let (seed, within) = (bank.set(a, chunk), bank.set(b, chunk));
                // Nothing to go through, nothing to find.
                if some(&and(&seed, &within)).any() { flood(&seed, &within, list, &bank.ways) } else { nothing() }
            }),
        }
    }
}
