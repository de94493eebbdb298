//! The values of all layers, solved from the last one to the first.

use super::LOST;
use super::expansion::{Expansion, OpenList};
use super::occupancy::Occupancy;
use super::sweeps::{self, Sweeps};
use crate::question::Unanswered;
use crate::retrograde::ExactValue;
use lusory_play::{Explorer, PieceChange, Reduction, StartPosition, Symmetry};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The rules of a table: those of the game without its draw by quiet plies or repetition.
pub struct Bare<'p, P: StartPosition + ?Sized> {
    /// Their start.
    pub start: &'p P,
    /// So many plies in a row without a placement are a draw; none: no number is, and infinite play is a draw.
    pub limit: Option<u32>,
}

/// See the module.
pub struct LayerTable {
    index: Occupancy,
    limit: Option<u32>,
    /// By number of pieces; empty where the layer is not solved yet.
    values: Vec<Vec<u8>>,
    /// The last sweep that changed a value, in any layer solved here.
    sweeps: u32,
}

/// Sets of occupied cells, the number of the first position of each, and where the values go.
type OccupiedSets<'l> = Box<dyn Iterator<Item = (u32, usize, &'l mut [u8])> + Send + 'l>;

/// A layer that is being listed.
struct Listing<'l> {
    rest: Mutex<OccupiedSets<'l>>,
    lists: Mutex<Vec<OpenList>>,
    /// Bytes that lists may take, and do.
    most: usize,
    taken: AtomicUsize,
    failed: Mutex<Option<Unanswered>>,
}

impl LayerTable {
    /// A table without values. None where the board is too large, the sides differ, or `memory` does not suffice.
    pub fn new(reduction: &Reduction, cells: usize, limit: Option<u32>, memory: usize) -> Option<Self> {
        let exchanges = |symmetry: &Symmetry| symmetry.exchange && symmetry.cells.iter().copied().eq(0..cells as u16);
        if cells > super::occupancy::MOST_CELLS || Occupancy::bytes(cells) > memory / 2 {
            return None;
        }
        if !reduction.symmetries.iter().any(exchanges) {
            return None;
        }
        let of_board = reduction.symmetries.iter().filter(|symmetry| !symmetry.exchange);
        let index = Occupancy::new(cells, &of_board.map(|symmetry| symmetry.cells.clone()).collect::<Vec<_>>())?;
        let bytes: usize = (0..=cells).map(|pieces| index.positions(pieces)).sum();
        let largest = (0..=cells).map(|pieces| index.positions(pieces)).max().unwrap_or(0);
        let fits = largest < u32::MAX as usize && bytes.saturating_add(largest.saturating_mul(5)) < memory;
        fits.then(|| LayerTable { index, limit, values: vec![Vec::new(); cells + 1], sweeps: 0 })
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.values.iter().map(|layer| layer.len() as u64).sum()
    }

