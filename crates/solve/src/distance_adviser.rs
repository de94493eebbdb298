//! The plies of a proof by a depth-first search with a limit of plies: in each position one that wins fastest. The
//! distances to the win shrink along every line, so that no position repeats.

use crate::adviser::{Adviser, TableSearch};
use crate::depth_first::DepthFirstSearch;
use crate::question::Unanswered;
use lusory_play::Explorer;

/// See the module.
pub struct DistanceAdviser<'s> {
    search: DepthFirstSearch<'s>,
    within: u32,
}

impl<'s> DistanceAdviser<'s> {
    /// For a search from a position that is won within so many plies.
    pub fn new(search: DepthFirstSearch<'s>, within: u32) -> Self {
        DistanceAdviser { search, within }
    }

    fn wins_within(&mut self, plies: u32) -> Result<bool, Unanswered> {
        self.search.set_limit(plies);
        self.search.answer()
    }

    /// The fewest plies in which the position is won: wins are found faster than they are excluded, so it is sought from
    /// above.
    fn distance(&mut self, most: u32) -> Result<Option<u32>, Unanswered> {
        if !self.wins_within(most)? {
            return Ok(None);
        }
        let mut least = most;
        while least > 1 && self.wins_within(least - 1)? {
            least -= 1;
        }
        Ok(Some(least))
    }
}

impl Adviser for DistanceAdviser<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        TableSearch::explorer(&mut self.search)
    }

    fn play(&mut self, id: u32) -> bool {
        TableSearch::play(&mut self.search, id)
    }

    fn undo(&mut self) {
        TableSearch::undo(&mut self.search);
    }

    fn advise(&mut self, plies: u32) -> Result<Option<u32>, Unanswered> {
        let Some(distance) = self.distance(self.within.saturating_sub(plies))? else { return Ok(None) };
        let mut ids = Vec::new();
        self.search.legal(&mut ids);
        for id in ids {
            if !Adviser::play(self, id) {
                continue;
            }
            let wins = self.wins_within(distance - 1);
            Adviser::undo(self);
            if wins? {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}
