//! Searches for states that agree with what a player knows, ply by ply, depth first.

use super::known::Observed;
use super::plan::{Guess, Targets};
use super::replay::Replay;
use super::sampling::{Whole, shuffle};
use crate::offer::Ply;
use crate::past::{Past, Played};
use crate::state::State;
use crate::stream::Stream;

/// A state on the way, and the plies from it that are still to be tried, the next one last.
struct Level<const W: usize> {
    state: State<W>,
    past: Past,
    untried: Vec<(u32, Ply<W>)>,
}

/// How far a search has come.
pub struct Search<const W: usize> {
    levels: Vec<Level<W>>,
    targets: Targets,
    begun: bool,
    /// How many more plies it may carry out.
    budget: u64,
}

impl<const W: usize> Search<W> {
    /// One that has all the time it needs.
    #[must_use]
    pub fn new() -> Self {
        Search::with_budget(u64::MAX)
    }

    /// One that gives up after so many plies.
    #[must_use]
    pub fn with_budget(budget: u64) -> Self {
        Search { levels: Vec::new(), targets: Vec::new(), begun: false, budget }
    }

    /// The next state that agrees; none when there are no more. With a stream plies are tried in random order, else by
    /// their ids. With a guess only targets are tried that leave every question an answer.
    pub fn next(
        &mut self,
        replay: &Replay<'_, W>,
        mut stream: Option<&mut Stream>,
        guess: Option<&Guess<W>>,
    ) -> Option<Whole<W>> {
        if !self.begun {
            self.begun = true;
            self.targets = vec![None; replay.knows.past.len()];
            if let Some(found) = self.enter(replay, (replay.game.start(), Past::default()), stream.as_deref_mut()) {
                return Some(found);
            }
        }
        while let Some((id, ply)) = self.choose(replay, guess) {
            let after = self.follow(replay, id, &ply);
            let found = after.and_then(|after| self.enter(replay, after, stream.as_deref_mut()));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The next ply to try; levels without any are left.
    fn choose(&mut self, replay: &Replay<'_, W>, guess: Option<&Guess<W>>) -> Option<(u32, Ply<W>)> {
        while let Some(level) = self.levels.last_mut() {
            let number = level.past.len();
            let next = level.untried.pop();
            self.targets[number] = None;
            match next {
                None => drop(self.levels.pop()),
                Some((id, ply)) => {
                    if matches!(replay.knows.past[number].ply, Observed::Secret { .. }) {
                        self.targets[number] = Some(ply.to);
                    }
                    let allowed =
                        self.targets[number].is_none() || guess.is_none_or(|guess| guess.possible(&self.targets));
                    if allowed {
                        return Some((id, ply));
                    }
                }
            }
        }
        None
    }

    /// The state after a ply, where the viewer sees of it what he saw.
    fn follow(&mut self, replay: &Replay<'_, W>, id: u32, ply: &Ply<W>) -> Option<Whole<W>> {
        if self.budget == 0 {
            self.levels.clear();
            return None;
        }
        self.budget -= 1;
        let level = self.levels.last()?;
        let (seen, mut state) = (&replay.knows.past[level.past.len()], level.state.clone());
        let events = replay.follow(&mut state, ply, seen)?;
        Some((state, level.past.push(Played { player: seen.player, action: id, events })))
    }

    /// Goes on from a state, or hands it out where it is the last and agrees.
    fn enter(&mut self, replay: &Replay<'_, W>, here: Whole<W>, stream: Option<&mut Stream>) -> Option<Whole<W>> {
        let (state, past) = here;
        let Some(seen) = replay.knows.past.get(past.len()) else {
            return replay.agrees(&state).then_some((state, past));
        };
        let mut untried = replay.candidates(&state, seen);
        match stream {
            Some(stream) => shuffle(&mut untried, stream),
            None => untried.reverse(),
        }
        self.levels.push(Level { state, past, untried });
        None
    }
}

impl<const W: usize> Default for Search<W> {
    fn default() -> Self {
        Search::new()
    }
}
