//! The random stream of a game: a seed means the same for ever.
//!
//! Game number `game` of `seed` draws from xoshiro256++. Its four state words are the first four outputs of SplitMix64
//! started at `next(next(seed) + game)`, where `next` is one step of SplitMix64. So a stream depends on the seed and the
//! number of the game alone, and never on workers, lanes or the CPU. For one seed no two games share a start.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::num::NonZeroU64;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output of SplitMix64 one step after the state `x`.
fn next(x: u64) -> u64 {
    let z = x.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// All the chance of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of game number `game` of `seed`.
    #[must_use]
    pub fn new(seed: u64, game: u64) -> Self {
        let mut x = next(next(seed).wrapping_add(game));
        let mut bytes = [0; 32];
        for word in bytes.chunks_exact_mut(8) {
            word.copy_from_slice(&next(x).to_le_bytes());
            x = x.wrapping_add(GOLDEN);
        }
        Self(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each equally likely: the high half of bits × bound (Lemire 2019). Products whose low half
    /// is below 2⁶⁴ mod `bound` would make some numbers likelier and are drawn again.
    pub fn below(&mut self, bound: NonZeroU64) -> u64 {
        let uneven = bound.get().wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound.get());
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(seed: u64, game: u64, bound: u64, n: usize) -> Vec<u64> {
        let bound = NonZeroU64::new(bound).unwrap();
        let mut stream = Stream::new(seed, game);
        (0..n).map(|_| stream.below(bound)).collect()
    }

    #[test]
    fn splitmix_is_the_published_one() {
        assert_eq!(next(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(next(1_234_567 + GOLDEN), 3_203_168_211_198_807_973);
    }

    // The numbers come from the definition above, written again in Python (tests/test_engine_boundary.py).
    #[test]
    fn streams_are_pinned() {
        let mut stream = Stream::new(1, 0);
        assert_eq!([stream.bits(), stream.bits()], [4_577_072_067_518_496_145, 8_161_067_896_715_757_060]);
        assert_eq!(draws(1, 0, 6, 10), [1, 2, 0, 2, 2, 1, 1, 2, 3, 5]);
        assert_eq!(draws(1, 1, 6, 10), [2, 5, 0, 4, 1, 2, 5, 2, 1, 0]);
        assert_eq!(draws(u64::MAX, u64::MAX, 61, 6), [9, 43, 14, 53, 17, 45]);
    }

    #[test]
    fn the_largest_bound_leaves_the_bits_as_they_are_but_for_rejection() {
        assert!(draws(3, 4, u64::MAX, 100).iter().all(|&x| x < u64::MAX));
        assert_eq!(draws(3, 4, 1, 5), [0; 5]);
    }

    #[test]
    fn an_awkward_bound_is_even() {
        // Three quarters of 2⁶⁴: without rejection every third number would come twice as often.
        let bound = 3 << 62;
        let low = draws(7, 0, bound, 30_000).iter().filter(|&&x| x % 3 == 0).count();
        assert!(low.abs_diff(10_000) < 400, "{low} of 30000");
    }

    #[test]
    fn neighbours_differ() {
        let mut starts: Vec<_> = (0..40).flat_map(|s| (0..40).map(move |g| Stream::new(s, g).bits())).collect();
        starts.sort_unstable();
        starts.dedup();
        assert_eq!(starts.len(), 1600);
    }
}
