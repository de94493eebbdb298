//! Games that a lead decides: the rules add to a number of each side and read it only in the end, where who has more
//! wins.
//!
//! What a player still gains from a position does not depend on what was gained before. So positions that differ in the
//! numbers alone share an entry of the table, which bounds the gain to come for the player of their key:
//!
//! ```text
//!   2 points ahead, "is First ahead in the end?"        does First still gain -1 at least?
//!   the other side to move, 3 behind, the same          does it gain at most -4, that is not at least -3?
//! ```
//!
//! Where every ply fills a cell and the sides take turns, nobody gains more than the plies left bring: a lead that is out
//! of reach ends the search.

use crate::placement_keys::{PlacementKeys, PlacementState};
use crate::proof_table::{ProofEntry, ProofTable, work_of};
use crate::question::ValueQuestion;
use lusory_play::{Explorer, Reduction, StartPosition, Values};
use std::sync::Arc;

/// The number that decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// Captured pieces.
    Captured,
    /// The score.
    Score,
}

/// What decides a game; see the module.
pub struct Lead<P: ?Sized> {
    /// The start of the game under the same rules, where the first side has half a point more in the end: so that only an
    /// end that compares nothing can draw.
    pub start: Arc<P>,
    /// The plies from there to the position of the solver.
    pub plies: Vec<u32>,
    /// Which positions have the same gains to come.
    pub reduction: Reduction,
    /// The number that decides.
    pub counter: Counter,
    /// What the second side gets added in the end.
    pub handicap: i32,
    /// Where every ply places a piece that stays: what a position is.
    pub placements: Option<PlacementState>,
    /// What a ply brings its player at most, where besides nobody is ever without a ply before the board is full.
    pub gain_of_ply: Option<i32>,
}

/// Reads leads off an explorer's positions.
pub struct LeadReader {
    counter: Counter,
    handicap: i32,
    keys: Option<PlacementKeys>,
    gain_of_ply: Option<i32>,
    numbers: Vec<f32>,
}

/// A question about a position, as the table knows it.
#[derive(Clone, Copy, Debug)]
pub struct StoredQuestion {
    /// The key of its entry.
    pub key: u128,
    gain: Option<NeededGain>,
}

/// The claim of a proof: in the position of the key, its player gains at least so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GainClaim {
    /// The key of the position, and of those symmetric to it.
    pub key: u128,
    /// What the player gains from there on.
    pub gain: i32,
}

/// "Does the player of the key gain at least so much?", or whether it does not.
#[derive(Clone, Copy, Debug)]
struct NeededGain {
    least: i32,
    is_negated: bool,
}

impl LeadReader {
    /// An explorer in the position of the solver, and its reader. None where the symmetries do not fit the board.
    #[must_use]
    pub fn start<P: StartPosition + ?Sized>(
        lead: &Lead<P>,
        handicap: Option<i32>,
    ) -> Option<(Box<dyn Explorer>, LeadReader)> {
        let mut at = lead.start.explorer();
        let fits = at.set_reduction(&lead.reduction);
        let keys = lead.placements.map(|state| PlacementKeys::new(at.as_ref(), &lead.reduction.symmetries, state));
        let handicap = handicap.unwrap_or(lead.handicap);
        let (counter, gain_of_ply) = (lead.counter, lead.gain_of_ply);
        let mut reader = LeadReader { counter, handicap, keys, gain_of_ply, numbers: Vec::new() };
        (fits && lead.plies.iter().all(|&id| reader.play(at.as_mut(), id))).then_some((at, reader))
    }

    /// Plays a ply; `false`, without any change, where it is illegal.
    pub fn play(&mut self, at: &mut dyn Explorer, id: u32) -> bool {
        let side = at.side();
        let is_legal = at.play(id);
        if is_legal && let Some(keys) = &mut self.keys {
            keys.push(at, side);
        }
        is_legal
    }

    /// Undoes the last ply.
    pub fn undo(&mut self, at: &mut dyn Explorer) {
        at.undo();
        self.keys.iter_mut().for_each(PlacementKeys::pop);
    }

    /// The number of a side, from 1.
    fn number(&mut self, at: &dyn Explorer, side: u8) -> i32 {
        at.counters(side, &mut self.numbers);
        let place = usize::from(self.counter == Counter::Score);
        self.numbers.get(place).map_or(0, |&number| number as i32)
    }

    /// How much a player leads by, without the handicap.
    fn lead(&mut self, at: &dyn Explorer, player: u8) -> i32 {
        let of_first = self.number(at, 1) - self.number(at, 2);
        if at.player_of(1) == player { of_first } else { -of_first }
    }

    /// What the player of a question has to gain.
    fn needed(&mut self, at: &dyn Explorer, question: ValueQuestion) -> i32 {
        let handicap = if at.player_of(1) == question.player { self.handicap } else { -self.handicap };
        i32::from(question.halves) - 1 - (self.lead(at, question.player) - handicap)
    }

    /// The answer of a finished game; none where nothing was compared.
    pub fn answer(&mut self, at: &dyn Explorer, values: &Values, question: ValueQuestion) -> Option<bool> {
        let first = at.player_of(1);
        let is_ahead = self.lead(at, first) >= 0;
        let is_compared = values.get(usize::from(first)) == Some(&f64::from(u8::from(is_ahead)));
        is_compared.then(|| self.needed(at, question) <= 0)
    }

