//! The result of a game, with board cell numbers.

use crate::plan::Plan;
use crate::state::{EndReason, Outcome, SIDES};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// One per player.
    pub values: Vec<f64>,
    /// The number of the end clause that decided; none where no side had a legal ply.
    pub end: Option<u16>,
    /// Cells that show it, ascending.
    pub witness: Vec<u16>,
    /// One per player, if a number decided; none for a player who was out.
    pub counts: Option<Vec<Option<i64>>>,
}

impl Ending {
    /// The ending of an outcome, for the players of the game.
    pub(super) fn of<const W: usize>(plan: &Plan<W>, outcome: &Outcome<W>) -> Ending {
        let sides = plan.rules.sides;
        Ending {
            values: outcome.values.iter().copied().take(sides).collect(),
            end: match outcome.reason {
                EndReason::End(number) => Some(number),
                EndReason::NothingLegal => None,
            },
            witness: plan.board.listed(outcome.witness),
            counts: outcome.counts.map(|counts| counts.iter().copied().take(sides).collect()),
        }
    }

    /// The outcome of an ending; nothing where it names a cell that does not exist.
    pub(super) fn outcome<const W: usize>(&self, plan: &Plan<W>) -> Option<Outcome<W>> {
        let cells: Vec<u32> = self.witness.iter().map(|&cell| u32::from(cell)).collect();
        let count = |counts: &Vec<Option<i64>>| std::array::from_fn(|side| counts.get(side).copied().flatten());
        let value = |side: usize| self.values.get(side).copied().unwrap_or(0.0);
        Some(Outcome {
            values: std::array::from_fn::<f64, SIDES, _>(value),
            reason: self.end.map_or(EndReason::NothingLegal, EndReason::End),
            witness: plan.board.try_set(&cells)?,
            counts: self.counts.as_ref().map(count),
        })
    }
}
