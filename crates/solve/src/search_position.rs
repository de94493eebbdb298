//! The position where a depth-first search stands: on an explorer; where a lead decides the game, with the reader of
//! leads; where lines win, or the game falls into parts, on sets of cells without the explorer.

use crate::cell_set::cells_of;
use crate::lead::{GainClaim, LeadReader, StoredQuestion};
use crate::line_board::LineBoard;
use crate::proof_number_search::SharedSearch;
use crate::question::{Unanswered, ValueQuestion};
use crate::sum_board::SumBoard;
use lusory_play::{Explorer, PieceChange};

/// What a search plays on.
pub enum PlayedOn {
    /// The explorer alone.
    Explorer,
    /// The explorer, under the reduction of a game that a lead decides.
    Lead(LeadReader),
    /// Sets of cells, where lines win or lose.
    Lines(LineBoard),
    /// Sets of cells, where the game falls into parts: for questions without a limit of plies.
    Parts(Box<SumBoard>),
}

/// See the module.
pub struct SearchPosition<'s> {
    /// The explorer, which stays at the root where a search plays on sets of cells.
    pub explorer: &'s mut dyn Explorer,
    on: PlayedOn,
    pieces: Vec<PieceChange>,
}

impl<'s> SearchPosition<'s> {
    /// An explorer's position, and the same on what a search plays on.
    pub fn new(explorer: &'s mut dyn Explorer, on: PlayedOn) -> Self {
        SearchPosition { explorer, on, pieces: Vec::new() }
    }

    /// The board where lines win or lose.
    #[must_use]
    pub fn line_board(&self) -> Option<&LineBoard> {
        if let PlayedOn::Lines(board) = &self.on { Some(board) } else { None }
    }

    fn lead(&self) -> Option<&LeadReader> {
        if let PlayedOn::Lead(lead) = &self.on { Some(lead) } else { None }
    }

    /// Where the game falls into parts: about how many more plies the player has who made the last one, in halves.
    #[must_use]
    pub fn lead_of_parts(&self) -> Option<i64> {
        if let PlayedOn::Parts(sum) = &self.on { Some(sum.lead()) } else { None }
    }

    /// Whether positions may repeat, as far as is known here.
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        matches!(self.on, PlayedOn::Explorer | PlayedOn::Lead(_))
    }

    /// Whether a claim of a proof holds for symmetric positions and larger leads, too.
    #[must_use]
    pub fn merges(&self) -> bool {
        self.lead().is_some_and(LeadReader::merges)
    }

    /// Plays a ply; `false`, without any change, where it is illegal.
    pub fn play(&mut self, id: u32) -> bool {
        match &mut self.on {
            PlayedOn::Explorer => self.explorer.play(id),
            PlayedOn::Lead(lead) => lead.play(self.explorer, id),
            PlayedOn::Lines(board) => board.play(id as usize),
            PlayedOn::Parts(sum) => sum.play(id),
        }
    }

    /// Undoes the last ply.
    pub fn undo(&mut self) {
        match &mut self.on {
            PlayedOn::Explorer => _ = self.explorer.undo(),
            PlayedOn::Lead(lead) => lead.undo(self.explorer),
            PlayedOn::Lines(board) => board.undo(),
            PlayedOn::Parts(sum) => sum.undo(),
        }
    }

    /// The ids of the legal plies, ascending.
    pub fn legal(&mut self, ids: &mut Vec<u32>) {
        match &self.on {
            PlayedOn::Explorer | PlayedOn::Lead(_) => self.explorer.legal(ids),
            PlayedOn::Lines(board) => {
                ids.clear();
                ids.extend(cells_of(board.legal()).map(|cell| cell as u32));
            }
            PlayedOn::Parts(sum) => sum.legal(ids),
        }
    }

    /// The ids of the legal plies that a search has to try, ascending: if any ply wins, one of them does.
    pub fn useful_plies(&mut self, ids: &mut Vec<u32>) {
        match &mut self.on {
            PlayedOn::Parts(sum) => sum.useful_plies(ids),
            PlayedOn::Explorer | PlayedOn::Lead(_) | PlayedOn::Lines(_) => self.legal(ids),
        }
    }

    /// The player to move; -1 for chance.
    #[must_use]
    pub fn to_move(&self) -> i8 {
        match &self.on {
            PlayedOn::Explorer | PlayedOn::Lead(_) => self.explorer.to_move(),
            PlayedOn::Lines(board) => board.to_move() as i8,
            PlayedOn::Parts(sum) => sum.to_move() as i8,
        }
    }

    /// The key of the answer to a question without a limit of plies.
    pub fn key(&mut self, question: ValueQuestion) -> u128 {
        match &mut self.on {
            PlayedOn::Explorer | PlayedOn::Lead(_) => question.key(self.explorer.key()),
            PlayedOn::Lines(board) => question.key(board.key()),
            PlayedOn::Parts(sum) => sum_key(sum, question),
        }
    }

    /// A question about the position, after so many plies of the search.
    pub fn stored_question(&mut self, question: ValueQuestion, depth: usize) -> StoredQuestion {
        match &mut self.on {
            PlayedOn::Explorer => StoredQuestion::of_key(question.key_after(self.explorer.key(), depth)),
            PlayedOn::Lead(lead) => lead.stored(self.explorer, question),
            PlayedOn::Lines(board) => StoredQuestion::of_key(question.key_after(board.key(), depth)),
            PlayedOn::Parts(sum) => StoredQuestion::of_key(sum_key(sum, question)),
        }
    }

    /// The claim of a proof about the position. Without a lead the same key says all of it.
    pub fn claim(&mut self, question: ValueQuestion) -> GainClaim {
        let of_lead = match &mut self.on {
            PlayedOn::Lead(lead) => lead.claim(self.explorer, question),
            PlayedOn::Explorer | PlayedOn::Lines(_) | PlayedOn::Parts(_) => None,
        };
        of_lead.unwrap_or_else(|| GainClaim { key: self.explorer.key().key, gain: 0 })
    }

    /// The answer to a question, if the game is over.
    ///
    /// # Errors
    /// Where a game that a lead should decide ended otherwise.
    pub fn final_answer(&mut self, question: ValueQuestion) -> Result<Option<bool>, Unanswered> {
        let halves = match &mut self.on {
            PlayedOn::Explorer => {
                return Ok(self.explorer.values().map(|values| question.holds(&values)));
            }
            PlayedOn::Lead(lead) => {
                let Some(values) = self.explorer.values() else { return Ok(None) };
                return lead.answer(self.explorer, &values, question).ok_or(Unanswered::Undecided).map(Some);
            }
            PlayedOn::Lines(board) => board.halves(question.player),
            PlayedOn::Parts(sum) => sum.halves(question.player),
        };
        Ok(halves.map(|halves| halves >= question.halves))
    }

    /// The answer to a question, if it follows from a lead that is out of reach.
    pub fn lead_bound(&mut self, question: ValueQuestion) -> Option<bool> {
        if let PlayedOn::Lead(lead) = &mut self.on { lead.bound(self.explorer, question) } else { None }
    }

    /// The answer to a question, if it follows from the winning sets that are left to a player, or from a lead that is
    /// out of reach.
    pub fn bound(&mut self, question: ValueQuestion, shared: &SharedSearch<'_>) -> Option<bool> {
        if let Some(answer) = self.lead_bound(question) {
            return Some(answer);
        }
        let (PlayedOn::Lines(board), Some(sets)) = (&self.on, shared.sets) else {
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
