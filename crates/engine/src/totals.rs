//! What many games came to, added up. Whole numbers only, so the order in which games are added does not matter.

use crate::state::{Reason, SIDES};
use std::collections::BTreeMap;

/// A whole point in parts that the shares of two, three and four players divide.
pub const POINT: u64 = 12;

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// How many games there were.
    pub games: u64,
    /// Twelfths of a point, one number a player: `POINT` for a win, an equal share for a draw.
    pub points: [u64; SIDES],
    /// Games won, one number a player.
    pub wins: [u64; SIDES],
    /// Games nobody won.
    pub draws: u64,
}

impl Results {
    /// Adds a game with these values, one a player.
    #[inline]
    pub fn add(&mut self, values: &[f64; SIDES]) {
        let mut won = 0;
        for (player, &value) in values.iter().enumerate() {
            self.points[player] += (value * POINT as f64).round() as u64;
            self.wins[player] += u64::from(value == 1.0);
            won |= u64::from(value == 1.0);
        }
        self.games += 1;
        self.draws += 1 - won;
    }

    /// Adds those of other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.draws += other.draws;
        for player in 0..SIDES {
            self.points[player] += other.points[player];
            self.wins[player] += other.wins[player];
        }
    }

    /// The sum of a player's values.
    #[must_use]
    pub fn value(&self, player: usize) -> f64 {
        self.points.get(player).map_or(0.0, |&points| points as f64 / POINT as f64)
    }
}

/// What was on offer at one number of plies played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AtPly {
    /// How many games got there.
    pub games: u64,
    /// Legal plies there, added up over those games.
    pub legal: u64,
    /// Games in which there was but one.
    pub forced: u64,
}

/// What many games came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// How many games were played, those cut off among them.
    pub games: u64,
    /// How many plies, of all games.
    pub plies: u64,
    /// How the finished games ended.
    pub results: Results,
    /// Games ended by each end clause.
    pub ended_by: Vec<u64>,
    /// Games that ended because nobody had a legal ply.
    pub nothing_legal: u64,
    /// Games cut off at the limit of plies.
    pub cut_off: u64,
    /// How many finished games had each number of plies.
    pub lengths: Vec<u64>,
    /// For each number of plies played, what was on offer; empty where nobody asked.
    pub branching: Vec<AtPly>,
    /// How games with each first ply ended, by its id; empty where nobody asked. Games cut off are not in it.
    pub first_plies: BTreeMap<u32, Results>,
}

/// The number at this place of a list, which grows where it is too short.
#[inline]
fn at<T: Default + Clone>(list: &mut Vec<T>, index: usize) -> &mut T {
    if index >= list.len() {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

/// Adds numbers place by place.
fn add_all<T: Default + Clone>(list: &mut Vec<T>, other: &[T], add: impl Fn(&mut T, &T)) {
    if list.len() < other.len() {
        list.resize(other.len(), T::default());
    }
    list.iter_mut().zip(other).for_each(|(total, more)| add(total, more));
}

impl Totals {
    /// Adds a finished game.
    #[inline]
    pub fn add(&mut self, length: u32, values: &[f64; SIDES], reason: Reason) {
        self.games += 1;
        self.plies += u64::from(length);
        self.results.add(values);
        *at(&mut self.lengths, length as usize) += 1;
        match reason {
            Reason::End(clause) => *at(&mut self.ended_by, usize::from(clause)) += 1,
            Reason::NothingLegal => self.nothing_legal += 1,
        }
    }

    /// Adds a game cut off after so many plies.
    pub fn cut(&mut self, length: u32) {
        self.games += 1;
        self.plies += u64::from(length);
        self.cut_off += 1;
    }

    /// Notes how many plies were on offer after so many had been played.
    #[inline]
    pub fn offered(&mut self, played: u32, legal: u64) {
        let there = at(&mut self.branching, played as usize);
        there.games += 1;
        there.legal += legal;
        there.forced += u64::from(legal == 1);
    }

    /// Notes how a finished game that began with this ply ended.
    pub fn began(&mut self, first: u32, values: &[f64; SIDES]) {
        self.first_plies.entry(first).or_default().add(values);
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.results.merge(&other.results);
        self.nothing_legal += other.nothing_legal;
        self.cut_off += other.cut_off;
        add_all(&mut self.ended_by, &other.ended_by, |total, more| *total += more);
        add_all(&mut self.lengths, &other.lengths, |total, more| *total += more);
        add_all(&mut self.branching, &other.branching, |total, more| {
            total.games += more.games;
            total.legal += more.legal;
            total.forced += more.forced;
        });
        for (&id, results) in &other.first_plies {
            self.first_plies.entry(id).or_default().merge(results);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Totals {
        let mut totals = Totals::default();
        totals.add(5, &[1.0, 0.0, 0.0, 0.0], Reason::End(2));
        totals.add(9, &[0.5, 0.5, 0.0, 0.0], Reason::NothingLegal);
        totals.add(9, &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0], Reason::End(0));
        totals.cut(20);
        totals.offered(1, 1);
        totals.offered(1, 7);
        totals.began(3, &[1.0, 0.0, 0.0, 0.0]);
        totals
    }

    #[test]
    fn games_are_added_up() {
        let totals = sample();
        assert_eq!((totals.games, totals.plies, totals.cut_off), (4, 43, 1));
        assert_eq!((totals.results.games, totals.results.wins[0], totals.results.draws), (3, 1, 2));
        assert_eq!(totals.results.points, [12 + 6 + 4, 6 + 4, 4, 0]);
        assert!((totals.results.value(1) - 10.0 / 12.0).abs() < 1e-12);
        assert_eq!((totals.ended_by, totals.nothing_legal), (vec![1, 0, 1], 1));
        assert_eq!((totals.lengths[5], totals.lengths[9], totals.lengths.len()), (1, 2, 10));
        assert_eq!(totals.branching, vec![AtPly::default(), AtPly { games: 2, legal: 8, forced: 1 }]);
    }

    #[test]
    fn a_merge_is_the_sum_whichever_comes_first() {
        let mut other = Totals::default();
        other.add(30, &[0.0, 1.0, 0.0, 0.0], Reason::End(5));
        other.began(1, &[0.0, 1.0, 0.0, 0.0]);
        let (mut one, mut two) = (sample(), other.clone());
        one.merge(&other);
        two.merge(&sample());
        assert_eq!(one, two);
        assert_eq!((one.games, one.lengths[30], one.ended_by[5], one.first_plies.len()), (5, 1, 1, 2));
    }
}
