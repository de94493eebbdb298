//! Retrograde analysis of all reachable positions: values are propagated back from the ends of games, so that cycles
//! are allowed. Infinite play is a draw.
//!
//! A value is that of the player to move, in half points. An edge says whether the same player moves after it:
//!
//! ```text
//!   position 7   -> 12, the other moves    -> LOST, over    -> 9, the same moves
//! ```

use crate::adviser::Adviser;
use crate::graph_edges::GraphEdges;
use crate::graph_listing::{GraphListing, TERMINALS};
use crate::key_index::KeyIndex;
use crate::question::{Unanswered, ValueQuestion};
use lusory_play::{Explorer, PositionKey};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

const UNKNOWN: u8 = 3;

/// The exact value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactValue {
    /// Half points of the player to move.
    pub halves: u8,
    /// The number of plies to the end if the winner hurries and the loser delays; none in a draw.
    pub plies: Option<u32>,
}

/// The solved graph of all reachable positions; see the module.
pub struct GameGraph {
    numbers: KeyIndex,
    values: Vec<u8>,
    plies: Vec<u32>,
}

/// The plies that lead to each position, and how many each has.
struct Reversed {
    /// By position: the index of the first edge to it.
    first: Vec<u64>,
    /// Twice the position before, plus 1 where the same player moves.
    edges: Vec<u32>,
    /// By position: the number of plies not proven to lose.
    open_plies: Vec<u32>,
}

impl GameGraph {
    /// Solves the positions of a list, in at most `memory` bytes where that is possible.
    ///
    /// # Errors
    /// Where it was stopped, or the file of edges cannot be read. The list is kept.
    pub fn solve(listing: &mut GraphListing, memory: usize, stop: &AtomicBool) -> Result<Self, Unanswered> {
        listing.edges.shrink();
        let count = listing.numbers.len();
        let mut graph = GameGraph { numbers: KeyIndex::default(), values: vec![UNKNOWN; count], plies: vec![0; count] };
        let reversed = count * (8 + 16 + 9) + listing.edges.len() as usize * 4;
        if listing.numbers.bytes() + listing.edges.bytes() + reversed <= memory {
            graph.propagate(&mut listing.edges, stop)?;
        } else {
            graph.sweep(&mut listing.edges, stop)?;
        }
        graph.numbers = std::mem::take(&mut listing.numbers);
        Ok(graph)
    }

    /// The number of positions.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The value of a position; none if it is not reachable.
    #[must_use]
    pub fn value(&self, key: PositionKey) -> Option<ExactValue> {
        self.exact(self.numbers.get(key.key)? as usize)
    }

    fn exact(&self, position: usize) -> Option<ExactValue> {
        let halves = *self.values.get(position)?;
        let plies = self.plies.get(position).copied().filter(|_| halves != 1 && halves != UNKNOWN);
        Some(ExactValue { halves: if halves == UNKNOWN { 1 } else { halves }, plies })
    }

    /// Finds values in sweeps over all plies, which need not be in memory: the first finds what is over after one ply, the
    /// second after two, and so on.
    fn sweep(&mut self, edges: &mut GraphEdges, stop: &AtomicBool) -> Result<(), Unanswered> {
        let mut has_changed = true;
        for plies in 1.. {
            if !has_changed {
                break;
            }
            has_changed = false;
            let sweep = |position: usize, edges: &[u32]| {
                let found = if self.values[position] == UNKNOWN { self.value_within(edges, plies) } else { None };
                if let Some(halves) = found {
                    (self.values[position], self.plies[position], has_changed) = (halves, plies, true);
                }
                !stop.load(Ordering::Relaxed)
            };
            edges.for_each(sweep).map_err(|_| Unanswered::Disk)?;
            if stop.load(Ordering::Relaxed) {
                return Err(Unanswered::Stopped);
            }
        }
        Ok(())
    }

    /// The half points of who has these plies, if so many suffice to win, or to lose whatever he plays.
    fn value_within(&self, edges: &[u32], plies: u32) -> Option<u8> {
        let halves = |edge: u32| {
            let Some(to) = (edge / 2).checked_sub(TERMINALS) else { return Some((edge / 2) as u8) };
            let value = Some(self.values[to as usize]).filter(|&value| value != UNKNOWN);
            let value = value.filter(|_| self.plies[to as usize] < plies)?;
            Some(if edge & 1 == 1 { value } else { 2 - value })
        };
        let (mut wins, mut loses) = (false, true);
        for &edge in edges {
            let found = halves(edge);
            wins |= found == Some(2);
            loses &= found == Some(0);
        }
        if wins { Some(2) } else { loses.then_some(0) }
    }

