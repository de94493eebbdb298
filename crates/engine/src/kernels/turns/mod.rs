//! Kernel for turns of several plies with neutral pieces: sequences of steps and jumps by pieces that have or have not
//! moved in this turn.
//!
//! What is left of a turn is a short list of phases (phase.rs, built in turn.rs): what may move, how, and whether the
//! turn may be ended instead. Since pieces are never added, captures determine how many pieces are left: ends that
//! count are tabulated once (ends.rs).
//!
//! ```text
//!   Sequence(Step(neutral), Hop(neutral & ~moved), Repeat(Hop(just)), stop=True)
//!
//!   phase 0: any piece steps, or end  ->  1: one that has not moved jumps, or end  ->  2: it again, or end  -> 2 ...
//! ```

mod ends;
mod phase;
mod play;
#[cfg(test)]
pub(super) mod tests;
mod turn;
mod whole_turns;

use super::BoxedKernel;
use crate::game::Game;
use ends::Ends;
use play::Turns;

/// A kernel for rules of this shape; none for other rules.
#[must_use]
pub fn turns<const W: usize>(game: &Game<W>) -> Option<BoxedKernel> {
    match turn::most_ways(&game.plan)? {
        0..=4 => of::<W, 4>(game),
        5..=8 => of::<W, 8>(game),
        _ => None,
    }
}

fn of<const W: usize, const D: usize>(game: &Game<W>) -> Option<BoxedKernel> {
    let (plan, start) = (&game.plan, game.start());
    let rules = &plan.rules;
    let is_plain = rules.sides == 2
        && rules.kinds.len() == 1
        && !rules.hidden
        && rules.effects.is_empty()
        && rules.turns.len() == 1
        && crate::ply_drawing::PlyDrawing::of(plan) == crate::ply_drawing::PlyDrawing::Number;
    let begins = start.result.is_none()
        && start.side == 0
        && start.quiet.iter().all(|&quiet| quiet == 0)
        && start.repetition_table.len() <= 1
        && !start.pieces.iter().skip(1).any(crate::bits::Bits::any);
    if !is_plain || !begins {
        return None;
    }
    let pieces = *start.pieces.first()?;
    let phases = turn::phases::<W, D>(plan)?;
    let ends = Ends::new(plan, pieces.count())?;
    Some(Box::new(Turns {
        phases,
        ends,
        pieces,
        all: plan.board.all,
        ids: turn::ids(plan),
        end: rules.end.unwrap_or(0),
    }))
}
