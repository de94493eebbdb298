//! Rows of registers: reading and writing them chunk by chunk.

use crate::sets::{LaneSet, nothing};
use crate::vector::Vector;

/// A row: a word of every lane, in `C` chunks. How many there are is known to the compiler, so that loops over them need
/// neither counters nor bounds checks.
pub(crate) type Row<V, const C: usize> = [V; C];

/// A word of a chunk of lanes.
#[inline(always)]
pub(crate) fn one<V: Copy, const C: usize>(memory: &[Row<V, C>], register: u32, chunk: usize) -> V {
    memory[register as usize][chunk]
}

/// A set of a chunk of lanes.
#[inline(always)]
pub(crate) fn set<V: Vector, const W: usize, const C: usize>(
    memory: &[Row<V, C>],
    register: u32,
    chunk: usize,
) -> LaneSet<V, W> {
    let mut all = nothing();
    for (word, row) in all.iter_mut().zip(&memory[register as usize..][..W]) {
        *word = row[chunk];
    }
    all
}

/// Writes one row, chunk by chunk.
#[inline(always)]
pub(crate) fn rows<V: Copy, const C: usize>(memory: &mut [Row<V, C>], out: u32, f: impl Fn(&[Row<V, C>], usize) -> V) {
    for chunk in 0..C {
        let x = f(memory, chunk);
        memory[out as usize][chunk] = x;
    }
}
