//! End parts of kernels: tests for the conditions that end a game.

mod connected;
mod count;
mod enclosed;
mod history;
mod line;
mod ring;
mod runs;
mod strides;
mod walk;

pub use connected::{Connected, Goal};
pub use count::{Enough, Full, MostPoints, Reached, Wiped};
pub use enclosed::Surrounded;
pub use history::{Quiet, Repeats};
pub use line::Windows;
pub use runs::{Length, Runs};
pub use strides::Strides;
pub use walk::Walk;
