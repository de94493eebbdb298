//! Events: the changes that a ply made, with their cells and the players who may know of them.

use serde::{Deserialize, Serialize};

/// Kinds of events.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// A piece was placed.
    Place,
    /// A piece moved from one cell to another.
    Move,
    /// Pieces were captured.
    Capture,
    /// Pieces changed sides.
    Flip,
    /// Pieces changed kind.
    Promote,
    /// Cells were marked.
    Mark,
    /// Marks were taken off.
    Unmark,
    /// A piece was lifted.
    Remove,
    /// Points were earned.
    Earn,
    /// A secret placement was committed.
    Commit,
    /// Its announcement.
    Announce,
    /// Hidden pieces were shown.
    Reveal,
    /// A secret placement failed.
    Fail,
    /// A fact was announced (Tell).
    Tell,
    /// The target of a secret placement was shown.
    Show,
    /// Sides were exchanged.
    Swap,
    /// Sides were kept.
    Keep,
    /// A pass.
    Pass,
    /// The turn was ended.
    End,
    /// A die was rolled.
    Roll,
    /// A side was eliminated.
    Out,
    /// Another turn of the same side begins; reported where there are secrets.
    Again,
    /// A turn without a legal ply; reported where there are secrets.
    Skip,
}

/// A part of a reason, named by its word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "(&'static str, u16)", try_from = "(String, u16)")]
pub enum ReasonPart {
    /// `to`.
    To,
    /// `origin`.
    Origin,
    /// `just`.
    Just,
    /// `Last`: of the mover's side, else of the others'; how many plies ago.
    Last(bool, u16),
    /// The mark with this number.
    Mark(u16),
    /// The fact of the Tell with this number.
    Told(u16),
    /// Pieces of the set with this number that became public.
    Set(u16),
}

/// One event. Cells are numbers on the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Where: of a move origin, then landing cell; else in the order of the board.
    pub cells: Vec<u16>,
    /// Who did it; -1 is chance.
    pub player: i8,
    /// How many.
    pub amount: i64,
    /// The kind of piece, where the game has several.
    pub piece: Option<u8>,
    /// Named parts of the reason.
    pub witness: Vec<(ReasonPart, Vec<u16>)>,
    /// The only player who may know; all players if none.
    pub seen_by: Option<u8>,
}

impl From<ReasonPart> for (&'static str, u16) {
    fn from(part: ReasonPart) -> Self {
        match part {
            ReasonPart::To => ("to", 0),
            ReasonPart::Origin => ("origin", 0),
            ReasonPart::Just => ("just", 0),
            ReasonPart::Last(true, back) => ("own", back),
            ReasonPart::Last(false, back) => ("enemy", back),
            ReasonPart::Mark(number) => ("mark", number),
            ReasonPart::Told(number) => ("told", number),
            ReasonPart::Set(plane) => ("set", plane),
        }
    }
}

impl TryFrom<(String, u16)> for ReasonPart {
    type Error = String;

    fn try_from((name, number): (String, u16)) -> Result<Self, String> {
        match name.as_str() {
            "to" => Ok(ReasonPart::To),
            "origin" => Ok(ReasonPart::Origin),
            "just" => Ok(ReasonPart::Just),
            "own" => Ok(ReasonPart::Last(true, number)),
            "enemy" => Ok(ReasonPart::Last(false, number)),
            "mark" => Ok(ReasonPart::Mark(number)),
            "told" => Ok(ReasonPart::Told(number)),
            "set" => Ok(ReasonPart::Set(number)),
            _ => Err(format!("{name}: no part of a reason")),
        }
    }
}

impl Event {
    /// Whether this player may know of the event. The referee (no player) knows all.
    #[must_use]
    pub fn is_visible_to(&self, viewer: Option<u8>) -> bool {
        viewer.is_none() || self.seen_by.is_none() || self.seen_by == viewer
    }
}
