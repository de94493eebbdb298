//! Depth-first search to the end of the game: null-window alpha-beta with enhanced transposition cut-offs (Schaeffer
//! and Plaat 1996); plies are ordered by the history heuristic (Schaeffer 1989) and by the features of the rules.
//! Threads search the same tree, each the plies that no other one is at. What another thread has answered, they leave.
//!
//! Where the winning sets of a game are known, a position in which a player has none left is not searched.
//!
//! Where lines win, plies that lose at once are not searched (see `line_board`).
//!
//! A question with a limit of plies is answered "no" where the limit is reached. Then lines end even if positions
//! repeat.
//!
//! Faster than proof-number search where all lines have about the same length (games that fill the board); slower where
//! long sequences of threats decide. For games in which no position repeats.

mod plies;
mod table_search;

use crate::lead::StoredQuestion;
use crate::ply_scores::PlyScores;
use crate::proof_number_search::SharedSearch;
use crate::proof_table::{ProofEntry, ProofTable};
use crate::question::{MAX_DEPTH, Unanswered, ValueQuestion};
use crate::search_position::SearchPosition;
use crate::shared_path::SharedPath;
use lusory_play::hash::BuildFold;
use std::collections::HashSet;
use std::sync::atomic::Ordering;

/// A ply of a node on the path.
#[derive(Clone, Copy, Debug)]
struct Child {
    id: u32,
    stored: StoredQuestion,
    rank: i64,
    is_searched: bool,
}

/// A depth-first search that answers a question.
pub struct DepthFirstSearch<'s> {
    position: SearchPosition<'s>,
    question: ValueQuestion,
    shared: &'s SharedSearch<'s>,
    nodes: u64,
    reported_nodes: u64,
    /// Answers of small searches, in place of the shared table: so little memory that it stays in a cache of the
    /// processor.
    near: Option<ProofTable>,
    history: PlyScores,
    shared_path: SharedPath,
    /// Reusable buffers, one per depth.
    children: Vec<Vec<Child>>,
    ids: Vec<u32>,
    path: HashSet<u128, BuildFold>,
    priors: Vec<f32>,
    features: Vec<f32>,
    /// By depth: the moving average of the number of positions searched below a node.
    mean_sizes: Vec<f32>,
    /// By depth: the last ply that ended the game in favour of its player. It often does so after other plies, too.
    killers: Vec<u32>,
    /// How many plies of the root do not end the game.
    root_plies: usize,
}

/// The number of positions between two updates of the shared counter.
const CHECK_INTERVAL: u64 = 256;
/// Features order the plies, and threads keep out of each other's way, only at depths where searches take at least this
/// many positions on average: computing features costs as much as several plies.
const LARGE_SIZE: f32 = 32.0;
/// The bytes of a near table, and the mean number of positions of the searches that use it. With a quarter or four times
/// as many, connect four 6x6 takes as long.
const NEAR_TABLE: usize = 1 << 20;
const NEAR_SIZE: f32 = 256.0;
/// Where the search of the first ply takes fewer positions than this, on average, one thread does it alone.
const SIZE_FOR_ONE: f32 = 1024.0;
/// The weight of the latest search in the moving average.
const AVERAGE_DECAY: f32 = 1.0 / 64.0;

impl<'s> DepthFirstSearch<'s> {
    /// A search from a position. Where a lead decides the game: only for questions without a limit of plies.
    pub fn new(at: SearchPosition<'s>, question: ValueQuestion, shared: &'s SharedSearch<'s>) -> Self {
        let priors: Vec<f32> = at.explorer.features().iter().map(|feature| feature.prior).collect();
        DepthFirstSearch {
            features: vec![0.0; priors.len()],
            priors,
            position: at,
            question,
            shared,
            nodes: 0,
            reported_nodes: 0,
            near: None,
            history: Default::default(),
            shared_path: Default::default(),
            children: Vec::new(),
            ids: Vec::new(),
            path: HashSet::default(),
            mean_sizes: Vec::new(),
            killers: Vec::new(),
            root_plies: 0,
        }
    }

    /// The search with a table of its own for small searches, which is of use where plies take little time. Not for
    /// writing proofs.
    #[must_use]
    pub fn with_near_table(self) -> Self {
        let near = self.position.line_board().is_some().then(|| ProofTable::new(NEAR_TABLE));
        DepthFirstSearch { near, ..self }
    }

    /// The table for positions after so many plies of the search.
    fn table(&self, depth: usize) -> &ProofTable {
        let is_near = self.mean_sizes.get(depth).is_some_and(|&size| size < NEAR_SIZE);
        self.near.as_ref().filter(|_| is_near).unwrap_or(self.shared.table)
    }

    /// Limits the plies of the question from now on.
    pub fn set_limit(&mut self, plies: u32) {
        self.question.within = Some(plies);
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
        let shared = self.shared;
        let is_overtaken = self.shared_path.is_overtaken(shared.table, shared.virtual_loss);
        if is_overtaken || shared.stop.load(Ordering::Relaxed) { Err(Unanswered::Stopped) } else { Ok(()) }
    }

