//! Prints a program as text, for debugging.

use crate::program::{Instruction, Program};
use std::fmt::{Display, Formatter, Result};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{} words a set, {} rows, {} ways", self.width, self.rows, self.ways.len())?;
        let bodies = std::iter::once(&self.prologue).chain(&self.bodies);
        for (number, body) in bodies.enumerate() {
            match number {
                0 => writeln!(f, "prologue")?,
                side => writeln!(f, "side {}", side - 1)?,
            }
            body.iter().try_for_each(|instruction| writeln!(f, "  {instruction}"))?;
        }
        Ok(())
    }
}

impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Instruction::Compute(operation) => {
                write!(f, "r{} = {:?}", operation.out, operation.code)?;
                operation.reads().iter().try_for_each(|register| write!(f, " r{register}"))?;
                if operation.list.length > 0 { write!(f, " by {} ways", operation.list.length) } else { Ok(()) }
            }
            Instruction::Draw { groups, when, hits, none } => {
                write!(f, "draw {hits:?} from {groups:?} where {when:?}, none r{none}")
            }
            Instruction::Scatter { of, when, out, .. } => write!(f, "r{out} = a subset of r{of} where {when:?}"),
            Instruction::LookUp { when, sets, side, count, times } => {
                write!(f, "r{times} = how often {sets:?} with r{side} among r{count} where {when:?}")
            }
            Instruction::Sieve { candidates, pick, out, length, .. } => {
                write!(f, "r{out} = those of r{candidates}, each as r{pick}, for {length}")
            }
            Instruction::Admit { legal, .. } => write!(f, "that pass where r{legal}"),
            Instruction::Loop(body) => body.iter().try_for_each(|instruction| writeln!(f, "  {instruction}")),
            Instruction::Skip { when, count } => write!(f, "skip {count} unless r{when}"),
            Instruction::End { when, code } => write!(f, "end where r{when}: {code:#x}"),
            Instruction::Store { state, value, .. } => write!(f, "r{state} := r{value}"),
        }
    }
}
