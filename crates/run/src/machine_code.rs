//! The machine code of a program (`lusory-native`), and the functions that it calls.

use crate::by_width;
use crate::linked_groups::LinkedGroups;
use crate::occurrences::Occurrences;
use crate::operations::{Compute, DecodedProgram};
use crate::rows::Row;
use crate::select_bit::select;
use crate::sets::LaneSteps;
use crate::vector::{One, Vector};
use lusory_compile::Program;
use lusory_native::{Helpers, NativeProgram, RayHelpers};
use std::ffi::c_void;

pub(crate) use lusory_native::NativeProgram as NativeCode;

/// Whether machine code of a program can be made, as far as is known before it is.
pub(crate) fn is_offered(program: &Program) -> bool {
    NativeProgram::is_offered(program)
}

/// The machine code of a program.
pub(crate) fn native_code(program: &Program) -> Option<NativeProgram> {
    by_width!(program.width, of_width(program))
}

fn of_width<const W: usize>(program: &Program) -> Option<NativeProgram> {
    let (operate, link) = (operate::<W>, link::<W>);
    NativeProgram::compile(program, Helpers { select: select_bit, note, operate, link, rays: ray_helpers() })
}

/// Operations along rays in vector code.
fn ray_helpers() -> Option<RayHelpers> {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return Some(crate::rays::HELPERS);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    None
}

extern "C" fn select_bit(word: u64, rank: u64) -> u64 {
    select(word, rank)
}

/// `noted` is an `Occurrences`.
#[expect(unsafe_code, reason = "called by machine code")]
unsafe extern "C" fn note(noted: *mut c_void, count: u64, hash: u64) -> u64 {
    // SAFETY: `run_native` gives this pointer, and nobody else uses the value during the tick.
    let noted = unsafe { &mut *noted.cast::<Occurrences>() };
    noted.note(count as usize, hash)
}

/// What the interpreter needs to carry out an operation.
pub(crate) struct Operator<'a, const W: usize> {
    pub memory: *mut Row<One, 1>,
    pub rows: usize,
    pub ways: &'a [LaneSteps<W>],
    pub decoded: &'a DecodedProgram<One, W, 1>,
    pub groups: *mut LinkedGroups<W>,
    pub tables: usize,
    pub program: &'a Program,
}

/// `operator` is an `Operator`.
#[expect(unsafe_code, reason = "called by machine code")]
unsafe extern "C" fn operate<const W: usize>(operator: *mut c_void, body: u64, at: u64) {
    // SAFETY: `run_native` gives this pointer; the machine code, which alone uses the rows during the tick, waits.
    let (operator, memory, groups) = unsafe {
        let operator = &*operator.cast::<Operator<'_, W>>();
        let groups = std::slice::from_raw_parts_mut(operator.groups, operator.tables);
        (operator, std::slice::from_raw_parts_mut(operator.memory, operator.rows), groups)
    };
    if let Some((handler, operation)) = &operator.decoded.bodies[body as usize][at as usize] {
        handler(&mut Compute { memory, groups, ways: operator.ways, operation, program: operator.program });
    }
}

/// `operator` is an `Operator`.
#[expect(unsafe_code, reason = "called by machine code")]
unsafe extern "C" fn link<const W: usize>(operator: *mut c_void, table: u64, of: u64) -> u64 {
    // SAFETY: `run_native` gives this pointer; the machine code, which alone uses the rows during the tick, waits.
    let (operator, memory, groups) = unsafe {
        let operator = &*operator.cast::<Operator<'_, W>>();
        let groups = std::slice::from_raw_parts_mut(operator.groups, operator.tables);
        (operator, std::slice::from_raw_parts(operator.memory, operator.rows), groups)
    };
    let of = std::array::from_fn(|word| memory[of as usize + word][0].get(0));
    groups[table as usize].reached(&operator.program.linkings[table as usize], &of)
}
