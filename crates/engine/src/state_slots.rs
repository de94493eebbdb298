//! State slots: the named parts of a state as words, as programs (`crates/compile`) hold them in registers.

use crate::bits::Bits;
use crate::board::{NOWHERE, Place, Way};
use crate::state::State;

/// A part of a state. Sets have as many words as the board, numbers and conditions one; a condition that holds has all
/// bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StateSlot {
    /// The set of an owner and kind: owner * kinds + kind.
    Pieces(usize),
    /// Its public part, where something is hidden.
    Shown(usize),
    /// The set with the target of the secret placement that waits for an answer.
    Target,
    /// How many pieces a side has captured.
    Captured(usize),
    /// The points of a side.
    Score(usize),
    /// Pieces in hand: side * kinds + kind.
    Hand(usize),
    /// A set of marked cells; see `rule::MarkLayers`.
    Marks(usize),
    /// A quiet counter.
    Quiet(usize),
    /// The set with the cell where a recent ply of a side ended; 0 is the latest.
    Last {
        /// Whose ply.
        side: usize,
        /// How many of its plies came after it.
        age: usize,
    },
    /// The same of the plies of all other sides.
    LastOfOthers {
        /// Whose other sides.
        side: usize,
        /// How many plies of other sides came after it.
        age: usize,
    },
    /// The last roll.
    Dice,
    /// Whether the players of the first two sides have changed places.
    Swapped,
    /// The set with the cell where the last ply of this turn ended.
    To,
    /// The set with the cell where its piece came from.
    Origin,
    /// The set with the cell where the piece it placed or moved stands.
    Just,
    /// The set of pieces moved or placed in this turn.
    Moved,
    /// The set of cells where plies of this turn started or ended.
    Visited,
    /// Whether the last ply of this turn went in this direction.
    Heading(usize),
    /// Whether the side has another turn.
    Again,
    /// Whether the next side moves after this turn.
    Acted,
    /// Whether this turn has done what a flag of `state` names.
    Happened(u8),
    /// Whether a ply of this turn has been made.
    Begun,
    /// Whether a side is out.
    Out(usize),
    /// How many positions have been recorded.
    Recorded,
}

/// A point of a turn: whose it is, which turn of the opening (the last number stands for all turns after it), and what
/// is left of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnPoint {
    /// The side to move.
    pub side: usize,
    /// The turn.
    pub turn: usize,
    /// The agenda; of a placement that waits for an answer what is left after it.
    pub agenda: u16,
    /// The secret placement that waits for an answer.
    pub awaited: Option<AwaitedAnswer>,
}

/// A secret placement that waits for an answer: its node, and the number of what was announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AwaitedAnswer {
    /// The Commit.
    pub node: usize,
    /// Which of its announcements.
    pub choice: u16,
}

/// A position that was recorded for repetition: the words of all sets of pieces and of marked cells, the side to
/// move next, and whether the players of the first two sides had changed places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedPosition<'a> {
    /// Set by set.
    pub pieces: &'a [u64],
    /// Words a set.
    pub width: usize,
    /// Whose turn it was.
    pub side: usize,
    /// See `StateSlot::Swapped`.
    pub swapped: bool,
}

/// A state, whatever the width of its board.
pub trait StateSlots {
    /// Where the turn stands.
    fn point(&self) -> TurnPoint;
    /// Appends the words of a slot.
    fn write(&self, slot: StateSlot, words: &mut Vec<u64>);
    /// Calls `visit` with each recorded position, the oldest first.
    fn recorded(&self, visit: &mut dyn FnMut(RecordedPosition<'_>));
}

/// The words of a state, as a program holds them. The game goes on.
#[derive(Clone, Copy, Debug)]
pub struct StoredState<'a> {
    /// Whose turn it is.
    pub point: TurnPoint,
    /// The slots, each with the numbers of its first word and of the word after its last.
    pub slots: &'a [(StateSlot, usize, usize)],
    /// The words of all slots.
    pub words: &'a [u64],
}

/// How much of a state is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StateCoverage {
    /// Nothing.
    Nothing,
    /// All but the positions that were recorded.
    WithoutRecorded,
    /// All of it.
    Whole,
}

