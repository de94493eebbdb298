//! Cell numbering for bitboards: each direction becomes a constant shift, so a whole set moves in one instruction.
//!
//! On a board of squares, 4 wide, cell (x, y) gets the number x + 4 y: a step east adds 1, a step north adds 4.
//! Shifts that cross the border are masked out by the cells from which such a step exists.
//!
//! ```text
//!     12 13 14 15          A hexagon of side 2, numbered modulo 7:        5 6
//!      8  9 10 11          east adds 1, north-east adds 3,               2 3 4
//!      4  5  6  7          south-east adds 5 (that is 1 - 3):             0 1
//!      0  1  2  3
//! ```
//!
//! With numbers modulo M a step may wrap around from the end to the start: a rotation. So the 61 cells of a hexagon of
//! side 5 fit one word of 64 bits, where numbers without wrapping would need 73. Boards without any such numbering (a
//! wheel) use tables of neighbours.

use crate::graph::Graph;
use std::collections::HashSet;

/// A number for each cell, and what a step adds to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The number of each cell.
    pub index: Vec<u32>,
    /// What each direction adds; may be negative.
    pub offset: Vec<i32>,
    /// Numbers are modulo this; if not given, no step wraps.
    pub modulus: Option<u32>,
}

/// A position in the free directions of the board: how many steps of each lead there.
type LatticePoint = Vec<i32>;

/// The number of steps in each direction.
type StepCounts = Vec<i32>;

/// Boards with more free directions than this are not tried.
const MOST_FREE: usize = 2;

impl Numbering {
    /// The numbering with the fewest words of 64 bits; among these, one that never wraps before one that does.
    #[must_use]
    pub fn search(graph: &Graph) -> Option<Self> {
        let (places, ways) = embed(graph)?;
        let linear = linear_numbering(&places, &ways);
        let words = |numbering: &Numbering| largest_number(numbering) / 64 + 1;
        let fewest = graph.cells().div_ceil(64);
        match linear {
            Some(numbering) if words(&numbering) == fewest => Some(numbering),
            linear if fewest == 1 => modular_numbering(&places, &ways).or(linear),
            linear => linear,
        }
    }

    /// Whether every step of the board adds what its direction says.
    #[must_use]
    pub fn fits(&self, graph: &Graph) -> bool {
        let wrap = |n: i64| self.modulus.map_or(n, |m| n.rem_euclid(i64::from(m)));
        let number = |cell: u32| i64::from(self.index[cell as usize]);
        graph.links().all(|(d, from, to)| wrap(number(from) + i64::from(self.offset[d])) == number(to))
    }
}

/// Embeds the board in the integer lattice of its free directions, so that a direction is everywhere the same vector:
/// (the place of each cell, the vector of each direction). None where no such embedding exists.
fn embed(graph: &Graph) -> Option<(Vec<LatticePoint>, Vec<LatticePoint>)> {
    let leads = |d: usize| (0..graph.cells()).any(|c| graph.step(d, c).is_some());
    let used: Vec<bool> = (0..graph.directions()).map(leads).collect();
    let (walks, relations) = explore(graph)?;
    let vectors = solve(&used, relations)?;
    let place = |walk: &StepCounts| sum(walk.iter().zip(&vectors), vectors.first().map_or(0, Vec::len));
    let places = walks.iter().map(place).collect();
    Some((places, vectors))
}

fn sum<'a>(parts: impl Iterator<Item = (&'a i32, &'a LatticePoint)>, length: usize) -> LatticePoint {
    parts
        .fold(vec![0; length], |total, (&times, vector)| total.iter().zip(vector).map(|(t, v)| t + times * v).collect())
}

/// A walk to each cell from the first, as steps in each direction; and for each cycle a relation: steps that must add
/// up to zero. None for a disconnected board.
fn explore(graph: &Graph) -> Option<(Vec<StepCounts>, Vec<StepCounts>)> {
    let links: Vec<_> = graph.links().collect();
    let walks = walks(graph, &links)?;
    let (mut relations, mut visited) = (Vec::new(), HashSet::new());
    let (mut steps, mut before): (StepCounts, StepCounts) = (Vec::new(), Vec::new());
    for &(d, from, to) in &links {
        std::mem::swap(&mut steps, &mut before);
        steps.clear();
        steps.extend(walks[from as usize].iter().zip(&walks[to as usize]).map(|(a, b)| a - b));
        steps[d] += 1;
        // Adjacent cycles mostly give the same relation.
        if steps != before && steps.iter().any(|&s| s != 0) && visited.insert(steps.clone()) {
            relations.push(steps.clone());
        }
    }
    relations.sort_unstable();
    Some((walks, relations))
}

