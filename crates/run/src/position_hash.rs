//! Hashes of positions, by which repetitions are found.

use crate::rows::{Row, one, set};
use crate::vector::{One, Vector};

/// A hash of sets and a number: each word is mixed in by a step that can be undone, so that no two words are mixed up.
#[inline(always)]
pub(crate) fn hash<V: Vector, const W: usize, const C: usize>(
    memory: &[Row<V, C>],
    sets: &[u32],
    side: u32,
    chunk: usize,
) -> V {
    let mut all = mix(V::zero(), one(memory, side, chunk));
    for &register in sets {
        all = set::<V, W, C>(memory, register, chunk).into_iter().fold(all, mix);
    }
    mix(all, V::zero())
}

#[inline(always)]
fn mix<V: Vector>(hash: V, word: V) -> V {
    // 2⁶⁴ divided by the golden ratio: an odd number with about as many ones as zeros.
    let product = hash.xor(word).times(0x9e37_79b9_7f4a_7c15);
    product.xor(product.down(32))
}

/// The hash of one position by its words.
pub(crate) fn position_hash(side: u64, words: impl Iterator<Item = u64>) -> u64 {
    let all = mix(One::zero(), One::all(side));
    let all = words.fold(all, |hash, word| mix(hash, One::all(word)));
    mix(all, One::zero()).get(0)
}
