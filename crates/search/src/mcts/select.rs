//! Selection: chooses the ply of a node that the simulation follows, by UCT with GRAVE; ties are broken at random.

use super::amaf::{AmafStatistics, amaf_of_shared_plies};
use super::node::{LANES, NONE, PlyBlock};
use super::tree_search::{PathStep, TreeSearch};
use crate::options::Options;
use std::num::NonZeroU64;
use std::sync::OnceLock;

impl TreeSearch {
    /// The ply to follow: drawn by weight at a chance node, otherwise the one with the highest score.
    pub(super) fn select(&mut self, number: u32) -> Option<PathStep> {
        let player = self.tree.node(number).player;
        if player < 0 {
            let edge = if self.cursor.is_some() { self.draw_by_weight(number) } else { self.draw_by_walker(number) };
            return Some(PathStep { node: number, edge: edge? });
        }
        let source = self.amaf_source(number, player as usize);
        let (node, plies) = self.tree.at(number);
        let count = node.count as usize;
        let first = self.stream.below(NonZeroU64::new(count as u64)?) as usize;
        let scorer = PlyScorer::new(&self.options, node.visits);
        let edge = if source == number {
            let scores = plies.iter().map(|four| scorer.scores(four, four.amaf(), node.low));
            index_of_highest(&mut self.scores, scores, count, first)
        } else {
            let amaf = amaf_of_shared_plies(&mut self.amaf_statistics, plies, self.tree.at(source).1);
            let amaf = plies.iter().zip(amaf).map(|(four, amaf)| (four, sum(four.amaf(), amaf)));
            let scores = amaf.map(|(four, amaf)| scorer.scores(four, amaf, node.low));
            index_of_highest(&mut self.scores, scores, count, 0)
        };
        Some(PathStep { node: number, edge })
    }

    /// A chance ply of the walker's position.
    fn draw_by_walker(&mut self, number: u32) -> Option<usize> {
        let id = self.walker.draw(&mut self.stream)?;
        self.tree.find(number, id)
    }

    /// A chance ply, by the weights that the node stores in the field of the AMAF sums.
    fn draw_by_weight(&mut self, number: u32) -> Option<usize> {
        let weights = || self.tree.edges(number).map(|edge| edge.amaf_sum as u64);
        let mut rank = self.stream.below(NonZeroU64::new(weights().sum())?);
        weights().position(|weight| {
            let is_here = rank < weight;
            rank = rank.wrapping_sub(weight);
            is_here
        })
    }

    /// The node whose AMAF statistics are used (GRAVE): the last one on the path with enough visits.
    fn amaf_source(&mut self, node: u32, player: usize) -> u32 {
        let (source, visits) = (&mut self.amaf_sources[player], self.tree.node(node).visits);
        if self.options.rave.is_none() || visits >= self.options.grave_visits || *source == NONE {
            *source = node;
        }
        *source
    }
}

fn sum(first: AmafStatistics, second: &AmafStatistics) -> AmafStatistics {
    (
        std::array::from_fn(|lane| first.0[lane] + second.0[lane]),
        std::array::from_fn(|lane| first.1[lane] + second.1[lane]),
    )
}

/// The index of the ply with the highest score; ties go to the first from `first` on.
fn index_of_highest(
    list: &mut Vec<[f32; LANES]>,
    scores: impl ExactSizeIterator<Item = [f32; LANES]>,
    count: usize,
    first: usize,
) -> usize {
    let length = scores.len();
    if list.len() < length {
        list.resize(length, [0.0; LANES]);
    }
    let list = &mut list[..length];
    let mut highest_by_lane = [f32::NEG_INFINITY; LANES];
    for (slot, four) in list.iter_mut().zip(scores) {
        *slot = four;
        highest_by_lane =
            std::array::from_fn(
                |lane| if four[lane] > highest_by_lane[lane] { four[lane] } else { highest_by_lane[lane] },
            );
    }
    let highest = highest_by_lane.into_iter().fold(f32::NEG_INFINITY, f32::max);
    first_index_of(list, highest, first).filter(|&place| place < count).unwrap_or(first)
}

/// Up to this number of blocks the comparison is branch-free: one bit per ply in one word.
const MAX_BLOCKS_IN_WORD: usize = 4;

