//! Depth-first proof-number search (Nagai 2002) with weak proof numbers (Ueda et al. 2008) against double counting of
//! transpositions.
//!
//! A node is an OR node where the player of the question moves, an AND node where the other does, whoever moved before. So
//! turns of several plies need no special case. For games in which no position repeats (their states hold the
//! counters and the history that the rules read), so that a stored answer holds on every path to a position; it stops with
//! `Unanswered::Circles` where that is not so.

use crate::certificate::TableSearch;
use crate::question::{DEEPEST, Unanswered, ValueQuestion};
use crate::table::{INFINITE, ProofEntry, ProofTable, work};
use lusory_play::Explorer;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// A ply of a node on the path.
#[derive(Clone, Copy, Debug)]
struct Child {
    id: u32,
    key: u128,
    proof: u32,
    disproof: u32,
}

/// Virtual loss: counts the threads in each position, by the low bits of its key, so that others choose another path.
pub struct Busy(Vec<AtomicU8>);

impl Default for Busy {
    fn default() -> Self {
        let mut slots = Vec::new();
        slots.resize_with(1 << 16, || AtomicU8::new(0));
        Busy(slots)
    }
}

impl Busy {
    fn slot(&self, key: u128) -> Option<&AtomicU8> {
        self.0.get((key >> 40) as usize & 0xffff)
    }

    fn at(&self, key: u128) -> u32 {
        self.slot(key).map_or(0, |slot| u32::from(slot.load(Ordering::Relaxed)))
    }

    fn enter(&self, key: u128) {
        self.slot(key).iter().for_each(|slot| _ = slot.fetch_add(1, Ordering::Relaxed));
    }

    fn leave(&self, key: u128) {
        self.slot(key).iter().for_each(|slot| _ = slot.fetch_sub(1, Ordering::Relaxed));
    }
}

/// The data shared by the threads that work on one question.
pub struct SharedSearch<'s> {
    /// What is known of positions.
    pub table: &'s ProofTable,
    /// Where threads are.
    pub busy: &'s Busy,
    /// Set: all threads end.
    pub stop: &'s AtomicBool,
    /// Positions searched by all threads.
    pub nodes: &'s AtomicU64,
    /// The search ends at so many.
    pub most: u64,
}

/// What ends a game, or a table, says of the position in which an explorer stands.
pub fn known_after(at: &mut dyn Explorer, question: ValueQuestion, table: &ProofTable) -> Option<ProofEntry> {
    match at.values() {
        Some(values) => Some(ProofEntry::answer(question.holds(&values), 1)),
        None => table.get(question.key(at.key())),
    }
}

/// A search for the answer to a question.
pub struct Prover<'s> {
    at: &'s mut dyn Explorer,
    question: ValueQuestion,
    shared: &'s SharedSearch<'s>,
    nodes: u64,
    reported: u64,
    /// Reusable buffers, one a depth.
    children: Vec<Vec<Child>>,
    ids: Vec<u32>,
    path: HashSet<u128, lusory_play::hash::BuildFold>,
}

/// Positions between two checks of the shared data.
const LOOK: u64 = 256;

impl<'s> Prover<'s> {
    /// A search from an explorer's position.
    pub fn new(at: &'s mut dyn Explorer, question: ValueQuestion, shared: &'s SharedSearch<'s>) -> Self {
        let (children, ids, path) = (Vec::new(), Vec::new(), HashSet::default());
        Prover { at, question, shared, nodes: 0, reported: 0, children, ids, path }
    }

