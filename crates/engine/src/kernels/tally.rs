//! Cheap counters of game results; converted to totals when a run is over.

use crate::results::POINT;
use crate::state::EndReason;
use crate::totals::Totals;

/// Results of games of two players.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By reason (the last is the want of a legal ply): games that brought the first player 0, 1, 2 half points.
    ended: Vec<[u64; 3]>,
    nothing_legal: [u64; 3],
    lengths: Vec<u64>,
    cut_off: u64,
    cut_plies: u64,
}

impl Tally {
    /// Adds a finished game; `halves` are those of the first player.
    #[inline]
    pub fn add(&mut self, length: u32, halves: u8, reason: EndReason) {
        let ended = match reason {
            EndReason::End(clause) => at(&mut self.ended, usize::from(clause)),
            EndReason::NothingLegal => &mut self.nothing_legal,
        };
        ended[usize::from(halves.min(2))] += 1;
        *at(&mut self.lengths, length as usize) += 1;
    }

    /// Adds a game cut off after so many plies.
    pub fn cut(&mut self, length: u32) {
        self.cut_off += 1;
        self.cut_plies += u64::from(length);
    }

    /// Adds the counts to totals.
    pub fn give(self, totals: &mut Totals) {
        let all = self.ended.iter().chain([&self.nothing_legal]);
        let [losses, draws, won] = all.fold([0; 3], |sum, ended| [0, 1, 2].map(|i| sum[i] + ended[i]));
        let results = &mut totals.results;
        results.games += losses + draws + won;
        results.draws += draws;
        for (player, wins) in [won, losses].into_iter().enumerate() {
            results.wins[player] += wins;
            results.points[player] += wins * POINT + draws * POINT / 2;
        }
        totals.games += losses + draws + won + self.cut_off;
        totals.cut_off += self.cut_off;
        totals.nothing_legal += self.nothing_legal.iter().sum::<u64>();
        totals.plies += self.cut_plies;
        for (length, &games) in self.lengths.iter().enumerate().filter(|(_, games)| **games > 0) {
            totals.plies += length as u64 * games;
            *at(&mut totals.lengths, length) += games;
        }
        for (clause, ended) in self.ended.iter().enumerate().filter(|(_, ended)| ended.iter().any(|&n| n > 0)) {
            *at(&mut totals.ended_by, clause) += ended.iter().sum::<u64>();
        }
    }
}

#[inline]
fn at<T: Default + Clone>(list: &mut Vec<T>, index: usize) -> &mut T {
    if index >= list.len() {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}
