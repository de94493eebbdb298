//! Bipartite matching on bit sets: a distinct member for each set, updated as sets and members are removed.

use crate::bits::Bits;

const NONE: u16 = u16::MAX;

/// A matching: a distinct member for each set. The caller keeps track of the sets and the free members.
#[derive(Debug)]
pub struct Matching<const W: usize> {
    /// The member matched to each set.
    member_of_set: Vec<u16>,
    /// The set that each member is matched to.
    set_of_member: Vec<u16>,
    matched: Bits<W>,
}

impl<const W: usize> Matching<W> {
    /// The empty matching of so many sets.
    #[must_use]
    pub fn new(sets: usize) -> Self {
        Matching { member_of_set: vec![NONE; sets], set_of_member: vec![NONE; 64 * W], matched: Bits::EMPTY }
    }

    /// Matches an unmatched set to a member among the `open` ones, reassigning others along an augmenting path if
    /// needed.
    pub fn augment(&mut self, sets: &[Bits<W>], open: Bits<W>, set: usize) -> bool {
        match (sets[set] & open & !self.matched).first() {
            Some(free) => {
                self.assign(set as u16, free as u16);
                true
            }
            None => self.augment_along_path(sets, open, set as u16),
        }
    }

    /// Searches the shortest augmenting path: each set takes the member of the next, the last a free one.
    fn augment_along_path(&mut self, sets: &[Bits<W>], open: Bits<W>, set: u16) -> bool {
        let (mut reached, mut queue, mut reached_from) = (Bits::EMPTY, vec![set], vec![NONE; 64 * W]);
        let mut next = 0;
        while let Some(&here) = queue.get(next) {
            next += 1;
            let new = sets[usize::from(here)] & open & !reached;
            new.iter().for_each(|member| reached_from[member as usize] = here);
            if let Some(free) = (new & !self.matched).first() {
                self.apply_path(&reached_from, free as u16);
                return true;
            }
            reached |= new;
            queue.extend(new.iter().map(|member| self.set_of_member[member as usize]));
        }
        false
    }

    /// Applies an augmenting path, from its free end back.
    fn apply_path(&mut self, reached_from: &[u16], free: u16) {
        let mut member = free;
        while member != NONE {
            let set = reached_from[usize::from(member)];
            let before = self.member_of_set[usize::from(set)];
            self.assign(set, member);
            member = before;
        }
    }

    fn assign(&mut self, set: u16, member: u16) {
        self.member_of_set[usize::from(set)] = member;
        self.set_of_member[usize::from(member)] = set;
        self.matched |= Bits::one(u32::from(member));
    }

    /// Removes a set and a member; true if all other matched sets still have a match. `open` is without the member;
    /// after `false` the matching is invalid.
    pub fn remove_pair(&mut self, sets: &[Bits<W>], open: Bits<W>, set: usize, member: u32) -> bool {
        let old_member = self.member_of_set.get_mut(set).map_or(NONE, |partner| std::mem::replace(partner, NONE));
        if old_member != NONE {
            self.release(old_member);
        }
        let displaced = self.set_of_member[member as usize];
        if displaced == NONE {
            return true;
        }
        self.release(member as u16);
        self.member_of_set[usize::from(displaced)] = NONE;
        self.augment(sets, open, usize::from(displaced))
    }

    fn release(&mut self, member: u16) {
        self.set_of_member[usize::from(member)] = NONE;
        self.matched &= !Bits::one(u32::from(member));
    }
}

impl<const W: usize> Clone for Matching<W> {
    fn clone(&self) -> Self {
        Matching {
            member_of_set: self.member_of_set.clone(),
            set_of_member: self.set_of_member.clone(),
            matched: self.matched,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.member_of_set.clone_from(&other.member_of_set);
        self.set_of_member.clone_from(&other.set_of_member);
        self.matched = other.matched;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    /// Brute force.
    fn by_hand(sets: &[u64], taken: u64) -> bool {
        let Some((&first, rest)) = sets.split_first() else { return true };
        (0..64).any(|m| (first & !taken) >> m & 1 != 0 && by_hand(rest, taken | 1 << m))
    }

    fn drawn(stream: &mut Stream, below: u64) -> u64 {
        stream.below(std::num::NonZeroU64::new(below).unwrap())
    }

    fn sets_of(words: &[u64]) -> Vec<Bits<1>> {
        words.iter().map(|&word| Bits([word])).collect()
    }

    fn saturated(sets: &[Bits<1>], open: Bits<1>) -> Option<Matching<1>> {
        let mut matching = Matching::new(sets.len());
        (0..sets.len()).all(|set| matching.augment(sets, open, set)).then_some(matching)
    }

    #[test]
    fn a_matching_is_found_where_there_is_one() {
        let (mut stream, mut counts) = (Stream::new(5, 0), [0, 0]);
        for _ in 0..3000 {
            let count = 1 + drawn(&mut stream, 6);
            let words: Vec<u64> = (0..count).map(|_| stream.bits() & stream.bits() & 0x7f).collect();
            let sets = sets_of(&words);
            let matching = saturated(&sets, Bits([0x7f]));
            assert_eq!(matching.is_some(), by_hand(&words, 0));
            counts[usize::from(matching.is_some())] += 1;
            let members = matching.map_or(Vec::new(), |matching| matching.member_of_set);
            assert!(members.iter().zip(&sets).all(|(&member, set)| set.has(u32::from(member))));
            let distinct: std::collections::HashSet<_> = members.iter().collect();
            assert_eq!(distinct.len(), members.len());
        }
        assert!(counts[0] > 300 && counts[1] > 300);
    }

    #[test]
    fn a_set_and_a_member_are_taken_out() {
        let (mut stream, mut counts) = (Stream::new(6, 0), [0, 0]);
        for _ in 0..3000 {
            let count = 2 + drawn(&mut stream, 5);
            let words: Vec<u64> = (0..count).map(|_| stream.bits() & stream.bits() & 0x7f).collect();
            let sets = sets_of(&words);
            let Some(mut matching) = saturated(&sets, Bits([0x7f])) else { continue };
            let mut left: Vec<usize> = (0..sets.len()).collect();
            let mut open = 0x7fu64;
            while !left.is_empty() {
                let set = left.remove(drawn(&mut stream, left.len() as u64) as usize);
                let member = drawn(&mut stream, 7) as u32;
                open &= !(1 << member);
                let rest: Vec<u64> = left.iter().map(|&set| words[set] & open).collect();
                let is_complete = matching.remove_pair(&sets, Bits([open]), set, member);
                assert_eq!(is_complete, by_hand(&rest, 0));
                counts[usize::from(is_complete)] += 1;
                if !is_complete {
                    break;
                }
            }
        }
        assert!(counts[0] > 300 && counts[1] > 300);
    }
}
