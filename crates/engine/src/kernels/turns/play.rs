//! The playout kernel for turns of several plies with neutral pieces: plays interleaved random games.

#[cfg(test)]
use super::super::Trace;
#[cfg(test)]
use super::super::observers::PlyIds;
use super::super::observers::{GameObserver, PlyObserver};
use super::super::parts::Verdict;
use super::super::tally::Tally;
use super::super::{Runner, Span, TurnEnd};
use super::ends::{COUNTERS, Ends, Facts};
use super::phase::{Move, Origins, Phase, Pieces};
use super::whole_turns::Whole;
use crate::bits::Bits;
use crate::board::{NOWHERE, Place};
use crate::observer::{ObservedPly, PlayoutObserver};
use crate::state::{ANYTHING, CAPTURE, EndReason, State};
use crate::stream::Stream;
use crate::totals::Totals;
use crate::turns::Halt;
use std::any::Any;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many games are interleaved, a ply of each in turn, to hide latency.
const LANES: usize = 4;

/// Kernel for games of neutral pieces.
#[derive(Clone, Debug)]
pub struct Turns<const W: usize, const D: usize> {
    /// What a turn is made of.
    pub phases: Vec<Phase<W, D>>,
    /// The ends of the game.
    pub ends: Ends,
    /// The pieces at the start.
    pub pieces: Bits<W>,
    /// All cells.
    pub all: Bits<W>,
    /// The cell of each place.
    pub ids: Vec<u32>,
    /// The id of the end of a turn.
    pub end: u32,
}

/// The state of one running game.
pub(super) struct Game<const W: usize, const D: usize> {
    pub now: Now<W, D>,
    /// Positions at the start of each side's turns since the last capture.
    pub standings: Standings<W>,
    length: u32,
}

/// Boards, for each side.
pub(super) type Standings<const W: usize> = [Vec<Bits<W>>; 2];

/// The current game without its history.
#[derive(Clone, Copy)]
pub(super) struct Now<const W: usize, const D: usize> {
    pub pieces: Pieces<W>,
    /// What is on offer.
    pub origins: Origins<W, D>,
    pub phase: usize,
    pub side: usize,
    pub captured: [u32; 2],
    pub quiet: [u32; COUNTERS],
    /// What this turn has done (flags).
    pub happened: u8,
}

/// How a game continues after a ply.
enum Course {
    On,
    Over(Verdict),
    Cut,
}

impl<const W: usize, const D: usize> Turns<W, D> {
    fn blank(&self) -> Game<W, D> {
        let (pieces, origins) =
            (Pieces { all: self.pieces, moved: Bits::EMPTY, just: Bits::EMPTY }, Origins::default());
        let now = Now { pieces, origins, phase: 0, side: 0, captured: [0; 2], quiet: [0; COUNTERS], happened: 0 };
        Game { now, standings: [const { Vec::new() }; 2], length: 0 }
    }

    /// Begins a game.
    fn begin(&self, game: &mut Game<W, D>) {
        let now = &mut game.now;
        now.pieces = Pieces { all: self.pieces, moved: Bits::EMPTY, just: Bits::EMPTY };
        (now.side, now.captured, now.quiet, now.happened, game.length) = (0, [0; 2], [0; COUNTERS], 0, 0);
        game.standings.iter_mut().for_each(Vec::clear);
        game.standings[0].push(self.pieces);
        self.offer(&mut game.now, 0);
    }

