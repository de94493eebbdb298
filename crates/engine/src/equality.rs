//! Equality, hashes and copies of states.
//!
//! Not derived for two reasons: standings are compared regardless of order, and `clone_from` reuses allocations.

use crate::repetition::RepetitionTable;
use crate::state::{Outcome, State};
use std::hash::{Hash, Hasher};

impl<const W: usize> State<W> {
    fn has_same_repetitions(&self, other: &Self) -> bool {
        if self.repetition_table == other.repetition_table {
            return true;
        }
        if self.repetition_table.sum() != other.repetition_table.sum() {
            return false;
        }
        sorted_entries(self) == sorted_entries(other)
    }
}

fn sorted_entries<const W: usize>(state: &State<W>) -> Vec<&[u64]> {
    let mut entries: Vec<&[u64]> = state.repetition_table.entries().collect();
    entries.sort_unstable();
    entries
}

/// All small numbers of a state, as one value.
macro_rules! numbers {
    ($state:expr) => {{
        let s = $state;
        let flags = (s.fresh, s.acted, s.again, s.happened, s.out);
        let places = (s.to, s.origin, s.just, s.heading, s.moved, s.visited);
        ((s.side, s.seats, s.turn, s.agenda, s.dice), flags, places, (s.captured, s.scores, s.told))
    }};
}

impl<const W: usize> PartialEq for State<W> {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
            && numbers!(self) == numbers!(other)
            && self.shown == other.shown
            && self.hands == other.hands
            && self.quiet == other.quiet
            && self.lasts == other.lasts
            && self.marks == other.marks
            && self.pending == other.pending
            && self.result == other.result
            && self.has_same_repetitions(other)
    }
}

impl<const W: usize> Eq for State<W> {}

impl<const W: usize> Eq for Outcome<W> {}

impl<const W: usize> Hash for State<W> {
    /// Hashes the packed fields that usually differ between states of one game; the others are left to the comparison.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let word = |bits: &crate::bits::Bits<W>, hasher: &mut H| bits.0.iter().for_each(|&word| hasher.write_u64(word));
        self.pieces.iter().chain(&self.shown).chain(&self.marks).for_each(|bits| word(bits, hasher));
        if self.moved.any() || self.visited.any() {
            word(&self.moved, hasher);
            word(&self.visited, hasher);
        }
        let places = [self.to, self.origin, self.just].map(|place| u64::from(place as u16));
        hasher.write_u64(places[0] | places[1] << 16 | places[2] << 32 | u64::from(self.agenda) << 48);
        let bytes = [self.side, self.happened, self.out, self.seats[0], self.seats[1], self.seats[2]];
        let bytes = bytes.iter().fold(self.heading as u8 as u64, |all, &byte| all << 8 | u64::from(byte));
        hasher.write_u64(bytes << 8 | u64::from(self.acted) | u64::from(self.again) << 1);
        hasher.write_u64(u64::from(self.dice) << 16 | u64::from(self.turn));
        self.hash_lists(hasher);
    }
}

impl<const W: usize> State<W> {
    fn hash_lists<H: Hasher>(&self, hasher: &mut H) {
        for side in 0..self.captured.len() {
            if self.captured[side] != 0 || self.scores[side] != 0 {
                hasher.write_u64(side as u64);
                hasher.write_u64(self.captured[side] as u64);
                hasher.write_u64(self.scores[side] as u64);
            }
        }
        self.hands.iter().for_each(|&in_hand| hasher.write_u64(in_hand as u64));
        self.quiet.iter().for_each(|&count| hasher.write_u64(u64::from(count)));
        self.lasts.iter().for_each(|last| hasher.write_u64(u64::from(last.side) << 16 | u64::from(last.place as u16)));
        self.pending
            .iter()
            .for_each(|pending| hasher.write_u64(pending.target as u64 ^ u64::from(pending.choice) << 16));
        hasher.write_u64(self.repetition_table.sum());
    }
}

impl<const W: usize> Clone for State<W> {
    fn clone(&self) -> Self {
        let (pieces, shown_planes, hands) = (self.pieces.clone(), self.shown.clone(), self.hands.clone());
        let (quiet, lasts, standings) = (self.quiet.clone(), self.lasts.clone(), self.repetition_table.clone());
        let (pending, result, marks) = (self.pending.clone(), self.result.clone(), self.marks.clone());
        State {
            pieces,
            shown: shown_planes,
            hands,
            quiet,
            marks,
            lasts,
            repetition_table: standings,
            pending,
            result,
            ..*self
        }
    }

    /// Copies without allocating, if this state's lists already have the capacity.
    fn clone_from(&mut self, other: &Self) {
        self.copy_fields(other);
        self.repetition_table.clone_from(&other.repetition_table);
    }
}

