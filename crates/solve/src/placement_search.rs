//! Search among winning sets, for games in which a turn is one piece on any empty cell: can one side (the maker) occupy
//! a winning set, if the other one (the breaker) does nothing but prevent it?
//!
//! A result comes with the cells that it needs: those of pieces and empty cells without which the winner's strategy
//! fails. If a ply loses by a strategy of the opponent that does not need its cell, so do all other plies on cells that
//! the strategy does not need: only those that it needs remain to be tried (must-play regions; Hayward et al. 2004).
//! An additional piece never harms its side, so that this holds for any winning sets.
//!
//! The maker wins the game if every set that it ends with leaves none to the breaker; a maker that fails does not win.

use crate::cell_set::{cells_of, one};
use crate::placement_order::add_two_distances;
use crate::placement_table::{Placement, PlacementOutcome, PlacementTable};
use crate::question::{Unanswered, ValueQuestion};
use crate::winning_sets::WayToWin;
use lusory_play::Explorer;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The number of positions between two updates of the shared counter.
const CHECK_INTERVAL: u64 = 64;

/// A search; see the module.
pub struct PlacementSearch<'t> {
    table: &'t mut PlacementTable,
    stop: &'t AtomicBool,
    counter: &'t AtomicU64,
    most: u64,
    nodes: u64,
}

impl<'t> PlacementSearch<'t> {
    /// A search of at most so many positions, which are added to a counter.
    pub fn new(table: &'t mut PlacementTable, stop: &'t AtomicBool, counter: &'t AtomicU64, most: u64) -> Self {
        PlacementSearch { table, stop, counter, most, nodes: 0 }
    }

    fn count_node(&mut self) -> Result<(), Unanswered> {
        self.nodes += 1;
        if self.nodes % CHECK_INTERVAL == 0 {
            self.counter.fetch_add(CHECK_INTERVAL, Ordering::Relaxed);
        }
        let is_stopped = self.nodes >= self.most || self.stop.load(Ordering::Relaxed);
        if is_stopped { Err(Unanswered::Stopped) } else { Ok(()) }
    }

    /// The answer to a question about an explorer's position.
    ///
    /// # Errors
    /// Where it was stopped, or success would not prove a win.
    pub fn answer(&mut self, at: &dyn Explorer, question: ValueQuestion) -> Result<bool, Unanswered> {
        let placement = Placement::of(at, question, &mut Vec::new());
        let succeeds = self.outcome(placement)?.succeeds;
        if succeeds && self.table.may_leave_sets(placement.maker) {
            return Err(Unanswered::Undecided);
        }
        Ok(succeeds == (question.halves == 2))
    }

    /// Whether the maker of a position succeeds.
    ///
    /// # Errors
    /// Where it was stopped. The table is kept.
    pub fn outcome(&mut self, at: Placement) -> Result<PlacementOutcome, Unanswered> {
        if let Some(known) = self.table.get(at) {
            return Ok(known);
        }
        self.count_node()?;
        let before = self.nodes;
        let outcome = match self.outcome_at_once(at) {
            Some(outcome) => outcome,
            None => self.outcome_of_plies(at)?,
        };
        self.table.put(at, outcome, self.nodes - before + 1);
        Ok(outcome)
    }

    /// The outcome if it needs no search: a set is occupied, or none can be any more.
    fn outcome_at_once(&mut self, at: Placement) -> Option<PlacementOutcome> {
        let (sets, maker) = (&self.table.sets, at.maker);
        if sets.is_met(maker, at.own) {
            let needs = self.smallest(at.own, |cells| self.table.sets.is_met(maker, cells));
            self.table.leaves_sets[maker] |= self.table.sets.is_met(1 - maker, self.table.sets.all() & !at.own);
            return Some(PlacementOutcome { succeeds: true, needs, cell: None });
        }
        match sets.potential(maker, at.own, at.blocked, at.moves) {
            Some((sum, open)) => {
                let by_pairs = || sets.paired(maker, at.own, at.blocked);
                let kept_up = if sum < 1.0 { open & !at.own } else { by_pairs()? };
                let needs = kept_up | self.smallest(at.blocked, |cells| self.blocks_as(at, cells));
                Some(PlacementOutcome { succeeds: false, needs, cell: self.heaviest(at) })
            }
            None if sets.is_met(maker, sets.all() & !at.blocked) => None,
            None => {
                let blocks = |cells: u128| !self.table.sets.is_met(maker, self.table.sets.all() & !cells);
                Some(PlacementOutcome { succeeds: false, needs: self.smallest(at.blocked, blocks), cell: None })
            }
        }
    }

