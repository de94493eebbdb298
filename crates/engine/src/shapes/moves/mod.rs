//! Move parts of kernels: the plies of turns.

mod alive;
mod drop;
mod fill;
mod flank;
mod frontier;
mod place;
mod place_or_step;
mod steps;

pub use alive::PlaceAlive;
pub use drop::Drop;
pub use fill::Fill;
pub use flank::Flank;
pub use frontier::Frontier;
pub use place::Place;
pub use place_or_step::PlaceOrStep;
pub use steps::{Gait, Steps};
