//! The states in which the games of a run begin: one for all, or one for each.

use crate::bank::Bank;
use crate::vector::Vector;

/// See the module. The words of a state are those of the rows of the program's state.
#[derive(Clone, Debug)]
pub(crate) struct LaneStarts {
    /// The rows of the state.
    pub rows: Vec<usize>,
    /// Their words, of one state after the other.
    words: Vec<u64>,
    /// The body that plays first.
    bodies: Vec<usize>,
    /// Hashes of positions before each state, of one after the other, and where they end.
    past: Vec<u64>,
    past_ends: Vec<usize>,
    /// Which of the rows counts the plies so far, where one does.
    plies: Option<usize>,
}

impl LaneStarts {
    /// Every game begins as the first lane stands.
    pub fn of<V: Vector, const W: usize, const C: usize>(bank: &Bank<V, W, C>, body: usize) -> Self {
        let (rows, words): (Vec<usize>, Vec<u64>) = bank.state(0).into_iter().unzip();
        let registers = bank.program.stage_and_plies;
        let plies = registers.and_then(|(_, plies)| rows.iter().position(|&row| row == plies as usize));
        LaneStarts { rows, words, bodies: vec![body], past: Vec::new(), past_ends: vec![0], plies }
    }

    /// Game `k` begins with state `k`: its words, and the body that plays first as one word more; and the hashes of
    /// positions between the root and the state.
    pub fn replace<'s>(&mut self, states: impl Iterator<Item = (&'s [u64], &'s [u64])>) {
        self.words.clear();
        self.bodies.clear();
        self.past.clear();
        self.past_ends.clear();
        for (state, past) in states {
            let (words, rest) = state.split_at(self.rows.len());
            self.words.extend_from_slice(words);
            self.bodies.push(rest.first().map_or(0, |&body| body as usize));
            self.past.extend_from_slice(past);
            self.past_ends.push(self.past.len());
        }
    }

    /// Hashes of the positions between the root and the state in which a game begins.
    pub fn past(&self, game: u64) -> &[u64] {
        let at = self.index(game);
        let begin = if at == 0 { 0 } else { self.past_ends[at - 1] };
        &self.past[begin..self.past_ends[at]]
    }

    /// The words of the state in which a game begins, by its number in the run.
    pub fn words(&self, game: u64) -> &[u64] {
        let (at, length) = (self.index(game), self.rows.len());
        &self.words[at * length..][..length]
    }

    /// How many plies were made before the game begins.
    pub fn plies(&self, game: u64) -> u64 {
        self.plies.map_or(0, |at| self.words(game)[at])
    }

    /// The body that plays first in a game.
    pub fn body(&self, game: u64) -> usize {
        self.bodies[self.index(game)]
    }

    fn index(&self, game: u64) -> usize {
        if self.bodies.len() == 1 { 0 } else { game as usize }
    }

    /// A word of the state in which a game begins; 0 of rows that are not part of it.
    pub fn word(&self, game: u64, row: usize) -> u64 {
        self.rows.iter().position(|&other| other == row).map_or(0, |at| self.words(game)[at])
    }
}