/// The first index with the score `highest`, searched cyclically from `first` on. Without a branch per ply, which would be
/// unpredictable.
fn first_index_of(list: &[[f32; LANES]], highest: f32, first: usize) -> Option<usize> {
    let bits = |four: &[f32; LANES]| (0..LANES).fold(0, |bits, lane| bits | u64::from(four[lane] >= highest) << lane);
    if list.len() <= MAX_BLOCKS_IN_WORD {
        let all = list.iter().rev().fold(0, |all, four| all << LANES | bits(four)).rotate_right(first as u32);
        return (all != 0).then(|| (first + all.trailing_zeros() as usize) % 64);
    }
    let (begin, low) = (first / LANES, first % LANES);
    let from_first = |(number, bits): (usize, u64)| (number, if number == begin { bits >> low << low } else { bits });
    let fours = || list.iter().map(bits).enumerate();
    let block = fours().skip(begin).map(from_first).find(|&(_, bits)| bits != 0);
    block
        .or_else(|| fours().find(|&(_, bits)| bits != 0))
        .map(|(four, bits)| four * LANES + bits.trailing_zeros() as usize)
}

/// A ply's own statistics and its AMAF statistics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlyStatistics {
    pub visits: u32,
    pub mean: f32,
    pub amaf_visits: u32,
    pub amaf_sum: f32,
}

/// Computes the scores by which plies are selected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlyScorer {
    first_play_urgency: f32,
    rave_bias: f32,
    exploration: f32,
}

impl PlyScorer {
    /// A scorer for the plies of a node with `visits` visits.
    pub fn new(options: &Options, visits: u32) -> Self {
        let (bias, first) = (options.rave.unwrap_or(0.0) as f32, options.first_play_urgency as f32);
        PlyScorer {
            rave_bias: bias,
            first_play_urgency: first,
            exploration: options.exploration as f32 * SqrtLnTable::get().sqrt_ln(visits),
        }
    }

    /// The scores of four plies with their AMAF statistics. `low`: the proven lower bound of the node.
    #[inline]
    fn scores(&self, four: &PlyBlock, (amaf_visits, amaf_sums): AmafStatistics, low: f32) -> [f32; LANES] {
        std::array::from_fn(|lane| {
            let (visits, mean) = (four.visits[lane], four.means[lane] as f32);
            let (amaf_visits, amaf_sum) = (amaf_visits[lane], amaf_sums[lane]);
            let score = self.score(&PlyStatistics { visits, mean, amaf_visits, amaf_sum });
            // A ply whose upper bound does not exceed the proven lower bound of the node cannot improve it.
            if four.highs[lane] > low { score } else { four.highs[lane] - 1.0 }
        })
    }

    /// The score of a ply: its mean, mixed with the AMAF mean if there is one, plus the exploration term.
    #[inline]
    pub fn score(&self, statistics: &PlyStatistics) -> f32 {
        // Signed integers convert to floats faster; visits saturate below their maximum.
        let (visits, amaf) = (statistics.visits as i32 as f32, statistics.amaf_visits as i32 as f32);
        let mean = if statistics.visits > 0 { statistics.mean } else { self.first_play_urgency };
        // weight * amaf mean + (1 - weight) * mean, the weight being amaf / all
        let denominator = amaf + visits + self.rave_bias * amaf * visits;
        mean + (statistics.amaf_sum - amaf * mean) / denominator.max(1.0)
            + self.exploration * (visits + 1.0).sqrt().recip()
    }
}

/// Table of sqrt(ln n) for small n.
#[derive(Debug)]
struct SqrtLnTable([f32; CACHED]);

const CACHED: usize = 1 << 12;

impl SqrtLnTable {
    fn get() -> &'static Self {
        static ROOTS: OnceLock<SqrtLnTable> = OnceLock::new();
        ROOTS.get_or_init(|| SqrtLnTable(std::array::from_fn(|visits| sqrt_ln(visits as u32))))
    }

    fn sqrt_ln(&self, visits: u32) -> f32 {
        self.0.get(visits as usize).copied().unwrap_or_else(|| sqrt_ln(visits))
    }
}

