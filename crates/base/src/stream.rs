//! Random number stream of one game (xoshiro256++), reproducible from a seed and the number of the game.
//!
//! Game number `game` of `seed` draws from xoshiro256++. Its four state words are the first four outputs of SplitMix64
//! started at `next(next(seed) + game)`, where `next` is one step of SplitMix64. So a stream depends on the seed and the
//! number of the game alone, and never on workers, lanes or the CPU. For one seed no two games share a start.

use crate::random_numbers::scrambled;
use std::num::NonZeroU64;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output of SplitMix64 one step after the state `x`.
#[inline]
fn next(x: u64) -> u64 {
    scrambled(x.wrapping_add(GOLDEN))
}

/// The random number generator of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream([u64; 4]);

impl Stream {
    /// The stream of game number `game` of `seed`.
    #[inline]
    #[must_use]
    pub fn new(seed: u64, game: u64) -> Self {
        let x = next(next(seed).wrapping_add(game));
        Self([0, 1, 2, 3].map(|step| next(x.wrapping_add(GOLDEN.wrapping_mul(step)))))
    }

    /// The four state words, for vectorised generators.
    #[inline]
    #[must_use]
    pub fn words(&self) -> [u64; 4] {
        self.0
    }

    /// The next 64 bits (Blackman and Vigna 2019).
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.0;
        let output = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        output
    }

    /// A uniform number below `bound`: the high half of bits × bound (Lemire 2019). Products whose low half is below
    /// 2⁶⁴ mod `bound` would bias the result and are rejected. The remainder takes a division and is itself below
    /// `bound`, so it is computed only where the low half is below `bound`.
    #[inline]
    pub fn below(&mut self, bound: NonZeroU64) -> u64 {
        let bits = self.bits();
        scale(bits, bound, || self.reject_and_redraw(bits, bound))
    }

    /// The slow path of `below`: computes the rejection threshold and draws again while `bits` are rejected.
    #[cold]
    fn reject_and_redraw(&mut self, bits: u64, bound: NonZeroU64) -> u64 {
        let threshold = bound.get().wrapping_neg() % bound;
        let mut product = u128::from(bits) * u128::from(bound.get());
        while (product as u64) < threshold {
            product = u128::from(self.bits()) * u128::from(bound.get());
        }
        (product >> 64) as u64
    }
}

/// Scales `bits` to a number below `bound`; calls `redraw` where they might have to be rejected.
#[inline(always)]
fn scale(bits: u64, bound: NonZeroU64, redraw: impl FnOnce() -> u64) -> u64 {
    let product = u128::from(bits) * u128::from(bound.get());
    if (product as u64) < bound.get() { redraw() } else { (product >> 64) as u64 }
}

/// Several streams as a structure of arrays, which one step advances together (SIMD). A lane holds one stream.
#[derive(Clone, Debug)]
pub struct Streams<const N: usize>([[u64; N]; 4]);

impl<const N: usize> Default for Streams<N> {
    fn default() -> Self {
        Self([[0; N]; 4])
    }
}

impl<const N: usize> Streams<N> {
    /// Replaces the stream of a lane.
    #[inline]
    pub fn put(&mut self, lane: usize, stream: &Stream) {
        self.0.iter_mut().zip(stream.0).for_each(|(words, word)| words[lane % N] = word);
    }

    /// The stream of a lane.
    #[must_use]
    pub fn get(&self, lane: usize) -> Stream {
        Stream(self.0.map(|words| words[lane % N]))
    }

    /// The next 64 bits of every stream (`Stream::bits` in each lane).
    #[inline(always)]
    pub fn bits(&mut self) -> [u64; N] {
        let each = |f: &dyn Fn(usize) -> u64| -> [u64; N] { std::array::from_fn(f) };
        let [s0, s1, s2, s3] = self.0;
        let outputs = each(&|i| s0[i].wrapping_add(s3[i]).rotate_left(23).wrapping_add(s0[i]));
        let (t2, t3) = (each(&|i| s2[i] ^ s0[i]), each(&|i| s3[i] ^ s1[i]));
        self.0[0] = each(&|i| s0[i] ^ t3[i]);
        self.0[1] = each(&|i| s1[i] ^ t2[i]);
        self.0[2] = each(&|i| t2[i] ^ s1[i] << 17);
        self.0[3] = each(&|i| t3[i].rotate_left(45));
        outputs
    }

    /// `Stream::below` for a lane whose last bits were these.
    #[inline(always)]
    pub fn below(&mut self, lane: usize, bits: u64, bound: NonZeroU64) -> u64 {
        scale(bits, bound, || self.reject_and_redraw(lane, bits, bound))
    }

    #[cold]
    fn reject_and_redraw(&mut self, lane: usize, bits: u64, bound: NonZeroU64) -> u64 {
        let mut stream = self.get(lane);
        let number = stream.reject_and_redraw(bits, bound);
        self.put(lane, &stream);
        number
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

    #[test]
    fn xoshiro_is_the_published_one() {
        use rand_xoshiro::rand_core::{Rng, SeedableRng};
        let mut stream = Stream::new(5, 6);
        let bytes: Vec<u8> = stream.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut published = rand_xoshiro::Xoshiro256PlusPlus::from_seed(bytes.try_into().unwrap());
        assert!((0..1000).all(|_| stream.bits() == published.next_u64()));
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
    fn the_largest_bound_excludes_itself_and_bound_one_gives_zero() {
        assert!(draws(3, 4, u64::MAX, 100).iter().all(|&x| x < u64::MAX));
        assert_eq!(draws(3, 4, 1, 5), [0; 5]);
    }

    #[test]
    fn streams_side_by_side_are_the_same() {
        let (mut single, mut four) = ([7, 8, 9, 10].map(|game| Stream::new(3, game)), Streams::<4>::default());
        single.iter().enumerate().for_each(|(lane, stream)| four.put(lane, stream));
        for bound in [1, 6, 61, 3 << 62, u64::MAX].into_iter().cycle().take(200) {
            let (bits, bound) = (four.bits(), NonZeroU64::new(bound).unwrap());
            let numbers: Vec<u64> = (0..4).map(|lane| four.below(lane, bits[lane], bound)).collect();
            assert_eq!(numbers, single.each_mut().map(|stream| stream.below(bound)));
        }
    }

    #[test]
    fn rejection_makes_large_bounds_uniform() {
        // Three quarters of 2⁶⁴: without rejection every third number would come twice as often.
        let bound = 3 << 62;
        let low = draws(7, 0, bound, 30_000).iter().filter(|&&x| x % 3 == 0).count();
        assert!(low.abs_diff(10_000) < 400, "{low} of 30000");
    }

    #[test]
    fn neighbouring_seeds_and_games_differ() {
        let mut starts: Vec<_> = (0..40).flat_map(|s| (0..40).map(move |g| Stream::new(s, g).bits())).collect();
        starts.sort_unstable();
        starts.dedup();
        assert_eq!(starts.len(), 1600);
    }
}
