//! A state: all that can still matter, without what has been (past.rs).
//!
//! Equal states have equal futures. A playout changes one state in place and allocates nothing.

use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, Place, Way};
use crate::standings::Standings;

/// A ply can have put a piece down, taken one off, or done anything at all.
pub const PLACEMENT: u8 = 1;
/// See `PLACEMENT`.
pub const CAPTURE: u8 = 2;
/// See `PLACEMENT`.
pub const ANYTHING: u8 = 4;

pub use lusory_play::SIDES;

/// Where a recent ply ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Last {
    /// Whose ply.
    pub side: u8,
    /// Where.
    pub place: Place,
    /// Does everybody know?
    pub known: bool,
}

/// A placement committed and not yet answered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pending<const W: usize> {
    /// The Commit.
    pub node: usize,
    /// Where.
    pub target: Place,
    /// Which announcement.
    pub choice: u16,
    /// The cells announced.
    pub announced: Bits<W>,
    /// What comes after it.
    pub agenda: u16,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The end clause with this number.
    End(u16),
    /// Nobody had a legal ply.
    NothingLegal,
}

/// How a game ended. No value is ever not a number.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome<const W: usize> {
    /// One a player: 1 a win, 0 a loss, equal shares in a draw.
    pub values: [f64; SIDES],
    /// Why.
    pub reason: Reason,
    /// Cells that show it; empty where nobody asked for them.
    pub witness: Bits<W>,
    /// What a number came to, one a player, where a number decided; none for a player who was out.
    pub counts: Option<[Option<i64>; SIDES]>,
}

/// A position of a game. Equal states have equal futures: the order in which standings were seen does not count.
#[derive(Debug)]
pub struct State<const W: usize> {
    /// A set of cells for each owner and kind: owner * kinds + kind. Owner 0 is nobody, 1 the first side.
    pub pieces: Vec<Bits<W>>,
    /// Which of them everybody sees; empty lists in games without secrets.
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
    /// The turn moves on to the next side.
    pub acted: bool,
    /// The same side has another turn.
    pub again: bool,
    /// What this turn has done.
    pub happened: u8,
    /// Sides that have lost.
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
    /// Pieces captured, one number a side.
    pub captured: [i64; SIDES],
    /// Points, one number a side.
    pub scores: [i64; SIDES],
    /// Pieces in hand: side * kinds + kind.
    pub hands: Vec<i32>,
    /// The quiet counters.
    pub quiet: Vec<u32>,
    /// Which Tell has been said for which side: tell * sides + side.
    pub told: u128,
    /// Ends of recent plies, newest last.
    pub lasts: Vec<Last>,
    /// Every standing at the start of a turn so far, one after the other, each `standing_length` words.
    pub standings: Standings,
    /// A placement to be answered.
    pub pending: Option<Box<Pending<W>>>,
    /// How it ended.
    pub result: Option<Box<Outcome<W>>>,
}

impl<const W: usize> State<W> {
    /// Nothing on the board, the first side to move.
    #[must_use]
    pub fn new(planes: usize, hidden: bool, hands: Vec<i32>, quiets: usize) -> Self {
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
            lasts: Vec::new(),
            standings: Standings::default(),
            pending: None,
            result: None,
        }
    }
}
