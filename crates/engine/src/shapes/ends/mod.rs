//! What ends games.

mod enclosed;
mod full;
mod history;
mod line;

pub use enclosed::Surrounded;
pub use full::{Full, MostPoints};
pub use history::{Quiet, Repeats};
pub use line::Windows;
