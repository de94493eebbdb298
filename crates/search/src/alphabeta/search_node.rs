//! Principal variation search of one node: the first ply is searched with the full window, the others with a null
//! window that only tests whether they are better (Marsland and Campbell 1982), late ones at reduced depth first.

use super::move_ordering::{MoveOrdering, order, put_in_place};
use super::score::{
    PROVEN, Score, WIN, from_table, of_evaluation, of_probability, of_result, to_table, win_probability,
};
use super::transposition_table::{Bound, Entry, TranspositionTable};
use super::whole_turns::TurnBuffers;
use lusory_play::{Evaluate, Explorer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Larger than any score.
pub(super) const INFINITY: Score = 2_000_000;
/// A proven win at an unknown distance.
const DISTANT_WIN: Score = WIN - 50_000;
/// Four times the largest history bonus, where plies are ordered by value.
const MAX_HISTORY_BONUS: Score = 1500;
/// The number of nodes between two checks of the clock.
const CHECK_INTERVAL: u64 = 32;
/// How many chance plies in a row are searched beyond the depth. There may be no end to them: a roll that allows no ply is
/// followed by the next.
const MAX_CHANCE_PLIES: i32 = 2;
/// The maximum distance from the root.
pub(super) const MAX_DISTANCE: usize = 2000;

/// The alpha-beta window: scores above `low` and below `high` matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub low: Score,
    pub high: Score,
}

impl Window {
    pub(super) const WHOLE: Self = Window { low: -INFINITY, high: INFINITY };

    /// The window from the perspective of a player: sign 1 for the first, -1 for the second. Its own inverse.
    pub(super) fn relative_to(self, sign: Score) -> Self {
        if sign > 0 { self } else { Window { low: -self.high, high: -self.low } }
    }
}

/// The value of a node for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeValue {
    pub score: Score,
    /// No static evaluation was involved: deeper search cannot change the score.
    pub proven: bool,
}

impl NodeValue {
    /// The result of a stopped search, which callers ignore.
    pub(super) const NOTHING: Self = NodeValue { score: 0, proven: false };
}

/// The best ply of the root so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RootBest {
    pub id: u32,
    pub value: NodeValue,
}

/// The state of one search.
pub(super) struct SearchState<'s> {
    pub explorer: &'s mut dyn Explorer,
    pub table: &'s mut TranspositionTable,
    pub order: &'s mut MoveOrdering,
    pub evaluator: &'s mut dyn Evaluate,
    pub stop: &'s AtomicBool,
    /// The deadline.
    pub deadline: Option<Instant>,
    /// Reusable buffers of ranked plies, one per distance from the root.
    pub ply_lists: &'s mut Vec<Vec<(i32, u32)>>,
    /// Nodes visited.
    pub nodes: u64,
    /// The search was stopped: results are invalid from now on.
    pub stopped: bool,
    /// The best ply of the root.
    pub root_best: Option<RootBest>,
    /// Whether edges are whole turns, and depths counted in turns.
    pub whole_turns: bool,
    pub turn_buffers: &'s mut TurnBuffers,
    pub(super) ids: Vec<u32>,
    pub(super) captures: Vec<u32>,
}

/// The best of a node's plies so far, from the perspective of its player.
pub(super) struct NodeBest {
    pub score: Score,
    pub id: u32,
    pub sure: bool,
    pub all_sure: bool,
}

impl NodeBest {
    pub(super) const NONE: Self = NodeBest { score: -INFINITY, id: 0, sure: false, all_sure: true };
}