    /// The predecessors of each position. Values of positions with a ply that ends the game are set, and ready.
    fn reverse(&mut self, edges: &mut GraphEdges, ready: &mut VecDeque<usize>) -> std::io::Result<Reversed> {
        let mut first = vec![0u64; self.len() + 1];
        let target = |edge: u32| (edge / 2).checked_sub(TERMINALS).map(|to| to as usize);
        edges.for_each(|_, list| {
            list.iter().filter_map(|&edge| target(edge)).for_each(|to| first[to + 1] += 1);
            true
        })?;
        for position in 0..self.len() {
            first[position + 1] += first[position];
        }
        let (mut next, mut reversed) = (first.clone(), vec![0u32; first.last().map_or(0, |&all| all as usize)]);
        let mut open_plies = vec![0u32; self.len()];
        edges.for_each(|position, list| {
            for (to, edge) in list.iter().filter_map(|&edge| Some((target(edge)?, edge))) {
                reversed[next[to] as usize] = (position as u32) << 1 | edge & 1;
                next[to] += 1;
            }
            let final_edges = |halves: u32| list.iter().filter(|&&edge| edge / 2 == halves).count();
            open_plies[position] = (list.len() - final_edges(0)) as u32;
            if final_edges(2) > 0 {
                self.set_value(position, 2, 1, ready);
            } else if open_plies[position] == 0 {
                self.set_value(position, 0, 1, ready);
            }
            true
        })?;
        Ok(Reversed { first, edges: reversed, open_plies })
    }

    /// Propagates values back from the ends of games, nearest first, so that the first value of a position is its
    /// fastest win or slowest loss.
    fn propagate(&mut self, edges: &mut GraphEdges, stop: &AtomicBool) -> Result<(), Unanswered> {
        let mut ready = VecDeque::new();
        let reversed = self.reverse(edges, &mut ready).map_err(|_| Unanswered::Disk)?;
        let Reversed { first, edges, mut open_plies } = reversed;
        while let Some(position) = ready.pop_front() {
            if stop.load(Ordering::Relaxed) {
                return Err(Unanswered::Stopped);
            }
            let (value, plies) = (self.values[position], self.plies[position] + 1);
            for &edge in &edges[first[position] as usize..first[position + 1] as usize] {
                let (from, halves) = ((edge >> 1) as usize, if edge & 1 == 1 { value } else { 2 - value });
                if self.values[from] != UNKNOWN {
                    continue;
                }
                open_plies[from] -= u32::from(halves == 0);
                if halves == 2 {
                    self.set_value(from, 2, plies, &mut ready);
                } else if open_plies[from] == 0 {
                    self.set_value(from, 0, plies, &mut ready);
                }
            }
        }
        Ok(())
    }

    fn set_value(&mut self, position: usize, halves: u8, plies: u32, ready: &mut VecDeque<usize>) {
        (self.values[position], self.plies[position]) = (halves, plies);
        ready.push_back(position);
    }
}

/// The adviser of a solved graph: the fastest win, otherwise a ply that keeps the draw.
pub struct GraphAdviser<'g> {
    at: &'g mut dyn Explorer,
    graph: &'g GameGraph,
    question: ValueQuestion,
}

impl<'g> GraphAdviser<'g> {
    /// Advises from an explorer's position.
    pub fn new(at: &'g mut dyn Explorer, graph: &'g GameGraph, question: ValueQuestion) -> Self {
        GraphAdviser { at, graph, question }
    }

    /// The half points of the question's player after a ply, and the number of plies to the end.
    fn result_after(&mut self, id: u32) -> Option<(u8, u32)> {
        if !self.at.play(id) {
            return None;
        }
        let player = self.question.player;
        let result = match self.at.values() {
            Some(values) => values.get(usize::from(player)).map(|value| ((value * 2.0) as u8, 0)),
            None => {
                let key = self.at.key();
                let exact = self.graph.value(key);
                let own = |halves: u8| if key.player == player { halves } else { 2 - halves };
                exact.map(|exact| (own(exact.halves), exact.plies.unwrap_or(u32::MAX)))
            }
        };
        self.at.undo();
        result
    }
}

impl Adviser for GraphAdviser<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.at
    }

    fn advise(&mut self, _: u32) -> Result<Option<u32>, Unanswered> {
        let mut ids = Vec::new();
        self.at.legal(&mut ids);
        let mut best: Option<((u8, u32), u32)> = None;
        for id in ids {
            let Some((halves, plies)) = self.result_after(id).filter(|&(halves, _)| halves >= self.question.halves)
            else {
                continue;
            };
            let order = (2 - halves.min(2), plies);
            best = best.into_iter().chain([(order, id)]).min();
        }
        Ok(best.map(|(_, id)| id))
    }
}
