//! Depth-first search to the end of the game: null-window alpha-beta with enhanced transposition cut-offs (Schaeffer
//! and Plaat 1996); plies are ordered by the history heuristic (Schaeffer 1989) and by the features of the rules.
//! Threads search the same tree, each the plies that no other one is at.
//!
//! Where the winning sets of a game are known, a position in which a player has none left is not searched.
//!
//! A question with a limit of plies is answered "no" where the limit is reached. Then lines end even if positions
//! repeat.
//!
//! Faster than proof-number search where all lines have about the same length (games that fill the board); slower where
//! long sequences of threats decide. For games in which no position repeats.

use crate::certificate::TableSearch;
use crate::lead::{LeadReader, StoredQuestion};
use crate::proof_number_search::SharedSearch;
use crate::proof_table::ProofEntry;
use crate::question::{MAX_DEPTH, Unanswered, ValueQuestion};
use lusory_play::hash::BuildFold;
use lusory_play::{Explorer, PieceChange};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

/// A ply of a node on the path.
#[derive(Clone, Copy, Debug)]
struct Child {
    id: u32,
    stored: StoredQuestion,
    rank: i64,
}

/// A depth-first search that answers a question.
pub struct DepthFirstSearch<'s> {
    explorer: &'s mut dyn Explorer,
    question: ValueQuestion,
    shared: &'s SharedSearch<'s>,
    /// Where a lead decides the game.
    lead: Option<LeadReader>,
    nodes: u64,
    reported_nodes: u64,
    /// The history heuristic: by player and id, how often a ply decided a position, less how often it was tried in
    /// vain.
    history: [HashMap<u32, i64, BuildFold>; 2],
    /// Reusable buffers, one per depth.
    children: Vec<Vec<Child>>,
    ids: Vec<u32>,
    pieces: Vec<PieceChange>,
    path: HashSet<u128, BuildFold>,
    priors: Vec<f32>,
    features: Vec<f32>,
    /// By depth: the moving average of the number of positions searched below a node.
    mean_sizes: Vec<f32>,
    /// By depth: the last ply that ended the game in favour of its player. It often does so after other plies, too.
    killers: Vec<u32>,
}

/// The number of positions between two updates of the shared counter.
const CHECK_INTERVAL: u64 = 256;
/// Features order the plies, and threads keep out of each other's way, only at depths where searches take at least this
/// many positions on average: computing features costs as much as several plies.
const LARGE_SIZE: f32 = 32.0;
/// The weight of a unit of log-odds of the features, in the unit of the history. With an eighth or eight times as much,
/// connect four 6x5 takes a third more positions, and others about as many.
const WEIGHT_OF_FEATURES: f32 = 2048.0;
/// The weight of the latest search in the moving average.
const AVERAGE_DECAY: f32 = 1.0 / 64.0;

impl<'s> DepthFirstSearch<'s> {
    /// A search from an explorer's position.
    pub fn new(at: &'s mut dyn Explorer, question: ValueQuestion, shared: &'s SharedSearch<'s>) -> Self {
        let priors: Vec<f32> = at.features().iter().map(|feature| feature.prior).collect();
        DepthFirstSearch {
            features: vec![0.0; priors.len()],
            priors,
            explorer: at,
            question,
            shared,
            lead: None,
            nodes: 0,
            reported_nodes: 0,
            history: Default::default(),
            children: Vec::new(),
            ids: Vec::new(),
            pieces: Vec::new(),
            path: HashSet::default(),
            mean_sizes: Vec::new(),
            killers: Vec::new(),
        }
    }

    /// The search where a lead decides the game: the explorer is in its position, under its reduction. Only for
    /// questions without a limit of plies.
    #[must_use]
    pub fn of_lead(self, lead: Option<LeadReader>) -> Self {
        DepthFirstSearch { lead, ..self }
    }

    fn play_ply(&mut self, id: u32) -> bool {
        match &mut self.lead {
            Some(lead) => lead.play(self.explorer, id),
            None => self.explorer.play(id),
        }
    }

    fn undo_ply(&mut self) {
        match &mut self.lead {
            Some(lead) => lead.undo(self.explorer),
            None => _ = self.explorer.undo(),
        }
    }

    /// The question about the explorer's position, after so many plies of the search.
    fn stored_question(&mut self, depth: usize) -> StoredQuestion {
        match &mut self.lead {
            Some(lead) => lead.stored(self.explorer, self.question),
            None => StoredQuestion::of_key(self.question.key_after(self.explorer.key(), depth)),
        }
    }

