//! The census: for each depth, how many sequences of plies there are, how many end the game, and how.
//!
//! Equal states have equal futures, so each is stored once, with the number of sequences that lead to it:
//!
//! ```text
//!   d1 c1 d2  \
//!   c1 ...     >  one state, 2 ways   ->   each of its successors is reached 2 times more
//!   d2 c1 d1  /
//! ```
//!
//! A level (all states after so many plies) is split into shards by hash; threads process one shard after the other.

use crate::game::Game;
use crate::hash::BuildFold;
use crate::movegen::Offers;
use crate::ply_drawing::PlyDrawing;
use crate::state::{SIDES, State};
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A turn of more plies than this is assumed never to end.
pub const LONGEST_TURN: usize = 1000;

/// A row: the sequences of one length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CensusRow {
    /// How many there are.
    pub nodes: u128,
    /// How many of them end the game.
    pub finished: u128,
    /// How many each player wins.
    pub wins: [u128; SIDES],
    /// How many end it without a winner.
    pub draws: u128,
}

/// Why a census failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CensusFault {
    /// A turn of more than `LONGEST_TURN` plies.
    LongTurn,
    /// More states at once than allowed.
    TooManyStates,
    /// More sequences than 128 bits count.
    Overflow,
    /// It was cancelled.
    Stopped,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CensusRequest {
    /// How many rows.
    pub depth: u32,
    /// In whole turns, not plies.
    pub turns: bool,
    /// The first ply has been made: the first row is the given state, or the outcomes of the turn it is in.
    pub begun: bool,
    /// How many threads may work.
    pub threads: usize,
    /// The most states held at once.
    pub most_states: usize,
}

/// A running census: the states after the plies counted so far.
#[derive(Clone, Debug)]
pub struct Census<const W: usize> {
    request: CensusRequest,
    counted: u32,
    level: Level<W>,
}

impl<const W: usize> Census<W> {
    /// The census of what follows a state.
    #[must_use]
    pub fn new(from: &State<W>, request: CensusRequest) -> Self {
        let mut level = empty_level();
        level[shard_of(from)].insert(from.clone(), 1);
        Census { request, counted: 0, level }
    }

    /// The next row; none after the last, nor after a fault.
    ///
    /// # Errors
    /// A `CensusFault` says why the row cannot be counted.
    pub fn row(&mut self, game: &Game<W>, stop: &AtomicBool) -> Result<Option<CensusRow>, CensusFault> {
        if self.counted == self.request.depth {
            return Ok(None);
        }
        let counter = Counter { game, request: self.request, stop, held: AtomicUsize::new(0) };
        let row = self.next_row(&counter);
        self.counted = if row.is_ok() { self.counted + 1 } else { self.request.depth };
        row.map(Some)
    }

    fn next_row(&mut self, counter: &Counter<'_, W>) -> Result<CensusRow, CensusFault> {
        let level = std::mem::take(&mut self.level);
        let begun = self.request.begun && self.counted == 0;
        if self.counted + 1 == self.request.depth && !self.request.turns && !begun {
            return counter.last(&level); // nothing follows: no need to hold these states
        }
        let followed = if begun { level } else { counter.next_level(&level, 0)? };
        self.level = if self.request.turns { counter.whole_turns(followed)? } else { followed };
        let row = row_of(&self.level);
        self.level.iter_mut().for_each(|shard| shard.retain(|state, _| state.result.is_none()));
        row
    }
}

type Shard<const W: usize> = HashMap<State<W>, u128, BuildFold>;
/// States, and how many sequences lead to each; a state's shard follows from its hash.
type Level<const W: usize> = Vec<Shard<W>>;

/// Shards per level: more than threads, to balance the load.
const SHARDS: usize = 64;

/// States per thread: starting a thread costs as much as expanding some dozens of states.
const STATES_PER_THREAD: usize = 64;

struct Counter<'a, const W: usize> {
    game: &'a Game<W>,
    request: CensusRequest,
    stop: &'a AtomicBool,
    held: AtomicUsize,
}

/// An empty level.
fn empty_level<const W: usize>() -> Level<W> {
    (0..SHARDS).map(|_| Shard::default()).collect()
}

/// How many states a level holds.
fn state_count<const W: usize>(level: &Level<W>) -> usize {
    level.iter().map(HashMap::len).sum()
}

/// The shard of a state, from the middle bits of its hash: hash tables use the low bits and the seven highest.
fn shard_of<const W: usize>(state: &State<W>) -> usize {
    (BuildFold::default().hash_one(state) >> 40) as usize % SHARDS
}