impl StateSlot {
    /// How much of a state `State::load` can restore where this slot is among its slots. Recent plies and recorded
    /// positions are more than their slots say.
    #[must_use]
    pub fn coverage(self) -> StateCoverage {
        match self {
            StateSlot::Pieces(_)
            | StateSlot::Captured(_)
            | StateSlot::Score(_)
            | StateSlot::Hand(_)
            | StateSlot::Quiet(_)
            | StateSlot::Dice
            | StateSlot::Swapped
            | StateSlot::Out(_)
            | StateSlot::To
            | StateSlot::Origin
            | StateSlot::Just
            | StateSlot::Moved
            | StateSlot::Visited
            | StateSlot::Heading(_)
            | StateSlot::Again
            | StateSlot::Acted
            | StateSlot::Happened(_)
            | StateSlot::Begun => StateCoverage::Whole,
            StateSlot::Recorded => StateCoverage::WithoutRecorded,
            StateSlot::Shown(_) | StateSlot::Target | StateSlot::Marks(_) => StateCoverage::Nothing,
            StateSlot::Last { .. } | StateSlot::LastOfOthers { .. } => StateCoverage::Nothing,
        }
    }
}

fn truth(is_true: bool) -> u64 {
    if is_true { u64::MAX } else { 0 }
}

fn set_of<const W: usize>(words: &[u64]) -> Bits<W> {
    let mut set = Bits::EMPTY;
    set.0.iter_mut().zip(words).for_each(|(to, &word)| *to = word);
    set
}

/// The place of a set of one; nowhere of none.
fn place_in<const W: usize>(words: &[u64]) -> Place {
    set_of::<W>(words).first().map_or(NOWHERE, |place| place as Place)
}

impl<const W: usize> State<W> {
    fn set(&self, slot: StateSlot) -> Option<Bits<W>> {
        let cell = |place: Place| u32::try_from(place).map_or(Bits::EMPTY, Bits::one);
        let last = |side: usize, age: usize, own: bool| {
            let plies = self.lasts.iter().rev().filter(|last| (usize::from(last.side) == side) == own);
            plies.map(|last| cell(last.place)).nth(age).unwrap_or(Bits::EMPTY)
        };
        match slot {
            StateSlot::Pieces(plane) => self.pieces.get(plane).copied(),
            StateSlot::Shown(plane) => self.shown.get(plane).copied(),
            StateSlot::Target => Some(self.pending.as_ref().map_or(Bits::EMPTY, |pending| cell(pending.target))),
            StateSlot::Last { side, age } => Some(last(side, age, true)),
            StateSlot::LastOfOthers { side, age } => Some(last(side, age, false)),
            StateSlot::To => Some(cell(self.to)),
            StateSlot::Origin => Some(cell(self.origin)),
            StateSlot::Just => Some(cell(self.just)),
            StateSlot::Moved => Some(self.moved),
            StateSlot::Visited => Some(self.visited),
            StateSlot::Marks(layer) => self.marks.get(layer).copied(),
            StateSlot::Captured(_) | StateSlot::Score(_) | StateSlot::Hand(_) | StateSlot::Quiet(_) => None,
            StateSlot::Dice | StateSlot::Swapped | StateSlot::Heading(_) | StateSlot::Again => None,
            StateSlot::Acted | StateSlot::Happened(_) | StateSlot::Begun => None,
            StateSlot::Out(_) | StateSlot::Recorded => None,
        }
    }

