//! What every crate of lusory may use, and what depends on none of them: random streams and a fast hash.

pub mod hash;
pub mod stream;
