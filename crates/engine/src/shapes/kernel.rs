//! Kernels: moves, effects and ends monomorphized into one playout loop.
//!
//! Several games are interleaved, a ply of each in turn, to hide the latency of random numbers and bit selection. They
//! are independent and each draws from its own stream, so a game does not depend on the others.

use super::book::Listener;
use super::words::{Effects, EndingCells, Ends, Moves, Offer, Position, Verdict};
use crate::bits::Bits;
use crate::board::NOWHERE;
use crate::observer::Heard;
use crate::state::{Reason, State};
use crate::stream::{Stream, Streams};
use std::num::NonZeroU64;

mod desk;
mod runner;

/// How many games are interleaved.
const LANES: usize = 4;

/// The source of random numbers of a lane.
trait Draw {
    fn below(self, bound: NonZeroU64) -> u64;
}

impl Draw for &mut Stream {
    fn below(self, bound: NonZeroU64) -> u64 {
        Stream::below(self, bound)
    }
}

/// The random bits drawn for a lane, and all streams in case they do not suffice.
struct Drawn<'a> {
    streams: &'a mut Streams<LANES>,
    lane: usize,
    bits: u64,
}

impl Draw for Drawn<'_> {
    #[inline(always)]
    fn below(self, bound: NonZeroU64) -> u64 {
        self.streams.below(self.lane, self.bits, bound)
    }
}

/// What happens where the side to move has no ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Nobody wins, and no clause says so.
    Nothing,
    /// A clause says so: half points of the side that cannot move.
    Clause(u16, u8),
    /// A clause counts stones.
    Stones(u16),
}

/// A kernel: one combination of moves, effects and ends.
#[derive(Clone, Debug)]
pub struct Kernel<const W: usize, M, F, E> {
    /// The plies.
    pub moves: M,
    /// What follows them.
    pub effects: F,
    /// The ends of the game.
    pub ends: E,
    /// Where it begins.
    pub start: Position<W>,
    /// The id of an exchange of sides, where the second ply may be one.
    pub swap: Option<u32>,
    /// What happens where nobody can move.
    pub stuck: Stuck,
    /// The agenda of a turn after the opening: from there a kernel can take a game over.
    pub agenda: u16,
}

/// The first ply number of resumed games: past the second ply, which may be an exchange of sides.
const MIDWAY: u32 = 2;