    /// The last sweep that changed a value, of all layers.
    #[must_use]
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// How many layers are not solved yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.values.iter().filter(|layer| layer.is_empty()).count()
    }

    /// Solves the next layer.
    ///
    /// # Errors
    /// Where it was stopped, `memory` bytes do not suffice, or the rules are not as they should be.
    pub fn solve_next<P: StartPosition + ?Sized>(
        &mut self,
        bare: &Bare<'_, P>,
        (threads, memory): (usize, usize),
        stop: &AtomicBool,
    ) -> Result<(), Unanswered> {
        let Some(pieces) = self.left().checked_sub(1) else { return Ok(()) };
        let left = memory.saturating_sub(Occupancy::bytes(self.index.cells()));
        self.solve_layer(bare, pieces, (threads, left), stop)
    }

    /// The values of the layers that are solved, the last layer first.
    pub fn solved(&self) -> impl Iterator<Item = &[u8]> {
        self.values.iter().rev().map(Vec::as_slice).take_while(|layer| !layer.is_empty())
    }

    /// Takes over the values of solved layers, the last one first; those of another size are left out.
    pub fn restore(&mut self, solved: Vec<Vec<u8>>) {
        let sizes = (0..self.values.len()).rev().map(|pieces| (pieces, self.index.positions(pieces)));
        let fitting = sizes.zip(solved).take_while(|((_, size), layer)| *size == layer.len());
        let fitting: Vec<_> = fitting.map(|((pieces, _), layer)| (pieces, layer)).collect();
        fitting.into_iter().for_each(|(pieces, layer)| self.values[pieces] = layer);
    }

    fn solve_layer<P: StartPosition + ?Sized>(
        &mut self,
        bare: &Bare<'_, P>,
        pieces: usize,
        (threads, memory): (usize, usize),
        stop: &AtomicBool,
    ) -> Result<(), Unanswered> {
        let mut values = vec![0; self.index.positions(pieces)];
        let known = self.positions() as usize + values.len();
        let left = memory.saturating_sub(known);
        let lists = self.list(bare, pieces, &mut values, (threads, left), stop)?;
        if sweeps::bytes(values.len(), &lists) > left {
            return Err(Unanswered::Memory);
        }
        self.sweeps = self.sweeps.max(Sweeps::run(&mut values, &lists, self.limit, stop)?);
        self.values[pieces] = values;
        Ok(())
    }

    fn list<P: StartPosition + ?Sized>(
        &self,
        bare: &Bare<'_, P>,
        pieces: usize,
        values: &mut [u8],
        (threads, memory): (usize, usize),
        stop: &AtomicBool,
    ) -> Result<Vec<OpenList>, Unanswered> {
        let sets = self.index.representatives(pieces).iter().zip(values.chunks_mut(1 << pieces));
        let rest = sets.enumerate().map(move |(number, (&occupied, values))| (occupied, number << pieces, values));
        let listing = Listing {
            rest: Mutex::new(Box::new(rest)),
            lists: Mutex::default(),
            // The sweeps take as much again for their edges.
            most: memory / 2,
            taken: AtomicUsize::new(0),
            failed: Mutex::default(),
        };
        let next = self.values.get(pieces + 1).map_or(&[][..], Vec::as_slice);
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let cursor = bare.start.walker().state_cursor(false);
                let Some(cursor) = cursor else { return listing.fail(Unanswered::Undecided) };
                let expansion = Expansion::new(cursor, &self.index, next);
                let listing = &listing;
                scope.spawn(move || listing.work(expansion, stop));
            }
        });
        let failed = listing.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or_else(|| Ok(listing.lists.into_inner().unwrap_or_else(PoisonError::into_inner)), Err)
    }

    /// The value of an explorer's position.
    #[must_use]
    pub fn value(&self, at: &dyn Explorer) -> Option<ExactValue> {
        let rank = self.rank(at)?;
        let halves = match rank {
            0 => 1,
            LOST.. => 0,
            _ => 2,
        };
        Some(ExactValue { halves, plies: None })
    }

    /// The value of an explorer's position as the module describes it.
    #[must_use]
    pub fn rank(&self, at: &dyn Explorer) -> Option<u8> {
        let (mut pieces, side) = (Vec::<PieceChange>::new(), at.side());
        at.pieces(&mut pieces);
        let cells = |own: bool| {
            let chosen = pieces.iter().filter(|piece| !own || piece.owner == side);
            chosen.fold(0u32, |all, piece| all | 1u32.checked_shl(u32::from(piece.cell)).unwrap_or(0))
        };
        let layer = self.values.get(pieces.len())?;
        let rank = *layer.get(self.index.number(cells(false), cells(true)))?;
        let left = self.limit.map_or(u32::MAX, |limit| limit.saturating_sub(quiet_plies(at)));
        Some(if u32::from(rank % LOST) <= left { rank } else { 0 })
    }
}

/// How many plies in a row were no placement, in rules with one such counter.
fn quiet_plies(at: &dyn Explorer) -> u32 {
    let mut numbers = Vec::new();
    at.counters(at.side(), &mut numbers);
    numbers.iter().rev().nth(1).map_or(0, |&count| count as u32)
}

impl Listing<'_> {
    fn fail(&self, reason: Unanswered) {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
    }

    fn work(&self, mut expansion: Expansion<'_>, stop: &AtomicBool) {
        let mut list = OpenList::default();
        loop {
            let next = self.rest.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((occupied, first, values)) = next else { break };
            let before = list.bytes();
            let listed = expansion.list(occupied, first, values, &mut list);
            let taken = self.taken.fetch_add(list.bytes() - before, Ordering::Relaxed);
            let reason = match listed {
                Err(reason) => Some(reason),
                Ok(()) if taken > self.most => Some(Unanswered::Memory),
                Ok(()) => stop.load(Ordering::Relaxed).then_some(Unanswered::Stopped),
            };
            if let Some(reason) = reason {
                return self.fail(reason);
            }
            if self.failed.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                return;
            }
        }
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).push(list);
    }
}
