//! The `Explorer` trait: a cursor with undo, for depth-first search.

use crate::{Cursor, PositionKey, Reduction, WholeTurns};

/// A feature of the static evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// Its name: the same for one word of the rules on boards of any size.
    pub name: String,
    /// The weight that its meaning suggests before any tuning, in log-odds per unit; 0 if unknown.
    pub prior: f32,
}

impl Feature {
    /// A feature with a name and a prior weight.
    pub fn new(name: impl Into<String>, prior: f32) -> Self {
        Feature { name: name.into(), prior }
    }
}

/// A piece added to or removed from a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceChange {
    /// The cell, by its number on the board.
    pub cell: u16,
    /// The owner of the piece: 0 neutral, 1 the first side.
    pub owner: u8,
    /// The kind of piece.
    pub kind: u8,
    /// Added, otherwise removed.
    pub added: bool,
}

/// A cursor that can undo its plies.
pub trait Explorer: Cursor + WholeTurns {
    /// A new explorer rooted at this position. Allocates.
    fn copy(&self) -> Box<dyn Explorer>;
    /// Whether the game has hidden information.
    fn has_secrets(&self) -> bool;
    /// Replaces the list with the ids of the legal plies that capture by displacement or by a jump, ascending. Captures
    /// by an effect of the rules are not among them.
    fn captures(&mut self, ids: &mut Vec<u32>);
    /// Undoes the last ply (or whole turn); `false` at the root.
    fn undo(&mut self) -> bool;
    /// Replaces the list with the pieces that the last ply (or whole turn) added and removed, ascending; empty at the
    /// root.
    fn changes(&self, changes: &mut Vec<PieceChange>);
    /// Makes `key` use a reduction. `false`, without any change, where its symmetries do not fit the board.
    fn set_reduction(&mut self, reduction: &Reduction) -> bool;
    /// The key of the position under the reduction. Not valid for games with hidden information.
    fn key(&mut self) -> PositionKey;
    /// Replaces the list with every piece on the board, as added pieces, ascending.
    fn pieces(&self, pieces: &mut Vec<PieceChange>);
    /// Replaces the list with what the player of a side may see of the cells (side 0: everything), as added pieces,
    /// ascending. Marks of the rules count: a piece on a marked cell has another kind than on an unmarked one, and a
    /// marked empty cell holds a neutral piece of a kind of its own.
    fn visible_contents(&self, side: u8, contents: &mut Vec<PieceChange>);
    /// Whether the rules mark cells, of which `changes` says nothing.
    fn has_marks(&self) -> bool;
    /// The player who has a side (numbered from 1).
    fn player_of(&self, side: u8) -> u8;
    /// The side of the next ply, numbered like owners: 1 is the first side, 0 is chance.
    fn side(&self) -> u8;
    /// Replaces the list with the counters of the state that are not on the board, from the point of view of a side:
    /// its captures, score and pieces in hand by kind; the same for the other sides in turn order; the quiet counters;
    /// 1 at the start of a turn, otherwise 0.
    fn counters(&self, side: u8, numbers: &mut Vec<f32>);
    /// The features that `write_features` writes, in its order.
    fn features(&self) -> &[Feature];
    /// Writes the value of each feature: the first player's less the second's. `out` has one entry per feature.
    fn write_features(&self, out: &mut [f32]);
    /// Writes the features with these indices, and maybe others; the rest of `out` stays as it is. For who reads a few.
    fn write_chosen_features(&self, chosen: &[usize], out: &mut [f32]);
}
