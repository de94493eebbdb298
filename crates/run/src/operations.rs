//! Operations: each is one loop over the chunks of lanes.

use crate::linked_groups::LinkedGroups;
use crate::rows::{Row, one, rows, set};
use crate::sets::{
    LaneSet, LaneSteps, RunsAfter, and, behind, by_form, count, flood, gaps, groups, has_any, large_groups, line,
    nothing, or, run, run_between, some, spread,
};
use crate::several_lines::{combined_lines, several_lines};
use crate::vector::Vector;
use lusory_compile::Program;
use lusory_compile::program::{Bitwise, Code, Instruction, List, MOST_LINE_GAP, Operation, Outer};

/// Carries out an operation. Which function does is chosen once for each operation of a program, so that a tick has one
/// indirect call for each.
type Handler<V, const W: usize, const C: usize> = for<'a> fn(&mut Compute<'a, V, W, C>);

/// The operation of an instruction, with what carries it out; none of instructions that are no operations.
pub(crate) type DecodedOperation<V, const W: usize, const C: usize> = Option<(Handler<V, W, C>, Operation)>;

/// The operations of a program, for each instruction of its bodies and of its entries.
pub(crate) struct DecodedProgram<V, const W: usize, const C: usize> {
    pub bodies: Vec<Vec<DecodedOperation<V, W, C>>>,
    pub entries: Vec<Vec<DecodedOperation<V, W, C>>>,
}

impl<V: Vector, const W: usize, const C: usize> DecodedProgram<V, W, C> {
    pub fn of(program: &Program) -> Self {
        let all = |lists: &[Vec<Instruction>]| lists.iter().map(|list| decode(list)).collect();
        DecodedProgram { bodies: all(&program.bodies), entries: all(&program.entries) }
    }
}

pub(crate) fn decode<V: Vector, const W: usize, const C: usize>(
    instructions: &[Instruction],
) -> Vec<DecodedOperation<V, W, C>> {
    let handler = |operation: &Operation| (Compute::<V, W, C>::handler(operation.code), *operation);
    instructions.iter().map(|instruction| instruction.operation().map(handler)).collect()
}

/// One operation on the registers.
pub(crate) struct Compute<'a, V, const W: usize, const C: usize> {
    pub memory: &'a mut [Row<V, C>],
    pub groups: &'a mut [LinkedGroups<W>],
    pub ways: &'a [LaneSteps<W>],
    pub operation: &'a Operation,
    pub program: &'a Program,
}

