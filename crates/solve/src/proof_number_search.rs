//! Depth-first proof-number search (Nagai 2002) with weak proof numbers (Ueda et al. 2008) against double counting of
//! transpositions.
//!
//! A node is an OR node where the player of the question moves, an AND node where the other does, whoever moved before. So
//! turns of several plies need no special case. The search is for games in which no position repeats (their states hold
//! the counters and the history that the rules read): there a stored answer holds on every path to a position. Where a
//! position repeats, the search ends with `Unanswered::Repetition`.

use crate::adviser::TableSearch;
use crate::proof_table::{INFINITE, ProofEntry, ProofTable, work_of};
use crate::question::{MAX_DEPTH, Unanswered, ValueQuestion};
use crate::search_share::SearchShare;
use crate::winning_sets::WinningSets;
use lusory_play::{Explorer, PieceChange};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};

/// A ply of a node on the path.
#[derive(Clone, Copy, Debug)]
struct Child {
    id: u32,
    key: u128,
    proof: u32,
    disproof: u32,
}

/// Virtual loss: counts the threads below each position (hashed by some bits of its key), so that others choose another
/// path.
pub struct VirtualLoss {
    slots: Vec<AtomicU8>,
    /// How many searches were answered by a thread while others were in them.
    left_to_others: AtomicU32,
}

impl Default for VirtualLoss {
    fn default() -> Self {
        let mut slots = Vec::new();
        slots.resize_with(1 << 16, || AtomicU8::new(0));
        VirtualLoss { slots, left_to_others: AtomicU32::new(0) }
    }
}

impl VirtualLoss {
    fn slot(&self, key: u128) -> Option<&AtomicU8> {
        self.slots.get((key >> 40) as usize & 0xffff)
    }

    pub(crate) fn threads_at(&self, key: u128) -> u32 {
        self.slot(key).map_or(0, |slot| u32::from(slot.load(Ordering::Relaxed)))
    }

    pub(crate) fn enter(&self, key: u128) {
        self.slot(key).iter().for_each(|slot| _ = slot.fetch_add(1, Ordering::Relaxed));
    }

    /// Leaves a position; counts that where it was answered while other threads are in it.
    pub(crate) fn leave(&self, key: u128, is_answered: bool) {
        let others = self.slot(key).map_or(0, |slot| slot.fetch_sub(1, Ordering::Relaxed).saturating_sub(1));
        if others > 0 && is_answered {
            self.left_to_others.fetch_add(1, Ordering::Release);
        }
    }

    pub(crate) fn left_to_others(&self) -> u32 {
        self.left_to_others.load(Ordering::Acquire)
    }
}

/// The data that the threads of one question share.
pub struct SharedSearch<'s> {
    /// The transposition table.
    pub table: &'s ProofTable,
    /// The number of threads below each position.
    pub virtual_loss: &'s VirtualLoss,
    /// Once set, all threads end.
    pub stop: &'s AtomicBool,
    /// The number of positions searched by all threads.
    pub nodes: &'s AtomicU64,
    /// The limit of `nodes`.
    pub max_nodes: u64,
    /// The winning sets of the game, which bound the value of a position.
    pub sets: Option<&'s WinningSets>,
    /// How many plies of the root are answered.
    pub share: &'s SearchShare,
}

impl SharedSearch<'_> {
    /// The answer to a question, if it follows from the winning sets that are left to a player.
    pub fn bound(&self, explorer: &dyn Explorer, question: ValueQuestion, list: &mut Vec<PieceChange>) -> Option<bool> {
        let sets = self.sets?;
        if question.halves == 2 {
            (!sets.may_player_win(explorer, question.player, list)).then_some(false)
        } else {
            let may_lose = question.within.is_some() || sets.may_player_win(explorer, 1 - question.player.min(1), list);
            (!may_lose).then_some(true)
        }
    }
}

/// The entry of the explorer's position: from the result if the game is over, otherwise from the table.
pub fn entry_of_position(
    explorer: &mut dyn Explorer,
    question: ValueQuestion,
    table: &ProofTable,
) -> Option<ProofEntry> {
    match explorer.values() {
        Some(values) => Some(ProofEntry::of_answer(question.holds(&values), 1)),
        None => table.get(question.key(explorer.key())),
    }
}

