//! Random numbers for hashes of positions, the same in every run.

/// A random number for each index, of a table with these seeds (SplitMix64, twice).
#[inline]
#[must_use]
pub fn random_number(index: usize, seeds: [u64; 2]) -> u128 {
    let mixed = |seed: u64| scrambled((index as u64).wrapping_add(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    u128::from(mixed(seeds[0])) << 64 | u128::from(mixed(seeds[1]))
}

/// A number in which every bit depends on all bits (the output function of SplitMix64).
#[inline]
#[must_use]
pub fn scrambled(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
