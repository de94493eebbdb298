//! Race features: where an end needs own pieces on given cells, the distance of pieces from there, in steps of the
//! rules' plies on an empty board; and where plies place pieces (walls, say), the length of the shortest free path.

use super::goals::conditions;
use super::{Feature, FeatureGroup, FeatureGroups};
use crate::bits::Bits;
use crate::board::DirectionSet;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Action, Atomic, Cells, Condition, Directions, Node, NodeKind, Side};

/// Pieces farther away are not distinguished.
const MAX_DISTANCE: usize = 8;
/// Longer paths are not distinguished from none.
const MAX_PATH: usize = 40;

/// The distances of a side's pieces (runners) from the cells where an end needs them (the goal).
struct RaceFeatures<const W: usize> {
    runners: Vec<Cells>,
    sign: f32,
    /// For each side the cells that are one step away from the goal, two steps, ...
    levels: [Vec<Bits<W>>; 2],
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let mut groups: FeatureGroups<W> = Vec::new();
    for (condition, sign) in conditions(&plan.rules) {
        let Condition::Cells(Cells::And(parts)) = condition else { continue };
        let (fixed, runners): (Vec<&Cells>, Vec<&Cells>) =
            parts.iter().partition(|part| matches!(part, Cells::Fixed(_)));
        let is_own_runner = runners.iter().any(|part| matches!(part, Cells::Of(Side::Own)));
        if fixed.is_empty() || !is_own_runner {
            continue;
        }
        let levels = [0, 1].map(|side| levels(plan, side, &fixed));
        if levels.iter().all(|levels| levels.is_empty()) {
            continue;
        }
        let runners: Vec<Cells> = runners.into_iter().cloned().collect();
        let targets = landings(plan);
        if has_placements(plan) && !targets.is_empty() {
            let goals = [0, 1].map(|side| goal(plan, side, &fixed));
            groups.push(Box::new(PathFeatures { runners: runners.clone(), sign, targets, goals }));
        }
        groups.push(Box::new(RaceFeatures { runners, sign, levels }));
    }
    groups
}

/// Whether there is a ply that places a piece.
fn has_placements<const W: usize>(plan: &Plan<W>) -> bool {
    let placing = |atomic: &Atomic| matches!(atomic.action, Action::Place { .. });
    plan.rules.nodes.iter().filter_map(Node::atomic).any(placing)
}

/// Where each kind of step may end, and along which directions it goes.
fn landings<const W: usize>(plan: &Plan<W>) -> Vec<(Cells, Directions)> {
    let step = |node: &Node| match &node.atomic()?.action {
        Action::Step { to, ways, .. } => Some((to.clone(), ways.clone())),
        _ => None,
    };
    plan.rules.nodes.iter().filter_map(step).collect()
}

/// The cells where the end needs pieces of the side.
fn goal<const W: usize>(plan: &Plan<W>, side: u8, fixed: &[&Cells]) -> Bits<W> {
    let blank = plan.blank();
    let evaluator = WordEvaluator { side, ..WordEvaluator::new(plan, &blank) };
    fixed.iter().fold(plan.board.all, |all, part| all & evaluator.cells(part))
}

/// The length of the shortest path of a side's runners to the goal, through the cells where a step may end now.
struct PathFeatures<const W: usize> {
    runners: Vec<Cells>,
    sign: f32,
    targets: Vec<(Cells, Directions)>,
    /// For each side.
    goals: [Bits<W>; 2],
}

impl<const W: usize> PathFeatures<W> {
    /// How many steps the nearest runner has to go; `None` without a path of at most `MAX_PATH` steps.
    fn steps(&self, evaluator: &WordEvaluator<'_, W>) -> Option<usize> {
        let board = &evaluator.plan.board;
        let runners = self.runners.iter().fold(board.all, |all, part| all & evaluator.cells(part));
        let steps: Vec<(Bits<W>, DirectionSet)> =
            self.targets.iter().map(|(to, ways)| (evaluator.cells(to), evaluator.ways(ways))).collect();
        let (mut reached, mut last) =
            (self.goals[usize::from(evaluator.side) & 1], self.goals[usize::from(evaluator.side) & 1]);
        for length in 0..=MAX_PATH {
            if (last & runners).any() {
                return Some(length);
            }
            let before = steps.iter().map(|(to, ways)| board.touching(last & *to, *ways));
            last = before.fold(Bits::EMPTY, |all, set| all | set) & !reached;
            reached |= last;
            if !last.any() {
                return None;
            }
        }
        None
    }
}

impl<const W: usize> FeatureGroup<W> for PathFeatures<W> {
    fn features(&self) -> Vec<Feature> {
        vec![Feature::new("race.path", self.sign * 0.4)]
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        out.fill(self.steps(evaluator).map_or(0.0, |steps| (MAX_PATH - steps) as f32));
    }
}

/// The cells from which the goal is one step away, two steps, ..., on the empty board.
fn levels<const W: usize>(plan: &Plan<W>, side: u8, fixed: &[&Cells]) -> Vec<Bits<W>> {
    let goal = goal(plan, side, fixed);
    let blank = plan.blank();
    let ways = movement_directions(&WordEvaluator { side, ..WordEvaluator::new(plan, &blank) });
    let (mut reached, mut levels) = (goal, Vec::new());
    while levels.len() < MAX_DISTANCE {
        let last = levels.last().copied().unwrap_or(goal);
        let next = plan.board.touching(last, ways) & !reached;
        if !next.any() {
            break;
        }
        reached |= next;
        levels.push(next);
    }
    levels
}

/// The directions of all plies that move a piece.
fn movement_directions<const W: usize>(evaluator: &WordEvaluator<'_, W>) -> DirectionSet {
    let nodes = evaluator.plan.rules.nodes.iter();
    nodes.fold(0, |all, node| {
        let NodeKind::Atomic(atomic) = &node.kind else { return all };
        atomic.action.moved().map_or(all, |(_, ways)| all | evaluator.ways(ways))
    })
}

impl<const W: usize> FeatureGroup<W> for RaceFeatures<W> {
    fn features(&self) -> Vec<Feature> {
        let length = self.levels.iter().map(Vec::len).max().unwrap_or(0);
        let prior = |steps: usize| self.sign * 2.0 * 0.5f32.powi(steps as i32);
        let each = (1..=length).map(|steps| Feature::new(format!("race.{steps}"), prior(steps)));
        [Feature::new("race.nearest", self.sign * 0.2)].into_iter().chain(each).collect()
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let pieces = self.runners.iter().fold(evaluator.plan.board.all, |all, part| all & evaluator.cells(part));
        let levels = &self.levels[usize::from(evaluator.side) & 1];
        let nearest = levels.iter().position(|&level| (level & pieces).any());
        out.fill(0.0);
        let Some((first, rest)) = out.split_first_mut() else { return };
        *first = nearest.map_or(0.0, |steps| (MAX_DISTANCE - steps) as f32);
        for (&level, out) in levels.iter().zip(rest) {
            *out = (level & pieces).count() as f32;
        }
    }
}
