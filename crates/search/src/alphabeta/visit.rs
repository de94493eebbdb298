//! Alpha-beta search of one node. Principal variation search: the first ply is searched with the full window, the
//! others with a null window that only tests whether they are better (Marsland and Campbell 1982).

use super::order::Order;
use super::score::{CERTAIN, Score, WIN, chance, from_here, from_root, of_chance, of_evaluation, of_result};
use super::table::{Bound, Entry, TranspositionTable};
use super::whole::TurnBuffers;
use lusory_play::{Evaluate, Explorer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Larger than any score.
pub(super) const BEYOND: Score = 2_000_000;
/// A certain win at an unknown distance.
const LATER: Score = WIN - 50_000;
/// Where plies are ordered by their values, a quarter of this is the largest history bonus of a ply.
const MOST_BONUS: Score = 1500;
/// Nodes between two checks of the clock.
const LOOK: u64 = 32;
/// The maximum distance from the root.
pub(super) const DEEPEST: usize = 2000;

/// The first player's scores that matter: those above `low` and below `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub low: Score,
    pub high: Score,
}

impl Window {
    pub(super) const WHOLE: Self = Window { low: -BEYOND, high: BEYOND };

    /// The window from the point of view of a player: sign 1 is the first, -1 the second. It is its own inverse.
    pub(super) fn seen(self, sign: Score) -> Self {
        if sign > 0 { self } else { Window { low: -self.high, high: -self.low } }
    }
}

/// The value of a node for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth {
    pub score: Score,
    /// No evaluation was involved: deeper search cannot change it.
    pub sure: bool,
}

impl Worth {
    /// The placeholder of a stopped search; never used.
    pub(super) const NOTHING: Self = Worth { score: 0, sure: false };
}

/// The best ply of the root so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RootBest {
    pub id: u32,
    pub worth: Worth,
}

/// The state of one search.
pub(super) struct Visit<'s> {
    pub at: &'s mut dyn Explorer,
    pub table: &'s mut TranspositionTable,
    pub order: &'s mut Order,
    pub judge: &'s mut dyn Evaluate,
    pub stop: &'s AtomicBool,
    /// The deadline.
    pub due: Option<Instant>,
    /// Reusable buffers of plies, one a level.
    pub lists: &'s mut Vec<Vec<(i32, u32)>>,
    /// Nodes visited.
    pub nodes: u64,
    /// The search was stopped; results from now on are invalid.
    pub stopped: bool,
    /// The best ply of the root.
    pub top: Option<RootBest>,
    /// Are edges whole turns, and depths numbers of turns?
    pub whole: bool,
    pub ways: &'s mut TurnBuffers,
    pub(super) ids: Vec<u32>,
    pub(super) loud: Vec<u32>,
}

/// The best of a node's plies so far, from the point of view of its player.
pub(super) struct NodeBest {
    pub score: Score,
    pub id: u32,
    pub sure: bool,
    pub all_sure: bool,
}

impl NodeBest {
    pub(super) const NONE: Self = NodeBest { score: -BEYOND, id: 0, sure: false, all_sure: true };
}

