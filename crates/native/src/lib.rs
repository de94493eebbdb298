//! Machine code for programs (`lusory-compile`): each body becomes one function that plays a tick of one game.
//!
//! It does what the interpreter of `lusory-run` does with one lane, on the same rows of words. A register of the state lives
//! in its rows; every other value is left to Cranelift, which keeps it in registers of the CPU. Operations that are not
//! translated are carried out by the interpreter: their inputs are written to their rows before, and the result is read
//! from its row after.

mod code_memory;
mod conditions;
mod draw;
mod groups;
mod lines;
mod loops;
mod operations;
mod ray_table;
mod rays;
mod sets;
mod translate;

use code_memory::CodeMemory;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use lusory_compile::Program;
pub use ray_table::{FourDirections, FourSteps, RayTable, Shifts};
use ray_table::{RayTables, ray_tables};
use std::ffi::c_void;

/// Plays a tick: rows of words, the four words of the random stream, the rest.
type Tick = unsafe extern "C" fn(*mut u64, *mut u64, *mut TickContext);

/// Programs of more operations on words than this are left to the interpreter: to compile them takes longer than is won.
const MOST_WORDS: usize = 10_000;

/// What a tick needs besides the rows and the random stream. The machine code reads and writes the fields by their offsets.
#[repr(C)]
#[derive(Debug)]
pub struct TickContext {
    /// Not 0 where the ply is given; else it is drawn at random.
    pub given: u64,
    /// Which word of the groups on offer holds the ply (group * words of a set + word): the one that is given, or that
    /// was drawn.
    pub word: u64,
    /// Its bit there. 0: no ply.
    pub bit: u64,
    /// The first argument of `Helpers::note`.
    pub noted: *mut c_void,
    /// The first argument of `Helpers::operate`.
    pub operator: *mut c_void,
}

/// Functions that the machine code calls.
#[derive(Clone, Copy, Debug)]
pub struct Helpers {
    /// The set bit of a word that has so many set bits below it.
    pub select: extern "C" fn(u64, u64) -> u64,
    /// Notes a hash as the position after the first `count`; returns how often it has occurred.
    pub note: unsafe extern "C" fn(*mut c_void, u64, u64) -> u64,
    /// Carries out the instruction of a body on the rows.
    pub operate: unsafe extern "C" fn(*mut c_void, u64, u64),
    /// Which goals of a table groups of a set have reached, by the first row of the set; the first argument as that of
    /// `operate`.
    pub link: unsafe extern "C" fn(*mut c_void, u64, u64) -> u64,
    /// Operations along rays in vector code, where this build has it.
    pub rays: Option<RayHelpers>,
}

/// Operations along many rays at once, on sets of one word.
#[derive(Clone, Copy, Debug)]
pub struct RayHelpers {
    /// The cells right behind the runs from a set, on cells that they pass.
    pub behind: unsafe extern "C" fn(*const RayTable, u64, u64) -> u64,
    /// The runs from at most one cell, on cells that they pass, to right before a set.
    pub between_one: unsafe extern "C" fn(*const RayTable, u64, u64, u64) -> u64,
}

/// Where the function of a body begins, in a cache line of its own: every tick of every thread reads it, and what a thread
/// has allocated beside it, and writes, would take the line from the others each time.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
struct BodyOffset(usize);

/// The bodies of a program as functions.
#[derive(Debug)]
pub struct NativeProgram {
    memory: CodeMemory,
    bodies: Vec<BodyOffset>,
    rows: usize,
    /// The rows of the game's result and, where bodies do not alternate, of the body that is next.
    result: usize,
    stage: Option<usize>,
    /// The machine code has their addresses.
    _rays: RayTables,
}

impl NativeProgram {
    /// Whether there is a compiler for this CPU, and the program is short enough for it to be worth the time.
    #[must_use]
    pub fn is_offered(program: &Program) -> bool {
        let words: usize = program.bodies.iter().map(|body| body.len() * program.width).sum();
        words <= MOST_WORDS && cfg!(any(target_arch = "x86_64", target_arch = "aarch64"))
    }

    /// The machine code of a program. None where there is no compiler for this CPU, the program is too long, or the system
    /// permits no code that was made just now.
    #[must_use]
    pub fn compile(program: &Program, helpers: Helpers) -> Option<Self> {
        if !Self::is_offered(program) {
            return None;
        }
        let isa = target()?;
        let rays = if helpers.rays.is_some() { ray_tables(program) } else { RayTables::new() };
        let (mut code, mut bodies) = (Vec::new(), Vec::new());
        for body in 0..program.bodies.len() {
            code.resize(code.len().next_multiple_of(16), 0);
            bodies.push(BodyOffset(code.len()));
            code.extend(translate::function(program, body, (helpers, &rays), &*isa)?);
        }
        let (memory, rows) = (CodeMemory::new(&code)?, program.rows);
        let stage = program.stage_and_plies.map(|(stage, _)| stage as usize);
        Some(NativeProgram { memory, bodies, rows, result: program.result as usize, stage, _rays: rays })
    }

    /// How many bytes of machine code there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.memory.len()
    }

    /// Plays ticks, first of this body, until the game is over or so many were played. Returns how many, and the body that
    /// is next. `note` is told after each tick its body, the rows and the context.
    ///
    /// # Safety
    /// The pointers of the context must be what the helpers expect.
    ///
    /// # Panics
    /// Where there is no such body, or there are fewer rows than those of the program.
    #[expect(unsafe_code, reason = "machine code is called")]
    pub unsafe fn run(
        &self,
        mut body: usize,
        most: u64,
        rows: &mut [u64],
        stream: &mut [u64; 4],
        context: &mut TickContext,
        mut note: impl FnMut(usize, &[u64], &TickContext),
    ) -> (u64, usize) {
        assert!(rows.len() >= self.rows, "{} rows, expected {}", rows.len(), self.rows);
        let mut ticks = 0;
        while ticks < most {
            let address = self.memory.address(self.bodies[body].0);
            // SAFETY: the code there is a function of this type; it reads and writes the program's rows alone, of which
            // there are enough, the stream, and the context.
            unsafe {
                let tick: Tick = std::mem::transmute(address);
                tick(rows.as_mut_ptr(), stream.as_mut_ptr(), context);
            }
            ticks += 1;
            note(body, rows, context);
            let following = if body + 1 < self.bodies.len() { body + 1 } else { 0 };
            body = self.stage.map_or(following, |row| rows[row] as usize);
            if rows[self.result] != 0 {
                break;
            }
        }
        (ticks, body)
    }
}

/// The CPU of this machine, with all it can.
fn target() -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    // It compiles two to three times as fast as "speed", and its code is as fast or faster: less waits in registers.
    flags.set("opt_level", "none").ok()?;
    flags.set("enable_verifier", "false").ok()?;
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}