    fn search(&mut self, stored: StoredQuestion, depth: usize) -> Result<bool, Unanswered> {
        self.count_node()?;
        let mover = self.position.to_move();
        if mover < 0 {
            return Err(Unanswered::Chance);
        }
        if depth >= MAX_DEPTH {
            return Err(Unanswered::Deep);
        }
        if self.question.is_late(depth) || self.is_refuted() {
            return Ok(false);
        }
        if let Some(answer) = self.position.bound(self.question, self.shared) {
            stored.store_in(self.table(depth), answer, 1);
            return Ok(answer);
        }
        let is_or = mover as u8 == self.question.player;
        if let Some(answer) = self.expand(depth, is_or)? {
            stored.store_in(self.table(depth), answer, 1);
            return Ok(answer);
        }
        let may_repeat = self.position.may_repeat();
        if may_repeat && !self.path.insert(stored.key) {
            return Err(Unanswered::Repetition);
        }
        let nodes_before = self.nodes;
        let result = self.search_children(depth, is_or, mover as usize);
        if may_repeat {
            self.path.remove(&stored.key);
        }
        let answer = result?;
        let positions = self.nodes - nodes_before + 1;
        stored.store_in(self.table(depth), answer, positions);
        if let Some(size) = self.mean_sizes.get_mut(depth) {
            *size += (positions as f32 - *size) * AVERAGE_DECAY;
        }
        Ok(answer)
    }

    /// Whether the question is known to be answered "no" without a limit of plies.
    fn is_refuted(&mut self) -> bool {
        self.question.within.is_some() && {
            let key = self.position.key(self.question);
            self.shared.table.get(key).and_then(ProofEntry::answer) == Some(false)
        }
    }

    /// Searches the plies in order until one decides; first those that no other thread searches (Weill 1996,
    /// simplified).
    fn search_children(&mut self, depth: usize, is_or: bool, mover: usize) -> Result<bool, Unanswered> {
        let count = self.children.get(depth).map_or(0, Vec::len);
        if depth == 0 {
            self.tell_share();
        }
        for leaves_busy in [true, false] {
            let mut is_busy_left = false;
            for number in 0..count {
                let Some(child) = self.child(depth, number).filter(|child| !child.is_searched) else { continue };
                if leaves_busy && self.leaves_to_others(child, number, depth + 1) {
                    is_busy_left = true;
                } else if self.answer_of_child(child, number, depth)? == Some(is_or) {
                    let ids = self.children.get(depth).into_iter().flatten().map(|child| child.id);
                    self.history.reward(mover, ids, number);
                    return Ok(is_or);
                }
                if depth == 0 {
                    self.tell_share();
                }
            }
            if !is_busy_left {
                break;
            }
        }
        Ok(!is_or)
    }

    /// Tells who watches how many plies of the root are answered.
    fn tell_share(&self) {
        let left = self.children.first().into_iter().flatten().filter(|child| !child.is_searched).count();
        self.shared.share.reach(self.root_plies.saturating_sub(left), self.root_plies);
    }

    /// Whether another thread searches a ply that is worth leaving to it. The first ply often decides, so that other
    /// plies were searched in vain: where it takes long, threads search it together.
    fn leaves_to_others(&self, child: Child, number: usize, depth: usize) -> bool {
        let is_small = self.mean_sizes.get(depth).is_some_and(|&size| size < SIZE_FOR_ONE);
        (number > 0 || is_small) && self.shared.virtual_loss.threads_at(child.stored.key) > 0
    }

    fn child(&self, depth: usize, number: usize) -> Option<Child> {
        self.children.get(depth)?.get(number).copied()
    }

    /// The answer after a ply, from the table or by a search; none where the ply is not legal.
    fn answer_of_child(&mut self, child: Child, number: usize, depth: usize) -> Result<Option<bool>, Unanswered> {
        if let Some(searched) = self.children.get_mut(depth).and_then(|children| children.get_mut(number)) {
            searched.is_searched = true;
        }
        if let Some(answer) = child.stored.answer_in(self.table(depth + 1)) {
            return Ok(Some(answer));
        }
        if !self.position.play(child.id) {
            return Ok(None);
        }
        let answer = if self.is_shared(depth + 1) {
            self.search_shared(child.stored, depth + 1)
        } else {
            self.search(child.stored, depth + 1)
        };
        self.position.undo();
        answer.map(Some)
    }

    /// A search that other threads see and may answer first.
    fn search_shared(&mut self, stored: StoredQuestion, depth: usize) -> Result<bool, Unanswered> {
        self.shared_path.enter(depth, stored, self.shared.virtual_loss);
        let answer = self.search(stored, depth);
        self.shared_path.leave(answer.is_ok(), self.shared.virtual_loss);
        answer.or_else(|halt| self.shared_path.take_answer(depth).ok_or(halt))
    }

    /// Whether the answers of searches at this depth are in the shared table and take long enough for threads to keep out
    /// of each other's way.
    fn is_shared(&self, depth: usize) -> bool {
        let least = if self.near.is_some() { NEAR_SIZE } else { LARGE_SIZE };
        self.mean_sizes.get(depth).is_none_or(|&size| size >= least)
    }

    /// Whether searches at this depth take many positions on average.
    fn is_large(&self, depth: usize) -> bool {
        self.mean_sizes.get(depth).is_none_or(|&size| size >= LARGE_SIZE)
    }

    fn mover(&self, is_or: bool) -> usize {
        usize::from(if is_or { self.question.player } else { 1 - self.question.player.min(1) })
    }
}
