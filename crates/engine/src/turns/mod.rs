//! Whole turns: enumerates the outcomes of a player's turn and finds the one with the largest gain.
//!
//! A turn may have several plies, and many sequences of plies lead to the same state. Those are merged:
//!
//! ```text
//!   c3-d4 e3-f4 g1xe3  \
//!   e3-f4 c3-d4 g1xe3   >  one outcome, with one of these sequences
//! ```
//!
//! A turn ends where a new one begins, at a chance ply, where another player is to move, or with the game. A secret
//! placement that another player has to answer continues with the answer that shows nothing.

mod best_reply;
mod best_turn;
mod enumerate;
mod gain;
mod random_turns;

#[cfg(test)]
mod tests;

pub use best_turn::{BestTurns, TurnChoice, TurnMethod, best};
pub use enumerate::{EnumerationBuffers, FIRST_LOOKUP_DEPTH, Halt, MAX_TURN_PLIES, TurnEnumeration};
pub use gain::{Gain, GainEvaluator};

use crate::game::Game;
use crate::hash::BuildFold;
use crate::movegen::{Ply, id};
use crate::state::State;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::AtomicBool;

/// One outcome of a turn, and a sequence of the player's plies that leads to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn<const W: usize> {
    /// The plies.
    pub plies: Vec<Ply<W>>,
    /// The state after them.
    pub state: State<W>,
    /// Their gain.
    pub gain: Gain,
}

impl<const W: usize> Turn<W> {
    /// The plies' ids.
    #[must_use]
    pub fn ids(&self, game: &Game<W>) -> Vec<u32> {
        self.plies.iter().map(|ply| id(&game.plan, ply)).collect()
    }
}

/// Every distinct outcome, in the order found.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcomes<const W: usize> {
    /// The outcomes.
    pub turns: Vec<Turn<W>>,
    /// Whether the list holds every turn. Not where the limit was reached, or a turn was longer than `DEEPEST`.
    pub complete: bool,
}

/// Every outcome of the turn that begins, or continues, at a state. At most `most` plies are tried.
///
/// # Errors
/// `Halt::Stopped` once `stop` is set.
pub fn outcomes<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    most: u64,
    stop: &AtomicBool,
) -> Result<Outcomes<W>, Halt> {
    let gains = GainEvaluator::new(game, state);
    let mut index_by_state: HashMap<State<W>, usize, BuildFold> = HashMap::default();
    let mut turns = Vec::new();
    let mut enumeration = TurnEnumeration::new(game, most, stop);
    let ended = enumeration.turns(state, &mut |after, plies| {
        if let Entry::Vacant(room) = index_by_state.entry(after.clone()) {
            room.insert(turns.len());
            turns.push((plies.to_vec(), gains.gain(game, after)));
        }
        Ok(())
    });
    let complete = is_complete(ended)? && enumeration.complete;
    let mut all: Vec<_> = index_by_state.into_iter().collect();
    all.sort_unstable_by_key(|&(_, number)| number);
    let join = |((state, _), (plies, gain))| Turn { plies, state, gain };
    Ok(Outcomes { turns: all.into_iter().zip(turns).map(join).collect(), complete })
}

/// Whether the enumeration was complete.
fn is_complete(ended: Result<(), Halt>) -> Result<bool, Halt> {
    match ended {
        Err(Halt::Stopped) => Err(Halt::Stopped),
        other => Ok(other.is_ok()),
    }
}