    /// The answer, if the game is over.
    fn final_answer(&mut self) -> Result<Option<bool>, Unanswered> {
        let Some(values) = self.explorer.values() else { return Ok(None) };
        match &mut self.lead {
            Some(lead) => lead.answer(self.explorer, &values, self.question).ok_or(Unanswered::Undecided).map(Some),
            None => Ok(Some(self.question.holds(&values))),
        }
    }

    /// Limits the plies of the question from now on.
    pub fn set_limit(&mut self, plies: u32) {
        self.question.within = Some(plies);
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

    fn search(&mut self, stored: StoredQuestion, depth: usize) -> Result<bool, Unanswered> {
        self.count_node()?;
        let mover = self.explorer.to_move();
        if mover < 0 {
            return Err(Unanswered::Chance);
        }
        if depth >= MAX_DEPTH {
            return Err(Unanswered::Deep);
        }
        if self.question.is_late(depth) || self.is_refuted() {
            return Ok(false);
        }
        if let Some(answer) = self.shared.bound(self.explorer, self.question, &mut self.pieces) {
            stored.store_in(self.shared.table, answer, 1);
            return Ok(answer);
        }
        let is_or = mover as u8 == self.question.player;
        if let Some(answer) = self.expand(depth, is_or)? {
            stored.store_in(self.shared.table, answer, 1);
            return Ok(answer);
        }
        if !self.path.insert(stored.key) {
            return Err(Unanswered::Repetition);
        }
        let nodes_before = self.nodes;
        let result = self.search_children(depth, is_or, mover as usize);
        self.path.remove(&stored.key);
        let answer = result?;
        let positions = self.nodes - nodes_before + 1;
        stored.store_in(self.shared.table, answer, positions);
        if let Some(size) = self.mean_sizes.get_mut(depth) {
            *size += (positions as f32 - *size) * AVERAGE_DECAY;
        }
        Ok(answer)
    }

    /// Whether the question is known to be answered "no" without a limit of plies.
    fn is_refuted(&mut self) -> bool {
        self.question.within.is_some() && {
            let key = self.question.key(self.explorer.key());
            self.shared.table.get(key).and_then(ProofEntry::answer) == Some(false)
        }
    }

    /// Searches the plies in order until one decides; first those that no other thread searches (Weill 1996,
    /// simplified).
    fn search_children(&mut self, depth: usize, is_or: bool, mover: usize) -> Result<bool, Unanswered> {
        let count = self.children.get(depth).map_or(0, Vec::len);
        for leaves_busy in [true, false] {
            let mut is_busy_left = false;
            // The first ply is never left.
            for number in usize::from(!leaves_busy)..count {
                let Some(child) = self.child(depth, number) else { break };
                if leaves_busy && number > 0 && self.shared.virtual_loss.threads_at(child.stored.key) > 0 {
                    is_busy_left = true;
                } else if self.answer_of_child(child, depth)? == Some(is_or) {
                    self.reward(mover, depth, number);
                    return Ok(is_or);
                }
            }
            if !is_busy_left {
                break;
            }
        }
        Ok(!is_or)
    }

    fn child(&self, depth: usize, number: usize) -> Option<Child> {
        self.children.get(depth)?.get(number).copied()
    }

    /// The answer after a ply, from the table or by a search; none where the ply is not legal.
    fn answer_of_child(&mut self, child: Child, depth: usize) -> Result<Option<bool>, Unanswered> {
        if let Some(answer) = child.stored.answer_in(self.shared.table) {
            return Ok(Some(answer));
        }
        if !self.play_ply(child.id) {
            return Ok(None);
        }
        let is_large = self.is_large(depth + 1);
        if is_large {
            self.shared.virtual_loss.enter(child.stored.key);
        }
        let answer = self.search(child.stored, depth + 1);
        if is_large {
            self.shared.virtual_loss.leave(child.stored.key);
        }
        self.undo_ply();
        answer.map(Some)
    }

    /// Whether searches at this depth take many positions on average.
    fn is_large(&self, depth: usize) -> bool {
        self.mean_sizes.get(depth).is_none_or(|&size| size >= LARGE_SIZE)
    }

    /// Learns from a ply that decided a position: it gains what the plies before it lose, which were tried in vain
    /// (Tromp's rule in Fhourstones).
    fn reward(&mut self, mover: usize, depth: usize, decisive: usize) {
        let (Some(children), Some(history)) = (self.children.get(depth), self.history.get_mut(mover)) else { return };
        for (number, child) in children.iter().enumerate().take(decisive + 1) {
            let bonus = if number == decisive { decisive as i64 } else { -1 };
            *history.entry(child.id).or_default() += bonus;
        }
    }

    /// Lists and orders the plies without a stored answer; returns the answer if one ply decides it or none is left.
    fn expand(&mut self, depth: usize, is_or: bool) -> Result<Option<bool>, Unanswered> {
        while self.children.len() <= depth {
            self.children.push(Vec::new());
            self.killers.push(0);
            self.mean_sizes.push(16.0 * LARGE_SIZE);
        }
        let evaluate = self.is_large(depth);
        let mut ids = std::mem::take(&mut self.ids);
        let mut children = self.children.get_mut(depth).map(std::mem::take).unwrap_or_default();
        children.clear();
        self.explorer.legal(&mut ids);
        let mut is_decided = false;
        if let Some(place) = self.killers.get(depth).and_then(|killer| ids.binary_search(killer).ok()) {
            ids.swap(0, place);
        }
        for &id in &ids {
            if !self.play_ply(id) {
                continue;
            }
            let answer = self.final_answer();
            if answer == Ok(None) {
                children.push(self.new_child(id, depth + 1, evaluate, is_or));
            }
            self.undo_ply();
            is_decided |= answer? == Some(is_or);
            if is_decided {
                self.killers.get_mut(depth).into_iter().for_each(|killer| *killer = id);
                break;
            }
        }
        self.ids = ids;
        let is_decided = is_decided || self.drop_answered(&mut children, is_or);
        children.sort_unstable_by_key(|child| std::cmp::Reverse(child.rank));
        let is_empty = children.is_empty();
        if let Some(slot) = self.children.get_mut(depth) {
            *slot = children;
        }
        Ok(if is_decided { Some(is_or) } else { is_empty.then_some(!is_or) })
    }

    /// Removes the plies whose answer is in the table; returns whether one decides the position. All are looked up in
    /// one pass, so that the cache misses overlap.
    fn drop_answered(&self, children: &mut Vec<Child>, is_or: bool) -> bool {
        self.shared.table.touch(children.iter().map(|child| child.stored.key));
        let mut is_decided = false;
        children.retain(|child| {
            let answer = child.stored.answer_in(self.shared.table);
            is_decided |= answer == Some(is_or);
            answer.is_none()
        });
        is_decided
    }

    /// The key and rank of the position after a ply, which is the explorer's current one.
    fn new_child(&mut self, id: u32, depth: usize, evaluate: bool, is_or: bool) -> Child {
        let stored = self.stored_question(depth);
        let mover = usize::from(if is_or { self.question.player } else { 1 - self.question.player.min(1) });
        let history = self.history.get(mover).and_then(|history| history.get(&id)).copied().unwrap_or(0);
        let value = if evaluate { self.static_value(mover) } else { 0 };
        Child { id, stored, rank: history + value }
    }

    /// The static evaluation for the player who made the ply: the features of the rules with their prior weights.
    fn static_value(&mut self, mover: usize) -> i64 {
        if self.priors.is_empty() {
            return 0;
        }
        self.explorer.write_features(&mut self.features);
        let sum: f32 = self.features.iter().zip(&self.priors).map(|(value, prior)| value * prior).sum();
        let sum = if mover == 0 { sum } else { -sum };
        (sum * WEIGHT_OF_FEATURES) as i64
    }
}

impl TableSearch for DepthFirstSearch<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.explorer
    }

    fn play(&mut self, id: u32) -> bool {
        self.play_ply(id)
    }

    fn undo(&mut self) {
        self.undo_ply();
    }

    fn entry_after_ply(&mut self) -> Option<ProofEntry> {
        match self.final_answer() {
            Ok(None) => self.stored_question(0).entry_in(self.shared.table),
            Ok(Some(answer)) => Some(ProofEntry::of_answer(answer, 1)),
            Err(_) => None,
        }
    }

    fn answer(&mut self) -> Result<bool, Unanswered> {
        if let Some(answer) = self.final_answer()? {
            return Ok(answer);
        }
        let known = self.stored_question(0).answer_in(self.shared.table);
        known.map_or_else(|| self.answer_anew(), Ok)
    }

    fn answer_anew(&mut self) -> Result<bool, Unanswered> {
        self.path.clear();
        let stored = self.stored_question(0);
        let answer = self.search(stored, 0);
        self.report_nodes();
        answer
    }
}
