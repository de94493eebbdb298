//! The rules engine: compiles rules for their board and plays them. It knows neither Python nor any game by name.

pub mod apply;
pub mod bits;
pub mod board;
pub mod census;
pub mod compile;
pub mod equality;
pub mod evaluate;
pub mod event;
pub mod features;
pub mod game;
pub mod graph;
pub mod hidden;
pub mod history;
pub mod invariants;
pub mod kernels;
pub mod line_policy;
pub mod lowering_input;
pub mod machine;
pub mod movegen;
pub mod numbering;
pub mod observer;
pub mod plan;
pub mod playouts;
pub mod ply_drawing;
pub mod repetition;
pub mod results;
pub mod rule;
pub mod state;
pub mod state_slots;
pub mod totals;
pub mod turns;

pub use lusory_base::{hash, stream};
