//! Finds the best of some random turns.

use super::best_turn::TurnChoice;
use super::enumerate::{MAX_TURN_PLIES, answer_with_nothing, is_turn_over};
use super::gain::GainEvaluator;
use crate::game::Game;
use crate::movegen::{Offers, Ply};
use crate::ply_drawing::PlyDrawing;
use crate::state::State;
use crate::stream::Stream;

/// Plays so many random turns and returns the first of the best: a random one if none has a gain.
pub fn best_of_random_turns<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    tries: u32,
    stream: &mut Stream,
) -> TurnChoice<W> {
    let gauge = GainEvaluator::new(game, state);
    let mut best: Option<TurnChoice<W>> = None;
    for _ in 0..tries.max(1) {
        let (after, plies) = turn(game, state, stream);
        let value = gauge.gain(game, &after);
        if best.as_ref().is_none_or(|best| value > best.value) {
            best = Some(TurnChoice { plies, value, complete: true });
        }
    }
    best.unwrap_or(TurnChoice { plies: Vec::new(), value: Default::default(), complete: true })
}

/// A random turn, which ends only when forced, and the state after it.
fn turn<const W: usize>(game: &Game<W>, from: &State<W>, stream: &mut Stream) -> (State<W>, Vec<Ply<W>>) {
    let (mut state, mut offers, mut plies) = (from.clone(), Offers::default(), Vec::new());
    let (mover, choice) = (game.to_move(from), PlyDrawing::of(&game.plan));
    game.offers(&state, &mut offers);
    while plies.len() < MAX_TURN_PLIES {
        let Some(ply) = draw(game, choice, &offers, stream) else { break };
        let answered = state.pending.is_none();
        game.play_on(&mut state, &ply, &mut offers);
        plies.push(ply);
        if answered {
            answer_with_nothing(game, mover, &mut state, &mut offers);
        }
        if is_turn_over(game, mover, &state) {
            break;
        }
    }
    (state, plies)
}

/// A random legal ply, which ends the turn only if nothing else is legal.
fn draw<const W: usize>(game: &Game<W>, choice: PlyDrawing, offers: &Offers<W>, stream: &mut Stream) -> Option<Ply<W>> {
    let only = choice.count(&game.plan, offers) < 2;
    loop {
        let ply = choice.draw(&game.plan, offers, stream)?;
        if only || ply.node.is_some() {
            return Some(ply);
        }
    }
}
