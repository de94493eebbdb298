//! The general engine's explorer beside that of a program: what it knows of each position on the way.

use crate::state_layout::StateLayout;
use lusory_engine::playouts::GeneralExplorer;
use lusory_engine::state_slots::{StateCoverage, StoredState, TurnPoint};

/// See the module.
pub(super) struct General {
    pub explorer: Box<dyn GeneralExplorer>,
    /// For each level how much it knows of the position there.
    pub known: Vec<StateCoverage>,
    words: Vec<u64>,
}

impl General {
    pub fn new(explorer: Box<dyn GeneralExplorer>) -> Self {
        General { explorer, known: vec![StateCoverage::Whole], words: Vec::new() }
    }

    /// Plays the plies of a path, from the last position that is known.
    pub fn play(&mut self, path: &[u32]) {
        let last = self.known[..path.len()].iter().rposition(|&known| known == StateCoverage::Whole).unwrap_or(0);
        self.explorer.go_to(last);
        for (number, &id) in path.iter().enumerate().skip(last) {
            self.explorer.play(id);
            self.known[number + 1] = StateCoverage::Whole;
        }
    }

    /// Puts a position at a level.
    pub fn load(&mut self, level: usize, point: TurnPoint, words: impl Iterator<Item = u64>, layout: &StateLayout) {
        self.words.clear();
        self.words.extend(words);
        self.explorer.load(level, &StoredState { point, slots: &layout.slots, words: &self.words });
        self.known[level] = layout.loaded;
    }
}
