//! Lowers words whose value depends on the board alone to constants. The engine has folded most of them before.

use super::Lowering;
use crate::builder::Value;
use lusory_engine::lowering_input::Set;

impl Lowering<'_> {
    /// The set of some cells by their numbers on the board.
    pub(super) fn places(&mut self, cells: &[u32]) -> Value {
        let mut set: Set = vec![0; self.laid.width];
        for place in cells.iter().filter_map(|&cell| self.laid.place.get(cell as usize)) {
            set[*place as usize / 64] |= 1 << (place % 64);
        }
        self.b.set(&set)
    }

    /// Rows counted from a side's home: 1 is the nearest, -1 the farthest.
    pub(super) fn ranks(&mut self, side: usize, first: i64, last: i64) -> Value {
        let ranks = &self.laid.ranks;
        let Some(rows) = ranks.get(side.min(ranks.len().wrapping_sub(1))) else { return self.b.nothing() };
        let most = rows.len() as i64;
        let index = |rank: i64| if rank > 0 { rank - 1 } else { rank + most };
        let row = |rank: i64| usize::try_from(index(rank)).ok().and_then(|index| rows.get(index));
        let mut all: Set = vec![0; self.laid.width];
        for row in (first.max(-most)..=last.min(most)).filter_map(row) {
            all.iter_mut().zip(row).for_each(|(all, &word)| *all |= word);
        }
        self.b.set(&all)
    }

    pub(super) fn shade(&mut self, index: usize) -> Value {
        match self.laid.shades.get(index) {
            Some(set) => self.b.set(set),
            None => self.b.nothing(),
        }
    }

    /// Edges by their numbers, with their corners or without.
    pub(super) fn edges(&mut self, edges: &[usize], corners: bool) -> Vec<Value> {
        let mut cut: Set = vec![0; self.laid.width];
        for corner in self.laid.corners.iter().filter(|_| !corners) {
            cut.iter_mut().zip(corner).for_each(|(all, &word)| *all |= word);
        }
        let empty: Set = vec![0; self.laid.width];
        let edge = |&edge: &usize| self.laid.edges.get(edge).unwrap_or(&empty);
        let without = |set: &Set| -> Set { set.iter().zip(&cut).map(|(&word, &cut)| word & !cut).collect() };
        let sets: Vec<Set> = edges.iter().map(edge).map(without).collect();
        sets.iter().map(|set| self.b.set(set)).collect()
    }
}
