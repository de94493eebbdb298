//! Ends that look back: plies without a placement, standings that come again.

use super::super::words::{Ends, Position, Verdict};
use crate::bits::Bits;

/// Draw(Quiet(n, without="placement")).
#[derive(Clone, Copy, Debug)]
pub struct Quiet {
    /// How many plies.
    pub n: u32,
    /// Its number.
    pub clause: u16,
}

impl<const W: usize> Ends<W> for Quiet {
    type Memo = u32;

    fn begin(&self, _: &Position<W>, memo: &mut u32) {
        *memo = 0;
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, memo: &mut u32, _: i32) -> Option<Verdict> {
        *memo = if position.placed { 0 } else { *memo + 1 };
        if *memo >= self.n { Some(Verdict::by(self.clause, 1)) } else { None }
    }
}

/// Draw(Repeats(n)).
///
/// Standings with as many empty cells are linked; only they can be the same. A ply that fills a cell for the first time
/// in the game, as most do, finds none to compare with.
#[derive(Clone, Copy, Debug)]
pub struct Repeats {
    /// How often the same standing must be seen.
    pub n: u32,
    /// Its number.
    pub clause: u16,
}

/// What has stood before a turn.
#[derive(Clone, Copy, Debug)]
struct Standing<const W: usize> {
    own: Bits<W>,
    enemy: Bits<W>,
    side: u32,
    /// The last one before with as many pieces.
    earlier: u32,
}

const NONE: u32 = u32::MAX;

/// All standings of a game.
#[derive(Clone, Debug, Default)]
pub struct Standings<const W: usize> {
    all: Vec<Standing<W>>,
    /// The last with each number of filled cells (counted as if there were 64 * W).
    last: Vec<u32>,
}

impl<const W: usize> Standings<W> {
    fn clear(&mut self) {
        self.all.clear();
        self.last.clear();
    }

    /// Notes what stands; how often has it by now?
    #[inline(always)]
    fn note(&mut self, own: Bits<W>, enemy: Bits<W>, side: u32, empty: u32) -> u32 {
        let filled = 64 * W - empty as usize;
        let number = self.all.len() as u32;
        if filled >= self.last.len() {
            self.last.resize(filled + 1, NONE);
        }
        let earlier = std::mem::replace(&mut self.last[filled], number);
        let (mut at, mut times) = (earlier, 1);
        while let Some(seen) = self.all.get(at as usize) {
            times += u32::from(seen.own == own && seen.enemy == enemy && seen.side == side);
            at = seen.earlier;
        }
        self.all.push(Standing { own, enemy, side, earlier });
        times
    }
}

impl<const W: usize> Ends<W> for Repeats {
    type Memo = Standings<W>;

    fn begin(&self, position: &Position<W>, memo: &mut Standings<W>) {
        memo.clear();
        memo.note(position.own, position.enemy, position.side, position.empty.count());
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, memo: &mut Standings<W>, _: i32) -> Option<Verdict> {
        // As the next side finds it.
        let times = memo.note(position.enemy, position.own, position.side ^ 1, position.empty.count());
        if times >= self.n { Some(Verdict::by(self.clause, 1)) } else { None }
    }

    fn swapped(&self, position: &Position<W>, memo: &mut Standings<W>) {
        // With other players to the sides nothing before is the same.
        memo.clear();
        memo.note(position.own, position.enemy, position.side, position.empty.count());
    }
}
