//! What a proof asks of a depth-first search: the answers of positions, from the table or by a search.

use super::DepthFirstSearch;
use crate::adviser::TableSearch;
use crate::proof_table::ProofEntry;
use crate::question::Unanswered;
use lusory_play::Explorer;

impl TableSearch for DepthFirstSearch<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.position.explorer
    }

    fn legal(&mut self, ids: &mut Vec<u32>) {
        self.position.legal(ids);
    }

    fn play(&mut self, id: u32) -> bool {
        self.position.play(id)
    }

    fn undo(&mut self) {
        self.position.undo();
    }

    fn is_ahead_for_good(&mut self) -> bool {
        self.position.lead_bound(self.question) == Some(true)
    }

    fn entry_after_ply(&mut self) -> Option<ProofEntry> {
        match self.position.final_answer(self.question) {
            Ok(None) if self.is_ahead_for_good() => Some(ProofEntry::of_answer(true, 1)),
            Ok(None) => self.position.stored_question(self.question, 0).entry_in(self.shared.table),
            Ok(Some(answer)) => Some(ProofEntry::of_answer(answer, 1)),
            Err(_) => None,
        }
    }

    fn answer(&mut self) -> Result<bool, Unanswered> {
        if let Some(answer) = self.position.final_answer(self.question)? {
            return Ok(answer);
        }
        let known = self.position.stored_question(self.question, 0).answer_in(self.shared.table);
        known.map_or_else(|| self.answer_anew(), Ok)
    }

    fn answer_anew(&mut self) -> Result<bool, Unanswered> {
        self.path.clear();
        let stored = self.position.stored_question(self.question, 0);
        let answer = self.search(stored, 0);
        self.report_nodes();
        answer
    }
}
