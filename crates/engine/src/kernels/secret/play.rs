//! Plays games one after the other: the opening, then alternating placements and answers.

use super::super::parts::Verdict;
use super::super::tally::Tally;
use super::super::{GameEnd, PlyPrior, Runner, Span, Trace, TurnOrder};
use super::both_sides::BothSides;
use super::line::Seen;
use super::line_progress::Stretches;
use super::recognise::{Commit, Ends, Opening};
use crate::bits::Bits;
use crate::board::Place;
use crate::movegen::{Ply, id};
use crate::observer::{ObservedPly, PlayoutObserver, PlyTape};
use crate::plan::Plan;
use crate::results::Results;
use crate::state::{EndReason, State};
use crate::stream::Stream;
use crate::totals::Totals;
use std::any::Any;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// Kernel for games of secret placements.
#[derive(Clone, Debug)]
pub struct Secret<const W: usize> {
    /// The compiled rules.
    pub plan: Plan<W>,
    /// The turns of the opening.
    pub opening: Vec<Opening>,
    /// Every turn after it.
    pub commit: Commit<W>,
    /// The ends of the game.
    pub ends: Ends<W>,
    /// What wins, for players who reach for it; none where lines do not win.
    pub stretches: Option<Stretches>,
    /// What is left of a turn after the opening, when it begins.
    pub agenda: u16,
}

/// The state of one running game.
pub(super) struct Game<const W: usize> {
    /// The pieces of each side.
    pub(super) pieces: [Bits<W>; 2],
    /// Those that everybody sees.
    pub(super) shown: [Bits<W>; 2],
    pub(super) side: usize,
    /// The side that made the last ply.
    pub(super) mover: usize,
    /// The players have exchanged sides.
    pub(super) swapped: bool,
    pub(super) length: u32,
    pub(super) seen: Seen<W>,
    /// How far each side's lines have come; kept up where players reach for them.
    pub(super) sight: BothSides<W>,
}

/// How a game continues after a turn.
pub(super) enum Course {
    On,
    Over(Verdict),
    Cut,
}

impl<const W: usize> Game<W> {
    fn begin(&mut self) {
        (self.pieces, self.shown) = ([Bits::EMPTY; 2], [Bits::EMPTY; 2]);
        (self.side, self.mover, self.swapped, self.length) = (0, 0, false, 0);
        self.seen.clear();
    }

    /// The cells where the side to move sees no piece.
    #[inline(always)]
    pub(super) fn free(&self, all: Bits<W>) -> Bits<W> {
        let (own, other) = (self.side & 1, self.side & 1 ^ 1);
        all & !(self.pieces[own] | self.shown[other])
    }

    #[inline(always)]
    fn put(&mut self, cell: Bits<W>, shown: bool) {
        self.pieces[self.side & 1] |= cell;
        self.shown[self.side & 1] |= if shown { cell } else { Bits::EMPTY };
    }

    #[inline(always)]
    fn next_side(&mut self) -> Course {
        self.mover = self.side;
        self.side ^= 1;
        Course::On
    }
}

/// A number below the bound, which is not 0.
#[inline(always)]
fn draw(stream: &mut Stream, bound: u64) -> u64 {
    NonZeroU64::new(bound).map_or(0, |bound| stream.below(bound))
}

/// The members of a set whose numbers are bits of `which`.
#[inline(always)]
fn subset<const W: usize>(set: Bits<W>, mut which: u64) -> Bits<W> {
    let (mut left, mut chosen) = (set, Bits::EMPTY);
    while which != 0 {
        let Some(member) = left.pop() else { break };
        chosen |= if which & 1 != 0 { Bits::bit(member) } else { Bits::EMPTY };
        which >>= 1;
    }
    chosen
}

impl<const W: usize> Secret<W> {
    pub(super) fn blank(&self) -> Game<W> {
        let empty = [Bits::EMPTY; 2];
        let (lines_seen, sight) = (Seen::new(&self.plan), BothSides::default());
        Game { pieces: empty, shown: empty, side: 0, mover: 0, swapped: false, length: 0, seen: lines_seen, sight }
    }

