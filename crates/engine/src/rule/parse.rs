//! Reads a rule value from JSON.

use super::Rules;
use crate::board::Layout;
use crate::graph::Graph;

/// Why a text is no rule value the engine can play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, as a path: `turn.parts[1].to`.
    pub path: String,
    /// What was expected there, and what was found.
    pub said: String,
}

/// Reads the program that Python writes (see docs/engine.md): the rules, their board, the numbering of their plies.
pub fn read(_text: &str) -> Result<(Rules, Graph, Layout), Fault> {
    todo!()
}
