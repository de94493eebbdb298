//! Points for a ply that continues from the mover's last one in a direction, where the enemy's last one has a filled
//! cell on the other side.
//!
//! ```text
//!   p q      the mover filled p, then q: east;      b and o are p and q turned round
//!     o b    the enemy filled b in between, o is filled: a point
//! ```
//!
//! On boards where each direction adds its own constant, o is b + p - q.

use super::super::parts::{Effects, Position};
use crate::bits::Bits;
use crate::state::State;

/// Earn(1, when=Shift(Last(enemy, 1), -Heading(Last(own, 2), Last(own, 1), distance=1)) & neutral).
#[derive(Clone, Debug)]
pub struct Echo {
    /// The cell just filled does not count.
    pub before: bool,
}

/// The last cells of a side.
#[derive(Clone, Copy, Debug)]
struct Last<const W: usize> {
    cell: u32,
    /// The neighbours of that cell; none where the side has not played.
    near: Bits<W>,
    points: i32,
}

/// One per side.
#[derive(Clone, Copy, Debug)]
pub struct Lasts<const W: usize>([Last<W>; 2]);

impl<const W: usize> Default for Lasts<W> {
    fn default() -> Self {
        Lasts([Last { cell: 0, near: Bits::EMPTY, points: 0 }; 2])
    }
}

impl<const W: usize> Effects<W> for Echo {
    type Memo = Lasts<W>;
    const PIECES: bool = false;

    #[inline]
    fn begin(&self, memo: &mut Lasts<W>) {
        *memo = Lasts::default();
    }

    fn resume(&self, state: &State<W>, near: &dyn Fn(u32) -> Bits<W>, memo: &mut Lasts<W>) {
        *memo = Lasts::default();
        for (side, last) in memo.0.iter_mut().enumerate() {
            last.points = state.scores[side] as i32;
            if let Some(played) = state.lasts.iter().rev().find(|last| usize::from(last.side) == side) {
                (last.cell, last.near) = (played.place as u32, near(played.place as u32));
            }
        }
    }

    #[inline(always)]
    fn follow(&self, position: &mut Position<W>, memo: &mut Lasts<W>) {
        let (side, to) = (position.side as usize & 1, position.to);
        let (mine, theirs) = (memo.0[side], memo.0[side ^ 1]);
        let there = (64 * W as u32 + theirs.cell + mine.cell - to) % (64 * W as u32);
        let goes_on = Position::holds(&mine.near, to);
        let filled = Position::holds(&theirs.near, there) & !Position::holds(&position.empty, there);
        let points = mine.points + i32::from(goes_on & filled & !(self.before & (there == to)));
        memo.0[side] = Last { cell: to, near: position.near, points };
    }

    #[inline(always)]
    fn measure(&self, memo: &Lasts<W>, side: u32) -> i32 {
        memo.0[side as usize & 1].points - memo.0[side as usize & 1 ^ 1].points
    }
}
