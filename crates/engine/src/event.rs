//! What a ply brought about, as people are told it.

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Happening {
    /// A piece was put down.
    Place,
    /// A piece went from one cell to another.
    Move,
    /// Pieces were taken off.
    Capture,
    /// Pieces changed sides.
    Flip,
    /// Pieces changed kind.
    Promote,
    /// A piece was lifted.
    Remove,
    /// Points were earned.
    Earn,
    /// A placement was fixed in secret.
    Commit,
    /// Something of it was announced.
    Announce,
    /// Hidden pieces were shown.
    Reveal,
    /// It failed.
    Fail,
    /// A fact was told.
    Tell,
    /// Its target was shown.
    Show,
    /// Sides were exchanged.
    Swap,
    /// Sides were kept.
    Keep,
    /// Nothing was done.
    Pass,
    /// The turn was ended.
    End,
    /// A die was rolled.
    Roll,
    /// A side is out.
    Out,
    /// Another turn of the same side begins; said where there are secrets.
    Again,
    /// A turn in which nothing can be done; said where there are secrets.
    Skip,
}

/// A part of a reason, named by its word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Named {
    /// `to`.
    To,
    /// `origin`.
    Origin,
    /// `just`.
    Just,
    /// `Last`: of the mover's side, else of the others'; how many plies ago.
    Last(bool, u16),
    /// The fact of the Tell with this number.
    Told(u16),
    /// Pieces of the set with this number: they have become open.
    Set(u16),
}

/// One thing a ply brought about. Cells are numbers on the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// What happened.
    pub kind: Happening,
    /// Where: of a move origin, then landing cell; else in the order of the board.
    pub cells: Vec<u16>,
    /// Who did it; -1 is nature.
    pub player: i8,
    /// How many.
    pub amount: i64,
    /// The kind of piece, where the game has several.
    pub piece: Option<u8>,
    /// Named parts of the reason.
    pub why: Vec<(Named, Vec<u16>)>,
    /// The only player who may know; everybody if none.
    pub seen_by: Option<u8>,
}

impl Event {
    /// May this player know of it? The referee, no player, knows all.
    #[must_use]
    pub fn known_to(&self, viewer: Option<u8>) -> bool {
        viewer.is_none() || self.seen_by.is_none() || self.seen_by == viewer
    }
}
