//! What every crate uses: reproducible random streams, a fast hash, large pages of memory.

pub mod hash;
pub mod large_pages;
pub mod stream;
