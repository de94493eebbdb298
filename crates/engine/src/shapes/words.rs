//! Traits of the parts of kernels (moves, effects, ends): small tables with a few functions, inlined into the loop.

use crate::bits::Bits;
use crate::board::Place;
use crate::state::{Reason, State};
use crate::stream::Stream;

/// A position of a random game of two sides, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<const W: usize> {
    /// The pieces of the side to move; while a ply is judged those of the side that made it.
    pub own: Bits<W>,
    /// Those of the other side.
    pub enemy: Bits<W>,
    /// Cells without any piece.
    pub empty: Bits<W>,
    /// Where the ply ended.
    pub to: u32,
    /// The neighbours of that cell, where the moves know that an effect asks for them.
    pub near: Bits<W>,
    /// The side to move, 0 or 1.
    pub side: u32,
    /// Did the ply put a piece down?
    pub placed: bool,
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

    /// Is the number a cell of the set? Without a branch; numbers beyond the last word are taken for smaller ones.
    #[inline(always)]
    #[must_use]
    pub fn holds(set: &Bits<W>, index: u32) -> bool {
        set.0[(index >> 6) as usize % W] >> (index & 63) & 1 != 0
    }
}

/// Cells where one more piece of a side ends the game, as far as cheap to find: a prior for move ordering. Some of the
/// cells may be occupied by now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndingCells<const W: usize> {
    /// There it wins.
    pub wins: Bits<W>,
    /// There it loses.
    pub loses: Bits<W>,
}

impl<const W: usize> EndingCells<W> {
    /// Nothing is seen.
    pub const NOTHING: Self = EndingCells { wins: Bits::EMPTY, loses: Bits::EMPTY };

    /// One piece more on these cells is worth so many half points to the side.
    #[inline(always)]
    pub fn add(&mut self, cells: Bits<W>, halves: u8) {
        match halves {
            2 => self.wins |= cells,
            0 => self.loses |= cells,
            _ => {}
        }
    }
}

/// A ply that was made, decoded from its id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// Which part of the turn offered it: as the word numbers them.
    pub part: u32,
    /// Where its piece came from.
    pub from: u32,
    /// Where it ended.
    pub to: u32,
}

/// The legal plies: a count, and numbers below it that select one.
pub trait Offer: Copy {
    /// How many plies there are.
    fn count(&self) -> u32;
}

/// The move part of a kernel.
pub trait Moves<const W: usize>: Send + Sync {
    /// What is on offer at a time.
    type Offer: Offer;
    /// What must be remembered from ply to ply.
    type Memo: Clone + Default + Send;
    /// Do they ask which pieces are whose?
    const PIECES: bool = true;
    /// Can they take pieces from somebody?
    const TAKES: bool = Self::PIECES;

    /// A game begins. Where the first ply is a chance ply it is drawn and made here.
    fn begin(&self, _position: &mut Position<W>, _memo: &mut Self::Memo, _stream: &mut Stream) -> Option<Made> {
        None
    }
    /// A game is taken up at a position.
    fn resume(&self, _position: &Position<W>, _memo: &mut Self::Memo) {}
    /// The neighbours of a cell, where an effect asks for them.
    fn near(&self, _place: u32) -> Bits<W> {
        Bits::EMPTY
    }
    /// What the side to move may play.
    fn offer(&self, position: &Position<W>, memo: &Self::Memo) -> Self::Offer;
    /// Plays the ply with this number.
    fn play(&self, position: &mut Position<W>, memo: &mut Self::Memo, offer: &Self::Offer, number: u32) -> Made;
    /// The id of a ply.
    fn id(&self, made: Made) -> u32;
    /// To which of these cells a piece can be put, where a cell is one ply; none where plies are others.
    #[inline(always)]
    fn among(&self, _offer: &Self::Offer, _cells: Bits<W>) -> Bits<W> {
        Bits::EMPTY
    }
    /// The cells on which a piece lets the next one be put on one of these.
    #[inline(always)]
    fn under(&self, _cells: Bits<W>) -> Bits<W> {
        Bits::EMPTY
    }
    /// The number of the ply to such a cell.
    #[inline(always)]
    fn number(&self, _offer: &Self::Offer, _cell: u32) -> u32 {
        0
    }
    /// Where a ply goes to; `NOWHERE` where it has no cell.
    #[inline(always)]
    fn target(&self, made: Made) -> Place {
        made.to as Place
    }
}

/// The effect part of a kernel.
pub trait Effects<const W: usize>: Send + Sync {
    /// What must be remembered from ply to ply.
    type Memo: Clone + Default + Send;
    /// Do they ask which pieces are whose?
    const PIECES: bool = true;
    /// Does every piece stay where it is, and what it is?
    const QUIET: bool = false;

    /// A game begins.
    fn begin(&self, _memo: &mut Self::Memo) {}
    /// A game is taken up at a state. `near`: the neighbours of a cell.
    fn resume(&self, _state: &State<W>, _near: &dyn Fn(u32) -> Bits<W>, memo: &mut Self::Memo) {
        self.begin(memo);
    }
    /// Carries the effects out.
    fn follow(&self, position: &mut Position<W>, memo: &mut Self::Memo);
    /// What an end asks of the effects: a number for the side to move.
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
    const QUIET: bool = true;
    #[inline(always)]
    fn follow(&self, _: &mut Position<W>, (): &mut ()) {}
}

