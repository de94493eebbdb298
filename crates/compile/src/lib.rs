//! Lowers rules on their board to a program of operations on sets, which `lusory-run` plays for many games side by
//! side.
//!
//! ```text
//!   LoweringInput (rules on their board)  --lower-->  values  --optimise-->  fewer values  --allocate-->  Program (rows)
//! ```
//! `lower/` says of each word, in one place, what it means as operations. A word that has no meaning there yet is
//! refused by its name (`NotLowered`). Nothing here knows a game, and no shape of rules is recognised.

mod allocate;
mod builder;
mod guard;
mod instruction;
pub mod linking;
mod loop_parts;
mod loops;
mod lower;
mod operation;
mod optimise;
mod print;
pub mod program;
mod ways;
mod work;

pub use lower::{NOT_LOWERED, NotLowered, lower};
pub use program::Program;

/// How a program is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoweringOptions {
    /// Whether equal values are shared, idle ones dropped, steps joined with what follows them. The results are the
    /// same.
    pub optimise: bool,
    /// Whether registers are kept that tell what each ply did (`Program::observed`). The games are the same.
    pub observe: bool,
    /// Whether games can begin with any state of the engine (`Program::entries`). The games are the same.
    pub enter: bool,
    /// Whether players take wins at once and stop those of the other side (`lower/decisive.rs`). Other games than
    /// without.
    pub decisive: bool,
    /// Whether plies that can be judged only once they are made are tested one by one before they are offered, and none
    /// is tried out once it was drawn: so it is known how many are legal. Other games than without.
    pub tests: bool,
    /// Whether captures, points, recent plies, rolls where there are any, and what a turn has done so far, are kept where no
    /// word asks for them, too. The games are the same.
    pub all_slots: bool,
}

impl Default for LoweringOptions {
    fn default() -> Self {
        LoweringOptions {
            optimise: true,
            observe: false,
            enter: false,
            decisive: false,
            tests: false,
            all_slots: false,
        }
    }
}
