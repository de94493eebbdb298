//! Random numbers for hashes of positions, the same in every run.

/// A random number for each index, of a table with these seeds (SplitMix64, twice).
pub(crate) fn random_number(index: usize, seeds: [u64; 2]) -> u128 {
    let mixed = |seed: u64| {
        let mut x = (index as u64).wrapping_add(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    u128::from(mixed(seeds[0])) << 64 | u128::from(mixed(seeds[1]))
}
