//! Traits of the parts of kernels (moves, effects, ends): small tables with a few functions, inlined into the loop.

use crate::bits::Bits;
use crate::state::{EndReason, State};
use crate::stream::Stream;

/// A position of a random game of two sides, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<const W: usize> {
    /// The pieces of the side to move; while a ply is judged, of the side that made it.
    pub own: Bits<W>,
    /// Those of the other side.
    pub enemy: Bits<W>,
    /// Cells without any piece.
    pub empty: Bits<W>,
    /// The destination of the ply.
    pub to: u32,
    /// The neighbours of that cell, where the moves know that an effect asks for them.
    pub near: Bits<W>,
    /// The side to move, 0 or 1.
    pub side: u32,
}

impl<const W: usize> Position<W> {
    /// Puts an own piece on an empty cell.
    #[inline(always)]
    pub fn place(&mut self, to: u32) {
        let bit = Bits::bit(to);
        self.own |= bit;
        self.empty = self.empty ^ bit;
        self.to = to;
    }

    /// Whether the number is a cell of the set. Without a branch; numbers beyond the last word are taken for smaller
    /// ones.
    #[inline(always)]
    #[must_use]
    pub fn holds(set: &Bits<W>, index: u32) -> bool {
        set.0[(index >> 6) as usize % W] >> (index & 63) & 1 != 0
    }
}

/// A ply that was made, decoded from its id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// The part of the turn that offered it, numbered as the word lists them.
    pub part: u32,
    /// The destination.
    pub to: u32,
}

/// The legal plies: a count, and numbers below it that select one.
pub trait Offer: Copy {
    /// How many plies there are.
    fn count(&self) -> u32;
}

/// The move part of a kernel.
pub trait Moves<const W: usize>: Send + Sync {
    /// The legal plies of a position.
    type Offer: Offer;
    /// State kept from ply to ply.
    type Memo: Clone + Default + Send;
    /// Whether the part needs the owners of pieces.
    const PIECES: bool = true;
    /// Whether plies can capture pieces.
    const TAKES: bool = Self::PIECES;

    /// A game begins. Where the first ply is a chance ply it is drawn and made here.
    fn begin(&self, _position: &mut Position<W>, _memo: &mut Self::Memo, _stream: &mut Stream) -> Option<Made> {
        None
    }
    /// Loads the state kept, for a game resumed at a position.
    fn resume(&self, _position: &Position<W>, _memo: &mut Self::Memo) {}
    /// The neighbours of a cell, where an effect asks for them.
    fn near(&self, _place: u32) -> Bits<W> {
        Bits::EMPTY
    }
    /// Generates the legal plies of the side to move.
    fn offer(&self, position: &Position<W>, memo: &Self::Memo) -> Self::Offer;
    /// Plays the ply with this number.
    fn play(&self, position: &mut Position<W>, memo: &mut Self::Memo, offer: &Self::Offer, number: u32) -> Made;
    /// The id of a ply.
    fn id(&self, made: Made) -> u32;
}

/// The effect part of a kernel.
pub trait Effects<const W: usize>: Send + Sync {
    /// State kept from ply to ply.
    type Memo: Clone + Default + Send;
    /// Whether the part needs the owners of pieces.
    const PIECES: bool = true;
    /// Resets the state kept for a new game.
    fn begin(&self, _memo: &mut Self::Memo) {}
    /// Loads the state kept, for a game resumed at a state. `near`: the neighbours of a cell.
    fn resume(&self, _state: &State<W>, _near: &dyn Fn(u32) -> Bits<W>, memo: &mut Self::Memo) {
        self.begin(memo);
    }
    /// Applies the effects.
    fn follow(&self, position: &mut Position<W>, memo: &mut Self::Memo);
    /// The number that an end needs from the effects, for the side to move.
    #[inline(always)]
    fn measure(&self, _memo: &Self::Memo, _side: u32) -> i32 {
        0
    }
}

/// No effects.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl<const W: usize> Effects<W> for Nothing {
    type Memo = ();
    const PIECES: bool = false;
    #[inline(always)]
    fn follow(&self, _: &mut Position<W>, (): &mut ()) {}
}

/// The result of a game for the mover, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// 0 a loss, 1 a draw, 2 a win.
    pub halves: u8,
    /// The reason for the result.
    pub reason: EndReason,
}

