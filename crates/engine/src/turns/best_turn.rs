//! Searches for the turn with the largest gain, by one of three methods.

use super::best_reply::best_after_reply;
use super::enumerate::{Halt, TurnEnumeration};
use super::gain::{Gain, GainEvaluator};
use super::random_turns::best_of_random_turns;
use super::{is_complete, outcomes};
use crate::game::Game;
use crate::hash::BuildFold;
use crate::movegen::Ply;
use crate::state::State;
use crate::stream::Stream;
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

/// The search method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnMethod {
    /// The best of so many random turns, which end only when forced.
    Tries(u32),
    /// The best of all turns.
    Greedy,
    /// The best of all turns, less the gain of the best reply.
    Reply,
}

/// The result of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnChoice<const W: usize> {
    /// The plies of the turn; none where there is no legal ply.
    pub plies: Vec<Ply<W>>,
    /// Its gain; less that of the best reply with `Reply`.
    pub value: Gain,
    /// Whether the search was exhaustive.
    pub complete: bool,
}

/// The best turn from a state; ties are broken at random. At most `most` plies are tried.
///
/// # Errors
/// `Halt::Stopped` once `stop` is set.
pub fn best<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    method: TurnMethod,
    stream: &mut Stream,
    most: u64,
    stop: &AtomicBool,
) -> Result<TurnChoice<W>, Halt> {
    match method {
        TurnMethod::Tries(tries) => Ok(best_of_random_turns(game, state, tries, stream)),
        TurnMethod::Greedy => greedy(game, state, stream, most, stop),
        TurnMethod::Reply => {
            let mut outcomes_found = outcomes(game, state, most, stop)?;
            shuffle(&mut outcomes_found.turns, stream);
            best_after_reply(game, state, outcomes_found, most, stop)
        }
    }
}

fn greedy<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    stream: &mut Stream,
    most: u64,
    stop: &AtomicBool,
) -> Result<TurnChoice<W>, Halt> {
    let gains = GainEvaluator::new(game, state);
    let mut best = BestTurns::default();
    let mut enumeration = TurnEnumeration::new(game, most, stop);
    let ended = enumeration.turns(state, &mut |after, plies| {
        best.add(gains.gain(game, after), plies, || BuildFold::default().hash_one(after));
        Ok(())
    });
    let complete = is_complete(ended)? && enumeration.complete;
    let (plies, value) = best.random(stream);
    Ok(TurnChoice { plies, value, complete })
}

/// The turns with the largest gain seen so far, each outcome once.
#[derive(Debug)]
pub struct BestTurns<P> {
    gain: Option<Gain>,
    turns: Vec<Vec<P>>,
    reached: HashSet<u64, BuildFold>,
}

impl<P> Default for BestTurns<P> {
    fn default() -> Self {
        BestTurns { gain: None, turns: Vec::new(), reached: HashSet::default() }
    }
}

impl<P: Copy> BestTurns<P> {
    /// Adds a turn: its gain, its plies, and a key that is equal for equal outcomes.
    pub fn add(&mut self, gain: Gain, plies: &[P], key: impl FnOnce() -> u64) {
        let gain = Some(gain);
        if gain > self.gain {
            self.gain = gain;
            self.turns.clear();
            self.reached.clear();
        }
        if gain == self.gain && self.reached.insert(key()) {
            self.turns.push(plies.to_vec());
        }
    }

    /// A random one of them with its gain; no plies where none was seen.
    pub fn random(mut self, stream: &mut Stream) -> (Vec<P>, Gain) {
        let index = NonZeroU64::new(self.turns.len() as u64).map(|count| stream.below(count) as usize);
        (index.map_or_else(Vec::new, |number| self.turns.swap_remove(number)), self.gain.unwrap_or_default())
    }
}

/// Shuffles uniformly.
fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for last in (1..items.len()).rev() {
        let below = NonZeroU64::new(last as u64 + 1).map_or(0, |count| stream.below(count));
        items.swap(last, below as usize);
    }
}
