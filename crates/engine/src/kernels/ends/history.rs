//! End parts of kernels that depend on history: plies without a placement, repeated positions.

use super::super::parts::{Ends, Position, Verdict};
use crate::apply::packed_turn;
use crate::bits::Bits;
use crate::state::State;

/// Draw(Repeats(n)), where turns are single plies and a position cannot repeat without `least` plies in between.
#[derive(Clone, Copy, Debug)]
pub struct Repeats {
    /// How often the same standing must be seen.
    pub n: u32,
    /// The fewest plies after which it can be seen again: an even number, since the same side must be to move.
    pub least: u32,
    /// The clause, and the mover's half points.
    pub end: (u16, u8),
}

/// The standings of a game, one a ply.
///
/// Few must be compared. A position with more pieces than any before is new. One with as many as the maximum so far can
/// only equal positions since that maximum was reached.
#[derive(Clone, Debug, Default)]
pub struct Standings<const W: usize> {
    all: Vec<[Bits<W>; 2]>,
    most: u32,
    since: usize,
}

impl<const W: usize> Standings<W> {
    fn begin(&mut self, position: &Position<W>) {
        self.all.clear();
        self.most = 64 * W as u32 - position.empty.count();
        self.since = 0;
        self.all.push([position.own, position.enemy]);
    }

    /// Loads the standings since the last exchange of sides; the last one is the current position.
    fn resume(&mut self, position: &Position<W>, state: &State<W>) {
        self.all.clear();
        (self.most, self.since) = (0, 0);
        let now = packed_turn(state, position.side as usize);
        let (mine, theirs) = (now, now ^ 1);
        let standings = state.repetition_table.entries();
        for standing in standings.filter(|standing| standing.last().is_some_and(|&o| o == mine || o == theirs)) {
            let side = (standing.last() == Some(&mine)) == (position.side == 0);
            let plane = |plane: usize| Bits(std::array::from_fn(|w| standing.get(plane * W + w).copied().unwrap_or(0)));
            let pieces = if side { [plane(1), plane(2)] } else { [plane(2), plane(1)] };
            let filled = 64 * W as u32 - (position.own | position.enemy | position.empty).count()
                + (pieces[0] | pieces[1]).count();
            if filled > self.most {
                (self.most, self.since) = (filled, self.all.len());
            }
            self.all.push(pieces);
        }
    }

    /// Records the current standing; returns how often it has occurred.
    #[inline(always)]
    fn note(&mut self, pieces: [Bits<W>; 2], filled: u32, least: u32) -> u32 {
        let times = self.times(pieces, filled, least);
        if filled > self.most {
            (self.most, self.since) = (filled, self.all.len());
        }
        self.all.push(pieces);
        times
    }

    /// How often this standing would have occurred if it were the current one.
    #[inline(always)]
    fn times(&self, pieces: [Bits<W>; 2], filled: u32, least: u32) -> u32 {
        let now = self.all.len();
        let first = if filled == self.most { self.since } else { 0 };
        let first = if filled > self.most { now } else { first };
        let mut times = 1;
        let mut back = least as usize;
        while first + back <= now {
            let is_repeated =
                self.all.get(now - back).is_some_and(|earlier| (earlier[0] == pieces[0]) & (earlier[1] == pieces[1]));
            times += u32::from(is_repeated);
            back += 2;
        }
        times
    }
}

impl<const W: usize> Ends<W> for Repeats {
    type Memo = Standings<W>;

    fn begin(&self, position: &Position<W>, memo: &mut Standings<W>) {
        memo.begin(position);
    }

    fn resume(&self, position: &Position<W>, state: &State<W>, memo: &mut Standings<W>) {
        memo.resume(position, state);
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, memo: &mut Standings<W>, _: i32) -> Option<Verdict> {
        // From the point of view of the next side.
        let filled = 64 * W as u32 - position.empty.count();
        let times = memo.note([position.enemy, position.own], filled, self.least);
        if times >= self.n { Some(Verdict::by(self.end)) } else { None }
    }

    fn peek(&self, position: &Position<W>, memo: &Standings<W>, _: i32) -> Option<Verdict> {
        let filled = 64 * W as u32 - position.empty.count();
        let times = memo.times([position.enemy, position.own], filled, self.least);
        if times >= self.n { Some(Verdict::by(self.end)) } else { None }
    }

    fn swapped(&self, position: &Position<W>, memo: &mut Standings<W>) {
        // After an exchange of sides no earlier standing is equal.
        memo.begin(position);
    }
}
