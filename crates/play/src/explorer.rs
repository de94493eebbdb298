//! `Explorer`: the cursor of depth-first searches, with undo.

use crate::{Cursor, PositionKey, Reduction, WholeTurns};

/// A feature of positions, for evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// Its name, the same for the same word whatever the size of the board.
    pub name: String,
    /// What it is worth by its meaning alone; 0 where that is not known.
    pub prior: f32,
}

impl Feature {
    /// A feature by its name.
    pub fn new(name: impl Into<String>, prior: f32) -> Self {
        Feature { name: name.into(), prior }
    }
}

/// A piece added or removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Change {
    /// The cell, by its number on the board.
    pub cell: u16,
    /// The owner of the piece: 0 none, 1 the first side.
    pub owner: u8,
    /// The kind of piece.
    pub kind: u8,
    /// Did it come? Else it went.
    pub came: bool,
}

/// A cursor that plays plies and undoes them.
pub trait Explorer: Cursor + WholeTurns {
    /// Another explorer, rooted at this one's position. Allocates.
    fn copy(&self) -> Box<dyn Explorer>;
    /// Has the game hidden information?
    fn hidden(&self) -> bool;
    /// Writes the ids of those legal plies that take a piece by themselves, where the game has such plies.
    fn loud(&mut self, ids: &mut Vec<u32>);
    /// Undoes the last ply (or whole turn); `false` where there is none.
    fn back(&mut self) -> bool;
    /// Writes what the last ply (or whole turn) changed on the board, ascending; nothing where there is none.
    fn changes(&self, changes: &mut Vec<Change>);
    /// Makes `key` use a reduction; `false`, and nothing has changed, where its symmetries do not fit the board.
    fn reduce(&mut self, reduction: &Reduction) -> bool;
    /// The key of the position. Positions with secrets have none that could be relied upon.
    fn key(&mut self) -> PositionKey;
    /// Writes every piece on the board, as if it had just come; ascending.
    fn pieces(&self, pieces: &mut Vec<Change>);
    /// Which side plays the next ply: 1 the first, as owners of pieces are numbered; 0 for chance.
    fn side(&self) -> u8;
    /// Writes the numbers of the state that are not on the board, as one side sees them: what it has captured, its points,
    /// its pieces in hand; the same of the other sides; then counters of quiet plies, and 1 where a new turn begins.
    fn numbers(&self, side: u8, numbers: &mut Vec<f32>);
    /// What `measure` writes, in its order.
    fn features(&self) -> &[Feature];
    /// Writes the features of the position: the first player's share less the second's.
    fn measure(&self, out: &mut [f32]);
}
