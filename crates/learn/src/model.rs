//! A net with what is needed to evaluate positions of its game.

use crate::net::{Inputs, Net};
use crate::pattern_layout::PatternLayout;
use std::sync::Arc;

/// A net with the layout and inputs of its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Patterns and their rows.
    pub layout: Arc<PatternLayout>,
    /// The scaling of inputs beside the board.
    pub inputs: Inputs,
    /// The weights.
    pub net: Net,
}
