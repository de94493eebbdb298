//! End part of kernels: straight lines of own pieces, by table lookup.

use super::super::parts::{Ends, Position, Verdict};
use super::super::place_table::PlaceTable;
use crate::bits::Bits;
use crate::board::{Board, Place};

/// Line(n): every stretch of n cells that holds the last cell, in a table.
#[derive(Clone, Debug)]
pub struct Windows<const W: usize, const N: usize> {
    /// For each place; those there are not hold every number.
    table: PlaceTable<W, [Bits<W>; N]>,
    /// The clause and the mover's half points.
    end: (u16, u8),
}

impl<const W: usize, const N: usize> Windows<W, N> {
    /// None where a cell has more stretches than the table holds.
    #[must_use]
    pub fn new(board: &Board<W>, axes: &[usize], n: u32, end: (u16, u8)) -> Option<Self> {
        let mut lists: Vec<Vec<Bits<W>>> = vec![Vec::new(); 64 * W];
        for &axis in axes {
            for first in board.all.iter() {
                let run: Vec<Place> =
                    std::iter::once(first as Place).chain(board.ray(first as Place, axis)).take(n as usize).collect();
                if run.len() == n as usize {
                    let window: Bits<W> = run.iter().map(|&p| p as u32).collect();
                    run.iter().for_each(|&p| lists[p as usize].push(window));
                }
            }
        }
        let row = |list: &Vec<Bits<W>>| std::array::from_fn(|i| list.get(i).copied().unwrap_or(Bits([u64::MAX; W])));
        lists.iter().all(|list| list.len() <= N).then(|| Windows { table: PlaceTable::new(|p| row(&lists[p])), end })
    }
}

impl<const W: usize, const N: usize> Ends<W> for Windows<W, N> {
    type Memo = ();

    #[inline(always)]
    fn judge(&self, position: &Position<W>, (): &mut (), _: i32) -> Option<Verdict> {
        let lacking = !position.own;
        let mut is_line = false;
        for window in self.table.at(position.to) {
            is_line |= !(*window & lacking).any();
        }
        if is_line { Some(Verdict::by(self.end)) } else { None }
    }
}
