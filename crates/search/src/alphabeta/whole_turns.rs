//! Search nodes whose edges are whole turns, for games whose turns have several plies. Turns with the same outcome are
//! one edge.
//!
//! ```text
//!   root       all turns, ordered by their scores of the previous iteration
//!   inner      replies that refuted other turns (killers), then all turns by gain, or by the evaluation of the position
//!              after each where it orders plies; late ones at reduced depth first
//!   frontier   the last turn of the search: every outcome is evaluated during enumeration and none is stored; an
//!              evaluator that needs the explorer (a net) sees the outcomes played instead, without duplicates
//! ```
//!
//! A turn refuted at reduced depth is not proven to be bad, so nothing above it is proven.

use super::score::{PROVEN, Score, of_evaluation, of_result};
use super::search_node::{INFINITY, NodeBest, NodeValue, RootBest, SearchState, Window, check_deadline};
use lusory_play::{TurnEdge, TurnOutcome};
use std::cmp::Reverse;
use std::sync::atomic::Ordering;

/// The maximum number of plies tried to enumerate the turns of one node.
pub(super) const MAX_ENUMERATED_PLIES: u64 = 200_000;
/// The number of refutations kept per distance from the root.
const REFUTATIONS: usize = 6;
/// The number of turns of a node that are searched to full depth.
const FULL_DEPTH_TURNS: usize = 6;
/// Below the root, turns beyond this number are evaluated statically first, and searched only if that improves the
/// score.
const REDUCED_DEPTH_TURNS: usize = 64;

/// A turn of the root, with the score for its player in the last iteration.
type RankedTurn = (Score, TurnEdge);

/// Reusable buffers of whole-turn nodes, and their refutations.
#[derive(Default)]
pub(super) struct TurnBuffers {
    /// The turns of the root; empty before they are enumerated.
    root: Vec<RankedTurn>,
    /// Whether `root` is complete.
    complete: bool,
    /// Reusable lists.
    pool: Vec<Vec<TurnEdge>>,
    /// By distance from the root: the turns that refuted others there, the latest first.
    refutations: Vec<Vec<Vec<u32>>>,
    /// The plies of the best turn of the root.
    pub best: Vec<u32>,
}

impl TurnBuffers {
    /// Clears the buffers for a new root.
    pub fn reset(&mut self) {
        self.root.clear();
        self.best.clear();
        self.refutations.clear();
    }

    fn record_refutation(&mut self, distance: usize, plies: &[u32]) {
        while self.refutations.len() <= distance {
            self.refutations.push(Vec::new());
        }
        let Some(refutations) = self.refutations.get_mut(distance) else { return };
        match refutations.iter().position(|refutation| refutation == plies) {
            Some(place) => refutations[..=place].rotate_right(1),
            None => {
                refutations.insert(0, plies.to_vec());
                refutations.truncate(REFUTATIONS);
            }
        }
    }

    fn refutation(&self, distance: usize, number: usize) -> Option<&[u32]> {
        self.refutations.get(distance)?.get(number).map(Vec::as_slice)
    }
}

impl NodeBest {
    /// Updates the best with the score of a turn, from the perspective of the node's player; returns whether it is
    /// better.
    fn update(&mut self, score: Score, sure: bool, id: u32) -> bool {
        self.all_sure &= sure;
        let better = score > self.score;
        if better {
            (self.score, self.id, self.sure) = (score, id, sure);
        }
        better
    }
}

