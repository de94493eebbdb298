//! Retrograde analysis of all reachable positions: values are propagated back from the ends of games, so that cycles
//! are allowed. Infinite play is a draw.
//!
//! A value is that of the player to move, in half points. An edge says whether the same player moves after it:
//!
//! ```text
//!   position 7   -> 12, the other moves    -> LOST, over    -> 9, the same moves
//! ```

use crate::certificate::Adviser;
use crate::exploration::Exploration;
use crate::key_index::KeyIndex;
use crate::question::{Unanswered, ValueQuestion};
use lusory_play::{Explorer, PositionKey};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The first node numbers stand for finished games: lost, drawn, won for the player who made the ply.
const TERMINALS: u32 = 3;
/// The maximum number of positions: an edge is a 31-bit number and a flag.
const MAX_POSITIONS: usize = (1 << 31) - 1 - TERMINALS as usize;
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
    /// By position: the index of its first edge.
    first_edges: Vec<u64>,
    /// Twice the node number, plus 1 where the same player moves there.
    edges: Vec<u32>,
    values: Vec<u8>,
    plies: Vec<u32>,
}

impl GameGraph {
    /// Enumerates and solves every position reachable from an explorer's; `positions` counts them.
    ///
    /// # Errors
    /// Where it was stopped, a chance ply occurs, or the positions take more than `memory` bytes.
    pub fn solve(
        at: &mut dyn Explorer,
        memory: usize,
        stop: &AtomicBool,
        positions: &AtomicU64,
    ) -> Result<Self, Unanswered> {
        let mut graph = GameGraph {
            numbers: KeyIndex::default(),
            first_edges: Vec::new(),
            edges: Vec::new(),
            values: Vec::new(),
            plies: Vec::new(),
        };
        graph.explore(at, memory, stop, positions)?;
        graph.propagate(stop)?;
        Ok(graph)
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first_edges.len().saturating_sub(1)
    }

    /// Whether there is no position, because the game is over at the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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

    /// The bytes at the worst of now and later. A vector that grows is there twice and may be half empty. When all
    /// positions are listed, what listing took is free again; then the reversed edges (4 bytes an edge, 8 a position),
    /// the values, plies and open plies come (9 a position).
    fn bytes(&self) -> usize {
        let (positions, edges) = (self.numbers.len(), self.edges.capacity());
        let listing = positions * (Exploration::EACH + 8 * 3) + edges * 4 * 3 / 2;
        let solving = positions * (8 + 16 + 9) + edges * 4 + self.edges.len() * 4;
        self.numbers.bytes() + listing.max(solving)
    }

    fn explore(
        &mut self,
        at: &mut dyn Explorer,
        memory: usize,
        stop: &AtomicBool,
        positions: &AtomicU64,
    ) -> Result<(), Unanswered> {
        if at.values().is_some() {
            self.first_edges.push(0);
            return Ok(());
        }
        self.numbers.number(at.key().key);
        let mut exploration = Exploration::new(at);
        let mut ids = Vec::new();
        while let Some(position) = exploration.enter_next() {
            if stop.load(Ordering::Relaxed) {
                return Err(Unanswered::Stopped);
            }
            if self.numbers.len() >= MAX_POSITIONS || self.bytes() > memory {
                return Err(Unanswered::Memory);
            }
            if exploration.explorer().to_move() < 0 {
                return Err(Unanswered::Chance);
            }
            self.first_edges.push(self.edges.len() as u64);
            exploration.explorer().legal(&mut ids);
            for &id in &ids {
                let (edge, is_new) = self.edge(exploration.explorer(), id);
                self.edges.extend(edge);
                if is_new {
                    exploration.add(position, id);
                }
            }
            positions.store(self.numbers.len() as u64, Ordering::Relaxed);
        }
        self.first_edges.push(self.edges.len() as u64);
        self.edges.shrink_to_fit();
        Ok(())
    }

    /// The edge of a ply, and whether it leads to a position that had no number.
    fn edge(&mut self, at: &mut dyn Explorer, id: u32) -> (Option<u32>, bool) {
        let mover = at.to_move();
        if !at.play(id) {
            return (None, false);
        }
        let edge = match at.values() {
            Some(values) => (values.get(mover as usize).map(|value| (value * 2.0) as u32 * 2 + 1), false),
            None => {
                let key = at.key();
                let (number, is_new) = self.numbers.number(key.key);
                (Some((number + TERMINALS) * 2 + u32::from(key.player == mover as u8)), is_new)
            }
        };
        at.undo();
        edge
    }

    fn edges_of(&self, position: usize) -> &[u32] {
        let from = self.first_edges.get(position).copied().unwrap_or(0) as usize;
        let to = self.first_edges.get(position + 1).map_or(from, |&to| to as usize);
        self.edges.get(from..to).unwrap_or(&[])
    }

    /// The predecessors of each position, in the layout of `first_edges` and `edges`.
    fn predecessors(&self) -> (Vec<u64>, Vec<u32>) {
        let targets = || self.edges.iter().filter_map(|edge| (edge / 2).checked_sub(TERMINALS));
        let mut first = vec![0u64; self.len() + 1];
        targets().for_each(|to| first[to as usize + 1] += 1);
        for position in 0..self.len() {
            first[position + 1] += first[position];
        }
        let (mut next, mut edges) = (first.clone(), vec![0u32; targets().count()]);
        for position in 0..self.len() {
            for edge in self.edges_of(position) {
                let Some(to) = (edge / 2).checked_sub(TERMINALS) else { continue };
                let slot = &mut next[to as usize];
                edges[*slot as usize] = (position as u32) << 1 | edge & 1;
                *slot += 1;
            }
        }
        (first, edges)
    }

    /// Propagates values back from the ends of games, nearest first, so that the first value of a position is its
    /// fastest win or slowest loss.
    fn propagate(&mut self, stop: &AtomicBool) -> Result<(), Unanswered> {
        let count = self.len();
        let (first, edges) = self.predecessors();
        self.values = vec![UNKNOWN; count];
        self.plies = vec![0; count];
        // By position: the number of plies not proven to lose.
        let mut open_plies: Vec<u32> = (0..count).map(|position| self.edges_of(position).len() as u32).collect();
        let mut ready = VecDeque::new();
        for (position, open) in open_plies.iter_mut().enumerate() {
            let final_edges = |halves: u32| self.edges_of(position).iter().filter(|&&edge| edge / 2 == halves).count();
            *open -= final_edges(0) as u32;
            if final_edges(2) > 0 {
                self.set_value(position, 2, 1, &mut ready);
            } else if *open == 0 {
                self.set_value(position, 0, 1, &mut ready);
            }
        }
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
