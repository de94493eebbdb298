//! All positions of a game with chance plies in which positions can repeat, each with its plies: for expected values.
//!
//! A position of the second player has a number of its own even where it mirrors one of the first's: so all values are
//! those of the first player.

use crate::exploration::{Exploration, Origins};
use crate::graph_listing::tell;
use crate::key_index::KeyIndex;
use crate::question::Unanswered;
use crate::search_share::SearchShare;
use lusory_play::Explorer;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The first node numbers stand for finished games: the half points of the first player.
const TERMINALS: u32 = 3;
const DRAWN: u32 = 1;
/// Distinguishes the keys of the second player.
const SECOND: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
/// Bytes of a position while values are found, the index of keys left out, and of an edge while the list grows.
const POSITION_BYTES: usize = 64;
const EDGE_BYTES: usize = 16;

/// A ply: the node after it, and its weight where chance makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceEdge {
    /// A finished game, or a position's number plus `TERMINALS`.
    pub node: u32,
    /// Of outcomes of chance.
    pub weight: u32,
}

/// What a list takes until it is complete: the numbers of positions, and how these are reached.
#[derive(Default)]
pub struct ListGrowth {
    /// The numbers of positions.
    pub numbers: KeyIndex,
    /// How positions are reached.
    pub origins: Origins,
}

/// See the module. The start is position 0.
#[derive(Clone, Debug, Default)]
pub struct ChanceGraph {
    /// By position: the player to move, or a negative number for chance.
    movers: Vec<i8>,
    /// By position: its first edge; and how many edges there are.
    first: Vec<u32>,
    edges: Vec<ChanceEdge>,
}

impl ChanceGraph {
    /// Lists the positions that can be reached from an explorer's, which must not be the end of a game, or those that are
    /// left of them.
    ///
    /// # Errors
    /// Where it was stopped, or the positions take more than `memory` bytes. It can go on from an explorer's start again.
    pub fn explore(
        &mut self,
        growth: &mut ListGrowth,
        at: &mut dyn Explorer,
        memory: usize,
        stop: &AtomicBool,
        watch: (&AtomicU64, &SearchShare),
    ) -> Result<(), Unanswered> {
        let numbers = &mut growth.numbers;
        number(numbers, at);
        let mut exploration = Exploration::new(at, std::mem::take(&mut growth.origins));
        let listed = loop {
            tell(watch, exploration.entered(), numbers.len());
            if stop.load(Ordering::Relaxed) {
                break Err(Unanswered::Stopped);
            }
            if numbers.bytes() + numbers.len() * POSITION_BYTES + self.edges.len() * EDGE_BYTES > memory {
                break Err(Unanswered::Memory);
            }
            let Some(position) = exploration.enter_next() else { break Ok(()) };
            self.enter(&mut exploration, position, numbers);
        };
        growth.origins = exploration.into_origins();
        listed
    }

    fn enter(&mut self, exploration: &mut Exploration<'_>, position: u32, numbers: &mut KeyIndex) {
        let (mut ids, mut weights) = (Vec::new(), Vec::new());
        let mover = exploration.explorer().to_move();
        exploration.explorer().legal(&mut ids);
        if mover < 0 {
            exploration.explorer().weights(&mut weights);
        }
        let mut edges = Vec::with_capacity(ids.len());
        for (place, &id) in ids.iter().enumerate() {
            let Some((node, is_new)) = node_after(exploration.explorer(), id, numbers) else { continue };
            if is_new {
                exploration.add(position, id);
            }
            edges.push(ChanceEdge { node, weight: weights.get(place).copied().unwrap_or(1) });
        }
        self.push(mover, &edges);
    }

    /// Adds the next position. A player without a ply draws, as the rules say nothing else.
    pub fn push(&mut self, mover: i8, edges: &[ChanceEdge]) {
        if self.first.is_empty() {
            self.first.push(0);
        }
        let drawn = [ChanceEdge { node: DRAWN, weight: 1 }];
        self.movers.push(mover);
        self.edges.extend_from_slice(if edges.is_empty() { &drawn } else { edges });
        self.first.push(self.edges.len() as u32);
    }

    /// The number of positions.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.movers.len()
    }

    /// The player to move in a position, or a negative number for chance.
    #[must_use]
    pub fn mover(&self, position: usize) -> i8 {
        self.movers[position]
    }

    /// The numbers of a position's edges.
    #[must_use]
    pub fn edges_of(&self, position: usize) -> std::ops::Range<usize> {
        self.first[position] as usize..self.first[position + 1] as usize
    }

    /// An edge.
    #[must_use]
    pub fn edge(&self, edge: usize) -> ChanceEdge {
        self.edges[edge]
    }

    /// The number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The value for the first player of the finished game after an edge.
    #[must_use]
    pub fn final_value(&self, edge: usize) -> f64 {
        f64::from(self.edges[edge].node) / 2.0
    }

    /// The position after an edge; none where the game is over.
    #[must_use]
    pub fn after(&self, edge: usize) -> Option<usize> {
        self.edges[edge].node.checked_sub(TERMINALS).map(|position| position as usize)
    }
}

fn number(numbers: &mut KeyIndex, at: &mut dyn Explorer) -> (u32, bool) {
    let key = at.key();
    numbers.number(key.key ^ if key.player == 0 { 0 } else { SECOND })
}

/// The node after a ply, and whether it had no number; none where the ply is not legal.
fn node_after(at: &mut dyn Explorer, id: u32, numbers: &mut KeyIndex) -> Option<(u32, bool)> {
    if !at.play(id) {
        return None;
    }
    let node = match at.values() {
        Some(values) => ((values[0] * 2.0) as u32, false),
        None => {
            let (number, is_new) = number(numbers, at);
            (number + TERMINALS, is_new)
        }
    };
    at.undo();
    Some(node)
}
