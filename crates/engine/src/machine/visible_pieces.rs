//! The pieces that a viewer may see, by cell.

use crate::bits::Bits;
use crate::plan::Plan;
use crate::state::State;

/// A piece on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VisiblePiece {
    /// The cell, in the board's own number.
    pub cell: u16,
    /// The owner: 0 neutral, 1 the first side.
    pub owner: u8,
    /// The number of its kind.
    pub kind: u16,
    /// True if it is not public.
    pub hidden: bool,
}

/// The pieces a player may see, by cell, then owner; the referee, no player, sees all.
pub(super) fn visible_pieces<const W: usize>(
    plan: &Plan<W>,
    state: &State<W>,
    viewer: Option<u8>,
) -> Vec<VisiblePiece> {
    let mut visible = Vec::new();
    for (plane, &pieces) in state.pieces.iter().enumerate() {
        let open = public_pieces(state, plane);
        let (owner, kind) = (plane / plan.rules.kinds.len(), plane % plan.rules.kinds.len());
        let cells = if sees_all_of(state, owner, viewer) { pieces } else { pieces & open };
        let stone = |place: u32| {
            let cell = plan.board.cell.get(place as usize).copied().flatten()?;
            Some(VisiblePiece { cell, owner: owner as u8, kind: kind as u16, hidden: !open.has(place) })
        };
        visible.extend(cells.iter().filter_map(stone));
    }
    visible.sort_by_key(|stone| (stone.cell, stone.owner));
    visible
}

/// The public part of a set of pieces.
pub(super) fn public_pieces<const W: usize>(state: &State<W>, plane: usize) -> Bits<W> {
    state.shown.get(plane).or(state.pieces.get(plane)).copied().unwrap_or(Bits::EMPTY)
}

/// Whether the viewer sees all of this owner's pieces.
pub(super) fn sees_all_of<const W: usize>(state: &State<W>, owner: usize, viewer: Option<u8>) -> bool {
    let Some(viewer) = viewer else { return true };
    owner > 0 && state.seats.get(owner - 1) == Some(&viewer)
}