fn sqrt_ln(visits: u32) -> f32 {
    (visits.max(1) as f32).ln().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lusory_play::Candidate;

    #[test]
    fn a_ply_is_judged_as_the_formula_says() {
        let options = Options { exploration: 0.5, rave: Some(0.01), first_play_urgency: 1.25, ..Options::default() };
        for visits in [0u32, 1, 7, 5000] {
            for (amaf_visits, amaf_sum) in [(0, 0.0), (3, 2.0), (900, 450.0)] {
                let statistics = PlyStatistics { visits, mean: 0.25, amaf_visits, amaf_sum };
                let (v, amaf) = (f64::from(visits), f64::from(amaf_visits));
                let mean = if visits > 0 { 0.25 } else { 1.25 };
                let weight = if amaf > 0.0 { amaf / (amaf + v + 0.01 * amaf * v) } else { 0.0 };
                let mixed = (1.0 - weight) * mean + weight * f64::from(amaf_sum) / amaf.max(1.0);
                for all in [1u32, 100, 100_000] {
                    let expected = mixed + 0.5 * f64::from(all).ln().sqrt() / (v + 1.0).sqrt();
                    let score = f64::from(PlyScorer::new(&options, all).score(&statistics));
                    assert!((score - expected).abs() < 1e-5, "{score} {expected} {statistics:?}");
                }
            }
        }
    }

    #[test]
    fn of_equals_the_first_from_somewhere_on_is_taken() {
        let mut list = vec![[9.0; LANES]; 7];
        let mut of =
            |rows: &[[f32; LANES]], count, first| index_of_highest(&mut list, rows.iter().copied(), count, first);
        let (nobody, nan) = (f32::NEG_INFINITY, f32::NAN);
        let rows = [[0.5; LANES], [0.5, nobody, nobody, nobody]];
        assert!((0..5).all(|first| of(&rows, 5, first) == first));
        assert_eq!(of(&[[0.5, 0.75, 0.5, 0.75], [0.25, nobody, nobody, nobody]], 5, 4), 1);
        assert_eq!(of(&[[nan, nan, nobody, nobody]], 2, 1), 1, "numbers that are none choose nobody");
        assert_eq!(of(&[], 0, 0), 0);
    }

    #[test]
    fn the_place_is_that_of_a_search_one_by_one() {
        let mut stream = lusory_play::stream::Stream::new(1, 1);
        for count in 1..=40usize {
            let mut plies: Vec<f32> = (0..count).map(|_| (stream.bits() % 4) as f32).collect();
            plies.iter_mut().filter(|ply| **ply == 1.0).for_each(|ply| *ply = f32::NAN);
            let most = plies.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let is_most = |place: &usize| plies[*place] >= most;
            let mut rows = vec![[f32::NEG_INFINITY; LANES]; count.div_ceil(LANES)];
            rows.as_flattened_mut()[..count].copy_from_slice(&plies);
            for first in 0..count {
                let expected = (first..count).find(is_most).or_else(|| (0..first).find(is_most));
                let index = super::index_of_highest(&mut Vec::new(), rows.iter().copied(), count, first);
                assert_eq!(index, expected.unwrap_or(first), "{plies:?} from {first}");
            }
        }
    }

    #[test]
    fn four_plies_promise_what_each_does() {
        let judge = PlyScorer::new(&Options::default(), 50);
        let ply = |id, ends| Candidate { id, number: id, final_halves: ends };
        let mut four = PlyBlock::new(&[ply(3, None), ply(5, Some(0)), ply(7, None)], 0);
        (four.visits, four.means) = ([4, 1, 0, 0], [0.75, 0.0, 0.0, 0.0]);
        (four.amaf_visits, four.amaf_sums) = ([9, 2, 3, 0], [6.0, 1.0, 1.5, 0.0]);
        let scores = judge.scores(&four, four.amaf(), 0.0);
        let alone =
            |visits, mean, amaf_visits, amaf_sum| judge.score(&PlyStatistics { visits, mean, amaf_visits, amaf_sum });
        assert_eq!((scores[0], scores[2]), (alone(4, 0.75, 9, 6.0), alone(0, 0.0, 3, 1.5)));
        assert_eq!(
            (scores[1], scores[3]),
            (-1.0, f32::NEG_INFINITY),
            "what is lost comes after all, and before nobody"
        );
    }
}
