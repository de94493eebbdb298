//! Propagates values within a layer, sweep by sweep: after sweep `k` known are the values for up to `k` plies in the
//! layer, the last of which draws.

use super::expansion::{Open, OpenList};
use super::{LOST, MOST_SWEEPS};
use crate::question::Unanswered;
use std::sync::atomic::{AtomicBool, Ordering};

/// See the module.
pub(super) struct Sweeps<'s> {
    values: &'s mut [u8],
    /// By position: the edges that are not known to lose, and one more where a draw is certain.
    open: Vec<u8>,
    /// By position: the first of its predecessors.
    first: Vec<u32>,
    predecessors: Vec<u32>,
}

/// Calls `visit` with each undecided position and its edges.
fn visit_open(lists: &[OpenList], mut visit: impl FnMut(Open, &[u32])) {
    for list in lists {
        let mut rest = list.edges.as_slice();
        for &open in &list.open {
            let (edges, others) = rest.split_at(usize::from(open.edges).min(rest.len()));
            visit(open, edges);
            rest = others;
        }
    }
}

/// Bytes that sweeps take for a layer with so many positions and edges.
pub(super) fn bytes(positions: usize, lists: &[OpenList]) -> usize {
    positions * 5 + lists.iter().map(|list| list.edges.len() * 4).sum::<usize>()
}

impl<'s> Sweeps<'s> {
    /// Runs up to `limit` sweeps, the expansion being the first; returns the number of the last one that changed a value.
    pub(super) fn run(
        values: &'s mut [u8],
        lists: &[OpenList],
        limit: Option<u32>,
        stop: &AtomicBool,
    ) -> Result<u32, Unanswered> {
        if limit == Some(1) {
            return Ok(1);
        }
        let (open, first) = (vec![0; values.len()], vec![0; values.len() + 1]);
        let mut sweeps = Sweeps { values, open, first, predecessors: Vec::new() };
        let mut decided = sweeps.second(lists);
        sweeps.link(lists);
        let mut sweep = 2;
        while !decided.is_empty() {
            sweeps.enter(&decided);
            if limit == Some(sweep) {
                return Ok(sweep);
            }
            sweep += 1;
            if sweep > limit.unwrap_or(MOST_SWEEPS) || sweep > MOST_SWEEPS {
                return Err(Unanswered::Undecided);
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Unanswered::Stopped);
            }
            decided = sweeps.sweep(&decided, sweep as u8);
        }
        Ok(sweep - 1)
    }

    /// What the values of the first sweep decide.
    fn second(&mut self, lists: &[OpenList]) -> Vec<(u32, u8)> {
        let mut decided = Vec::new();
        let (values, counts) = (&*self.values, &mut self.open);
        visit_open(lists, |open, edges| {
            let value = |edge: &u32| values[*edge as usize];
            if edges.iter().any(|edge| value(edge) >= LOST) {
                decided.push((open.position, 2));
                return;
            }
            let left = edges.iter().filter(|edge| value(edge) == 0).count() as u8 + u8::from(open.may_draw);
            counts[open.position as usize] = left;
            if left == 0 {
                decided.push((open.position, LOST + 2));
            }
        });
        decided
    }

    /// Lists the undecided predecessors of undecided positions.
    fn link(&mut self, lists: &[OpenList]) {
        let (values, counts, first) = (&*self.values, &self.open, &mut self.first);
        // A predecessor that the second sweep won has no open edges.
        let is_open = |open: &Open| counts[open.position as usize] > 0;
        visit_open(lists, |open, edges| {
            let edges = edges.iter().filter(|&&edge| is_open(&open) && values[edge as usize] == 0);
            edges.for_each(|&edge| first[edge as usize + 1] += 1);
        });
        for position in 0..values.len() {
            first[position + 1] += first[position];
        }
        let mut predecessors = vec![0; first.last().map_or(0, |&all| all as usize)];
        visit_open(lists, |open, edges| {
            for &edge in edges.iter().filter(|&&edge| is_open(&open) && values[edge as usize] == 0) {
                let slot = &mut first[edge as usize];
                predecessors[*slot as usize] = open.position;
                *slot += 1;
            }
        });
        // Each slot has moved to the first of the next position.
        first.rotate_right(1);
        first[0] = 0;
        self.predecessors = predecessors;
    }

    fn enter(&mut self, decided: &[(u32, u8)]) {
        decided.iter().for_each(|&(position, value)| self.values[position as usize] = value);
    }

    /// What the positions that the sweep before decided decide.
    fn sweep(&mut self, before: &[(u32, u8)], sweep: u8) -> Vec<(u32, u8)> {
        let mut decided = Vec::new();
        for &(position, value) in before {
            let [from, to] = [0, 1].map(|more| self.first[position as usize + more] as usize);
            for &predecessor in &self.predecessors[from..to] {
                let (known, left) = (self.values[predecessor as usize], &mut self.open[predecessor as usize]);
                if known != 0 || *left == 0 {
                    continue;
                }
                if value >= LOST {
                    *left = 0;
                    decided.push((predecessor, sweep));
                } else {
                    *left -= 1;
                    if *left == 0 {
                        decided.push((predecessor, LOST + sweep));
                    }
                }
            }
        }
        decided
    }
}
