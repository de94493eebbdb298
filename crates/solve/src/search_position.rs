//! The position where a depth-first search stands: on an explorer; where a lead decides the game, with the reader of
//! leads; where lines win, or the game falls into parts, on sets of cells without the explorer.

use crate::cell_set::cells_of;
use crate::lead::{GainClaim, LeadReader, StoredQuestion};
use crate::line_board::LineBoard;
use crate::proof_number_search::SharedSearch;
use crate::question::{Unanswered, ValueQuestion};
use crate::sum_board::SumBoard;
use lusory_play::{Explorer, PieceChange};

/// See the module.
pub struct SearchPosition<'s> {
    /// The explorer, which stays at the root where there is a board.
    pub explorer: &'s mut dyn Explorer,
    lead: Option<LeadReader>,
    /// Where lines win.
    pub board: Option<LineBoard>,
    /// Where the game falls into parts.
    sum: Option<SumBoard>,
    pieces: Vec<PieceChange>,
}

impl<'s> SearchPosition<'s> {
    /// An explorer's position.
    pub fn new(explorer: &'s mut dyn Explorer) -> Self {
        SearchPosition { explorer, lead: None, board: None, sum: None, pieces: Vec::new() }
    }

    /// The position where a lead decides the game: the explorer is in its position, under its reduction.
    #[must_use]
    pub fn of_lead(self, lead: Option<LeadReader>) -> Self {
        SearchPosition { lead, ..self }
    }

    /// The position on a board that equals the explorer's.
    #[must_use]
    pub fn on_board(self, board: Option<LineBoard>) -> Self {
        SearchPosition { board, ..self }
    }

    /// The position of a sum that equals the explorer's: for questions without a limit of plies.
    #[must_use]
    pub fn on_sum(self, sum: Option<SumBoard>) -> Self {
        SearchPosition { sum, ..self }
    }

    /// Where the game falls into parts: how many more plies the player has who made the last one, if both were to move.
    #[must_use]
    pub fn mobility_lead(&self) -> Option<i64> {
        self.sum.as_ref().map(SumBoard::mobility_lead)
    }

    /// Whether positions may repeat, as far as is known here.
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        self.board.is_none() && self.sum.is_none()
    }

    /// Whether a claim of a proof holds for symmetric positions and larger leads, too.
    #[must_use]
    pub fn merges(&self) -> bool {
        self.lead.as_ref().is_some_and(LeadReader::merges)
    }

    /// Plays a ply; `false`, without any change, where it is illegal.
    pub fn play(&mut self, id: u32) -> bool {
        if let Some(sum) = &mut self.sum {
            return sum.play(id);
        }
        match (&mut self.board, &mut self.lead) {
            (Some(board), _) => board.play(id as usize),
            (None, Some(lead)) => lead.play(self.explorer, id),
            (None, None) => self.explorer.play(id),
        }
    }

    /// Undoes the last ply.
    pub fn undo(&mut self) {
        if let Some(sum) = &mut self.sum {
            return sum.undo();
        }
        match (&mut self.board, &mut self.lead) {
            (Some(board), _) => board.undo(),
            (None, Some(lead)) => lead.undo(self.explorer),
            (None, None) => _ = self.explorer.undo(),
        }
    }

    /// The ids of the legal plies, ascending.
    pub fn legal(&mut self, ids: &mut Vec<u32>) {
        if let Some(sum) = &self.sum {
            return sum.legal(ids);
        }
        match &self.board {
            Some(board) => {
                ids.clear();
                ids.extend(cells_of(board.legal()).map(|cell| cell as u32));
            }
            None => self.explorer.legal(ids),
        }
    }

    /// The player to move; -1 for chance.
    #[must_use]
    pub fn to_move(&self) -> i8 {
        let on_board = self.board.as_ref().map(LineBoard::to_move).or(self.sum.as_ref().map(SumBoard::to_move));
        on_board.map_or_else(|| self.explorer.to_move(), |player| player as i8)
    }

    /// The key of the answer to a question without a limit of plies.
    pub fn key(&mut self, question: ValueQuestion) -> u128 {
        match (&self.board, &mut self.sum) {
            (Some(board), _) => question.key(board.key()),
            (None, Some(sum)) => sum_key(sum, question),
            (None, None) => question.key(self.explorer.key()),
        }
    }

    /// A question about the position, after so many plies of the search.
    pub fn stored_question(&mut self, question: ValueQuestion, depth: usize) -> StoredQuestion {
        if let Some(sum) = &mut self.sum {
            return StoredQuestion::of_key(sum_key(sum, question));
        }
        match (&self.board, &mut self.lead) {
            (Some(board), _) => StoredQuestion::of_key(question.key_after(board.key(), depth)),
            (None, Some(lead)) => lead.stored(self.explorer, question),
            (None, None) => StoredQuestion::of_key(question.key_after(self.explorer.key(), depth)),
        }
    }

    /// The claim of a proof about the position. Without a lead the same key says all of it.
    pub fn claim(&mut self, question: ValueQuestion) -> GainClaim {
        let of_lead = self.lead.as_mut().and_then(|lead| lead.claim(self.explorer, question));
        of_lead.unwrap_or_else(|| GainClaim { key: self.explorer.key().key, gain: 0 })
    }

    /// The answer to a question, if the game is over.
    ///
    /// # Errors
    /// Where a game that a lead should decide ended otherwise.
    pub fn final_answer(&mut self, question: ValueQuestion) -> Result<Option<bool>, Unanswered> {
        if let Some(board) = &self.board {
            return Ok(board.halves(question.player).map(|halves| halves >= question.halves));
        }
        if let Some(sum) = &mut self.sum {
            let halves = if sum.is_zero() { Some(0) } else { sum.halves(sum.to_move()) };
            let of_player = |halves: u8| if sum.to_move() == question.player { halves } else { 2 - halves };
            return Ok(halves.map(|halves| of_player(halves) >= question.halves));
        }
        let Some(values) = self.explorer.values() else { return Ok(None) };
        match &mut self.lead {
            Some(lead) => lead.answer(self.explorer, &values, question).ok_or(Unanswered::Undecided).map(Some),
            None => Ok(Some(question.holds(&values))),
        }
    }

    /// The answer to a question, if it follows from a lead that is out of reach.
    pub fn lead_bound(&mut self, question: ValueQuestion) -> Option<bool> {
        self.lead.as_mut()?.bound(self.explorer, question)
    }

    /// The answer to a question, if it follows from the winning sets that are left to a player, or from a lead that is
    /// out of reach.
    pub fn bound(&mut self, question: ValueQuestion, shared: &SharedSearch<'_>) -> Option<bool> {
        if let Some(answer) = self.lead_bound(question) {
            return Some(answer);
        }
        let (Some(board), Some(sets)) = (&self.board, shared.sets) else {
            // The explorer of a sum stays at the root, and its rules have no winning sets.
            return shared.bound(self.explorer, question, &mut self.pieces);
        };
        if question.halves == 2 {
            return (!board.may_win(question.player, sets)).then_some(false);
        }
        let may_lose = question.within.is_some() || board.may_win(1 - question.player.min(1), sets);
        (!may_lose).then_some(true)
    }
}

/// The key of an answer. Nobody draws, so who gets half a point wins.
fn sum_key(sum: &mut SumBoard, question: ValueQuestion) -> u128 {
    ValueQuestion { halves: 2, ..question }.key(sum.key())
}
