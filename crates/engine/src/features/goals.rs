//! Goals: the conditions and numbers that the ends of a game use, with sign 1 for winning and -1 for losing.

use crate::rule::parts::{cells_in, cells_of};
use crate::rule::{Cells, Condition, End, EndKind, If, Number, Phase, Rules, Side};

/// A goal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal<'a> {
    /// A condition that wins, with sign 1, or loses, with sign -1.
    Condition(&'a Condition, f32),
    /// The number of which the most wins.
    Most(&'a Number),
}

/// The goals of the ends, in order. Draws are no goals.
pub(super) fn goals(rules: &Rules) -> Vec<Goal<'_>> {
    let mut goals = Vec::new();
    rules.ends.iter().for_each(|end| add_goals(end, &mut goals));
    goals
}

fn add_goals<'a>(phase: &'a Phase<End>, goals: &mut Vec<Goal<'a>>) {
    match phase {
        Phase::Plain(end) => match &end.kind {
            EndKind::Win => goals.push(Goal::Condition(&end.when, 1.0)),
            EndKind::Loss => goals.push(Goal::Condition(&end.when, -1.0)),
            EndKind::Most(number) => goals.push(Goal::Most(number)),
            EndKind::Draw => {}
        },
        Phase::If(choice) => {
            let If { then, otherwise, .. } = choice.as_ref();
            add_goals(then, goals);
            otherwise.iter().for_each(|part| add_goals(part, goals));
        }
        Phase::BySide(parts) => parts.iter().for_each(|part| add_goals(part, goals)),
    }
}

/// The conditions of the ends with their signs, decomposed: each part of All or Any is a goal of its own, No inverts
/// the sign.
pub(super) fn conditions(rules: &Rules) -> Vec<(&Condition, f32)> {
    let mut signed = Vec::new();
    for goal in goals(rules) {
        if let Goal::Condition(condition, sign) = goal {
            decompose(condition, sign, &mut signed);
        }
    }
    signed
}

fn decompose<'a>(condition: &'a Condition, sign: f32, signed: &mut Vec<(&'a Condition, f32)>) {
    match condition {
        Condition::Some(part) => decompose(part, sign, signed),
        Condition::No(part) => decompose(part, -sign, signed),
        Condition::All(parts) | Condition::Any(parts) | Condition::BySide(parts) => {
            parts.iter().for_each(|part| decompose(part, sign, signed));
        }
        Condition::If(choice) => {
            let parts = [Some(&choice.then), choice.otherwise.as_ref()];
            parts.into_iter().flatten().for_each(|part| decompose(part, sign, signed));
        }
        plain => signed.push((plain, sign)),
    }
}

/// Every set of cells in the ends' conditions, and its parts, with the sign.
pub(super) fn visit_goal_cells(rules: &Rules, mut see: impl FnMut(&Cells, f32)) {
    for (condition, sign) in conditions(rules) {
        cells_in(condition, &mut |cells| see(cells, sign));
    }
}

/// Whether the value of the word depends on the side to move.
pub(super) fn depends_on_side(word: &Cells) -> bool {
    let mut depends = false;
    cells_of(word, &mut |part| {
        depends |= matches!(part, Cells::Of(Side::Own | Side::Enemy) | Cells::BySide(_) | Cells::Ranks { .. });
        depends |= matches!(part, Cells::Fixed(_) | Cells::Last { .. });
    });
    depends
}
