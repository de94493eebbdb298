//! Bounds of the value of each history, and what they show to be of no use: dominated plies, and what follows the end.

use super::{CHANCE, CLOSED, History, HistoryTree};

/// A ply in a history, with the bounds of its value for the player to move.
struct MoverBounds {
    parent: u32,
    choice: u32,
    least: f32,
    most: f32,
}

impl HistoryTree {
    /// Updates the bounds from the last level to the first and drops dominated plies; returns whether any was dropped.
    pub(super) fn update_bounds(&mut self) -> bool {
        let mut dropped = false;
        for level in (1..self.levels.len()).rev() {
            self.update_bounds_of_level(level - 1);
            dropped |= !self.has_uneven_sets && self.drop_dominated(level - 1);
        }
        dropped
    }

    /// Whether the last ply of a history is not dropped.
    fn is_open(&self, history: &History) -> bool {
        !self.choices[history.choice as usize].is_dropped
    }

    fn update_bounds_of_level(&mut self, level: usize) {
        let mut bounds = vec![None::<(f32, f32)>; self.levels[level].len()];
        for child in self.levels[level + 1].iter().filter(|child| self.is_open(child)) {
            let Some(set) = self.levels[level][child.parent as usize].information() else { continue };
            let (player, share) = (self.sets[set as usize].player, self.choices[child.choice as usize].probability);
            let bound = &mut bounds[child.parent as usize];
            let (least, most) = (child.least, child.most);
            *bound = Some(match *bound {
                None if player == CHANCE => (share * least, share * most),
                Some(found) if player == CHANCE => (found.0 + share * least, found.1 + share * most),
                None => (least, most),
                Some(found) => (found.0.min(least), found.1.max(most)),
            });
        }
        for (history, bound) in self.levels[level].iter_mut().zip(bounds) {
            if let Some((least, most)) = bound {
                (history.least, history.most) = (least, most);
            }
        }
    }

    /// Drops the plies of a level that are dominated by the ply of their information set with the highest lower bounds;
    /// returns whether any was dropped.
    fn drop_dominated(&mut self, level: usize) -> bool {
        let (start, end) = (self.level_starts[level], self.level_starts[level + 1]);
        let at = |choice: u32| (choice - start.choices) as usize;
        let mut guaranteed = vec![0f64; at(end.choices)];
        self.mover_bounds(level).for_each(|below| guaranteed[at(below.choice)] += f64::from(below.least));
        let mut best = vec![false; guaranteed.len()];
        for set in self.sets[start.sets as usize..end.sets as usize].iter().filter(|set| set.player != CHANCE) {
            let open = (set.first..set.first + set.count).filter(|&choice| !self.choices[choice as usize].is_dropped);
            let most = open.max_by(|&a, &b| guaranteed[at(a)].total_cmp(&guaranteed[at(b)]).then(b.cmp(&a)));
            most.into_iter().for_each(|choice| best[at(choice)] = true);
        }
        let mut best_guaranteed = vec![0f32; self.levels[level].len()];
        let best_bounds = self.mover_bounds(level).filter(|below| best[at(below.choice)]);
        best_bounds.for_each(|below| best_guaranteed[below.parent as usize] = below.least);
        let mut dominated = vec![None; guaranteed.len()];
        for below in self.mover_bounds(level).filter(|below| !best[at(below.choice)]) {
            *dominated[at(below.choice)].get_or_insert(true) &= best_guaranteed[below.parent as usize] >= below.most;
        }
        let marked = dominated.iter().zip(start.choices..).filter(|&(&dominated, _)| dominated == Some(true));
        let dominated: Vec<u32> = marked.map(|(_, choice)| choice).collect();
        dominated.iter().for_each(|&choice| self.choices[choice as usize].is_dropped = true);
        self.dropped_count += dominated.len();
        !dominated.is_empty()
    }

    /// The bounds of each ply of a player (not chance) in each history of a level.
    fn mover_bounds(&self, level: usize) -> impl Iterator<Item = MoverBounds> {
        self.levels[level + 1].iter().filter(|child| self.is_open(child)).filter_map(move |child| {
            let set = self.levels[level][child.parent as usize].information()?;
            let (least, most) = match self.sets[set as usize].player {
                0 => (child.least, child.most),
                1 => (1.0 - child.most, 1.0 - child.least),
                _ => return None,
            };
            Some(MoverBounds { parent: child.parent, choice: child.choice, least, most })
        })
    }

    /// Removes histories with a dropped ply, and the descendants of closed ones.
    pub(super) fn prune(&mut self) {
        let mut new_numbers: Vec<Option<u32>> = vec![Some(0)];
        for level in 0..self.levels.len() {
            let (mut kept_histories, mut next_numbers) = (Vec::new(), Vec::new());
            for mut history in std::mem::take(&mut self.levels[level]) {
                let parent = new_numbers[history.parent as usize];
                let stays = parent.filter(|_| level == 0 || self.is_open(&history));
                let closed = history.is_closed();
                let place = stays.map(|parent| {
                    history.parent = parent;
                    if closed {
                        history.information = CLOSED;
                    }
                    kept_histories.push(history);
                    kept_histories.len() as u32 - 1
                });
                next_numbers.push(place.filter(|_| !closed));
            }
            self.levels[level] = kept_histories;
            new_numbers = next_numbers;
        }
    }
}
