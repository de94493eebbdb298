//! Depth-first search to the end of the game, for the answer to a question: alpha-beta with a window of one value, with
//! enhanced transposition cut-offs (Schaeffer and Plaat 1996), plies ordered by what decided other positions (the history
//! heuristic, Schaeffer 1989) and by the features of the rules.
//!
//! Better than proof numbers where all ways are about equally long (filling boards); worse where threats lead far along a
//! narrow way. For games in which no position comes again.

use crate::certificate::Adviser;
use crate::prover::SharedSearch;
use crate::question::{DEEPEST, Unanswered, ValueQuestion};
use crate::table::{INFINITE, ProofEntry, work};
use lusory_play::Explorer;
use lusory_play::hash::BuildFold;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

/// A ply of a node on the way.
#[derive(Clone, Copy, Debug)]
struct Child {
    id: u32,
    key: u128,
    rank: i64,
}

/// A search for the answer to a question.
pub struct Descent<'s> {
    at: &'s mut dyn Explorer,
    question: ValueQuestion,
    shared: &'s SharedSearch<'s>,
    nodes: u64,
    reported: u64,
    /// How often, weighted, a ply decided a position: by player and id.
    history: [HashMap<u32, i64, BuildFold>; 2],
    /// Reusable buffers, one a depth.
    children: Vec<Vec<Child>>,
    ids: Vec<u32>,
    path: HashSet<u128, BuildFold>,
    priors: Vec<f32>,
    measured: Vec<f32>,
    /// Added to the order of plies, so that threads take different ways.
    salt: u64,
}

/// Positions between two looks at what the threads share.
const LOOK: u64 = 256;
/// Below so many plies from the start of the search plies are ordered by features, too: they cost as much as several plies.
const JUDGED: usize = 64;

impl<'s> Descent<'s> {
    /// A search from where an explorer stands. salt: 0, or another number for each further thread.
    pub fn new(at: &'s mut dyn Explorer, question: ValueQuestion, shared: &'s SharedSearch<'s>, salt: u64) -> Self {
        let priors: Vec<f32> = at.features().iter().map(|feature| feature.prior).collect();
        Descent {
            measured: vec![0.0; priors.len()],
            priors,
            at,
            question,
            shared,
            nodes: 0,
            reported: 0,
            history: Default::default(),
            children: Vec::new(),
            ids: Vec::new(),
            path: HashSet::default(),
            salt,
        }
    }

