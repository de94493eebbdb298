//! What every crate uses, without dependencies: reproducible random streams, random numbers of tables, and a fast hash.

pub mod hash;
pub mod random_numbers;
pub mod stream;
