//! Totals over many games. Whole numbers only, so the order in which games are added does not matter.

use crate::results::Results;
use crate::state::{EndReason, SIDES};
use std::collections::BTreeMap;

mod measure_counter;
mod measures;

pub use measure_counter::MeasureCounter;
pub use measures::{BIT, CellNumbers, GameSums, Measures, Moments, logarithm};

/// Branching statistics at one ply number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlyNumberTotals {
    /// How many games got there.
    pub games: u64,
    /// Games in which a player made the ply there; not chance.
    pub choices: u64,
    /// Legal plies there, added up over those games.
    pub legal: u64,
    /// Those of these games in which only one ply was legal.
    pub forced: u64,
    /// Pieces captured by the ply played there (see `ObservedPly::captured`).
    pub captured: u64,
}

/// Totals over games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// How many games were played, those cut off among them.
    pub games: u64,
    /// How many plies, of all games.
    pub plies: u64,
    /// How the finished games ended.
    pub results: Results,
    /// Games ended by each end clause.
    pub ended_by: Vec<u64>,
    /// Games that ended because no side had a legal ply.
    pub nothing_legal: u64,
    /// Games cut off at the limit of plies.
    pub cut_off: u64,
    /// How many finished games had each number of plies.
    pub lengths: Vec<u64>,
    /// Branching statistics by ply number; empty if not requested.
    pub branching: Vec<PlyNumberTotals>,
    /// Results of finished games by the id of their first ply; empty if not requested.
    pub first_plies: BTreeMap<u32, Results>,
    /// Sums for measures; empty if not requested.
    pub measures: Measures,
}

/// The element at an index of a list, which grows if it is too short.
#[inline]
fn at<T: Default + Clone>(list: &mut Vec<T>, index: usize) -> &mut T {
    if index >= list.len() {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

/// Adds lists element by element.
fn add_all<T: Default + Clone>(list: &mut Vec<T>, other: &[T], add: impl Fn(&mut T, &T)) {
    if list.len() < other.len() {
        list.resize(other.len(), T::default());
    }
    list.iter_mut().zip(other).for_each(|(total, addend)| add(total, addend));
}

impl Totals {
    /// Adds a finished game.
    #[inline]
    pub fn add(&mut self, length: u32, values: &[f64; SIDES], reason: EndReason) {
        self.games += 1;
        self.plies += u64::from(length);
        self.results.add(values);
        *at(&mut self.lengths, length as usize) += 1;
        match reason {
            EndReason::End(clause) => *at(&mut self.ended_by, usize::from(clause)) += 1,
            EndReason::NothingLegal => self.nothing_legal += 1,
        }
    }

    /// Adds a game cut off after so many plies.
    pub fn cut(&mut self, length: u32) {
        self.games += 1;
        self.plies += u64::from(length);
        self.cut_off += 1;
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.results.merge(&other.results);
        self.nothing_legal += other.nothing_legal;
        self.cut_off += other.cut_off;
        add_all(&mut self.ended_by, &other.ended_by, |total, addend| *total += addend);
        add_all(&mut self.lengths, &other.lengths, |total, addend| *total += addend);
        add_all(&mut self.branching, &other.branching, |total, addend| {
            total.games += addend.games;
            total.choices += addend.choices;
            total.legal += addend.legal;
            total.forced += addend.forced;
            total.captured += addend.captured;
        });
        for (&id, results) in &other.first_plies {
            self.first_plies.entry(id).or_default().merge(results);
        }
        self.measures.merge(&other.measures);
    }
}

#[cfg(test)]
mod tests;