impl<'a, V: Vector, const W: usize, const C: usize> Compute<'a, V, W, C> {
    /// What carries out operations with a code.
    fn handler(code: Code) -> Handler<V, W, C> {
        macro_rules! fused {
            ($inner:path, $outer:expr) => {
                match $outer {
                    Outer::And => |c| c.of_three($inner, V::and),
                    Outer::Or => |c| c.of_three($inner, V::or),
                    Outer::AndNot => |c| c.of_three($inner, V::without),
                    Outer::NotIn => |c| c.of_three($inner, |x, y| y.without(x)),
                }
            };
        }
        match code {
            Code::Copy => |c| c.row_by_row(|x, _| x),
            Code::And => |c| c.row_by_row(V::and),
            Code::Or => |c| c.row_by_row(V::or),
            Code::AndNot => |c| c.row_by_row(V::without),
            Code::Xor => |c| c.row_by_row(V::xor),
            Code::Add => |c| c.row_by_row(V::plus),
            Code::Subtract => |c| c.row_by_row(V::minus),
            Code::AtLeast => |c| c.row_by_row(V::at_least),
            Code::Equal => |c| c.row_by_row(V::equals),
            Code::Fused { inner: Bitwise::And, outer } => fused!(V::and, outer),
            Code::Fused { inner: Bitwise::Or, outer } => fused!(V::or, outer),
            Code::Fused { inner: Bitwise::AndNot, outer } => fused!(V::without, outer),
            Code::Keep => |c| c.keep(),
            Code::Choose => |c| c.choose(),
            Code::Step => |c| c.step(),
            Code::StepAnd => |c| c.step_with(and),
            Code::StepOr => |c| c.step_with(or),
            Code::Count => |c| c.number(|of, _, _| count::<V, W>(of)),
            Code::Any => |c| c.number(|of, _, _| some::<V, W>(of)),
            Code::Groups => |c| c.number(|of, list, ways| groups(of, list, ways)),
            Code::LinkGoals(_) => |c| c.link_goals(),
            Code::SeveralLines(_) => |c| c.several_lines(),
            Code::CombinedLines(_) => |c| c.combined_lines(),
            Code::Spread => |c| c.spread(),
            Code::Flood => |c| c.flood(),
            Code::LargeGroups => |c| c.large_groups(),
            Code::Run => |c| c.run(),
            Code::Between => |c| c.between(),
            Code::BetweenOne => |c| c.between_one(),
            Code::Behind => |c| c.behind(),
            Code::Lines => |c| c.lines(),
            Code::LineGaps { exact: true } => |c| c.line_gaps(true),
            Code::LineGaps { exact: false } => |c| c.line_gaps(false),
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

    /// A set, number or condition where a condition holds.
    fn keep(&mut self) {
        let Operation { out, inputs: [a, when, _], wide, .. } = *self.operation;
        for row in 0..if wide { W as u32 } else { 1 } {
            self.rows(out + row, |memory, chunk| one(memory, a + row, chunk).and(one(memory, when, chunk)));
        }
    }

    fn choose(&mut self) {
        let Operation { out, inputs: [when, a, b], wide, .. } = *self.operation;
        for row in 0..if wide { W as u32 } else { 1 } {
            self.rows(out + row, |memory, chunk| {
                V::choose(one(memory, when, chunk), one(memory, a + row, chunk), one(memory, b + row, chunk))
            });
        }
    }

    /// A number or condition that is found from a set.
    #[inline(always)]
    fn number(&mut self, f: impl Fn(&LaneSet<V, W>, &[u32], &[LaneSteps<W>]) -> V) {
        let Operation { out, inputs: [a, ..], list, .. } = *self.operation;
        let (list, ways) = (directions(&self.program.lists, list), self.ways);
        self.rows(out, |memory, chunk| f(&set(memory, a, chunk), list, ways));
    }

    /// Which goals groups have reached, lane by lane.
    fn link_goals(&mut self) {
        let Operation { code: Code::LinkGoals(table), out, inputs: [a, ..], .. } = *self.operation else { return };
        let (linking, lanes) = (&self.program.linkings[table as usize], C * V::COUNT);
        let groups = &mut self.groups[table as usize * lanes..][..lanes];
        for (lane, groups) in groups.iter_mut().enumerate() {
            let (chunk, at) = (lane / V::COUNT, lane % V::COUNT);
            let of = std::array::from_fn(|word| self.memory[a as usize + word][chunk].get(at));
            let reached = groups.reached(linking, &of);
            self.memory[out as usize][chunk].put(at, reached);
        }
    }

    fn several_lines(&mut self) {
        let Code::SeveralLines(line_count) = self.operation.code else { return };
        self.number(|of, list, ways| several_lines(of, line_count, list, ways));
    }

    fn combined_lines(&mut self) {
        let Operation { code: Code::CombinedLines(line_count), inputs: [a, ..], list, .. } = *self.operation else {
            return;
        };
        let (list, ways) = (directions(&self.program.lists, list), self.ways);
        self.sets(|memory, chunk| combined_lines(&set(memory, a, chunk), line_count, list, ways));
    }

    /// One step. Which form it has is asked once for all lanes.
    fn step(&mut self) {
        let Operation { inputs: [a, ..], list, .. } = *self.operation;
        let way = &self.ways[directions(&self.program.lists, list)[0] as usize];
        by_form!(way, stepped => self.sets(|memory, chunk| stepped(&set(memory, a, chunk))));
    }

    /// One step, and what it comes to with another set.
    #[inline(always)]
    fn step_with(&mut self, f: impl Fn(&LaneSet<V, W>, &LaneSet<V, W>) -> LaneSet<V, W>) {
        let Operation { inputs: [a, b, _], list, .. } = *self.operation;
        let way = &self.ways[directions(&self.program.lists, list)[0] as usize];
        by_form!(way, stepped => {
            self.sets(|memory, chunk| f(&stepped(&set(memory, a, chunk)), &set(memory, b, chunk)));
        });
    }

    fn spread(&mut self) {
        let Operation { inputs: [a, ..], list, .. } = *self.operation;
        let (list, ways) = (directions(&self.program.lists, list), self.ways);
        self.sets(|memory, chunk| spread(&set(memory, a, chunk), list, ways));
    }

    fn flood(&mut self) {
        let Operation { inputs: [a, b, _], list, .. } = *self.operation;
        let (list, ways) = (directions(&self.program.lists, list), self.ways);
        self.sets(|memory, chunk| {
            let (seed, within) = (set(memory, a, chunk), set(memory, b, chunk));
            // Nothing to go through, nothing to find.
            if has_any(&and(&seed, &within)) { flood(&seed, &within, list, ways) } else { nothing() }
        });
    }

    fn large_groups(&mut self) {
        let Operation { inputs: [a, b, _], list, .. } = *self.operation;
        let (list, ways) = (directions(&self.program.lists, list), self.ways);
        self.sets(|memory, chunk| large_groups(&set(memory, a, chunk), one(memory, b, chunk), list, ways));
    }

    /// The steps of each direction of an operation along directions; of so many directions together.
    #[inline(always)]
    fn chains(&self, together: usize) -> std::slice::ChunksExact<'a, u32> {
        let list = self.operation.list;
        let length = (list.length / list.parts.max(1)).max(1) as usize;
        directions(&self.program.lists, list).chunks_exact(together * length)
    }

    fn run(&mut self) {
        let (Operation { inputs: [a, b, _], .. }, chains, ways) = (*self.operation, self.chains(1), self.ways);
        self.sets(|memory, chunk| {
            let (from, pass) = (set(memory, a, chunk), set(memory, b, chunk));
            chains.clone().fold(nothing(), |all, chain| or(&all, &run(&from, &pass, chain, ways)))
        });
    }

    fn between(&mut self) {
        let (Operation { inputs, .. }, pairs, ways) = (*self.operation, self.chains(2), self.ways);
        self.sets(|memory, chunk| {
            let [from, pass, until] = inputs.map(|register| set(memory, register, chunk));
            pairs.clone().fold(nothing(), |all, pair| {
                let (forth, back) = pair.split_at(pair.len() / 2);
                let forth = run(&from, &pass, forth, ways);
                or(&all, &and(&forth, &run(&until, &pass, back, ways)))
            })
        });
    }

    fn between_one(&mut self) {
        let (Operation { inputs, .. }, chains, ways) = (*self.operation, self.chains(1), self.ways);
        self.sets(|memory, chunk| {
            let [from, pass, until] = inputs.map(|register| set(memory, register, chunk));
            chains.clone().fold(nothing(), |all, chain| or(&all, &run_between(&from, &pass, &until, chain, ways)))
        });
    }

    fn behind(&mut self) {
        let (Operation { inputs: [a, b, _], .. }, chains, ways) = (*self.operation, self.chains(1), self.ways);
        self.sets(|memory, chunk| {
            let (until, pass) = (set(memory, a, chunk), set(memory, b, chunk));
            if !has_any(&until) {
                return nothing();
            }
            chains.clone().fold(nothing(), |all, chain| or(&all, &behind(&until, &pass, chain, ways)))
        });
    }

    fn lines(&mut self) {
        let (Operation { inputs: [a, ..], .. }, chains, ways) = (*self.operation, self.chains(1), self.ways);
        self.sets(|memory, chunk| {
            let of = set(memory, a, chunk);
            chains.clone().fold(nothing(), |all, chain| or(&all, &line(&of, chain, ways)))
        });
    }

    /// Cells that complete lines; each axis is a part of the list.
    fn line_gaps(&mut self, exact: bool) {
        let Operation { inputs: [a, ..], list, .. } = *self.operation;
        let other_stones = (list.length / list.parts.max(1) / 2) as usize;
        let (list, ways) = (directions(&self.program.lists, list), self.ways);
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

fn directions(lists: &[u32], list: List) -> &[u32] {
    &lists[list.at as usize..(list.at + list.length) as usize]
}
