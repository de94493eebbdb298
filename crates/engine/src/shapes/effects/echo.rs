//! Points for a ply that goes on from the mover's last in a direction, where the enemy's last has a filled cell on the
//! other side.

use super::super::words::{Effects, Position};
use crate::bits::Bits;

/// Earn(1, when=Shift(Last(enemy, 1), -Heading(Last(own, 2), Last(own, 1), distance=1)) & neutral).
#[derive(Clone, Debug)]
pub struct Echo<const W: usize> {
    /// The neighbours of each place.
    pub near: Vec<Bits<W>>,
    /// For each place the cell on the way back of each direction; no cell is 64 * W - 1 or more... see `back`.
    pub back: Vec<[u16; 8]>,
    /// For each place the next cell in each direction.
    pub next: Vec<[u16; 8]>,
    /// The cell just filled does not count.
    pub before: bool,
}

/// No place.
pub const NOWHERE: u16 = u16::MAX;

/// The last cells of mover and enemy, and their points.
#[derive(Clone, Copy, Debug)]
pub struct Lasts {
    last: [u32; 2],
    points: [i32; 2],
}

impl Default for Lasts {
    fn default() -> Self {
        Lasts { last: [u32::MAX; 2], points: [0; 2] }
    }
}

impl<const W: usize> Effects<W> for Echo<W> {
    type Memo = Lasts;

    fn begin(&self, memo: &mut Lasts) {
        *memo = Lasts::default();
    }

    #[inline(always)]
    fn follow(&self, position: &mut Position<W>, memo: &mut Lasts) {
        let [mine, theirs] = memo.last;
        if mine != u32::MAX && Position::holds(&self.near[mine as usize % (64 * W)], position.to) {
            memo.points[0] += i32::from(self.echoes(position, mine, theirs));
        }
        memo.last[0] = position.to;
    }

    #[inline(always)]
    fn turn(&self, memo: &mut Lasts) {
        memo.last.swap(0, 1);
        memo.points.swap(0, 1);
    }

    #[inline(always)]
    fn lead(&self, memo: &Lasts) -> i32 {
        memo.points[0] - memo.points[1]
    }
}

impl<const W: usize> Echo<W> {
    #[inline(always)]
    fn echoes(&self, position: &Position<W>, mine: u32, theirs: u32) -> bool {
        let (next, back) = (&self.next[mine as usize % (64 * W)], &self.back[theirs as usize % (64 * W)]);
        let mut found = false;
        for way in 0..8 {
            let there = u32::from(back[way]);
            let filled = back[way] != NOWHERE
                && !Position::holds(&position.empty, there)
                && !(self.before && there == position.to);
            found |= u32::from(next[way]) == position.to && filled;
        }
        found
    }
}
