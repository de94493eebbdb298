//! End parts of kernels that count: empty cells, captures, pieces on goals.

use super::super::parts::{Ends, Position, Verdict};
use crate::bits::Bits;

/// Draw(No(empty)), or Draw(NoPly()) where every empty cell is a ply.
#[derive(Clone, Copy, Debug)]
pub struct Full {
    /// The clause, and the mover's half points.
    pub end: (u16, u8),
}

impl<const W: usize> Ends<W> for Full {
    type Memo = ();
    const PIECES: bool = false;

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), _: i32) -> Option<Verdict> {
        if position.empty.any() { None } else { Some(Verdict::by(self.end)) }
    }
}

/// Most(Score(own), when=No(empty)); the effects provide the mover's lead.
#[derive(Clone, Copy, Debug)]
pub struct MostPoints {
    /// Its number.
    pub clause: u16,
}

impl<const W: usize> Ends<W> for MostPoints {
    type Memo = ();
    const PIECES: bool = false;

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), measure: i32) -> Option<Verdict> {
        if position.empty.any() { None } else { Some(Verdict::most(self.clause, measure)) }
    }
}

/// Win(Captured(own) >= n); the effects provide the mover's captures.
#[derive(Clone, Copy, Debug)]
pub struct Enough {
    /// How many.
    pub n: i32,
    /// The clause, and the mover's half points.
    pub end: (u16, u8),
}

impl<const W: usize> Ends<W> for Enough {
    type Memo = ();
    const PIECES: bool = false;

    #[inline(always)]
    fn judge(&self, _: &Position<W>, (): &mut (), measure: i32) -> Option<Verdict> {
        if measure >= self.n { Some(Verdict::by(self.end)) } else { None }
    }
}

/// Win(own & goal), the goal being fixed for each side.
#[derive(Clone, Copy, Debug)]
pub struct Reached<const W: usize> {
    /// One per side.
    pub goals: [Bits<W>; 2],
    /// The clause, and the mover's half points.
    pub end: (u16, u8),
}

impl<const W: usize> Ends<W> for Reached<W> {
    type Memo = ();

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), _: i32) -> Option<Verdict> {
        let pieces_there = position.own & self.goals[position.side as usize & 1];
        if pieces_there.any() { Some(Verdict::by(self.end)) } else { None }
    }
}

/// Win(No(enemy)).
#[derive(Clone, Copy, Debug)]
pub struct Wiped {
    /// The clause, and the mover's half points.
    pub end: (u16, u8),
}

impl<const W: usize> Ends<W> for Wiped {
    type Memo = ();

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), _: i32) -> Option<Verdict> {
        if position.enemy.any() { None } else { Some(Verdict::by(self.end)) }
    }
}
