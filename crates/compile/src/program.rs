//! Programs: straight lists of operations on registers, one list (a body) for each side or each point of a turn.
//!
//! A register holds, for every lane (a game), a set of cells (`width` words), a number (one word, two's complement) or
//! a condition (one word, all ones or 0). The driver runs one body for all lanes that are at its point of a turn: a tick.
//! In a tick a lane draws one ply, plays it, judges the ends, and finds what may be played next.

use crate::linking::Linking;
use lusory_engine::rule::Captures;
use lusory_engine::state_slots::{StateSlot, TurnPoint};

pub use crate::instruction::Instruction;
pub use crate::operation::{Bitwise, Code, Kind, LineCount, List, MOST_LINE_GAP, Operation, Outer, Register};

/// How a game ended, as one word that is not 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndCode {
    /// The sides that share the point, a bit a side.
    pub winners: u8,
    /// Whether the game was a draw.
    pub drawn: bool,
    /// The number of the end clause; none if no side had a legal ply.
    pub clause: Option<u16>,
}

impl EndCode {
    /// As a word.
    #[must_use]
    pub fn code(self) -> u64 {
        let clause = self.clause.map_or(0, |clause| u64::from(clause) + 1);
        1 | u64::from(self.drawn) << 1 | u64::from(self.winners) << 2 | clause << 16
    }

    /// From a word; none of 0.
    #[must_use]
    pub fn of(code: u64) -> Option<Self> {
        let clause = (code >> 16).checked_sub(1).map(|clause| clause as u16);
        (code != 0).then_some(EndCode { winners: (code >> 2) as u8 & 15, drawn: code & 2 != 0, clause })
    }
}

/// A relation of cells that moves a whole set: for each part, every cell by one offset, of these those it arrives at.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    /// Mostly one.
    pub parts: Vec<Shift>,
}

/// One constant shift.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shift {
    /// By so many places: up if positive.
    pub offset: i32,
    /// Places are counted modulo this number.
    pub modulus: Option<u32>,
    /// The cells that it arrives at.
    pub arrive: Vec<u64>,
}

/// How a member of a group's set maps to the id of its ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plies {
    /// The cell where the ply ends: `base` + cell.
    Cell,
    /// The landing cell of a move from the place that the table gives: `base` + origin * cells + landing.
    Move(Vec<i16>),
    /// The landing cell of a slide: its origin is the first cell back that is not empty, along this table of steps.
    Slide(Vec<i16>),
    /// One ply without cells: `base`.
    Bare,
    /// Any subset of the set is one: `base` + its number among the subsets of these regions, each a list of cells.
    Subsets(Vec<Vec<u32>>),
}

/// A group of plies on offer to a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The register of the state that holds its set.
    pub group: Register,
    /// How its members map to plies.
    pub plies: Plies,
    /// The first id.
    pub base: u32,
    /// Whether the plies of the stage are drawn by chance, and nobody's.
    pub chance: bool,
    /// Which of its plies capture.
    pub captures: Captures,
    /// Its plies may be played only where no ply of these groups of the body is legal: `First` with parts that are
    /// tried out.
    pub after: Vec<usize>,
}

/// Registers that tell what the ply of the last tick did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observed {
    /// Set in the lanes that made a ply.
    pub made: Register,
    /// How many plies were legal, this one included.
    pub legal: Register,
    /// Set in the lanes in which chance made it.
    pub by_chance: Register,
    /// Where it ended; a set of at most one cell.
    pub to: Register,
    /// By how many cells each owner had fewer after it than before, what it placed included, added up.
    pub captured: Register,
    /// Whether the ply was the last of its turn.
    pub over: Register,
}

/// A register of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Which.
    pub register: Register,
    /// What it holds.
    pub kind: Kind,
    /// The part of the engine's state that it holds; none where the program's `entries` compute it from other registers.
    pub slot: Option<StateSlot>,
    /// Its content before the prologue.
    pub start: Vec<u64>,
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Words a set.
    pub width: usize,
    /// How many sides there are.
    pub sides: usize,
    /// What a tick does: a body for each side or, where turns may have several plies, for each point of a turn.
    pub bodies: Vec<Vec<Instruction>>,
    /// Run once before the first tick: finds what the first side may play.
    pub prologue: Vec<Instruction>,
    /// For each body the instructions that compute the registers without a slot from those with one, so that a game can
    /// begin with any state of the engine; only where `LoweringOptions::enter` was set.
    pub entries: Vec<Vec<Instruction>>,
    /// The point of a turn at which each body plays, and with it the side.
    pub points: Vec<TurnPoint>,
    /// Items of lists: directions.
    pub lists: Vec<u32>,
    /// Directions.
    pub ways: Vec<Relation>,
    /// The tables of `Code::LinkGoals`.
    pub linkings: Vec<Linking>,
    /// Rows of words that the registers take.
    pub rows: usize,
    /// Registers that never change.
    pub constants: Vec<(Register, Vec<u64>)>,
    /// Registers that are kept from tick to tick.
    pub state: Vec<Stored>,
    /// The sets of plies that each body may offer.
    pub offers: Vec<Vec<Offer>>,
    /// The sets of pieces: owner * kinds + kind.
    pub pieces: Vec<Register>,
    /// Holds how the game ended, 0 while it goes on.
    pub result: Register,
    /// Where a lane may stay with its body for a tick (`tries`), or a turn may have several plies: the registers of
    /// the body that is next in a lane, and of the number of plies. Without them the bodies alternate and every tick
    /// is a ply.
    pub stage_and_plies: Option<(Register, Register)>,
    /// The register that says whether the first two sides are exchanged between their players.
    pub swapped: Option<Register>,
    /// Where turns may be empty: the register that is not 0 where the next one is. A tick then plays no ply.
    pub skips: Option<Register>,
    /// The registers that observers read; only where `LoweringOptions::observe` was set.
    pub observed: Option<Observed>,
    /// Whether playouts play winning plies and block those of the other side.
    pub decisive: bool,
    /// Whether plies are tried. Then an offered ply may be illegal, and the lack of legal plies is seen one tick late.
    pub tries: bool,
    /// For each body whether the turn is over where plies are on offer of which none is legal. A tick without a ply is
    /// played there.
    pub falls_through: Vec<bool>,
    /// The number of end clauses of the rules.
    pub clauses: usize,
    /// The place of each cell.
    pub place: Vec<i16>,
    /// The cell of each place; 0 where there is none.
    pub cell: Vec<u32>,
}