    /// Plays a game to its end; none where it was cut off.
    #[inline(always)]
    fn game(
        &self,
        game: &mut Game<W>,
        limit: u32,
        stream: &mut Stream,
        tell: &mut impl FnMut(Ply<W>, u64),
    ) -> Option<Verdict> {
        game.begin();
        let mut opening = self.opening.iter();
        loop {
            let course = match opening.next() {
                Some(Opening::Place(node)) => self.place(game, *node, limit, stream, tell),
                Some(Opening::Choose(parts)) => choose(game, parts, limit, stream, tell),
                None => self.turn(game, false, limit, stream, tell),
            };
            match course {
                Course::On => {}
                Course::Over(verdict) => return Some(verdict),
                Course::Cut => return None,
            }
        }
    }

    fn place(
        &self,
        game: &mut Game<W>,
        node: u16,
        limit: u32,
        stream: &mut Stream,
        tell: &mut impl FnMut(Ply<W>, u64),
    ) -> Course {
        let free = game.free(self.plan.board.all);
        if !free.any() {
            return Course::Over(self.stuck(game));
        }
        if game.length >= limit {
            return Course::Cut;
        }
        let legal = u64::from(free.count());
        let to = free.nth(draw(stream, legal) as u32);
        tell(Ply { to: to as Place, ..Ply::without_cells(Some(node), 0) }, legal);
        game.length += 1;
        game.put(Bits::bit(to), true);
        self.judge(game)
    }

    /// A secret placement and its answer. `wise`: players extend lines.
    #[inline(always)]
    pub(super) fn turn(
        &self,
        game: &mut Game<W>,
        wise: bool,
        limit: u32,
        stream: &mut Stream,
        tell: &mut impl FnMut(Ply<W>, u64),
    ) -> Course {
        let free = game.free(self.plan.board.all);
        if !free.any() {
            return Course::Over(self.stuck(game));
        }
        if game.length >= limit {
            return Course::Cut;
        }
        let targets = if wise { self.wanted(game, free, stream) } else { free };
        let count = targets.count();
        let number = draw(stream, u64::from(count) * self.commit.announced.len() as u64) as u32;
        let (choice, to) = (number / count, targets.nth(number % count));
        let legal = u64::from(free.count()) * self.commit.announced.len() as u64;
        tell(Ply { to: to as Place, choice: choice as u16, ..Ply::without_cells(Some(self.commit.node), 0) }, legal);
        game.length += 1;
        let announced = self.commit.announced.get(choice as usize).map_or(Bits::EMPTY, |of| *of.at(to));
        self.answer(game, (Bits::bit(to), announced), wise, limit, stream, tell)
    }

    /// Draws the answer to a placement (its cell and announcement), then resolves it.
    #[inline(always)]
    pub(super) fn answer(
        &self,
        game: &mut Game<W>,
        (cell, announced): (Bits<W>, Bits<W>),
        wise: bool,
        limit: u32,
        stream: &mut Stream,
        tell: &mut impl FnMut(Ply<W>, u64),
    ) -> Course {
        if game.length >= limit {
            return Course::Cut;
        }
        let other = game.side & 1 ^ 1;
        let secret = game.pieces[other] & !game.shown[other] & announced;
        let shown = match wise {
            true => self.shown(game, secret, stream),
            false => subset(secret, draw(stream, 1 << (secret.count() & 63))),
        };
        tell(Ply { shown, ..Ply::without_cells(Some(self.commit.answer), 0) }, 1 << (secret.count() & 63));
        game.length += 1;
        let succeeds = !(self.commit.fails && (cell & shown).any());
        if wise {
            self.look_on(game, if succeeds { cell } else { Bits::EMPTY }, shown);
        }
        game.shown[other] |= shown;
        if !succeeds {
            return game.next_side();
        }
        game.put(cell, shown.any());
        self.judge(game)
    }

    /// Tests the ends after a placement, then passes the turn.
    #[inline(always)]
    fn judge(&self, game: &mut Game<W>) -> Course {
        let own = game.pieces[game.side & 1];
        match &self.ends.lines {
            Some((lines, verdict)) if lines.hold(&self.plan, game.side, own, &mut game.seen) => Course::Over(*verdict),
            _ => game.next_side(),
        }
    }

    /// The verdict where the side to move has no ply; clauses are from the point of view of the side that moved last.
    #[cold]
    fn stuck(&self, game: &mut Game<W>) -> Verdict {
        game.side = game.mover;
        self.ends.stuck.unwrap_or(Verdict { halves: 1, reason: EndReason::NothingLegal })
    }

