//! One-turn tactics: turns that win, and plies after which the next player has a turn that wins.

use lusory_play::{Explorer, TurnEdge};
use std::sync::atomic::AtomicBool;

/// The maximum number of turn outcomes tested by `loses`.
const MAX_TURNS: usize = 100;

/// The plies of a turn with which the player to move wins, if there is one among those that `most` plies reach. None
/// where the game is over, hides something, or chance is to move.
#[must_use]
pub fn winning_turn(at: &mut dyn Explorer, most: u64) -> Option<Vec<u32>> {
    let player = usize::try_from(at.to_move()).ok()?;
    if at.values().is_some() || at.has_secrets() {
        return None;
    }
    if !at.has_long_turns() {
        return winning_ply(at, player, most).map(|id| vec![id]);
    }
    let mut edges = Vec::new();
    at.outcomes(most, &AtomicBool::new(false), &mut edges);
    let winning = edges.iter().find(|edge| edge.gain.result > 0)?;
    let mut ids = Vec::new();
    at.outcome_plies(winning.index, &mut ids);
    Some(ids)
}

fn winning_ply(at: &mut dyn Explorer, player: usize, most: u64) -> Option<u32> {
    let mut ids = Vec::new();
    at.legal(&mut ids);
    ids.into_iter().take(usize::try_from(most).unwrap_or(usize::MAX)).find(|&id| {
        if !at.play(id) {
            return false;
        }
        let wins = at.values().is_some_and(|values| values[player] >= 1.0);
        at.undo();
        wins
    })
}

/// Whether a legal ply loses at once, or lets the next player win with one turn, however this turn continues. `false`
/// where that is not proven: with a chance ply in between, or where `most` plies per turn do not suffice.
#[must_use]
pub fn loses(at: &mut dyn Explorer, id: u32, most: u64) -> bool {
    let Ok(player) = usize::try_from(at.to_move()) else { return false };
    if at.has_secrets() || !at.play(id) {
        return false;
    }
    let is_lost = is_lost_next(at, player, most);
    at.undo();
    is_lost
}

fn is_lost_next(at: &mut dyn Explorer, player: usize, most: u64) -> bool {
    if let Some(values) = at.values() {
        return values[player] <= 0.0;
    }
    if usize::try_from(at.to_move()) == Ok(player) {
        return is_lost_in_all_outcomes(at, player, most);
    }
    winning_turn(at, most).is_some()
}

/// `loses` within a turn: true if all outcomes of the rest of the turn lose.
fn is_lost_in_all_outcomes(at: &mut dyn Explorer, player: usize, most: u64) -> bool {
    let mut edges: Vec<TurnEdge> = Vec::new();
    if !at.has_long_turns() || !at.outcomes(most, &AtomicBool::new(false), &mut edges) || edges.len() > MAX_TURNS {
        return false;
    }
    edges.iter().all(|edge| {
        if !at.play_outcome(edge.index) {
            return false;
        }
        let is_lost = match at.values() {
            Some(values) => values[player] <= 0.0,
            None => usize::try_from(at.to_move()) != Ok(player) && winning_turn(at, most).is_some(),
        };
        at.undo();
        is_lost
    })
}