/// The result of a game for the mover, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// 0 a loss, 1 a draw, 2 a win.
    pub halves: u8,
    /// Why.
    pub reason: Reason,
}

impl Verdict {
    /// A clause ends the game with these half points for the mover.
    #[inline(always)]
    #[must_use]
    pub fn by((clause, halves): (u16, u8)) -> Self {
        Verdict { halves, reason: Reason::End(clause) }
    }

    /// Whoever has more wins.
    #[inline(always)]
    #[must_use]
    pub fn most(clause: u16, lead: i32) -> Self {
        Self::by((clause, (1 + lead.signum()) as u8))
    }
}

/// The end part of a kernel.
pub trait Ends<const W: usize>: Send + Sync {
    /// What must be remembered from ply to ply.
    type Memo: Clone + Default + Send;
    /// Do they ask which pieces are whose?
    const PIECES: bool = true;

    /// A game begins.
    fn begin(&self, _position: &Position<W>, _memo: &mut Self::Memo) {}
    /// A game is taken up at a state.
    fn resume(&self, position: &Position<W>, _state: &State<W>, memo: &mut Self::Memo) {
        self.begin(position, memo);
    }
    /// Judges a position after a ply and its effects. `measure`: what the effects say.
    fn judge(&self, position: &Position<W>, memo: &mut Self::Memo, measure: i32) -> Option<Verdict>;
    /// What `judge` says, given the cells that ended the game for the mover before the ply.
    #[inline(always)]
    fn judge_seen(
        &self,
        position: &Position<W>,
        memo: &mut Self::Memo,
        measure: i32,
        _seen: &EndingCells<W>,
    ) -> Option<Verdict> {
        self.judge(position, memo, measure)
    }
    /// What `judge` would say; nothing is remembered of the ply.
    fn peek(&self, position: &Position<W>, memo: &Self::Memo, measure: i32) -> Option<Verdict> {
        self.judge(position, &mut memo.clone(), measure)
    }
    /// Does `ending_cells` find where one piece more wins?
    const FINDS_ENDING_CELLS: bool = false;
    /// Does `ending_cells` look at the whole board, whatever the last ply was?
    const WHOLE: bool = false;
    /// Adds the cells where one piece more of the side that made the last ply ends the game, as far as that ply matters
    /// to it.
    #[inline(always)]
    fn ending_cells(&self, _position: &Position<W>, _memo: &Self::Memo, _seen: &mut EndingCells<W>) {}
    /// The players have exchanged sides.
    fn swapped(&self, _position: &Position<W>, _memo: &mut Self::Memo) {}
}

/// No end but the lack of a legal ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl<const W: usize> Ends<W> for Never {
    type Memo = ();
    const PIECES: bool = false;
    #[inline(always)]
    fn judge(&self, _: &Position<W>, (): &mut (), _: i32) -> Option<Verdict> {
        None
    }
}

/// An end that a game may have or not.
impl<const W: usize, E: Ends<W>> Ends<W> for Option<E> {
    type Memo = E::Memo;
    const PIECES: bool = E::PIECES;
    const WHOLE: bool = E::WHOLE;

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

    #[inline(always)]
    fn ending_cells(&self, position: &Position<W>, memo: &Self::Memo, seen: &mut EndingCells<W>) {
        if let Some(end) = self {
            end.ending_cells(position, memo, seen);
        }
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
    /// What the second would say, the first may have said otherwise.
    const FINDS_ENDING_CELLS: bool = A::FINDS_ENDING_CELLS;
    const WHOLE: bool = A::WHOLE && B::WHOLE;

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

    #[inline(always)]
    fn judge_seen(
        &self,
        position: &Position<W>,
        memo: &mut Self::Memo,
        measure: i32,
        seen: &EndingCells<W>,
    ) -> Option<Verdict> {
        let first = self.0.judge_seen(position, &mut memo.0, measure, seen);
        if first.is_some() { first } else { self.1.judge(position, &mut memo.1, measure) }
    }

    fn peek(&self, position: &Position<W>, memo: &Self::Memo, measure: i32) -> Option<Verdict> {
        self.0.peek(position, &memo.0, measure).or_else(|| self.1.peek(position, &memo.1, measure))
    }

    #[inline(always)]
    fn ending_cells(&self, position: &Position<W>, memo: &Self::Memo, seen: &mut EndingCells<W>) {
        let mut second = EndingCells::NOTHING;
        self.0.ending_cells(position, &memo.0, seen);
        self.1.ending_cells(position, &memo.1, &mut second);
        seen.loses |= second.loses;
    }

    fn swapped(&self, position: &Position<W>, memo: &mut Self::Memo) {
        self.0.swapped(position, &mut memo.0);
        self.1.swapped(position, &mut memo.1);
    }
}
