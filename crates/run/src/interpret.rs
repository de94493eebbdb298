//! The interpreter of programs: runs each operation as one loop over the chunks of lanes. It knows no game.

use crate::bank::{Bank, Row};
use crate::draw::GroupMember;
use crate::sets::{
    LaneSet, LaneSteps, RunsAfter, and, by_form, count, flood, gaps, groups, has_any, large_groups, line, masked,
    nothing, or, run, some, spread,
};
use crate::several_lines::several_lines;
use crate::vector::{One, Vector};
use lusory_compile::Program;
use lusory_compile::program::{Bitwise, Code, Instruction, List, MOST_LINE_GAP, Operation, Outer};

impl<V: Vector, const W: usize, const C: usize> Bank<V, W, C> {
    /// Plays one tick: a body. Lanes draw at random, or what they are given.
    #[inline(never)]
    pub fn tick(&mut self, body: usize, prescribed: Option<&[Option<GroupMember>]>) {
        let program = self.program.clone();
        self.execute(&program, &program.bodies[body], prescribed);
    }

    /// Carries out instructions of the program.
    pub fn execute(
        &mut self,
        program: &Program,
        instructions: &[Instruction],
        prescribed: Option<&[Option<GroupMember>]>,
    ) {
        let mut next = 0;
        while let Some(instruction) = instructions.get(next) {
            next += 1;
            match instruction {
                Instruction::Compute(operation) => {
                    Compute { memory: &mut self.memory, ways: &self.ways, operation, lists: &program.lists }.run();
                }
                Instruction::Draw { groups, when, hits, none } => match prescribed {
                    None => self.draw(groups, *when, hits, *none),
                    Some(prescribed) => self.take(groups, hits, *none, prescribed),
                },
                Instruction::LookUp { when, sets, side, count, times } => {
                    self.look_up(*when, sets, [*side, *count, *times]);
                }
                Instruction::Skip { when, count } => {
                    if !has_any(&self.memory[*when as usize]) {
                        next += *count as usize;
                    }
                }
                Instruction::End { when, code } => end(&mut self.memory, program.result, *when, *code),
                Instruction::Store { state, value, wide } => {
                    for row in 0..if *wide { W as u32 } else { 1 } {
                        rows(&mut self.memory, state + row, |memory, chunk| one(memory, value + row, chunk));
                    }
                }
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

/// A hash of sets and a number: each word is mixed in by a step that can be undone, so that no two words are mixed up.
#[inline(always)]
fn hash<V: Vector, const W: usize, const C: usize>(memory: &[Row<V, C>], sets: &[u32], side: u32, chunk: usize) -> V {
    let mut all = mix(V::zero(), one(memory, side, chunk));
    for &register in sets {
        all = set::<V, W, C>(memory, register, chunk).into_iter().fold(all, mix);
    }
    mix(all, V::zero())
}

#[inline(always)]
fn mix<V: Vector>(hash: V, word: V) -> V {
    // 2⁶⁴ divided by the golden ratio: an odd number with about as many ones as zeros.
    let product = hash.xor(word).times(0x9e37_79b9_7f4a_7c15);
    product.xor(product.down(32))
}

/// The hash of one position by its words.
pub(crate) fn position_hash(side: u64, words: &[u64]) -> u64 {
    let all = mix(One::zero(), One::all(side));
    let all = words.iter().fold(all, |hash, &word| mix(hash, One::all(word)));
    mix(all, One::zero()).get(0)
}

/// A word of a chunk of lanes.
#[inline(always)]
pub(crate) fn one<V: Copy, const C: usize>(memory: &[Row<V, C>], register: u32, chunk: usize) -> V {
    memory[register as usize][chunk]
}

/// A set of a chunk of lanes.
#[inline(always)]
fn set<V: Vector, const W: usize, const C: usize>(memory: &[Row<V, C>], register: u32, chunk: usize) -> LaneSet<V, W> {
    let mut all = nothing();
    for (word, row) in all.iter_mut().zip(&memory[register as usize..][..W]) {
        *word = row[chunk];
    }
    all
}

/// Writes one row, chunk by chunk.
#[inline(always)]
pub(crate) fn rows<V: Copy, const C: usize>(memory: &mut [Row<V, C>], out: u32, f: impl Fn(&[Row<V, C>], usize) -> V) {
    for chunk in 0..C {
        let x = f(memory, chunk);
        memory[out as usize][chunk] = x;
    }
}

/// Ends the game where it is not over.
fn end<V: Vector, const C: usize>(memory: &mut [Row<V, C>], result: u32, when: u32, code: u64) {
    rows(memory, result, |memory, chunk| {
        let held = one(memory, result, chunk);
        held.or(one(memory, when, chunk).and(held.is_zero()).and(V::all(code)))
    });
}

/// One operation on the registers.
struct Compute<'a, V, const W: usize, const C: usize> {
    memory: &'a mut [Row<V, C>],
    ways: &'a [LaneSteps<W>],
    operation: &'a Operation,
    lists: &'a [u32],
}

impl<V: Vector, const W: usize, const C: usize> Compute<'_, V, W, C> {
    fn run(&mut self) {
        match self.operation.code {
            Code::Copy | Code::And | Code::Or | Code::AndNot | Code::Xor => self.bitwise(),
            Code::Fused { inner, outer } => match inner {
                Bitwise::And => self.fused(outer, V::and),
                Bitwise::Or => self.fused(outer, V::or),
                Bitwise::AndNot => self.fused(outer, V::without),
            },
            Code::Add | Code::Subtract | Code::AtLeast | Code::Equal => self.arithmetic(),
            Code::Keep | Code::Choose => self.conditional(),
            Code::Step | Code::StepAnd | Code::StepOr => self.step(),
            Code::Count | Code::Any | Code::Groups | Code::SeveralLines(_) => self.number(),
            Code::Spread | Code::Flood | Code::LargeGroups => self.spread(),
            Code::Run | Code::Between | Code::BetweenOne | Code::Behind | Code::Lines => self.along(),
            Code::LineGaps { exact } => self.line_gaps(exact),
        }
    }

    /// Row by row of a set, or the one of a number.
    #[inline(always)]
    fn row_by_row(&mut self, f: impl Fn(V, V) -> V) {
        let Operation { out, inputs: [a, b, _], wide, .. } = *self.operation;
        for row in 0..if wide { W as u32 } else { 1 } {
            self.rows(out + row, |memory, chunk| f(one(memory, a + row, chunk), one(memory, b + row, chunk)));
        }
    }

    #[inline(always)]
    fn rows(&mut self, out: u32, f: impl Fn(&[Row<V, C>], usize) -> V) {
        rows(self.memory, out, f);
    }

    /// A whole set, chunk by chunk.
    #[inline(always)]
    fn sets(&mut self, f: impl Fn(&[Row<V, C>], usize) -> LaneSet<V, W>) {
        for chunk in 0..C {
            let x = f(self.memory, chunk);
            for (row, word) in self.memory[self.operation.out as usize..][..W].iter_mut().zip(x) {
                row[chunk] = word;
            }
        }
    }

    fn bitwise(&mut self) {
        match self.operation.code {
            Code::And => self.row_by_row(V::and),
            Code::Or => self.row_by_row(V::or),
            Code::AndNot => self.row_by_row(V::without),
            Code::Xor => self.row_by_row(V::xor),
            _ => {
                let Operation { out, inputs: [a, ..], wide, .. } = *self.operation;
                for row in 0..if wide { W as u32 } else { 1 } {
                    self.rows(out + row, |memory, chunk| one(memory, a + row, chunk));
                }
            }
        }
    }

    #[inline(always)]
    fn fused(&mut self, outer: Outer, inner: impl Fn(V, V) -> V + Copy) {
        match outer {
            Outer::And => self.of_three(inner, V::and),
            Outer::Or => self.of_three(inner, V::or),
            Outer::AndNot => self.of_three(inner, V::without),
            Outer::NotIn => self.of_three(inner, |x, y| y.without(x)),
        }
    }

    /// Row by row of three sets.
    #[inline(always)]
    fn of_three(&mut self, inner: impl Fn(V, V) -> V, outer: impl Fn(V, V) -> V) {
        let Operation { out, inputs: [a, b, c], .. } = *self.operation;
        for row in 0..W as u32 {
            self.rows(out + row, |memory, chunk| {
                outer(inner(one(memory, a + row, chunk), one(memory, b + row, chunk)), one(memory, c + row, chunk))
            });
        }
    }

    fn arithmetic(&mut self) {
        match self.operation.code {
            Code::Add => self.row_by_row(V::plus),
            Code::Subtract => self.row_by_row(V::minus),
            Code::AtLeast => self.row_by_row(V::at_least),
            _ => self.row_by_row(V::equals),
        }
    }

    fn conditional(&mut self) {
        let Operation { code, out, inputs: [a, b, c], wide, .. } = *self.operation;
        for row in 0..if wide { W as u32 } else { 1 } {
            if code == Code::Keep {
                self.rows(out + row, |memory, chunk| one(memory, a + row, chunk).and(one(memory, b, chunk)));
            } else {
                self.rows(out + row, |memory, chunk| {
                    V::choose(one(memory, a, chunk), one(memory, b + row, chunk), one(memory, c + row, chunk))
                });
            }
        }
    }

    fn number(&mut self) {
        let Operation { code, out, inputs: [a, ..], list, .. } = *self.operation;
        let (list, ways) = (directions(self.lists, list), self.ways);
        match code {
            Code::Count => self.rows(out, |memory, chunk| count::<V, W>(&set(memory, a, chunk))),
            Code::Any => self.rows(out, |memory, chunk| some::<V, W>(&set(memory, a, chunk))),
            Code::SeveralLines(line_count) => {
                self.rows(out, |memory, chunk| several_lines(&set(memory, a, chunk), line_count, list, ways));
            }
            _ => self.rows(out, |memory, chunk| groups(&set(memory, a, chunk), list, ways)),
        }
    }

    /// One step. Which form it has is asked once for all lanes.
    fn step(&mut self) {
        let Operation { code, inputs: [a, b, _], list, .. } = *self.operation;
        let way = &self.ways[directions(self.lists, list)[0] as usize];
        by_form!(way, stepped => match code {
            Code::StepAnd => self.sets(|memory, chunk| and(&stepped(&set(memory, a, chunk)), &set(memory, b, chunk))),
            Code::StepOr => self.sets(|memory, chunk| or(&stepped(&set(memory, a, chunk)), &set(memory, b, chunk))),
            _ => self.sets(|memory, chunk| stepped(&set(memory, a, chunk))),
        });
    }

    fn spread(&mut self) {
        let Operation { code, inputs: [a, b, _], list, .. } = *self.operation;
        let (list, ways) = (directions(self.lists, list), self.ways);
        match code {
            Code::Spread => self.sets(|memory, chunk| spread(&set(memory, a, chunk), list, ways)),
            Code::LargeGroups => {
                self.sets(|memory, chunk| large_groups(&set(memory, a, chunk), one(memory, b, chunk), list, ways));
            }
            _ => self.sets(|memory, chunk| {
                let (seed, within) = (set(memory, a, chunk), set(memory, b, chunk));
                // Nothing to go through, nothing to find.
                if has_any(&and(&seed, &within)) { flood(&seed, &within, list, ways) } else { nothing() }
            }),
        }
    }

    /// Operations along directions; each is a part of the list.
    fn along(&mut self) {
        let Operation { code, inputs: [a, b, c], list, .. } = *self.operation;
        let length = (list.length / list.parts.max(1)).max(1) as usize;
        let (list, ways) = (directions(self.lists, list), self.ways);
        match code {
            Code::Run => self.sets(|memory, chunk| {
                let (from, pass) = (set(memory, a, chunk), set(memory, b, chunk));
                list.chunks_exact(length).fold(nothing(), |all, chain| or(&all, &run(&from, &pass, chain, ways)))
            }),
            Code::Between => self.sets(|memory, chunk| {
                let [from, pass, until] = [a, b, c].map(|register| set(memory, register, chunk));
                let mut all = nothing();
                for pair in list.chunks_exact(2 * length) {
                    let (forth, back) = pair.split_at(length);
                    let forth = run(&from, &pass, forth, ways);
                    all = or(&all, &and(&forth, &run(&until, &pass, back, ways)));
                }
                all
            }),
            Code::BetweenOne => self.sets(|memory, chunk| {
                let [from, pass, until] = [a, b, c].map(|register| set(memory, register, chunk));
                let mut all = nothing();
                for chain in list.chunks_exact(length) {
                    let forth = run(&from, &pass, chain, ways);
                    let ended = some(&and(&ways[chain[0] as usize].step(&forth), &until));
                    all = or(&all, &masked(&forth, ended));
                }
                all
            }),
            Code::Behind => self.sets(|memory, chunk| {
                let (until, pass) = (set(memory, a, chunk), set(memory, b, chunk));
                if has_any(&until) { behind(&until, &pass, list.chunks_exact(length), ways) } else { nothing() }
            }),
            _ => self.sets(|memory, chunk| {
                let of = set(memory, a, chunk);
                list.chunks_exact(length).fold(nothing(), |all, chain| or(&all, &line(&of, chain, ways)))
            }),
        }
    }

    /// Cells that complete lines; each axis is a part of the list.
    fn line_gaps(&mut self, exact: bool) {
        let Operation { inputs: [a, ..], list, .. } = *self.operation;
        let other_stones = (list.length / list.parts.max(1) / 2) as usize;
        let (list, ways) = (directions(self.lists, list), self.ways);
        self.sets(|memory, chunk| {
            let of = set(memory, a, chunk);
            let mut after: RunsAfter<V, W> = [nothing(); MOST_LINE_GAP + 2];
            list.chunks_exact(2 * other_stones).fold(nothing(), |all, axis| {
                let axis = [&ways[axis[0] as usize], &ways[axis[other_stones] as usize]];
                or(&all, &gaps(&of, axis, other_stones, exact, &mut after))
            })
        });
    }
}

/// The cells right behind runs to right before a set.
#[inline(always)]
fn behind<'a, V: Vector, const W: usize>(
    until: &LaneSet<V, W>,
    pass: &LaneSet<V, W>,
    chains: impl Iterator<Item = &'a [u32]>,
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    chains.fold(nothing(), |all, chain| {
        let run_cells = run(until, pass, chain, ways);
        or(&all, &ways[chain[0] as usize].step(&run_cells))
    })
}

fn directions(lists: &[u32], list: List) -> &[u32] {
    &lists[list.at as usize..(list.at + list.length) as usize]
}
