//! End parts of kernels: tests for the conditions that end a game.

mod connected;
mod count;
mod history;
mod line;
mod ring;

pub use connected::{Connected, Goal};
pub use count::{Full, MostPoints};
pub use history::Repeats;
pub use line::Windows;
