//! Passes the turn: the next side to move, and the state that its turn starts from.

use crate::bits::Bits;
use crate::plan::Plan;
use crate::repetition::RepetitionLookup;
use crate::rule::MarkLayers;
use crate::state::State;
use std::borrow::Cow;

/// The next side still in the game.
#[inline]
#[must_use]
pub fn next_active_side<const W: usize>(plan: &Plan<W>, state: &State<W>, side: u8) -> usize {
    let (sides, side) = (plan.rules.sides, usize::from(side));
    if state.out == 0 {
        return if side + 1 < sides { side + 1 } else { 0 };
    }
    (1..=sides).map(|k| (side + k) % sides).find(|&next| state.out >> next & 1 == 0).unwrap_or(side)
}

/// The side that has the next turn, if this one is over.
#[must_use]
#[inline]
pub fn next_side<const W: usize>(plan: &Plan<W>, state: &State<W>) -> usize {
    let is_out = state.out >> state.side & 1 != 0;
    let moves_on = is_out || (state.acted && !state.again);
    if moves_on { next_active_side(plan, state, state.side) } else { usize::from(state.side) }
}

/// Turns the state into the one that the next turn starts from.
#[inline]
pub fn start_next_turn<const W: usize>(plan: &Plan<W>, state: &mut State<W>) {
    state.side = next_side(plan, state) as u8;
    let turns = &plan.rules.turns;
    let turn = usize::from(state.turn);
    state.agenda = turns[turn.min(turns.len() - 1)];
    state.turn = (turn + 1).min(turns.len()) as u16;
    state.clear_turn();
    if !state.marks.is_empty() {
        state.marks = lapsed_marks(&plan.rules.marks, &state.marks);
    }
}

/// The marked cells as the next turn finds them: marks stay one turn less.
#[must_use]
pub fn lapsed_marks<const W: usize>(layers: &[MarkLayers], marks: &[Bits<W>]) -> Vec<Bits<W>> {
    let after = layers.iter().flat_map(|layers| layers.after_turn());
    after.map(|(_, from)| from.map_or(Bits::EMPTY, |from| marks[from])).collect()
}

/// The sets of a position that repetition compares: the pieces, and the marks as the next turn finds them.
#[must_use]
pub fn recorded_sets<'a, const W: usize>(
    layers: &[MarkLayers],
    pieces: &'a [Bits<W>],
    marks: &[Bits<W>],
) -> Cow<'a, [Bits<W>]> {
    if marks.is_empty() { Cow::Borrowed(pieces) } else { [pieces, &lapsed_marks(layers, marks)].concat().into() }
}

/// Who is to move and who plays which side, packed into one word: the last of a standing.
#[must_use]
pub fn packed_turn<const W: usize>(state: &State<W>, side: usize) -> u64 {
    let seats = state.seats.iter().rev().fold(0, |all, &seat| all * 4 + u64::from(seat));
    side as u64 + 8 * seats
}

/// Whether this position, with this side to move next, has occurred before.
#[must_use]
pub fn look_up_position<const W: usize>(plan: &Plan<W>, state: &State<W>, side: usize) -> RepetitionLookup {
    let sets = recorded_sets(&plan.rules.marks, &state.pieces, &state.marks);
    state.repetition_table.look_up(&sets, packed_turn(state, side))
}

/// Records this position, with this side to move next.
pub fn record_position<const W: usize>(plan: &Plan<W>, state: &mut State<W>, side: usize, lookup: RepetitionLookup) {
    let turn = packed_turn(state, side);
    let sets = recorded_sets(&plan.rules.marks, &state.pieces, &state.marks);
    state.repetition_table.push(&sets, turn, lookup);
}
