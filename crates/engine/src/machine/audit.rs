//! Consistency check: applies a ply by every code path and compares the results. Slow; for tests.

use crate::bits::Bits;
use crate::game::Game;
use crate::movegen::{Offers, Ply};
use crate::state::State;

/// What is wrong with a legal ply, or with the state it leads to.
pub(super) fn audit<const W: usize>(game: &Game<W>, state: &State<W>, ply: &Ply<W>) -> Option<String> {
    let (mut with_events, mut without_events, mut on) = (state.clone(), state.clone(), state.clone());
    let (mut events, mut fresh, mut follow) = (Vec::new(), Offers::default(), Offers::default());
    game.play(&mut with_events, ply, Some(&mut events));
    game.play(&mut without_events, ply, None);
    game.play_on(&mut on, ply, &mut follow);
    game.offers(&with_events, &mut fresh);
    if let Err(fault) = with_events.check(&game.plan) {
        return Some(fault);
    }
    let (with_events, without_events, on) = (bare(with_events), bare(without_events), bare(on));
    if with_events != without_events {
        return Some(format!("with events: {with_events:?}, without: {without_events:?}"));
    }
    if with_events != on {
        return Some(format!("alone: {with_events:?}, with the plies after it: {on:?}"));
    }
    let (fresh, follow) = (fresh.list(&game.plan), follow.list(&game.plan));
    (fresh != follow).then(|| format!("plies after it: {fresh:?}, found with it: {follow:?}"))
}

/// The state without the witness of its result, which is computed only with events.
fn bare<const W: usize>(mut state: State<W>) -> State<W> {
    if let Some(result) = &mut state.result {
        result.witness = Bits::EMPTY;
    }
    state
}