    /// The answer to the question.
    ///
    /// # Errors
    /// Where it was stopped, or cannot be answered in this way.
    pub fn answer(&mut self) -> Result<bool, Unanswered> {
        if let Some(values) = self.at.values() {
            return Ok(self.question.holds(&values));
        }
        self.path.clear();
        let key = self.question.key(self.at.key());
        let found = match self.shared.table.get(key) {
            Some(ProofEntry { proof: 0, .. }) => Ok(true),
            Some(ProofEntry { disproof: 0, .. }) => Ok(false),
            _ => self.search(key, 0),
        };
        self.report();
        found
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

    fn search(&mut self, key: u128, depth: usize) -> Result<bool, Unanswered> {
        self.count()?;
        let mover = self.at.to_move();
        if mover < 0 {
            return Err(Unanswered::Chance);
        }
        if depth >= DEEPEST {
            return Err(Unanswered::Deep);
        }
        let or = mover as u8 == self.question.player;
        if let Some(answer) = self.expand(depth, or) {
            self.store(key, answer, 1);
            return Ok(answer);
        }
        if !self.path.insert(key) {
            return Err(Unanswered::Circles);
        }
        let begun = self.nodes;
        let found = self.each(depth, or, mover as usize);
        self.path.remove(&key);
        let answer = found?;
        self.store(key, answer, self.nodes - begun + 1);
        Ok(answer)
    }

    fn store(&self, key: u128, answer: bool, positions: u64) {
        let (proof, disproof) = if answer { (0, INFINITE) } else { (INFINITE, 0) };
        self.shared.table.put(key, ProofEntry { proof, disproof, best: 0, work: work(positions) });
    }

    /// Searches the plies in their order until one decides.
    fn each(&mut self, depth: usize, or: bool, mover: usize) -> Result<bool, Unanswered> {
        let count = self.children.get(depth).map_or(0, Vec::len);
        for number in 0..count {
            let Some(child) = self.children.get(depth).and_then(|children| children.get(number)).copied() else {
                break;
            };
            let stored = self.shared.table.get(child.key).filter(|known| known.proof == 0 || known.disproof == 0);
            let answer = match stored {
                Some(known) => known.proof == 0,
                None => {
                    if !self.at.play(child.id) {
                        continue;
                    }
                    let below = self.search(child.key, depth + 1);
                    self.at.back();
                    below?
                }
            };
            if answer == or {
                let history = self.history.get_mut(mover);
                history.into_iter().for_each(|history| *history.entry(child.id).or_default() += 64 >> depth.min(5));
                return Ok(or);
            }
        }
        Ok(!or)
    }

    /// Lists and orders the plies of the position that are not answered; says so where one decides it, or none is left.
    fn expand(&mut self, depth: usize, or: bool) -> Option<bool> {
        while self.children.len() <= depth {
            self.children.push(Vec::new());
        }
        let mut ids = std::mem::take(&mut self.ids);
        let mut children = self.children.get_mut(depth).map(std::mem::take).unwrap_or_default();
        children.clear();
        self.at.legal(&mut ids);
        let mut decided = false;
        for &id in &ids {
            if !self.at.play(id) {
                continue;
            }
            let child = self.child(id, depth, or);
            self.at.back();
            match child {
                Ok(answer) if answer == or => {
                    decided = true;
                    break;
                }
                Ok(_) => {}
                Err(child) => children.push(child),
            }
        }
        children.sort_unstable_by_key(|child| std::cmp::Reverse(child.rank));
        let none = children.is_empty();
        if let Some(slot) = self.children.get_mut(depth) {
            *slot = children;
        }
        self.ids = ids;
        if decided { Some(or) } else { none.then_some(!or) }
    }

    /// The answer after a ply, where it is known; else what is needed to order and search it.
    fn child(&mut self, id: u32, depth: usize, or: bool) -> Result<bool, Child> {
        if let Some(values) = self.at.values() {
            return Ok(self.question.holds(&values));
        }
        let key = self.question.key(self.at.key());
        match self.shared.table.get(key) {
            Some(ProofEntry { proof: 0, .. }) => return Ok(true),
            Some(ProofEntry { disproof: 0, .. }) => return Ok(false),
            _ => {}
        }
        let mover = usize::from(if or { self.question.player } else { 1 - self.question.player.min(1) });
        let past = self.history.get(mover).and_then(|history| history.get(&id)).copied().unwrap_or(0);
        let judged = if depth < JUDGED { self.judged(mover) } else { 0 };
        let salted = if self.salt == 0 {
            0
        } else {
            ((key as u64 ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as i64
        };
        Err(Child { id, key, rank: past + judged + salted })
    }

    /// How good the position looks to who made the ply, by the features of the rules.
    fn judged(&mut self, mover: usize) -> i64 {
        if self.priors.is_empty() {
            return 0;
        }
        self.at.measure(&mut self.measured);
        let sum: f32 = self.measured.iter().zip(&self.priors).map(|(value, prior)| value * prior).sum();
        let sum = if mover == 0 { sum } else { -sum };
        (sum * 256.0) as i64
    }
}

impl Adviser for Descent<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.at
    }

    fn advise(&mut self) -> Result<Option<u32>, Unanswered> {
        let mut ids = Vec::new();
        self.at.legal(&mut ids);
        for again in [false, true] {
            let mut best: Option<(u16, u32)> = None;
            for &id in &ids {
                if !self.at.play(id) {
                    continue;
                }
                let work = match self.at.values() {
                    Some(values) => self.question.holds(&values).then_some(0),
                    None => {
                        let known = self.shared.table.get(self.question.key(self.at.key()));
                        known.filter(|known| known.proof == 0).map(|known| known.work)
                    }
                };
                self.at.back();
                best = work.map(|work| (work, id)).into_iter().chain(best).min();
            }
            if let Some((_, id)) = best {
                return Ok(Some(id));
            }
            if !again && !self.answer()? {
                return Ok(None);
            }
        }
        Err(Unanswered::Memory)
    }
}
