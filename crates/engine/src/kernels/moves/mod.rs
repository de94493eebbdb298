//! Move components of kernels, one file a form of moves: they generate and apply plies.

mod fill;
mod frontier;
mod place;
mod place_no_suicide;

pub use fill::Fill;
pub use frontier::Frontier;
pub use place::Place;
pub use place_no_suicide::PlaceAlive;
