//! Static bounds of sets of cells: which pieces may stand in a set, known when the game is compiled.

use lusory_engine::rule::{Cells, Rules, Side};

/// Sets of pieces (owner * kinds + kind), a bit each.
pub(super) type Planes = u64;

/// All of them.
pub(super) fn all_planes(rules: &Rules) -> Planes {
    let count = (rules.sides + 1) * rules.kinds.len();
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

fn of_owner(rules: &Rules, owner: usize) -> Planes {
    let kinds = rules.kinds.len();
    (owner * kinds..(owner + 1) * kinds).filter(|&plane| plane < 64).fold(0, |all, plane| all | 1 << plane)
}

/// The pieces of a side, from the point of view of another.
fn of_side(rules: &Rules, mover: usize, side: Side) -> Planes {
    match side {
        Side::Own => of_owner(rules, mover + 1),
        Side::Neutral => of_owner(rules, 0),
        Side::Enemy => all_planes(rules) & !of_owner(rules, mover + 1) & !of_owner(rules, 0),
    }
}

/// The pieces that may stand on cells of the set: those that are left out never do.
pub(super) fn may_hold(rules: &Rules, mover: usize, word: &Cells) -> Planes {
    if rules.hidden {
        // A cell may hold several pieces.
        return all_planes(rules);
    }
    match word {
        Cells::Of(side) => of_side(rules, mover, *side),
        Cells::Empty => 0,
        Cells::Kind(kind) => (0..=rules.sides)
            .map(|owner| owner * rules.kinds.len() + kind)
            .filter(|&plane| plane < 64)
            .fold(0, |all, plane| all | 1 << plane),
        Cells::And(parts) => parts.iter().fold(all_planes(rules), |all, part| all & may_hold(rules, mover, part)),
        Cells::Or(parts) => parts.iter().fold(0, |all, part| all | may_hold(rules, mover, part)),
        Cells::BySide(parts) => parts.get(mover).map_or(0, |part| may_hold(rules, mover, part)),
        Cells::If(choice) => {
            let otherwise = choice.otherwise.as_ref().map_or(0, |part| may_hold(rules, mover, part));
            otherwise | may_hold(rules, mover, &choice.then)
        }
        Cells::Not(of) => all_planes(rules) & !must_hold(rules, mover, of),
        Cells::Fixed(_) | Cells::Everywhere | Cells::At(_) | Cells::Ranks { .. } | Cells::Row(_) => all_planes(rules),
        Cells::Column(_) | Cells::Center | Cells::Shade(_) | Cells::Regions(_) | Cells::To => all_planes(rules),
        Cells::Origin | Cells::Just | Cells::Moved | Cells::Visited | Cells::Last { .. } => all_planes(rules),
        Cells::Adjacent(..) | Cells::Shift(..) | Cells::Ray(_) | Cells::Ring(_) | Cells::Open => all_planes(rules),
        Cells::Announced | Cells::Revealed | Cells::Here | Cells::Marked(_) => all_planes(rules),
        Cells::Where(word) => may_hold(rules, mover, &word.of),
        Cells::Enclosed(word) => may_hold(rules, mover, &word.of),
        Cells::Line(word) => may_hold(rules, mover, &word.of),
        Cells::Group(word) => may_hold(rules, mover, &word.of),
        Cells::Connected(word) => may_hold(rules, mover, &word.of),
    }
}

/// The pieces that stand nowhere but on cells of the set.
fn must_hold(rules: &Rules, mover: usize, word: &Cells) -> Planes {
    if rules.hidden {
        return 0;
    }
    match word {
        Cells::Of(side) => of_side(rules, mover, *side),
        Cells::Everywhere | Cells::Open => all_planes(rules),
        Cells::Or(parts) => parts.iter().fold(0, |all, part| all | must_hold(rules, mover, part)),
        Cells::And(parts) => parts.iter().fold(all_planes(rules), |all, part| all & must_hold(rules, mover, part)),
        Cells::Not(of) => all_planes(rules) & !may_hold(rules, mover, of),
        Cells::BySide(parts) => parts.get(mover).map_or(0, |part| must_hold(rules, mover, part)),
        Cells::Kind(_) => may_hold(rules, mover, word),
        Cells::Fixed(_) | Cells::At(_) | Cells::Ranks { .. } | Cells::Row(_) | Cells::Column(_) | Cells::Empty => 0,
        Cells::Center | Cells::Shade(_) | Cells::Regions(_) | Cells::To | Cells::Origin | Cells::Just => 0,
        Cells::Moved | Cells::Visited | Cells::Last { .. } | Cells::Adjacent(..) | Cells::Shift(..) | Cells::Ray(_) => {
            0
        }
        Cells::Ring(_) | Cells::Announced | Cells::Revealed | Cells::Enclosed(_) | Cells::Line(_) | Cells::Group(_) => {
            0
        }
        Cells::Connected(_) | Cells::If(_) | Cells::Here | Cells::Where(_) | Cells::Marked(_) => 0,
    }
}

/// Whether no cell of the set ever holds a piece.
pub(super) fn is_empty(rules: &Rules, mover: usize, word: &Cells) -> bool {
    may_hold(rules, mover, word) == 0
}
