//! The registers of all lanes, and their random streams.

use crate::linked_groups::LinkedGroups;
use crate::loaded_program::LoadedProgram;
use crate::occurrences::Occurrences;
use crate::operations::DecodedProgram;
use crate::position_hash::position_hash;
use crate::rows::Row;
use crate::sets::LaneSteps;
use crate::vector::Vector;
use lusory_base::stream::Stream;
use lusory_compile::program::{Instruction, Register};
use lusory_engine::state_slots::StateSlots;
use std::sync::Arc;

/// See the module. `W` words a set, `C` chunks a row.
pub(crate) struct Bank<V, const W: usize, const C: usize> {
    pub program: Arc<LoadedProgram>,
    pub decoded: Arc<DecodedProgram<V, W, C>>,
    pub ways: Vec<LaneSteps<W>>,
    pub memory: Vec<Row<V, C>>,
    /// The state of the streams: four words a lane.
    pub streams: [Row<V, C>; 4],
    /// The register that says how many of the noted positions count, where positions are looked up.
    pub count: Option<Register>,
    /// For each lane hashes of its positions so far.
    pub noted: Vec<Occurrences>,
    /// For each table of linked pieces and each lane the groups.
    pub groups: Vec<LinkedGroups<W>>,
    /// What drawing works with.
    pub scratch: Vec<Row<V, C>>,
    /// What machine code drew last: the number of the word, and the bit.
    pub drawn: Option<(usize, u64)>,
    /// The subset that the next tick takes, if it is given one.
    pub subset: Option<Vec<u64>>,
}

/// What machine code has played.
pub(crate) struct TicksPlayed {
    pub ticks: u64,
    /// The body that is next.
    pub next: usize,
}

/// The register that says how many positions count.
fn counter(program: &LoadedProgram) -> Option<Register> {
    program.bodies.iter().flatten().find_map(|instruction| match instruction {
        Instruction::LookUp { count, .. } => Some(*count),
        _ => None,
    })
}

impl<V: Vector, const W: usize, const C: usize> Bank<V, W, C> {
    /// How many lanes there are.
    pub const LANES: usize = C * V::COUNT;

    /// Each lane is before the first ply.
    pub fn new(program: Arc<LoadedProgram>) -> Self {
        let largest = program.offers.iter().map(Vec::len).max().unwrap_or(0);
        let mut bank = Bank {
            decoded: Arc::new(DecodedProgram::of(&program)),
            ways: program.ways.iter().map(LaneSteps::of).collect(),
            memory: vec![[V::zero(); C]; program.rows],
            count: counter(&program),
            noted: vec![Occurrences::default(); Self::LANES],
            groups: vec![LinkedGroups::default(); program.linkings.len() * Self::LANES],
            streams: [[V::all(1); C]; 4],
            scratch: vec![[V::zero(); C]; largest * W + 3],
            drawn: None,
            subset: None,
            program,
        };
        let program = bank.program.clone();
        let lasting = program.constants.iter().map(|(register, words)| (*register, words));
        let state = program.state.iter().map(|stored| (stored.register, &stored.start));
        for (register, words) in lasting.chain(state) {
            for (row, &word) in words.iter().enumerate() {
                bank.memory[register as usize + row].fill(V::all(word));
            }
        }
        bank.run_prologue();
        bank
    }

    /// Puts every lane at a state of the engine; returns the body that plays next. None where the program has no such point
    /// of a turn; the lanes then hold the state, but not what follows from it.
    pub fn enter(&mut self, state: &dyn StateSlots) -> Option<usize> {
        let program = self.program.clone();
        let mut words = Vec::with_capacity(W);
        for stored in &program.state {
            words.clear();
            match stored.slot {
                Some(slot) => state.write(slot, &mut words),
                None => words.extend(&stored.start),
            }
            // A state may have more words than a program, none of which holds a cell.
            let rows = &mut self.memory[stored.register as usize..][..stored.start.len()];
            for (row, &word) in rows.iter_mut().zip(&words) {
                row.fill(V::all(word));
            }
        }
        let point = state.point();
        let body = program.points.iter().position(|&other| other == point)?;
        if let Some((register, _)) = program.stage_and_plies {
            self.memory[register as usize].fill(V::all(body as u64));
        }
        self.note_recorded(state);
        self.run_entry(body).then_some(body)
    }

    /// What was recorded for repetition has occurred in every lane.
    fn note_recorded(&mut self, state: &dyn StateSlots) {
        let mut hashes = Vec::new();
        state.recorded(&mut |position| {
            let side = position.side as u64 + if position.swapped { 4 } else { 0 };
            let sets = position.pieces.chunks(position.width.max(1));
            hashes.push(position_hash(side, sets.flat_map(|set| set.iter().take(W)).copied()));
        });
        self.noted.fill(Occurrences::with(hashes));
    }

    /// What a lane has noted becomes the first `count` positions and those of `past`.
    pub fn set_past(&mut self, lane: usize, count: usize, past: &[u64]) {
        let Some(register) = self.count else { return };
        self.noted[lane].restart(count);
        self.noted[lane].extend(past);
        // A state that was stored may have counted positions that the root has forgotten, since they cannot occur again.
        self.put_word(register as usize, lane, (count + past.len()) as u64);
    }

    /// The sum of the hashes of the positions that count in a lane: whatever their order, it is the same.
    pub fn recorded_sum(&self, lane: usize) -> u64 {
        let count = self.count.map_or(0, |register| self.word(register as usize, lane));
        self.noted[lane].between(0, count as usize).iter().fold(0, |sum, &hash| sum.wrapping_add(hash))
    }

    /// One word of one lane.
    pub fn word(&self, row: usize, lane: usize) -> u64 {
        self.memory[row][lane / V::COUNT].get(lane % V::COUNT)
    }

    pub fn put_word(&mut self, row: usize, lane: usize, word: u64) {
        self.memory[row][lane / V::COUNT].put(lane % V::COUNT, word);
    }

    /// Gives a lane a random stream.
    pub fn seed(&mut self, lane: usize, stream: &Stream) {
        for (words, word) in self.streams.iter_mut().zip(stream.words()) {
            words[lane / V::COUNT].put(lane % V::COUNT, word);
        }
    }

    /// The rows of the state, and what a lane holds there.
    pub fn state(&self, lane: usize) -> Vec<(usize, u64)> {
        let rows = self.program.state.iter().flat_map(|stored| {
            let first = stored.register as usize;
            first..first + stored.start.len()
        });
        rows.map(|row| (row, self.word(row, lane))).collect()
    }
}