    /// The answer, if the lead is out of reach with the plies that are left.
    pub fn bound(&mut self, at: &dyn Explorer, question: ValueQuestion) -> Option<bool> {
        let (gain, empty) = (self.gain_of_ply?, self.keys.as_ref()?.empty_cells() as i32);
        let plies = if at.to_move() == question.player as i8 { empty - empty / 2 } else { empty / 2 };
        let needed = self.needed(at, question);
        if needed > plies * gain {
            return Some(false);
        }
        (needed <= (plies - empty) * gain).then_some(true)
    }

    /// Whether equal positions have equal keys, symmetric ones included.
    #[must_use]
    pub fn merges(&self) -> bool {
        self.keys.is_some()
    }

    /// The claim of a proof about the explorer's position; none where equal positions do not have equal keys.
    pub fn claim(&mut self, at: &dyn Explorer, question: ValueQuestion) -> Option<GainClaim> {
        let key = self.keys.as_ref()?.key(at).key;
        Some(GainClaim { key, gain: self.needed(at, question) })
    }

    /// The question about the explorer's position.
    pub fn stored(&mut self, at: &mut dyn Explorer, question: ValueQuestion) -> StoredQuestion {
        let position = match &self.keys {
            Some(keys) => keys.key(at),
            None => at.key(),
        };
        let needed = self.needed(at, question);
        let is_own = position.player == question.player;
        let least = if is_own { needed } else { 1 - needed };
        let key = position.key ^ 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3e;
        StoredQuestion { key, gain: Some(NeededGain { least, is_negated: !is_own }) }
    }
}

impl StoredQuestion {
    /// A question with an entry of its own.
    #[must_use]
    pub fn of_key(key: u128) -> Self {
        StoredQuestion { key, gain: None }
    }

    /// The answer, if it is known.
    #[must_use]
    pub fn answer_in(self, table: &ProofTable) -> Option<bool> {
        let entry = table.get(self.key)?;
        match self.gain {
            None => entry.answer(),
            Some(NeededGain { least, is_negated }) => {
                GainBounds::of(entry).reaches(least).map(|answer| answer != is_negated)
            }
        }
    }

    /// The entry with the answer, if it is known.
    #[must_use]
    pub fn entry_in(self, table: &ProofTable) -> Option<ProofEntry> {
        let entry = table.get(self.key)?;
        let answer = self.answer_in(table)?;
        Some(ProofEntry { work: entry.work, ..ProofEntry::of_answer(answer, 1) })
    }

    /// Stores the answer, which took so many positions.
    pub fn store_in(self, table: &ProofTable, answer: bool, positions: u64) {
        let entry = match self.gain {
            None => ProofEntry::of_answer(answer, positions),
            Some(NeededGain { least, is_negated }) => {
                let known = table.get(self.key);
                let bounds = known.map_or(GainBounds::UNKNOWN, GainBounds::of).with(least, answer != is_negated);
                bounds.entry(known.map_or(0, |entry| entry.work).max(work_of(positions)))
            }
        };
        table.put(self.key, entry);
    }
}

/// Bounds of a gain. In the table they take the place of the proof number; the disproof number is 0, so that
/// checkpoints keep them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct GainBounds {
    least: i32,
    most: i32,
}

/// Half of the gains that fit in a bound; those at the ends are unknown.
const HALF: i32 = 1 << 11;

impl GainBounds {
    const UNKNOWN: Self = GainBounds { least: -HALF, most: HALF - 1 };

    fn of(entry: ProofEntry) -> Self {
        let packed = entry.proof as i32;
        GainBounds { least: (packed >> 12) - HALF, most: (packed & (2 * HALF - 1)) - HALF }
    }

    fn entry(self, work: u16) -> ProofEntry {
        ProofEntry { proof: ((self.least + HALF) << 12 | (self.most + HALF)) as u32, disproof: 0, work }
    }

    /// Whether the gain is at least so much.
    fn reaches(self, least: i32) -> Option<bool> {
        let is_bound = |bound: i32| bound > -HALF && bound < HALF - 1;
        match self {
            bounds if is_bound(bounds.least) && bounds.least >= least => Some(true),
            bounds if is_bound(bounds.most) && bounds.most < least => Some(false),
            _ => None,
        }
    }

    /// The bounds, with an answer to that.
    fn with(self, least: i32, answer: bool) -> Self {
        match answer {
            true => GainBounds { least: self.least.max(least).min(HALF - 1), ..self },
            false => GainBounds { most: self.most.min(least - 1).max(-HALF), ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_what_they_imply() {
        let table = ProofTable::new(1 << 12);
        let asked = |least, is_negated| StoredQuestion { key: 5, gain: Some(NeededGain { least, is_negated }) };
        assert_eq!(asked(0, false).answer_in(&table), None);
        asked(-1, false).store_in(&table, true, 10);
        asked(3, true).store_in(&table, true, 1000);
        let answers = [-2, -1, 0, 2, 3, 4].map(|least| asked(least, false).answer_in(&table));
        assert_eq!(answers, [Some(true), Some(true), None, None, Some(false), Some(false)]);
        assert_eq!(asked(4, true).answer_in(&table), Some(true));
        assert_eq!(asked(-1, false).entry_in(&table).map(|entry| (entry.proof, entry.work)), Some((0, work_of(1000))));
        assert_eq!(table.answered_entries(1).count(), 1);
    }

    #[test]
    fn gains_beyond_the_bounds_stay_unknown() {
        let table = ProofTable::new(1 << 12);
        for least in [-5000, 5000] {
            let question = StoredQuestion { key: 5, gain: Some(NeededGain { least, is_negated: false }) };
            question.store_in(&table, least < 0, 10);
            assert_eq!(question.answer_in(&table), None);
        }
    }
}
