//! Replays a game from what a player knows, with guessed targets for secret plies, and compares the observations.

use super::information_state::{InformationState, KnownPly, Observation, labels};
use super::sampling::StateWithHistory;
use super::targets::{Targets, uniform_below};
use crate::board::Place;
use crate::evaluate::WordEvaluator;
use crate::event::Event;
use crate::game::Game;
use crate::history::{PlyHistory, RecordedPly};
use crate::movegen::{FindById, Offers, Ply, find, generate_answers, mover_view};
use crate::rule::Form;
use crate::state::State;
use crate::stream::Stream;

/// A player's knowledge, prepared for replaying.
#[derive(Clone, Debug)]
pub struct Replay<const W: usize> {
    /// What he knows.
    pub information: InformationState<W>,
    /// For each announcement of a secret ply: the first ids of the plies announced so, one id per cell from there on.
    bases: Vec<Vec<u32>>,
}

impl<const W: usize> Replay<W> {
    /// Prepares a player's knowledge.
    #[must_use]
    pub fn new(game: &Game<W>, knows: InformationState<W>) -> Self {
        let rules = &game.plan.rules;
        let of_label = |label: &str| {
            let mut bases = Vec::new();
            for block in &rules.blocks {
                let Form::Commit(commit_form) = &block.form else { continue };
                let alike = commit_form.iter().enumerate().filter(|(_, other)| *other == label);
                bases.extend(alike.map(|(index, _)| block.base + index as u32 * game.plan.board.count));
            }
            bases
        };
        let bases = labels(rules).into_iter().map(of_label).collect();
        Replay { information: knows, bases }
    }

    /// The state these targets lead to; none where a ply is illegal or the viewer would have seen something else.
    #[must_use]
    pub fn replay(&self, game: &Game<W>, targets: &Targets, stream: &mut Stream) -> Option<StateWithHistory<W>> {
        let (mut state, mut plies) = (game.start(), Vec::with_capacity(self.information.past.len()));
        for (observation, &target) in self.information.past.iter().zip(targets) {
            let candidates = self.candidates_with_target(game, &state, observation, target);
            let index = if candidates.len() > 1 { uniform_below(candidates.len(), stream) } else { 0 };
            let &(id, ply) = candidates.get(index)?;
            let events = self.apply_if_consistent(game, &mut state, &ply, observation)?;
            plies.push(RecordedPly { player: observation.player, action: id, events });
        }
        let past = |plies: Vec<RecordedPly>| plies.into_iter().fold(PlyHistory::default(), |past, ply| past.push(ply));
        self.is_consistent(game, &state).then(|| (state, past(plies)))
    }

    /// The legal plies that match the observation and have this target; their events are not yet compared.
    fn candidates_with_target(
        &self,
        game: &Game<W>,
        state: &State<W>,
        seen: &Observation<W>,
        target: Option<Place>,
    ) -> Vec<(u32, Ply<W>)> {
        let legal_ply = |id: u32| legal_ply(game, state, id).map(|ply| (id, ply));
        if !is_to_move(game, state, seen) {
            return Vec::new();
        }
        match (seen.ply, target) {
            (KnownPly::Id(action), _) => legal_ply(action).into_iter().collect(),
            (KnownPly::Secret { announcement: said, .. }, Some(target)) => {
                let cell = game.plan.board.cell_of(target);
                self.bases[said].iter().filter_map(|base| legal_ply(base + cell)).collect()
            }
            (KnownPly::Secret { .. }, None) => Vec::new(),
        }
    }

    /// The legal plies that match the observation, by id; their events are not yet compared.
    #[must_use]
    pub fn candidates(&self, game: &Game<W>, state: &State<W>, observation: &Observation<W>) -> Vec<(u32, Ply<W>)> {
        let KnownPly::Secret { announcement: announcement_label, .. } = observation.ply else {
            return self.candidates_with_target(game, state, observation, None);
        };
        if !is_to_move(game, state, observation) {
            return Vec::new();
        }
        let (mut offers, cells) = (Offers { groups: Vec::new() }, game.plan.board.count);
        game.offers(state, &mut offers);
        let is_announced_so =
            |id: u32| self.bases[announcement_label].iter().any(|&base| (base..base + cells).contains(&id));
        let mut candidates = offers.list(&game.plan);
        candidates.retain(|&(id, _)| is_announced_so(id));
        candidates
    }

    /// Applies a ply; its events, if the viewer would see what he saw.
    #[must_use]
    pub fn apply_if_consistent(
        &self,
        game: &Game<W>,
        state: &mut State<W>,
        ply: &Ply<W>,
        seen: &Observation<W>,
    ) -> Option<Vec<Event>> {
        let mut events = Vec::new();
        game.play(state, ply, Some(&mut events));
        let visible = events.iter().filter(|event| event.is_visible_to(self.information.viewer));
        visible.eq(&seen.events).then_some(events)
    }

    /// Whether the viewer sees the observed present in this state.
    #[must_use]
    pub fn is_consistent(&self, game: &Game<W>, state: &State<W>) -> bool {
        self.information.present.is_same_in(game, state, self.information.viewer)
    }
}

/// Whether the player who made the ply is to move.
fn is_to_move<const W: usize>(game: &Game<W>, state: &State<W>, observation: &Observation<W>) -> bool {
    state.result.is_none() && game.to_move(state) == observation.player
}

/// The legal ply with an id.
fn legal_ply<const W: usize>(game: &Game<W>, state: &State<W>, id: u32) -> Option<Ply<W>> {
    let plan = &game.plan;
    if state.pending.is_some() {
        let mut sink = FindById::new(plan, id);
        generate_answers(plan, state, &mut sink);
        return sink.found;
    }
    find(&mover_view(WordEvaluator::new(plan, state), state.agenda), state.agenda, id)
}
