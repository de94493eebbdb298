//! Where a program keeps what explorers read: the rows of the state, and among them pieces, counters and chance plies.

use lusory_compile::Program;
use lusory_compile::program::{Offer, Register};
use lusory_engine::state_slots::{StateCoverage, StateSlot};
use std::ops::Range;

/// The rows of a register of so many words.
pub(crate) fn rows_of(register: Register, count: usize) -> Range<usize> {
    register as usize..register as usize + count
}

/// See the module.
pub(crate) struct StateLayout {
    /// The rows of the state.
    pub rows: Vec<usize>,
    /// Each slot of the engine's state, with the numbers of its first row and of the row after its last.
    pub slots: Vec<(StateSlot, usize, usize)>,
    /// How much of the engine's state follows from them.
    pub loaded: StateCoverage,
    /// The numbers of those rows that a hash reads: the result, and parts of the engine's state, from which all others
    /// follow.
    pub hashed: Vec<usize>,
    /// For each set of pieces (owner * kinds + kind) the number of its first row.
    pub pieces: Vec<usize>,
    pub kinds: usize,
    /// For each side the rows of its captures, score and hands; none: always 0.
    pub counters: Vec<Vec<Option<usize>>>,
    /// The rows of the quiet counters.
    pub quiet: Vec<usize>,
    /// Where it is kept whether the turn has begun; none: each ply ends its turn.
    pub begun: Option<usize>,
    /// For each body the side that plays, from 1, and the groups of chance plies.
    pub sides: Vec<(u8, Vec<Register>)>,
}

impl StateLayout {
    pub fn of(program: &Program) -> Self {
        let stored = || program.state.iter();
        let rows: Vec<usize> = stored().flat_map(|stored| rows_of(stored.register, stored.start.len())).collect();
        let number = |row: usize| rows.iter().position(|&other| other == row).unwrap_or_default();
        let slots: Vec<(StateSlot, usize, usize)> = stored()
            .filter_map(|stored| {
                let first = number(stored.register as usize);
                Some((stored.slot?, first, first + stored.start.len()))
            })
            .collect();
        let loaded = slots.iter().map(|(slot, ..)| slot.coverage()).min().unwrap_or(StateCoverage::Nothing);
        let told = stored().filter(|stored| stored.slot.is_some() || stored.register == program.result);
        let hashed = told.flat_map(|stored| rows_of(stored.register, stored.start.len())).map(number).collect();
        let pieces = program.pieces.iter().map(|&register| number(register as usize)).collect();
        let kinds = (program.pieces.len() / (program.sides + 1)).max(1);
        let counters = (0..program.sides).map(|side| counters(program, side, kinds)).collect();
        let quiet = (0..).map_while(|at| row(program, StateSlot::Quiet(at))).collect();
        let begun = row(program, StateSlot::Begun);
        StateLayout { slots, loaded, hashed, pieces, kinds, counters, quiet, begun, sides: sides(program), rows }
    }
}

fn row(program: &Program, slot: StateSlot) -> Option<usize> {
    let stored = program.state.iter().find(|stored| stored.slot == Some(slot))?;
    Some(stored.register as usize)
}

fn counters(program: &Program, side: usize, kinds: usize) -> Vec<Option<usize>> {
    let hands = (0..kinds).map(|kind| StateSlot::Hand(side * kinds + kind));
    let slots = [StateSlot::Captured(side), StateSlot::Score(side)].into_iter().chain(hands);
    slots.map(|slot| row(program, slot)).collect()
}

fn sides(program: &Program) -> Vec<(u8, Vec<Register>)> {
    let chances = |offers: &[Offer]| offers.iter().filter(|offer| offer.chance).map(|offer| offer.group).collect();
    let bodies = program.points.iter().zip(&program.offers);
    bodies.map(|(point, offers)| (point.side as u8 + 1, chances(offers))).collect()
}
