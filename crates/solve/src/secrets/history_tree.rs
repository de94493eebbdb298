//! The game tree of a game with hidden information, level by level, without dominated plies.
//!
//! After each level the value of a history is bounded by the ends below it. A ply is dropped where another ply of the
//! same information set is at least as good in every history of the set: that leaves the value of the game unchanged. A
//! history whose bounds meet is closed. Dropping requires that all histories of an information set have the same
//! length; otherwise nothing is dropped. A tree that was cut stands for all games in which its open histories are worth
//! anything between their bounds; what is dropped is dropped for each of them.

mod bounds;

use super::TreeRefusal;
use super::observations::{InformationKey, ObservingWalker};
use lusory_play::Walker;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Placeholders of an information set: the history is not expanded yet, or closed.
const UNSEEN: u32 = u32::MAX;
const CLOSED: u32 = u32::MAX - 1;
/// The player number of chance.
pub const CHANCE: u8 = 2;
/// The approximate memory of a history in bytes, including the growth of lists.
const HISTORY_BYTES: usize = 48;

/// A history: a sequence of plies, as its parent history and the last ply.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// The number of the parent in the level before.
    pub parent: u32,
    /// The last ply: an index into `HistoryTree::choices`.
    pub choice: u32,
    /// The information set of the player to move, or a placeholder.
    information: u32,
    /// Lower bound of the first player's value.
    pub least: f32,
    /// Upper bound of the first player's value.
    pub most: f32,
}

impl History {
    /// The information set of the player to move; none where the history is closed or not expanded.
    #[must_use]
    pub fn information(&self) -> Option<u32> {
        (self.information < CLOSED).then_some(self.information)
    }

    fn is_closed(&self) -> bool {
        self.least >= self.most
    }
}

/// An information set of the player to move; each chance node has its own.
#[derive(Clone, Copy, Debug)]
pub struct DecisionSet {
    /// The player to move: 0, 1 or `CHANCE`.
    pub player: u8,
    /// The index of its first ply in `HistoryTree::choices`.
    pub first: u32,
    /// The number of its plies.
    pub count: u32,
    level: u32,
}

/// A ply of an information set.
#[derive(Clone, Copy, Debug)]
pub struct SetPly {
    /// Its id.
    pub id: u32,
    /// The probability of a chance ply; otherwise 1.
    pub probability: f32,
    is_dropped: bool,
}

/// When listing ends: at so many bytes, or where it is stopped; it counts what it listed.
struct ListingLimits<'l> {
    memory: usize,
    stop: &'l AtomicBool,
    listed: &'l AtomicU64,
}

/// The number of information sets and choices before a level was expanded.
#[derive(Clone, Copy, Default)]
struct LevelStart {
    sets: u32,
    choices: u32,
}

/// A pruned game tree; see the module.
#[derive(Default)]
pub struct HistoryTree {
    /// The histories by length.
    pub levels: Vec<Vec<History>>,
    /// The information sets.
    pub sets: Vec<DecisionSet>,
    /// Their plies.
    pub choices: Vec<SetPly>,
    sets_by_key: HashMap<(u8, InformationKey), u32>,
    /// The start of each level in `sets` and `choices`, and of the next.
    level_starts: Vec<LevelStart>,
    /// Whether an information set holds histories of different lengths.
    has_uneven_sets: bool,
    dropped_count: usize,
    /// Why the last level was not expanded, if it was not: its open histories are worth something between their bounds.
    pub cut: Option<TreeRefusal>,
    path: Vec<u32>,
    ids: Vec<u32>,
    weights: Vec<u32>,
}

impl HistoryTree {
    /// Lists the histories of a game from a walker's root; `listed` counts them. Where it is stopped, or `memory` bytes do
    /// not suffice, the tree is cut after the last level that was listed as a whole.
    ///
    /// # Errors
    /// Where no strategies over information sets exist.
    pub fn list(
        walker: &mut dyn Walker,
        memory: usize,
        stop: &AtomicBool,
        listed: &AtomicU64,
    ) -> Result<Self, TreeRefusal> {
        let mut tree = HistoryTree::with_root(false);
        let mut walk = ObservingWalker::new(walker);
        loop {
            match tree.add_level(&mut walk, &ListingLimits { memory, stop, listed }) {
                Err(TreeRefusal::Recall) => return Err(TreeRefusal::Recall),
                Err(reason) => return Ok(tree.cut_off(reason)),
                Ok(()) => {}
            }
            if tree.has_uneven_sets && tree.dropped_count > 0 {
                // A dropped ply may matter in longer histories of its information set: start again without dropping.
                tree = HistoryTree::with_root(true);
                continue;
            }
            while tree.update_bounds() && !stop.load(Ordering::Relaxed) {}
            tree.prune();
            if tree.levels.last().is_none_or(Vec::is_empty) {
                return Ok(tree);
            }
        }
    }

    /// The tree without what is known of the decisions at its last level.
    fn cut_off(mut self, reason: TreeRefusal) -> Self {
        let open = self.levels.last_mut().into_iter().flatten().filter(|history| history.information < CLOSED);
        open.for_each(|history| history.information = UNSEEN);
        self.cut = Some(reason);
        self
    }

    fn with_root(uneven: bool) -> Self {
        let root = History { parent: 0, choice: 0, information: UNSEEN, least: 0.0, most: 1.0 };
        HistoryTree {
            levels: vec![vec![root]],
            level_starts: vec![LevelStart::default()],
            has_uneven_sets: uneven,
            ..HistoryTree::default()
        }
    }

