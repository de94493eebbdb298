//! Selects a bit of a word by its rank.

/// The set bit that has `rank` set bits below it; none where there are not so many.
///
/// `pdep` puts the bits of a word, lowest first, where the set bits of a mask are: so one bit at `rank` goes where we look.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
#[expect(unsafe_code, reason = "the only way to this instruction")]
pub(crate) fn select(word: u64, rank: u64) -> u64 {
    // SAFETY: it requires only a CPU with BMI2, which the build assumes (`target_feature`).
    unsafe { std::arch::x86_64::_pdep_u64(1 << (rank & 63), word) }
}

/// The set bit that has `rank` set bits below it; none where there are not so many.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
pub(crate) fn select(word: u64, rank: u64) -> u64 {
    let mut left = word;
    for _ in 0..rank & 63 {
        left &= left.wrapping_sub(1);
    }
    left & left.wrapping_neg()
}