impl Verdict {
    /// A clause ends the game with these half points for the mover.
    #[inline(always)]
    #[must_use]
    pub fn by((clause, halves): (u16, u8)) -> Self {
        Verdict { halves, reason: EndReason::End(clause) }
    }

    /// The side with more wins. `lead`: the mover's number less the other side's.
    #[inline(always)]
    #[must_use]
    pub fn most(clause: u16, lead: i32) -> Self {
        Self::by((clause, (1 + lead.signum()) as u8))
    }
}

/// The end part of a kernel.
pub trait Ends<const W: usize>: Send + Sync {
    /// State kept from ply to ply.
    type Memo: Clone + Default + Send;
    /// Whether the part needs the owners of pieces.
    const PIECES: bool = true;
    /// Whether searches use the kernel: no program is nearly as fast.
    const SEARCHES: bool = false;

    /// Resets the state kept for a new game.
    fn begin(&self, _position: &Position<W>, _memo: &mut Self::Memo) {}
    /// Loads the state kept, for a game resumed at a state.
    fn resume(&self, position: &Position<W>, _state: &State<W>, memo: &mut Self::Memo) {
        self.begin(position, memo);
    }
    /// Tests the ends after a ply and its effects. `measure`: the number from the effects.
    fn judge(&self, position: &Position<W>, memo: &mut Self::Memo, measure: i32) -> Option<Verdict>;
    /// The result of `judge`, without updating the state kept.
    fn peek(&self, position: &Position<W>, memo: &Self::Memo, measure: i32) -> Option<Verdict> {
        self.judge(position, &mut memo.clone(), measure)
    }
    /// Updates the state kept after an exchange of sides.
    fn swapped(&self, _position: &Position<W>, _memo: &mut Self::Memo) {}
}

/// An optional end.
impl<const W: usize, E: Ends<W>> Ends<W> for Option<E> {
    type Memo = E::Memo;
    const PIECES: bool = E::PIECES;

    fn begin(&self, position: &Position<W>, memo: &mut Self::Memo) {
        if let Some(end) = self {
            end.begin(position, memo);
        }
    }

    fn resume(&self, position: &Position<W>, state: &State<W>, memo: &mut Self::Memo) {
        if let Some(end) = self {
            end.resume(position, state, memo);
        }
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, memo: &mut Self::Memo, measure: i32) -> Option<Verdict> {
        self.as_ref().and_then(|end| end.judge(position, memo, measure))
    }

    fn peek(&self, position: &Position<W>, memo: &Self::Memo, measure: i32) -> Option<Verdict> {
        self.as_ref().and_then(|end| end.peek(position, memo, measure))
    }

    fn swapped(&self, position: &Position<W>, memo: &mut Self::Memo) {
        if let Some(end) = self {
            end.swapped(position, memo);
        }
    }
}

impl<const W: usize, A: Ends<W>, B: Ends<W>> Ends<W> for (A, B) {
    type Memo = (A::Memo, B::Memo);
    const PIECES: bool = A::PIECES || B::PIECES;
    const SEARCHES: bool = A::SEARCHES;

    fn begin(&self, position: &Position<W>, memo: &mut Self::Memo) {
        self.0.begin(position, &mut memo.0);
        self.1.begin(position, &mut memo.1);
    }

    fn resume(&self, position: &Position<W>, state: &State<W>, memo: &mut Self::Memo) {
        self.0.resume(position, state, &mut memo.0);
        self.1.resume(position, state, &mut memo.1);
    }

    #[inline(always)]
    fn judge(&self, position: &Position<W>, memo: &mut Self::Memo, measure: i32) -> Option<Verdict> {
        let first = self.0.judge(position, &mut memo.0, measure);
        if first.is_some() { first } else { self.1.judge(position, &mut memo.1, measure) }
    }

    fn peek(&self, position: &Position<W>, memo: &Self::Memo, measure: i32) -> Option<Verdict> {
        self.0.peek(position, &memo.0, measure).or_else(|| self.1.peek(position, &memo.1, measure))
    }

    fn swapped(&self, position: &Position<W>, memo: &mut Self::Memo) {
        self.0.swapped(position, &mut memo.0);
        self.1.swapped(position, &mut memo.1);
    }
}
