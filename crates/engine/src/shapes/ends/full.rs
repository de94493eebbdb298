//! A board without an empty cell.

use super::super::words::{Ends, Position, Verdict};

/// Draw(No(empty)), or Draw(NoPly()) where every empty cell is a ply.
#[derive(Clone, Copy, Debug)]
pub struct Full {
    /// Its number.
    pub clause: u16,
}

impl<const W: usize> Ends<W> for Full {
    type Memo = ();

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), _: i32) -> Option<Verdict> {
        if position.empty.any() { None } else { Some(Verdict::by(self.clause, 1)) }
    }
}

/// Most(Score(own), when=No(empty)).
#[derive(Clone, Copy, Debug)]
pub struct MostPoints {
    /// Its number.
    pub clause: u16,
}

impl<const W: usize> Ends<W> for MostPoints {
    type Memo = ();

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), lead: i32) -> Option<Verdict> {
        if position.empty.any() { None } else { Some(Verdict::most(self.clause, lead)) }
    }
}
