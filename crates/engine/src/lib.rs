//! The engine of lusory: plays the rules, and knows neither Python nor a game by name.

pub mod stream;