impl<const W: usize> State<W> {
    /// Copies all but the standings, which may be many.
    pub fn copy_without_repetitions(&mut self, other: &Self) {
        self.copy_fields(other);
        self.repetition_table = RepetitionTable::default();
    }

    /// Copies all but the standings, field by field: as one value it would be moved twice.
    fn copy_fields(&mut self, other: &Self) {
        self.pieces.clone_from(&other.pieces);
        self.shown.clone_from(&other.shown);
        self.hands.clone_from(&other.hands);
        self.quiet.clone_from(&other.quiet);
        self.marks.clone_from(&other.marks);
        self.lasts.clone_from(&other.lasts);
        self.pending.clone_from(&other.pending);
        self.result.clone_from(&other.result);
        // Every field is named, so that a new one cannot be forgotten.
        let State {
            pieces: _,
            shown: _,
            hands: _,
            quiet: _,
            marks: _,
            lasts: _,
            pending: _,
            result: _,
            repetition_table: _,
            moved,
            visited,
            side,
            seats,
            turn,
            agenda,
            fresh,
            acted,
            again,
            happened,
            out,
            to,
            origin,
            just,
            heading,
            dice,
            captured,
            scores,
            told,
        } = *other;
        (self.moved, self.visited, self.side, self.seats, self.turn) = (moved, visited, side, seats, turn);
        (self.agenda, self.fresh, self.acted, self.again, self.happened) = (agenda, fresh, acted, again, happened);
        (self.out, self.to, self.origin, self.just, self.heading) = (out, to, origin, just, heading);
        (self.dice, self.captured, self.scores, self.told) = (dice, captured, scores, told);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;
    use crate::hash::BuildFold;
    use crate::state::{EndReason, LastDestination};
    use std::hash::BuildHasher;

    fn standings(each: &[[u64; 4]]) -> RepetitionTable {
        let mut standings = RepetitionTable::default();
        each.iter().for_each(|standing| standings.push_words(standing));
        standings
    }

    fn sample() -> State<1> {
        let mut state = State::new(2, false, vec![3, 4], 1, 1);
        state.pieces = vec![Bits([5]), Bits([8])];
        state.repetition_table = standings(&[[1, 2, 0, 0], [3, 4, 0, 1], [1, 2, 0, 0]]);
        state
    }

    fn of(state: &State<1>) -> u64 {
        BuildFold::default().hash_one(state)
    }

    #[test]
    fn standings_are_compared_whatever_their_order() {
        let mut other = sample();
        other.repetition_table = standings(&[[3, 4, 0, 1], [1, 2, 0, 0], [1, 2, 0, 0]]);
        assert!(sample() == other && of(&sample()) == of(&other));
        other.repetition_table = standings(&[[3, 4, 0, 1], [3, 4, 0, 1], [1, 2, 0, 0]]);
        assert!(sample() != other, "the number of repetitions counts");
        other.repetition_table = standings(&[[2, 1, 0, 0], [3, 4, 0, 1], [1, 2, 0, 0]]);
        assert!(sample() != other, "within a standing the order counts");
        other.repetition_table.take_back(2);
        assert!(sample() != other);
    }

    #[test]
    fn every_part_counts() {
        type Change = fn(&mut State<1>);
        let changes: [Change; 23] = [
            |s| s.pieces[1] = Bits([9]),
            |s| s.shown = vec![Bits([1])],
            |s| s.moved = Bits([1]),
            |s| s.visited = Bits([1]),
            |s| s.side = 1,
            |s| s.seats = [1, 0, 2, 3],
            |s| s.turn = 1,
            |s| s.agenda = 1,
            |s| s.fresh = false,
            |s| s.acted = true,
            |s| s.again = true,
            |s| s.happened = 1,
            |s| s.out = 1,
            |s| s.to = 1,
            |s| s.origin = 1,
            |s| s.just = 1,
            |s| s.heading = 1,
            |s| s.dice = 1,
            |s| s.scores[1] = 1,
            |s| s.hands[0] = 1,
            |s| s.quiet[0] = 1,
            |s| s.marks[0] = Bits([2]),
            |s| s.lasts.push(LastDestination { side: 0, place: 1, known: true }),
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut changed = sample();
            change(&mut changed);
            assert!(changed != sample(), "{number}");
            assert!(changed.clone() == changed, "{number}");
            let mut copy = sample();
            copy.clone_from(&changed);
            assert!(copy == changed && of(&copy) == of(&changed), "{number}");
        }
        let mut ended = sample();
        let (values, reason) = ([1.0, 0.0, 0.0, 0.0], EndReason::NothingLegal);
        ended.result = Some(Box::new(Outcome { values, reason, witness: Bits::EMPTY, counts: None }));
        assert!(ended != sample() && ended.clone() == ended);
    }
}
