//! What is known of the small parts of a game (see `local_plies`), within a bound of memory: what each is worth, and which
//! of its plies a search has to try. Where the memory is full, all is forgotten and found anew. Large parts are looked at
//! each time: to remember them, too, takes half as long again.

use crate::local_plies::SideCells;
use crate::part_bounds::{PlyLead, UNBOUNDED, ply_lead};
use crate::part_values::{PartValues, ValueId, ZERO};
use crate::sum_rules::SumRules;
use lusory_play::hash::BuildFold;
use std::collections::HashMap;
use std::sync::Arc;

/// Parts of at most so many cells are valued. With 9, clobber 5x5 takes a third of the positions of 5, and three times as long.
const SMALL: u32 = 6;

/// About so many bytes take a list of plies, and an entry of the values.
const BYTES_OF_PLIES: usize = 48;
const BYTES_OF_ENTRY: usize = 100;

/// What a part is worth to each side, as a hash: equal where it is known to be worth the same. 0: nothing to both.
pub type PartKey = [u128; 2];

/// A part of a position.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its cells.
    pub sets: SideCells,
    /// What it is worth, as a hash.
    pub key: PartKey,
    /// What it is worth, as far as it is known.
    pub worth: Worth,
    /// Bounds of that, where it is no number.
    pub lead: PlyLead,
}

/// What is known of the value of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It is this number.
    Number(i64),
    /// It is no number.
    NoNumber,
    /// The part is too large to be valued.
    Unknown,
}

impl Part {
    /// The cells of both sides.
    #[must_use]
    pub fn cells(&self) -> u128 {
        self.sets[0] | self.sets[1]
    }
}

/// See the module.
#[derive(Debug)]
pub struct PartStore {
    rules: Arc<SumRules>,
    /// The most bytes that it takes.
    memory: usize,
    values: PartValues,
    known_parts: HashMap<SideCells, Part, BuildFold>,
    known_values: HashMap<SideCells, ValueId, BuildFold>,
    /// By small part and side, the ids of the plies that are not dominated.
    known_plies: HashMap<(SideCells, usize), Vec<u32>, BuildFold>,
}

impl PartStore {
    /// A store of at most so many bytes that knows nothing yet.
    #[must_use]
    pub fn new(rules: Arc<SumRules>, memory: usize) -> Self {
        PartStore {
            rules,
            memory,
            values: PartValues::default(),
            known_parts: HashMap::default(),
            known_values: HashMap::default(),
            known_plies: HashMap::default(),
        }
    }

    /// Adds the parts of sets of cells to a list.
    pub fn add_parts(&mut self, sets: SideCells, list: &mut Vec<Part>) {
        let mut rest = sets;
        while rest != [0; 2] {
            let first = (rest[0] | rest[1]).trailing_zeros() as usize;
            let part = self.part(self.rules.plies.part(first, rest));
            rest = rest.map(|cells| cells & !part.cells());
            list.push(part);
        }
    }

    /// Adds the ids of the plies of a side in a part that a search has to try: of a small one those that are not dominated.
    pub fn add_plies(&mut self, part: &Part, side: usize, ids: &mut Vec<u32>) {
        let (rules, sets) = (self.rules.clone(), part.sets);
        if part.worth == Worth::Unknown {
            ids.extend(rules.plies.legal(side, sets).map(|ply| ply.id));
            return;
        }
        if let Some(known) = self.known_plies.get(&(sets, side)) {
            ids.extend(known);
            return;
        }
        let plies: Vec<_> = rules.plies.legal(side, sets).collect();
        let values: Vec<_> = plies.iter().map(|ply| self.part_value(ply.after(sets))).collect();
        let best: Vec<u32> = self.values.best(&values, side).into_iter().map(|place| plies[place].id).collect();
        ids.extend(&best);
        self.known_plies.insert((sets, side), best);
    }

    fn part(&mut self, sets: SideCells) -> Part {
        if (sets[0] | sets[1]).count_ones() > SMALL {
            let has_plies = (0..2).any(|side| self.rules.plies.legal(side, sets).next().is_some());
            let (key, worth) =
                if has_plies { (self.rules.key_by_cells(sets), Worth::Unknown) } else { ([0; 2], Worth::Number(0)) };
            return self.bounded(sets, key, worth);
        }
        if let Some(&known) = self.known_parts.get(&sets) {
            return known;
        }
        // A table that grows takes three times its memory for a moment.
        if self.bytes() > self.memory / 3 {
            *self = PartStore::new(self.rules.clone(), self.memory);
        }
        let (key, worth) = self.key_by_value(sets);
        let part = self.bounded(sets, key, worth);
        self.known_parts.insert(sets, part);
        part
    }

    fn bounded(&self, sets: SideCells, key: PartKey, worth: Worth) -> Part {
        let lead = if let Worth::Number(_) = worth { UNBOUNDED } else { ply_lead(&self.rules.plies, sets) };
        Part { sets, key, worth, lead }
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        // Each place of a table has a byte of its own.
        self.known_parts.capacity() * (1 + size_of::<(SideCells, Part)>())
            + self.known_values.capacity() * (1 + size_of::<(SideCells, ValueId)>())
            + self.known_plies.capacity() * (1 + size_of::<(SideCells, usize, Vec<u32>)>())
            + self.known_plies.len() * BYTES_OF_PLIES
            + self.values.entries() * BYTES_OF_ENTRY
    }

    fn key_by_value(&mut self, sets: SideCells) -> (PartKey, Worth) {
        let value = self.part_value(sets);
        let negative = self.values.negative(value);
        let key = [self.values.hash(value), self.values.hash(negative)];
        (key, self.values.number(value).map_or(Worth::NoNumber, Worth::Number))
    }

    /// The value of a part, by all its plies.
    fn part_value(&mut self, part: SideCells) -> ValueId {
        if let Some(&value) = self.known_values.get(&part) {
            return value;
        }
        let rules = self.rules.clone();
        let moves = [0, 1].map(|side: usize| {
            rules.plies.legal(side, part).map(|ply| self.part_value(ply.after(part))).collect::<Vec<_>>()
        });
        let value = if moves.iter().all(Vec::is_empty) { ZERO } else { self.values.value(moves) };
        self.known_values.insert(part, value);
        value
    }
}
