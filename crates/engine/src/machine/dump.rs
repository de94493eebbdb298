//! Serialization of positions: every field of a state with board cell numbers, and the way back.
//!
//! Python builds the reference's state from it to explain a refusal, and sends it to other processes. It is declared twice,
//! here and in `lusory.engine.form`, and travels as MessagePack: maps of fields by name.

use crate::bits::Bits;
use crate::board::{NO_WAY, NOWHERE, Place};
use crate::history::{PlyHistory, RecordedPly};
use crate::plan::Plan;
use crate::state::{LastDestination, PendingPlacement, SIDES, State};
use serde::{Deserialize, Serialize};

use super::Ending;

/// An agenda: the nodes still to come, and whether the turn may be ended before each.
pub type AgendaDump = Vec<(usize, bool)>;

/// A position at the start of an earlier turn, for repetition: the sets of pieces and of marked cells, the side to
/// move, the player of each side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingDump {
    /// A set of cells for each owner and kind, then those of marked cells.
    pub pieces: Vec<Vec<u16>>,
    /// The side to move.
    pub side: u8,
    /// One per side.
    pub seats: Vec<u8>,
}

/// A secret placement that is committed and not yet answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingDump {
    /// The node of the Commit.
    pub node: usize,
    /// Where.
    pub target: u16,
    /// Which announcement.
    pub choice: u16,
    /// The cells announced.
    pub announced: Vec<u16>,
    /// What is left of the turn after it.
    pub agenda: AgendaDump,
}

/// Every field of `State`, and the past. Lists by side or player have one entry for each in the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Dump {
    pub pieces: Vec<Vec<u16>>,
    pub shown: Vec<Vec<u16>>,
    pub moved: Vec<u16>,
    pub visited: Vec<u16>,
    pub marks: Vec<Vec<u16>>,
    pub side: u8,
    pub seats: Vec<u8>,
    pub turn: u16,
    pub agenda: AgendaDump,
    pub fresh: bool,
    pub acted: bool,
    pub again: bool,
    pub happened: u8,
    pub out: u8,
    pub to: Option<u16>,
    pub origin: Option<u16>,
    pub just: Option<u16>,
    pub heading: Option<u8>,
    pub dice: u32,
    pub captured: Vec<i64>,
    pub scores: Vec<i64>,
    pub hands: Vec<i32>,
    pub quiet: Vec<u32>,
    #[serde(with = "members")]
    pub told: u128,
    pub lasts: Vec<(u8, Option<u16>, bool)>,
    pub standings: Vec<StandingDump>,
    pub pending: Option<PendingDump>,
    pub result: Option<Ending>,
    pub past: Vec<RecordedPly>,
}

/// A set of small numbers as a list.
mod members {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(set: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        (0..u128::BITS as u8).filter(|member| set >> member & 1 != 0).collect::<Vec<u8>>().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let member = |set: u128, member: u8| 1u128.checked_shl(member.into()).map(|bit| set | bit);
        let members = Vec::<u8>::deserialize(deserializer)?;
        members.into_iter().try_fold(0, member).ok_or_else(|| D::Error::custom("a number above 127"))
    }
}

/// Converts positions of these rules in both directions.
struct DumpConverter<'a, const W: usize>(&'a Plan<W>);

