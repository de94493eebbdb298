//! Number features: the numbers that ends compare or decide by (points, captures, pieces, groups).

use super::goals::{Goal, conditions, depends_on_side, goals};
use super::{Feature, FeatureGroup, FeatureGroups};
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Condition, Number, Side, Sign};

struct EndNumberFeature {
    number: Number,
    sign: f32,
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let most = goals(&plan.rules).into_iter().filter_map(|aim| match aim {
        Goal::Most(number) => Some((number.clone(), 1.0)),
        Goal::Condition(..) => None,
    });
    let compared = conditions(&plan.rules).into_iter().filter_map(number_to_maximise);
    let mut numbers: Vec<EndNumberFeature> = Vec::new();
    for (number, sign) in most.chain(compared) {
        let text = format!("{number:?}");
        if number_depends_on_side(&number) && !numbers.iter().any(|other| format!("{:?}", other.number) == text) {
            numbers.push(EndNumberFeature { number, sign });
        }
    }
    numbers.into_iter().map(|number| Box::new(number) as Box<dyn FeatureGroup<W>>).collect()
}

/// The number that a comparison wants to be large, with its sign.
fn number_to_maximise((condition, sign): (&Condition, f32)) -> Option<(Number, f32)> {
    let Condition::Compare(left, how, right) = condition else { return None };
    let sign = match how {
        Sign::AtLeast | Sign::More => sign,
        Sign::AtMost | Sign::Less => -sign,
        Sign::Equal => 0.0,
    };
    let number = match right {
        Number::Whole(_) => left.clone(),
        _ => Number::Minus(Box::new(left.clone()), Box::new(right.clone())),
    };
    Some((number, sign))
}

fn number_depends_on_side(word: &Number) -> bool {
    match word {
        Number::Whole(_) | Number::Rolled => false,
        Number::Count(of) | Number::Groups(of, _) => depends_on_side(of),
        Number::Distance(word) => [&word.start, &word.end, &word.through].into_iter().any(depends_on_side),
        Number::Captured(side) | Number::Score(side) | Number::Hand(side, _) => *side != Side::Neutral,
        Number::Sum(parts) => parts.iter().any(number_depends_on_side),
        Number::Minus(left, right) => number_depends_on_side(left) || number_depends_on_side(right),
        Number::If(choice) => {
            number_depends_on_side(&choice.then) || choice.otherwise.as_ref().is_some_and(number_depends_on_side)
        }
        Number::BySide(_) => true,
    }
}

impl<const W: usize> FeatureGroup<W> for EndNumberFeature {
    fn features(&self) -> Vec<Feature> {
        let name = match self.number {
            Number::Count(_) => "count",
            Number::Groups(..) => "groups",
            Number::Distance(_) => "distance",
            Number::Captured(_) => "captured",
            Number::Score(_) => "score",
            Number::Hand(..) => "hand",
            _ => "number",
        };
        vec![Feature::new(name, self.sign * 0.5)]
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        out.fill(evaluator.number(&self.number) as f32);
    }
}