/// Graph search along links in both directions.
fn walks(graph: &Graph, links: &[(usize, u32, u32)]) -> Option<Vec<StepCounts>> {
    let mut walks: Vec<StepCounts> = vec![Vec::new(); graph.cells() as usize];
    walks[0] = vec![0; graph.directions()];
    let mut grown = true;
    while grown {
        grown = false;
        for &(d, from, to) in links {
            let (from, to) = (from as usize, to as usize);
            let (from_known, new, sign) = match (walks[from].is_empty(), walks[to].is_empty()) {
                (false, true) => (from, to, 1),
                (true, false) => (to, from, -1),
                _ => continue,
            };
            let mut walk = walks[from_known].clone();
            walk[d] += sign;
            walks[new] = walk;
            grown = true;
        }
    }
    walks.iter().all(|walk| !walk.is_empty()).then_some(walks)
}

/// The vector of each direction, such that all relations hold: directions are integer combinations of the free ones.
/// None when there are no free directions, too many, or a used direction would be zero. Unused directions are zero.
fn solve(used: &[bool], mut relations: Vec<StepCounts>) -> Option<Vec<LatticePoint>> {
    let mut bound: Vec<(usize, StepCounts)> = Vec::new();
    while let Some((row, column)) = unit_relation(&relations) {
        let mut pivot = relations.swap_remove(row);
        if pivot[column] < 0 {
            pivot.iter_mut().for_each(|s| *s = -*s);
        }
        for other in relations.iter_mut().chain(bound.iter_mut().map(|(_, steps)| steps)) {
            let times = other[column];
            other.iter_mut().zip(&pivot).for_each(|(s, p)| *s -= times * p);
        }
        bound.push((column, pivot));
        relations.retain(|steps| steps.iter().any(|&s| s != 0));
    }
    let count = used.len();
    let free: Vec<usize> = (0..count).filter(|&d| used[d] && bound.iter().all(|(column, _)| *column != d)).collect();
    if !relations.is_empty() || free.is_empty() || free.len() > MOST_FREE {
        return None;
    }
    let vector = |d: usize| match bound.iter().find(|(column, _)| *column == d) {
        Some((_, steps)) => free.iter().map(|&f| -steps[f]).collect(),
        None => free.iter().map(|&f| i32::from(f == d)).collect(),
    };
    let vectors: Vec<LatticePoint> = (0..count).map(vector).collect();
    let is_zero = |(v, used): (&LatticePoint, &bool)| *used && v.iter().all(|&s| s == 0);
    (!vectors.iter().zip(used).any(is_zero)).then_some(vectors)
}

/// A relation in which some direction occurs exactly once, and that direction.
fn unit_relation(relations: &[StepCounts]) -> Option<(usize, usize)> {
    relations.iter().enumerate().find_map(|(row, steps)| Some((row, steps.iter().position(|s| s.abs() == 1)?)))
}

/// The shortest numbering that never wraps in which one free direction adds 1, forwards or back.
fn linear_numbering(places: &[LatticePoint], ways: &[LatticePoint]) -> Option<Numbering> {
    let outermost = convex_hull(places);
    let span = |steps: [i32; 2]| {
        let values = outermost.iter().map(|place| value(place, steps));
        values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
    };
    let tries = (1..=places.len() as i32).flat_map(|k| [[1, k], [k, 1], [-1, k], [k, -1]]);
    let mut best = None;
    let mut shortest = i32::MAX;
    for steps in tries {
        let length = span(steps);
        if length + 1 >= places.len() as i32 && length < shortest {
            if let Some(numbering) = numbering_with_steps(places, ways, steps, None) {
                (best, shortest) = (Some(numbering), length);
            }
        }
    }
    best
}

/// The convex hull of the places, its lower and its upper side from left to right: whatever the free directions add,
/// the least and the largest number are at its corners.
fn convex_hull(places: &[LatticePoint]) -> Vec<&LatticePoint> {
    let mut sorted: Vec<&LatticePoint> = places.iter().collect();
    sorted.sort_unstable();
    let at = |place: &LatticePoint| (i64::from(place[0]), place.get(1).map_or(0, |&y| i64::from(y)));
    let mut hull: Vec<&LatticePoint> = Vec::new();
    for side in [1, -1] {
        let start = hull.len();
        for &next in &sorted {
            while let [.., a, b] = hull[start..] {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(next));
                if side * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) > 0 {
                    break;
                }
                hull.pop();
            }
            hull.push(next);
        }
    }
    hull
}

