//! Nodes of games whose turns have several plies: their edges are whole turns, and turns with the same outcome are one
//! edge.
//!
//! ```text
//!   root       all turns, ordered by what they were worth a turn less deep
//!   inner      replies that refuted others, then all turns, those first that bring the most; late ones less deep at first
//!   frontier   one turn from the end of the search: every turn is judged on the spot and none is kept
//! ```
//!
//! A turn refuted at reduced depth is not proven to be bad, so nothing above it is proven.

use super::score::{CERTAIN, Score, of_evaluation, of_result};
use super::visit::{BEYOND, NodeBest, RootBest, Visit, Window, Worth, watch};
use lusory_play::{Outlook, TurnEdge};
use std::cmp::Reverse;

/// The most plies tried to enumerate the turns of one node.
pub(super) const MOST: u64 = 200_000;
/// How many refuting replies are kept for each level.
const REMEMBERED: usize = 6;
/// How many turns of a node are searched to full depth.
const EARLY: usize = 6;
/// The most turns searched below the root, unless they improve the score.
const LOOKED_AT: usize = 64;

/// A turn in the list of a node, with its score for the first player when it was searched last.
type Listed = (Score, TurnEdge);

/// Reusable buffers of nodes with whole turns.
#[derive(Default)]
pub(super) struct TurnBuffers {
    /// The turns of the root; none where they were not yet looked for.
    root: Vec<Listed>,
    /// Are these all?
    complete: bool,
    /// Reusable lists.
    pool: Vec<Vec<TurnEdge>>,
    /// For each level the turns that refuted others there, the latest first.
    known: Vec<Vec<Vec<u32>>>,
    /// The plies of the best turn of the root.
    pub best: Vec<u32>,
}

impl TurnBuffers {
    /// Clears the buffers for a new root.
    pub fn reset(&mut self) {
        self.root.clear();
        self.best.clear();
        self.known.clear();
    }

    fn remember(&mut self, below: usize, plies: &[u32]) {
        while self.known.len() <= below {
            self.known.push(Vec::new());
        }
        let Some(known) = self.known.get_mut(below) else { return };
        match known.iter().position(|held| held == plies) {
            Some(place) => known[..=place].rotate_right(1),
            None => {
                known.insert(0, plies.to_vec());
                known.truncate(REMEMBERED);
            }
        }
    }

    fn known(&self, below: usize, number: usize) -> Option<&[u32]> {
        self.known.get(below)?.get(number).map(Vec::as_slice)
    }
}

impl NodeBest {
    /// Adds the score of a turn, from the point of view of the node's player; true for a cut-off.
    fn meet(&mut self, score: Score, sure: bool, id: u32) -> bool {
        self.all_sure &= sure;
        let better = score > self.score;
        if better {
            (self.score, self.id, self.sure) = (score, id, sure);
        }
        better
    }
}

