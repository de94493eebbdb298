//! Pattern matching: recognises the forms of rules that kernels support. Any other form is played by the general
//! engine.

mod effects;
mod ends;
mod turns;

pub(super) use effects::EffectForm;
pub(super) use ends::{Clause, EndForm};
pub(super) use turns::Turn;

use super::lattice::even;
use crate::bits::Bits;
use crate::board::DirectionSet;
use crate::plan::Plan;
use crate::rule::{Cells, Condition, Directions, Enclosed, Side};

/// The rules of a game without its board.
#[derive(Clone, Debug)]
pub(super) struct RecognisedRules<const W: usize> {
    pub turn: Turn,
    /// The id of an exchange of sides, which the second ply may be.
    pub swap: Option<u32>,
    pub follow: EffectForm,
    pub clauses: Vec<Clause<W>>,
}

impl<const W: usize> RecognisedRules<W> {
    /// None where some part of the rules has no supported form.
    pub fn of(plan: &Plan<W>) -> Option<Self> {
        let rules = &plan.rules;
        let is_plain = rules.sides == 2
            && rules.kinds.len() == 1
            && !rules.hidden
            && !rules.may_duplicate_plies
            && rules.tells == 0;
        if !is_plain || plan.board.has_parallel_paths || rules.handed.iter().any(Option::is_some) {
            return None;
        }
        let (turn, swap) = turns::of(plan)?;
        let clauses = (0..).zip(&rules.ends).map(|(by, end)| ends::of(plan, end, by)).collect::<Option<_>>()?;
        Some(RecognisedRules { turn, swap, follow: effects::of(plan)?, clauses })
    }
}

/// Directions that are the same for both sides.
fn still(ways: &Directions) -> Option<DirectionSet> {
    fixed(ways).filter(|sides| sides[0] == sides[1]).map(|sides| sides[0])
}

/// Directions that depend on the side alone.
fn fixed(ways: &Directions) -> Option<[DirectionSet; 2]> {
    match ways {
        Directions::Fixed([first, second, ..]) => Some([*first, *second]),
        _ => None,
    }
}

/// Directions, the same for both sides, each with its opposite.
fn mutual<const W: usize>(plan: &Plan<W>, ways: &Directions) -> Option<DirectionSet> {
    still(ways).filter(|&directions| directions != 0 && even(&plan.board, directions))
}

/// A set of cells that depends on the side alone.
fn goals<const W: usize>(plan: &Plan<W>, cells: &Cells) -> Option<[Bits<W>; 2]> {
    match cells {
        Cells::Fixed(index) => plan.fixed.get(*index).map(|sides| [sides[0], sides[1]]),
        Cells::Everywhere => Some([plan.board.all; 2]),
        _ => None,
    }
}

/// Enclosed(own) or Enclosed(enemy): whether own, whether groups, the directions.
fn enclosed<const W: usize>(plan: &Plan<W>, cells: &Cells) -> Option<(bool, bool, DirectionSet)> {
    let Cells::Enclosed(word) = cells else { return None };
    let Enclosed { of: Cells::Of(side @ (Side::Own | Side::Enemy)), group, ways } = &**word else { return None };
    Some((*side == Side::Own, *group, mutual(plan, ways)?))
}

/// The set of cells of a condition "there are some".
fn some(condition: &Condition) -> Option<&Cells> {
    match condition {
        Condition::Cells(cells) => Some(cells),
        Condition::Some(inner) => some(inner),
        _ => None,
    }
}

fn is_own(cells: &Cells) -> bool {
    matches!(cells, Cells::Of(Side::Own))
}
