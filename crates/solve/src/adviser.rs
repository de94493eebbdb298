//! What a proof asks of a search: in a position, a ply that keeps the value that it has found.

use crate::proof_table::ProofEntry;
use crate::question::Unanswered;
use lusory_play::Explorer;

/// Supplies the plies of a proof: in the current position, a ply that keeps the proven value.
pub trait Adviser {
    /// The adviser's explorer.
    fn explorer(&mut self) -> &mut dyn Explorer;
    /// Plays a ply on it: the writer plays and undoes the same plies there as on its own. `false` where it is illegal.
    fn play(&mut self, id: u32) -> bool {
        self.explorer().play(id)
    }
    /// Undoes the last ply.
    fn undo(&mut self) {
        self.explorer().undo();
    }
    /// A ply that keeps the proven value, so many plies after the start of the proof; none where nothing is proven.
    ///
    /// # Errors
    /// `Unanswered` says why there is no answer.
    fn advise(&mut self, plies: u32) -> Result<Option<u32>, Unanswered>;
    /// Whether the answer "yes" is certain here by a lead that is out of reach.
    fn is_ahead_for_good(&mut self) -> bool {
        false
    }
    /// Whether a ply to any position that is proven already will do, and none to one on the way here.
    fn may_go_back(&self) -> bool {
        false
    }
}

/// A search that stores its answers in a table.
pub trait TableSearch {
    /// Its explorer.
    fn explorer(&mut self) -> &mut dyn Explorer;
    /// Plays a ply; `false`, without any change, where it is illegal.
    fn play(&mut self, id: u32) -> bool {
        self.explorer().play(id)
    }
    /// Undoes the last ply.
    fn undo(&mut self) {
        self.explorer().undo();
    }
    /// Replaces the list with the ids of the legal plies, ascending.
    fn legal(&mut self, ids: &mut Vec<u32>) {
        self.explorer().legal(ids);
    }
    /// The entry of the current position, if the game is over or the table has one.
    fn entry_after_ply(&mut self) -> Option<ProofEntry>;
    /// Whether the answer "yes" is certain here by a lead that is out of reach.
    fn is_ahead_for_good(&mut self) -> bool {
        false
    }
    /// Answers the question for the current position.
    ///
    /// # Errors
    /// `Unanswered` says why there is no answer.
    fn answer(&mut self) -> Result<bool, Unanswered>;
    /// Answers it again even if the answer is known, so that the table has the ply that decides.
    ///
    /// # Errors
    /// As `answer`.
    fn answer_anew(&mut self) -> Result<bool, Unanswered> {
        self.answer()
    }
}

impl<S: TableSearch> Adviser for S {
    fn is_ahead_for_good(&mut self) -> bool {
        TableSearch::is_ahead_for_good(self)
    }

    fn may_go_back(&self) -> bool {
        true
    }

    fn explorer(&mut self) -> &mut dyn Explorer {
        TableSearch::explorer(self)
    }

    fn play(&mut self, id: u32) -> bool {
        TableSearch::play(self, id)
    }

    fn undo(&mut self) {
        TableSearch::undo(self);
    }

    /// The ply that keeps the position proven with the least work. Entries that the table has lost are searched again.
    fn advise(&mut self, _: u32) -> Result<Option<u32>, Unanswered> {
        let mut ids = Vec::new();
        TableSearch::legal(self, &mut ids);
        for again in [false, true] {
            if again && !self.answer_anew()? {
                return Ok(None);
            }
            let mut best: Option<(u16, u32)> = None;
            for &id in &ids {
                if !TableSearch::play(self, id) {
                    continue;
                }
                let work = self.entry_after_ply().filter(|entry| entry.proof == 0).map(|entry| entry.work);
                TableSearch::undo(self);
                best = work.map(|work| (work, id)).into_iter().chain(best).min();
            }
            if let Some((_, id)) = best {
                return Ok(Some(id));
            }
        }
        // The answer was found, but its entry was overwritten at once: the table is too small for a single line.
        Err(Unanswered::Memory)
    }
}
