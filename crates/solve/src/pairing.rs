//! Pairing strategies: two cells of each line, no cell in two pairs. Who answers a piece on one cell of a pair with the
//! other cell keeps the opponent from every line. One pair serves all lines that contain it.
//!
//! The search for pairs is short, so it may miss some. `lusory/solve/pairing.py` does the same, step by step, so that a proof
//! may end where pairs are found.

use crate::cell_set::{cells_of, one};

/// Sets of lines that are tried, at most.
const STEPS: u32 = 100;

/// Cells in pairs that serve all lines, which are given by their empty cells; none where none were found.
#[must_use]
pub fn paired_cells(lines: Vec<u128>) -> Option<u128> {
    add_pairs(lines, 0, &mut { STEPS })
}

fn add_pairs(lines: Vec<u128>, used: u128, steps: &mut u32) -> Option<u128> {
    let Some(line) = lines.iter().map(|line| line & !used).min_by_key(|&line| (line.count_ones(), line)) else {
        return Some(used);
    };
    if *steps == 0 || line.count_ones() < 2 {
        return None;
    }
    *steps -= 1;
    for pair in ranked_pairs(line, &lines) {
        let rest = lines.iter().copied().filter(|line| line & pair != pair).collect();
        let found = add_pairs(rest, used | pair, steps);
        if found.is_some() || *steps == 0 {
            return found;
        }
    }
    None
}

/// The pairs of cells of a line: first those that serve most lines, then those that take a cell of the fewest others.
fn ranked_pairs(line: u128, lines: &[u128]) -> Vec<u128> {
    let rank = |pair: u128| {
        let served = lines.iter().filter(|&line| line & pair == pair).count();
        (lines.len() - served, lines.iter().filter(|&line| line & pair != 0).count() - served, pair)
    };
    let pairs = cells_of(line).flat_map(|a| cells_of(line & !((one(a) << 1) - 1)).map(move |b| one(a) | one(b)));
    let mut ranks: Vec<_> = pairs.map(rank).collect();
    ranks.sort_unstable();
    ranks.into_iter().map(|(_, _, pair)| pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_serve_all_lines_and_share_no_cell() {
        assert_eq!(paired_cells(vec![]), Some(0));
        assert_eq!(paired_cells(vec![0b11, 0b1100]), Some(0b1111));
        assert_eq!(paired_cells(vec![0b111, 0b110]), Some(0b110), "one pair for both");
        assert_eq!(paired_cells(vec![0b11, 0b110]), None, "two lines of two cells share one");
        assert_eq!(paired_cells(vec![0b1]), None);
        assert_eq!(paired_cells(vec![0b011, 0b101, 0b110]), None);
        assert_eq!(paired_cells(vec![0b10011, 0b1101, 0b100110]).map(u128::count_ones), Some(6));
    }
}
