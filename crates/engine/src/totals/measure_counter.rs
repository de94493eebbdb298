//! The playout observer that counts what measures need.

use super::measures::{GameSums, logarithm};
use super::{Totals, at};
use crate::board::{NOWHERE, Place};
use crate::observer::{FinishedGame, ObservedPly, PlayoutObserver};
use crate::results::Results;
use crate::state::EndReason;

/// Logarithms of numbers below this are tabulated.
const TABULATED: u64 = 1024;

/// For each place, the number of sets that held it. Bit-sliced: each word holds one binary digit of the counts of 64
/// places, so that a set is added to all 64 counts at once.
#[derive(Clone, Debug, Default)]
struct BitSlicedCounts {
    /// For each word of a set, the digits, lowest first.
    digits: Vec<[u64; DIGITS]>,
    /// How many sets the digits hold.
    sets: u32,
    /// Counts already moved out of the digits, one per place.
    counts: Vec<u64>,
}

/// Digits per count.
const DIGITS: usize = 12;

impl BitSlicedCounts {
    #[inline]
    fn add(&mut self, set: &[u64]) {
        if self.digits.len() < set.len() {
            self.digits.resize(set.len(), [0; DIGITS]);
        }
        for (digits, &word) in self.digits.iter_mut().zip(set) {
            let mut carry = word;
            for digit in digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
                if carry == 0 {
                    break;
                }
            }
        }
        self.sets += 1;
        if self.sets + 1 == 1 << DIGITS {
            self.flush();
        }
    }

    /// Moves the counts out of the digits.
    #[cold]
    fn flush(&mut self) {
        self.counts.resize(64 * self.digits.len(), 0);
        for (place, count) in self.counts.iter_mut().enumerate() {
            let digits = self.digits[place / 64].iter().enumerate();
            *count += digits.map(|(i, digit)| (digit >> (place % 64) & 1) << i).sum::<u64>();
        }
        self.digits.fill([0; DIGITS]);
        self.sets = 0;
    }
}

/// Counts games.
#[derive(Clone, Debug)]
pub struct MeasureCounter {
    /// Everything but the counts by place.
    totals: Totals,
    /// The cell of each place.
    cells: Vec<Option<u16>>,
    logarithms: Vec<u64>,
    /// Plies to each place; index 0 counts plies without a place. Likewise the next two.
    played: Vec<u64>,
    first: Vec<Results>,
    last: Vec<u64>,
    owned: Vec<BitSlicedCounts>,
}

/// Index of a place in such lists.
#[inline(always)]
fn index(place: Place) -> usize {
    (place - NOWHERE) as usize
}

impl MeasureCounter {
    /// A counter without games. cells: the cell of each place.
    #[must_use]
    pub fn new(cells: &[Option<u16>]) -> Self {
        let long = cells.len() + 1;
        MeasureCounter {
            totals: Totals::default(),
            cells: cells.to_vec(),
            logarithms: (0..TABULATED).map(logarithm).collect(),
            played: vec![0; long],
            first: vec![Results::default(); long],
            last: vec![0; long],
            owned: Vec::new(),
        }
    }

