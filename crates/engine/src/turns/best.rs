//! The turn that brings the most, found in one of three ways.

use super::gain::{Gain, Gauge};
use super::random::tries;
use super::reply::after_reply;
use super::walk::{Halt, Walk};
use super::{ended_well, outcomes};
use crate::game::Game;
use crate::hash::BuildFold;
use crate::offer::Ply;
use crate::state::State;
use crate::stream::Stream;
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

/// How a turn is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The best of so many random turns, which end only when they must.
    Tries(u32),
    /// The best of all turns.
    Greedy,
    /// The best of all turns, less the best reply.
    Reply,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Best<const W: usize> {
    /// The plies of the turn; none where nobody can move.
    pub plies: Vec<Ply<W>>,
    /// What it brings; less the best reply, where that was looked for.
    pub value: Gain,
    /// Was the search exhaustive?
    pub complete: bool,
}

/// The best turn from a state; of several as good any, drawn from the stream. At most `most` plies are tried.
///
/// # Errors
/// `Halt::Stopped` once `stop` is set.
pub fn best<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    way: Way,
    stream: &mut Stream,
    most: u64,
    stop: &AtomicBool,
) -> Result<Best<W>, Halt> {
    match way {
        Way::Tries(many) => Ok(tries(game, state, many, stream)),
        Way::Greedy => greedy(game, state, stream, most, stop),
        Way::Reply => {
            let mut found = outcomes(game, state, most, stop)?;
            shuffle(&mut found.turns, stream);
            after_reply(game, state, found, most, stop)
        }
    }
}

fn greedy<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    stream: &mut Stream,
    most: u64,
    stop: &AtomicBool,
) -> Result<Best<W>, Halt> {
    let gauge = Gauge::new(game, state);
    let mut top = Top::default();
    let mut walk = Walk::new(game, most, stop);
    let ended = walk.turns(state, &mut |after, plies| {
        top.see(gauge.gain(game, after), plies, || BuildFold::default().hash_one(after));
        Ok(())
    });
    let complete = ended_well(ended)? && walk.complete;
    let (plies, value) = top.any(stream);
    Ok(Best { plies, value, complete })
}

/// The turns that bring the most of all that were seen, each outcome once.
#[derive(Debug)]
pub struct Top<P> {
    gain: Option<Gain>,
    turns: Vec<Vec<P>>,
    reached: HashSet<u64, BuildFold>,
}

impl<P> Default for Top<P> {
    fn default() -> Self {
        Top { gain: None, turns: Vec::new(), reached: HashSet::default() }
    }
}

impl<P: Copy> Top<P> {
    /// One more turn: what it brings, its plies, and a number that is equal for equal outcomes.
    pub fn see(&mut self, gain: Gain, plies: &[P], key: impl FnOnce() -> u64) {
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

    /// Any of them and what it brings; no plies where none was seen.
    pub fn any(mut self, stream: &mut Stream) -> (Vec<P>, Gain) {
        let chosen = NonZeroU64::new(self.turns.len() as u64).map(|many| stream.below(many) as usize);
        (chosen.map_or_else(Vec::new, |number| self.turns.swap_remove(number)), self.gain.unwrap_or_default())
    }
}

/// Shuffles uniformly.
fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for last in (1..items.len()).rev() {
        let below = NonZeroU64::new(last as u64 + 1).map_or(0, |many| stream.below(many));
        items.swap(last, below as usize);
    }
}
