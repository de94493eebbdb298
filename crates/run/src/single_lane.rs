//! A run of random games one after the other, by machine code.

use crate::bank::TicksPlayed;
use crate::lanes::{GameSink, LaneTable};
use crate::vector::{One, Vector};
use lusory_compile::program::Observed;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};

/// So many ticks are played at most before a run looks whether it is to stop.
const MOST_TICKS: u64 = 1024;

impl<V: Vector, const W: usize, const C: usize> LaneTable<V, W, C> {
    /// Plays all games of a run in one lane, as `play` does. None where there are more lanes, or no machine code.
    pub(crate) fn play_single(&mut self, sink: &mut dyn GameSink, stop: &AtomicBool) -> Option<u64> {
        let table = (self as &mut dyn Any).downcast_mut::<LaneTable<One, W, 1>>()?;
        table.bank.program.native()?;
        Some(table.play_games(sink, stop))
    }
}

impl<const W: usize> LaneTable<One, W, 1> {
    fn play_games(&mut self, sink: &mut dyn GameSink, stop: &AtomicBool) -> u64 {
        let observed = self.bank.program.observed.filter(|_| sink.wants_plies());
        let traces = sink.wants_ids();
        while let Some(lane) = self.idle.pop().filter(|_| self.next < self.run.games) {
            let mut body = self.starts.body(self.next);
            self.begin(lane);
            sink.begin(lane, self.game[lane]);
            loop {
                if stop.load(Ordering::Relaxed) {
                    return self.tick;
                }
                let most = self.run.limit.saturating_sub(self.plies(lane, 0)).clamp(1, MOST_TICKS);
                let next = match observed {
                    Some(_) => self.play_told(body, observed, sink),
                    None if traces => self.play_traced(body, most, sink),
                    None => self.play_ticks(body, most),
                };
                let Some(next) = next else { break };
                body = next;
                let code = self.bank.word(self.bank.program.result as usize, lane);
                if code != 0 || self.plies(lane, 0) >= self.run.limit {
                    self.finish(lane, code, sink);
                    break;
                }
            }
        }
        self.tick
    }

    /// Plays ticks; returns the body that is next.
    fn play_ticks(&mut self, body: usize, most: u64) -> Option<usize> {
        let TicksPlayed { ticks, next } = self.bank.run_native(body, most, None, |_, _, _| ())?;
        self.tick += ticks;
        Some(next)
    }

    /// Plays a tick and tells of its ply.
    fn play_told(&mut self, body: usize, observed: Option<Observed>, sink: &mut dyn GameSink) -> Option<usize> {
        let traces = sink.wants_ids();
        if traces {
            self.before.keep(&self.bank);
        }
        let next = self.play_ticks(body, 1)?;
        if traces {
            self.trace(body, sink);
        }
        if let Some(observed) = observed {
            self.report(body, observed, sink);
        }
        Some(next)
    }

    /// Plays ticks and tells the ids of their plies.
    fn play_traced(&mut self, body: usize, most: u64, sink: &mut dyn GameSink) -> Option<usize> {
        let program = self.bank.program.clone();
        let Some(ids) = program.ids() else { return self.play_told(body, None, sink) };
        self.traced.clear();
        let (traced, mut trace) = (&mut self.traced, ids.trace(|row| self.bank.word(row, 0)));
        let played = self.bank.run_native(body, most, None, |body, rows, drawn| trace.note(body, rows, drawn, traced));
        let TicksPlayed { ticks, next } = played?;
        self.tick += ticks;
        self.traced.iter().for_each(|&ply| sink.made(0, ply));
        Some(next)
    }
}

#[cfg(test)]
mod tests;
