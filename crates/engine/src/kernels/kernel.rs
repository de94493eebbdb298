//! Kernels: moves, effects and ends monomorphized into one playout loop.
//!
//! Several games are interleaved, a ply of each in turn, to hide the latency of random numbers and bit selection. They
//! are independent and each draws from its own stream, so a game does not depend on the others.

use super::observers::PlyObserver;
use super::parts::{Effects, Ends, Moves, Offer, Position, Verdict};
use crate::bits::Bits;
use crate::board::{NOWHERE, Place};
use crate::observer::ObservedPly;
use crate::state::{EndReason, State};
use crate::stream::{Stream, Streams};
use std::num::NonZeroU64;

mod runner;
mod stepper;

/// How many games are interleaved.
const INTERLEAVED: usize = 4;

/// The random numbers of one game.
trait Draw {
    fn below(self, bound: NonZeroU64) -> u64;
}

impl Draw for &mut Stream {
    fn below(self, bound: NonZeroU64) -> u64 {
        Stream::below(self, bound)
    }
}

/// The random bits drawn for the game in a slot, and all streams in case they do not suffice.
struct Drawn<'a> {
    streams: &'a mut Streams<INTERLEAVED>,
    slot: usize,
    bits: u64,
}

impl Draw for Drawn<'_> {
    #[inline(always)]
    fn below(self, bound: NonZeroU64) -> u64 {
        self.streams.below(self.slot, self.bits, bound)
    }
}

/// What happens where the side to move has no ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// A draw without a clause.
    Nothing,
    /// A clause applies: its number, and the half points of the side that cannot move.
    Clause(u16, u8),
}

/// A kernel: one combination of moves, effects and ends.
#[derive(Clone, Debug)]
pub struct Kernel<const W: usize, M, F, E> {
    /// Move generation.
    pub moves: M,
    /// The effects of a ply.
    pub effects: F,
    /// The ends of the game.
    pub ends: E,
    /// The initial position.
    pub start: Position<W>,
    /// The id of an exchange of sides, where the second ply may be one.
    pub swap: Option<u32>,
    /// The result where the side to move has no ply.
    pub stuck: Stuck,
    /// The agenda of a turn after the opening: from there a kernel can resume a game.
    pub agenda: u16,
}

/// The first ply number of resumed games: past the second ply, which may be an exchange of sides.
const MIDWAY: u32 = 2;

