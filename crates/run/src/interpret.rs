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
                handler(&mut Compute {
                    memory: &mut self.memory,
                    groups: &mut self.groups,
                    ways: &self.ways,
                    operation,
                    program,
                });
                next += 1;
                continue;
            }
            next = (next + 1).wrapping_add_signed(self.carry_out(program, &instructions[next], prescribed));
        }
    }

    /// Carries out an instruction that is no operation. Returns how many of the next ones are skipped; negative: it goes back
    /// by so many.
    #[inline(always)]
    fn carry_out(
        &mut self,
        program: &Program,
        instruction: &Instruction,
        prescribed: Option<&[Option<GroupMember>]>,
    ) -> isize {
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
            Instruction::Sieve { candidates, rest, pick, out, length } => {
                for word in 0..W as u32 {
                    self.memory[(out + word) as usize].fill(V::zero());
                    self.memory[(rest + word) as usize] = self.memory[(candidates + word) as usize];
                }
                return if self.pick(*rest, *pick) { 0 } else { *length as isize + 1 };
            }
            Instruction::Admit { legal, rest, pick, out, length } => {
                self.admit(*legal, [*rest, *pick, *out]);
                return if self.pick(*rest, *pick) { -(*length as isize) - 1 } else { 0 };
            }
            // Programs that run have no blocks.
            Instruction::Loop(_) => {}
            Instruction::LookUp { when, sets, side, count, times } => {
                self.look_up(*when, sets, [*side, *count, *times]);
            }
            Instruction::Skip { when, count } => {
                return if has_any(&self.memory[*when as usize]) { 0 } else { *count as isize };
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

    /// Each lane picks the first of the members that are left. `false` where no lane has any.
    #[inline(never)]
    fn pick(&mut self, rest: u32, pick: u32) -> bool {
        let mut any = false;
        for chunk in 0..C {
            let mut none_before = V::all(u64::MAX);
            for word in 0..W as u32 {
                let left = self.memory[(rest + word) as usize][chunk];
                let first = left.and(V::zero().minus(left));
                self.memory[(pick + word) as usize][chunk] = first.and(none_before);
                none_before = none_before.and(left.is_zero());
            }
            any |= (0..V::COUNT).any(|lane| none_before.get(lane) == 0);
        }
        any
    }

    /// What each lane picked passes where a condition holds.
    #[inline(never)]
    fn admit(&mut self, legal: u32, [rest, pick, out]: [u32; 3]) {
        for word in 0..W as u32 {
            for chunk in 0..C {
                let picked = self.memory[(pick + word) as usize][chunk];
                let passed = picked.and(self.memory[legal as usize][chunk]);
                let row = &mut self.memory[(out + word) as usize][chunk];
                *row = row.or(passed);
                let row = &mut self.memory[(rest + word) as usize][chunk];
                *row = row.xor(picked);
            }
        }
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
