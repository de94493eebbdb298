//! The registers of all lanes, and their random streams.

use crate::occurrences::Occurrences;
use crate::sets::{LaneSet, LaneSteps};
use crate::vector::Vector;
use lusory_base::stream::Stream;
use lusory_compile::Program;
use lusory_compile::program::Register;
use std::sync::Arc;

/// See the module.
pub(crate) struct Bank<V, const W: usize> {
    pub program: Arc<Program>,
    pub ways: Vec<LaneSteps<W>>,
    /// Row by row, `chunks` vectors each.
    pub memory: Vec<V>,
    pub chunks: usize,
    /// The state of the streams: four words a lane.
    pub streams: [Vec<V>; 4],
    /// For each lane hashes of its positions so far.
    pub noted: Vec<Occurrences>,
    /// What drawing works with.
    pub scratch: Vec<V>,
}

impl<V: Vector, const W: usize> Bank<V, W> {
    /// So many lanes at least, each before the first ply.
    pub fn new(program: Arc<Program>, lanes: usize) -> Self {
        let chunks = lanes.div_ceil(V::COUNT).max(1);
        let largest = program.offers.iter().map(Vec::len).max().unwrap_or(0);
        let mut bank = Bank {
            ways: program.ways.iter().map(LaneSteps::of).collect(),
            memory: vec![V::zero(); program.rows * chunks],
            chunks,
            noted: vec![Occurrences::default(); chunks * V::COUNT],
            streams: std::array::from_fn(|_| vec![V::all(1); chunks]),
            scratch: vec![V::zero(); (largest * W + 3) * chunks],
            program,
        };
        let program = bank.program.clone();
        let lasting = program.constants.iter().map(|(register, words)| (*register, words));
        let state = program.state.iter().map(|stored| (stored.register, &stored.start));
        for (register, words) in lasting.chain(state) {
            for (row, &word) in words.iter().enumerate() {
                bank.row_mut(register as usize + row).fill(V::all(word));
            }
        }
        bank.execute(&program.prologue, None);
        bank
    }

    /// How many lanes there are.
    pub fn lanes(&self) -> usize {
        self.chunks * V::COUNT
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [V] {
        &mut self.memory[row * self.chunks..(row + 1) * self.chunks]
    }

    #[inline(always)]
    pub fn one(&self, register: Register, chunk: usize) -> V {
        self.memory[register as usize * self.chunks + chunk]
    }

    #[inline(always)]
    pub fn put(&mut self, register: Register, chunk: usize, x: V) {
        self.memory[register as usize * self.chunks + chunk] = x;
    }

    #[inline(always)]
    pub fn set(&self, register: Register, chunk: usize) -> LaneSet<V, W> {
        std::array::from_fn(|w| self.memory[(register as usize + w) * self.chunks + chunk])
    }

    #[inline(always)]
    pub fn put_set(&mut self, register: Register, chunk: usize, x: LaneSet<V, W>) {
        for (w, word) in x.into_iter().enumerate() {
            self.memory[(register as usize + w) * self.chunks + chunk] = word;
        }
    }

    /// One word of one lane.
    pub fn word(&self, row: usize, lane: usize) -> u64 {
        self.memory[row * self.chunks + lane / V::COUNT].get(lane % V::COUNT)
    }

    pub fn put_word(&mut self, row: usize, lane: usize, word: u64) {
        self.memory[row * self.chunks + lane / V::COUNT].put(lane % V::COUNT, word);
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
