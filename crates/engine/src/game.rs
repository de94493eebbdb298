//! A game that can be played: a plan, and the few things one does with it.

use crate::event::Event;
use crate::offer::{Offers, Ply};
use crate::plan::Plan;
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
        todo!()
    }

    /// The legal plies, none where the game is over; what the list held before is gone.
    pub fn offers(&self, _state: &State<W>, _offers: &mut Offers<W>) {
        todo!()
    }

    /// Who plays the next ply: a player or `NATURE`.
    #[must_use]
    pub fn to_move(&self, _state: &State<W>) -> i8 {
        todo!()
    }

    /// Plays a legal ply. With `events` it tells what it brought about, and its result shows the cells that decided.
    pub fn play(&self, _state: &mut State<W>, _ply: &Ply<W>, _events: Option<&mut Vec<Event>>) {
        todo!()
    }

    /// Does a new turn begin here?
    #[must_use]
    pub fn turn_over(&self, state: &State<W>) -> bool {
        state.fresh && state.pending.is_none()
    }
}
