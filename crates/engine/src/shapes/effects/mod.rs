//! Effect parts of kernels: what follows a ply.

mod capture;
mod echo;
mod pairs;

pub use capture::CaptureEnclosed;
pub(super) use capture::enclosed;
pub use echo::Echo;
pub use pairs::CapturePairs;
