//! The transposition table of searches among winning sets, in a fixed amount of memory: symmetric positions share an entry.

use crate::cell_set::{cells_of, one};
use crate::proof_table::work_of;
use crate::question::ValueQuestion;
use crate::winning_sets::{Pieces, WinningSets};
use bytemuck::{Zeroable, zeroed_vec};
use lusory_play::random_numbers::random_number;
use lusory_play::{Explorer, PieceChange};

/// A position: the pieces of both, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The side that wants a winning set, 0 or 1.
    pub maker: usize,
    /// Its pieces.
    pub own: u128,
    /// The pieces of the breaker, and of nobody.
    pub blocked: u128,
    /// Whether the maker moves.
    pub moves: bool,
}

impl Placement {
    /// A position as a side sees it.
    #[must_use]
    pub fn new(maker: usize, pieces: Pieces, moves: bool) -> Self {
        let blocked = pieces.sides[1 - (maker & 1)] | pieces.neutral;
        Placement { maker: maker & 1, own: pieces.sides[maker & 1], blocked, moves }
    }

    /// The position of an explorer, in which a question is whether the maker succeeds (a win), or fails (half a point).
    #[must_use]
    pub fn of(at: &dyn Explorer, question: ValueQuestion, list: &mut Vec<PieceChange>) -> Self {
        let mover = usize::from(at.side().saturating_sub(1)) & 1;
        let moves = (at.to_move() == question.player as i8) == (question.halves == 2);
        Placement::new(if moves { mover } else { 1 - mover }, WinningSets::pieces(at, list), moves)
    }

    /// The position after a ply.
    pub(crate) fn after(self, cell: usize) -> Self {
        let (own, blocked) = if self.moves { (one(cell), 0) } else { (0, one(cell)) };
        Placement { own: self.own | own, blocked: self.blocked | blocked, moves: !self.moves, ..self }
    }
}

/// Whether the maker succeeds, with the cells that the winner's strategy needs, and a cell to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlacementOutcome {
    /// Whether the maker occupies a winning set.
    pub succeeds: bool,
    /// The cells that the strategy needs.
    pub needs: u128,
    /// The first cell of the strategy, where its player moves and it matters.
    pub cell: Option<u8>,
}

/// An entry of the table. work: as `proof_table::work_of`, 0 where it is empty. next_cell: 1 more than the cell, 0 for none.
#[derive(Clone, Copy, Zeroable)]
struct Entry {
    needs: u128,
    check: u64,
    work: u16,
    succeeds: bool,
    next_cell: u8,
}

const BUCKET: usize = 4;
/// The most symmetries, the identity included.
const SYMMETRIES: usize = 24;

/// A board symmetry: the image of each cell, and of each cell back.
struct CellMap {
    there: Vec<u8>,
    back: Vec<u8>,
}

fn image(set: u128, map: &[u8]) -> u128 {
    cells_of(set).fold(0, |all, cell| all | one(map.get(cell).copied().map_or(cell, usize::from)))
}

/// What searches among winning sets know, for one game.
pub struct PlacementTable {
    pub(crate) sets: WinningSets,
    maps: Vec<CellMap>,
    /// By cell and owner: a random number for each symmetry.
    numbers: Vec<u128>,
    entries: Vec<Entry>,
    /// By maker: whether a set that it ended with left one to the breaker.
    pub(crate) leaves_sets: [bool; 2],
    /// By maker, by who moves: how often a cell decided.
    pub(crate) history: [[Vec<u32>; 2]; 2],
}

fn random(index: usize) -> u128 {
    random_number(index, [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f])
}

