//! Retrograde analysis layer by layer, for games whose pieces never leave the board: a ply places a piece, which leads to
//! the next layer, or moves one, which stays in the layer. The last layer is solved first.
//!
//! ```text
//!   occupancy   numbers the positions of a layer
//!   expansion   lists the plies of each, with the values of those that leave the layer
//!   sweeps      propagates values within a layer
//!   table       the values of all layers
//!   adviser     the plies of a proof
//! ```
//!
//! A value is a byte: 0 a draw; `k` won and `LOST + k` lost for the player to move, by a placement or an end of the game
//! that comes after at most `k` plies in this layer.

pub mod adviser;
mod expansion;
pub mod occupancy;
mod sweeps;
pub mod table;

pub use table::{Bare, LayerTable};

/// See the module.
pub(crate) const LOST: u8 = 128;
/// The last sweep that a value can name.
pub(crate) const MOST_SWEEPS: u32 = 127;
