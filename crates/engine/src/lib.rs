//! The engine of lusory: plays the rules, and knows neither Python nor a game by name.

pub mod bits;
pub mod graph;
pub mod numbering;
pub mod stream;