impl<const W: usize> DumpConverter<'_, W> {
    fn sides(&self) -> usize {
        self.0.rules.sides
    }

    fn cells(&self, set: Bits<W>) -> Vec<u16> {
        self.0.board.listed(set)
    }

    fn set(&self, cells: &[u16]) -> Option<Bits<W>> {
        self.0.board.try_set(&cells.iter().map(|&cell| u32::from(cell)).collect::<Vec<_>>())
    }

    fn sets(&self, planes: &[Vec<u16>], expected: usize) -> Option<Vec<Bits<W>>> {
        (planes.len() == expected).then(|| planes.iter().map(|cells| self.set(cells)).collect())?
    }

    fn cell(&self, place: Place) -> Option<u16> {
        self.0.board.cell.get(usize::try_from(place).ok()?).copied().flatten()
    }

    fn place(&self, cell: Option<u16>) -> Option<Place> {
        cell.map_or(Some(NOWHERE), |cell| self.0.board.place.get(usize::from(cell)).copied())
    }

    fn steps(&self, agenda: u16) -> AgendaDump {
        let links = &self.0.rules.agendas;
        let chain = std::iter::successors(links.link(agenda), |link| links.link(link.rest));
        chain.map(|link| (link.node, link.stop)).collect()
    }

    fn agenda(&self, steps: &[(usize, bool)]) -> Option<u16> {
        let last = self.0.rules.agendas.links.len() as u16;
        (0..=last).find(|&agenda| self.steps(agenda) == steps)
    }

    /// How many sets a recorded position has.
    fn recorded_sets(&self) -> usize {
        self.0.planes + self.0.rules.mark_layers()
    }

    fn standing_dump(&self, words: &[u64]) -> StandingDump {
        let set = |chunk: &[u64]| self.cells(Bits(std::array::from_fn(|w| chunk.get(w).copied().unwrap_or(0))));
        let order = words.last().copied().unwrap_or(0);
        let seat = |side: usize| (order >> 3 >> (2 * side) & 3) as u8;
        StandingDump {
            pieces: words.chunks_exact(W).take(self.recorded_sets()).map(set).collect(),
            side: (order & 7) as u8,
            seats: (0..self.sides()).map(seat).collect(),
        }
    }

    fn words(&self, standing: &StandingDump) -> Option<Vec<u64>> {
        let pieces = self.sets(&standing.pieces, self.recorded_sets())?;
        let seats = padded(&standing.seats, |side| side as u8);
        let order = seats.iter().rev().fold(0, |all, &seat| all * 4 + u64::from(seat));
        let words = pieces.iter().flat_map(|set| set.0);
        Some(words.chain([u64::from(standing.side) + 8 * order]).collect())
    }

    fn pending_dump(&self, pending: &PendingPlacement<W>) -> Option<PendingDump> {
        Some(PendingDump {
            node: pending.node,
            target: self.cell(pending.target)?,
            choice: pending.choice,
            announced: self.cells(pending.announced),
            agenda: self.steps(pending.agenda),
        })
    }

    fn pending(&self, waiting: &PendingDump) -> Option<PendingPlacement<W>> {
        Some(PendingPlacement {
            node: (waiting.node < self.0.rules.nodes.len()).then_some(waiting.node)?,
            target: self.place(Some(waiting.target))?,
            choice: waiting.choice,
            announced: self.set(&waiting.announced)?,
            agenda: self.agenda(&waiting.agenda)?,
        })
    }
}

/// One entry per side; sides that the game does not have get the values of a new state.
fn padded<T: Copy>(values: &[T], other: impl Fn(usize) -> T) -> [T; SIDES] {
    std::array::from_fn(|side| values.get(side).copied().unwrap_or_else(|| other(side)))
}

impl Dump {
    /// Dumps a position.
    pub(super) fn of<const W: usize>(plan: &Plan<W>, state: &State<W>, past: &PlyHistory) -> Dump {
        let parts = DumpConverter(plan);
        let first = |all: &[i64; SIDES]| all.iter().copied().take(parts.sides()).collect::<Vec<_>>();
        let planes = |sets: &[Bits<W>]| sets.iter().map(|&set| parts.cells(set)).collect::<Vec<_>>();
        let standings = state.repetition_table.entries();
        Dump {
            pieces: planes(&state.pieces),
            shown: planes(&state.shown),
            moved: parts.cells(state.moved),
            visited: parts.cells(state.visited),
            marks: planes(&state.marks),
            side: state.side,
            seats: state.seats.iter().copied().take(parts.sides()).collect(),
            turn: state.turn,
            agenda: parts.steps(state.agenda),
            fresh: state.fresh,
            acted: state.acted,
            again: state.again,
            happened: state.happened,
            out: state.out,
            to: parts.cell(state.to),
            origin: parts.cell(state.origin),
            just: parts.cell(state.just),
            heading: u8::try_from(state.heading).ok(),
            dice: state.dice,
            captured: first(&state.captured),
            scores: first(&state.scores),
            hands: state.hands.clone(),
            quiet: state.quiet.clone(),
            told: state.told,
            lasts: state.lasts.iter().map(|last| (last.side, parts.cell(last.place), last.known)).collect(),
            standings: standings.map(|words| parts.standing_dump(words)).collect(),
            pending: state.pending.as_ref().and_then(|pending| parts.pending_dump(pending)),
            result: state.result.as_ref().map(|outcome| Ending::of(plan, outcome)),
            past: past.iter().cloned().collect(),
        }
    }

