//! A game that can be played: a plan, and the few things one does with it.

use crate::act::{self, Scene, following};
use crate::event::Event;
use crate::offer::{Offers, Ply, answers, by_nature, look, options};
use crate::plan::Plan;
use crate::read::{Eyes, Reader};
use crate::state::State;

/// Nature, among players.
pub const NATURE: i8 = -1;

/// A game on boards of at most 64 * W places.
#[derive(Clone, Debug)]
pub struct Game<const W: usize> {
    /// The rules on their board.
    pub plan: Plan<W>,
}

impl<const W: usize> Game<W> {
    /// The state before the first ply. A game nobody can begin is drawn at once.
    #[must_use]
    pub fn start(&self) -> State<W> {
        let mut state = self.plan.blank();
        for put in &self.plan.rules.setup {
            let side = put.owner.saturating_sub(1) as u8;
            let cells = Reader { side, ..Reader::new(&self.plan, &state) }.cells(&put.at);
            let plane = put.owner * self.plan.rules.kinds.len() + put.kind;
            state.pieces[plane] |= cells;
        }
        if self.plan.rules.hidden {
            state.shown.clone_from(&state.pieces);
        }
        // Somebody listens, so that a game over at once shows the cells that decided.
        act::begin(&mut Scene::new(&self.plan, &mut state, Some(&mut Vec::new()), None));
        state
    }

    /// The legal plies, none where the game is over; what the list held before is gone.
    pub fn offers(&self, state: &State<W>, offers: &mut Offers<W>) {
        offers.groups.clear();
        if state.result.is_some() {
            return;
        }
        if state.pending.is_some() {
            return answers(&self.plan, state, offers);
        }
        options(&look(Reader::new(&self.plan, state), state.agenda), state.agenda, offers);
    }

    /// Who plays the next ply: a player or `NATURE`.
    #[must_use]
    pub fn to_move(&self, state: &State<W>) -> i8 {
        if state.pending.is_some() {
            return state.seats[following(&self.plan, state, state.side)] as i8;
        }
        let reader = Reader::new(&self.plan, state).seen_by(Eyes::Side(state.side));
        if by_nature(&reader, state.agenda) { NATURE } else { state.seats[usize::from(state.side)] as i8 }
    }

    /// Plays a legal ply. With `events` it tells what it brought about, and its result shows the cells that decided.
    pub fn play(&self, state: &mut State<W>, ply: &Ply<W>, events: Option<&mut Vec<Event>>) {
        act::play(&self.plan, state, ply, events, None);
    }

    /// Plays a legal ply and finds those that are legal next, all in one.
    pub fn play_on(&self, state: &mut State<W>, ply: &Ply<W>, offers: &mut Offers<W>) {
        if !act::play(&self.plan, state, ply, None, Some(offers)) {
            self.offers(state, offers);
        }
    }

    /// The same for who looks at one turn alone: where it is over, what the next one offers is not listed.
    pub fn play_in_turn(&self, state: &mut State<W>, ply: &Ply<W>, offers: &mut Offers<W>) {
        if !act::play_in_turn(&self.plan, state, ply, offers) && !self.turn_over(state) {
            self.offers(state, offers);
        }
    }

    /// Does a new turn begin here?
    #[must_use]
    pub fn turn_over(&self, state: &State<W>) -> bool {
        state.fresh && state.pending.is_none()
    }
}
