//! End parts of kernels that count: empty cells, captures, pieces on goals.

use super::super::parts::{Ends, Position, Verdict};

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