    /// Positions searched by this search.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn report(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    fn count(&mut self) -> Result<(), Unanswered> {
        self.nodes += 1;
        if self.nodes % LOOK == 0 {
            self.report();
            if self.shared.nodes.load(Ordering::Relaxed) >= self.shared.most {
                return Err(Unanswered::Stopped);
            }
        }
        if self.shared.stop.load(Ordering::Relaxed) { Err(Unanswered::Stopped) } else { Ok(()) }
    }

    /// Searches the position until its proof or disproof number reaches a threshold.
    fn search(&mut self, key: u128, proof: u32, disproof: u32, depth: usize) -> Result<ProofEntry, Unanswered> {
        self.count()?;
        let mover = self.at.to_move();
        if mover < 0 {
            return Err(Unanswered::Chance);
        }
        if depth >= DEEPEST {
            return Err(Unanswered::Deep);
        }
        if !self.path.insert(key) {
            return Err(Unanswered::Circles);
        }
        self.shared.busy.enter(key);
        let begun = self.nodes;
        let or = mover as u8 == self.question.player;
        let found = self.expand(depth, or).and_then(|()| self.develop(key, or, (proof, disproof), depth, begun));
        self.shared.busy.leave(key);
        self.path.remove(&key);
        found
    }

    fn develop(
        &mut self,
        key: u128,
        or: bool,
        (proof, disproof): (u32, u32),
        depth: usize,
        begun: u64,
    ) -> Result<ProofEntry, Unanswered> {
        loop {
            let Choice { here, child, limits } = self.choose(depth, or, proof, disproof);
            let known = ProofEntry { work: work(self.nodes - begun + 1), ..here };
            if known.proof >= proof || known.disproof >= disproof || known.proof == 0 || known.disproof == 0 {
                self.shared.table.put(key, known);
                return Ok(known);
            }
            let Some(one) = self.children.get(depth).and_then(|children| children.get(child)).copied() else {
                return Ok(known);
            };
            let stored = self.shared.table.get(one.key).filter(|stored| stored.proof == 0 || stored.disproof == 0);
            let below = match stored {
                Some(stored) => stored,
                None => {
                    if !self.at.play(one.id) {
                        return Ok(known);
                    }
                    let below = self.search(one.key, limits.0, limits.1, depth + 1);
                    self.at.undo();
                    below?
                }
            };
            if let Some(one) = self.children.get_mut(depth).and_then(|children| children.get_mut(child)) {
                (one.proof, one.disproof) = (below.proof, below.disproof);
            }
        }
    }

    /// Lists the plies of the position with their entries; only the deciding ply, if there is one.
    fn expand(&mut self, depth: usize, or: bool) -> Result<(), Unanswered> {
        while self.children.len() <= depth {
            self.children.push(Vec::new());
        }
        let mut ids = std::mem::take(&mut self.ids);
        self.at.legal(&mut ids);
        let mut children = self.children.get_mut(depth).map(std::mem::take).unwrap_or_default();
        children.clear();
        for &id in &ids {
            if !self.at.play(id) {
                continue;
            }
            let child = self.child(id);
            self.at.undo();
            let decides = if or { child.proof == 0 } else { child.disproof == 0 };
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
    fn child(&mut self, id: u32) -> Child {
        if let Some(values) = self.at.values() {
            let ProofEntry { proof, disproof, .. } = ProofEntry::answer(self.question.holds(&values), 1);
            return Child { id, key: 0, proof, disproof };
        }
        let key = self.question.key(self.at.key());
        let (proof, disproof) = self.shared.table.get(key).map_or((1, 1), |known| (known.proof, known.disproof));
        Child { id, key, proof, disproof }
    }

    /// The numbers of a node from those of its plies, the ply to search next, and its thresholds.
    fn choose(&self, depth: usize, or: bool, proof: u32, disproof: u32) -> Choice {
        let children = self.children.get(depth).map_or(&[][..], Vec::as_slice);
        // From here on as in an OR node: `ease` becomes 0 through one ply, `doubt` through all of them.
        let mut best: Option<(u32, u32, usize)> = None;
        let (mut second, mut least, mut doubt, mut open) = (INFINITE, INFINITE, 0, 0);
        for (number, child) in children.iter().enumerate() {
            let (ease, hard) = if or { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
            if hard == 0 {
                continue;
            }
            open += 1;
            doubt = doubt.max(hard);
            least = least.min(ease);
            let seen = ease.saturating_add(if ease == 0 { 0 } else { self.shared.busy.at(child.key) }).min(INFINITE);
            match best {
                Some((first, _, _)) if seen >= first => second = second.min(seen),
                _ => {
                    second = best.map_or(second, |(first, _, _)| first.min(second));
                    best = Some((seen, hard, number));
                }
            }
        }
        let Some((_, _, child)) = best else {
            let here = if or { (INFINITE, 0) } else { (0, INFINITE) };
            return Choice { here: numbers(here), child: 0, limits: (0, 0) };
        };
        // Infinite means answered.
        let doubt = if least == 0 { INFINITE } else { (doubt + (open - 1)).min(INFINITE - 1) };
        let least = least.min(INFINITE - 1);
        let (ease_limit, doubt_limit) = if or { (proof, disproof) } else { (disproof, proof) };
        // 1 + epsilon trick, epsilon a quarter: fewer switches between plies of equal promise (Pawlewicz and Lew 2007).
        let ease_child = ease_limit.min(second.saturating_add(second / 4 + 1)).min(INFINITE);
        let doubt_child = if doubt_limit >= INFINITE { INFINITE } else { doubt_limit.saturating_sub(open - 1).max(1) };
        if or {
            Choice { here: numbers((least, doubt)), child, limits: (ease_child, doubt_child) }
        } else {
            Choice { here: numbers((doubt, least)), child, limits: (doubt_child, ease_child) }
        }
    }
}

impl TableSearch for Prover<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.at
    }

    fn known(&mut self) -> Option<ProofEntry> {
        known_after(self.at, self.question, self.shared.table)
    }

    fn answer(&mut self) -> Result<bool, Unanswered> {
        if let Some(values) = self.at.values() {
            return Ok(self.question.holds(&values));
        }
        self.path.clear();
        let key = self.question.key(self.at.key());
        let found = self.search(key, INFINITE, INFINITE, 0);
        self.report();
        found?.answered().ok_or(Unanswered::Stopped)
    }
}

struct Choice {
    here: ProofEntry,
    child: usize,
    limits: (u32, u32),
}

fn numbers((proof, disproof): (u32, u32)) -> ProofEntry {
    ProofEntry { proof, disproof, work: 0 }
}
