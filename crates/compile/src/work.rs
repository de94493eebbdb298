//! An estimate of the work of a tick, to choose between programs.

use crate::Program;
use crate::program::{Code, Instruction, Operation};

/// To follow groups takes so much.
const LINK: usize = 30;
/// A step is a shift or two, and a mask.
const STEP: usize = 3;
/// A flood takes so many rounds, roughly.
const ROUNDS: usize = 4;
/// To draw a ply takes so much besides what each word on offer takes.
const DRAW: usize = 20;
/// So many members are tested one by one, roughly.
const CANDIDATES: usize = 10;
/// To look a position up takes so much besides its hash.
const LOOK_UP: usize = 20;

impl Program {
    /// About how many operations on words a tick takes: the mean of the bodies.
    #[must_use]
    pub fn work(&self) -> usize {
        let all: usize = self.bodies.iter().map(|body| self.work_of_body(body)).sum();
        all / self.bodies.len().max(1)
    }

    fn work_of_body(&self, body: &[Instruction]) -> usize {
        let (mut all, mut times) = (0, 1);
        for instruction in body {
            match instruction {
                Instruction::Sieve { .. } => times *= CANDIDATES,
                Instruction::Admit { .. } => times /= CANDIDATES,
                _ => all += times * self.work_of(instruction),
            }
        }
        all
    }

    fn work_of(&self, instruction: &Instruction) -> usize {
        match instruction {
            Instruction::Compute(operation) => self.work_of_operation(operation),
            Instruction::Draw { groups, .. } => DRAW + 4 * groups.len() * self.width,
            Instruction::Scatter { .. } => DRAW * self.width,
            Instruction::LookUp { sets, .. } => LOOK_UP + 3 * sets.len() * self.width,
            Instruction::Sieve { .. } | Instruction::Admit { .. } | Instruction::Loop(_) => 0,
            Instruction::End { .. } | Instruction::Skip { .. } => 4,
            Instruction::Store { .. } => 1,
        }
    }

    fn work_of_operation(&self, operation: &Operation) -> usize {
        let steps = operation.list.length as usize;
        let of_words = match operation.code {
            Code::Copy | Code::And | Code::Or | Code::AndNot | Code::Xor | Code::Keep | Code::Choose => 1,
            Code::Add | Code::Subtract | Code::AtLeast | Code::Equal | Code::Any | Code::Count => 1,
            Code::Fused { .. } => 2,
            Code::LinkGoals(_) => LINK,
            Code::Step | Code::StepAnd | Code::StepOr | Code::Spread => steps * (STEP + 1),
            Code::Lines | Code::Run | Code::BetweenOne | Code::Behind => steps * (STEP + 2),
            Code::Between | Code::LineGaps { .. } => steps * (STEP + 3),
            Code::SeveralLines(line_count) | Code::CombinedLines(line_count) => {
                steps * (STEP + 1) * line_count.n as usize
            }
            Code::Flood | Code::Groups | Code::LargeGroups => ROUNDS * steps * (STEP + 2),
        };
        if operation.wide || steps > 0 { of_words * self.width } else { of_words }
    }
}
