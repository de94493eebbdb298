//! Draws one ply of all on offer, with equal chances: counting and selecting in sets, never from a list.

use crate::bank::Bank;
use crate::rows::Row;
use crate::select_bit::select;
use crate::vector::Vector;
use lusory_compile::program::Register;

/// A member of a group: the number of the group, and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GroupMember {
    pub group: usize,
    pub place: u32,
}

/// Rows of `Bank::scratch`: the word drawn from, the rank in it, and how many members there are up to each word.
const WORD: usize = 0;
const RANK: usize = 1;
const WITHIN: usize = 2;
const UP_TO: usize = 3;

impl<V: Vector, const W: usize, const C: usize> Bank<V, W, C> {
    /// Passes over the lanes by vectors and by words in turn, each a function of its own: mixed in one loop, no part of it
    /// would become vector code.
    pub fn draw(&mut self, groups: &[Register], when: Option<Register>, hits: &[Register], none: Register) {
        self.count_members(groups, none);
        match when {
            Some(when) => self.advance_streams(|memory, chunk| memory[when as usize][chunk]),
            None => self.advance_streams(|_, _| V::all(u64::MAX)),
        }
        ranks(&mut self.scratch);
        self.find_words(groups);
        select_members(&mut self.scratch);
        self.spread_hits(hits);
    }

    /// How many subsets a set has in each lane.
    pub fn count_subsets(&mut self, of: Register, subsets: Register) {
        let memory = &mut self.memory;
        for chunk in 0..C {
            let rows = &memory[of as usize..][..W];
            let members = rows.iter().fold(V::zero(), |members, row| members.plus(row[chunk].ones()));
            for lane in 0..V::COUNT {
                let count = 1u64.checked_shl(members.get(lane) as u32).unwrap_or(u64::MAX);
                memory[subsets as usize][chunk].put(lane, count);
            }
        }
    }

    /// Draws a subset of a set in the lanes where the condition holds.
    pub fn scatter(&mut self, of: Register, when: Option<Register>, out: Register) {
        for word in 0..W as u32 {
            for chunk in 0..C {
                let when = when.map_or(V::all(u64::MAX), |when| self.memory[when as usize][chunk]);
                let bits = self.bits(chunk, when);
                self.memory[(out + word) as usize][chunk] = self.memory[(of + word) as usize][chunk].and(bits);
            }
        }
        // An answer is told as the first of them, whatever it shows (`drawn`).
        for (row, word) in [(WORD, 1), (RANK, 0), (UP_TO, 1)] {
            self.scratch[row].fill(V::all(word));
        }
    }

    /// Every lane gets the member that it is given; of those that are given none, nothing is drawn.
    pub fn take(&mut self, groups: &[Register], hits: &[Register], none: Register, prescribed: &[Option<GroupMember>]) {
        self.count_members(groups, none);
        for &hit in hits {
            self.memory[hit as usize..][..W].fill([V::zero(); C]);
        }
        for (lane, choice) in prescribed.iter().enumerate() {
            if let Some(&hit) = choice.as_ref().and_then(|choice| hits.get(choice.group)) {
                let place = choice.map_or(0, |choice| choice.place);
                self.put_word(hit as usize + place as usize / 64, lane, 1 << (place % 64));
            }
        }
    }

    /// What the last draw took in a lane, of so many groups.
    #[inline(always)]
    pub fn drawn(&self, lane: usize, groups: usize) -> GroupMember {
        if let Some((word, bit)) = self.drawn {
            return GroupMember { group: word / W, place: (word % W) as u32 * 64 + bit.trailing_zeros().min(63) };
        }
        let word = |row: usize| self.scratch[row][lane / V::COUNT].get(lane % V::COUNT);
        let rank = word(RANK);
        let last = (groups * W).saturating_sub(1);
        let at = (0..last).find(|at| rank < word(UP_TO + at)).unwrap_or(last);
        GroupMember { group: at / W, place: (at % W) as u32 * 64 + word(WORD).trailing_zeros().min(63) }
    }

