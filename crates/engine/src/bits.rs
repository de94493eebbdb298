//! Sets of cells as bits: `Bits<W>` holds up to 64 * W of them, by value and without allocation.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// Computes a value from the words of a set: inline for few words, in a separate function for many. Inlined everywhere,
/// as the compiler would, the widest sets made up a quarter of the engine's code and of its build time.
#[inline(always)]
fn inline_if_narrow<const W: usize, T>(out: impl FnOnce() -> T) -> T {
    if W <= 8 { out() } else { out_of_line(out) }
}

#[inline(never)]
fn out_of_line<T>(function: impl FnOnce() -> T) -> T {
    function()
}

/// A set of numbers below 64 * W. Bit i of word w stands for 64 * w + i.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Bits([0; W]);

    /// The set of one number; numbers beyond the capacity give the empty set.
    #[inline]
    pub fn one(index: u32) -> Self {
        let mut bits = Self::EMPTY;
        if let Some(word) = bits.0.get_mut(index as usize / 64) {
            *word = 1 << (index % 64);
        }
        bits
    }

    /// The set with these words.
    #[inline(always)]
    fn each(word: impl Fn(usize) -> u64) -> Self {
        inline_if_narrow::<W, _>(|| Bits(std::array::from_fn(word)))
    }

    /// All numbers below `count`.
    pub fn below(count: u32) -> Self {
        let word = |w: usize| match count.saturating_sub(w as u32 * 64) {
            0 => 0,
            left @ 1..64 => (1u64 << left) - 1,
            _ => u64::MAX,
        };
        Self::each(word)
    }

    /// Whether the number is in the set.
    #[inline]
    pub fn has(&self, index: u32) -> bool {
        self.0.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Whether the set has a member.
    #[inline]
    pub fn any(&self) -> bool {
        inline_if_narrow::<W, _>(|| self.0.iter().fold(0, |all, word| all | word)) != 0
    }

    /// How many numbers the set holds.
    #[inline]
    pub fn count(&self) -> u32 {
        inline_if_narrow::<W, _>(|| self.0.iter().map(|word| word.count_ones()).sum())
    }

    /// The members, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u32> {
        let mut left = self;
        std::iter::from_fn(move || left.pop())
    }

    /// Inserts a number and returns whether it was new; false for numbers beyond the capacity.
    #[inline]
    pub fn insert(&mut self, index: u32) -> bool {
        let (before, bit) = (self.has(index), 1 << (index % 64));
        self.0.get_mut(index as usize / 64).is_some_and(|word| {
            *word |= bit;
            !before
        })
    }

    /// Removes and returns the smallest member.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let (w, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        Some(w as u32 * 64 + bit)
    }

    /// Every member raised by `by`, which is below 64; those beyond the capacity are lost.
    #[inline]
    pub fn up(self, by: u32) -> Self {
        let from = |w: usize| self.0[w] << by | if w > 0 { self.0[w - 1] >> 1 >> (63 - by) } else { 0 };
        Self::each(from)
    }

    /// Every member lowered by `by`, which is below 64; those below zero are lost.
    #[inline]
    pub fn down(self, by: u32) -> Self {
        let from = |w: usize| self.0[w] >> by | if w + 1 < W { self.0[w + 1] << 1 << (63 - by) } else { 0 };
        Self::each(from)
    }

    /// Every member raised by any number; those beyond the capacity are lost.
    #[must_use]
    pub fn far_up(self, by: u32) -> Self {
        let (words, rest) = (by as usize / 64, by % 64);
        Self::each(|w| if w >= words { self.0[w - words] } else { 0 }).up(rest)
    }

    /// Every member lowered by any number; those below zero are lost.
    #[must_use]
    pub fn far_down(self, by: u32) -> Self {
        let (words, rest) = (by as usize / 64, by % 64);
        Self::each(|w| self.0.get(w + words).copied().unwrap_or(0)).down(rest)
    }

    /// The member with `rank` smaller ones; nothing when the set holds no more than `rank`.
    #[inline]
    pub fn select(&self, rank: u32) -> Option<u32> {
        let mut left = rank;
        for (w, &word) in self.0.iter().enumerate() {
            let count_below = word.count_ones();
            if left < count_below {
                return Some(w as u32 * 64 + select_word(word, left));
            }
            left -= count_below;
        }
        None
    }

    /// Branch-free `select` for a rank that is known to be below `count`. Any other rank gives some number below
    /// 64 * (W + 1).
    #[inline(always)]
    #[must_use]
    pub fn nth(&self, rank: u32) -> u32 {
        let (mut word, mut at, mut before, mut all) = (self.0[0], 0, 0, 0);
        for w in 1..W {
            all += self.0[w - 1].count_ones();
            let further = rank >= all;
            (word, at, before) = if further { (self.0[w], w as u32 * 64, all) } else { (word, at, before) };
        }
        at + select_word(word, rank.wrapping_sub(before))
    }

    /// Branch-free `one` for a number below 64 * W.
    #[inline(always)]
    #[must_use]
    pub fn bit(index: u32) -> Self {
        if W == 1 {
            return Bits([1 << (index & 63); W]);
        }
        Self::each(|w| u64::from(index >> 6 == w as u32) << (index & 63))
    }
}

/// The position of the set bit with `rank` set bits below it; `rank` is below the number of set bits.
///
/// `pdep` deposits the bits of a word, lowest first, at the set bits of a mask: a single bit at `rank` lands on the
/// answer.
/// Measured in susan's random games (November 2026, one thread): 770,000 a second with it, 480,000 without.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
#[must_use]
#[expect(unsafe_code, reason = "the only way to this instruction")]
pub fn select_word(word: u64, rank: u32) -> u32 {
    // SAFETY: the intrinsic requires only a CPU with BMI2. This function is compiled only where the whole build
    // assumes BMI2 (`target_feature`), so no CPU without it runs this code.
    unsafe { std::arch::x86_64::_pdep_u64(1u64.wrapping_shl(rank), word) }.trailing_zeros()
}

