//! Liberty features for rules with `Enclosed`: pieces by the number of empty neighbours, alone or with their group.
//! Pieces short of liberties are soon enclosed, which is bad unless the rules make it win.

use super::bit_sliced_counter::BitSlicedCounter;
use super::{Feature, FeatureGroup, FeatureGroups};
use crate::bits::Bits;
use crate::board::{DirectionSet, ways};
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::parts::{cells_in, cells_of};
use crate::rule::{Cells, Effect, Phase};

/// Pieces with more are not distinguished.
const MAX_LIBERTIES: u32 = 4;

struct LibertyFeatures {
    group: bool,
    ways: DirectionSet,
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let mut groups: Vec<LibertyFeatures> = Vec::new();
    let blank = plan.blank();
    let evaluator = WordEvaluator::new(plan, &blank);
    let mut visit = |cells: &Cells| {
        let Cells::Enclosed(word) = cells else { return };
        let ways = evaluator.ways(&word.ways);
        if !groups.iter().any(|other| other.group == word.group && other.ways == ways) && ways.count_ones() < 16 {
            groups.push(LibertyFeatures { group: word.group, ways });
        }
    };
    super::goals::visit_goal_cells(&plan.rules, |cells, _| visit(cells));
    plan.rules.effects.iter().for_each(|effect| visit_captured(effect, &mut visit));
    groups.into_iter().map(|liberties| Box::new(liberties) as Box<dyn FeatureGroup<W>>).collect()
}

/// The cells whose pieces an effect captures.
fn visit_captured(effect: &Phase<Effect>, see: &mut impl FnMut(&Cells)) {
    match effect {
        Phase::Plain(Effect::Capture(of)) => cells_of(of, see),
        Phase::Plain(_) => {}
        Phase::If(choice) => {
            cells_in(&choice.when, see);
            visit_captured(&choice.then, see);
            choice.otherwise.iter().for_each(|part| visit_captured(part, see));
        }
        Phase::BySide(parts) => parts.iter().for_each(|part| visit_captured(part, see)),
    }
}

impl<const W: usize> FeatureGroup<W> for LibertyFeatures {
    fn features(&self) -> Vec<Feature> {
        let name = if self.group { "group-liberties" } else { "liberties" };
        let feature = |left| Feature::new(format!("{name}.{left}"), -0.5f32.powi(left as i32));
        let all = Feature::new(format!("{name}.all"), 0.05);
        (1..=MAX_LIBERTIES).map(feature).chain([all]).collect()
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let (own_pieces, empty) = (evaluator.own(), evaluator.empty());
        let board = &evaluator.plan.board;
        if self.group {
            self.groups(evaluator, own_pieces, empty, out)
        } else {
            self.alone(evaluator, own_pieces, empty, out)
        }
        if let Some(all) = out.last_mut() {
            *all = (board.spread(own_pieces, self.ways) & empty).count() as f32;
        }
    }
}

impl LibertyFeatures {
    fn alone<const W: usize>(
        &self,
        evaluator: &WordEvaluator<'_, W>,
        own_pieces: Bits<W>,
        empty: Bits<W>,
        out: &mut [f32],
    ) {
        let mut tally = BitSlicedCounter::<W, 4>::NONE;
        ways(self.ways).for_each(|d| tally.add(evaluator.plan.board.before(empty, d)));
        for (left, out) in (1..).zip(out.iter_mut()) {
            *out = tally.places_with(left, own_pieces).count() as f32;
        }
    }

    fn groups<const W: usize>(
        &self,
        evaluator: &WordEvaluator<'_, W>,
        own_pieces: Bits<W>,
        empty: Bits<W>,
        out: &mut [f32],
    ) {
        let board = &evaluator.plan.board;
        out.fill(0.0);
        for group in board.groups(own_pieces, own_pieces, self.ways) {
            let left = (board.spread(group, self.ways) & empty).count();
            if let (1..=MAX_LIBERTIES, Some(out)) = (left, out.get_mut(left.wrapping_sub(1) as usize)) {
                *out += group.count() as f32;
            }
        }
    }
}
