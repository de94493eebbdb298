//! Playout observers of kernels: counters, a list of ids, or a full report. Each is inlined into the kernel's loop; the
//! no-op one compiles away.

use super::tally::Tally;
use crate::bits::Bits;
use crate::observer::{ObservedPly, PlayoutObserver, PlyTape};
use crate::results::Results;
use crate::state::EndReason;

/// Observer of plies.
pub trait PlyObserver {
    /// Whether the observer needs the owner of every piece.
    const PIECES: bool = false;
    /// Records a ply: its id and its description. Closures, so that the no-op observer computes neither.
    fn record(&mut self, id: impl FnOnce() -> u32, ply: impl FnOnce() -> ObservedPly);
}

impl PlyObserver for () {
    #[inline(always)]
    fn record(&mut self, _: impl FnOnce() -> u32, _: impl FnOnce() -> ObservedPly) {}
}

/// Observer for searches: records the ids of plies on request.
pub struct PlyIds<'a> {
    /// The list that ids are appended to, if any.
    pub plies: Option<&'a mut Vec<u32>>,
}

impl PlyObserver for PlyIds<'_> {
    #[inline(always)]
    fn record(&mut self, id: impl FnOnce() -> u32, _: impl FnOnce() -> ObservedPly) {
        if let Some(plies) = &mut self.plies {
            plies.push(id());
        }
    }
}

impl PlyObserver for PlyTape {
    const PIECES: bool = true;
    #[inline(always)]
    fn record(&mut self, id: impl FnOnce() -> u32, ply: impl FnOnce() -> ObservedPly) {
        self.push(id, ply());
    }
}

/// Observer of games.
pub trait GameObserver<const W: usize> {
    /// The observer of one game's plies.
    type Plies: PlyObserver + Default;
    /// The game with this number begins.
    fn begin(&self, ply_observer: &mut Self::Plies, number: u64);
    /// A game is over after so many plies; half points of the first player.
    fn over(
        &mut self,
        ply_observer: &Self::Plies,
        pieces: impl FnOnce() -> [Bits<W>; 3],
        length: u32,
        halves: u8,
        reason: EndReason,
    );
    /// A game was cut off; so many plies of it count.
    fn cut(&mut self, ply_observer: &Self::Plies, length: u32);
}

impl<const W: usize> GameObserver<W> for Tally {
    type Plies = ();
    #[inline(always)]
    fn begin(&self, (): &mut (), _: u64) {}
    #[inline(always)]
    fn over(&mut self, (): &(), _: impl FnOnce() -> [Bits<W>; 3], length: u32, halves: u8, reason: EndReason) {
        self.add(length, halves, reason);
    }
    fn cut(&mut self, (): &(), length: u32) {
        Tally::cut(self, length);
    }
}

impl<const W: usize> GameObserver<W> for &mut dyn PlayoutObserver {
    type Plies = PlyTape;
    #[inline(always)]
    fn begin(&self, tape: &mut PlyTape, number: u64) {
        tape.begin(number);
    }
    #[inline(always)]
    fn over(
        &mut self,
        tape: &PlyTape,
        pieces: impl FnOnce() -> [Bits<W>; 3],
        length: u32,
        halves: u8,
        reason: EndReason,
    ) {
        let ended = Some((Results::of_halves(halves), reason));
        self.game(&tape.finish(length, ended, &pieces().each_ref().map(|set| set.0.as_slice())));
    }
    fn cut(&mut self, tape: &PlyTape, length: u32) {
        self.game(&tape.finish(length, None, &[]));
    }
}
