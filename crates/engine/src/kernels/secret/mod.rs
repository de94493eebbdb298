//! Kernel for secret placements: a cell is committed, its surroundings announced, and the other side shows its pieces
//! there.
//!
//! ```text
//!   Commit(Place(to=~own & ~open), announce=[Row(to), ...], answer=Reveal(own & announced), fails=to & revealed)
//! ```
//!
//! Two sets per side hold the whole state: its pieces, and the public ones. recognise.rs recognises the rules, line.rs
//! tests for lines. Players who extend lines (resumed_playout.rs) use the line progress of both sides
//! (line_progress.rs, both_sides.rs).

mod both_sides;
mod line;
mod line_progress;
mod play;
mod recognise;
mod resumed_playout;
#[cfg(test)]
mod tests;

use super::BoxedKernel;
use crate::game::Game;
use play::Secret;

/// A kernel for rules of this shape; none for other rules.
#[must_use]
pub fn secret<const W: usize>(game: &Game<W>) -> Option<BoxedKernel> {
    let (plan, start) = (&game.plan, game.start());
    let rules = &plan.rules;
    let is_plain = rules.sides == 2
        && rules.kinds.len() == 1
        && rules.hidden
        && rules.handed.iter().all(Option::is_none)
        && plan.board.in_order
        && rules.effects.iter().all(recognise::tells)
        && crate::ply_drawing::PlyDrawing::of(plan) == crate::ply_drawing::PlyDrawing::Number;
    let begins = start.result.is_none() && !start.pieces.iter().any(crate::bits::Bits::any);
    if !is_plain || !begins {
        return None;
    }
    let (last, first) = rules.turns.split_last()?;
    let opening = first.iter().map(|&agenda| recognise::opening(plan, agenda)).collect::<Option<Vec<_>>>()?;
    let (commit, ends) = (recognise::commit(plan, *last)?, recognise::ends(plan)?);
    let winning = ends.lines.as_ref().filter(|(_, verdict)| verdict.halves == 2);
    let stretches = winning.and_then(|(lines, _)| lines.stretches(&plan.board));
    Some(Box::new(Secret { plan: plan.clone(), opening, commit, ends, stretches, agenda: *last }))
}