/// The state of one running game.
struct RunningGame<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> {
    /// The pieces of each side.
    pieces: [Bits<W>; 2],
    empty: Bits<W>,
    side: u32,
    plies: u32,
    moves: M::Memo,
    effects: F::Memo,
    ends: E::Memo,
    /// The players have exchanged sides.
    swapped: bool,
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> RunningGame<W, M, F, E> {
    /// Whether any part needs the owners of pieces.
    const PIECES: bool = M::PIECES || F::PIECES || E::PIECES;

    /// The position from the point of view of the side to move. Pieces are stored by side: copying them back and forth
    /// would take longer than looking them up.
    #[inline(always)]
    fn view(&self) -> Position<W> {
        self.view_for::<()>()
    }

    /// `view` with the piece sets that an observer needs.
    #[inline(always)]
    fn view_for<L: PlyObserver>(&self) -> Position<W> {
        let side = self.side as usize & 1;
        let piece = |side: usize| if Self::PIECES || L::PIECES { self.pieces[side] } else { Bits::EMPTY };
        let (own, enemy) = (piece(side), piece(side ^ 1));
        Position { own, enemy, empty: self.empty, to: 0, near: Bits::EMPTY, side: self.side }
    }

    /// Copies another game, reusing allocations.
    fn copy(&mut self, other: &Self) {
        (self.pieces, self.empty, self.side) = (other.pieces, other.empty, other.side);
        (self.plies, self.swapped) = (other.plies, other.swapped);
        self.moves.clone_from(&other.moves);
        self.effects.clone_from(&other.effects);
        self.ends.clone_from(&other.ends);
    }

    /// Stores the position after a ply of the side to move.
    #[inline(always)]
    fn keep<L: PlyObserver>(&mut self, position: &Position<W>) {
        if Self::PIECES || L::PIECES {
            let side = self.side as usize & 1;
            (self.pieces[side], self.pieces[side ^ 1]) = (position.own, position.enemy);
        }
        self.empty = position.empty;
    }
}

/// The state of a game after a ply.
enum Course {
    On,
    Over(Verdict),
    Cut,
}

/// How many pieces both sides have lost.
#[inline(always)]
fn fewer<const W: usize>(before: &Position<W>, now: &Position<W>) -> u16 {
    let loss = |before: &Bits<W>, now: &Bits<W>| before.count().saturating_sub(now.count());
    (loss(&before.own, &now.own) + loss(&before.enemy, &now.enemy)) as u16
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> Kernel<W, M, F, E> {
    fn new_game(&self) -> RunningGame<W, M, F, E> {
        RunningGame {
            pieces: [Bits::EMPTY; 2],
            empty: Bits::EMPTY,
            side: 0,
            plies: 0,
            moves: M::Memo::default(),
            effects: F::Memo::default(),
            ends: E::Memo::default(),
            swapped: false,
        }
    }

    /// Begins a game. A first chance ply goes to any empty cell.
    #[inline(never)]
    fn begin<L: PlyObserver>(&self, game: &mut RunningGame<W, M, F, E>, stream: &mut Stream, observer: &mut L) {
        let mut position = self.start;
        (game.side, game.plies, game.swapped) = (0, 0, false);
        if let Some(opening) = self.moves.begin(&mut position, &mut game.moves, stream) {
            game.plies = 1;
            let (legal, to) = (u64::from(self.start.empty.count()), opening.to as Place);
            let observed = || ObservedPly { legal, by_chance: true, to, captured: 0, over: true };
            observer.record(|| self.moves.id(opening), observed);
        }
        game.keep::<L>(&position);
        self.effects.begin(&mut game.effects);
        self.ends.begin(&position, &mut game.ends);
    }

    /// Resumes a game at a state. False during the opening, in the middle of a turn, and once the game is over.
    #[inline(never)]
    fn resume(&self, game: &mut RunningGame<W, M, F, E>, state: &State<W>) -> bool {
        let [neutral, first, second] = state.pieces[..] else { return false };
        let regular = state.agenda == self.agenda && state.fresh && state.pending.is_none() && state.out == 0;
        if !regular || state.result.is_some() {
            return false;
        }
        let board = self.start.empty | self.start.own | self.start.enemy;
        (game.pieces, game.empty) = ([first, second], board & !(neutral | first | second));
        (game.side, game.plies, game.swapped) = (u32::from(state.side), MIDWAY, state.seats[0] != 0);
        let (own, enemy) = if game.side == 0 { (first, second) } else { (second, first) };
        let position = Position { own, enemy, ..game.view() };
        self.moves.resume(&position, &mut game.moves);
        self.effects.resume(state, &|place| self.moves.near(place), &mut game.effects);
        self.ends.resume(&position, state, &mut game.ends);
        true
    }

    /// Plays a game to its end; none where it was cut off at `limit` plies.
    #[inline(always)]
    fn finish(
        &self,
        game: &mut RunningGame<W, M, F, E>,
        limit: u32,
        stream: &mut Stream,
        plies: &mut impl PlyObserver,
    ) -> Option<(u8, EndReason)> {
        loop {
            match self.ply(game, limit, &mut *stream, plies) {
                Course::On => {}
                Course::Over(verdict) => return Some((Self::first(game, verdict), verdict.reason)),
                Course::Cut => return None,
            }
        }
    }

    #[inline(always)]
    fn ply<L: PlyObserver>(
        &self,
        game: &mut RunningGame<W, M, F, E>,
        limit: u32,
        draw: impl Draw,
        observer: &mut L,
    ) -> Course {
        if game.plies >= limit {
            return self.at_limit(game);
        }
        let mut position = game.view_for::<L>();
        let offer = self.moves.offer(&position, &game.moves);
        let (before, legal) = (position, offer.count() + u32::from(game.plies == self.second_ply()));
        let number = if game.plies == self.second_ply() {
            match self.second(game, offer.count(), draw, observer) {
                Some(number) => number,
                None => return Course::On,
            }
        } else {
            let Some(bound) = NonZeroU64::new(u64::from(offer.count())) else {
                return self.blocked(game);
            };
            draw.below(bound) as u32
        };
        let made = self.moves.play(&mut position, &mut game.moves, &offer, number);
        let moved = position;
        game.plies += 1;
        self.effects.follow(&mut position, &mut game.effects);
        // In two steps: a piece that is placed and captured by the effects is gone, and was not there before.
        let taken = || if M::TAKES || F::PIECES { fewer(&before, &moved) + fewer(&moved, &position) } else { 0 };
        let observed = || ObservedPly {
            legal: u64::from(legal),
            by_chance: false,
            to: made.to as Place,
            captured: taken(),
            over: true,
        };
        observer.record(|| self.moves.id(made), observed);
        let measure = self.effects.measure(&game.effects, position.side);
        if let Some(verdict) = self.ends.judge(&position, &mut game.ends, measure) {
            if L::PIECES {
                game.keep::<L>(&position);
            }
            return Course::Over(verdict);
        }
        game.keep::<L>(&position);
        game.side ^= 1;
        Course::On
    }

    /// The number of plies before an exchange of sides; never reached where there is none.
    #[inline(always)]
    fn second_ply(&self) -> u32 {
        if self.swap.is_some() { 1 } else { u32::MAX }
    }

    /// The second ply, where it may be an exchange of sides: the number of another ply, or none.
    #[cold]
    fn second(
        &self,
        game: &mut RunningGame<W, M, F, E>,
        count: u32,
        draw: impl Draw,
        observer: &mut impl PlyObserver,
    ) -> Option<u32> {
        let number = draw.below(NonZeroU64::MIN.saturating_add(u64::from(count))) as u32;
        if number < count {
            return Some(number);
        }
        (game.plies, game.swapped) = (game.plies + 1, true);
        self.ends.swapped(&game.view(), &mut game.ends);
        let observed =
            || ObservedPly { legal: u64::from(count) + 1, by_chance: false, to: NOWHERE, captured: 0, over: true };
        observer.record(|| self.swap.unwrap_or(0), observed);
        None
    }

    /// At the limit of plies: a game whose side to move has no ply is over all the same.
    #[cold]
    fn at_limit(&self, game: &RunningGame<W, M, F, E>) -> Course {
        let goes_on = game.plies == self.second_ply() || self.moves.offer(&game.view(), &game.moves).count() > 0;
        if goes_on { Course::Cut } else { self.blocked(game) }
    }

    /// The side to move has no ply.
    #[cold]
    fn blocked(&self, game: &RunningGame<W, M, F, E>) -> Course {
        Course::Over(self.stuck(game))
    }

    /// The verdict where the side to move has no ply.
    fn stuck(&self, game: &RunningGame<W, M, F, E>) -> Verdict {
        match self.stuck {
            Stuck::Clause(clause, halves) if game.plies > 0 => Verdict::by((clause, halves)),
            _ => Verdict { halves: 1, reason: EndReason::NothingLegal },
        }
    }

    /// Half points of the first player.
    #[inline(always)]
    fn first(game: &RunningGame<W, M, F, E>, verdict: Verdict) -> u8 {
        let mover_is_first = (game.side == 0) != game.swapped;
        if mover_is_first { verdict.halves } else { 2 - verdict.halves }
    }
}
