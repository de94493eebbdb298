//! A program with what runs it: the machine code for one game, which is made when it is first asked for.

use crate::machine_code::{NativeCode, native_code};
use crate::ply_ids::PlyIdTable;
use lusory_compile::Program;
use std::ops::Deref;
use std::sync::OnceLock;

/// See the module. Threads share it.
#[derive(Debug)]
pub(crate) struct LoadedProgram {
    program: Program,
    native: OnceLock<Option<NativeCode>>,
    ids: OnceLock<Option<PlyIdTable>>,
    /// How many lanes are fastest for many games.
    pub fastest: OnceLock<usize>,
}

impl LoadedProgram {
    pub fn new(program: Program) -> Self {
        LoadedProgram { program, native: OnceLock::new(), ids: OnceLock::new(), fastest: OnceLock::new() }
    }

    /// The ids of plies. None where they depend on the position.
    pub fn ids(&self) -> Option<&PlyIdTable> {
        self.ids.get_or_init(|| PlyIdTable::of(&self.program)).as_ref()
    }

    /// The machine code. None where there is none for this CPU or this program.
    pub fn native(&self) -> Option<&NativeCode> {
        self.native.get_or_init(|| native_code(&self.program)).as_ref()
    }
}

impl Deref for LoadedProgram {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}