    /// Half points of the first player.
    pub(super) fn first(game: &Game<W>, verdict: Verdict) -> u8 {
        if (game.side == 0) != game.swapped { verdict.halves } else { 2 - verdict.halves }
    }
}

/// Draws whether sides are exchanged or kept; the same side is to move.
fn choose<const W: usize>(
    game: &mut Game<W>,
    parts: &[(u16, bool)],
    limit: u32,
    stream: &mut Stream,
    tell: &mut impl FnMut(Ply<W>, u64),
) -> Course {
    if game.length >= limit {
        return Course::Cut;
    }
    let number = draw(stream, parts.len() as u64) as usize;
    if let Some(&(node, swap)) = parts.get(number) {
        tell(Ply::without_cells(Some(node), 0), parts.len() as u64);
        game.swapped ^= swap;
    }
    game.length += 1;
    game.mover = game.side;
    Course::On
}

impl<const W: usize> Runner for Secret<W> {
    fn searches(&self) -> bool {
        true
    }

    fn run(&self, _: Option<&dyn Any>, span: Span, totals: &mut Totals, stop: &AtomicBool) {
        let (mut tally, mut game) = (Tally::default(), self.blank());
        for number in span.games {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let mut stream = Stream::new(span.seed, number);
            match self.game(&mut game, span.limit, &mut stream, &mut |_, _| ()) {
                Some(verdict) => tally.add(game.length, Self::first(&game, verdict), verdict.reason),
                None => tally.cut(game.length),
            }
        }
        tally.give(totals);
    }

    fn run_observed(&self, _: Option<&dyn Any>, span: Span, observer: &mut dyn PlayoutObserver, stop: &AtomicBool) {
        let (mut tape, mut game) = (PlyTape::default(), self.blank());
        for number in span.games {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            tape.begin(number);
            let mut stream = Stream::new(span.seed, number);
            let verdict = self.game(&mut game, span.limit, &mut stream, &mut |ply, legal| {
                let over = ply.node != Some(self.commit.node);
                tape.push(|| id(&self.plan, &ply), ObservedPly { legal, to: ply.to, captured: 0, over });
            });
            let ended = verdict.map(|verdict| (Results::of_halves(Self::first(&game, verdict)), verdict.reason));
            let pieces = [Bits::EMPTY, game.pieces[0], game.pieces[1]];
            observer.game(&tape.finish(game.length, ended, &pieces.each_ref().map(|set| set.0.as_slice())));
        }
    }

    fn trace(&self, seed: u64, game: u64, limit: u32) -> Trace {
        let (mut plies, mut stream, mut state) = (Vec::new(), Stream::new(seed, game), self.blank());
        let verdict = self.game(&mut state, limit, &mut stream, &mut |ply, _| plies.push(id(&self.plan, &ply)));
        let ended = verdict.map(|verdict| (Self::first(&state, verdict), verdict.reason));
        Trace { plies, ended }
    }

    fn stepper(&self) -> Box<dyn Any + Send> {
        Box::new(self.blank())
    }

    fn playout(
        &self,
        stepper: &mut (dyn Any + Send),
        from: &dyn Any,
        stream: &mut Stream,
        limit: u32,
        plies: Option<&mut Vec<u32>>,
    ) -> Option<GameEnd> {
        let (game, state) = (stepper.downcast_mut()?, from.downcast_ref()?);
        let pending = self.resume(game, state)?;
        Some(match plies {
            Some(plies) => self.finish(game, pending, limit, stream, &mut |ply, _| plies.push(id(&self.plan, &ply))),
            None => self.finish(game, pending, limit, stream, &mut |_, _| ()),
        })
    }

    fn hints(&self, stepper: &mut (dyn Any + Send), at: &dyn Any, hints: &mut Vec<PlyPrior>) {
        let (Some(game), Some(state)) = (stepper.downcast_mut(), at.downcast_ref()) else { return };
        if let Some(pending) = self.resume(game, state) {
            self.hinted(game, pending, &mut |ply, share| {
                hints.push(PlyPrior { id: id(&self.plan, &ply), probability: share })
            });
        }
    }

    fn rhythm(&self, from: &dyn Any) -> TurnOrder {
        // The player who answers also makes the next placement.
        let is_pending = from.downcast_ref::<State<W>>().is_some_and(|state| state.pending.is_some());
        TurnOrder { pairs: true, late: !is_pending }
    }
}
