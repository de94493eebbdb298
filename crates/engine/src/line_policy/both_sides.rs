//! Line progress of both sides, brought up to one position after another.

use super::line_progress::{LineProgress, Stretches};
use crate::bits::Bits;

/// By side. `seen`: as the side itself sees it, blocked only by the other's public pieces. `real`: the full state.
#[derive(Clone, Debug, Default)]
struct Both {
    seen: [LineProgress; 2],
    real: [LineProgress; 2],
}

/// The pieces of each side, and those that everybody sees.
type Pieces<const W: usize> = ([Bits<W>; 2], [Bits<W>; 2]);

/// Line progress of both sides.
#[derive(Clone, Debug, Default)]
pub struct BothSides<const W: usize> {
    now: Both,
    /// The position of `now`.
    position: Option<Pieces<W>>,
    base: Both,
    /// A position from which it is not far to those that are looked at next: the root of a search, say.
    base_position: Option<Pieces<W>>,
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

/// Whether all pieces of one position are in another, and the public ones public there.
fn within<const W: usize>(one: &Pieces<W>, other: &Pieces<W>) -> bool {
    let all = |one: &[Bits<W>; 2], other: &[Bits<W>; 2]| one[0].within(other[0]) && one[1].within(other[1]);
    all(&one.0, &other.0) && all(&one.1, &other.1)
}

impl<const W: usize> BothSides<W> {
    /// Moves to a position. Only the difference to the last one is applied, or to the base: successive positions share
    /// most pieces.
    pub fn look(&mut self, all: &Stretches, pieces: [Bits<W>; 2], shown: [Bits<W>; 2]) {
        let position = (pieces, shown);
        let last = self.position.filter(|last| within(last, &position));
        let from = last.unwrap_or_else(|| self.return_to_base(all, &position));
        let new = |now: [Bits<W>; 2], then: [Bits<W>; 2]| [now[0] & !then[0], now[1] & !then[1]];
        self.now.put_all(all, new(pieces, from.0), new(shown, from.1));
        self.position = Some(position);
    }

    /// Makes the base the position of `now`; the base is this position itself where the last one is not on the way to it.
    fn return_to_base(&mut self, all: &Stretches, position: &Pieces<W>) -> Pieces<W> {
        let base = self.base_position.filter(|base| within(base, position)).unwrap_or_else(|| {
            self.base.clear(all);
            self.base.put_all(all, position.0, position.1);
            *self.base_position.insert(*position)
        });
        self.now.copy(&self.base);
        base
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
        let other = [Bits::EMPTY, Bits::bit(11)];
        sight.look(&all, other, [Bits::EMPTY; 2]);
        assert_eq!(sight.seen(0).worth(12), before);
        assert!(sight.real(0).worth(12) < before);
        sight.look(&all, other, other);
        assert_eq!(sight.seen(0).worth(12), sight.real(0).worth(12));
    }
}