    /// The bounds of the value of the game.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        self.levels[0].first().map_or((0.0, 1.0), |root| (f64::from(root.least), f64::from(root.most)))
    }

    /// The number of histories kept.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// The plies of an information set that are not dropped.
    pub fn open_choices(&self, set: u32) -> impl Iterator<Item = u32> {
        let DecisionSet { first, count, .. } = self.sets[set as usize];
        (first..first + count).filter(|&choice| !self.choices[choice as usize].is_dropped)
    }

    /// Expands each open history of the last level.
    fn add_level(&mut self, walk: &mut ObservingWalker<'_>, limits: &ListingLimits<'_>) -> Result<(), TreeRefusal> {
        let level = self.levels.len() - 1;
        let mut next = Vec::new();
        let mut numbers = 0..self.levels[level].len();
        while let Some(first) = numbers.next() {
            // Siblings come one after the other: they are reached from their parent.
            let parent = self.levels[level][first].parent;
            let siblings = self.levels[level][first..].iter().take_while(|history| history.parent == parent).count();
            numbers = first + siblings..numbers.end;
            self.add_children_of_siblings(walk, level, first..first + siblings, &mut next, limits)?;
        }
        self.levels.push(next);
        self.level_starts.push(LevelStart { sets: self.sets.len() as u32, choices: self.choices.len() as u32 });
        Ok(())
    }

    /// Expands the open histories of a row of siblings.
    fn add_children_of_siblings(
        &mut self,
        walk: &mut ObservingWalker<'_>,
        level: usize,
        siblings: Range<usize>,
        next: &mut Vec<History>,
        limits: &ListingLimits<'_>,
    ) -> Result<(), TreeRefusal> {
        let mut copy = None;
        for number in siblings {
            if limits.stop.load(Ordering::Relaxed) {
                return Err(TreeRefusal::Stopped);
            }
            if (self.len() + next.len() + self.sets_by_key.len() + self.choices.len() / 2) * HISTORY_BYTES
                > limits.memory
            {
                return Err(TreeRefusal::Memory);
            }
            if self.levels[level][number].information != UNSEEN {
                continue;
            }
            let History { parent, choice, .. } = self.levels[level][number];
            if level == 0 {
                walk.rewind();
                self.add_children(walk, level, number, next)?;
            } else {
                let at_parent = copy.get_or_insert_with(|| {
                    self.replay(walk, level - 1, parent as usize);
                    (walk.walker.copy(), walk.keys())
                });
                let mut near = ObservingWalker::from(at_parent.0.as_mut(), at_parent.1);
                near.play(self.choices[choice as usize].id);
                self.add_children(&mut near, level, number, next)?;
            }
            limits.listed.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Plays a history on the walker, from the root.
    fn replay(&mut self, walk: &mut ObservingWalker<'_>, level: usize, mut number: usize) {
        self.path.clear();
        for level in (1..=level).rev() {
            let history = self.levels[level][number];
            self.path.push(self.choices[history.choice as usize].id);
            number = history.parent as usize;
        }
        walk.rewind();
        self.path.iter().rev().for_each(|&id| walk.play(id));
    }

    /// Adds the children of a history; those in which the game is over are closed.
    fn add_children(
        &mut self,
        walk: &mut ObservingWalker<'_>,
        level: usize,
        number: usize,
        next: &mut Vec<History>,
    ) -> Result<(), TreeRefusal> {
        let set = self.set_of_mover(walk, level as u32)?;
        self.levels[level][number].information = set;
        let mut after = walk.walker.copy();
        for choice in self.open_choices(set) {
            after.rewind();
            after.play(self.choices[choice as usize].id);
            let (least, most) = after.values().map_or((0.0, 1.0), |values| (values[0] as f32, values[0] as f32));
            let information = if least >= most { CLOSED } else { UNSEEN };
            next.push(History { parent: number as u32, choice, information, least, most });
        }
        Ok(())
    }

    /// The information set of the player to move, added if new.
    fn set_of_mover(&mut self, walk: &mut ObservingWalker<'_>, level: u32) -> Result<u32, TreeRefusal> {
        walk.walker.legal(&mut self.ids);
        let Ok(player) = u8::try_from(walk.walker.to_move()) else {
            walk.walker.weights(&mut self.weights);
            let all = self.weights.iter().map(|&weight| f64::from(weight)).sum::<f64>().max(1.0);
            let shares = self.weights.iter().map(|&weight| (f64::from(weight) / all) as f32).collect::<Vec<_>>();
            return Ok(self.new_set(CHANCE, level, &shares));
        };
        let key = (player, walk.key(usize::from(player)));
        if let Some(&set) = self.sets_by_key.get(&key) {
            let DecisionSet { first, count, level: at, .. } = self.sets[set as usize];
            let stored_ids = self.choices[first as usize..(first + count) as usize].iter().map(|choice| choice.id);
            if !stored_ids.eq(self.ids.iter().copied()) {
                return Err(TreeRefusal::Recall);
            }
            self.has_uneven_sets |= at != level;
            return Ok(set);
        }
        let set = self.new_set(player, level, &[]);
        self.sets_by_key.insert(key, set);
        Ok(set)
    }

    fn new_set(&mut self, player: u8, level: u32, shares: &[f32]) -> u32 {
        let (first, count) = (self.choices.len() as u32, self.ids.len() as u32);
        let share = |number: usize| shares.get(number).copied().unwrap_or(1.0);
        let choices = self.ids.iter().enumerate().map(|(number, &id)| SetPly {
            id,
            probability: share(number),
            is_dropped: false,
        });
        self.choices.extend(choices);
        self.sets.push(DecisionSet { player, first, count, level });
        self.sets.len() as u32 - 1
    }
}
