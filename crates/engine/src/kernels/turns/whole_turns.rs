//! Enumerates whole turns from a position, depth first, merging transpositions.

use super::super::TurnEnd;
use super::super::parts::Verdict;
use super::phase::Move;
use super::play::{Now, Standings, Turns};
use crate::hash::BuildFold;
use crate::turns::{FIRST_LOOKUP_DEPTH, Halt, MAX_TURN_PLIES};
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, Ordering};

/// An enumeration of turns; `turns::Walk` is its general counterpart.
pub struct Whole<'a, const W: usize, const D: usize> {
    kernel: &'a Turns<W, D>,
    /// Those before the turn.
    standings: &'a Standings<W>,
    /// How many more plies may be tried.
    left: u64,
    stop: &'a AtomicBool,
    visit: &'a mut dyn FnMut(&TurnEnd<'_>),
    /// What was captured before the turn.
    before: u32,
    /// The ids of the plies on the way.
    path: Vec<u32>,
    /// The keys of what was gone on from in the middle of the turn.
    seen: HashSet<u64, BuildFold>,
    /// Whether every turn has been enumerated to its end.
    complete: bool,
}

impl<'a, const W: usize, const D: usize> Whole<'a, W, D> {
    pub fn new(
        kernel: &'a Turns<W, D>,
        standings: &'a Standings<W>,
        left: u64,
        stop: &'a AtomicBool,
        visit: &'a mut dyn FnMut(&TurnEnd<'_>),
    ) -> Self {
        let (path, seen) = (Vec::new(), HashSet::default());
        Whole { kernel, standings, left, stop, visit, before: 0, path, seen, complete: true }
    }

    /// Visits every turn from here; returns whether the enumeration is complete.
    pub fn all(&mut self, from: &Now<W, D>) -> Result<bool, Halt> {
        self.before = from.captured[from.side & 1];
        match self.go_on(from) {
            Err(Halt::Stopped) => Err(Halt::Stopped),
            ended => Ok(ended.is_ok() && self.complete),
        }
    }

    fn go_on(&mut self, from: &Now<W, D>) -> Result<(), Halt> {
        let Some(phase) = self.kernel.phases.get(from.phase) else { return Ok(()) };
        for number in 0..from.origins.count + u32::from(phase.stop) {
            self.pay()?;
            let mut now = *from;
            let (made, did, over) = self.kernel.made(&mut now, phase, number);
            self.path.push(self.kernel.id(phase.base, &made));
            self.arrive(now, &made, did, over)?;
            self.path.pop();
        }
        Ok(())
    }

    fn pay(&mut self) -> Result<(), Halt> {
        self.left = self.left.checked_sub(1).ok_or(Halt::Limit)?;
        if self.stop.load(Ordering::Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// After a ply: reports the turn if it is over, else descends.
    fn arrive(&mut self, mut now: Now<W, D>, made: &Move<W>, did: u8, over: bool) -> Result<(), Halt> {
        let verdict = self.kernel.judge(&mut now, self.standings, over, Some(did));
        let verdict = verdict.or_else(|| if over { self.dead_end(now) } else { None });
        if over || verdict.is_some() {
            self.end(&now, made, verdict);
        } else if self.path.len() == MAX_TURN_PLIES {
            self.complete = false;
        } else if self.path.len() < FIRST_LOOKUP_DEPTH || self.seen.insert(middle(&now)) {
            return self.go_on(&now);
        }
        Ok(())
    }

    /// The verdict for the mover, if the game is over because the next side has no ply.
    fn dead_end(&self, now: Now<W, D>) -> Option<Verdict> {
        let mut next = now;
        next.advance();
        let able = self.kernel.offer(&mut next, 0);
        (!able).then(|| self.kernel.stuck(now, self.standings.clone()))
    }

    fn end(&mut self, now: &Now<W, D>, made: &Move<W>, verdict: Option<Verdict>) {
        let taken = now.captured[now.side & 1] - self.before;
        let key = || outcome(now, verdict.map(|verdict| (verdict.halves, made)));
        (self.visit)(&TurnEnd { plies: &self.path, taken, halves: verdict.map(|verdict| verdict.halves), key: &key });
    }
}

/// Hash of a position in the middle of a turn.
fn middle<const W: usize, const D: usize>(now: &Now<W, D>) -> u64 {
    let pieces = [now.pieces.all, now.pieces.moved, now.pieces.just];
    BuildFold::default().hash_one((pieces, now.phase, now.captured, now.quiet))
}

/// Hash of the outcome of a turn. If the game is over, it includes the result and the last ply.
fn outcome<const W: usize, const D: usize>(now: &Now<W, D>, over: Option<(u8, &Move<W>)>) -> u64 {
    let last = over.map(|(halves, made)| (halves, made.origin, made.to));
    BuildFold::default().hash_one((now.pieces.all, now.captured, now.quiet, last))
}
