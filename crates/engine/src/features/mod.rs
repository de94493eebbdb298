//! Evaluation features derived from the words of the rules: open lines, cells missing for a connection, material,
//! mobility, points. Games of two sides only.
//!
//! ```text
//!   Win(Line(4))            ->  lines.4.1  lines.4.2  lines.4.3     windows not blocked, by the pieces they hold
//!   Win(Connected(own, ..)) ->  links  links.ways                   cells missing, and in how many places
//!   Loss(Enclosed(own))     ->  liberties.1  liberties.2  ...       pieces by their empty neighbours
//! ```
//!
//! Each is the first player's number less the second's. A `Feature` has a prior weight, a guess from its meaning alone,
//! in log-odds of winning.

use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::state::State;
use std::ops::Range;

mod bit_sliced_counter;
mod connections;
mod end_numbers;
mod goals;
mod kinds;
mod last_cells;
mod liberties;
mod lines;
mod location;
mod material;
mod mobility;
mod race;

pub use lusory_play::Feature;

/// The maximum number of features of a group.
const MAX_FEATURES: usize = 48;

/// A group of features that are computed together.
trait FeatureGroup<const W: usize>: Send + Sync {
    /// Its features; at most `MAX_FEATURES`.
    fn features(&self) -> Vec<Feature>;
    /// Writes the side's numbers to `out`, one per feature.
    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]);
}

type FeatureGroups<const W: usize> = Vec<Box<dyn FeatureGroup<W>>>;

/// The features of a game.
pub struct Features<const W: usize> {
    groups: Vec<(Box<dyn FeatureGroup<W>>, usize)>,
    features: Vec<Feature>,
}

impl<const W: usize> Features<W> {
    /// The features of the rules; none for games that do not have two sides.
    #[must_use]
    pub fn of(plan: &Plan<W>) -> Self {
        let mut features = Features { groups: Vec::new(), features: Vec::new() };
        if plan.rules.sides != 2 {
            return features;
        }
        let constructors: [fn(&Plan<W>) -> FeatureGroups<W>; 9] = [
            end_numbers::groups,
            material::groups,
            lines::groups,
            connections::groups,
            liberties::groups,
            race::groups,
            mobility::groups,
            last_cells::groups,
            location::groups,
        ];
        constructors.iter().flat_map(|make| make(plan)).for_each(|part| features.add_group(part));
        features
    }

    fn add_group(&mut self, group: Box<dyn FeatureGroup<W>>) {
        let new_features = group.features();
        if new_features.is_empty() || new_features.len() > MAX_FEATURES {
            return;
        }
        self.groups.push((group, new_features.len()));
        for feature in new_features {
            let like = |other: &&Feature| other.name == feature.name || is_numbered(&other.name, &feature.name);
            let name = match self.features.iter().filter(like).count() {
                0 => feature.name,
                others => format!("{}#{}", feature.name, others + 1),
            };
            self.features.push(Feature { name, ..feature });
        }
    }

    /// The features in order.
    #[must_use]
    pub fn list(&self) -> &[Feature] {
        &self.features
    }

    /// Writes every feature: the first player's share less the second's. `out` has room for all of them.
    pub fn write(&self, plan: &Plan<W>, state: &State<W>, out: &mut [f32]) {
        self.write_groups(plan, state, |_| true, out);
    }

    /// Writes the features with these indices, and maybe others: a group is computed as a whole.
    pub fn write_chosen(&self, plan: &Plan<W>, state: &State<W>, chosen: &[usize], out: &mut [f32]) {
        self.write_groups(plan, state, |numbers| chosen.iter().any(|number| numbers.contains(number)), out);
    }

    fn write_groups(
        &self,
        plan: &Plan<W>,
        state: &State<W>,
        is_wanted: impl Fn(Range<usize>) -> bool,
        out: &mut [f32],
    ) {
        let [mine, other] = [0, 1].map(|side| WordEvaluator::new(plan, state).next_turn(side));
        let sign = if state.seats[0] == 0 { 1.0 } else { -1.0 };
        let mut first = 0;
        for (part, length) in &self.groups {
            let numbers = first..first + length;
            first += length;
            let Some(values) = out.get_mut(numbers.clone()) else { return };
            if !is_wanted(numbers) {
                continue;
            }
            let mut theirs = [0.0; MAX_FEATURES];
            part.write(&mine, values);
            part.write(&other, &mut theirs[..*length]);
            values.iter_mut().zip(theirs).for_each(|(own_value, other)| *own_value = sign * (*own_value - other));
        }
    }
}

/// Whether the name is this one with a number appended, as `add` does.
fn is_numbered(name: &str, base_name: &str) -> bool {
    name.strip_prefix(base_name).is_some_and(|rest| rest.starts_with('#'))
}