impl SearchState<'_> {
    /// Plays a ply.
    pub(super) fn play(&mut self, id: u32) -> bool {
        let is_legal = self.explorer.play(id);
        if is_legal {
            self.evaluator.push(self.explorer);
        }
        is_legal
    }

    /// Undoes a ply or turn.
    pub(super) fn undo(&mut self) {
        if self.explorer.undo() {
            self.evaluator.pop();
        }
    }

    /// The static evaluation of the position.
    pub(super) fn evaluate(&mut self) -> NodeValue {
        NodeValue { score: of_evaluation(self.evaluator.evaluate(self.explorer)), proven: false }
    }

    /// The value of the position by a search of `depth` plies (or turns); `distance`: plies (or turns) from the root.
    pub(super) fn search(&mut self, depth: i32, window: Window, distance: usize) -> NodeValue {
        if let Some(values) = self.explorer.values() {
            return NodeValue { score: of_result(&values, distance), proven: true };
        }
        self.count_node();
        if self.stopped {
            return NodeValue::NOTHING;
        }
        let player = self.explorer.to_move();
        if player < 0 {
            let is_cut = depth < -MAX_CHANCE_PLIES || distance >= MAX_DISTANCE;
            return if is_cut { self.evaluate() } else { self.average_over_chance(depth, distance) };
        }
        if self.whole_turns && (depth <= 0 || distance >= MAX_DISTANCE) {
            return self.evaluate();
        }
        if depth <= 0 || distance >= MAX_DISTANCE {
            return self.quiesce(window, 0, distance);
        }
        let sign = if player == 0 { 1 } else { -1 };
        let (key, relative) = (self.explorer.hash(), window.relative_to(sign));
        let entry = self.table.get(key);
        if let Some(worth) =
            entry.filter(|_| distance > 0).and_then(|entry| table_cutoff(&entry, depth, relative, distance))
        {
            return NodeValue { score: sign * worth.score, ..worth };
        }
        let first = entry.map(|entry| entry.best);
        let best = if self.whole_turns {
            self.search_turns(depth, relative, distance, first, sign)
        } else {
            self.search_plies(depth, relative, distance, first, sign)
        };
        if self.stopped {
            return NodeValue::NOTHING;
        }
        let sure = if best.score >= relative.high || best.score > PROVEN { best.sure } else { best.all_sure };
        let bound = match best.score {
            score if score >= relative.high => Bound::Lower,
            score if score <= relative.low => Bound::Upper,
            _ => Bound::Exact,
        };
        let (score, depth) = (to_table(best.score, distance), depth.min(255) as u8);
        self.table.put(key, Entry { score, bound, depth, proven: sure, best: best.id });
        NodeValue { score: sign * best.score, proven: sure }
    }

    /// Counts a node, and notes whether the search is to stop.
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        check_deadline(self.nodes, self.deadline, self.stop);
        self.stopped |= self.stop.load(Ordering::Relaxed);
    }

    /// Searches the plies in order until a cut-off. Where they are ordered by value, that of the transposition table is
    /// searched before the others are ordered, since it often causes the cut-off.
    fn search_plies(
        &mut self,
        depth: i32,
        mut window: Window,
        distance: usize,
        first: Option<u32>,
        sign: Score,
    ) -> NodeBest {
        let player = usize::from(sign < 0);
        let mut plies = self.ranked_plies(first, player, distance);
        let by_value = depth > 1 && self.evaluator.orders_plies();
        let is_first_known = by_value && plies.iter().any(|&(_, id)| Some(id) == first);
        let mut best = NodeBest::NONE;
        for number in 0..plies.len() {
            if by_value && number == usize::from(is_first_known) {
                self.rank_by_value(&mut plies[number..], player);
            }
            put_in_place(&mut plies, number);
            let (rank, id) = plies[number];
            if !self.play(id) {
                continue;
            }
            let worth = self.search_child(depth, window, distance, sign, number, rank);
            self.undo();
            if self.stopped {
                break;
            }
            let score = sign * worth.score;
            best.all_sure &= worth.proven;
            if score > best.score {
                (best.score, best.id, best.sure) = (score, id, worth.proven);
                if distance == 0 {
                    // A proven draw need not be the best result; a proven win is.
                    self.root_best =
                        Some(RootBest { id, value: NodeValue { proven: worth.proven && score > PROVEN, ..worth } });
                }
            }
            window.low = window.low.max(score);
            if window.low >= window.high || score == WIN - 1 - distance as Score {
                self.order.record_cutoff(id, player, distance, depth);
                break;
            }
        }
        if let Some(list) = self.ply_lists.get_mut(distance) {
            *list = plies;
        }
        best
    }

    /// Searches a ply. All but the first get a null window, late ones a reduced depth first.
    fn search_child(
        &mut self,
        depth: i32,
        window: Window,
        distance: usize,
        sign: Score,
        number: usize,
        rank: i32,
    ) -> NodeValue {
        if number == 0 {
            return self.search(depth - 1, window.relative_to(sign), distance + 1);
        }
        let narrow = Window { low: window.low, high: window.low + 1 };
        let reduction = if self.evaluator.orders_plies() {
            reduction_by_value(depth, number)
        } else {
            i32::from(is_reduced(depth, number, rank))
        };
        if reduction > 0 {
            let worth = self.search(depth - 1 - reduction, narrow.relative_to(sign), distance + 1);
            if self.stopped || sign * worth.score <= window.low {
                return worth;
            }
        }
        let worth = self.search(depth - 1, narrow.relative_to(sign), distance + 1);
        let inside = sign * worth.score > window.low && sign * worth.score < window.high;
        if self.stopped || !inside { worth } else { self.search(depth - 1, window.relative_to(sign), distance + 1) }
    }

    /// The legal plies, ranked by what earlier nodes tell.
    fn ranked_plies(&mut self, first: Option<u32>, player: usize, distance: usize) -> Vec<(i32, u32)> {
        while self.ply_lists.len() <= distance {
            self.ply_lists.push(Vec::new());
        }
        let mut plies = self.ply_lists.get_mut(distance).map(std::mem::take).unwrap_or_default();
        self.explorer.legal(&mut self.ids);
        self.explorer.captures(&mut self.captures);
        plies.clear();
        plies.extend(self.ids.iter().map(|&id| (0, id)));
        self.order.rank(&mut plies, first, &self.captures, player, distance);
        plies
    }

    /// Ranks plies by the evaluation of the position after each, plus a small history bonus. After one that wins at once
    /// the others are not looked at: so the likely ones come first.
    fn rank_by_value(&mut self, plies: &mut [(i32, u32)], player: usize) {
        plies.sort_unstable_by_key(order);
        for (rank, id) in plies {
            if !self.play(*id) {
                continue;
            }
            let score = self.explorer.values().map_or_else(|| self.evaluate().score, |values| of_result(&values, 0));
            self.undo();
            self.nodes += 1;
            let relative = if player == 0 { score } else { -score };
            *rank = relative + (*rank).min(MAX_HISTORY_BONUS) / 4;
            if relative == WIN {
                *rank = Score::MAX;
                return;
            }
        }
        check_deadline(self.nodes / CHECK_INTERVAL * CHECK_INTERVAL, self.deadline, self.stop);
    }

    /// Searches a chance node: the weighted mean of the winning probabilities.
    fn average_over_chance(&mut self, depth: i32, distance: usize) -> NodeValue {
        let (mut ids, mut weights) = (Vec::new(), Vec::new());
        self.explorer.legal(&mut ids);
        self.explorer.weights(&mut weights);
        let (mut sum, mut total, mut common) = (0.0, 0.0, None);
        for (&id, &weight) in ids.iter().zip(&weights) {
            if !self.play(id) {
                continue;
            }
            let worth = self.search(depth - 1, Window::WHOLE, distance + 1);
            self.undo();
            if self.stopped {
                return NodeValue::NOTHING;
            }
            let result = worth.proven.then_some(win_probability(worth.score));
            common = if total == 0.0 { Some(result) } else { common.filter(|&previous| previous == result) };
            sum += f64::from(weight) * win_probability(worth.score);
            total += f64::from(weight);
        }
        let sure = common.flatten().is_some();
        match common.flatten() {
            Some(1.0) => NodeValue { score: DISTANT_WIN, proven: sure },
            Some(0.0) => NodeValue { score: -DISTANT_WIN, proven: sure },
            _ => NodeValue { score: of_probability(if total > 0.0 { sum / total } else { 0.5 }), proven: sure },
        }
    }
}

