//! What a game came to, as the engine says it.

use lusory_compile::program::EndCode;
use lusory_engine::playouts::PlayoutEnd;
use lusory_engine::state::{EndReason, SIDES};

/// What a game was worth to each player, and why it was over, by its `EndCode`; none where it was cut off. `swapped`:
/// whether the players of the first two sides have changed places.
pub(crate) fn ending(code: u64, swapped: bool, sides: usize) -> PlayoutEnd {
    let ending = EndCode::of(code)?;
    let share = if sides == 1 && ending.drawn { 0.5 } else { 1.0 / f64::from(ending.winners.count_ones().max(1)) };
    let mut values = [0.0; SIDES];
    for (side, value) in values.iter_mut().enumerate().take(sides) {
        *value = if ending.winners >> side & 1 != 0 { share } else { 0.0 };
    }
    if swapped {
        values.swap(0, 1);
    }
    Some((values, ending.clause.map_or(EndReason::NothingLegal, EndReason::End)))
}