    /// A game resumed at the start of a turn; none in the middle of a turn, once the game is over, or without a ply.
    pub(super) fn taken_up(&self, state: &State<W>) -> Option<Game<W, D>> {
        let (neutral, owned) = state.pieces.split_first()?;
        let regular = state.fresh && state.pending.is_none() && state.out == 0 && state.seats[..2] == [0, 1];
        if !regular || state.result.is_some() || owned.iter().any(Bits::any) || state.side > 1 {
            return None;
        }
        let mut game = self.blank();
        (game.now.pieces.all, game.now.side) = (*neutral, usize::from(state.side));
        for (own, captured) in game.now.captured.iter_mut().zip(state.captured) {
            *own = u32::try_from(captured).ok()?;
        }
        // Ends are looked up by captures, which determine how many pieces are left.
        let captured = game.now.captured.iter().map(|&captured| u64::from(captured)).sum::<u64>();
        if captured + u64::from(neutral.count()) != u64::from(self.pieces.count()) {
            return None;
        }
        game.now.quiet.iter_mut().zip(&state.quiet).for_each(|(own, &quiet)| *own = quiet);
        for standing in state.repetition_table.entries() {
            let (&order, board) = (standing.last()?, Bits(*standing.first_chunk()?));
            game.standings.get_mut(order as usize % 8)?.push(board);
        }
        self.offer(&mut game.now, 0).then_some(game)
    }

    /// Generates the plies of a phase; true where there is one.
    #[inline(always)]
    pub(super) fn offer(&self, now: &mut Now<W, D>, phase: usize) -> bool {
        now.phase = phase;
        let Some(phase) = self.phases.get(phase) else { return false };
        now.origins = phase.origins(&now.pieces, self.all);
        now.origins.count > 0
    }

    /// Applies the ply with this number; returns it, what it did, and whether the turn is over. A number beyond the
    /// moves ends the turn.
    #[inline(always)]
    pub(super) fn made(&self, now: &mut Now<W, D>, phase: &Phase<W, D>, number: u32) -> (Move<W>, u8, bool) {
        let (mut next, mut did, mut made) = (usize::MAX, 0, Move::NONE);
        if number < now.origins.count {
            made = phase.ply(&now.origins, number);
            did = now.carry(&made);
            next = phase.next;
        }
        (made, did, !self.offer(now, next))
    }

    #[inline(always)]
    fn ply(&self, game: &mut Game<W, D>, limit: u32, stream: &mut Stream, listener: &mut impl PlyObserver) -> Course {
        if game.length >= limit {
            return Course::Cut;
        }
        let Some(phase) = self.phases.get(game.now.phase) else { return Course::Cut };
        let count = game.now.origins.count;
        let Some(bound) = NonZeroU64::new(u64::from(count) + u64::from(phase.stop)) else { return Course::Cut };
        game.length += 1;
        let (made, did, over) = self.made(&mut game.now, phase, stream.below(bound) as u32);
        let course = self.settle(game, over, did);
        let heard = || heard(&made, bound.get(), over || !matches!(course, Course::On));
        listener.record(|| self.id(phase.base, &made), heard);
        course
    }

    /// After a ply: tests the ends, and begins the next turn if this one is over.
    #[inline(always)]
    fn settle(&self, game: &mut Game<W, D>, over: bool, did: u8) -> Course {
        if let Some(verdict) = self.judge(&mut game.now, &game.standings, over, Some(did)) {
            return Course::Over(verdict);
        }
        if over {
            self.note(game);
            game.now.advance();
            if !self.offer(&mut game.now, 0) {
                return Course::Over(self.empty_turns(game));
            }
        }
        Course::On
    }

    /// The verdict for the side that has just ended its turn, where the next side has no ply.
    #[cold]
    pub(super) fn stuck(&self, now: Now<W, D>, standings: Standings<W>) -> Verdict {
        let mut game = Game { now, standings, length: 0 };
        self.note(&mut game);
        game.now.advance();
        let verdict = self.empty_turns(&mut game);
        if game.now.side == now.side { verdict } else { Verdict { halves: 2 - verdict.halves, ..verdict } }
    }

    /// Turns without a ply end by themselves where they may be ended; after three of them the game is over.
    #[cold]
    fn empty_turns(&self, game: &mut Game<W, D>) -> Verdict {
        for _ in 0..3 {
            if !self.phases.first().is_some_and(|phase| phase.stop) {
                break;
            }
            if let Some(verdict) = self.judge(&mut game.now, &game.standings, true, None) {
                return verdict;
            }
            self.note(game);
            game.now.advance();
        }
        Verdict { halves: 1, reason: EndReason::NothingLegal }
    }

