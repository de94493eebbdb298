//! A playable game: start, legal plies, applying a ply, on top of a compiled plan.

use crate::apply::{self, PlyContext, next_active_side};
use crate::evaluate::{Viewer, WordEvaluator};
use crate::event::Event;
use crate::movegen::{Offers, Ply, generate_answers, generate_with_end, is_chance_ply, mover_view};
use crate::plan::Plan;
use crate::state::State;

/// Chance, as a player number.
pub const CHANCE: i8 = -1;

/// A game on boards of at most 64 * W places.
#[derive(Clone, Debug)]
pub struct Game<const W: usize> {
    /// The compiled rules.
    pub plan: Plan<W>,
}

impl<const W: usize> Game<W> {
    /// The state before the first ply. A game without a legal first ply is a draw at once.
    #[must_use]
    pub fn start(&self) -> State<W> {
        let mut state = self.plan.blank();
        for put in &self.plan.rules.setup {
            let side = put.owner.saturating_sub(1) as u8;
            let cells = WordEvaluator { side, ..WordEvaluator::new(&self.plan, &state) }.cells(&put.at);
            let plane = put.owner * self.plan.rules.kinds.len() + put.kind;
            state.pieces[plane] |= cells;
        }
        if self.plan.rules.hidden {
            state.shown.clone_from(&state.pieces);
        }
        // With an observer, so that a game that is over at once has its witness.
        apply::begin(&mut PlyContext::new(&self.plan, &mut state, Some(&mut Vec::new()), None));
        state
    }

    /// Generates the legal plies into `offers`, replacing its contents; none where the game is over.
    pub fn offers(&self, state: &State<W>, offers: &mut Offers<W>) {
        offers.groups.clear();
        if state.result.is_some() {
            return;
        }
        if state.pending.is_some() {
            return generate_answers(&self.plan, state, offers);
        }
        generate_with_end(&mover_view(WordEvaluator::new(&self.plan, state), state.agenda), state.agenda, offers);
    }

    /// Who plays the next ply: a player or `CHANCE`.
    #[must_use]
    pub fn to_move(&self, state: &State<W>) -> i8 {
        if state.pending.is_some() {
            return state.seats[next_active_side(&self.plan, state, state.side)] as i8;
        }
        let evaluator = WordEvaluator::new(&self.plan, state).seen_by(Viewer::Side(state.side));
        if is_chance_ply(&evaluator, state.agenda) { CHANCE } else { state.seats[usize::from(state.side)] as i8 }
    }

    /// Applies a legal ply. With `events`, reports its events, and a result has its witness.
    pub fn play(&self, state: &mut State<W>, ply: &Ply<W>, events: Option<&mut Vec<Event>>) {
        apply::play(&self.plan, state, ply, events, None);
    }

    /// Applies a legal ply and generates the next legal plies in one pass.
    pub fn play_on(&self, state: &mut State<W>, ply: &Ply<W>, offers: &mut Offers<W>) {
        if !apply::play(&self.plan, state, ply, None, Some(offers)) {
            self.offers(state, offers);
        }
    }

    /// `play_on` for enumerating one turn: where the turn is over, the plies of the next one are not generated.
    pub fn play_in_turn(&self, state: &mut State<W>, ply: &Ply<W>, offers: &mut Offers<W>) {
        if !apply::play_in_turn(&self.plan, state, ply, offers) && !self.turn_over(state) {
            self.offers(state, offers);
        }
    }

    /// Whether a new turn begins here.
    #[must_use]
    pub fn turn_over(&self, state: &State<W>) -> bool {
        state.fresh && state.pending.is_none()
    }
}