impl<const W: usize> Counter<'_, W> {
    /// Every state one ply later. `besides`: how many states are stored elsewhere meanwhile.
    fn next_level(&self, level: &Level<W>, besides: usize) -> Result<Level<W>, CensusFault> {
        self.held.store(state_count(level) + besides, Ordering::Relaxed);
        let parts = self.for_each_successor(level, empty_level, |row_of_game: &mut Level<W>, next, ways| {
            let shard = &mut row_of_game[shard_of(next)];
            if let Some(ways_of_state) = shard.get_mut(next) {
                *ways_of_state = ways_of_state.saturating_add(ways);
                return Ok(());
            }
            shard.insert(next.clone(), ways);
            let states_held = self.held.fetch_add(1, Ordering::Relaxed);
            if states_held < self.request.most_states { Ok(()) } else { Err(CensusFault::TooManyStates) }
        })?;
        Ok(merge_levels(parts))
    }

    /// The row of all states one ply later.
    fn last(&self, level: &Level<W>) -> Result<CensusRow, CensusFault> {
        let parts =
            self.for_each_successor(level, CensusRow::default, |row: &mut CensusRow, next, ways| row.add(next, ways))?;
        parts.iter().try_fold(CensusRow::default(), |sum, row| sum.sum(row))
    }

    /// Passes every successor of every state of a level to `take`, on all threads; returns the result of each thread.
    fn for_each_successor<T: Send>(
        &self,
        level: &Level<W>,
        empty: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, &State<W>, u128) -> Result<(), CensusFault> + Sync,
    ) -> Result<Vec<T>, CensusFault> {
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let gathered = Mutex::new(Vec::new());
        let work = || {
            let mut own_level = empty();
            while let Some(shard) = level.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(fault) = self.successors(shard, &mut |state, ways| take(&mut own_level, state, ways)) {
                    next.store(level.len(), Ordering::Relaxed);
                    if let Ok(mut first) = failed.lock() {
                        *first = first.or(Some(fault));
                    }
                }
            }
            if let Ok(mut all) = gathered.lock() {
                all.push(own_level);
            }
        };
        let threads = self.request.threads.min(state_count(level) / STATES_PER_THREAD + 1);
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        match failed.into_inner().ok().flatten() {
            Some(fault) => Err(fault),
            None => Ok(gathered.into_inner().unwrap_or_default()),
        }
    }

    fn successors(
        &self,
        shard: &Shard<W>,
        take: &mut dyn FnMut(&State<W>, u128) -> Result<(), CensusFault>,
    ) -> Result<(), CensusFault> {
        let (plan, mut offers) = (&self.game.plan, Offers::default());
        let choice = PlyDrawing::of(plan);
        let Some(mut next) = shard.keys().next().cloned() else {
            return Ok(());
        };
        for (state, &ways) in shard {
            if self.stop.load(Ordering::Relaxed) {
                return Err(CensusFault::Stopped);
            }
            self.game.offers(state, &mut offers);
            choice.each(plan, &offers, |ply| {
                next.clone_from(state);
                self.game.play(&mut next, ply, None);
                take(&next, ways)
            })?;
        }
        Ok(())
    }

    /// Continues until every turn is over: turns may have different numbers of plies.
    fn whole_turns(&self, mut reached: Level<W>) -> Result<Level<W>, CensusFault> {
        let mut next_level = empty_level();
        for _ in 0..LONGEST_TURN {
            let mut going = empty_level();
            for (number, shard) in reached.iter_mut().enumerate() {
                for (state, ways) in shard.drain() {
                    let over = state.result.is_some() || self.game.turn_over(&state);
                    add(if over { &mut next_level[number] } else { &mut going[number] }, state, ways);
                }
            }
            if going.iter().all(HashMap::is_empty) {
                return Ok(next_level);
            }
            reached = self.next_level(&going, state_count(&next_level))?;
        }
        Err(CensusFault::LongTurn)
    }
}

/// The row of a level.
fn row_of<const W: usize>(level: &Level<W>) -> Result<CensusRow, CensusFault> {
    let mut row = CensusRow::default();
    level.iter().flatten().try_for_each(|(state, &ways)| row.add(state, ways))?;
    Ok(row)
}

/// Adds to the number of sequences that lead to a state. Saturates; a row reports the overflow.
fn add<const W: usize>(shard: &mut Shard<W>, state: State<W>, sequences: u128) {
    let ways_so_far = shard.entry(state).or_insert(0);
    *ways_so_far = ways_so_far.saturating_add(sequences);
}

/// Merges the results of several threads into one level.
fn merge_levels<const W: usize>(mut parts: Vec<Level<W>>) -> Level<W> {
    let mut all = parts.pop().unwrap_or_else(empty_level);
    for part in parts {
        for (into, shard) in all.iter_mut().zip(part) {
            shard.into_iter().for_each(|(state, ways)| add(into, state, ways));
        }
    }
    all
}

impl CensusRow {
    fn add<const W: usize>(&mut self, state: &State<W>, ways: u128) -> Result<(), CensusFault> {
        if ways == u128::MAX {
            return Err(CensusFault::Overflow);
        }
        let mut row = CensusRow { nodes: ways, ..CensusRow::default() };
        if let Some(result) = &state.result {
            row.finished = ways;
            match result.values.iter().position(|&value| value == 1.0) {
                Some(player) => row.wins[player] = ways,
                None => row.draws = ways,
            }
        }
        *self = self.sum(&row)?;
        Ok(())
    }

    fn sum(self, other: &Self) -> Result<Self, CensusFault> {
        // Every other number is at most this one.
        let nodes = self.nodes.checked_add(other.nodes).ok_or(CensusFault::Overflow)?;
        Ok(CensusRow {
            nodes,
            finished: self.finished + other.finished,
            wins: std::array::from_fn(|player| self.wins[player] + other.wins[player]),
            draws: self.draws + other.draws,
        })
    }
}
