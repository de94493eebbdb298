//! Playouts in many lanes: a lane whose game is over is refilled with the next game.

use crate::bank::Bank;
use crate::by_width;
use crate::vector::{Eight, One, Vector};
use lusory_base::stream::Stream;
use lusory_compile::Program;
use lusory_compile::program::EndCode;
use std::sync::Arc;

/// Which games to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaneRun {
    /// How many; game `k` draws from stream `k` of the seed.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// How many at a time: 1, or a number that is rounded up to a multiple of 8.
    pub lanes: usize,
    /// After so many plies a game is cut off.
    pub limit: u64,
}

/// What games came to, added up. It does not depend on the number of lanes.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RunTally {
    /// Games that came to their ends.
    pub games: u64,
    /// Games that were cut off.
    pub cut: u64,
    /// Plies of all.
    pub plies: u64,
    /// Games that each player won alone.
    pub wins: [u64; 4],
    /// Games that were drawn, or shared.
    pub draws: u64,
    /// Games that each end clause ended; the last number counts those where no side had a legal ply.
    pub by_clause: Vec<u64>,
    /// A sum over the games of a hash of each: its number, its length, how it ended.
    pub digest: u64,
    /// Ticks of all lanes together.
    pub ticks: u64,
}

pub(crate) fn playouts(program: &Arc<Program>, run: &LaneRun) -> RunTally {
    by_width!(program.width, playouts_of(program, run))
}

fn playouts_of<const W: usize>(program: &Arc<Program>, run: &LaneRun) -> RunTally {
    if run.lanes <= 1 { Table::<One, W>::new(program, run).play() } else { Table::<Eight, W>::new(program, run).play() }
}

/// A lane without a game.
const IDLE: u64 = u64::MAX;

/// Games that are being played, and what those before came to.
struct Table<V, const W: usize> {
    bank: Bank<V, W>,
    run: LaneRun,
    /// What a lane starts from: rows and words.
    start: Vec<(usize, u64)>,
    /// In which tick each lane began, and which game it plays.
    since: Vec<u64>,
    game: Vec<u64>,
    next: u64,
    tick: u64,
    /// The first tick in which a game may have to be cut off.
    due: u64,
    tally: RunTally,
}

impl<V: Vector, const W: usize> Table<V, W> {
    fn new(program: &Arc<Program>, run: &LaneRun) -> Self {
        let bank = Bank::new(program.clone(), run.lanes);
        let (start, lanes) = (bank.state(0), bank.lanes());
        let tally = RunTally { by_clause: vec![0; program.clauses + 1], ..RunTally::default() };
        let (since, game) = (vec![IDLE; lanes], vec![0; lanes]);
        Table { bank, run: *run, start, since, game, next: 0, tick: 0, due: u64::MAX, tally }
    }

    fn play(mut self) -> RunTally {
        let sides = self.bank.program.bodies.len();
        loop {
            let side = (self.tick % sides as u64) as usize;
            // Games begin with the first side.
            if side == 0 && !self.refill() {
                self.tally.ticks = self.tick * self.bank.lanes() as u64;
                return self.tally;
            }
            self.bank.tick(side, None);
            self.tick += 1;
            self.harvest();
        }
    }

    /// Begins games in idle lanes. Is any being played?
    fn refill(&mut self) -> bool {
        let mut playing = false;
        for lane in 0..self.since.len() {
            if self.since[lane] == IDLE && self.next < self.run.games {
                self.begin(lane);
            }
            playing |= self.since[lane] != IDLE;
        }
        playing
    }

    fn begin(&mut self, lane: usize) {
        for i in 0..self.start.len() {
            let (row, word) = self.start[i];
            self.bank.put_word(row, lane, word);
        }
        self.bank.seed(lane, &Stream::new(self.run.seed, self.next));
        (self.since[lane], self.game[lane]) = (self.tick, self.next);
        self.due = self.due.min(self.tick.saturating_add(self.run.limit));
        self.next += 1;
    }

    /// Counts games that are over, and those that are cut off.
    fn harvest(&mut self) {
        let result = self.bank.program.result;
        let any = (0..self.bank.chunks).fold(V::zero(), |all, chunk| all.or(self.bank.one(result, chunk))).any();
        let late = self.tick >= self.due;
        if !any && !late {
            return;
        }
        for lane in 0..self.since.len() {
            let code = self.bank.word(result as usize, lane);
            if self.since[lane] != IDLE && (code != 0 || (late && self.plies(lane, 0) >= self.run.limit)) {
                self.count(lane, code);
            }
        }
        if late {
            let playing = self.since.iter().filter(|&&since| since != IDLE);
            // Where lanes stay with their side a game may take more ticks than plies: it is looked at every tick from then on.
            self.due = playing.map(|since| since + self.run.limit).min().unwrap_or(u64::MAX);
        }
    }

    fn plies(&self, lane: usize, code: u64) -> u64 {
        let ticks = self.tick - self.since[lane];
        let unplayed = EndCode::of(code).is_some_and(|_| self.start_is_over());
        match self.bank.program.seat {
            Some((_, plies)) => self.bank.word(plies as usize, lane),
            None if unplayed => 0,
            None => ticks,
        }
    }

    /// Are the first two sides exchanged between their players?
    fn is_swapped(&self, lane: usize) -> bool {
        self.bank.program.swapped.is_some_and(|register| self.bank.word(register as usize, lane) != 0)
    }

    /// Is the game over before the first ply?
    fn start_is_over(&self) -> bool {
        let result = self.bank.program.result as usize;
        self.start.iter().any(|&(row, word)| row == result && word != 0)
    }

    fn count(&mut self, lane: usize, code: u64) {
        let (plies, swapped) = (self.plies(lane, code), self.is_swapped(lane));
        let tally = &mut self.tally;
        tally.plies += plies;
        match EndCode::of(code) {
            None => tally.cut += 1,
            Some(ending) => {
                tally.games += 1;
                let side = ending.winners.trailing_zeros() as usize;
                let alone = ending.winners.count_ones() == 1 && !ending.drawn;
                let player = if swapped && side < 2 { 1 - side } else { side };
                if alone {
                    tally.wins[player & 3] += 1
                } else {
                    tally.draws += 1
                }
                let last = tally.by_clause.len() - 1;
                tally.by_clause[ending.clause.map_or(last, |clause| usize::from(clause).min(last))] += 1;
            }
        }
        // Lanes that are idle go on for nothing: what stands in their registers is overwritten by the next game.
        self.bank.put_word(self.bank.program.result as usize, lane, 0);
        let words = [self.game[lane], plies, code].map(|word| word.wrapping_add(0x9e37_79b9_7f4a_7c15));
        let hash =
            words.iter().fold(0u64, |hash, word| (hash ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29));
        tally.digest = tally.digest.wrapping_add(hash);
        self.since[lane] = IDLE;
    }
}