    /// Restores a position; nothing where it does not fit these rules.
    pub(super) fn load<const W: usize>(&self, plan: &Plan<W>) -> Option<(State<W>, PlyHistory)> {
        let parts = DumpConverter(plan);
        let mut state = plan.blank();
        self.load_board(&parts, &mut state)?;
        self.load_turn(&parts, &mut state)?;
        self.load_counters(&mut state)?;
        for standing in &self.standings {
            state.repetition_table.push_words(&parts.words(standing)?);
        }
        state.pending = match &self.pending {
            Some(waiting) => Some(Box::new(parts.pending(waiting)?)),
            None => None,
        };
        state.result = match &self.result {
            Some(ending) => Some(Box::new(ending.outcome(plan)?)),
            None => None,
        };
        Some((state, self.past.iter().cloned().fold(PlyHistory::default(), |past, ply| past.push(ply))))
    }

    fn load_board<const W: usize>(&self, parts: &DumpConverter<'_, W>, state: &mut State<W>) -> Option<()> {
        state.pieces = parts.sets(&self.pieces, state.pieces.len())?;
        state.shown = parts.sets(&self.shown, state.shown.len())?;
        (state.moved, state.visited) = (parts.set(&self.moved)?, parts.set(&self.visited)?);
        state.marks = parts.sets(&self.marks, state.marks.len())?;
        let place = |cell| parts.place(cell);
        (state.to, state.origin, state.just) = (place(self.to)?, place(self.origin)?, place(self.just)?);
        let last = |&(side, cell, is_known): &(u8, Option<u16>, bool)| {
            Some(LastDestination { side, place: place(cell)?, known: is_known })
        };
        state.lasts = self.lasts.iter().map(last).collect::<Option<_>>()?;
        Some(())
    }

    fn load_turn<const W: usize>(&self, parts: &DumpConverter<'_, W>, state: &mut State<W>) -> Option<()> {
        let sides = parts.sides();
        let is_valid = self.seats.len() == sides && self.seats.iter().all(|&player| usize::from(player) < sides);
        (is_valid && usize::from(self.side) < sides).then_some(())?;
        (state.side, state.seats) = (self.side, padded(&self.seats, |side| side as u8));
        (state.turn, state.agenda) = (self.turn, parts.agenda(&self.agenda)?);
        (state.fresh, state.acted, state.again) = (self.fresh, self.acted, self.again);
        (state.happened, state.out, state.dice, state.told) = (self.happened, self.out, self.dice, self.told);
        state.heading = self.heading.map_or(Some(NO_WAY), |way| i8::try_from(way).ok())?;
        Some(())
    }

    fn load_counters<const W: usize>(&self, state: &mut State<W>) -> Option<()> {
        let same_lengths = self.hands.len() == state.hands.len() && self.quiet.len() == state.quiet.len();
        same_lengths.then_some(())?;
        (state.captured, state.scores) = (padded(&self.captured, |_| 0), padded(&self.scores, |_| 0));
        (state.hands, state.quiet) = (self.hands.clone(), self.quiet.clone());
        Some(())
    }
}
