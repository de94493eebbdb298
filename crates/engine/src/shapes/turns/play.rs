//! One game after the other, ply by ply.

use super::super::book::{Book, Listener, Told};
use super::super::tally::Tally;
use super::super::words::Verdict;
use super::super::{Runner, Span, Trace};
use super::ends::{COUNTERS, Ends, Facts};
use super::phase::{Move, Origins, Phase, Pieces};
use crate::audience::{Audience, Heard};
use crate::bits::Bits;
use crate::board::{NOWHERE, Place};
use crate::state::{ANYTHING, CAPTURE, Reason};
use crate::stream::Stream;
use crate::totals::Totals;
use std::any::Any;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// So many games are played side by side, a ply of each in turn: what one waits for another fills.
const LANES: usize = 4;

/// Games of pieces that belong to nobody.
#[derive(Clone, Debug)]
pub struct Turns<const W: usize, const D: usize> {
    /// What a turn is made of.
    pub phases: Vec<Phase<W, D>>,
    /// What ends the game.
    pub ends: Ends,
    /// What stands at the start.
    pub pieces: Bits<W>,
    /// All cells.
    pub all: Bits<W>,
    /// The cell of each place.
    pub ids: Vec<u32>,
    /// The id of the end of a turn.
    pub end: u32,
}

/// A game under way.
struct Game<const W: usize, const D: usize> {
    pieces: Pieces<W>,
    /// What is on offer.
    origins: Origins<W, D>,
    phase: usize,
    side: usize,
    captured: [u32; 2],
    quiet: [u32; COUNTERS],
    /// What this turn has done.
    happened: u8,
    /// What each side has found at the start of its turns since the last capture.
    standings: [Vec<Bits<W>>; 2],
    length: u32,
}

/// How a game goes on after a ply.
enum Course {
    On,
    Over(Verdict),
    Cut,
}

impl<const W: usize, const D: usize> Turns<W, D> {
    fn blank(&self) -> Game<W, D> {
        let pieces = Pieces { all: self.pieces, moved: Bits::EMPTY, just: Bits::EMPTY };
        let (captured, quiet, standings) = ([0; 2], [0; COUNTERS], [const { Vec::new() }; 2]);
        let origins = Origins::default();
        Game { pieces, origins, phase: 0, side: 0, captured, quiet, happened: 0, standings, length: 0 }
    }

    /// Begins a game.
    fn begin(&self, game: &mut Game<W, D>) {
        game.pieces = Pieces { all: self.pieces, moved: Bits::EMPTY, just: Bits::EMPTY };
        (game.side, game.captured, game.quiet, game.happened, game.length) = (0, [0; 2], [0; COUNTERS], 0, 0);
        game.standings.iter_mut().for_each(Vec::clear);
        game.standings[0].push(self.pieces);
        self.offer(game, 0);
    }

    /// What a phase offers is on offer now; is it anything?
    #[inline(always)]
    fn offer(&self, game: &mut Game<W, D>, phase: usize) -> bool {
        game.phase = phase;
        let Some(phase) = self.phases.get(phase) else { return false };
        game.origins = phase.origins(&game.pieces, self.all);
        game.origins.count > 0
    }

    #[inline(always)]
    fn ply(&self, game: &mut Game<W, D>, limit: u32, stream: &mut Stream, listener: &mut impl Listener) -> Course {
        if game.length >= limit {
            return Course::Cut;
        }
        let Some(phase) = self.phases.get(game.phase) else { return Course::Cut };
        let count = game.origins.count;
        let Some(bound) = NonZeroU64::new(u64::from(count) + u64::from(phase.stop)) else { return Course::Cut };
        let number = stream.below(bound) as u32;
        game.length += 1;
        let (mut next, mut did, mut made) = (usize::MAX, 0, Move::NONE);
        if number < count {
            made = phase.ply(&game.origins, number);
            did = game.carry(&made);
            next = phase.next;
        }
        let over = !self.offer(game, next);
        let course = self.settle(game, over, did);
        let heard = || heard(&made, bound.get(), over || !matches!(course, Course::On));
        listener.hear(|| self.id(phase.base, &made), heard);
        course
    }

    /// After a ply that did so much: is the game over? Where the turn is, the next one begins.
    #[inline(always)]
    fn settle(&self, game: &mut Game<W, D>, over: bool, did: u8) -> Course {
        if over || self.ends.restless {
            self.count_quiet(game, over, Some(did));
        }
        if let Some(verdict) = self.judge(game, over) {
            return Course::Over(verdict);
        }
        if over {
            game.advance();
            if !self.offer(game, 0) {
                return self.empty_turns(game);
            }
        }
        Course::On
    }

    /// A turn without any ply ends by itself, where it may be ended; so do three of them, and then the game does.
    #[cold]
    fn empty_turns(&self, game: &mut Game<W, D>) -> Course {
        for _ in 0..3 {
            if !self.phases.first().is_some_and(|phase| phase.stop) {
                break;
            }
            self.count_quiet(game, true, None);
            if let Some(verdict) = self.judge(game, true) {
                return Course::Over(verdict);
            }
            game.advance();
        }
        Course::Over(Verdict { halves: 1, reason: Reason::NothingLegal })
    }

    /// Every quiet counter: back to 0 where something happened, else one more. `did`: of a player's own ply.
    #[inline(always)]
    fn count_quiet(&self, game: &mut Game<W, D>, over: bool, did: Option<u8>) {
        for (quiet, counter) in game.quiet.iter_mut().zip(&self.ends.counters) {
            let (counted, did) =
                if counter.turns { (over, game.happened) } else { (did.is_some(), did.unwrap_or_default()) };
            if counted {
                *quiet = if did & counter.without != 0 { 0 } else { quiet.saturating_add(1) };
            }
        }
    }

