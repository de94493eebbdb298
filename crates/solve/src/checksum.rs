//! A checksum of a row of numbers.

/// The checksum after another number.
#[must_use]
pub fn mixed(sum: u64, number: u64) -> u64 {
    ((sum ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29)
}
