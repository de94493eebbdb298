//! What every crate uses, without dependencies: reproducible random streams and a fast hash.

pub mod hash;
pub mod stream;
