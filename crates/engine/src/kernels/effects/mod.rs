//! Effect parts of kernels: apply the effects of a ply.

mod capture;
mod echo;

pub use capture::CaptureEnclosed;
pub(super) use capture::enclosed;
pub use echo::Echo;
