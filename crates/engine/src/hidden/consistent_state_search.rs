//! Depth-first search for states consistent with a player's knowledge, ply by ply.

use super::information_state::KnownPly;
use super::replay::Replay;
use super::sampling::{StateWithHistory, shuffle};
use super::targets::{TargetModel, Targets};
use crate::game::Game;
use crate::history::{PlyHistory, RecordedPly};
use crate::movegen::Ply;
use crate::state::State;
use crate::stream::Stream;
use std::sync::atomic::{AtomicBool, Ordering};

/// One level of the search: a state and its untried plies, the next one last.
struct Level<const W: usize> {
    state: State<W>,
    past: PlyHistory,
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
    has_started: bool,
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
        SampleSearch { levels: Vec::new(), targets: Vec::new(), has_started: false, budget }
    }

    /// The next consistent state; none when there are no more. Plies are tried in random order with a stream, else by
    /// id.
    pub fn next(
        &mut self,
        parameters: &SearchParameters<'_, W>,
        mut stream: Option<&mut Stream>,
    ) -> Option<StateWithHistory<W>> {
        if !self.has_started {
            self.has_started = true;
            self.targets = vec![None; parameters.replay.information.past.len()];
            let start = (parameters.game.start(), PlyHistory::default());
            if let Some(state_found) = self.enter(parameters, start, stream.as_deref_mut()) {
                return Some(state_found);
            }
        }
        while let Some((id, ply)) = self.next_ply(parameters) {
            let after = self.play(parameters, id, &ply);
            let consistent = after.and_then(|after| self.enter(parameters, after, stream.as_deref_mut()));
            if consistent.is_some() {
                return consistent;
            }
        }
        None
    }

    /// The next ply to try; backtracks from exhausted levels.
    fn next_ply(&mut self, parameters: &SearchParameters<'_, W>) -> Option<(u32, Ply<W>)> {
        while let Some(level) = self.levels.last_mut() {
            let (number, next) = (level.past.len(), level.untried.pop());
            self.targets[number] = None;
            let Some((id, ply)) = next else {
                self.levels.pop();
                continue;
            };
            if matches!(parameters.replay.information.past[number].ply, KnownPly::Id(_)) {
                return Some((id, ply));
            }
            self.targets[number] = Some(ply.to);
            if parameters.target_model.is_none_or(|target_model| target_model.is_possible(&self.targets)) {
                return Some((id, ply));
            }
        }
        None
    }

    /// The state after a ply, if the viewer would see what he saw.
    fn play(&mut self, parameters: &SearchParameters<'_, W>, id: u32, ply: &Ply<W>) -> Option<StateWithHistory<W>> {
        if self.budget == 0 || parameters.stop.load(Ordering::Relaxed) {
            self.levels.clear();
            return None;
        }
        self.budget -= 1;
        let level = self.levels.last()?;
        let (observation_found, mut state) =
            (&parameters.replay.information.past[level.past.len()], level.state.clone());
        let events = parameters.replay.apply_if_consistent(parameters.game, &mut state, ply, observation_found)?;
        Some((state, level.past.push(RecordedPly { player: observation_found.player, action: id, events })))
    }

    /// Descends into a state, or returns it if it is the last and consistent.
    fn enter(
        &mut self,
        parameters: &SearchParameters<'_, W>,
        here: StateWithHistory<W>,
        stream: Option<&mut Stream>,
    ) -> Option<StateWithHistory<W>> {
        let (state, past) = here;
        let Some(next_observation) = parameters.replay.information.past.get(past.len()) else {
            return parameters.replay.is_consistent(parameters.game, &state).then_some((state, past));
        };
        let mut untried = parameters.replay.candidates(parameters.game, &state, next_observation);
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
