//! The pieces that a viewer may see, by cell.

use crate::bits::Bits;
use crate::plan::Plan;
use crate::state::State;

/// A piece on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
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
pub(super) fn stones<const W: usize>(plan: &Plan<W>, state: &State<W>, viewer: Option<u8>) -> Vec<Stone> {
    let mut found = Vec::new();
    for (plane, &pieces) in state.pieces.iter().enumerate() {
        let open = open(state, plane);
        let (owner, kind) = (plane / plan.rules.kinds.len(), plane % plan.rules.kinds.len());
        let seen = if is_his(state, owner, viewer) { pieces } else { pieces & open };
        let stone = |place: u32| {
            let cell = plan.board.cell.get(place as usize).copied().flatten()?;
            Some(Stone { cell, owner: owner as u8, kind: kind as u16, hidden: !open.has(place) })
        };
        found.extend(seen.iter().filter_map(stone));
    }
    found.sort_by_key(|stone| (stone.cell, stone.owner));
    found
}

/// The public part of a set of pieces.
fn open<const W: usize>(state: &State<W>, plane: usize) -> Bits<W> {
    state.shown.get(plane).or(state.pieces.get(plane)).copied().unwrap_or(Bits::EMPTY)
}

/// Does the viewer see all of this owner's pieces?
fn is_his<const W: usize>(state: &State<W>, owner: usize, viewer: Option<u8>) -> bool {
    let Some(viewer) = viewer else { return true };
    owner > 0 && state.seats.get(owner - 1) == Some(&viewer)
}
