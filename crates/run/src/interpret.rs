//! The interpreter of programs: carries out their instructions in all lanes. It knows no game.

use crate::bank::Bank;
use crate::draw::GroupMember;
use crate::operations::{Compute, DecodedOperation, decode};
use crate::position_hash::hash;
use crate::rows::{Row, one, rows};
use crate::sets::has_any;
use crate::vector::{One, Vector};
use lusory_compile::Program;
use lusory_compile::program::Instruction;
use std::any::Any;

impl<V: Vector, const W: usize, const C: usize> Bank<V, W, C> {
    /// Plays one tick: a body. Lanes draw at random, or what they are given.
    #[inline(never)]
    pub fn tick(&mut self, body: usize, prescribed: Option<&[Option<GroupMember>]>) {
        let is_given = self.subset.is_some();
        if let Some(lane) = (self as &mut dyn Any).downcast_mut::<Bank<One, W, 1>>() {
            if !is_given && lane.tick_native(body, prescribed.map(|given| given.first().copied().flatten())) {
                return;
            }
        }
        let (program, decoded) = (self.program.clone(), self.decoded.clone());
        self.execute(&program, (&program.bodies[body], &decoded.bodies[body]), prescribed);
    }

    /// Finds what each lane may play before the first ply.
    pub fn run_prologue(&mut self) {
        let program = self.program.clone();
        self.execute(&program, (&program.prologue, &decode(&program.prologue)), None);
    }

    /// Finds the registers that no part of the engine's state holds, at the point of a turn where a body plays. `false`
    /// where the program has no entries.
    pub fn run_entry(&mut self, body: usize) -> bool {
        let (program, decoded) = (self.program.clone(), self.decoded.clone());
        let Some(entry) = program.entries.get(body) else { return false };
        self.execute(&program, (entry, &decoded.entries[body]), None);
        true
    }

    /// Carries out instructions of the program.
    fn execute(
        &mut self,
        program: &Program,
        (instructions, decoded): (&[Instruction], &[DecodedOperation<V, W, C>]),
        prescribed: Option<&[Option<GroupMember>]>,
    ) {
        let mut next = 0;
        while let Some(operation) = decoded.get(next) {
            if let Some((handler, operation)) = operation {
                handler(&mut Compute { memory: &mut self.memory, ways: &self.ways, operation, lists: &program.lists });
                next += 1;
                continue;
            }
            next += 1 + self.carry_out(program, &instructions[next], prescribed);
        }
    }

    /// Carries out an instruction that is no operation. Returns how many of the next ones are skipped.
    #[inline(always)]
    fn carry_out(
        &mut self,
        program: &Program,
        instruction: &Instruction,
        prescribed: Option<&[Option<GroupMember>]>,
    ) -> usize {
        match instruction {
            Instruction::Compute(_) => {}
            Instruction::Draw { groups, when, hits, none } => match prescribed {
                None => self.draw(groups, *when, hits, *none),
                Some(prescribed) => self.take(groups, hits, *none, prescribed),
            },
            Instruction::Scatter { of, when, out, subsets } => {
                self.count_subsets(*of, *subsets);
                match self.subset.take() {
                    None => self.scatter(*of, *when, *out),
                    Some(given) => {
                        (*out..).zip(given).for_each(|(row, word)| self.memory[row as usize].fill(V::all(word)));
                    }
                }
            }
            Instruction::LookUp { when, sets, side, count, times } => {
                self.look_up(*when, sets, [*side, *count, *times]);
            }
            Instruction::Skip { when, count } => {
                return if has_any(&self.memory[*when as usize]) { 0 } else { *count as usize };
            }
            Instruction::End { when, code } => end(&mut self.memory, program.result, *when, *code),
            Instruction::Store { state, value, wide } => {
                for row in 0..if *wide { W as u32 } else { 1 } {
                    rows(&mut self.memory, state + row, |memory, chunk| one(memory, value + row, chunk));
                }
            }
        }
        0
    }

    /// How often a position has occurred in each lane that asks.
    fn look_up(&mut self, when: Option<u32>, sets: &[u32], [side, count, times]: [u32; 3]) {
        rows(&mut self.memory, times, |memory, chunk| hash::<V, W, C>(memory, sets, side, chunk));
        self.count_occurrences(when, count as usize, times as usize);
    }

    /// A row of hashes becomes a row of numbers.
    #[inline(never)]
    fn count_occurrences(&mut self, when: Option<u32>, count: usize, times: usize) {
        for (lane, noted) in self.noted.iter_mut().enumerate() {
            let (chunk, at) = (lane / V::COUNT, lane % V::COUNT);
            if when.is_none_or(|when| self.memory[when as usize][chunk].get(at) != 0) {
                let (hash, count) = (self.memory[times][chunk].get(at), self.memory[count][chunk].get(at));
                let occurred = noted.note(count as usize, hash);
                self.memory[times][chunk].put(at, occurred);
            }
        }
    }
}

/// Ends the game where it is not over.
fn end<V: Vector, const C: usize>(memory: &mut [Row<V, C>], result: u32, when: u32, code: u64) {
    rows(memory, result, |memory, chunk| {
        let held = one(memory, result, chunk);
        held.or(one(memory, when, chunk).and(held.is_zero()).and(V::all(code)))
    });
}
