//! Playout observers of kernels: counters, a list of ids, or an audience. Each is inlined into the kernel's loop; the
//! no-op one compiles away.

use super::tally::Tally;
use crate::bits::Bits;
use crate::observer::{Heard, PlayoutObserver, Tape};
use crate::state::Reason;
use crate::totals::Results;

/// Observer of plies.
pub trait Listener {
    /// Does it want to know whose every piece is?
    const PIECES: bool = false;
    /// Is an immediate win taken, that of the other side stopped, and neither given away?
    #[inline(always)]
    fn wise(&self) -> bool {
        false
    }
    /// A ply was made: its id, and what is told of it. Neither is found out where nobody asks.
    fn hear(&mut self, id: impl FnOnce() -> u32, ply: impl FnOnce() -> Heard);
}

impl Listener for () {
    #[inline(always)]
    fn hear(&mut self, _: impl FnOnce() -> u32, _: impl FnOnce() -> Heard) {}
}

/// Observer for searches: records the ids of plies on request.
pub struct Told<'a> {
    /// They are added here.
    pub plies: Option<&'a mut Vec<u32>>,
    /// See `Listener::wise`.
    pub wise: bool,
}

impl Listener for Told<'_> {
    #[inline(always)]
    fn wise(&self) -> bool {
        self.wise
    }
    #[inline(always)]
    fn hear(&mut self, id: impl FnOnce() -> u32, _: impl FnOnce() -> Heard) {
        if let Some(plies) = &mut self.plies {
            plies.push(id());
        }
    }
}

impl Listener for Tape {
    const PIECES: bool = true;
    #[inline(always)]
    fn hear(&mut self, id: impl FnOnce() -> u32, ply: impl FnOnce() -> Heard) {
        self.note(id, ply());
    }
}

/// Observer of games.
pub trait Book<const W: usize> {
    /// Hears the plies of one.
    type Ear: Listener + Default;
    /// The game with this number begins.
    fn begin(&self, ear: &mut Self::Ear, number: u64);
    /// A game is over after so many plies; half points of the first player.
    fn over(&mut self, ear: &Self::Ear, pieces: impl FnOnce() -> [Bits<W>; 3], length: u32, halves: u8, reason: Reason);
    /// A game was cut off; so many plies of it count.
    fn cut(&mut self, ear: &Self::Ear, length: u32);
}

impl<const W: usize> Book<W> for Tally {
    type Ear = ();
    #[inline(always)]
    fn begin(&self, (): &mut (), _: u64) {}
    #[inline(always)]
    fn over(&mut self, (): &(), _: impl FnOnce() -> [Bits<W>; 3], length: u32, halves: u8, reason: Reason) {
        self.add(length, halves, reason);
    }
    fn cut(&mut self, (): &(), length: u32) {
        Tally::cut(self, length);
    }
}

impl<const W: usize> Book<W> for &mut dyn PlayoutObserver {
    type Ear = Tape;
    #[inline(always)]
    fn begin(&self, tape: &mut Tape, number: u64) {
        tape.begin(number);
    }
    #[inline(always)]
    fn over(&mut self, tape: &Tape, pieces: impl FnOnce() -> [Bits<W>; 3], length: u32, halves: u8, reason: Reason) {
        let ended = Some((Results::of_halves(halves), reason));
        self.game(&tape.played(length, ended, &pieces().each_ref().map(|set| set.0.as_slice())));
    }
    fn cut(&mut self, tape: &Tape, length: u32) {
        self.game(&tape.played(length, None, &[]));
    }
}
