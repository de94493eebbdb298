//! Tries a ply on a scratch state, to evaluate its `unless` before it is offered.

use super::context::PlyContext;
use super::turnover::{lapsed_marks, next_side, packed_turn, recorded_sets};
use crate::bits::Bits;
use crate::board::NOWHERE;
use crate::evaluate::{Viewer, WordEvaluator};
use crate::movegen::Ply;
use crate::rule::{Condition, NodeKind};
use crate::state::State;
use std::any::Any;
use std::cell::Cell;

thread_local! {
    /// Scratch state of this thread: each trial reuses its allocations.
    static SCRATCH: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

/// Whether a ply's `unless` would hold after the ply and its effects, given what the mover knows.
#[must_use]
pub fn is_forbidden<const W: usize>(evaluator: &WordEvaluator<'_, W>, ply: &Ply<W>) -> bool {
    let Some(node) = ply.node.map(usize::from) else {
        return false;
    };
    let Some(unless) = evaluator.plan.ply_of_node(node).and_then(|atomic| atomic.unless.as_ref()) else {
        return false;
    };
    let spare = SCRATCH.take().and_then(|spare| spare.downcast::<State<W>>().ok());
    let mut state = spare.unwrap_or_else(|| Box::new(State::new(0, false, Vec::new(), 0, 0)));
    copy_visible(evaluator, &mut state);
    let is_forbidden = condition_after(evaluator, &mut state, &as_applied(evaluator, node, ply), unless);
    SCRATCH.set(Some(state));
    is_forbidden
}

/// Applies the ply and evaluates the condition.
fn condition_after<const W: usize>(
    evaluator: &WordEvaluator<'_, W>,
    state: &mut State<W>,
    ply: &Ply<W>,
    unless: &Condition,
) -> bool {
    let mut context = PlyContext::new(evaluator.plan, state, None, None);
    context.is_chance = evaluator.is_chance;
    context.apply_ply(ply);
    context.effects(ply.node);
    if evaluator.plan.rules.repeats && unless.asks(&|word| matches!(word, Condition::Repeats(_))) {
        // As if the turn ended here. With secrets no player knows which positions have occurred.
        let turn = packed_turn(context.state, next_side(evaluator.plan, context.state));
        let is_all_visible = !evaluator.plan.rules.hidden;
        let sets = recorded_sets(&evaluator.plan.rules.marks, &context.state.pieces, &context.state.marks);
        context.times =
            1 + if is_all_visible { evaluator.state.repetition_table.look_up(&sets, turn).times } else { 0 };
    }
    context.evaluator().is_true(unless)
}

/// What a secret placement would do if it did not fail: place its piece publicly.
fn as_applied<const W: usize>(evaluator: &WordEvaluator<'_, W>, node: usize, ply: &Ply<W>) -> Ply<W> {
    match &evaluator.plan.rules.nodes[node].kind {
        NodeKind::Commit { place, .. } => Ply { node: Some(*place as u16), ..*ply },
        _ => *ply,
    }
}

/// Copies the state as the evaluator's viewer sees it, without what others hide. Past positions are not copied.
fn copy_visible<const W: usize>(evaluator: &WordEvaluator<'_, W>, state: &mut State<W>) {
    state.copy_without_repetitions(evaluator.state);
    state.side = evaluator.side;
    if evaluator.blank {
        // The next turn has not begun: it sees nothing of this one.
        (state.moved, state.visited, state.just) = (Bits::EMPTY, Bits::EMPTY, NOWHERE);
        (state.acted, state.again, state.happened) = (false, false, 0);
        state.marks = lapsed_marks(&evaluator.plan.rules.marks, &state.marks);
    }
    if evaluator.plan.rules.hidden {
        (0..state.pieces.len()).for_each(|plane| state.pieces[plane] = evaluator.plane(plane));
        state.lasts.iter_mut().for_each(|last| {
            let is_known = last.known || evaluator.viewer == Viewer::Side(last.side);
            last.place = if is_known { last.place } else { crate::board::NOWHERE };
        });
        state.pending = None;
    }
}