/// Sets `stop` after the deadline. Checked every few nodes, because on a busy machine the timer thread may be late.
pub(super) fn check_deadline(nodes: u64, deadline: Option<Instant>, stop: &AtomicBool) {
    if nodes % CHECK_INTERVAL == 0 && deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        stop.store(true, Ordering::Relaxed);
    }
}

/// Late move reduction: whether this ply is searched at reduced depth first.
fn is_reduced(depth: i32, number: usize, rank: i32) -> bool {
    depth >= 3 && number >= 4 && rank < 1 << 28
}

/// Late move reduction where plies are ordered by value: the plies of depth taken off.
fn reduction_by_value(depth: i32, number: usize) -> i32 {
    match depth {
        ..2 => 0,
        2 => i32::from(number >= 12),
        _ => i32::from(number >= 5) + i32::from(number >= 20),
    }
}

/// The entry's score if it causes a cut-off; from the perspective of the node's player.
fn table_cutoff(entry: &Entry, depth: i32, window: Window, distance: usize) -> Option<NodeValue> {
    if !entry.proven && i32::from(entry.depth) < depth {
        return None;
    }
    let score = from_table(entry.score, distance);
    let cuts_off = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.high,
        Bound::Upper => score <= window.low,
    };
    cuts_off.then_some(NodeValue { score, proven: entry.proven })
}
