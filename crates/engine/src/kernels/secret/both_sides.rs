//! Line progress of both sides, in a game resumed from a given position.

use super::line_progress::{LineProgress, Stretches};
use crate::bits::Bits;

/// By side. `seen`: as the side itself sees it, blocked only by the other's public pieces. `real`: the full state.
#[derive(Clone, Debug, Default)]
struct Both {
    seen: [LineProgress; 2],
    real: [LineProgress; 2],
}

/// Line progress of both sides.
#[derive(Clone, Debug)]
pub struct BothSides<const W: usize> {
    now: Both,
    /// A position from which it is not far to that which is taken up next: its pieces, those that everybody sees.
    base: Option<([Bits<W>; 2], [Bits<W>; 2])>,
    there: Both,
}

impl Both {
    fn clear(&mut self, all: &Stretches) {
        self.seen.iter_mut().chain(&mut self.real).for_each(|reach| all.clear(reach));
    }

    fn copy(&mut self, other: &Self) {
        let (mine, their_progress) = (self.seen.iter_mut().chain(&mut self.real), other.seen.iter().chain(&other.real));
        mine.zip(their_progress).for_each(|(mine, other)| mine.copy(other));
    }

    #[inline]
    fn put(&mut self, all: &Stretches, side: usize, place: u32) {
        all.add(&mut self.seen[side & 1], place);
        all.add(&mut self.real[side & 1], place);
        all.bar(&mut self.real[side & 1 ^ 1], place);
    }

    #[inline]
    fn show(&mut self, all: &Stretches, side: usize, place: u32) {
        all.bar(&mut self.seen[side & 1 ^ 1], place);
    }

    /// Adds all these pieces, of which `shown` are public.
    fn put_all<const W: usize>(&mut self, all: &Stretches, pieces: [Bits<W>; 2], shown: [Bits<W>; 2]) {
        for side in 0..2 {
            pieces[side].iter().for_each(|place| self.put(all, side, place));
            shown[side].iter().for_each(|place| self.show(all, side, place));
        }
    }
}

impl<const W: usize> Default for BothSides<W> {
    fn default() -> Self {
        BothSides { now: Both::default(), base: None, there: Both::default() }
    }
}

impl<const W: usize> BothSides<W> {
    /// Loads a position. Only the difference to the previous one is applied, since successive positions share most pieces.
    pub fn look(&mut self, all: &Stretches, pieces: [Bits<W>; 2], shown: [Bits<W>; 2]) {
        let within = |one: [Bits<W>; 2], other: [Bits<W>; 2]| one[0].within(other[0]) && one[1].within(other[1]);
        let near = self.base.filter(|(had, open)| within(*had, pieces) && within(*open, shown));
        let (had, open) = near.unwrap_or_else(|| {
            self.there.clear(all);
            self.there.put_all(all, pieces, shown);
            *self.base.insert((pieces, shown))
        });
        self.now.copy(&self.there);
        let new = |now: [Bits<W>; 2], then: [Bits<W>; 2]| [now[0] & !then[0], now[1] & !then[1]];
        self.now.put_all(all, new(pieces, had), new(shown, open));
    }

    /// Adds a secret piece of a side.
    #[inline]
    pub fn put(&mut self, all: &Stretches, side: usize, place: u32) {
        self.now.put(all, side, place);
    }

    /// Makes a side's piece public.
    #[inline]
    pub fn show(&mut self, all: &Stretches, side: usize, place: u32) {
        self.now.show(all, side, place);
    }

    /// The progress of a side from its own point of view.
    #[must_use]
    pub fn seen(&self, side: usize) -> &LineProgress {
        &self.now.seen[side & 1]
    }

    /// The progress of a side in the full state.
    #[must_use]
    pub fn real(&self, side: usize) -> &LineProgress {
        &self.now.real[side & 1]
    }
}

#[cfg(test)]
mod tests {
    use super::super::line_progress::tests::stretches;
    use super::*;
    use crate::stream::Stream;

    fn drawn(stream: &mut Stream, of: Bits<1>) -> Bits<1> {
        Bits([of.0[0] & stream.bits() & stream.bits() & 0x1ff_ffff])
    }

    fn worth(sight: &BothSides<1>) -> Vec<i64> {
        let reaches = (0..2).flat_map(|side| [sight.seen(side), sight.real(side)]);
        reaches.flat_map(|reach| (0..25).map(|place| reach.worth(place))).collect()
    }

    #[test]
    fn a_position_is_seen_the_same_whatever_was_looked_at_before() {
        let (mut stream, all, mut sight) = (Stream::new(9, 0), stretches(4, 3), BothSides::default());
        let mut pieces = [Bits::EMPTY; 2];
        for number in 0..300 {
            let extra_pieces = [0; 2].map(|_| drawn(&mut stream, Bits([u64::MAX])));
            pieces =
                if number % 5 == 0 { extra_pieces } else { [pieces[0] | extra_pieces[0], pieces[1] | extra_pieces[1]] };
            let shown = pieces.map(|pieces| drawn(&mut stream, pieces));
            let mut fresh = BothSides::default();
            fresh.look(&all, pieces, shown);
            sight.look(&all, pieces, shown);
            assert_eq!(worth(&sight), worth(&fresh));
        }
    }

    #[test]
    fn only_what_is_open_holds_a_side_up_in_its_own_eyes() {
        let (all, mut sight) = (stretches(4, 3), BothSides::<1>::default());
        sight.look(&all, [Bits::EMPTY; 2], [Bits::EMPTY; 2]);
        let before = sight.seen(0).worth(12);
        sight.put(&all, 1, 11);
        assert_eq!(sight.seen(0).worth(12), before);
        assert!(sight.real(0).worth(12) < before);
        sight.show(&all, 1, 11);
        assert_eq!(sight.seen(0).worth(12), sight.real(0).worth(12));
    }
}
