//! What a player may see of the cells, as a net reads it: pieces and the marks of cells.
//!
//! On a cell with the set `m` of marks (a bit for each), a piece of kind `k` counts as one of kind `m * (kinds + 1) + k`,
//! and a marked empty cell as a neutral piece of kind `m * (kinds + 1) + kinds`.

use super::PieceChange;
use super::visible_pieces::{public_pieces, sees_all_of};
use crate::bits::Bits;
use crate::plan::Plan;
use crate::state::State;

/// The kinds that a content may be numbered with.
const MAX_NUMBERS: usize = 256;

/// See `Explorer::visible_contents`.
pub(super) fn visible_contents<const W: usize>(
    plan: &Plan<W>,
    state: &State<W>,
    side: u8,
    contents: &mut Vec<PieceChange>,
) {
    contents.clear();
    let kinds = plan.rules.kinds.len().max(1);
    let viewer = usize::from(side).checked_sub(1).and_then(|side| state.seats.get(side)).copied();
    let viewer = viewer.filter(|_| plan.rules.hidden && state.result.is_none());
    let mut occupied = Bits::EMPTY;
    for (plane, &pieces) in state.pieces.iter().enumerate() {
        let (owner, kind) = (plane / kinds, plane % kinds);
        let cells = if sees_all_of(state, owner, viewer) { pieces } else { pieces & public_pieces(state, plane) };
        occupied |= cells;
        list(plan, state, cells, (owner, kind), contents);
    }
    let marked = mark_layers(state, kinds).iter().fold(Bits::EMPTY, |all, &layer| all | layer);
    list(plan, state, marked & !occupied, (0, kinds), contents);
    contents.sort_unstable();
}

/// Adds pieces of one owner and kind on these places.
fn list<const W: usize>(
    plan: &Plan<W>,
    state: &State<W>,
    places: Bits<W>,
    (owner, kind): (usize, usize),
    contents: &mut Vec<PieceChange>,
) {
    let kinds = plan.rules.kinds.len().max(1);
    let layers = mark_layers(state, kinds);
    contents.extend(places.iter().filter_map(|place| {
        let marks = (0..).zip(layers).fold(0, |marks, (bit, layer)| marks | usize::from(layer.has(place)) << bit);
        let cell = plan.board.cell.get(place as usize).copied().flatten()?;
        Some(PieceChange { cell, owner: owner as u8, kind: (marks * (kinds + 1) + kind) as u8, added: true })
    }));
}

/// The layers of marks that there are numbers for.
fn mark_layers<const W: usize>(state: &State<W>, kinds: usize) -> &[Bits<W>] {
    let fit = (MAX_NUMBERS / (kinds + 1)).max(1).ilog2() as usize;
    &state.marks[..state.marks.len().min(fit)]
}
