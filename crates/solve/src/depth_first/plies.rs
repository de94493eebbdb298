//! The plies of a node of a depth-first search: those that need a search, in the order in which they are searched.

use super::{Child, DepthFirstSearch, LARGE_SIZE};
use crate::cell_set::cells_of;
use crate::lead::StoredQuestion;
use crate::line_board::BoardPlies;
use crate::question::Unanswered;

/// The weight of a unit of log-odds of the features, in the unit of the history. With an eighth or eight times as much,
/// connect four 6x5 takes a third more positions, and others about as many.
const WEIGHT_OF_FEATURES: f32 = 2048.0;
/// The weights of an open line through a cell, and of a cell that would complete a line after the ply, in the unit of
/// the history. Without them connect four 6x6 takes half as many positions again.
const LINE_WEIGHT: i64 = 8;
const THREAT_WEIGHT: i64 = 64;
/// The weight of half a ply that a player has more than the other one, in the unit of the history: so little that the
/// history decides among plies that leave about as much. With 16 domineering 7x7 takes a tenth more positions.
const LEAD_WEIGHT: i64 = 2;

impl DepthFirstSearch<'_> {
    /// Lists and orders the plies without a stored answer; returns the answer if one ply decides it or none is left.
    pub(super) fn expand(&mut self, depth: usize, is_or: bool) -> Result<Option<bool>, Unanswered> {
        while self.children.len() <= depth {
            self.children.push(Vec::new());
            self.killers.push(0);
            self.mean_sizes.push(16.0 * LARGE_SIZE);
        }
        let evaluate = self.is_large(depth);
        let mut children = self.children.get_mut(depth).map(std::mem::take).unwrap_or_default();
        children.clear();
        let is_decided = if self.position.line_board().is_some() {
            self.list_cells(&mut children, (depth, evaluate), is_or)
        } else {
            self.list_plies(&mut children, (depth, evaluate), is_or)?
        };
        if depth == 0 {
            self.root_plies = children.len();
        }
        let is_decided = is_decided || self.drop_answered(&mut children, depth + 1, is_or);
        children.sort_unstable_by_key(|child| std::cmp::Reverse(child.rank));
        let is_empty = children.is_empty();
        if let Some(slot) = self.children.get_mut(depth) {
            *slot = children;
        }
        Ok(if is_decided { Some(is_or) } else { is_empty.then_some(!is_or) })
    }

    /// Lists the plies that need a search where lines win; returns whether one decides the position.
    fn list_cells(&mut self, children: &mut Vec<Child>, (depth, evaluate): (usize, bool), is_or: bool) -> bool {
        let (Some(board), mover) = (self.position.line_board(), self.mover(is_or)) else { return false };
        let cells = match board.plies() {
            BoardPlies::Win => return true,
            // Lines that the limit of plies cuts off are no losses.
            BoardPlies::Lose(plies) => return !is_or && self.question.is_late(depth + plies - 1),
            BoardPlies::Fill => return is_or == (self.question.halves == 1),
            BoardPlies::Cells(cells) => cells,
        };
        // Where lines also lose, cells with many lines are no better: with their weight yavalath 3 takes four times as many.
        let counts_lines = !board.has_losing_lines();
        for cell in cells_of(cells) {
            let (id, key) = (cell as u32, board.key_after(cell));
            let stored = StoredQuestion::of_key(self.question.key_after(key, depth + 1));
            let value = || {
                let lines = if counts_lines { board.count_open_lines(cell) } else { 0 };
                LINE_WEIGHT * i64::from(lines) + THREAT_WEIGHT * i64::from(board.count_new_threats(cell))
            };
            let rank = self.history.score(mover, id) + if evaluate { value() } else { 0 };
            children.push(Child { id, stored, rank, is_searched: false });
        }
        false
    }

    /// Lists the plies that do not end the game; returns whether one decides the position.
    fn list_plies(
        &mut self,
        children: &mut Vec<Child>,
        (depth, evaluate): (usize, bool),
        is_or: bool,
    ) -> Result<bool, Unanswered> {
        let mut ids = std::mem::take(&mut self.ids);
        self.position.useful_plies(&mut ids);
        let mut is_decided = false;
        if let Some(place) = self.killers.get(depth).and_then(|killer| ids.binary_search(killer).ok()) {
            ids.swap(0, place);
        }
        for &id in &ids {
            if !self.position.play(id) {
                continue;
            }
            let answer = self.position.final_answer(self.question);
            if answer == Ok(None) {
                children.push(self.new_child(id, depth + 1, evaluate, is_or));
            }
            self.position.undo();
            is_decided |= answer? == Some(is_or);
            if is_decided {
                self.killers.get_mut(depth).into_iter().for_each(|killer| *killer = id);
                break;
            }
        }
        self.ids = ids;
        Ok(is_decided)
    }

    /// Removes the plies whose answer is in the table; returns whether one decides the position. All are looked up in
    /// one pass, so that the cache misses overlap.
    fn drop_answered(&self, children: &mut Vec<Child>, depth: usize, is_or: bool) -> bool {
        let table = self.table(depth);
        table.touch(children.iter().map(|child| child.stored.key));
        let mut is_decided = false;
        children.retain(|child| {
            let answer = child.stored.answer_in(table);
            is_decided |= answer == Some(is_or);
            answer.is_none()
        });
        is_decided
    }

    /// The key and rank of the position after a ply, which is the explorer's current one.
    fn new_child(&mut self, id: u32, depth: usize, evaluate: bool, is_or: bool) -> Child {
        let stored = self.position.stored_question(self.question, depth);
        let mover = self.mover(is_or);
        let history = self.history.score(mover, id);
        let value = if evaluate { self.static_value(mover) } else { 0 };
        Child { id, stored, rank: history + value, is_searched: false }
    }

    /// The static evaluation for the player who made the ply: the features of the rules with their prior weights.
    fn static_value(&mut self, mover: usize) -> i64 {
        if let Some(lead) = self.position.lead_of_parts() {
            return LEAD_WEIGHT * lead;
        }
        if self.priors.is_empty() {
            return 0;
        }
        self.position.explorer.write_features(&mut self.features);
        let sum: f32 = self.features.iter().zip(&self.priors).map(|(value, prior)| value * prior).sum();
        let sum = if mover == 0 { sum } else { -sum };
        (sum * WEIGHT_OF_FEATURES) as i64
    }
}
