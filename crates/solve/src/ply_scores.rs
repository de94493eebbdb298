//! The history heuristic (Schaeffer 1989): plies that decided other positions are searched first.

use lusory_play::hash::BuildFold;
use std::collections::HashMap;

/// By player and id, how often a ply decided a position, less how often it was tried in vain.
#[derive(Clone, Debug, Default)]
pub struct PlyScores {
    scores: [HashMap<u32, i64, BuildFold>; 2],
}

impl PlyScores {
    /// The score of a player's ply.
    #[must_use]
    pub fn score(&self, player: usize, id: u32) -> i64 {
        self.scores.get(player).and_then(|scores| scores.get(&id)).copied().unwrap_or(0)
    }

    /// Learns from a ply that decided a position, by its number among those tried: it gains what the plies before it lose,
    /// which were tried in vain (Tromp's rule in Fhourstones).
    pub fn reward(&mut self, player: usize, ids: impl Iterator<Item = u32>, decisive: usize) {
        let Some(scores) = self.scores.get_mut(player) else { return };
        for (number, id) in ids.enumerate().take(decisive + 1) {
            *scores.entry(id).or_default() += if number == decisive { decisive as i64 } else { -1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decisive_ply_gains_what_those_before_it_lose() {
        let mut history = PlyScores::default();
        history.reward(0, [7, 8, 9, 5].into_iter(), 2);
        history.reward(0, [9, 8].into_iter(), 0);
        assert_eq!([7, 8, 9, 5].map(|id| history.score(0, id)), [-1, -1, 2, 0]);
        assert_eq!(history.score(1, 9), 0);
    }
}
