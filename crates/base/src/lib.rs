//! Shared basics of all crates, without dependencies: random streams and a fast hash.

pub mod hash;
pub mod stream;
