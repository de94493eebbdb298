//! Copies of the rows that determine the id of a ply, made before the tick in which the ply changes them.

use crate::bank::Bank;
use crate::rows::Row;
use crate::vector::Vector;
use lusory_compile::Program;
use lusory_compile::program::Plies;

/// A row that is not kept.
const NOT_KEPT: usize = usize::MAX;

/// See the module.
pub(crate) struct RowsBefore<V, const C: usize> {
    rows: Vec<usize>,
    /// For each row of the program where it is in `memory`.
    index: Vec<usize>,
    memory: Vec<Row<V, C>>,
}

impl<V: Vector, const C: usize> RowsBefore<V, C> {
    /// Keeps the number of plies, whether sides are exchanged and, where pieces slide, the pieces.
    pub fn new(program: &Program) -> Self {
        let slides = program.offers.iter().flatten().any(|offer| matches!(offer.plies, Plies::Slide(_)));
        let sets = program.pieces.iter().filter(|_| slides).flat_map(|&first| first..first + program.width as u32);
        let numbers = program.stage_and_plies.map(|(_, plies)| plies).into_iter().chain(program.swapped);
        let rows: Vec<usize> = sets.chain(numbers).map(|row| row as usize).collect();
        let mut index = vec![NOT_KEPT; program.rows];
        rows.iter().enumerate().for_each(|(at, &row)| index[row] = at);
        RowsBefore { memory: vec![[V::zero(); C]; rows.len()], rows, index }
    }

    /// Copies the rows.
    pub fn keep<const W: usize>(&mut self, bank: &Bank<V, W, C>) {
        self.memory.iter_mut().zip(&self.rows).for_each(|(slot, &row)| *slot = bank.memory[row]);
    }

    /// A word of a lane; 0 of rows that are not kept.
    pub fn word(&self, row: usize, lane: usize) -> u64 {
        let row_kept = self.index.get(row).and_then(|&at| self.memory.get(at));
        row_kept.map_or(0, |row| row[lane / V::COUNT].get(lane % V::COUNT))
    }
}
