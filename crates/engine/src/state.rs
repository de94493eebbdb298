//! A state: all that can still affect the game, without its history (history.rs).
//!
//! Equal states have equal futures. A playout changes one state in place and allocates nothing.

use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, Place, Way};
use crate::repetition::RepetitionTable;

/// Flags of what a ply has done: placed a piece, captured one, anything at all.
pub const PLACEMENT: u8 = 1;
/// See `PLACEMENT`.
pub const CAPTURE: u8 = 2;
/// See `PLACEMENT`.
pub const ANYTHING: u8 = 4;

pub use lusory_play::SIDES;

/// The destination of a recent ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastDestination {
    /// Whose ply.
    pub side: u8,
    /// Where.
    pub place: Place,
    /// Whether the destination is public.
    pub known: bool,
}

/// A placement committed and not yet answered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PendingPlacement<const W: usize> {
    /// The Commit.
    pub node: usize,
    /// Where.
    pub target: Place,
    /// Which announcement.
    pub choice: u16,
    /// The cells announced.
    pub announced: Bits<W>,
    /// What is left of the turn after it.
    pub agenda: u16,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The end clause with this number.
    End(u16),
    /// No side had a legal ply.
    NothingLegal,
}

/// The result of a game. Values are never NaN.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome<const W: usize> {
    /// One per player: 1 a win, 0 a loss, equal shares in a draw.
    pub values: [f64; SIDES],
    /// Why.
    pub reason: EndReason,
    /// Witness cells; empty if no observer needed them.
    pub witness: Bits<W>,
    /// Each player's number, if a number decided; none for a player who was out.
    pub counts: Option<[Option<i64>; SIDES]>,
}

/// A position of a game. Equal states have equal futures: the order of standings does not count.
#[derive(Debug)]
pub struct State<const W: usize> {
    /// A set of cells for each owner and kind: owner * kinds + kind. Owner 0 is neutral, 1 the first side.
    pub pieces: Vec<Bits<W>>,
    /// The public part of each; empty in games without secrets.
    pub shown: Vec<Bits<W>>,
    /// Where the pieces moved or placed in this turn stand.
    pub moved: Bits<W>,
    /// Where plies of this turn started or ended.
    pub visited: Bits<W>,
    /// The side to move.
    pub side: u8,
    /// The player of each side.
    pub seats: [u8; SIDES],
    /// How many turns of the opening have begun.
    pub turn: u16,
    /// What is left of the turn.
    pub agenda: u16,
    /// The turn has not begun.
    pub fresh: bool,
    /// After this turn the next side is to move.
    pub acted: bool,
    /// After this turn the same side has another one.
    pub again: bool,
    /// What this turn has done (flags).
    pub happened: u8,
    /// Eliminated sides, as bits.
    pub out: u8,
    /// Where the last ply of this turn ended.
    pub to: Place,
    /// Where its piece came from.
    pub origin: Place,
    /// Where the piece it placed or moved stands.
    pub just: Place,
    /// Its direction.
    pub heading: Way,
    /// The last roll.
    pub dice: u32,
    /// Pieces captured, one number per side.
    pub captured: [i64; SIDES],
    /// Points, one number per side.
    pub scores: [i64; SIDES],
    /// Pieces in hand: side * kinds + kind.
    pub hands: Vec<i32>,
    /// The quiet counters.
    pub quiet: Vec<u32>,
    /// Which Tell has been announced for which side, as bits: tell * sides + side.
    pub told: u128,
    /// The sets of marked cells; see `rule::MarkLayers`.
    pub marks: Vec<Bits<W>>,
    /// Destinations of recent plies, newest last.
    pub lasts: Vec<LastDestination>,
    /// Every standing at the start of a turn so far, each `standing_length` words.
    pub repetition_table: RepetitionTable,
    /// The secret placement that waits for an answer.
    pub pending: Option<Box<PendingPlacement<W>>>,
    /// The result, once the game is over.
    pub result: Option<Box<Outcome<W>>>,
}

impl<const W: usize> State<W> {
    /// Nothing on the board, the first side to move.
    #[must_use]
    pub fn new(planes: usize, hidden: bool, hands: Vec<i32>, quiets: usize, mark_layers: usize) -> Self {
        State {
            pieces: vec![Bits::EMPTY; planes],
            shown: if hidden { vec![Bits::EMPTY; planes] } else { Vec::new() },
            moved: Bits::EMPTY,
            visited: Bits::EMPTY,
            side: 0,
            seats: [0, 1, 2, 3],
            turn: 0,
            agenda: 0,
            fresh: true,
            acted: false,
            again: false,
            happened: 0,
            out: 0,
            to: NOWHERE,
            origin: NOWHERE,
            just: NOWHERE,
            heading: NO_WAY,
            dice: 0,
            captured: [0; SIDES],
            scores: [0; SIDES],
            hands,
            quiet: vec![0; quiets],
            told: 0,
            marks: vec![Bits::EMPTY; mark_layers],
            lasts: Vec::new(),
            repetition_table: RepetitionTable::default(),
            pending: None,
            result: None,
        }
    }

    /// Forgets what the plies of a turn have done: a new turn begins.
    #[inline]
    pub fn clear_turn(&mut self) {
        (self.fresh, self.acted, self.again, self.happened) = (true, false, false, 0);
        (self.to, self.origin, self.just, self.heading) = (NOWHERE, NOWHERE, NOWHERE, NO_WAY);
        (self.moved, self.visited) = (Bits::EMPTY, Bits::EMPTY);
    }
}
