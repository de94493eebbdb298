//! Runs programs (`lusory-compile`): one interpreter for all games, many games side by side.
//!
//! ```text
//!   registers      lane 0   1   2   ...  7 | 8 ...        a row of words, one a lane; a set of cells takes `width` rows
//!     r0 word 0   [  x    x   x        x ]  chunk 0       an operation is one loop over the chunks of its rows
//! ```
//! A tick plays one ply in every lane. Control flow is masks; lanes whose games are over get the next game. Each game draws
//! from a random stream of its own, so that what comes out does not depend on how many lanes there are.

mod answers;
mod bank;
mod draw;
mod ending;
mod fastest;
mod interpret;
mod lane_player;
mod lane_run;
mod lane_starts;
mod lanes;
mod leaf_player;
mod leaf_sink;
mod linked_groups;
mod loaded_program;
#[cfg(feature = "native")]
mod machine_code;
#[cfg(not(feature = "native"))]
#[path = "no_machine_code.rs"]
mod machine_code;
#[cfg(feature = "native")]
mod native_ticks;
#[cfg(not(feature = "native"))]
#[path = "no_native_ticks.rs"]
mod native_ticks;
mod occurrences;
mod offered;
mod one_lane;
mod operations;
mod playouts;
mod ply_ids;
#[cfg(test)]
mod position;
mod position_hash;
mod program_explorer;
mod rays;
mod rows;
mod rows_before;
mod select_bit;
mod sets;
mod several_lines;
mod single_lane;
mod state_cursor;
mod state_layout;
mod vector;

pub use lane_player::lane_player;
pub use lane_run::LaneRun;
pub use playouts::RunTally;

#[cfg(test)]
extern crate self as lusory_run; // the tests of positions share code with those in tests/

use crate::loaded_program::LoadedProgram;
use lusory_compile::Program;
use lusory_engine::lowering_input::WIDTHS;
use std::sync::Arc;

/// A program, ready to be played; threads share it.
#[derive(Clone, Debug)]
pub struct CompiledGame {
    program: Arc<LoadedProgram>,
}

/// Why a program cannot be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunRefusal {
    /// No interpreter was compiled for sets of so many words.
    Width(usize),
}

/// Calls a function that is generic over the words of a set.
macro_rules! by_width {
    ($width:expr, $call:ident $arguments:tt) => {
        match $width {
            1 => $call::<1> $arguments,
            2 => $call::<2> $arguments,
            3 => $call::<3> $arguments,
            4 => $call::<4> $arguments,
            6 => $call::<6> $arguments,
            8 => $call::<8> $arguments,
            16 => $call::<16> $arguments,
            width => unreachable!("no interpreter for sets of {width} words"),
        }
    };
}
pub(crate) use by_width;

impl CompiledGame {
    /// A program to be played.
    ///
    /// # Errors
    /// `RunRefusal::Width` where its sets have a number of words that no interpreter was compiled for.
    pub fn new(program: Program) -> Result<Self, RunRefusal> {
        match program.width {
            width if WIDTHS.contains(&width) => Ok(CompiledGame { program: Arc::new(LoadedProgram::new(program)) }),
            other => Err(RunRefusal::Width(other)),
        }
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The bytes of machine code for one lane. None where there is none for this CPU or this program.
    #[must_use]
    pub fn machine_code(&self) -> Option<usize> {
        self.program.native().map(|code| code.size())
    }

    /// Plays random games to their ends.
    #[must_use]
    pub fn playouts(&self, run: &LaneRun) -> RunTally {
        playouts::playouts(&self.program, run)
    }
}