    fn number(&self, slot: StateSlot) -> u64 {
        match slot {
            StateSlot::Captured(side) => self.captured[side] as u64,
            StateSlot::Score(side) => self.scores[side] as u64,
            StateSlot::Hand(at) => self.hands[at] as u64,
            StateSlot::Quiet(at) => u64::from(self.quiet[at]),
            StateSlot::Dice => u64::from(self.dice),
            StateSlot::Swapped => truth(self.seats[0] == 1),
            StateSlot::Heading(way) => truth(i8::try_from(way) == Ok(self.heading)),
            StateSlot::Again => truth(self.again),
            StateSlot::Acted => truth(self.acted),
            StateSlot::Happened(flag) => truth(self.happened & flag != 0),
            StateSlot::Begun => truth(!self.fresh),
            StateSlot::Out(side) => truth(self.out >> side & 1 != 0),
            StateSlot::Recorded => self.repetition_table.len() as u64,
            StateSlot::Pieces(_) | StateSlot::Last { .. } | StateSlot::LastOfOthers { .. } | StateSlot::To => 0,
            StateSlot::Origin | StateSlot::Shown(_) | StateSlot::Target => 0,
            StateSlot::Just | StateSlot::Moved | StateSlot::Visited | StateSlot::Marks(_) => 0,
        }
    }
}

impl<const W: usize> State<W> {
    /// Puts another state of the game in place of this one. What has no slot is the same in all of them.
    pub fn load(&mut self, stored: &StoredState<'_>) {
        self.out = 0;
        self.clear_turn();
        for &(slot, first, end) in stored.slots {
            if let Some(words) = stored.words.get(first..end) {
                self.put(slot, words);
            }
        }
        let TurnPoint { side, turn, agenda, .. } = stored.point;
        (self.side, self.turn, self.agenda) = (side as u8, turn as u16 + 1, agenda);
        self.result = None;
    }

    fn put(&mut self, slot: StateSlot, words: &[u64]) {
        let number = words.first().copied().unwrap_or_default();
        let is_true = number != 0;
        match slot {
            StateSlot::Pieces(plane) => self.pieces[plane] = set_of(words),
            StateSlot::Captured(side) => self.captured[side] = number as i64,
            StateSlot::Score(side) => self.scores[side] = number as i64,
            StateSlot::Hand(at) => self.hands[at] = number as i32,
            StateSlot::Quiet(at) => self.quiet[at] = number as u32,
            StateSlot::Dice => self.dice = number as u32,
            StateSlot::Swapped if is_true => (self.seats[0], self.seats[1]) = (1, 0),
            StateSlot::Swapped => (self.seats[0], self.seats[1]) = (0, 1),
            StateSlot::Out(side) => self.out |= u8::from(is_true) << side,
            StateSlot::To => self.to = place_in::<W>(words),
            StateSlot::Origin => self.origin = place_in::<W>(words),
            StateSlot::Just => self.just = place_in::<W>(words),
            StateSlot::Moved => self.moved = set_of(words),
            StateSlot::Visited => self.visited = set_of(words),
            StateSlot::Heading(way) if is_true => self.heading = way as Way,
            StateSlot::Heading(_) => {}
            StateSlot::Again => self.again = is_true,
            StateSlot::Acted => self.acted = is_true,
            StateSlot::Happened(flag) => self.happened |= if is_true { flag } else { 0 },
            StateSlot::Begun => self.fresh = !is_true,
            StateSlot::Shown(_) | StateSlot::Target | StateSlot::Marks(_) => {}
            StateSlot::Last { .. } | StateSlot::LastOfOthers { .. } | StateSlot::Recorded => {}
        }
    }
}

impl<const W: usize> StateSlots for State<W> {
    fn point(&self) -> TurnPoint {
        let turn = usize::from(self.turn).saturating_sub(1);
        let pending = self.pending.as_ref();
        let awaited = pending.map(|pending| AwaitedAnswer { node: pending.node, choice: pending.choice });
        let agenda = pending.map_or(self.agenda, |pending| pending.agenda);
        TurnPoint { side: usize::from(self.side), turn, agenda, awaited }
    }

    fn write(&self, slot: StateSlot, words: &mut Vec<u64>) {
        match self.set(slot) {
            Some(set) => words.extend(set.0),
            None => words.push(self.number(slot)),
        }
    }

    fn recorded(&self, visit: &mut dyn FnMut(RecordedPosition<'_>)) {
        for words in self.repetition_table.entries() {
            if let Some((&order, pieces)) = words.split_last() {
                let (side, first_player) = ((order & 7) as usize, order >> 3 & 3);
                visit(RecordedPosition { pieces, width: W, side, swapped: first_player == 1 });
            }
        }
    }
}
