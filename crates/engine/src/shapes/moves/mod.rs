//! The plies of turns.

mod frontier;
mod place;
mod place_or_step;

pub use frontier::Frontier;
pub use place::Place;
pub use place_or_step::PlaceOrStep;