/// The state of one running game.
struct Lane<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> {
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
    /// Where one piece more of each side ends the game.
    seen: [EndingCells<W>; 2],
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> Lane<W, M, F, E> {
    /// Does anything ask which pieces are whose?
    const PIECES: bool = M::PIECES || F::PIECES || E::PIECES;

    /// The position as the side to move sees it. Pieces are kept by side: to copy them to and fro would take longer
    /// than to look them up.
    #[inline(always)]
    fn look(&self) -> Position<W> {
        self.look_for::<()>()
    }

    /// The same, with whatever a listener asks for.
    #[inline(always)]
    fn look_for<L: Listener>(&self) -> Position<W> {
        let side = self.side as usize & 1;
        let piece = |side: usize| if Self::PIECES || L::PIECES { self.pieces[side] } else { Bits::EMPTY };
        let (own, enemy) = (piece(side), piece(side ^ 1));
        Position { own, enemy, empty: self.empty, to: 0, near: Bits::EMPTY, side: self.side, placed: true }
    }

    /// The same game; what was allocated is used again.
    fn copy(&mut self, other: &Self) {
        (self.pieces, self.empty, self.side) = (other.pieces, other.empty, other.side);
        (self.plies, self.swapped, self.seen) = (other.plies, other.swapped, other.seen);
        self.moves.clone_from(&other.moves);
        self.effects.clone_from(&other.effects);
        self.ends.clone_from(&other.ends);
    }

    /// The position after a ply of the side to move.
    #[inline(always)]
    fn keep<L: Listener>(&mut self, position: &Position<W>) {
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

/// By how many pieces either side has fewer now.
#[inline(always)]
fn fewer<const W: usize>(before: &Position<W>, now: &Position<W>) -> u16 {
    let lost = |before: &Bits<W>, now: &Bits<W>| before.count().saturating_sub(now.count());
    (lost(&before.own, &now.own) + lost(&before.enemy, &now.enemy)) as u16
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> Kernel<W, M, F, E> {
    /// Are the cells known where one piece more wins?
    const FINDS_ENDING_CELLS: bool = E::FINDS_ENDING_CELLS && F::QUIET;

    fn lane(&self) -> Lane<W, M, F, E> {
        Lane {
            pieces: [Bits::EMPTY; 2],
            empty: Bits::EMPTY,
            side: 0,
            plies: 0,
            moves: M::Memo::default(),
            effects: F::Memo::default(),
            ends: E::Memo::default(),
            swapped: false,
            seen: [EndingCells::NOTHING; 2],
        }
    }

    /// Begins a game. Where it begins with a chance ply, that went to any empty cell.
    #[inline(never)]
    fn begin<L: Listener>(&self, lane: &mut Lane<W, M, F, E>, stream: &mut Stream, listener: &mut L) {
        let mut position = self.start;
        (lane.side, lane.plies, lane.swapped) = (0, 0, false);
        if let Some(made) = self.moves.begin(&mut position, &mut lane.moves, stream) {
            lane.plies = 1;
            let (legal, to) = (u64::from(self.start.empty.count()), self.moves.target(made));
            listener.hear(|| self.moves.id(made), || Heard { legal, to, captured: 0, over: true });
        }
        lane.keep::<L>(&position);
        self.effects.begin(&mut lane.effects);
        self.ends.begin(&position, &mut lane.ends);
    }

    /// Takes a game up at a state; not where its opening still lasts, or its turn, or where it is over.
    #[inline(never)]
    fn resume(&self, lane: &mut Lane<W, M, F, E>, state: &State<W>) -> bool {
        let [neutral, first, second] = state.pieces[..] else { return false };
        let regular = state.agenda == self.agenda && state.fresh && state.pending.is_none() && state.out == 0;
        if !regular || state.result.is_some() {
            return false;
        }
        let board = self.start.empty | self.start.own | self.start.enemy;
        (lane.pieces, lane.empty) = ([first, second], board & !(neutral | first | second));
        (lane.side, lane.plies, lane.swapped) = (u32::from(state.side), MIDWAY, state.seats[0] != 0);
        let (own, enemy) = if lane.side == 0 { (first, second) } else { (second, first) };
        let position = Position { own, enemy, ..lane.look() };
        self.moves.resume(&position, &mut lane.moves);
        self.effects.resume(state, &|place| self.moves.near(place), &mut lane.effects);
        self.ends.resume(&position, state, &mut lane.ends);
        self.look_round(lane);
        true
    }

    /// Sees where one piece more of either side ends the game.
    fn look_round(&self, lane: &mut Lane<W, M, F, E>) {
        lane.seen = [EndingCells::NOTHING; 2];
        if Self::FINDS_ENDING_CELLS {
            for side in 0..2 {
                let here = Position { own: lane.pieces[side], side: side as u32, ..lane.look() };
                let seen = &mut lane.seen[side];
                let own = here.own.iter().take(if E::WHOLE { 1 } else { usize::MAX });
                own.for_each(|to| self.ends.ending_cells(&Position { to, ..here }, &lane.ends, seen));
            }
        }
    }

    /// The number of a ply as one would make it who sees no further than the next: one that wins; else one that stops
    /// the other side from that; else any that neither loses nor lets the other side win, and does not spoil an own
    /// win.
    #[inline(always)]
    fn wise(&self, lane: &Lane<W, M, F, E>, offer: &M::Offer, all: NonZeroU64, draw: impl Draw) -> u32 {
        let own = lane.side as usize & 1;
        let (mine, theirs) = (&lane.seen[own], &lane.seen[own ^ 1]);
        let win = |seen: &EndingCells<W>| self.moves.among(offer, seen.wins).first();
        if let Some(cell) = win(mine).or_else(|| win(theirs)) {
            return self.moves.number(offer, cell);
        }
        let (bad, waste) = (mine.loses | self.moves.under(theirs.wins), self.moves.under(mine.wins));
        if !self.moves.among(offer, bad | waste).any() {
            return draw.below(all) as u32;
        }
        let safe = self.moves.among(offer, !bad);
        let best = safe & !waste;
        let cells = if best.any() { best } else { safe };
        match NonZeroU64::new(u64::from(cells.count())) {
            Some(few) => self.moves.number(offer, cells.nth(draw.below(few) as u32)),
            None => draw.below(all) as u32,
        }
    }

    /// A game to its end.
    #[inline(always)]
    fn finish(
        &self,
        lane: &mut Lane<W, M, F, E>,
        limit: u32,
        stream: &mut Stream,
        plies: &mut impl Listener,
    ) -> Option<(u8, Reason)> {
        loop {
            match self.ply(lane, limit, &mut *stream, plies) {
                Course::On => {}
                Course::Over(verdict) => return Some((Self::first(lane, verdict), verdict.reason)),
                Course::Cut => return None,
            }
        }
    }

    #[inline(always)]
    fn ply<L: Listener>(&self, lane: &mut Lane<W, M, F, E>, limit: u32, draw: impl Draw, listener: &mut L) -> Course {
        if lane.plies >= limit {
            return self.at_limit(lane);
        }
        let mut position = lane.look_for::<L>();
        let offer = self.moves.offer(&position, &lane.moves);
        let (before, legal) = (position, offer.count() + u32::from(lane.plies == self.second_ply()));
        let number = if lane.plies == self.second_ply() {
            match self.second(lane, offer.count(), draw, listener) {
                Some(number) => number,
                None => return Course::On,
            }
        } else {
            let Some(bound) = NonZeroU64::new(u64::from(offer.count())) else {
                return self.blocked(lane);
            };
            let wise = Self::FINDS_ENDING_CELLS && listener.wise();
            if wise { self.wise(lane, &offer, bound, draw) } else { draw.below(bound) as u32 }
        };
        let made = self.moves.play(&mut position, &mut lane.moves, &offer, number);
        let moved = position;
        lane.plies += 1;
        self.effects.follow(&mut position, &mut lane.effects);
        // In two steps: a piece that is placed and captured by the effects is gone, and was not there before.
        let taken = || if M::TAKES || F::PIECES { fewer(&before, &moved) + fewer(&moved, &position) } else { 0 };
        let heard = || Heard { legal: u64::from(legal), to: self.moves.target(made), captured: taken(), over: true };
        listener.hear(|| self.moves.id(made), heard);
        let measure = self.effects.measure(&lane.effects, position.side);
        let verdict = if Self::FINDS_ENDING_CELLS && listener.wise() {
            self.ends.judge_seen(&position, &mut lane.ends, measure, &lane.seen[position.side as usize & 1])
        } else {
            self.ends.judge(&position, &mut lane.ends, measure)
        };
        if let Some(verdict) = verdict {
            if L::PIECES {
                lane.keep::<L>(&position);
            }
            return Course::Over(verdict);
        }
        if Self::FINDS_ENDING_CELLS && listener.wise() {
            self.ends.ending_cells(&position, &lane.ends, &mut lane.seen[position.side as usize & 1]);
        }
        lane.keep::<L>(&position);
        lane.side ^= 1;
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
        lane: &mut Lane<W, M, F, E>,
        count: u32,
        draw: impl Draw,
        listener: &mut impl Listener,
    ) -> Option<u32> {
        let number = draw.below(NonZeroU64::MIN.saturating_add(u64::from(count))) as u32;
        if number < count {
            return Some(number);
        }
        (lane.plies, lane.swapped) = (lane.plies + 1, true);
        self.ends.swapped(&lane.look(), &mut lane.ends);
        let heard = || Heard { legal: u64::from(count) + 1, to: NOWHERE, captured: 0, over: true };
        listener.hear(|| self.swap.unwrap_or(0), heard);
        None
    }

    /// No more plies are played: a game that nobody could go on with is over all the same.
    #[cold]
    fn at_limit(&self, lane: &Lane<W, M, F, E>) -> Course {
        let goes_on = lane.plies == self.second_ply() || self.moves.offer(&lane.look(), &lane.moves).count() > 0;
        if goes_on { Course::Cut } else { self.blocked(lane) }
    }

    /// The side to move has no ply.
    #[cold]
    fn blocked(&self, lane: &Lane<W, M, F, E>) -> Course {
        Course::Over(self.stuck(lane))
    }

    /// The verdict for the side to move, which has no ply.
    fn stuck(&self, lane: &Lane<W, M, F, E>) -> Verdict {
        match self.stuck {
            Stuck::Clause(clause, halves) if lane.plies > 0 => Verdict::by((clause, halves)),
            Stuck::Stones(clause) if lane.plies > 0 => {
                let position = lane.look();
                Verdict::most(clause, position.own.count() as i32 - position.enemy.count() as i32)
            }
            _ => Verdict { halves: 1, reason: Reason::NothingLegal },
        }
    }

    /// Half points of the first player.
    #[inline(always)]
    fn first(lane: &Lane<W, M, F, E>, verdict: Verdict) -> u8 {
        let mover_is_first = (lane.side == 0) != lane.swapped;
        if mover_is_first { verdict.halves } else { 2 - verdict.halves }
    }
}
