//! What follows a ply.

mod capture;
mod echo;

pub use capture::{CaptureEnclosed, CaptureOwn};
pub use echo::Echo;