/// The position of the set bit with `rank` set bits below it; `rank` is below the number of set bits.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
#[must_use]
pub fn select_word(word: u64, rank: u32) -> u32 {
    select_broadword(word, rank)
}

/// Portable `select_word`: compares the counts of all eight byte prefixes with the rank at once to find the byte, then
/// looks the bit up in a table. See Vigna, "Broadword Implementation of Rank/Select Queries" (2008).
#[inline]
#[must_use]
pub fn select_broadword(word: u64, rank: u32) -> u32 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LOW);
    let bits_below = (((u64::from(rank & 63) * LOW) | HIGH) - sums) & HIGH;
    let first = (bits_below >> 7).wrapping_mul(LOW) >> 53 & 56;
    let left = rank.wrapping_sub(((sums << 8) >> first) as u32 & 0xff);
    let byte = (word >> first) as u8;
    first as u32 + u32::from(IN_BYTE[usize::from(byte)][left as usize & 7])
}

/// Lookup table: for each byte, the position of the set bit of each rank.
static IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][rank] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::each(|w| self.0[w] & other.0[w])
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::each(|w| self.0[w] | other.0[w])
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self::each(|w| self.0[w] ^ other.0[w])
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::each(|w| !self.0[w])
    }
}

impl<const W: usize> Bits<W> {
    /// Whether every member of this set is in the other.
    #[inline]
    #[must_use]
    pub fn within(self, other: Self) -> bool {
        !(self & !other).any()
    }

    /// The smallest member.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<u32> {
        self.0.iter().enumerate().find(|(_, word)| **word != 0).map(|(w, word)| w as u32 * 64 + word.trailing_zeros())
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> FromIterator<u32> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = u32>>(members: I) -> Self {
        let mut bits = Self::EMPTY;
        members.into_iter().for_each(|index| {
            bits.insert(index);
        });
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    fn drawn(stream: &mut Stream, share: u32) -> Vec<u32> {
        (0..256).filter(|_| stream.below(std::num::NonZeroU64::new(8).unwrap()) < u64::from(share)).collect()
    }

    #[test]
    fn a_set_is_the_list_of_its_members() {
        let mut stream = Stream::new(1, 1);
        for share in 0..=8 {
            let members = drawn(&mut stream, share);
            let bits: Bits<4> = members.iter().copied().collect();
            assert_eq!(bits.count() as usize, members.len());
            assert_eq!(bits.iter().collect::<Vec<_>>(), members);
            assert_eq!(bits.any(), !members.is_empty());
            for (rank, &member) in members.iter().enumerate() {
                assert_eq!(bits.select(rank as u32), Some(member));
                assert_eq!(bits.nth(rank as u32), member);
                assert_eq!(Bits::<4>::bit(member), Bits::one(member));
                assert!(bits.has(member));
            }
            assert_eq!(bits.select(members.len() as u32), None);
        }
    }

    #[test]
    fn shifts_move_every_member_and_lose_those_that_leave() {
        let mut stream = Stream::new(2, 1);
        let members = drawn(&mut stream, 3);
        let bits: Bits<4> = members.iter().copied().collect();
        for by in 0..64 {
            assert_eq!(bits.far_up(by), bits.up(by));
            assert_eq!(bits.far_down(by), bits.down(by));
            let up: Vec<u32> = members.iter().map(|m| m + by).filter(|&m| m < 256).collect();
            let down: Vec<u32> = members.iter().filter(|&&m| m >= by).map(|m| m - by).collect();
            assert_eq!(bits.up(by).iter().collect::<Vec<_>>(), up, "up {by}");
            assert_eq!(bits.down(by).iter().collect::<Vec<_>>(), down, "down {by}");
        }
    }

    #[test]
    fn far_shifts_pass_whole_words() {
        let members = drawn(&mut Stream::new(3, 1), 3);
        let bits: Bits<4> = members.iter().copied().collect();
        for by in [64, 65, 100, 128, 200, 255, 256, 1000] {
            let up: Vec<u32> = members.iter().map(|m| m + by).filter(|&m| m < 256).collect();
            let down: Vec<u32> = members.iter().filter(|&&m| m >= by).map(|m| m - by).collect();
            assert_eq!(bits.far_up(by).iter().collect::<Vec<_>>(), up, "up {by}");
            assert_eq!(bits.far_down(by).iter().collect::<Vec<_>>(), down, "down {by}");
        }
    }

    #[test]
    fn the_numbers_below_a_count() {
        for count in [0, 1, 63, 64, 65, 128, 200, 256] {
            assert_eq!(Bits::<4>::below(count).iter().collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn select_finds_every_bit_of_a_full_and_of_a_sparse_word() {
        for word in [u64::MAX, 1, 1 << 63, 0x8000_0000_0000_0001, 0x5555_5555_5555_5555, 0x0102_0408_1020_4080] {
            let ranks: Vec<u32> = (0..word.count_ones()).map(|rank| select_word(word, rank)).collect();
            assert_eq!(ranks, Bits::<1>([word]).iter().collect::<Vec<_>>());
            let ranks: Vec<u32> = (0..word.count_ones()).map(|rank| select_broadword(word, rank)).collect();
            assert_eq!(ranks, Bits::<1>([word]).iter().collect::<Vec<_>>());
        }
    }
}