impl Visit<'_> {
    /// Plays a ply.
    pub(super) fn down(&mut self, id: u32) -> bool {
        let played = self.at.play(id);
        if played {
            self.judge.down(self.at);
        }
        played
    }

    /// Undoes a ply or turn.
    pub(super) fn up(&mut self) {
        if self.at.back() {
            self.judge.back();
        }
    }

    /// The static evaluation of the position.
    pub(super) fn evaluate(&mut self) -> Worth {
        Worth { score: of_evaluation(self.judge.judge(self.at)), sure: false }
    }

    /// The value of the position by a search `depth` plies deep; `below` is its distance from the root.
    pub(super) fn visit(&mut self, depth: i32, window: Window, below: usize) -> Worth {
        if let Some(values) = self.at.values() {
            return Worth { score: of_result(&values, below), sure: true };
        }
        self.nodes += 1;
        watch(self.nodes, self.due, self.stop);
        if self.stop.load(Ordering::Relaxed) {
            self.stopped = true;
            return Worth::NOTHING;
        }
        let player = self.at.to_move();
        if player < 0 {
            return self.average_over_chance(depth, below);
        }
        if self.whole && (depth <= 0 || below >= DEEPEST) {
            return self.evaluate();
        }
        if depth <= 0 || below >= DEEPEST {
            return self.quiesce(window, 0, below);
        }
        let sign = if player == 0 { 1 } else { -1 };
        let (key, seen) = (self.at.hash(), window.seen(sign));
        let known = self.table.get(key);
        if let Some(worth) = known.filter(|_| below > 0).and_then(|entry| cut(&entry, depth, seen, below)) {
            return Worth { score: sign * worth.score, ..worth };
        }
        let first = known.map(|entry| entry.best);
        let best = if self.whole {
            self.turns(depth, seen, below, first, sign)
        } else {
            self.search_plies(depth, seen, below, first, sign)
        };
        if self.stopped {
            return Worth::NOTHING;
        }
        let sure = if best.score >= seen.high || best.score > CERTAIN { best.sure } else { best.all_sure };
        let bound = match best.score {
            score if score >= seen.high => Bound::Lower,
            score if score <= seen.low => Bound::Upper,
            _ => Bound::Exact,
        };
        let (score, depth) = (from_here(best.score, below), depth.min(255) as u8);
        self.table.put(key, Entry { score, bound, depth, sure, best: best.id });
        Worth { score: sign * best.score, sure }
    }

    /// Searches the plies in order until a cut-off.
    fn search_plies(&mut self, depth: i32, seen: Window, below: usize, first: Option<u32>, sign: Score) -> NodeBest {
        let player = usize::from(sign < 0);
        let plies = self.plies(depth, first, player, below);
        let mut window = seen;
        let mut best = NodeBest::NONE;
        for (number, &(rank, id)) in plies.iter().enumerate() {
            if !self.down(id) {
                continue;
            }
            let worth = self.child(depth, window, below, sign, number, rank);
            self.up();
            if self.stopped {
                break;
            }
            let score = sign * worth.score;
            best.all_sure &= worth.sure;
            if score > best.score {
                (best.score, best.id, best.sure) = (score, id, worth.sure);
                if below == 0 {
                    // A ply that is sure to draw need not be the best; one that is sure to win is.
                    self.top = Some(RootBest { id, worth: Worth { sure: worth.sure && score > CERTAIN, ..worth } });
                }
            }
            window.low = window.low.max(score);
            if window.low >= window.high {
                self.order.cut(id, player, below, depth);
                break;
            }
        }
        if let Some(list) = self.lists.get_mut(below) {
            *list = plies;
        }
        best
    }

    /// Searches a ply. All but the first get a null window, late ones a reduced depth first.
    fn child(&mut self, depth: i32, window: Window, below: usize, sign: Score, number: usize, rank: i32) -> Worth {
        if number == 0 {
            return self.visit(depth - 1, window.seen(sign), below + 1);
        }
        let narrow = Window { low: window.low, high: window.low + 1 };
        let less =
            if self.judge.orders() { late_by_value(depth, number) } else { i32::from(is_late(depth, number, rank)) };
        if less > 0 {
            let worth = self.visit(depth - 1 - less, narrow.seen(sign), below + 1);
            if self.stopped || sign * worth.score <= window.low {
                return worth;
            }
        }
        let worth = self.visit(depth - 1, narrow.seen(sign), below + 1);
        let inside = sign * worth.score > window.low && sign * worth.score < window.high;
        if self.stopped || !inside { worth } else { self.visit(depth - 1, window.seen(sign), below + 1) }
    }

    /// The legal plies, the most promising first.
    fn plies(&mut self, depth: i32, first: Option<u32>, player: usize, below: usize) -> Vec<(i32, u32)> {
        while self.lists.len() <= below {
            self.lists.push(Vec::new());
        }
        let mut plies = self.lists.get_mut(below).map(std::mem::take).unwrap_or_default();
        self.at.legal(&mut self.ids);
        self.at.loud(&mut self.loud);
        plies.clear();
        plies.extend(self.ids.iter().map(|&id| (0, id)));
        self.order.sort(&mut plies, first, &self.loud, player, below);
        if depth > 1 && self.judge.orders() {
            self.by_value(&mut plies, first, player);
        }
        plies
    }

    /// Orders plies by the evaluation of the position after each, plus a small history bonus.
    fn by_value(&mut self, plies: &mut [(i32, u32)], first: Option<u32>, player: usize) {
        for (rank, id) in plies.iter_mut() {
            if Some(*id) == first || !self.down(*id) {
                continue;
            }
            let score = self.at.values().map_or_else(|| self.evaluate().score, |values| of_result(&values, 0));
            self.up();
            self.nodes += 1;
            let seen = if player == 0 { score } else { -score };
            *rank = seen + (*rank).min(MOST_BONUS) / 4;
        }
        watch(self.nodes / LOOK * LOOK, self.due, self.stop);
        plies.sort_unstable_by_key(|&(rank, id)| (std::cmp::Reverse(rank), id));
    }

    /// A chance node: the weighted mean of all plies.
    fn average_over_chance(&mut self, depth: i32, below: usize) -> Worth {
        let (mut ids, mut weights) = (Vec::new(), Vec::new());
        self.at.legal(&mut ids);
        self.at.weights(&mut weights);
        let (mut sum, mut all, mut same) = (0.0, 0.0, None);
        for (&id, &weight) in ids.iter().zip(&weights) {
            if !self.down(id) {
                continue;
            }
            let worth = self.visit(depth - 1, Window::WHOLE, below + 1);
            self.up();
            if self.stopped {
                return Worth::NOTHING;
            }
            let result = worth.sure.then_some(chance(worth.score));
            same = if all == 0.0 { Some(result) } else { same.filter(|&known| known == result) };
            sum += f64::from(weight) * chance(worth.score);
            all += f64::from(weight);
        }
        let sure = same.flatten().is_some();
        match same.flatten() {
            Some(1.0) => Worth { score: LATER, sure },
            Some(0.0) => Worth { score: -LATER, sure },
            _ => Worth { score: of_chance(if all > 0.0 { sum / all } else { 0.5 }), sure },
        }
    }
}

/// Checks the deadline every few nodes: on a busy machine the timer thread may be late.
pub(super) fn watch(nodes: u64, due: Option<Instant>, stop: &AtomicBool) {
    if nodes % LOOK == 0 && due.is_some_and(|due| Instant::now() >= due) {
        stop.store(true, Ordering::Relaxed);
    }
}

/// Is the ply late enough in the order for a late move reduction?
fn is_late(depth: i32, number: usize, rank: i32) -> bool {
    depth >= 3 && number >= 4 && rank < 1 << 28
}

/// The depth reduction of a late ply, where plies are ordered by their values.
fn late_by_value(depth: i32, number: usize) -> i32 {
    match depth {
        ..2 => 0,
        2 => i32::from(number >= 12),
        _ => i32::from(number >= 5) + i32::from(number >= 20),
    }
}

/// The table's score if it causes a cut-off; from the point of view of the node's player.
fn cut(entry: &Entry, depth: i32, seen: Window, below: usize) -> Option<Worth> {
    if !entry.sure && i32::from(entry.depth) < depth {
        return None;
    }
    let score = from_root(entry.score, below);
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= seen.high,
        Bound::Upper => score <= seen.low,
    };
    enough.then_some(Worth { score, sure: entry.sure })
}
