//! Evaluates words for connected groups. Two cells are connected if a step leads from either one to the other.

use super::WordEvaluator;
use crate::bits::Bits;
use crate::rule::{Cells, Connected, Directions, Enclosed, Group};

impl<const W: usize> WordEvaluator<'_, W> {
    /// Pieces without an empty neighbour: a flood fill from those that have one leaves those whose group has none.
    pub(super) fn enclosed(&self, word: &Enclosed) -> Bits<W> {
        let board = &self.plan.board;
        let ways = self.ways(&word.ways);
        let occupied = self.occupied();
        let of = self.cells(&word.of) & occupied;
        let free = board.touching(board.all & !occupied, ways) & of;
        of & !(if word.group { board.connected(free, of, ways) } else { free })
    }

    /// The groups that hold one of `at` and are large enough.
    pub(super) fn group(&self, word: &Group) -> Bits<W> {
        let (seeds, of, size, ways) = self.group_of(word);
        let board = &self.plan.board;
        if size <= 1 {
            return if word.at.is_none() { of } else { board.connected(seeds, of, ways) };
        }
        let large = board.groups(seeds, of, ways).filter(|group| i64::from(group.count()) >= size);
        large.fold(Bits::EMPTY, |all, group| all | group)
    }

    /// Whether there is such a group.
    pub(super) fn has_group(&self, word: &Group) -> bool {
        let (seeds, of, size, ways) = self.group_of(word);
        if size <= 1 {
            return seeds.any();
        }
        i64::from(of.count()) >= size
            && self.plan.board.groups(seeds, of, ways).any(|group| i64::from(group.count()) >= size)
    }

    fn group_of(&self, word: &Group) -> (Bits<W>, Bits<W>, i64, u64) {
        let of = self.cells(&word.of);
        let seeds = word.at.as_ref().map_or(of, |at| of & self.cells(at));
        (seeds, of, self.number(&word.size), self.ways(&word.ways))
    }

    /// The groups that touch enough regions. Where they must touch all, successive flood fills from each region leave
    /// them.
    pub(super) fn connected(&self, word: &Connected) -> Bits<W> {
        let (of, ways, board) = (self.cells(&word.of), self.ways(&word.ways), &self.plan.board);
        self.with_regions(&word.regions, |regions| {
            let n = required_regions(word, regions);
            if touched_regions(of, regions) < n {
                Bits::EMPTY
            } else if n == regions.len() {
                regions.iter().fold(of, |groups, &region| board.connected(groups & region, groups, ways))
            } else {
                let linking = board
                    .groups(candidate_groups(of, n, regions), of, ways)
                    .filter(|&group| touched_regions(group, regions) >= n);
                linking.fold(Bits::EMPTY, |all, group| all | group)
            }
        })
    }

    /// Whether there is such a connection.
    pub(super) fn is_connected(&self, word: &Connected) -> bool {
        let (of, board) = (self.cells(&word.of), &self.plan.board);
        self.with_regions(&word.regions, |regions| {
            let n = required_regions(word, regions);
            if touched_regions(of, regions) < n {
                return false;
            }
            let ways = self.ways(&word.ways);
            match regions.split_last() {
                Some((&last, others)) if n == regions.len() => {
                    let near = |groups, &region: &Bits<W>| board.connected(groups & region, groups, ways);
                    (others.iter().fold(of, near) & last).any()
                }
                _ => board
                    .groups(candidate_groups(of, n, regions), of, ways)
                    .any(|group| touched_regions(group, regions) >= n),
            }
        })
    }

    /// How many groups there are; counting stops at `most`.
    pub(super) fn count_groups(&self, of: &Cells, ways: &Directions, most: i64) -> i64 {
        let of = self.cells(of);
        let groups = self.plan.board.groups(of, of, self.ways(ways));
        groups.take(usize::try_from(most.max(0)).unwrap_or(usize::MAX)).count() as i64
    }
}

/// How many regions a group must touch.
fn required_regions<const W: usize>(word: &Connected, regions: &[Bits<W>]) -> usize {
    word.n.map_or(regions.len().max(1), |n| n as usize)
}

/// How many regions a set touches.
fn touched_regions<const W: usize>(set: Bits<W>, regions: &[Bits<W>]) -> usize {
    regions.iter().filter(|&&region| (set & region).any()).count()
}

/// A superset of the groups that touch `n` regions.
fn candidate_groups<const W: usize>(of: Bits<W>, n: usize, regions: &[Bits<W>]) -> Bits<W> {
    if n == 0 { of } else { of & regions.iter().fold(Bits::EMPTY, |all, &region| all | region) }
}
