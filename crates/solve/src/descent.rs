//! Answers a question by depth-first search to the end of the game: alpha-beta with a null window, with
//! enhanced transposition cut-offs (Schaeffer and Plaat 1996), plies ordered by what decided other positions (the history
//! heuristic, Schaeffer 1989) and by the features of the rules.
//!
//! Faster than proof-number search where all lines have about the same length (games that fill the board); slower where
//! long sequences of threats decide. For games in which no position repeats.

use crate::certificate::TableSearch;
use crate::prover::{SharedSearch, known_after};
use crate::question::{DEEPEST, Unanswered, ValueQuestion};
use crate::table::ProofEntry;
use lusory_play::Explorer;
use lusory_play::hash::BuildFold;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

/// A ply of a node on the path.
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
    /// By depth: positions of a search, on average.
    sizes: Vec<f32>,
    /// Added to the order of plies, so that threads take different ways.
    salt: u64,
}

/// Positions between two checks of the shared data.
const LOOK: u64 = 256;
/// Plies are ordered by features, too, at depths where a search takes so many positions on average: to measure them costs as
/// much as several plies.
const WORTH_MEASURING: f32 = 32.0;
/// The weight of the last search in the average of its depth.
const LAST: f32 = 1.0 / 64.0;

impl<'s> Descent<'s> {
    /// A search from an explorer's position. salt: 0, or a different number for each further thread.
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
            sizes: Vec::new(),
            salt,
        }
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
        let positions = self.nodes - begun + 1;
        self.store(key, answer, positions);
        if let Some(size) = self.sizes.get_mut(depth) {
            *size += (positions as f32 - *size) * LAST;
        }
        Ok(answer)
    }

    fn store(&self, key: u128, answer: bool, positions: u64) {
        self.shared.table.put(key, ProofEntry::answer(answer, positions));
    }

    /// Searches the plies in their order until one decides.
    fn each(&mut self, depth: usize, or: bool, mover: usize) -> Result<bool, Unanswered> {
        let count = self.children.get(depth).map_or(0, Vec::len);
        for number in 0..count {
            let Some(child) = self.children.get(depth).and_then(|children| children.get(number)).copied() else {
                break;
            };
            let answer = match self.shared.table.get(child.key).and_then(ProofEntry::answered) {
                Some(answer) => answer,
                None => {
                    if !self.at.play(child.id) {
                        continue;
                    }
                    let below = self.search(child.key, depth + 1);
                    self.at.undo();
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

    /// Lists and orders the plies without a stored answer; returns the answer if one ply decides it or none is left.
    fn expand(&mut self, depth: usize, or: bool) -> Option<bool> {
        while self.children.len() <= depth {
            self.children.push(Vec::new());
            self.sizes.push(16.0 * WORTH_MEASURING);
        }
        let measures = self.sizes.get(depth).is_some_and(|&size| size >= WORTH_MEASURING);
        let mut ids = std::mem::take(&mut self.ids);
        let mut children = self.children.get_mut(depth).map(std::mem::take).unwrap_or_default();
        children.clear();
        self.at.legal(&mut ids);
        let mut is_decided = false;
        for &id in &ids {
            if !self.at.play(id) {
                continue;
            }
            match self.at.values() {
                None => children.push(self.child(id, measures, or)),
                Some(values) => is_decided |= self.question.holds(&values) == or,
            }
            self.at.undo();
            if is_decided {
                break;
            }
        }
        self.ids = ids;
        let is_decided = is_decided || self.drop_answered(&mut children, or);
        children.sort_unstable_by_key(|child| std::cmp::Reverse(child.rank));
        let is_empty = children.is_empty();
        if let Some(slot) = self.children.get_mut(depth) {
            *slot = children;
        }
        if is_decided { Some(or) } else { is_empty.then_some(!or) }
    }

    /// Leaves out the plies whose answer the table knows; does one decide the position? All are looked up in one go, so
    /// that they wait for memory together.
    fn drop_answered(&self, children: &mut Vec<Child>, or: bool) -> bool {
        let mut is_decided = false;
        children.retain(|child| {
            let answer = self.shared.table.get(child.key).and_then(ProofEntry::answered);
            is_decided |= answer == Some(or);
            answer.is_none()
        });
        is_decided
    }

    /// What is needed to order and search the position after a ply, in which the explorer stands.
    fn child(&mut self, id: u32, measures: bool, or: bool) -> Child {
        let key = self.question.key(self.at.key());
        let mover = usize::from(if or { self.question.player } else { 1 - self.question.player.min(1) });
        let past = self.history.get(mover).and_then(|history| history.get(&id)).copied().unwrap_or(0);
        let judged = if measures { self.judged(mover) } else { 0 };
        let salted = if self.salt == 0 {
            0
        } else {
            ((key as u64 ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as i64
        };
        Child { id, key, rank: past + judged + salted }
    }

    /// The evaluation of the position for the player who made the ply, by the features of the rules.
    fn judged(&mut self, mover: usize) -> i64 {
        if self.priors.is_empty() {
            return 0;
        }
        self.at.write_features(&mut self.measured);
        let sum: f32 = self.measured.iter().zip(&self.priors).map(|(value, prior)| value * prior).sum();
        let sum = if mover == 0 { sum } else { -sum };
        (sum * 256.0) as i64
    }
}

impl TableSearch for Descent<'_> {
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
        let answer = match self.shared.table.get(key).and_then(ProofEntry::answered) {
            Some(answer) => Ok(answer),
            None => self.search(key, 0),
        };
        self.report();
        answer
    }
}