    #[inline(always)]
    fn judge(&self, game: &mut Game<W, D>, over: bool) -> Option<Verdict> {
        let times = if over && self.ends.history { game.stand() } else { 0 };
        let [own, enemy] = [game.side & 1, game.side & 1 ^ 1].map(|side| game.captured[side]);
        self.ends.judge(Facts { own, enemy, quiet: &game.quiet, times, over })
    }

    /// Half points of the first player: nobody exchanges sides.
    fn first(game: &Game<W, D>, verdict: Verdict) -> u8 {
        if game.side == 0 { verdict.halves } else { 2 - verdict.halves }
    }

    /// The id of a ply of the phase with this first id, or of the end of the turn.
    fn id(&self, base: u32, made: &Move<W>) -> u32 {
        let cell = |set: Bits<W>| set.first().and_then(|place| self.ids.get(place as usize)).copied().unwrap_or(0);
        if made.to.any() { base + cell(made.origin) * self.all.count() + cell(made.to) } else { self.end }
    }
}

impl<const W: usize, const D: usize> Game<W, D> {
    /// The piece moves; what did that do?
    #[inline(always)]
    fn carry(&mut self, ply: &Move<W>) -> u8 {
        let gone = !(ply.origin | ply.captured);
        self.pieces.all = (self.pieces.all & gone) | ply.to;
        self.pieces.moved = (self.pieces.moved & gone) | ply.to;
        self.pieces.just = ply.to;
        let taken = ply.captured.any();
        self.captured[self.side & 1] += u32::from(taken);
        let did = ANYTHING | if taken { CAPTURE } else { 0 };
        self.happened |= did;
        did
    }

    /// How often has the next side found what it finds now? Before a capture there was more on the board.
    #[inline(always)]
    fn stand(&mut self) -> u32 {
        if self.happened & CAPTURE != 0 {
            self.standings.iter_mut().for_each(Vec::clear);
        }
        let (now, found) = (self.pieces.all, &mut self.standings[self.side & 1 ^ 1]);
        found.push(now);
        found.iter().map(|&before| u32::from(before == now)).sum()
    }

    fn advance(&mut self) {
        self.side ^= 1;
        self.happened = 0;
        (self.pieces.moved, self.pieces.just) = (Bits::EMPTY, Bits::EMPTY);
    }
}

impl<const W: usize, const D: usize> Turns<W, D> {
    /// Plays games side by side.
    #[inline(always)]
    fn play_all<B: Book<W>>(&self, mut span: Span, book: &mut B, stop: &AtomicBool) {
        let mut lanes: Vec<_> =
            span.games.by_ref().take(LANES).map(|number| self.lane(book, span.seed, number)).collect();
        while !lanes.is_empty() && !stop.load(Ordering::Relaxed) {
            let mut lane = 0;
            while let Some((game, stream, ear)) = lanes.get_mut(lane) {
                lane += 1;
                match self.ply(game, span.limit, stream, ear) {
                    Course::On => continue,
                    Course::Over(verdict) => {
                        let (halves, pieces) = (Self::first(game, verdict), game.pieces.all);
                        book.over(ear, || [pieces, Bits::EMPTY, Bits::EMPTY], game.length, halves, verdict.reason);
                    }
                    Course::Cut => book.cut(ear, game.length),
                }
                if let Some(number) = span.games.next() {
                    *stream = Stream::new(span.seed, number);
                    book.begin(ear, number);
                    self.begin(game);
                } else {
                    lane -= 1;
                    lanes.swap_remove(lane);
                }
            }
        }
    }

    /// Where a game is played, with its chance and whoever hears it.
    fn lane<B: Book<W>>(&self, book: &B, seed: u64, number: u64) -> (Game<W, D>, Stream, B::Ear) {
        let (mut game, mut ear) = (self.blank(), B::Ear::default());
        self.begin(&mut game);
        book.begin(&mut ear, number);
        (game, Stream::new(seed, number), ear)
    }
}

/// What is told of a ply.
fn heard<const W: usize>(made: &Move<W>, legal: u64, over: bool) -> Heard {
    let to = made.to.first().map_or(NOWHERE, |place| place as Place);
    Heard { legal, to, captured: made.captured.count() as u16, over }
}

impl<const W: usize, const D: usize> Runner for Turns<W, D> {
    fn run(&self, _: Option<&dyn Any>, span: Span, totals: &mut Totals, stop: &AtomicBool) {
        let mut tally = Tally::default();
        self.play_all(span, &mut tally, stop);
        tally.give(totals);
    }

    fn tell(&self, _: Option<&dyn Any>, span: Span, mut audience: &mut dyn Audience, stop: &AtomicBool) {
        self.play_all(span, &mut audience, stop);
    }

    fn trace(&self, seed: u64, game: u64, limit: u32) -> Trace {
        let (mut plies, mut stream, mut game) = (Vec::<u32>::new(), Stream::new(seed, game), self.blank());
        self.begin(&mut game);
        let mut told = Told { plies: Some(&mut plies), wise: false };
        let ended = loop {
            match self.ply(&mut game, limit, &mut stream, &mut told) {
                Course::On => {}
                Course::Over(verdict) => break Some((Self::first(&game, verdict), verdict.reason)),
                Course::Cut => break None,
            }
        };
        Trace { plies, ended }
    }
}
