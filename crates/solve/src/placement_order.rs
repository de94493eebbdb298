//! Distances that order the plies of searches among winning sets.

use crate::cell_set::{cells_of, one};

/// Adds to each empty cell its two-distance from the region (van Rijswijck 2000): one more than the second smallest
/// distance beside it, since the opponent blocks the best way. What is next to a group of own pieces is next to all that
/// this group touches. 99 where there is none.
pub fn add_two_distances(region: u128, own: u128, empty: u128, neighbours: &[u128], total: &mut [u32]) {
    let beside = beside_with_groups(own, empty, neighbours);
    let touches_region = |cell: usize| (one(cell) | neighbours_through(own, one(cell), neighbours)) & region != 0;
    let mut reached = cells_of(empty).filter(|&cell| touches_region(cell)).fold(0, |all, cell| all | one(cell));
    let (mut added, mut distance) = (reached, 1);
    while added != 0 {
        cells_of(added).for_each(|cell| total[cell] += distance);
        let is_next = |cell: &usize| (beside[*cell] & reached).count_ones() >= 2;
        added = cells_of(empty & !reached).filter(is_next).fold(0, |all, cell| all | one(cell));
        reached |= added;
        distance += 1;
    }
    cells_of(empty & !reached).for_each(|cell| total[cell] += 99);
}

fn beside_cells(set: u128, neighbours: &[u128]) -> u128 {
    cells_of(set).fold(0, |all, cell| all | neighbours.get(cell).copied().unwrap_or(0))
}

/// The own pieces of all groups that touch a cell.
fn neighbours_through(own: u128, cell: u128, neighbours: &[u128]) -> u128 {
    let (mut group, mut added) = (0, beside_cells(cell, neighbours) & own);
    while added != 0 {
        group |= added;
        added = beside_cells(added, neighbours) & own & !group;
    }
    group
}

/// By empty cell: the empty cells beside it, or beside the groups of own pieces that it touches.
fn beside_with_groups(own: u128, empty: u128, neighbours: &[u128]) -> Vec<u128> {
    let mut beside = vec![0; neighbours.len()];
    for cell in cells_of(empty) {
        let groups = neighbours_through(own, one(cell), neighbours);
        beside[cell] = beside_cells(groups | one(cell), neighbours) & empty & !one(cell);
    }
    beside
}