impl Visit<'_> {
    /// The best turn, searched so many turns deep.
    pub(super) fn turns(
        &mut self,
        depth: i32,
        seen: Window,
        below: usize,
        first: Option<u32>,
        sign: Score,
    ) -> NodeBest {
        let found = match below {
            0 => self.root(depth, seen, sign),
            _ if depth <= 1 => self.frontier(seen, below, sign),
            _ => self.inner(depth, seen, below, first, sign),
        };
        if found.score > -BEYOND || self.stopped {
            return found;
        }
        // Not one turn was gone through to its end.
        NodeBest { score: sign * self.evaluate().score, sure: false, all_sure: false, ..found }
    }

    fn enter(&mut self, number: u32) -> bool {
        let entered = self.at.enter(number);
        if entered {
            self.judge.down(self.at);
        }
        entered
    }

    fn root(&mut self, depth: i32, seen: Window, sign: Score) -> NodeBest {
        if self.ways.root.is_empty() {
            let mut edges = Vec::new();
            self.ways.complete = self.at.outcomes(MOST, self.stop, &mut edges);
            edges.sort_by_key(|edge| Reverse(edge.gain));
            self.ways.root = edges.into_iter().map(|edge| (0, edge)).collect();
        }
        let mut list = std::mem::take(&mut self.ways.root);
        let (mut window, mut best) = (seen, NodeBest { all_sure: self.ways.complete, ..NodeBest::NONE });
        for (number, (score, edge)) in list.iter_mut().enumerate() {
            if !self.enter(edge.number) {
                continue;
            }
            let worth = self.turn(depth, window, 0, sign, number);
            self.up();
            if self.stopped {
                break;
            }
            *score = sign * worth.score;
            if best.meet(*score, worth.sure, edge.key as u32) {
                let top = Worth { sure: worth.sure && *score > CERTAIN, ..worth };
                self.at.turn(edge.number, &mut self.ways.best);
                self.top = self.ways.best.first().map(|&id| RootBest { id, worth: top });
            }
            window.low = window.low.max(*score);
            if window.low >= window.high {
                break;
            }
        }
        if !self.stopped {
            list.sort_by_key(|&(score, edge)| (Reverse(score), edge.key as u32 != best.id));
        }
        self.ways.root = list;
        best
    }

    fn inner(&mut self, depth: i32, seen: Window, below: usize, first: Option<u32>, sign: Score) -> NodeBest {
        let (mut window, mut best) = (seen, NodeBest::NONE);
        for number in 0..REMEMBERED {
            let Some(plies) = self.ways.known(below, number).map(<[u32]>::to_vec) else { break };
            if !self.at.enter_by(&plies) {
                continue;
            }
            self.judge.down(self.at);
            let key = self.at.hash() as u32;
            let worth = self.turn(depth, window, below, sign, 0);
            self.up();
            if self.stopped || self.refutes(&mut best, &mut window, worth, key, sign) {
                self.ways.remember(below, &plies);
                return best;
            }
        }
        let mut edges = self.ways.pool.pop().unwrap_or_default();
        best.all_sure &= self.at.outcomes(MOST, self.stop, &mut edges);
        edges.sort_by_key(|edge| (Some(edge.key as u32) != first, Reverse(edge.gain)));
        for (number, edge) in edges.iter().enumerate() {
            if !self.enter(edge.number) {
                continue;
            }
            let worth = self.turn(depth, window, below, sign, number);
            self.up();
            if self.stopped {
                break;
            }
            if self.refutes(&mut best, &mut window, worth, edge.key as u32, sign) {
                let mut plies = Vec::new();
                self.at.turn(edge.number, &mut plies);
                self.ways.remember(below, &plies);
                break;
            }
        }
        self.ways.pool.push(edges);
        best
    }

    fn refutes(&self, best: &mut NodeBest, window: &mut Window, worth: Worth, key: u32, sign: Score) -> bool {
        best.meet(sign * worth.score, worth.sure, key);
        window.low = window.low.max(best.score);
        window.low >= window.high
    }

    /// Searches an entered turn. All but the first get a null window, late ones a reduced depth first.
    fn turn(&mut self, depth: i32, window: Window, below: usize, sign: Score, number: usize) -> Worth {
        if number == 0 {
            return self.visit(depth - 1, window.seen(sign), below + 1);
        }
        let narrow = Window { low: window.low, high: window.low + 1 };
        let first = match number {
            number if number < EARLY => depth - 1,
            _ if below == 0 => (depth - 1).min(1),
            number if number < LOOKED_AT => (depth - 2).clamp(0, 1),
            _ => 0,
        };
        let mut worth = Worth::NOTHING;
        for less in [first, depth - 1] {
            worth = self.visit(less, narrow.seen(sign), below + 1);
            if self.stopped || sign * worth.score <= window.low {
                return worth;
            }
            if first == depth - 1 {
                break;
            }
        }
        let inside = sign * worth.score < window.high;
        if inside { self.visit(depth - 1, window.seen(sign), below + 1) } else { worth }
    }

    /// A frontier node: the last turn of the search, evaluated without descending.
    fn frontier(&mut self, seen: Window, below: usize, sign: Score) -> NodeBest {
        let mut best = NodeBest::NONE;
        let Visit { at, judge, ways, stop, nodes, due, .. } = self;
        let mut judged = |end: &dyn Outlook, best: &mut NodeBest| {
            *nodes += 1;
            watch(*nodes, *due, stop);
            let worth = match end.values() {
                Some(values) => Worth { score: of_result(&values, below + 1), sure: true },
                None => Worth { score: of_evaluation(judge.judge_end(end)), sure: false },
            };
            best.meet(sign * worth.score, worth.sure, 0);
            best.score < seen.high
        };
        for number in 0..REMEMBERED {
            let Some(plies) = ways.known(below, number).map(<[u32]>::to_vec) else { break };
            let mut goes_on = true;
            at.after(&plies, &mut |end| {
                goes_on = judged(end, &mut best);
                goes_on
            });
            if !goes_on {
                ways.remember(below, &plies);
                return best;
            }
        }
        let mut refutes = Vec::new();
        let complete = at.each_outcome(MOST, stop, &mut |end| {
            let goes_on = judged(end, &mut best);
            if !goes_on {
                end.plies(&mut refutes);
            }
            goes_on
        });
        best.all_sure &= complete;
        if !refutes.is_empty() {
            ways.remember(below, &refutes);
        }
        self.stopped |= self.stop.load(std::sync::atomic::Ordering::Relaxed);
        best
    }
}
