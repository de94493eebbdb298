//! What follows a ply.

mod capture;
mod echo;

pub use capture::CaptureEnclosed;
pub use echo::Echo;
