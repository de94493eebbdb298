//! Depth-first search for states consistent with a player's knowledge, ply by ply.

use super::known::Observed;
use super::replay::Replay;
use super::sampling::{Whole, shuffle};
use super::targets::{TargetModel, Targets};
use crate::game::Game;
use crate::history::{History, RecordedPly};
use crate::movegen::Ply;
use crate::state::State;
use crate::stream::Stream;
use std::sync::atomic::{AtomicBool, Ordering};

/// One level of the search: a state and its untried plies, the next one last.
struct Level<const W: usize> {
    state: State<W>,
    past: History,
    untried: Vec<(u32, Ply<W>)>,
}

/// The parameters of a search.
pub struct SearchParameters<'a, const W: usize> {
    /// The game.
    pub game: &'a Game<W>,
    /// What is known.
    pub replay: &'a Replay<W>,
    /// If given, prunes targets that leave some secret ply without a cell.
    pub target_model: Option<&'a TargetModel<W>>,
    /// Cancels the search once set.
    pub stop: &'a AtomicBool,
}

/// The state of a search.
pub struct SampleSearch<const W: usize> {
    levels: Vec<Level<W>>,
    targets: Targets,
    begun: bool,
    /// Plies that may still be applied.
    budget: u64,
}

impl<const W: usize> SampleSearch<W> {
    /// A search without a budget.
    #[must_use]
    pub fn new() -> Self {
        SampleSearch::with_budget(u64::MAX)
    }

    /// A search that gives up after so many plies.
    #[must_use]
    pub fn with_budget(budget: u64) -> Self {
        SampleSearch { levels: Vec::new(), targets: Vec::new(), begun: false, budget }
    }

    /// The next consistent state; none when there are no more. Plies are tried in random order with a stream, else by
    /// id.
    pub fn next(&mut self, way: &SearchParameters<'_, W>, mut stream: Option<&mut Stream>) -> Option<Whole<W>> {
        if !self.begun {
            self.begun = true;
            self.targets = vec![None; way.replay.knows.past.len()];
            let start = (way.game.start(), History::default());
            if let Some(found) = self.enter(way, start, stream.as_deref_mut()) {
                return Some(found);
            }
        }
        while let Some((id, ply)) = self.choose(way) {
            let after = self.follow(way, id, &ply);
            let found = after.and_then(|after| self.enter(way, after, stream.as_deref_mut()));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The next ply to try; backtracks from exhausted levels.
    fn choose(&mut self, way: &SearchParameters<'_, W>) -> Option<(u32, Ply<W>)> {
        while let Some(level) = self.levels.last_mut() {
            let (number, next) = (level.past.len(), level.untried.pop());
            self.targets[number] = None;
            let Some((id, ply)) = next else {
                self.levels.pop();
                continue;
            };
            if matches!(way.replay.knows.past[number].ply, Observed::Known(_)) {
                return Some((id, ply));
            }
            self.targets[number] = Some(ply.to);
            if way.target_model.is_none_or(|target_model| target_model.possible(&self.targets)) {
                return Some((id, ply));
            }
        }
        None
    }

    /// The state after a ply, if the viewer would see what he saw.
    fn follow(&mut self, way: &SearchParameters<'_, W>, id: u32, ply: &Ply<W>) -> Option<Whole<W>> {
        if self.budget == 0 || way.stop.load(Ordering::Relaxed) {
            self.levels.clear();
            return None;
        }
        self.budget -= 1;
        let level = self.levels.last()?;
        let (seen, mut state) = (&way.replay.knows.past[level.past.len()], level.state.clone());
        let events = way.replay.follow(way.game, &mut state, ply, seen)?;
        Some((state, level.past.push(RecordedPly { player: seen.player, action: id, events })))
    }

    /// Descends into a state, or returns it if it is the last and consistent.
    fn enter(
        &mut self,
        way: &SearchParameters<'_, W>,
        here: Whole<W>,
        stream: Option<&mut Stream>,
    ) -> Option<Whole<W>> {
        let (state, past) = here;
        let Some(seen) = way.replay.knows.past.get(past.len()) else {
            return way.replay.agrees(way.game, &state).then_some((state, past));
        };
        let mut untried = way.replay.candidates(way.game, &state, seen);
        match stream {
            Some(stream) => shuffle(&mut untried, stream),
            None => untried.reverse(),
        }
        self.levels.push(Level { state, past, untried });
        None
    }
}

impl<const W: usize> Default for SampleSearch<W> {
    fn default() -> Self {
        SampleSearch::new()
    }
}
