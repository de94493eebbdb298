//! Connection features for a goal `Connected`: the distance (empty cells still needed on a shortest path), and the
//! number of cells on such paths.
//!
//! The cost of a path from a region is its number of empty cells; own cells are free. At each cell the shortest paths
//! from as many regions as must be linked are added up; the least sum is the distance. Exact for two or three regions,
//! an upper bound for more.

use super::goals::{depends_on_side, visit_goal_cells};
use super::{Feature, FeatureGroup, FeatureGroups};
use crate::bits::Bits;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Cells, Connected};

/// The most regions considered.
const MAX_REGIONS: usize = 12;
/// The most places considered.
const MAX_PLACES: usize = 512;
/// Distance where there is no path.
const NO_PATH: u8 = 100;

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
            let far = distance(&evaluator, word).map_or(f32::from(NO_PATH), |(far, _)| far as f32 + 1.0);
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
    let (own_cells, ways) = (evaluator.cells(&word.of), evaluator.ways(&word.ways));
    let open = own_cells | evaluator.empty();
    let regions = evaluator.regions(&word.regions);
    let n = word.n.map_or(regions.len(), |n| n as usize);
    if n == 0 || regions.len() > MAX_REGIONS || n > regions.len() {
        return None;
    }
    let mut far = [[NO_PATH; MAX_PLACES]; MAX_REGIONS];
    for (&region, far) in regions.iter().zip(&mut far) {
        flood(evaluator, own_cells, open, region, ways, far);
    }
    let (mut best, mut count) = (u32::from(NO_PATH), 0);
    for place in open.iter() {
        let free = own_cells.has(place);
        let Some(sum) = least(&far[..regions.len()], place as usize, n, u32::from(!free)) else { continue };
        if sum < best {
            (best, count) = (sum, 0);
        }
        count += u32::from(sum == best && !free);
    }
    (best < u32::from(NO_PATH)).then_some((best, count))
}

/// The number of empty cells on the shortest path from a region to each place, itself included.
fn flood<const W: usize>(
    evaluator: &WordEvaluator<'_, W>,
    own: Bits<W>,
    open: Bits<W>,
    region: Bits<W>,
    ways: u64,
    far: &mut [u8; MAX_PLACES],
) {
    let board = &evaluator.plan.board;
    let mut reached = board.connected(region & own, own, ways);
    let mut level = reached;
    let mut edge = (region & open) | board.linked(reached, ways);
    for steps in 0..NO_PATH {
        level.iter().for_each(|place| far[place as usize & (MAX_PLACES - 1)] = steps);
        let next = edge & open & !own & !reached;
        if !next.any() {
            return;
        }
        reached |= next;
        let joined = board.connected(board.linked(next, ways) & own & !reached, own, ways);
        level = next | (joined & !reached);
        reached |= joined;
        edge = board.linked(level, ways);
    }
}

/// The sum of the `n` shortest paths to a place; the place's own cost counts once.
fn least(far: &[[u8; MAX_PLACES]], place: usize, n: usize, cost: u32) -> Option<u32> {
    let mut each = [NO_PATH; MAX_REGIONS];
    for (each, far) in each.iter_mut().zip(far) {
        *each = far.get(place).copied().unwrap_or(NO_PATH);
    }
    let each = each.get_mut(..far.len())?;
    if n < each.len() {
        each.sort_unstable();
    }
    let sum: u32 = each.iter().take(n).map(|&far| u32::from(far)).sum();
    sum.checked_sub(cost * (n as u32 - 1)).filter(|&sum| sum < u32::from(NO_PATH))
}
