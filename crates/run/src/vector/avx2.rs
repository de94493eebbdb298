//! Eight words in two registers of AVX2. The build assumes it (`target_feature`).

#![cfg(all(target_arch = "x86_64", target_feature = "avx2"))]

use super::Eight;
use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_movemask_pd, _mm256_mul_epu32, _mm256_or_si256,
    _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_sll_epi64, _mm256_srl_epi64, _mm256_srli_epi16, _mm256_sub_epi64, _mm256_testz_si256, _mm256_xor_si256,
};

/// Its words.
#[inline(always)]
#[expect(unsafe_code, reason = "vectors have no other access to their words")]
fn words(x: &Eight) -> &[u64; 8] {
    // SAFETY: two vectors of four words each, one after the other; every pattern of bits is a word.
    unsafe { &*std::ptr::from_ref(x).cast() }
}

#[inline(always)]
pub(super) fn get(x: &Eight, lane: usize) -> u64 {
    words(x)[lane & 7]
}

#[inline(always)]
#[expect(unsafe_code, reason = "vectors have no other access to their words")]
pub(super) fn put(x: &mut Eight, lane: usize, word: u64) {
    // SAFETY: as in `words`.
    let words: &mut [u64; 8] = unsafe { &mut *std::ptr::from_mut(x).cast() };
    words[lane & 7] = word;
}

#[inline(always)]
fn halves(x: Eight) -> [__m256i; 2] {
    x.0
}

#[inline(always)]
fn joined(halves: [__m256i; 2]) -> Eight {
    Eight(halves)
}

macro_rules! of_two {
    ($($name:ident $intrinsic:ident;)*) => { $(
        #[inline(always)]
        #[expect(unsafe_code, reason = "the only way to this instruction")]
        pub(super) fn $name(x: Eight, y: Eight) -> Eight {
            let ([a, b], [c, d]) = (halves(x), halves(y));
            // SAFETY: it requires only AVX2, which the build assumes.
            unsafe { joined([$intrinsic(a, c), $intrinsic(b, d)]) }
        }
    )* };
}
of_two! {
    and _mm256_and_si256;
    or _mm256_or_si256;
    xor _mm256_xor_si256;
    not_and _mm256_andnot_si256;
    add _mm256_add_epi64;
    subtract _mm256_sub_epi64;
    product _mm256_mul_epu32;
    equal _mm256_cmpeq_epi64;
    greater _mm256_cmpgt_epi64;
}

macro_rules! shifts {
    ($($name:ident $intrinsic:ident;)*) => { $(
        #[inline(always)]
        #[expect(unsafe_code, reason = "the only way to this instruction")]
        pub(super) fn $name(x: Eight, by: u32) -> Eight {
            let [a, b] = halves(x);
            // SAFETY: as above.
            unsafe {
                let by = _mm_cvtsi32_si128(by as i32);
                joined([$intrinsic(a, by), $intrinsic(b, by)])
            }
        }
    )* };
}
shifts! { up _mm256_sll_epi64; down _mm256_srl_epi64; }

#[inline(always)]
#[expect(unsafe_code, reason = "the only way to this instruction")]
pub(super) fn all(word: u64) -> Eight {
    // SAFETY: as above.
    unsafe { joined([_mm256_set1_epi64x(word as i64); 2]) }
}

/// How many bits each word has: a table for half bytes (Mula).
#[inline(always)]
#[expect(unsafe_code, reason = "the only way to these instructions")]
pub(super) fn ones(x: Eight) -> Eight {
    let count = |x: __m256i| {
        // SAFETY: as above.
        unsafe {
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let low = _mm256_set1_epi8(15);
            let halves = (_mm256_and_si256(x, low), _mm256_and_si256(_mm256_srli_epi16(x, 4), low));
            let sums = _mm256_add_epi8(_mm256_shuffle_epi8(table, halves.0), _mm256_shuffle_epi8(table, halves.1));
            _mm256_sad_epu8(sums, _mm256_setzero_si256())
        }
    };
    joined(halves(x).map(count))
}

/// The lanes whose word is not 0, a bit a lane.
#[inline(always)]
#[expect(unsafe_code, reason = "the only way to these instructions")]
pub(super) fn occupied(x: &Eight) -> u32 {
    let empty = |half: __m256i| {
        // SAFETY: as above.
        unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(half, _mm256_setzero_si256()))) as u32 }
    };
    let [low, high] = halves(*x).map(empty);
    !(low | high << 4) & 0xff
}

#[inline(always)]
#[expect(unsafe_code, reason = "the only way to this instruction")]
pub(super) fn any(x: Eight) -> bool {
    let [a, b] = halves(x);
    // SAFETY: as above.
    unsafe {
        let both = _mm256_or_si256(a, b);
        _mm256_testz_si256(both, both) == 0
    }
}
