//! Moves, effects and ends joined to one loop, compiled as if it were written for one game.
//!
//! Several games are played in turn, a ply of each: what one waits for (a number drawn, a cell selected) another fills.
//! They do not touch each other, and each draws from its own stream, so that a game is the same whatever runs beside it.

use super::tally::Tally;
use super::words::{Effects, Ends, Moves, Offer, Position, Verdict};
use super::{Runner, Span, Trace};
use crate::state::Reason;
use crate::stream::Stream;
use crate::totals::Totals;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many games are played side by side.
const LANES: u64 = 4;

/// The opening of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The first ply is nature's.
    pub chance: bool,
    /// The second ply may be this one, an exchange of sides.
    pub swap: Option<u32>,
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

/// A shape of games.
#[derive(Clone, Debug)]
pub struct Kernel<const W: usize, M, F, E> {
    /// The plies.
    pub moves: M,
    /// What follows them.
    pub effects: F,
    /// What ends the game.
    pub ends: E,
    /// Where it begins.
    pub start: Position<W>,
    /// How it begins.
    pub opening: Opening,
    /// What happens where nobody can move.
    pub stuck: Stuck,
}

/// One game under way.
#[derive(Clone)]
struct Lane<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> {
    position: Position<W>,
    moves: M::Memo,
    effects: F::Memo,
    ends: E::Memo,
    stream: Stream,
    plies: u32,
    /// The players have exchanged sides.
    swapped: bool,
}

/// How far a game has come after a ply.
enum Course {
    On,
    Over(Verdict),
    Cut,
}

/// Who is told of the plies.
trait Listener {
    fn hear(&mut self, id: impl FnOnce() -> u32);
}

impl Listener for () {
    #[inline(always)]
    fn hear(&mut self, _: impl FnOnce() -> u32) {}
}

impl Listener for Vec<u32> {
    fn hear(&mut self, id: impl FnOnce() -> u32) {
        self.push(id());
    }
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> Kernel<W, M, F, E> {
    fn lane(&self, seed: u64, game: u64) -> Lane<W, M, F, E> {
        let mut lane = Lane {
            position: self.start,
            moves: M::Memo::default(),
            effects: F::Memo::default(),
            ends: E::Memo::default(),
            stream: Stream::new(seed, game),
            plies: 0,
            swapped: false,
        };
        self.begin(&mut lane, seed, game);
        lane
    }

    #[inline(always)]
    fn begin(&self, lane: &mut Lane<W, M, F, E>, seed: u64, game: u64) {
        lane.position = self.start;
        lane.stream = Stream::new(seed, game);
        (lane.plies, lane.swapped) = (0, false);
        self.moves.begin(&lane.position, &mut lane.moves);
        self.effects.begin(&mut lane.effects);
        self.ends.begin(&lane.position, &mut lane.ends);
    }

    #[inline(always)]
    fn ply(&self, lane: &mut Lane<W, M, F, E>, limit: u32, listener: &mut impl Listener) -> Course {
        if lane.plies >= limit {
            return Course::Cut;
        }
        let offer = self.moves.offer(&lane.position, &lane.moves);
        let count = offer.count();
        let swap = u32::from(lane.plies == 1 && self.opening.swap.is_some());
        let Some(bound) = NonZeroU64::new(u64::from(count + swap)) else {
            return Course::Over(self.stuck(lane));
        };
        let number = lane.stream.below(bound) as u32;
        if number >= count {
            return self.swap(lane, listener);
        }
        let made = self.moves.play(&mut lane.position, &mut lane.moves, &offer, number);
        listener.hear(|| self.moves.id(made));
        self.follow(lane)
    }

    /// What follows a ply.
    #[inline(always)]
    fn follow(&self, lane: &mut Lane<W, M, F, E>) -> Course {
        lane.plies += 1;
        if self.opening.chance && lane.plies == 1 {
            return Course::On;
        }
        self.effects.follow(&mut lane.position, &mut lane.effects);
        let lead = self.effects.lead(&lane.effects);
        if let Some(verdict) = self.ends.judge(&lane.position, &mut lane.ends, lead) {
            return Course::Over(verdict);
        }
        self.turn(lane);
        Course::On
    }

    #[inline(always)]
    fn turn(&self, lane: &mut Lane<W, M, F, E>) {
        let position = &mut lane.position;
        (position.own, position.enemy) = (position.enemy, position.own);
        position.side ^= 1;
        self.effects.turn(&mut lane.effects);
        self.ends.turn(&mut lane.ends);
    }

    #[cold]
    fn swap(&self, lane: &mut Lane<W, M, F, E>, listener: &mut impl Listener) -> Course {
        lane.plies += 1;
        lane.swapped = true;
        self.ends.swapped(&lane.position, &mut lane.ends);
        listener.hear(|| self.opening.swap.unwrap_or(0));
        Course::On
    }

    /// The verdict for the side to move, which has no ply.
    fn stuck(&self, lane: &Lane<W, M, F, E>) -> Verdict {
        match self.stuck {
            Stuck::Clause(clause, halves) if lane.plies > 0 => Verdict::by(clause, halves),
            Stuck::Stones(clause) if lane.plies > 0 => {
                let (own, enemy) = (lane.position.own.count(), lane.position.enemy.count());
                Verdict::most(clause, own as i32 - enemy as i32)
            }
            _ => Verdict { halves: 1, reason: Reason::NothingLegal },
        }
    }

    /// Half points of the first player.
    #[inline(always)]
    fn first(lane: &Lane<W, M, F, E>, verdict: Verdict) -> u8 {
        let mover_is_first = (lane.position.side == 0) != lane.swapped;
        if mover_is_first { verdict.halves } else { 2 - verdict.halves }
    }
}

impl<const W: usize, M, F, E> Runner for Kernel<W, M, F, E>
where
    M: Moves<W>,
    F: Effects<W>,
    E: Ends<W>,
{
    fn run(&self, span: Span, totals: &mut Totals, stop: &AtomicBool) {
        let mut tally = Tally::default();
        let mut games = span.games.clone();
        let mut lanes: Vec<_> = games.by_ref().take(LANES as usize).map(|game| self.lane(span.seed, game)).collect();
        while !lanes.is_empty() && !stop.load(Ordering::Relaxed) {
            let mut idle = 0;
            for lane in &mut lanes {
                match self.ply(lane, span.limit, &mut ()) {
                    Course::On => continue,
                    Course::Over(verdict) => tally.add(lane.plies, Self::first(lane, verdict), verdict.reason),
                    Course::Cut => tally.cut(lane.plies),
                }
                match games.next() {
                    Some(game) => self.begin(lane, span.seed, game),
                    None => (lane.plies, idle) = (u32::MAX, idle + 1),
                }
            }
            if idle > 0 {
                lanes.retain(|lane| lane.plies != u32::MAX);
            }
        }
        tally.give(totals);
    }

    fn trace(&self, seed: u64, game: u64, limit: u32) -> Trace {
        let mut lane = self.lane(seed, game);
        let mut plies = Vec::new();
        loop {
            match self.ply(&mut lane, limit, &mut plies) {
                Course::On => {}
                Course::Over(verdict) => {
                    let halves = Self::first(&lane, verdict);
                    return Trace { plies, ended: Some((halves, verdict.reason)) };
                }
                Course::Cut => return Trace { plies, ended: None },
            }
        }
    }
}