/// The largest number in use.
fn largest_number(numbering: &Numbering) -> u32 {
    numbering.index.iter().copied().max().unwrap_or(0)
}

/// A numbering modulo the least number that keeps cells distinct, at most 64.
fn modular_numbering(places: &[LatticePoint], ways: &[LatticePoint]) -> Option<Numbering> {
    let fewest = places.len() as u32;
    let steps = |m: u32| (0..m as i32).flat_map(|k| [[1, k], [k, 1]]).map(move |steps| (steps, m));
    let apart = |&(steps, m): &([i32; 2], u32)| {
        let mut taken = 0u64;
        places.iter().all(|place| {
            let bit = 1 << value(place, steps).rem_euclid(m as i32);
            let new = taken & bit == 0;
            taken |= bit;
            new
        })
    };
    let (steps, m) = (fewest..=64).flat_map(steps).find(apart)?;
    numbering_with_steps(places, ways, steps, Some(m))
}

/// The number of a place, or of a vector, if the free directions add `steps`.
#[inline]
fn value(place: &LatticePoint, steps: [i32; 2]) -> i32 {
    place.iter().zip(steps).map(|(times, step)| times * step).sum()
}

/// The numbering in which the free directions add `steps`, if it keeps cells distinct.
fn numbering_with_steps(
    places: &[LatticePoint],
    ways: &[LatticePoint],
    steps: [i32; 2],
    modulus: Option<u32>,
) -> Option<Numbering> {
    let values: Vec<i32> = places.iter().map(|place| value(place, steps)).collect();
    let least = values.iter().copied().min()?;
    let wrap = |v: i32| modulus.map_or(v - least, |m| v.rem_euclid(m as i32)) as u32;
    let index: Vec<u32> = values.into_iter().map(wrap).collect();
    let mut taken = vec![false; index.iter().max().map_or(0, |&top| top as usize + 1)];
    let apart = index.iter().all(|&i| !std::mem::replace(&mut taken[i as usize], true));
    apart.then(|| Numbering { index, offset: ways.iter().map(|way| value(way, steps)).collect(), modulus })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::{hexagon, lattice, square, wheel};

    #[test]
    fn squares_are_numbered_without_a_gap() {
        for (columns, rows) in [(1, 5), (3, 3), (8, 8), (7, 6), (19, 19), (9, 5)] {
            let board = square(columns, rows);
            let numbering = Numbering::search(&board).unwrap();
            assert!(numbering.fits(&board), "{columns} by {rows}");
            assert_eq!(numbering.modulus, None);
            assert_eq!(largest_number(&numbering), board.cells() - 1);
        }
    }

    #[test]
    fn a_hexagon_of_side_five_fits_one_word_by_rotation() {
        for side in 2..=5 {
            let board = hexagon(side);
            let numbering = Numbering::search(&board).unwrap();
            assert!(numbering.fits(&board));
            assert!(largest_number(&numbering) < 64, "side {side}");
        }
        let numbering = Numbering::search(&hexagon(5)).unwrap();
        assert_eq!(numbering.modulus, Some(61));
    }

    #[test]
    fn larger_hexagons_are_numbered_without_wrapping() {
        for side in 6..=12 {
            let board = hexagon(side);
            let numbering = Numbering::search(&board).unwrap();
            assert!(numbering.fits(&board));
            assert_eq!(numbering.modulus, None);
        }
    }

    #[test]
    fn the_dark_squares_of_a_checkerboard_are_numbered_too() {
        let points: Vec<_> = (0..64).map(|i| (i % 8, i / 8)).filter(|(x, y)| (x + y) % 2 == 0).collect();
        let board = lattice(&points, &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
        let numbering = Numbering::search(&board).unwrap();
        assert!(numbering.fits(&board));
        assert!(largest_number(&numbering) < 64);
    }

    #[test]
    fn boards_without_a_constant_step_have_no_numbering() {
        assert_eq!(Numbering::search(&wheel(6)), None);
        assert_eq!(Numbering::search(&lattice(&[(0, 0), (5, 5)], &[(0, 1)])), None);
    }
}