    /// How many games there were.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.totals.games
    }

    /// The totals.
    #[must_use]
    pub fn totals(mut self) -> Totals {
        let (cells, mut by_cell) = (&self.cells, std::mem::take(&mut self.totals.measures.cells));
        by_cell.played = reordered_by_cell(cells, &self.played[1..]);
        by_cell.first = reordered_by_cell(cells, &self.first[1..]);
        by_cell.last = reordered_by_cell(cells, &self.last[1..]);
        by_cell.owned = self
            .owned
            .iter_mut()
            .map(|layers| {
                layers.flush();
                reordered_by_cell(cells, &layers.counts)
            })
            .collect();
        self.totals.measures.cells = by_cell;
        self.totals
    }

    /// Adds the plies of a game, in total and by ply number.
    #[inline]
    fn add_plies(&mut self, plies: &[ObservedPly]) -> (GameSums, u64) {
        let (mut sums, mut turns) = (GameSums::default(), 0);
        let by_ply = &mut self.totals.branching;
        if by_ply.len() < plies.len() {
            by_ply.resize_with(plies.len(), Default::default);
        }
        for (ply, counts) in plies.iter().zip(by_ply) {
            let choice = u64::from(!ply.by_chance);
            let (legal, forced) = (choice * ply.legal, choice & u64::from(ply.legal == 1));
            let captured = u64::from(ply.captured);
            counts.games += 1;
            counts.choices += choice;
            counts.legal += legal;
            counts.forced += forced;
            counts.captured += captured;
            sums.choices += choice;
            sums.legal += legal;
            sums.forced += forced;
            sums.captured += captured;
            sums.tree += match self.logarithms.get(ply.legal as usize) {
                Some(index) => *index,
                None => logarithm(ply.legal),
            };
            turns += u64::from(ply.over);
            if let Some(times) = self.played.get_mut(index(ply.to)) {
                *times += 1;
            }
        }
        (sums, turns)
    }

    /// Adds a finished game.
    fn add_finished(&mut self, game: &FinishedGame<'_>, turns: u64, (results, reason): &(Results, EndReason)) {
        let totals = &mut self.totals;
        totals.results.merge(results);
        *at(&mut totals.lengths, game.plies.len()) += 1;
        *at(&mut totals.measures.turns, turns as usize) += 1;
        match reason {
            EndReason::End(clause) => at(&mut totals.measures.ends, usize::from(*clause)).merge(results),
            EndReason::NothingLegal => totals.measures.nothing_legal.merge(results),
        }
        match reason {
            EndReason::End(clause) => *at(&mut totals.ended_by, usize::from(*clause)) += 1,
            EndReason::NothingLegal => totals.nothing_legal += 1,
        }
        if let Some(first) = game.plies.first() {
            totals.first_plies.entry(game.first).or_default().merge(results);
            self.first[index(first.to)].merge(results);
            self.last[index(game.last())] += 1;
        }
        self.add_final_pieces(game.pieces);
    }

    /// Adds the final pieces by place.
    fn add_final_pieces(&mut self, pieces: &[&[u64]]) {
        if self.owned.len() < pieces.len() {
            self.owned.resize_with(pieces.len(), BitSlicedCounts::default);
        }
        self.owned.iter_mut().zip(pieces).for_each(|(layers, set)| layers.add(set));
        let words = pieces.iter().map(|set| set.len()).max().unwrap_or(0);
        let union = |word| pieces.iter().fold(0, |all, set| all | set.get(word).unwrap_or(&0));
        let occupied = (0..words).map(|word| u128::from(u64::count_ones(union(word)))).sum::<u128>();
        self.totals.measures.occupied[0] += occupied;
        self.totals.measures.occupied[1] += occupied * occupied;
    }
}

impl PlayoutObserver for MeasureCounter {
    fn game(&mut self, played: &FinishedGame<'_>) {
        let (sums, turns) = self.add_plies(played.plies);
        self.totals.games += 1;
        self.totals.plies += played.plies.len() as u64;
        self.totals.measures.moments.add(&sums);
        match &played.ended {
            Some(ended) => self.add_finished(played, turns, ended),
            None => self.totals.cut_off += 1,
        }
    }
}

/// Reorders numbers by place to numbers by cell.
fn reordered_by_cell<T: Clone + Default>(cells: &[Option<u16>], by_place: &[T]) -> Vec<T> {
    let mut by_cell = vec![T::default(); cells.iter().flatten().count()];
    for (cell, number) in cells.iter().zip(by_place) {
        if let Some(counts) = cell.and_then(|cell| by_cell.get_mut(usize::from(cell))) {
            *counts = number.clone();
        }
    }
    by_cell
}
