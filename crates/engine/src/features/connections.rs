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
const REGIONS: usize = 12;
/// The most places considered.
const PLACES: usize = 512;
/// Distance where there is no path.
const FAR: u8 = 100;

struct Links {
    word: Connected,
    sign: f32,
    /// The distance on the empty board, plus one.
    far: f32,
}

pub(super) fn parts<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let mut found: Vec<Links> = Vec::new();
    let blank = plan.blank();
    visit_goal_cells(&plan.rules, |cells, sign| {
        let Cells::Connected(word) = cells else { return };
        if depends_on_side(&word.of) && plan.board.cell.len() <= PLACES {
            let evaluator = WordEvaluator::new(plan, &blank);
            let far = distance(&evaluator, word).map_or(f32::from(FAR), |(far, _)| far as f32 + 1.0);
            found.push(Links { word: word.as_ref().clone(), sign, far });
        }
    });
    found.into_iter().map(|links| Box::new(links) as Box<dyn FeatureGroup<W>>).collect()
}

impl<const W: usize> FeatureGroup<W> for Links {
    fn features(&self) -> Vec<Feature> {
        vec![Feature::new("links", self.sign), Feature::new("links.ways", self.sign * 0.05)]
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let (near, ways) = match distance(evaluator, &self.word) {
            Some((far, ways)) => ((self.far - far as f32).max(0.0), (ways as f32).sqrt()),
            None => (0.0, 0.0),
        };
        out.iter_mut().zip([near, ways]).for_each(|(out, value)| *out = value);
    }
}

/// The distance, and the number of cells on shortest paths; none where there is no path.
fn distance<const W: usize>(evaluator: &WordEvaluator<'_, W>, word: &Connected) -> Option<(u32, u32)> {
    let (own, ways) = (evaluator.cells(&word.of), evaluator.ways(&word.ways));
    let open = own | evaluator.empty();
    let regions = evaluator.regions(&word.regions);
    let n = word.n.map_or(regions.len(), |n| n as usize);
    if n == 0 || regions.len() > REGIONS || n > regions.len() {
        return None;
    }
    let mut far = [[FAR; PLACES]; REGIONS];
    for (&region, far) in regions.iter().zip(&mut far) {
        flood(evaluator, own, open, region, ways, far);
    }
    let (mut best, mut count) = (u32::from(FAR), 0);
    for place in open.iter() {
        let free = own.has(place);
        let Some(sum) = least(&far[..regions.len()], place as usize, n, u32::from(!free)) else { continue };
        if sum < best {
            (best, count) = (sum, 0);
        }
        count += u32::from(sum == best && !free);
    }
    (best < u32::from(FAR)).then_some((best, count))
}

/// The number of empty cells on the shortest path from a region to each place, itself included.
fn flood<const W: usize>(
    evaluator: &WordEvaluator<'_, W>,
    own: Bits<W>,
    open: Bits<W>,
    region: Bits<W>,
    ways: u64,
    far: &mut [u8; PLACES],
) {
    let board = &evaluator.plan.board;
    let mut reached = board.connected(region & own, own, ways);
    let mut level = reached;
    let mut edge = (region & open) | board.linked(reached, ways);
    for steps in 0..FAR {
        level.iter().for_each(|place| far[place as usize & (PLACES - 1)] = steps);
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
fn least(far: &[[u8; PLACES]], place: usize, n: usize, cost: u32) -> Option<u32> {
    let mut each = [FAR; REGIONS];
    for (each, far) in each.iter_mut().zip(far) {
        *each = far.get(place).copied().unwrap_or(FAR);
    }
    let each = each.get_mut(..far.len())?;
    if n < each.len() {
        each.sort_unstable();
    }
    let sum: u32 = each.iter().take(n).map(|&far| u32::from(far)).sum();
    sum.checked_sub(cost * (n as u32 - 1)).filter(|&sum| sum < u32::from(FAR))
}
