//! SIMD vectors: one 64-bit word in each of several lanes. They are written explicitly, since the compiler may turn
//! loops into scalar code, ten times as slow, when the number of words of a board or of lanes of a chunk changes.

/// A vector: one word in each of `COUNT` lanes.
pub(crate) trait Vector: Copy + Default + Send + Sync + 'static {
    /// How many lanes.
    const COUNT: usize;
    /// The same word in all lanes.
    fn all(word: u64) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that are not set in `other`.
    fn without(self, other: Self) -> Self;
    /// Shifts left by 0 to 64 bits; a shift by 64 gives 0.
    fn up(self, by: u32) -> Self;
    /// Shifts right by 0 to 64 bits; a shift by 64 gives 0.
    fn down(self, by: u32) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// The products of the lower 32 bits of each lane.
    fn product(self, other: Self) -> Self;
    /// A mask: all ones in lanes where the words are equal, else 0.
    fn equals(self, other: Self) -> Self;
    /// A mask: all ones in lanes where `self` is greater, as signed numbers, else 0.
    fn exceeds(self, other: Self) -> Self;
    /// The number of bits set in each lane.
    fn ones(self) -> Self;
    /// Whether any bit of any lane is set.
    fn any(self) -> bool;
    /// The lanes whose word is not 0, one bit for each lane.
    fn occupied(&self) -> u32 {
        (0..Self::COUNT).fold(0, |all, lane| all | u32::from(self.get(lane) != 0) << lane)
    }
    fn get(&self, lane: usize) -> u64;
    fn put(&mut self, lane: usize, word: u64);

    #[inline(always)]
    fn zero() -> Self {
        Self::all(0)
    }
    #[inline(always)]
    fn not(self) -> Self {
        self.xor(Self::all(u64::MAX))
    }
    /// The lower 64 bits of the product with a word.
    #[inline(always)]
    fn times(self, factor: u64) -> Self {
        let crossed = self.down(32).product(Self::all(factor)).plus(self.product(Self::all(factor >> 32)));
        self.product(Self::all(factor)).plus(crossed.up(32))
    }
    #[inline(always)]
    fn at_least(self, other: Self) -> Self {
        other.exceeds(self).not()
    }
    /// A mask: all ones in lanes whose word is 0, else 0.
    #[inline(always)]
    fn is_zero(self) -> Self {
        self.equals(Self::zero())
    }
    /// `then` in lanes where the condition, a mask, is set, else `otherwise`.
    #[inline(always)]
    fn choose(condition: Self, then: Self, otherwise: Self) -> Self {
        otherwise.xor(then.xor(otherwise).and(condition))
    }
}

fn mask(is_true: bool) -> u64 {
    u64::from(is_true).wrapping_neg()
}

/// One lane.
#[derive(Clone, Copy, Default, Debug)]
#[repr(transparent)]
pub(crate) struct One(u64);