    /// Updates every quiet counter: 0 where its event happened, else incremented. `did`: what a player's ply did.
    #[inline(always)]
    fn count_quiet(&self, now: &mut Now<W, D>, over: bool, did: Option<u8>) {
        for (quiet, counter) in now.quiet.iter_mut().zip(&self.ends.counters) {
            let (counted, did) =
                if counter.turns { (over, now.happened) } else { (did.is_some(), did.unwrap_or_default()) };
            if counted {
                *quiet = if did & counter.without != 0 { 0 } else { quiet.saturating_add(1) };
            }
        }
    }

    /// The verdict after a ply, or after a turn without one, if the game is over.
    #[inline(always)]
    pub(super) fn judge(
        &self,
        now: &mut Now<W, D>,
        standings: &Standings<W>,
        over: bool,
        did: Option<u8>,
    ) -> Option<Verdict> {
        if over || self.ends.restless {
            self.count_quiet(now, over, did);
        }
        let times = if over && self.ends.history { now.times(standings) } else { 0 };
        self.ends.judge(now.facts(times, over))
    }

    /// Records the standing for the next side, if the rules count repetitions.
    #[inline(always)]
    fn note(&self, game: &mut Game<W, D>) {
        if self.ends.history {
            game.note();
        }
    }

    /// Half points of the first player; sides are never exchanged.
    fn first(game: &Game<W, D>, verdict: Verdict) -> u8 {
        if game.now.side == 0 { verdict.halves } else { 2 - verdict.halves }
    }

    /// The id of a ply of the phase with this first id, or of the end of the turn.
    pub(super) fn id(&self, base: u32, made: &Move<W>) -> u32 {
        let cell = |set: Bits<W>| set.first().and_then(|place| self.ids.get(place as usize)).copied().unwrap_or(0);
        if made.to.any() { base + cell(made.origin) * self.all.count() + cell(made.to) } else { self.end }
    }
}

impl<const W: usize, const D: usize> Now<W, D> {
    /// Applies a move; returns what it did (flags as in `state`).
    #[inline(always)]
    fn carry(&mut self, ply: &Move<W>) -> u8 {
        let removed = !(ply.origin | ply.captured);
        self.pieces.all = (self.pieces.all & removed) | ply.to;
        self.pieces.moved = (self.pieces.moved & removed) | ply.to;
        self.pieces.just = ply.to;
        let taken = ply.captured.any();
        self.captured[self.side & 1] += u32::from(taken);
        let did = ANYTHING | if taken { CAPTURE } else { 0 };
        self.happened |= did;
        did
    }

    /// How often the standing for the next side has occurred, this time included. Standings before a capture have more
    /// pieces, so they are not compared.
    #[inline(always)]
    fn times(&self, standings: &Standings<W>) -> u32 {
        if self.happened & CAPTURE != 0 {
            return 1;
        }
        let (now, repetitions) = (self.pieces.all, &standings[self.side & 1 ^ 1]);
        1 + repetitions.iter().map(|&before| u32::from(before == now)).sum::<u32>()
    }

    /// The data that ends need.
    #[inline(always)]
    fn facts(&self, times: u32, over: bool) -> Facts<'_> {
        let [own, enemy] = [self.side & 1, self.side & 1 ^ 1].map(|side| self.captured[side]);
        Facts { own, enemy, quiet: &self.quiet, times, over }
    }

    pub(super) fn advance(&mut self) {
        self.side ^= 1;
        self.happened = 0;
        (self.pieces.moved, self.pieces.just) = (Bits::EMPTY, Bits::EMPTY);
    }
}