    /// Whether these cells block every set that the breaker blocks.
    fn blocks_as(&self, at: Placement, cells: u128) -> bool {
        self.lines(at.maker).all(|line| line & at.blocked == 0 || line & cells != 0)
    }

    fn lines(&self, maker: usize) -> impl Iterator<Item = u128> + '_ {
        self.table.sets.goals[maker].iter().flat_map(WayToWin::lines).copied()
    }

    /// The empty cell whose open sets count most.
    fn heaviest(&self, at: Placement) -> Option<u8> {
        let weights = self.weights(at);
        let empty = self.empty(at);
        let best = cells_of(empty).max_by(|&a, &b| weights[a].total_cmp(&weights[b]))?;
        Some(best as u8)
    }

    /// By cell: the sum of the open sets of the maker through it, each 2^-(its empty cells).
    fn weights(&self, at: Placement) -> Vec<f64> {
        let mut weights = vec![0.0; self.table.sets.cells];
        for line in self.lines(at.maker).filter(|line| line & at.blocked == 0) {
            let weight = (-f64::from((line & !at.own).count_ones())).exp2();
            cells_of(line).for_each(|cell| weights[cell] += weight);
        }
        weights
    }

    /// A subset of cells with a property of which no cell can be spared.
    fn smallest(&self, cells: u128, holds: impl Fn(u128) -> bool) -> u128 {
        cells_of(cells).fold(cells, |set, cell| if holds(set & !one(cell)) { set & !one(cell) } else { set })
    }

    fn empty(&self, at: Placement) -> u128 {
        self.table.sets.all() & !(at.own | at.blocked)
    }

    fn outcome_of_plies(&mut self, at: Placement) -> Result<PlacementOutcome, Unanswered> {
        if let Some(outcome) = self.decisive_ply(at) {
            return Ok(outcome);
        }
        // The cells that may still refute the strategies of the opponent found so far, and what those need.
        let (mut region, mut needs) = self.threats(at);
        let mut order = self.order(at, region);
        if let Some(outcome) = self.reply_known(at, &order) {
            return Ok(outcome);
        }
        order.reverse();
        while let Some((_, cell)) = order.pop() {
            if region & one(cell) == 0 {
                continue;
            }
            let below = self.outcome(at.after(cell))?;
            if below.succeeds == at.moves {
                self.table.history[at.maker][usize::from(at.moves)][cell] += 1;
                return Ok(PlacementOutcome { cell: Some(cell as u8), ..below });
            }
            region &= below.needs;
            needs |= below.needs;
        }
        Ok(PlacementOutcome { succeeds: !at.moves, needs, cell: None })
    }

    /// A ply of the breaker after which the maker is known to fail, or fails at once: before others are searched.
    fn reply_known(&mut self, at: Placement, order: &[(f64, usize)]) -> Option<PlacementOutcome> {
        if at.moves {
            return None;
        }
        order.iter().find_map(|&(_, cell)| {
            let after = at.after(cell);
            let known = self.table.get(after).or_else(|| self.outcome_at_once(after));
            known
                .filter(|outcome| !outcome.succeeds)
                .map(|outcome| PlacementOutcome { cell: Some(cell as u8), ..outcome })
        })
    }

    /// A ply after which the outcome is clear at once, for its player.
    fn decisive_ply(&mut self, at: Placement) -> Option<PlacementOutcome> {
        for cell in cells_of(self.empty(at)) {
            if self.decides(at.after(cell)) != Some(at.moves) {
                continue;
            }
            if let Some(outcome) = self.outcome_at_once(at.after(cell)) {
                return Some(PlacementOutcome { cell: Some(cell as u8), ..outcome });
            }
        }
        None
    }

    /// Whether a position is decided by its pieces, and how.
    fn decides(&self, at: Placement) -> Option<bool> {
        let (sets, maker) = (&self.table.sets, at.maker);
        if !at.moves {
            return sets.is_met(maker, at.own).then_some(true);
        }
        match sets.potential(maker, at.own, at.blocked, true) {
            Some((sum, _)) => (sum < 1.0).then_some(false),
            None => (!sets.is_met(maker, sets.all() & !at.blocked)).then_some(false),
        }
    }

    /// The opponent's decisive plies if it could move at once: the cells that stop all of them, and what they need.
    fn threats(&mut self, at: Placement) -> (u128, u128) {
        let (mut region, mut needs) = (self.empty(at), 0);
        let passed = Placement { moves: !at.moves, ..at };
        for cell in cells_of(region) {
            if self.decides(passed.after(cell)) != Some(!at.moves) {
                continue;
            }
            if let Some(outcome) = self.outcome_at_once(passed.after(cell)) {
                region &= outcome.needs;
                needs |= outcome.needs;
            }
        }
        (region, needs)
    }

    /// The cells of a region, the most promising first.
    fn order(&self, at: Placement, region: u128) -> Vec<(f64, usize)> {
        let mut weights = self.weights(at);
        let other = Placement { maker: 1 - at.maker, own: at.blocked, blocked: at.own, moves: !at.moves };
        for side in [at, other] {
            self.add_connections(side, &mut weights);
        }
        let history = &self.table.history[at.maker][usize::from(at.moves)];
        let rank = |cell: usize| weights[cell] + f64::from(history[cell] + 1).ln() / 64.0;
        let mut order: Vec<(f64, usize)> = cells_of(region).map(|cell| (rank(cell), cell)).collect();
        order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        order
    }

    /// Adds 2^-(the two-distances of a cell from all regions), for the connections of one side.
    fn add_connections(&self, at: Placement, weights: &mut [f64]) {
        for goal in &self.table.sets.goals[at.maker] {
            let WayToWin::Connection { regions, neighbours, .. } = goal else { continue };
            let mut total = vec![0u32; weights.len()];
            for &region in regions {
                add_two_distances(region, at.own, self.empty(at), neighbours, &mut total);
            }
            let twice = regions.len() as u32 - 1;
            let link = |cell: usize| total[cell] - twice.min(total[cell]);
            for cell in cells_of(self.empty(at)) {
                weights[cell] += (-f64::from(link(cell))).exp2();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::winning_sets::{Pieces, WinningSets};

    fn outcome(sets: WinningSets, pieces: Pieces, maker: usize, moves: bool) -> PlacementOutcome {
        let (stop, counter) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut table = PlacementTable::new(sets, &[], 1 << 16);
        PlacementSearch::new(&mut table, &stop, &counter, u64::MAX)
            .outcome(Placement::new(maker, pieces, moves))
            .unwrap()
    }

    /// Three in a row on 3x3.
    fn rows() -> WinningSets {
        let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let goals = || vec![WayToWin::Lines(lines.to_vec())];
        WinningSets { goals: [goals(), goals()], losses: Default::default(), cells: 9, is_free: true, supports: None }
    }

    #[test]
    fn who_makes_three_in_a_row_succeeds_against_a_breaker_and_only_if_it_begins() {
        assert!(outcome(rows(), Pieces::default(), 0, true).succeeds);
        assert!(!outcome(rows(), Pieces::default(), 0, false).succeeds);
    }

    #[test]
    fn every_position_agrees_with_an_exhaustive_search() {
        fn exhaustive(sets: &WinningSets, at: Placement) -> bool {
            if sets.is_met(at.maker, at.own) {
                return true;
            }
            let mut empty = cells_of(sets.all() & !(at.own | at.blocked));
            if at.moves {
                empty.any(|cell| exhaustive(sets, at.after(cell)))
            } else {
                let mut empty = empty.peekable();
                empty.peek().is_some() && empty.all(|cell| exhaustive(sets, at.after(cell)))
            }
        }
        let neighbours = |cell: usize| {
            let (x, y) = (cell % 3, cell / 3);
            (0..9).filter(|&to| (x.abs_diff(to % 3) + y.abs_diff(to / 3)) == 1).fold(0, |all, to| all | one(to))
        };
        let link = |regions: [u128; 2]| {
            vec![WayToWin::Connection {
                regions: regions.to_vec(),
                neighbours: (0..9).map(neighbours).collect(),
                needed: 2,
            }]
        };
        let linked = WinningSets {
            goals: [link([0o7, 0o700]), link([0o111, 0o444])],
            losses: Default::default(),
            cells: 9,
            is_free: true,
            supports: None,
        };
        for sets in [rows(), linked] {
            for own in 0..512u128 {
                for blocked in (0..512).filter(|blocked| blocked & own == 0 && (own | blocked).count_ones() > 3) {
                    for moves in [false, true] {
                        let pieces = Pieces { sides: [own, blocked], neutral: 0 };
                        let found = outcome(sets.clone(), pieces, 0, moves);
                        let at = Placement::new(0, pieces, moves);
                        assert_eq!(found.succeeds, exhaustive(&sets, at), "{own:o} {blocked:o} {moves}");
                        // All other cells may be given to the opponent.
                        let spare = sets.all() & !found.needs;
                        let given = if found.succeeds {
                            Placement { own: own & found.needs, blocked: blocked | spare, ..at }
                        } else {
                            Placement { own: own | spare, blocked: blocked & found.needs, ..at }
                        };
                        assert_eq!(exhaustive(&sets, given), found.succeeds, "{own:o} {blocked:o} {moves}");
                    }
                }
            }
        }
    }
}
