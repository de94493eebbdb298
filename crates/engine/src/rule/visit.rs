//! Visitors over the words of a condition, in the order in which the rules list them.

use super::{Cells, Condition, Directions, Number, Regions};

/// Calls `see` for every set of cells in a condition, a word before its parts.
pub fn cells_in(word: &Condition, see: &mut impl FnMut(&Cells)) {
    match word {
        Condition::Cells(cells) => cells_of(cells, see),
        Condition::Some(part) | Condition::No(part) => cells_in(part, see),
        Condition::All(parts) | Condition::Any(parts) | Condition::BySide(parts) => {
            parts.iter().for_each(|part| cells_in(part, see));
        }
        Condition::Compare(left, _, right) => {
            numbers_of(left, see);
            numbers_of(right, see);
        }
        Condition::If(choice) => {
            cells_in(&choice.when, see);
            cells_in(&choice.then, see);
            choice.otherwise.iter().for_each(|part| cells_in(part, see));
        }
        Condition::Quiet { .. } | Condition::Repeats(_) | Condition::NoPly { .. } => {}
    }
}

/// The same for every set of cells in a set of cells, itself among them.
pub fn cells_of(word: &Cells, see: &mut impl FnMut(&Cells)) {
    see(word);
    match word {
        Cells::Row(of) | Cells::Column(of) | Cells::Not(of) => cells_of(of, see),
        Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => {
            cells_of(of, see);
            ways_of(ways, see);
        }
        Cells::Ray(ray) => {
            cells_of(&ray.start, see);
            ways_of(&ray.ways, see);
            cells_of(&ray.through, see);
            ray.until.iter().for_each(|until| cells_of(until, see));
            ray.length.iter().for_each(|length| numbers_of(length, see));
        }
        Cells::Where(word) => {
            cells_of(&word.of, see);
            cells_in(&word.when, see);
        }
        Cells::Enclosed(word) => {
            cells_of(&word.of, see);
            ways_of(&word.ways, see);
        }
        Cells::Line(word) => {
            cells_of(&word.of, see);
            ways_of(&word.ways, see);
        }
        Cells::Group(word) => {
            cells_of(&word.of, see);
            word.at.iter().for_each(|at| cells_of(at, see));
            numbers_of(&word.size, see);
            ways_of(&word.ways, see);
        }
        Cells::Connected(word) => {
            cells_of(&word.of, see);
            regions_of(&word.regions, see);
            ways_of(&word.ways, see);
        }
        Cells::Ring(word) => {
            cells_of(&word.of, see);
            ways_of(&word.ways, see);
        }
        Cells::Regions(regions) => regions_of(regions, see),
        Cells::And(parts) | Cells::Or(parts) | Cells::BySide(parts) => {
            parts.iter().for_each(|part| cells_of(part, see));
        }
        Cells::If(choice) => {
            cells_in(&choice.when, see);
            cells_of(&choice.then, see);
            choice.otherwise.iter().for_each(|part| cells_of(part, see));
        }
        _ => {}
    }
}

fn regions_of(word: &Regions, see: &mut impl FnMut(&Cells)) {
    match word {
        Regions::List(parts) => parts.iter().for_each(|part| cells_of(part, see)),
        Regions::BySide(parts) => parts.iter().for_each(|part| regions_of(part, see)),
        Regions::If(choice) => {
            cells_in(&choice.when, see);
            regions_of(&choice.then, see);
            choice.otherwise.iter().for_each(|part| regions_of(part, see));
        }
        Regions::Edges { .. } | Regions::Corners => {}
    }
}

/// The same for every set of cells in a set of directions.
pub fn ways_of(word: &Directions, see: &mut impl FnMut(&Cells)) {
    match word {
        Directions::Heading(heading) => {
            cells_of(&heading.start, see);
            cells_of(&heading.end, see);
            ways_of(&heading.ways, see);
        }
        Directions::Opposite(of) | Directions::Not(of) => ways_of(of, see),
        Directions::And(parts) | Directions::Or(parts) | Directions::BySide(parts) => {
            parts.iter().for_each(|part| ways_of(part, see));
        }
        Directions::If(choice) => {
            cells_in(&choice.when, see);
            ways_of(&choice.then, see);
            choice.otherwise.iter().for_each(|part| ways_of(part, see));
        }
        _ => {}
    }
}

fn numbers_of(word: &Number, see: &mut impl FnMut(&Cells)) {
    match word {
        Number::Count(of) => cells_of(of, see),
        Number::Groups(of, ways) => {
            cells_of(of, see);
            ways_of(ways, see);
        }
        Number::Distance(word) => {
            [&word.start, &word.end, &word.through].into_iter().for_each(|of| cells_of(of, see));
            ways_of(&word.ways, see);
        }
        Number::Sum(parts) | Number::BySide(parts) => parts.iter().for_each(|part| numbers_of(part, see)),
        Number::Minus(left, right) => {
            numbers_of(left, see);
            numbers_of(right, see);
        }
        Number::If(choice) => {
            cells_in(&choice.when, see);
            numbers_of(&choice.then, see);
            choice.otherwise.iter().for_each(|part| numbers_of(part, see));
        }
        _ => {}
    }
}
