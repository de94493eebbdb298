//! What cursors and explorers ask of one lane.

use crate::bank::Bank;
use crate::draw::GroupMember;
use crate::ending::ending;
use crate::offered::OfferedPly;
use crate::vector::One;
use lusory_play::Values;

impl<const W: usize> Bank<One, W, 1> {
    /// Plays the tick of a body with this ply, or none; returns the body that plays next.
    pub fn step(&mut self, body: usize, member: Option<GroupMember>) -> usize {
        self.tick(body, Some(&[member]));
        match self.program.stage_and_plies {
            Some((next, _)) => self.word(next as usize, 0) as usize,
            None => (body + 1) % self.program.bodies.len(),
        }
    }

    /// Whether the players of the first two sides have changed places.
    pub fn is_swapped(&self) -> bool {
        self.program.swapped.is_some_and(|register| self.word(register as usize, 0) != 0)
    }

    /// The values, if the game is over.
    pub fn values(&self) -> Option<Values> {
        let result = self.word(self.program.result as usize, 0);
        ending(result, self.is_swapped(), self.program.sides).map(|(values, _)| values)
    }

    /// Replaces the list with what a body offers, by ascending ids.
    pub fn list_by_ids(&self, body: usize, list: &mut Vec<OfferedPly>) {
        self.list_offered(body, 0, usize::MAX, list);
        if !list.is_sorted() {
            list.sort_unstable();
        }
    }
}
