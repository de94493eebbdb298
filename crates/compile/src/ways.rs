//! Directions as shifts of whole sets: a relation of places is split by offset, mostly into a single shift.

use crate::program::{List, Relation, Shift};
use lusory_engine::lowering_input::LoweringInput;
use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;

/// The ways of a program, each once, and lists of them.
#[derive(Default)]
pub(crate) struct RelationTable {
    /// All of them.
    pub all: Vec<Relation>,
    /// Items of lists.
    pub lists: Vec<u32>,
    known: HashMap<Relation, u32>,
    by_table: HashMap<StepTable, u32>,
    by_direction: HashMap<(usize, i32), u32>,
    chains: HashMap<StepTable, Vec<u32>>,
    listed: HashMap<(Vec<u32>, u32), List>,
}

/// A table of steps: where each place leads, negative if nowhere.
pub(crate) type StepTable = Vec<i16>;

impl RelationTable {
    /// The way that moves sets along a table.
    pub fn of(&mut self, laid: &LoweringInput, table: &[i16]) -> u32 {
        if let Some(&way) = self.by_table.get(table) {
            return way;
        }
        let pairs =
            table.iter().enumerate().filter(|(_, to)| **to >= 0).map(|(from, &to)| (from as i32, i32::from(to)));
        let way = self.relation(laid, pairs);
        self.by_table.insert(table.to_vec(), way);
        way
    }

    /// The way of so many steps in a direction, backwards where the number is negative. `table`: of one step.
    pub fn along(&mut self, laid: &LoweringInput, direction: usize, n: i32, table: impl FnOnce() -> StepTable) -> u32 {
        if let Some(&way) = self.by_direction.get(&(direction, n)) {
            return way;
        }
        let way = self.of(laid, &steps(&table(), n.unsigned_abs()));
        self.by_direction.insert((direction, n), way);
        way
    }

    /// The ways of 1, 2, 4, ... steps along a table, so many of them.
    pub fn chain(&mut self, laid: &LoweringInput, table: &[i16], doublings: u32) -> Vec<u32> {
        if let Some(chain) = self.chains.get(table) {
            return chain.clone();
        }
        let mut doubled = table.to_vec();
        let mut chain = vec![self.of(laid, &doubled)];
        for _ in 1..doublings {
            doubled = then(&doubled, &doubled);
            chain.push(self.of(laid, &doubled));
        }
        self.chains.insert(table.to_vec(), chain.clone());
        chain
    }

    /// The same for pairs of places.
    pub fn relation(&mut self, laid: &LoweringInput, pairs: impl Iterator<Item = (i32, i32)>) -> u32 {
        let mut by_offset: BTreeMap<i32, Vec<u64>> = BTreeMap::new();
        for (from, to) in pairs {
            let offset = laid.modulus.map_or(to - from, |modulus| (to - from).rem_euclid(modulus as i32));
            let arrive = by_offset.entry(offset).or_insert_with(|| vec![0; laid.width]);
            arrive[to as usize / 64] |= 1 << (to % 64);
        }
        let shift = |(offset, arrive)| Shift { offset, modulus: laid.modulus, arrive };
        self.known(Relation { parts: by_offset.into_iter().map(shift).collect() })
    }

    fn known(&mut self, relation: Relation) -> u32 {
        *self.known.entry(relation).or_insert_with_key(|relation| {
            self.all.push(relation.clone());
            self.all.len() as u32 - 1
        })
    }

    /// A list of so many parts of equal length.
    pub fn list(&mut self, items: Vec<u32>, parts: usize) -> List {
        let (at, length) = (self.lists.len() as u32, items.len() as u32);
        let lists = &mut self.lists;
        *self.listed.entry((items, parts as u32)).or_insert_with_key(|(items, parts)| {
            lists.extend(items);
            List { at, length, parts: *parts }
        })
    }
}

/// The table of a direction.
pub(crate) fn forth(laid: &LoweringInput, direction: usize) -> StepTable {
    laid.directions[direction].to.clone()
}

/// The table of a direction gone backwards; only where no two places lead to one.
pub(crate) fn back(table: &[i16]) -> Option<StepTable> {
    let mut back = vec![-1; table.len()];
    for (from, &to) in table.iter().enumerate().filter(|(_, to)| **to >= 0) {
        if std::mem::replace(&mut back[to as usize], from as i16) >= 0 {
            return None;
        }
    }
    Some(back)
}

/// One table after another.
pub(crate) fn then(first: &[i16], second: &[i16]) -> StepTable {
    let next = |&place: &i16| if place < 0 { -1 } else { second[place as usize] };
    first.iter().map(next).collect()
}

/// So many steps along a table.
pub(crate) fn steps(table: &[i16], n: u32) -> StepTable {
    match n {
        0 => (0..table.len() as i16).collect(),
        1 => table.to_vec(),
        _ => {
            let half = steps(table, n / 2);
            let even = then(&half, &half);
            if n % 2 == 0 { even } else { then(&even, table) }
        }
    }
}

/// The most steps that lead anywhere along a table without a loop.
pub(crate) fn longest(table: &[i16]) -> usize {
    let mut far = table.to_vec();
    let mut longest = 0;
    while leads(&far) {
        far = then(&far, table);
        longest += 1;
    }
    longest
}

/// Whether the way leads anywhere.
pub(crate) fn leads(table: &[i16]) -> bool {
    table.iter().any(|&to| to >= 0)
}

/// The number of doublings of a step after which no direction without a loop leads to a cell any more.
pub(crate) fn doublings(laid: &LoweringInput) -> u32 {
    let straight = laid.directions.iter().filter(|direction| !direction.loops);
    straight.map(|direction| doublings_of(&direction.to)).max().unwrap_or(1)
}

fn doublings_of(table: &[i16]) -> u32 {
    const MOST: u32 = 13;
    let mut doubled = table.to_vec();
    for count in 1..MOST {
        doubled = then(&doubled, &doubled);
        if !leads(&doubled) {
            return count;
        }
    }
    MOST
}
