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
    /// Was everything looked at?
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
    let mut top: Option<Gain> = None;
    let (mut turns, mut reached) = (Vec::new(), HashSet::<u64, BuildFold>::default());
    let mut walk = Walk::new(game, most, stop);
    let ended = walk.turns(state, &mut |after, plies| {
        let gain = Some(gauge.gain(game, after));
        if gain > top {
            top = gain;
            turns.clear();
            reached.clear();
        }
        if gain == top && reached.insert(BuildFold::default().hash_one(after)) {
            turns.push(plies.to_vec());
        }
        Ok(())
    });
    let complete = ended_well(ended)? && walk.complete;
    let chosen = NonZeroU64::new(turns.len() as u64).map(|many| stream.below(many) as usize);
    let plies = chosen.map_or_else(Vec::new, |number| turns.swap_remove(number));
    Ok(Best { plies, value: top.unwrap_or_default(), complete })
}

/// In random order, each order as likely.
fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for last in (1..items.len()).rev() {
        let below = NonZeroU64::new(last as u64 + 1).map_or(0, |many| stream.below(many));
        items.swap(last, below as usize);
    }
}