/// A proof-number search that answers a question.
pub struct ProofNumberSearch<'s> {
    explorer: &'s mut dyn Explorer,
    question: ValueQuestion,
    shared: &'s SharedSearch<'s>,
    nodes: u64,
    reported_nodes: u64,
    /// Reusable buffers, one per depth.
    children: Vec<Vec<Child>>,
    ids: Vec<u32>,
    pieces: Vec<PieceChange>,
    path: HashSet<u128, lusory_play::hash::BuildFold>,
}

/// The number of positions between two updates of the shared counter.
const CHECK_INTERVAL: u64 = 256;

impl<'s> ProofNumberSearch<'s> {
    /// A search from an explorer's position.
    pub fn new(at: &'s mut dyn Explorer, question: ValueQuestion, shared: &'s SharedSearch<'s>) -> Self {
        let (children, ids, pieces, path) = (Vec::new(), Vec::new(), Vec::new(), HashSet::default());
        ProofNumberSearch { explorer: at, question, shared, nodes: 0, reported_nodes: 0, children, ids, pieces, path }
    }

    /// Positions searched by this search.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported_nodes, Ordering::Relaxed);
        self.reported_nodes = self.nodes;
    }

    fn count_node(&mut self) -> Result<(), Unanswered> {
        self.nodes += 1;
        if self.nodes % CHECK_INTERVAL == 0 {
            self.report_nodes();
            if self.shared.nodes.load(Ordering::Relaxed) >= self.shared.max_nodes {
                return Err(Unanswered::Stopped);
            }
        }
        if self.shared.stop.load(Ordering::Relaxed) { Err(Unanswered::Stopped) } else { Ok(()) }
    }

    /// Searches the position until its proof or disproof number reaches its threshold.
    fn search(&mut self, key: u128, proof: u32, disproof: u32, depth: usize) -> Result<ProofEntry, Unanswered> {
        self.count_node()?;
        let mover = self.explorer.to_move();
        if mover < 0 {
            return Err(Unanswered::Chance);
        }
        if depth >= MAX_DEPTH {
            return Err(Unanswered::Deep);
        }
        if !self.path.insert(key) {
            return Err(Unanswered::Repetition);
        }
        self.shared.virtual_loss.enter(key);
        let nodes_before = self.nodes;
        let is_or = mover as u8 == self.question.player;
        let result = self
            .expand(depth, is_or)
            .and_then(|()| self.search_children(key, is_or, (proof, disproof), depth, nodes_before));
        self.shared.virtual_loss.leave(key, false);
        self.path.remove(&key);
        result
    }

    fn search_children(
        &mut self,
        key: u128,
        is_or: bool,
        (proof, disproof): (u32, u32),
        depth: usize,
        nodes_before: u64,
    ) -> Result<ProofEntry, Unanswered> {
        loop {
            let SelectedChild { entry: here, child, thresholds: limits } =
                self.select_child(depth, is_or, proof, disproof);
            let entry = ProofEntry { work: work_of(self.nodes - nodes_before + 1), ..here };
            if entry.proof >= proof || entry.disproof >= disproof || entry.proof == 0 || entry.disproof == 0 {
                self.shared.table.put(key, entry);
                return Ok(entry);
            }
            let Some(child_edge) = self.children.get(depth).and_then(|children| children.get(child)).copied() else {
                return Ok(entry);
            };
            let stored =
                self.shared.table.get(child_edge.key).filter(|stored| stored.proof == 0 || stored.disproof == 0);
            let below = match stored {
                Some(stored) => stored,
                None => {
                    if !self.explorer.play(child_edge.id) {
                        return Ok(entry);
                    }
                    let below = self.search(child_edge.key, limits.0, limits.1, depth + 1);
                    self.explorer.undo();
                    below?
                }
            };
            if let Some(child_edge) = self.children.get_mut(depth).and_then(|children| children.get_mut(child)) {
                (child_edge.proof, child_edge.disproof) = (below.proof, below.disproof);
            }
        }
    }

    /// Lists the plies of the position with their numbers; only the deciding ply, if there is one.
    fn expand(&mut self, depth: usize, is_or: bool) -> Result<(), Unanswered> {
        while self.children.len() <= depth {
            self.children.push(Vec::new());
        }
        let mut ids = std::mem::take(&mut self.ids);
        self.explorer.legal(&mut ids);
        let mut children = self.children.get_mut(depth).map(std::mem::take).unwrap_or_default();
        children.clear();
        for &id in &ids {
            if !self.explorer.play(id) {
                continue;
            }
            let child = self.new_child(id);
            self.explorer.undo();
            let decides = if is_or { child.proof == 0 } else { child.disproof == 0 };
            if decides {
                children.clear();
            }
            children.push(child);
            if decides {
                break;
            }
        }
        if let Some(slot) = self.children.get_mut(depth) {
            *slot = children;
        }
        self.ids = ids;
        Ok(())
    }

    /// The entry of the position after a ply, which is the explorer's current one.
    fn new_child(&mut self, id: u32) -> Child {
        if let Some(values) = self.explorer.values() {
            let ProofEntry { proof, disproof, .. } = ProofEntry::of_answer(self.question.holds(&values), 1);
            return Child { id, key: 0, proof, disproof };
        }
        if let Some(answer) = self.shared.bound(self.explorer, self.question, &mut self.pieces) {
            let ProofEntry { proof, disproof, .. } = ProofEntry::of_answer(answer, 1);
            return Child { id, key: self.question.key(self.explorer.key()), proof, disproof };
        }
        let key = self.question.key(self.explorer.key());
        let (proof, disproof) = self.shared.table.get(key).map_or((1, 1), |entry| (entry.proof, entry.disproof));
        Child { id, key, proof, disproof }
    }

    /// The proof numbers of a node from those of its children, the child to search next, and its thresholds.
    fn select_child(&self, depth: usize, is_or: bool, proof: u32, disproof: u32) -> SelectedChild {
        let children = self.children.get(depth).map_or(&[][..], Vec::as_slice);
        // As in df-pn, seen from the player to move: phi is the minimum over the children, delta combines all of them.
        let mut best: Option<(u32, u32, usize)> = None;
        let (mut second, mut phi, mut delta, mut open) = (INFINITE, INFINITE, 0, 0);
        for (number, child) in children.iter().enumerate() {
            let (child_phi, child_delta) =
                if is_or { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
            if child_delta == 0 {
                continue;
            }
            open += 1;
            delta = delta.max(child_delta);
            phi = phi.min(child_phi);
            let loaded_phi = child_phi
                .saturating_add(if child_phi == 0 { 0 } else { self.shared.virtual_loss.threads_at(child.key) })
                .min(INFINITE);
            match best {
                Some((first, _, _)) if loaded_phi >= first => second = second.min(loaded_phi),
                _ => {
                    second = best.map_or(second, |(first, _, _)| first.min(second));
                    best = Some((loaded_phi, child_delta, number));
                }
            }
        }
        let Some((_, _, child)) = best else {
            let here = if is_or { (INFINITE, 0) } else { (0, INFINITE) };
            return SelectedChild { entry: entry_without_work(here), child: 0, thresholds: (0, 0) };
        };
        // Infinite means answered, so finite sums are clamped below it.
        let delta = if phi == 0 { INFINITE } else { (delta + (open - 1)).min(INFINITE - 1) };
        let phi = phi.min(INFINITE - 1);
        let (phi_threshold, delta_threshold) = if is_or { (proof, disproof) } else { (disproof, proof) };
        // 1 + epsilon trick, epsilon a quarter: fewer switches between plies of equal promise (Pawlewicz and Lew 2007).
        let child_phi_threshold = phi_threshold.min(second.saturating_add(second / 4 + 1)).min(INFINITE);
        let child_delta_threshold =
            if delta_threshold >= INFINITE { INFINITE } else { delta_threshold.saturating_sub(open - 1).max(1) };
        if is_or {
            SelectedChild {
                entry: entry_without_work((phi, delta)),
                child,
                thresholds: (child_phi_threshold, child_delta_threshold),
            }
        } else {
            SelectedChild {
                entry: entry_without_work((delta, phi)),
                child,
                thresholds: (child_delta_threshold, child_phi_threshold),
            }
        }
    }
}

impl TableSearch for ProofNumberSearch<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.explorer
    }

    fn entry_after_ply(&mut self) -> Option<ProofEntry> {
        entry_of_position(self.explorer, self.question, self.shared.table)
    }

    fn answer(&mut self) -> Result<bool, Unanswered> {
        if let Some(values) = self.explorer.values() {
            return Ok(self.question.holds(&values));
        }
        self.path.clear();
        let key = self.question.key(self.explorer.key());
        let numbers = self.search(key, INFINITE, INFINITE, 0);
        self.report_nodes();
        numbers?.answer().ok_or(Unanswered::Stopped)
    }
}

struct SelectedChild {
    entry: ProofEntry,
    child: usize,
    thresholds: (u32, u32),
}

fn entry_without_work((proof, disproof): (u32, u32)) -> ProofEntry {
    ProofEntry { proof, disproof, work: 0 }
}