impl<const W: usize, const D: usize> Game<W, D> {
    /// Records the standing for the next side.
    #[inline(always)]
    fn note(&mut self) {
        if self.now.happened & CAPTURE != 0 {
            self.standings.iter_mut().for_each(Vec::clear);
        }
        self.standings[self.now.side & 1 ^ 1].push(self.now.pieces.all);
    }
}

impl<const W: usize, const D: usize> Turns<W, D> {
    /// Plays interleaved games.
    #[inline(always)]
    fn play_all<O: GameObserver<W>>(&self, mut span: Span, observer: &mut O, stop: &AtomicBool) {
        let mut lanes: Vec<_> =
            span.games.by_ref().take(LANES).map(|number| self.lane(observer, span.seed, number)).collect();
        while !lanes.is_empty() && !stop.load(Ordering::Relaxed) {
            let mut lane = 0;
            while let Some((game, stream, ply_observer)) = lanes.get_mut(lane) {
                lane += 1;
                match self.ply(game, span.limit, stream, ply_observer) {
                    Course::On => continue,
                    Course::Over(verdict) => {
                        let (halves, pieces) = (Self::first(game, verdict), game.now.pieces.all);
                        observer.over(
                            ply_observer,
                            || [pieces, Bits::EMPTY, Bits::EMPTY],
                            game.length,
                            halves,
                            verdict.reason,
                        );
                    }
                    Course::Cut => observer.cut(ply_observer, game.length),
                }
                if let Some(number) = span.games.next() {
                    *stream = Stream::new(span.seed, number);
                    observer.begin(ply_observer, number);
                    self.begin(game);
                } else {
                    lane -= 1;
                    lanes.swap_remove(lane);
                }
            }
        }
    }

    /// A new game with its random stream and its observer.
    fn lane<O: GameObserver<W>>(&self, observer: &O, seed: u64, number: u64) -> (Game<W, D>, Stream, O::Plies) {
        let (mut game, mut ply_observer) = (self.blank(), O::Plies::default());
        self.begin(&mut game);
        observer.begin(&mut ply_observer, number);
        (game, Stream::new(seed, number), ply_observer)
    }
}

/// One ply as reported to an observer.
fn heard<const W: usize>(made: &Move<W>, legal: u64, over: bool) -> ObservedPly {
    let to = made.to.first().map_or(NOWHERE, |place| place as Place);
    ObservedPly { legal, by_chance: false, to, captured: made.captured.count() as u16, over }
}

impl<const W: usize, const D: usize> Runner for Turns<W, D> {
    fn turns(
        &self,
        from: &dyn Any,
        most: u64,
        stop: &AtomicBool,
        visit: &mut dyn FnMut(&TurnEnd<'_>),
    ) -> Option<Result<bool, Halt>> {
        let game = self.taken_up(from.downcast_ref()?)?;
        Some(Whole::new(self, &game.standings, most, stop, visit).all(&game.now))
    }

    fn run(&self, _: Option<&dyn Any>, span: Span, totals: &mut Totals, stop: &AtomicBool) {
        let mut tally = Tally::default();
        self.play_all(span, &mut tally, stop);
        tally.give(totals);
    }

    fn run_observed(&self, _: Option<&dyn Any>, span: Span, mut observer: &mut dyn PlayoutObserver, stop: &AtomicBool) {
        self.play_all(span, &mut observer, stop);
    }

    #[cfg(test)]
    fn trace(&self, seed: u64, game: u64, limit: u32) -> Trace {
        let (mut plies, mut stream, mut game) = (Vec::<u32>::new(), Stream::new(seed, game), self.blank());
        self.begin(&mut game);
        let mut observer = PlyIds { plies: Some(&mut plies) };
        let ended = loop {
            match self.ply(&mut game, limit, &mut stream, &mut observer) {
                Course::On => {}
                Course::Over(verdict) => break Some((Self::first(&game, verdict), verdict.reason)),
                Course::Cut => break None,
            }
        };
        Trace { plies, ended }
    }
}