    /// How many members there are up to each word.
    #[inline(never)]
    fn count_members(&mut self, groups: &[Register], none: Register) {
        let (memory, scratch) = (&mut self.memory[..], &mut self.scratch[..]);
        let mut total = [V::zero(); C];
        for (&group, up_to) in groups.iter().zip(scratch[UP_TO..].chunks_exact_mut(W)) {
            for (row, up_to) in memory[group as usize..][..W].iter().zip(up_to) {
                for chunk in 0..C {
                    total[chunk] = total[chunk].plus(row[chunk].ones());
                    up_to[chunk] = total[chunk];
                }
            }
        }
        for chunk in 0..C {
            memory[none as usize][chunk] = total[chunk].is_zero();
            scratch[WITHIN][chunk] = total[chunk];
        }
    }

    /// The next 64 bits of every stream where the condition holds.
    #[inline(always)]
    fn advance_streams(&mut self, when: impl Fn(&[Row<V, C>], usize) -> V) {
        for chunk in 0..C {
            let when = when(&self.memory, chunk);
            let bits = self.bits(chunk, when);
            self.scratch[RANK][chunk] = bits;
        }
    }

    /// The next 64 bits of the streams of a chunk (xoshiro256++).
    #[inline(always)]
    fn bits(&mut self, chunk: usize, when: V) -> V {
        let [a, b, c, d] = self.streams.each_ref().map(|words| words[chunk]);
        let sum = a.plus(d);
        let draw = sum.up(23).or(sum.down(41)).plus(a);
        let (c, d) = (c.xor(a), d.xor(b));
        let next = [a.xor(d), b.xor(c), c.xor(b.up(17)), d.up(45).or(d.down(19))];
        for (words, next) in self.streams.iter_mut().zip(next) {
            words[chunk] = V::choose(when, next, words[chunk]);
        }
        draw
    }

    /// The word that holds the member of this rank, and its rank within the word.
    #[inline(never)]
    fn find_words(&mut self, groups: &[Register]) {
        let (memory, scratch) = (&self.memory[..], &mut self.scratch[..]);
        for chunk in 0..C {
            let rank = scratch[RANK][chunk];
            let (mut word, mut base, mut before) = (V::zero(), V::zero(), V::all(u64::MAX));
            for (&group, up_to) in groups.iter().zip(scratch[UP_TO..].chunks_exact(W)) {
                for (row, up_to) in memory[group as usize..][..W].iter().zip(up_to) {
                    let after = rank.at_least(up_to[chunk]);
                    word = word.or(row[chunk].and(before.xor(after)));
                    base = V::choose(after, up_to[chunk], base);
                    before = after;
                }
            }
            scratch[WORD][chunk] = word;
            scratch[WITHIN][chunk] = rank.minus(base);
        }
    }

    /// Puts what was drawn where it belongs.
    #[inline(never)]
    fn spread_hits(&mut self, hits: &[Register]) {
        let (memory, scratch) = (&mut self.memory[..], &self.scratch[..]);
        let mut before = [V::all(u64::MAX); C];
        for (&hit, up_to) in hits.iter().zip(scratch[UP_TO..].chunks_exact(W)) {
            for (row, up_to) in memory[hit as usize..][..W].iter_mut().zip(up_to) {
                for chunk in 0..C {
                    let after = scratch[RANK][chunk].at_least(up_to[chunk]);
                    row[chunk] = scratch[WORD][chunk].and(before[chunk].xor(after));
                    before[chunk] = after;
                }
            }
        }
    }
}

/// A rank below the number of members `n`: `n` times 32 random bits, without the lower half. (Chances of two ranks differ by
/// at most `n` parts in 2³²: for 400 plies a ten-millionth, which no number of games that can be played tells.)
#[inline(never)]
fn ranks<V: Vector, const C: usize>(scratch: &mut [Row<V, C>]) {
    let all = scratch[WITHIN];
    for (bits, all) in scratch[RANK].iter_mut().zip(all) {
        *bits = bits.down(32).product(all).down(32);
    }
}

#[inline(never)]
fn select_members<V: Vector, const C: usize>(scratch: &mut [Row<V, C>]) {
    let ranks = scratch[WITHIN];
    for (word, rank) in scratch[WORD].iter_mut().zip(ranks) {
        for lane in 0..V::COUNT {
            let positions = select(word.get(lane), rank.get(lane));
            word.put(lane, positions);
        }
    }
}
