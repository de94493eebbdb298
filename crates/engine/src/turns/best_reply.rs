//! Finds the turn with the largest gain after the best reply to it.
//!
//! Outcomes are tried in descending order of gain. Most of them are refuted by the same reply, so replies that refuted
//! others are tried first (a killer heuristic):
//!
//! ```text
//!   best so far: 2 - 1      this one gains 2: a reply that gains 1 is enough to reject it
//! ```

use super::best_turn::TurnChoice;
use super::enumerate::{Halt, TurnEnumeration};
use super::gain::{Gain, GainEvaluator};
use super::{Outcomes, Turn};
use crate::game::Game;
use crate::movegen::id;
use crate::state::State;
use std::sync::atomic::AtomicBool;

/// How many refuting replies are kept.
const MAX_REFUTATIONS: usize = 12;

/// The best of these outcomes after the best reply; of equal ones that with the larger immediate gain, else the first.
pub fn best_after_reply<const W: usize>(
    game: &Game<W>,
    from: &State<W>,
    mut outcomes: Outcomes<W>,
    most: u64,
    stop: &AtomicBool,
) -> Result<TurnChoice<W>, Halt> {
    outcomes.turns.sort_by_key(|turn| std::cmp::Reverse(turn.gain));
    let mut replies = Replies {
        game,
        mover: game.to_move(from),
        enumeration: TurnEnumeration::new(game, most, stop),
        refutations: Vec::new(),
    };
    let (mut best, mut complete): (Option<(usize, Gain)>, bool) = (None, outcomes.complete);
    for (number, turn) in outcomes.turns.iter().enumerate() {
        match replies.value(turn, best.map(|(_, value)| value)) {
            Ok(Some(value)) => best = Some((number, value)),
            Ok(None) => {}
            Err(Halt::Stopped) => return Err(Halt::Stopped),
            Err(_) => {
                complete = false;
                break;
            }
        }
    }
    let (number, value) = best.unwrap_or_default();
    let plies = if number < outcomes.turns.len() { outcomes.turns.swap_remove(number).plies } else { Vec::new() };
    Ok(TurnChoice { plies, value, complete: complete && replies.enumeration.complete })
}

struct Replies<'a, const W: usize> {
    game: &'a Game<W>,
    mover: i8,
    enumeration: TurnEnumeration<'a, W>,
    /// Replies that refuted a turn, the latest first.
    refutations: Vec<Vec<u32>>,
}

impl<const W: usize> Replies<'_, W> {
    /// The gain of a turn less that of the best reply, if larger than `best`.
    fn value(&mut self, turn: &Turn<W>, best: Option<Gain>) -> Result<Option<Gain>, Halt> {
        let replier = self.game.to_move(&turn.state);
        if turn.state.result.is_some() || replier < 0 || replier == self.mover {
            return Ok(Some(turn.gain).filter(|&gain| best.is_none_or(|best| gain > best)));
        }
        let gauge = GainEvaluator::new(self.game, &turn.state);
        if best.is_some_and(|best| cannot_refute(&gauge, turn.gain, best)) {
            return Ok(None);
        }
        if let Some(best) = best {
            if self.refutation_applies(turn, &gauge, best)? {
                return Ok(None);
            }
        }
        self.search_replies(turn, &gauge, best)
    }

    /// Whether a kept reply leaves no more than `best`.
    fn refutation_applies(&mut self, turn: &Turn<W>, gauge: &GainEvaluator, best: Gain) -> Result<bool, Halt> {
        for number in 0..self.refutations.len() {
            let after = self.enumeration.replay(&turn.state, &self.refutations[number])?;
            if after.is_some_and(|after| turn.gain.less(gauge.gain(self.game, after)) <= best) {
                self.refutations[..=number].rotate_right(1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Enumerates the replies until one leaves no more than `best`.
    fn search_replies(
        &mut self,
        turn: &Turn<W>,
        gauge: &GainEvaluator,
        best: Option<Gain>,
    ) -> Result<Option<Gain>, Halt> {
        let game = self.game;
        let (mut strongest, mut reply): (Option<Gain>, Vec<u32>) = (None, Vec::new());
        let ended = self.enumeration.turns(&turn.state, &mut |after, plies| {
            let gain = gauge.gain(game, after);
            if strongest.is_none_or(|strongest| gain > strongest) {
                strongest = Some(gain);
                reply = plies.iter().map(|ply| id(&game.plan, ply)).collect();
                if best.is_some_and(|best| turn.gain.less(gain) <= best) {
                    return Err(Halt::Enough);
                }
            }
            Ok(())
        });
        self.refutations.insert(0, reply);
        self.refutations.truncate(MAX_REFUTATIONS);
        match ended {
            Ok(()) => Ok(Some(turn.gain.less(strongest.unwrap_or_default()))),
            Err(Halt::Enough) => Ok(None),
            Err(halt) => Err(halt),
        }
    }
}

/// Whether no reply can leave more than `best`.
fn cannot_refute(gauge: &GainEvaluator, gain: Gain, best: Gain) -> bool {
    gauge.counts_captures() && Gain { margin: gain.margin, result: gain.result + 1 } <= best
}