impl Vector for One {
    const COUNT: usize = 1;
    #[inline(always)]
    fn all(word: u64) -> Self {
        One(word)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        One(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        One(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        One(self.0 ^ other.0)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        One(self.0 & !other.0)
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        One(self.0.checked_shl(by).unwrap_or(0))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        One(self.0.checked_shr(by).unwrap_or(0))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        One(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        One(self.0.wrapping_sub(other.0))
    }
    #[inline(always)]
    fn product(self, other: Self) -> Self {
        One((self.0 & 0xffff_ffff) * (other.0 & 0xffff_ffff))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        One(mask(self.0 == other.0))
    }
    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        One(mask(self.0 as i64 > other.0 as i64))
    }
    #[inline(always)]
    fn ones(self) -> Self {
        One(self.0.count_ones().into())
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.0 != 0
    }
    #[inline(always)]
    fn get(&self, _: usize) -> u64 {
        self.0
    }
    #[inline(always)]
    fn put(&mut self, _: usize, word: u64) {
        self.0 = word;
    }
}

/// The storage of `Eight`: with AVX2, vector registers, since an array would pass through memory with every operation.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
type EightWords = [std::arch::x86_64::__m256i; 2];
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
type EightWords = [u64; 8];

/// Eight lanes, which fill a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Eight(EightWords);

impl Default for Eight {
    fn default() -> Self {
        wide::all(0)
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use avx2 as wide;

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
mod wide {
    use super::{Eight, mask};

    #[inline(always)]
    pub(super) fn get(x: &Eight, lane: usize) -> u64 {
        x.0[lane & 7]
    }
    #[inline(always)]
    pub(super) fn put(x: &mut Eight, lane: usize, word: u64) {
        x.0[lane & 7] = word;
    }

    #[inline(always)]
    fn one(x: Eight, f: impl Fn(u64) -> u64) -> Eight {
        let mut out = Eight([0; 8]);
        for i in 0..8 {
            out.0[i] = f(x.0[i]);
        }
        out
    }

    #[inline(always)]
    fn two(x: Eight, y: Eight, f: impl Fn(u64, u64) -> u64) -> Eight {
        let mut out = Eight([0; 8]);
        for i in 0..8 {
            out.0[i] = f(x.0[i], y.0[i]);
        }
        out
    }

    macro_rules! of_two {
        ($($name:ident $f:expr;)*) => { $(
            #[inline(always)]
            pub(super) fn $name(x: Eight, y: Eight) -> Eight {
                two(x, y, $f)
            }
        )* };
    }
    of_two! {
        and |x, y| x & y;
        or |x, y| x | y;
        xor |x, y| x ^ y;
        not_and |x, y| !x & y;
        add u64::wrapping_add;
        subtract u64::wrapping_sub;
        product |x, y| (x & 0xffff_ffff) * (y & 0xffff_ffff);
        equal |x, y| mask(x == y);
        greater |x, y| mask(x as i64 > y as i64);
    }

    #[inline(always)]
    pub(super) fn up(x: Eight, by: u32) -> Eight {
        one(x, |x| x.checked_shl(by).unwrap_or(0))
    }
    #[inline(always)]
    pub(super) fn down(x: Eight, by: u32) -> Eight {
        one(x, |x| x.checked_shr(by).unwrap_or(0))
    }
    #[inline(always)]
    pub(super) fn all(word: u64) -> Eight {
        Eight([word; 8])
    }
    #[inline(always)]
    pub(super) fn ones(x: Eight) -> Eight {
        one(x, |x| x.count_ones().into())
    }
    #[inline(always)]
    pub(super) fn any(x: Eight) -> bool {
        x.0.iter().fold(0, |all, &word| all | word) != 0
    }
}

impl Vector for Eight {
    const COUNT: usize = 8;
    #[inline(always)]
    fn all(word: u64) -> Self {
        wide::all(word)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        wide::and(self, other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        wide::or(self, other)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        wide::xor(self, other)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        wide::not_and(other, self)
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        wide::up(self, by)
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        wide::down(self, by)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        wide::add(self, other)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        wide::subtract(self, other)
    }
    #[inline(always)]
    fn product(self, other: Self) -> Self {
        wide::product(self, other)
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        wide::equal(self, other)
    }
    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        wide::greater(self, other)
    }
    #[inline(always)]
    fn ones(self) -> Self {
        wide::ones(self)
    }
    #[inline(always)]
    fn any(self) -> bool {
        wide::any(self)
    }
    #[inline(always)]
    fn get(&self, lane: usize) -> u64 {
        wide::get(self, lane)
    }
    #[inline(always)]
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    fn occupied(&self) -> u32 {
        wide::occupied(self)
    }
    #[inline(always)]
    fn put(&mut self, lane: usize, word: u64) {
        wide::put(self, lane, word);
    }
}

/// Two vectors as one, for boards of one word: both fit the CPU's registers, and each operation is dispatched half as
/// often.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Pair<V>(V, V);

/// Methods of two vectors, half by half.
macro_rules! by_halves {
    ($($name:ident)*) => { $(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            Pair(self.0.$name(other.0), self.1.$name(other.1))
        }
    )* };
}

impl<V: Vector> Vector for Pair<V> {
    const COUNT: usize = 2 * V::COUNT;
    by_halves! { and or xor without plus minus product equals exceeds }
    #[inline(always)]
    fn all(word: u64) -> Self {
        Pair(V::all(word), V::all(word))
    }
    #[inline(always)]
    fn up(self, by: u32) -> Self {
        Pair(self.0.up(by), self.1.up(by))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        Pair(self.0.down(by), self.1.down(by))
    }
    #[inline(always)]
    fn ones(self) -> Self {
        Pair(self.0.ones(), self.1.ones())
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.0.or(self.1).any()
    }
    #[inline(always)]
    fn occupied(&self) -> u32 {
        self.0.occupied() | self.1.occupied() << V::COUNT
    }
    #[inline(always)]
    fn get(&self, lane: usize) -> u64 {
        if lane < V::COUNT { self.0.get(lane) } else { self.1.get(lane - V::COUNT) }
    }
    #[inline(always)]
    fn put(&mut self, lane: usize, word: u64) {
        if lane < V::COUNT { self.0.put(lane, word) } else { self.1.put(lane - V::COUNT, word) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lusory_base::stream::Stream;

    type OfOne = fn(One, One, u32) -> One;

    /// `Eight` agrees with `One` in every lane, with AVX2 and without.
    #[test]
    fn eight_lanes_are_eight_times_one() {
        let mut stream = Stream::new(1, 2);
        for _ in 0..200 {
            let mut draw = || stream.bits() & if stream.bits() % 3 == 0 { 7 } else { u64::MAX };
            let (x, y): (Vec<u64>, Vec<u64>) = (0..8).map(|_| (draw(), draw())).unzip();
            let by = (draw() % 65) as u32;
            let (mut a, mut b) = (Eight::zero(), Eight::zero());
            (0..8).for_each(|lane| {
                a.put(lane, x[lane]);
                b.put(lane, y[lane]);
            });
            let pairs: [(Eight, OfOne); 12] = [
                (a.and(b), |x, y, _| x.and(y)),
                (a.or(b), |x, y, _| x.or(y)),
                (a.xor(b), |x, y, _| x.xor(y)),
                (a.without(b), |x, y, _| x.without(y)),
                (a.plus(b), |x, y, _| x.plus(y)),
                (a.minus(b), |x, y, _| x.minus(y)),
                (a.equals(b), |x, y, _| x.equals(y)),
                (a.exceeds(b), |x, y, _| x.exceeds(y)),
                (a.at_least(b), |x, y, _| x.at_least(y)),
                (a.ones(), |x, _, _| x.ones()),
                (a.up(by), |x, _, by| x.up(by)),
                (a.down(by), |x, _, by| x.down(by)),
            ];
            for (number, (eight, single)) in pairs.into_iter().enumerate() {
                for lane in 0..8 {
                    assert_eq!(eight.get(lane), single(One(x[lane]), One(y[lane]), by).0, "{number}");
                }
            }
            assert_eq!(a.and(b).any(), (0..8).any(|lane| x[lane] & y[lane] != 0));
        }
    }
}