impl PlacementTable {
    /// A table of at most `memory` bytes. symmetries: permutations of the cells that map the goals of each side to
    /// themselves; with the identity, which is left out, they form a group.
    #[must_use]
    pub fn new(sets: WinningSets, symmetries: &[Vec<u16>], memory: usize) -> Self {
        let identity: Vec<u8> = (0..sets.cells as u8).collect();
        // A board with more symmetries than a hexagon is searched without them.
        let few = if symmetries.len() < SYMMETRIES { symmetries } else { &[] };
        let images = few.iter().map(|cells| cells.iter().map(|&cell| cell as u8).collect());
        let maps: Vec<CellMap> = std::iter::once(identity).chain(images).map(CellMap::new).collect();
        let mut numbers = Vec::new();
        for cell in 0..sets.cells {
            for owner in 0..2 {
                numbers.extend(maps.iter().map(|map| random(usize::from(map.there[cell]) * 2 + owner)));
            }
        }
        let buckets = 1usize << (memory / (BUCKET * size_of::<Entry>())).max(1).ilog2();
        let history = std::array::from_fn(|_| std::array::from_fn(|_| vec![0; sets.cells]));
        // Cleared by the system when it is first used, as the other table.
        let entries = zeroed_vec(buckets * BUCKET);
        PlacementTable { sets, maps, numbers, entries, leaves_sets: [false; 2], history }
    }

    /// Whether a success of this maker may be no win, because the breaker may have had a winning set before.
    #[must_use]
    pub fn may_leave_sets(&self, maker: usize) -> bool {
        self.leaves_sets[maker & 1]
    }

    /// The key of a position, and the symmetry that gives it.
    fn key(&self, at: Placement) -> (u128, usize) {
        let count = self.maps.len();
        let mut sums = [0u128; SYMMETRIES];
        for (owner, cells) in [at.own, at.blocked].into_iter().enumerate() {
            for cell in cells_of(cells) {
                let from = (cell * 2 + owner) * count;
                let row = self.numbers.get(from..from + count).unwrap_or(&[]);
                sums.iter_mut().zip(row).for_each(|(sum, number)| *sum = sum.wrapping_add(*number));
            }
        }
        let (symmetry, key) =
            sums.iter().copied().take(count).enumerate().min_by_key(|&(_, sum)| sum).unwrap_or_default();
        let tag = (at.maker << 1 | usize::from(at.moves)) + 2 * WinningSets::CELLS;
        (key ^ random(tag), symmetry)
    }

    fn bucket(&self, key: u128) -> usize {
        (key as usize & (self.entries.len() / BUCKET - 1)) * BUCKET
    }

    /// What is known of a position.
    pub(crate) fn get(&self, at: Placement) -> Option<PlacementOutcome> {
        let (key, symmetry) = self.key(at);
        let from = self.bucket(key);
        let check = (key >> 64) as u64;
        let entry = self.entries[from..from + BUCKET].iter().find(|entry| entry.work > 0 && entry.check == check)?;
        let back = &self.maps[symmetry].back;
        let cell = entry.next_cell.checked_sub(1).and_then(|cell| back.get(usize::from(cell)).copied());
        Some(PlacementOutcome { succeeds: entry.succeeds, needs: image(entry.needs, back), cell })
    }

    /// Stores what took so many positions to find.
    pub(crate) fn put(&mut self, at: Placement, outcome: PlacementOutcome, positions: u64) {
        let (key, symmetry) = self.key(at);
        let from = self.bucket(key);
        let check = (key >> 64) as u64;
        let there = &self.maps[symmetry].there;
        let next_cell = outcome.cell.and_then(|cell| there.get(usize::from(cell))).map_or(0, |&cell| cell + 1);
        let work = work_of(positions);
        let entry = Entry { needs: image(outcome.needs, there), check, work, succeeds: outcome.succeeds, next_cell };
        let rank = |entry: &&mut Entry| if entry.check == check { 0 } else { 1 + entry.work };
        if let Some(slot) = self.entries[from..from + BUCKET].iter_mut().min_by_key(rank) {
            *slot = entry;
        }
    }
}

impl CellMap {
    fn new(there: Vec<u8>) -> Self {
        let mut back = there.clone();
        for (cell, &to) in there.iter().enumerate() {
            if let Some(slot) = back.get_mut(usize::from(to)) {
                *slot = cell as u8;
            }
        }
        CellMap { there, back }
    }
}
