//! Connection features for a goal `Connected`: the distance (empty cells still needed on a shortest path), and the
//! number of cells on such paths.
//!
//! The cost of a path from a region is its number of empty cells; own cells are free. At each cell the shortest paths
//! from as many regions as must be linked are added up, for all cells at once, step by step; the least sum is the
//! distance. Exact for two or three regions, an upper bound for more.

use super::bit_sliced_counter::BitSlicedCounter;
use super::goals::{depends_on_side, visit_goal_cells};
use super::{Feature, FeatureGroup, FeatureGroups};
use crate::bits::Bits;
use crate::board::Board;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Cells, Connected};

/// The most regions considered.
const MAX_REGIONS: usize = 12;
/// The most places of a board: on larger ones the floods take too long for a feature.
const MAX_PLACES: usize = 512;
/// Distance where there is no path.
const NO_PATH: u32 = 100;

struct ConnectionFeatures {
    word: Connected,
    sign: f32,
    /// The distance on the empty board, plus one.
    empty_board_distance: f32,
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let mut groups: Vec<ConnectionFeatures> = Vec::new();
    let blank = plan.blank();
    visit_goal_cells(&plan.rules, |cells, sign| {
        let Cells::Connected(word) = cells else { return };
        if depends_on_side(&word.of) && plan.board.cell.len() <= MAX_PLACES {
            let evaluator = WordEvaluator::new(plan, &blank);
            let far = distance(&evaluator, word).map_or(NO_PATH as f32, |(far, _)| far as f32 + 1.0);
            groups.push(ConnectionFeatures { word: word.as_ref().clone(), sign, empty_board_distance: far });
        }
    });
    groups.into_iter().map(|links| Box::new(links) as Box<dyn FeatureGroup<W>>).collect()
}

impl<const W: usize> FeatureGroup<W> for ConnectionFeatures {
    fn features(&self) -> Vec<Feature> {
        vec![Feature::new("links", self.sign), Feature::new("links.ways", self.sign * 0.05)]
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let (near, ways) = match distance(evaluator, &self.word) {
            Some((far, ways)) => ((self.empty_board_distance - far as f32).max(0.0), (ways as f32).sqrt()),
            None => (0.0, 0.0),
        };
        out.iter_mut().zip([near, ways]).for_each(|(out, value)| *out = value);
    }
}

/// The distance, and the number of cells on shortest paths; none where there is no path.
fn distance<const W: usize>(evaluator: &WordEvaluator<'_, W>, word: &Connected) -> Option<(u32, u32)> {
    let (own, ways, board) = (evaluator.cells(&word.of), evaluator.ways(&word.ways), &evaluator.plan.board);
    let open = own | evaluator.empty();
    evaluator.with_regions(&word.regions, |regions| {
        let n = word.n.map_or(regions.len(), |n| n as usize);
        if n == 0 || regions.len() > MAX_REGIONS || n > regions.len() {
            return None;
        }
        let mut floods = [RegionFlood::EMPTY; MAX_REGIONS];
        let floods = &mut floods[..regions.len()];
        floods
            .iter_mut()
            .zip(regions)
            .for_each(|(flood, &region)| *flood = RegionFlood::of(region, own, (board, ways)));
        let mut sums = PathSums { open, own, n, counts: BitSlicedCounter::NONE, linked: Bits::EMPTY };
        let (mut best, mut count) = (NO_PATH, 0);
        for steps in 0..NO_PATH {
            for (sum, places) in sums.step(floods).into_iter().flatten() {
                (best, count) =
                    if sum < best { (sum, places) } else { (best, count + u32::from(sum == best) * places) };
            }
            // A place that is reached later has a larger sum than that.
            if steps >= best {
                break;
            }
            let mut has_grown = false;
            for flood in &mut *floods {
                has_grown |= flood.grow(open, own, (board, ways));
            }
            if !has_grown {
                break;
            }
        }
        (best < NO_PATH).then_some((best, count))
    })
}

/// The places that a region reaches by paths of so many empty cells.
#[derive(Clone, Copy)]
struct RegionFlood<const W: usize> {
    reached: Bits<W>,
    /// The places next to them, and the region.
    edge: Bits<W>,
}

impl<const W: usize> RegionFlood<W> {
    const EMPTY: Self = RegionFlood { reached: Bits::EMPTY, edge: Bits::EMPTY };

    /// By paths without an empty cell.
    fn of(region: Bits<W>, own: Bits<W>, (board, ways): (&Board<W>, u64)) -> Self {
        let reached = board.connected(region & own, own, ways);
        RegionFlood { reached, edge: region | board.linked(reached, ways) }
    }

    /// By paths of one empty cell more. `false` where there are no more.
    fn grow(&mut self, open: Bits<W>, own: Bits<W>, (board, ways): (&Board<W>, u64)) -> bool {
        let next = self.edge & open & !own & !self.reached;
        if !next.any() {
            return false;
        }
        self.reached |= next;
        let around = board.linked(next, ways);
        let joined = board.connected(around & own & !self.reached, own, ways);
        self.edge = if joined.any() { around | board.linked(joined, ways) } else { around };
        self.reached |= joined;
        true
    }
}

/// The sum of the shortest paths to each place, from the `n` nearest regions. It is the sum over the numbers of steps of
/// how many of `n` regions have not reached it by then.
struct PathSums<const W: usize> {
    open: Bits<W>,
    own: Bits<W>,
    n: usize,
    /// At most the most regions times the most steps.
    counts: BitSlicedCounter<W, 11>,
    /// The places that `n` regions have reached.
    linked: Bits<W>,
}

impl<const W: usize> PathSums<W> {
    /// Counts one step. Of the own places that the last of `n` regions reaches now the least sum, and of the empty ones,
    /// whose own cost counts once; with the number of empty places that have it.
    fn step(&mut self, floods: &[RegionFlood<W>]) -> [Option<(u32, u32)>; 2] {
        // By number: the places that at least so many regions have reached.
        let mut at_least = [Bits::EMPTY; MAX_REGIONS + 1];
        at_least[0] = self.open;
        for flood in floods {
            (1..=self.n).rev().for_each(|k| at_least[k] |= at_least[k - 1] & flood.reached);
        }
        let new = at_least[self.n] & !self.linked;
        self.linked |= new;
        let least = |places: Bits<W>| places.any().then(|| self.counts.least(places));
        let own = least(new & self.own).map(|(sum, _)| (sum, 0));
        let empty = least(new & !self.own).map(|(sum, places)| (sum + 1 - self.n as u32, places.count()));
        (1..=self.n).for_each(|k| self.counts.add(self.open & !at_least[k]));
        [own, empty]
    }
}
