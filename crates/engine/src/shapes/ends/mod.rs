//! What ends games.

mod count;
mod enclosed;
mod history;
mod line;
mod links;
mod runs;
mod walk;

pub use count::{Enough, Full, MostPoints, Reached, Wiped};
pub use enclosed::Surrounded;
pub use history::{Quiet, Repeats};
pub use line::Windows;
pub use links::{Goal, Links};
pub use runs::{Length, Runs};
pub use walk::Walk;
