//! The list of all positions that can be reached, with their plies: before they are solved by retrograde analysis. It
//! can be interrupted at any position, and goes on from there.

use crate::exploration::{Exploration, Origins};
use crate::graph_edges::GraphEdges;
use crate::key_index::KeyIndex;
use crate::question::Unanswered;
use crate::search_share::SearchShare;
use lusory_play::Explorer;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The first node numbers stand for finished games: lost, drawn, won for the player who made the ply.
pub const TERMINALS: u32 = 3;
/// The maximum number of positions: an edge is a 31-bit number and a flag.
const MAX_POSITIONS: usize = (1 << 31) - 1 - TERMINALS as usize;
/// Bytes of a position's value and distance.
const VALUE_BYTES: usize = 5;

/// See the module.
pub struct GraphListing {
    /// The numbers of positions.
    pub numbers: KeyIndex,
    /// By position, for each ply: twice the node number, plus 1 where the same player moves there.
    pub edges: GraphEdges,
    /// How positions are reached.
    pub origins: Origins,
}

impl GraphListing {
    /// A list with nothing in it. path: the file of its edges; none: these stay in memory.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub fn new(path: Option<&Path>) -> io::Result<Self> {
        let (numbers, origins) = (KeyIndex::default(), Origins::default());
        Ok(GraphListing { numbers, edges: GraphEdges::new(path)?, origins })
    }

    /// The bytes at the worst of now and later. A vector that grows is there twice and may be half empty. When all
    /// positions are listed, what listing took is free again, and values come.
    fn bytes(&self) -> usize {
        let positions = self.numbers.len();
        let listing = positions * Origins::EACH + self.edges.bytes() * 3 / 2;
        self.numbers.bytes() + listing.max(positions * VALUE_BYTES + self.edges.bytes())
    }

    /// Lists the positions that can be reached from an explorer's, or those that are left.
    ///
    /// # Errors
    /// Where it was stopped, a chance ply occurs, the positions take more than `memory` bytes, or the disk is full. It can
    /// go on from an explorer's start again.
    pub fn explore(
        &mut self,
        at: &mut dyn Explorer,
        memory: usize,
        stop: &AtomicBool,
        watch: (&AtomicU64, &SearchShare),
    ) -> Result<(), Unanswered> {
        if at.values().is_some() {
            return Ok(());
        }
        self.numbers.number(at.key().key);
        let mut exploration = Exploration::new(at, std::mem::take(&mut self.origins));
        let listed = self.list(&mut exploration, memory, stop, watch);
        self.origins = exploration.into_origins();
        self.edges.sync().map_err(|_| Unanswered::Disk)?;
        listed
    }

    fn list(
        &mut self,
        exploration: &mut Exploration<'_>,
        memory: usize,
        stop: &AtomicBool,
        watch: (&AtomicU64, &SearchShare),
    ) -> Result<(), Unanswered> {
        let (mut ids, mut edges) = (Vec::new(), Vec::new());
        loop {
            tell(watch, exploration.entered(), self.numbers.len());
            if stop.load(Ordering::Relaxed) {
                return Err(Unanswered::Stopped);
            }
            if self.numbers.len() >= MAX_POSITIONS || self.bytes() > memory {
                return Err(Unanswered::Memory);
            }
            let Some(position) = exploration.enter_next() else { return Ok(()) };
            if exploration.explorer().to_move() < 0 {
                return Err(Unanswered::Chance);
            }
            edges.clear();
            exploration.explorer().legal(&mut ids);
            for &id in &ids {
                let (edge, is_new) = self.edge(exploration.explorer(), id);
                edges.extend(edge);
                if is_new {
                    exploration.add(position, id);
                }
            }
            self.edges.push(&edges).map_err(|_| Unanswered::Disk)?;
        }
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
}

/// Tells who watches how many positions are listed, and of how many of these the plies are.
pub(crate) fn tell((positions, share): (&AtomicU64, &SearchShare), entered: usize, listed: usize) {
    positions.store(listed as u64, Ordering::Relaxed);
    share.set(entered, listed);
}
