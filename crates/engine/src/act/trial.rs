//! A ply tried out before it is offered, to judge its `unless`.

use super::scene::Scene;
use super::turnover::{next_side, seen};
use crate::bits::Bits;
use crate::board::NOWHERE;
use crate::offer::Ply;
use crate::read::{Eyes, Reader};
use crate::rule::NodeKind;
use crate::state::State;

/// Would a ply's `unless` hold after it and all that follows it, as far as the mover can foresee it?
#[must_use]
pub fn spoilt<const W: usize>(reader: &Reader<'_, W>, ply: &Ply<W>) -> bool {
    let Some(node) = ply.node.map(usize::from) else {
        return false;
    };
    let Some(unless) = reader.plan.acting(node).and_then(|atomic| atomic.unless.as_ref()) else {
        return false;
    };
    let mut state = foreseen(reader);
    let mut scene = Scene::new(reader.plan, &mut state, None, None);
    scene.nature = reader.nature;
    let ply = acting(reader, node, ply);
    scene.carry(&ply);
    scene.effects(ply.node);
    if reader.plan.rules.repeats {
        // As it would stand if the turn ended here.
        scene.times = seen(reader.plan, scene.state, next_side(reader.plan, scene.state)) + 1;
    }
    scene.reader().is_true(unless)
}

/// What a secret placement would do if it did not fail: put its piece down for all to see.
fn acting<const W: usize>(reader: &Reader<'_, W>, node: usize, ply: &Ply<W>) -> Ply<W> {
    match &reader.plan.rules.nodes[node].kind {
        NodeKind::Commit { place, .. } => Ply { node: Some(*place as u16), ..*ply },
        _ => *ply,
    }
}

/// The state as the reader's eyes see it: what others hide is not there.
fn foreseen<const W: usize>(reader: &Reader<'_, W>) -> State<W> {
    let mut state = reader.state.clone();
    state.side = reader.side;
    if reader.blank {
        // The next turn has not begun: it finds nothing of this one.
        (state.moved, state.visited, state.just) = (Bits::EMPTY, Bits::EMPTY, NOWHERE);
        (state.acted, state.again, state.happened) = (false, false, 0);
    }
    if reader.plan.rules.hidden {
        (0..state.pieces.len()).for_each(|plane| state.pieces[plane] = reader.plane(plane));
        state.lasts.iter_mut().for_each(|last| {
            let known = last.known || reader.eyes == Eyes::Side(last.side);
            last.place = if known { last.place } else { crate::board::NOWHERE };
        });
        state.standings.clear();
        state.pending = None;
    }
    state
}
