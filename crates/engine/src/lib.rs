//! The rules engine: compiles rules for their board and plays them. It knows neither Python nor any game by name.

mod apply;
pub mod bits;
pub mod board;
pub mod census;
pub mod compile;
mod equality;
pub mod evaluate;
mod event;
mod features;
pub mod game;
pub mod graph;
mod hidden;
mod history;
mod invariants;
pub mod kernels;
mod line_policy;
pub mod lowering_input;
pub mod machine;
pub mod movegen;
pub mod numbering;
pub mod observer;
mod plan;
pub mod playouts;
mod ply_drawing;
mod repetition;
pub mod results;
pub mod rule;
pub mod state;
pub mod state_slots;
pub mod totals;
pub mod turns;

pub use lusory_base::{hash, stream};