impl SearchState<'_> {
    /// Searches a node `depth` turns deep.
    pub(super) fn search_turns(
        &mut self,
        depth: i32,
        full_window: Window,
        distance: usize,
        first: Option<u32>,
        sign: Score,
    ) -> NodeBest {
        let best = match distance {
            0 => self.search_root(depth, full_window, sign),
            _ if depth <= 1 && self.evaluator.evaluates_turns() => self.search_frontier(full_window, distance, sign),
            _ => self.search_inner(depth, full_window, distance, first, sign),
        };
        if best.score > -INFINITY || self.stopped {
            return best;
        }
        // No turn was completed within the enumeration limit.
        NodeBest { score: sign * self.evaluate().score, sure: false, all_sure: false, ..best }
    }

    fn play_outcome(&mut self, number: u32) -> bool {
        let is_outcome = self.explorer.play_outcome(number);
        if is_outcome {
            self.evaluator.push(self.explorer);
        }
        is_outcome
    }

    fn search_root(&mut self, depth: i32, full_window: Window, sign: Score) -> NodeBest {
        if self.turn_buffers.root.is_empty() {
            let mut edges = Vec::new();
            self.turn_buffers.complete = self.explorer.outcomes(MAX_ENUMERATED_PLIES, self.stop, &mut edges);
            edges.sort_by_key(|edge| Reverse(edge.gain));
            self.turn_buffers.root = edges.into_iter().map(|edge| (0, edge)).collect();
        }
        let mut list = std::mem::take(&mut self.turn_buffers.root);
        let (mut window, mut best) = (full_window, NodeBest { all_sure: self.turn_buffers.complete, ..NodeBest::NONE });
        for (number, (score, edge)) in list.iter_mut().enumerate() {
            if !self.play_outcome(edge.index) {
                continue;
            }
            let value = self.search_turn(depth, window, 0, sign, number);
            self.undo();
            if self.stopped {
                break;
            }
            *score = sign * value.score;
            if best.update(*score, value.proven, edge.key as u32) {
                let top = NodeValue { proven: value.proven && *score > PROVEN, ..value };
                self.explorer.outcome_plies(edge.index, &mut self.turn_buffers.best);
                self.root_best = self.turn_buffers.best.first().map(|&id| RootBest { id, value: top });
            }
            window.low = window.low.max(*score);
            if window.low >= window.high {
                break;
            }
        }
        if !self.stopped {
            list.sort_by_key(|&(score, edge)| (Reverse(score), edge.key as u32 != best.id));
        }
        self.turn_buffers.root = list;
        best
    }

    fn search_inner(
        &mut self,
        depth: i32,
        full_window: Window,
        distance: usize,
        first: Option<u32>,
        sign: Score,
    ) -> NodeBest {
        let (mut window, mut best) = (full_window, NodeBest::NONE);
        for number in 0..REFUTATIONS {
            let Some(plies) = self.turn_buffers.refutation(distance, number).map(<[u32]>::to_vec) else { break };
            if !self.explorer.play_turn(&plies) {
                continue;
            }
            self.evaluator.push(self.explorer);
            let key = self.explorer.hash() as u32;
            let value = self.search_turn(depth, window, distance, sign, 0);
            self.undo();
            if self.stopped || self.update_window(&mut best, &mut window, value, key, sign) {
                self.turn_buffers.record_refutation(distance, &plies);
                return best;
            }
        }
        let mut edges = self.turn_buffers.pool.pop().unwrap_or_default();
        best.all_sure &= self.explorer.outcomes(MAX_ENUMERATED_PLIES, self.stop, &mut edges);
        if depth > 1 && self.evaluator.orders_plies() {
            self.order_turns_by_value(&mut edges, first, sign);
        } else {
            edges.sort_by_key(|edge| (Some(edge.key as u32) != first, Reverse(edge.gain)));
        }
        for (number, edge) in edges.iter().enumerate() {
            if !self.play_outcome(edge.index) {
                continue;
            }
            let value = self.search_turn(depth, window, distance, sign, number);
            self.undo();
            if self.stopped {
                break;
            }
            if self.update_window(&mut best, &mut window, value, edge.key as u32, sign) {
                let mut plies = Vec::new();
                self.explorer.outcome_plies(edge.index, &mut plies);
                self.turn_buffers.record_refutation(distance, &plies);
                break;
            }
        }
        self.turn_buffers.pool.push(edges);
        best
    }

    /// Orders turns by the evaluation of the position after each.
    fn order_turns_by_value(&mut self, edges: &mut [TurnEdge], first: Option<u32>, sign: Score) {
        let mut ranks: Vec<RankedTurn> = Vec::with_capacity(edges.len());
        for &edge in edges.iter() {
            if self.stopped || !self.play_outcome(edge.index) {
                ranks.push((-INFINITY, edge));
                continue;
            }
            let score = self.explorer.values().map_or_else(|| self.evaluate().score, |values| of_result(&values, 0));
            self.undo();
            self.count_node();
            ranks.push((if Some(edge.key as u32) == first { INFINITY } else { sign * score }, edge));
        }
        ranks.sort_by_key(|&(rank, _)| Reverse(rank));
        edges.iter_mut().zip(ranks).for_each(|(edge, (_, ranked))| *edge = ranked);
    }

    fn update_window(&self, best: &mut NodeBest, window: &mut Window, value: NodeValue, key: u32, sign: Score) -> bool {
        best.update(sign * value.score, value.proven, key);
        window.low = window.low.max(best.score);
        window.low >= window.high
    }

    /// Searches the position after a turn. All but the first get a null window, late ones a reduced depth first.
    fn search_turn(&mut self, depth: i32, window: Window, distance: usize, sign: Score, number: usize) -> NodeValue {
        if number == 0 {
            return self.search(depth - 1, window.relative_to(sign), distance + 1);
        }
        let narrow = Window { low: window.low, high: window.low + 1 };
        let reduced_depth = match number {
            number if number < FULL_DEPTH_TURNS => depth - 1,
            _ if distance == 0 => (depth - 1).min(1),
            number if number < REDUCED_DEPTH_TURNS => (depth - 2).clamp(0, 1),
            _ => 0,
        };
        let mut value = NodeValue::NOTHING;
        for search_depth in [reduced_depth, depth - 1] {
            value = self.search(search_depth, narrow.relative_to(sign), distance + 1);
            if self.stopped || sign * value.score <= window.low {
                return value;
            }
            if reduced_depth == depth - 1 {
                break;
            }
        }
        let inside = sign * value.score < window.high;
        if inside { self.search(depth - 1, window.relative_to(sign), distance + 1) } else { value }
    }

    /// Searches a frontier node: evaluates every outcome of the last turn without descending.
    fn search_frontier(&mut self, full_window: Window, distance: usize, sign: Score) -> NodeBest {
        let mut best = NodeBest::NONE;
        let SearchState { explorer: at, evaluator: judge, turn_buffers: ways, stop, nodes, deadline: due, .. } = self;
        let mut evaluate_outcome = |end: &dyn TurnOutcome, best: &mut NodeBest| {
            *nodes += 1;
            check_deadline(*nodes, *due, stop);
            let value = match end.values() {
                Some(values) => NodeValue { score: of_result(&values, distance + 1), proven: true },
                None => NodeValue { score: of_evaluation(judge.evaluate_outcome(end)), proven: false },
            };
            best.update(sign * value.score, value.proven, 0);
            best.score < full_window.high
        };
        for number in 0..REFUTATIONS {
            let Some(plies) = ways.refutation(distance, number).map(<[u32]>::to_vec) else { break };
            let mut goes_on = true;
            at.visit_turn(&plies, &mut |end| {
                goes_on = evaluate_outcome(end, &mut best);
                goes_on
            });
            if !goes_on {
                ways.record_refutation(distance, &plies);
                return best;
            }
        }
        let mut refutation = Vec::new();
        let complete = at.visit_outcomes(MAX_ENUMERATED_PLIES, stop, &mut |end| {
            let goes_on = evaluate_outcome(end, &mut best);
            if !goes_on {
                end.plies(&mut refutation);
            }
            goes_on
        });
        best.all_sure &= complete;
        if !refutation.is_empty() {
            ways.record_refutation(distance, &refutation);
        }
        self.stopped |= self.stop.load(Ordering::Relaxed);
        best
    }
}
