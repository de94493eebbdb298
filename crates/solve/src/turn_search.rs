//! Searches forced wins over whole turns: an AND/OR search of limited width in which the player of the question tries
//! only the most promising turns, and the other player all of his.
//!
//! It finds proofs, never refutations: a turn that was not tried might have won. Turns are ordered by their gain
//! (captures, points) less the gain of the best reply; the last refuting turn is tried first as a reply (a killer
//! heuristic); a turn that wins at once is recognised from its gain, without descending. Threads share what they find and
//! divide the replies among them.

use crate::adviser::Adviser;
use crate::proof_number_search::SharedSearch;
use crate::question::{Unanswered, ValueQuestion};
use crate::shared_replies::{Replies, SharedReplies};
use crate::turn_limits::TurnLimits;
use crate::verdicts::{Verdict, Verdicts};
use lusory_play::hash::BuildFold;
use lusory_play::{Explorer, Gain};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A turn and its gain.
#[derive(Clone, Debug)]
struct Turn {
    gain: Gain,
    plies: Vec<u32>,
    key: u64,
}

/// A search for a forced win.
pub struct TurnSearch<'s> {
    explorer: &'s mut dyn Explorer,
    question: ValueQuestion,
    shared: &'s SharedSearch<'s>,
    verdicts: &'s Verdicts,
    reported_nodes: u64,
    nodes: u64,
    /// Killers: the last reply that refuted a turn, by the number of the player's own turns left.
    killers: Vec<Vec<u32>>,
    /// The remaining plies of the turn that the adviser has begun, the next ply last.
    turn_left: Vec<u32>,
    shared_replies: &'s SharedReplies,
    /// The positions on the way here whose replies this thread searches, with others perhaps.
    path: Vec<Arc<Replies>>,
}

/// No limit of plies for an enumeration of turns.
const NO_LIMIT: u64 = u64::MAX;

impl<'s> TurnSearch<'s> {
    /// A search from an explorer's position, at the beginning of a turn.
    pub fn new(
        at: &'s mut dyn Explorer,
        question: ValueQuestion,
        shared: &'s SharedSearch<'s>,
        verdicts: &'s Verdicts,
        shared_replies: &'s SharedReplies,
    ) -> Self {
        TurnSearch {
            explorer: at,
            question,
            shared,
            verdicts,
            reported_nodes: 0,
            nodes: 0,
            killers: Vec::new(),
            turn_left: Vec::new(),
            shared_replies,
            path: Vec::new(),
        }
    }

    /// Positions searched by this search.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the position is won within the limits. `false` proves nothing about wider searches.
    ///
    /// # Errors
    /// Where it was stopped, or a chance ply is next.
    pub fn wins(&mut self, limits: TurnLimits) -> Result<bool, Unanswered> {
        let mover = self.explorer.to_move();
        let result = match mover {
            mover if mover < 0 => Err(Unanswered::Chance),
            mover if mover == self.question.player as i8 => self.search_own(limits),
            _ => self.search_other(limits),
        };
        self.report_nodes();
        result
    }

    fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported_nodes, Ordering::Relaxed);
        self.reported_nodes = self.nodes;
    }

    fn count_node(&mut self) -> Result<(), Unanswered> {
        self.nodes += 1;
        self.report_nodes();
        // Once another thread has answered a search that this one is in, it goes back to it.
        let is_overtaken = self.path.iter().any(|replies| replies.answer().is_some());
        if is_overtaken
            || self.shared.stop.load(Ordering::Relaxed)
            || self.shared.nodes.load(Ordering::Relaxed) >= self.shared.max_nodes
        {
            Err(Unanswered::Stopped)
        } else {
            Ok(())
        }
    }

    /// A turn that wins at once.
    fn winning_turn(&mut self) -> Option<Vec<u32>> {
        let (stop, mut won) = (AtomicBool::new(false), None);
        self.explorer.visit_gains(NO_LIMIT, &stop, &mut |gain, plies, _| {
            if gain.result == 1 && won.is_none() {
                won = Some(plies.to_vec());
                stop.store(true, Ordering::Relaxed);
            }
        });
        won
    }

    /// Every turn from here, by descending gain; only the winning turn, if there is one.
    fn list_turns(&mut self) -> Result<Vec<Turn>, Unanswered> {
        let (mut turns, mut keys) = (Vec::new(), HashSet::<u64, BuildFold>::default());
        let mut winning = None;
        let complete = self.explorer.visit_gains(NO_LIMIT, self.shared.stop, &mut |gain, plies, key| {
            if winning.is_none() && gain.result == 1 {
                winning = Some(Turn { gain, plies: plies.to_vec(), key });
            } else if winning.is_none() && keys.insert(key) {
                turns.push(Turn { gain, plies: plies.to_vec(), key });
            }
        });
        if let Some(winning) = winning {
            return Ok(vec![winning]);
        }
        if !complete {
            return Err(Unanswered::Stopped);
        }
        turns.sort_by_key(|turn| (std::cmp::Reverse(turn.gain), turn.plies.len(), turn.key));
        Ok(turns)
    }

    /// Searches an OR node: the player of the question begins a turn.
    fn search_own(&mut self, limits: TurnLimits) -> Result<bool, Unanswered> {
        let key = self.explorer.key().key;
        match self.verdicts.get(key) {
            Some(Verdict::Won(_)) => return Ok(true),
            Some(Verdict::Open(known)) if known.turns >= limits.turns && known.width >= limits.width => {
                return Ok(false);
            }
            _ => {}
        }
        self.count_node()?;
        if let Some(plies) = self.winning_turn() {
            return self.store_won(key, &plies);
        }
        if limits.turns < 2 {
            return self.store_open(key, limits);
        }
        let turns = self.list_turns()?;
        let turns = self.best_by_gain(turns, limits.width)?;
        // Shorter wins first: after a bad reply most positions need only one more turn.
        for left in 2..=limits.turns {
            for turn in &turns {
                if self.search_after(&turn.plies, TurnLimits { turns: left - 1, ..limits }, Self::search_other)? {
                    return self.store_won(key, &turn.plies);
                }
            }
        }
        self.store_open(key, limits)
    }

    fn store_won(&self, key: u128, plies: &[u32]) -> Result<bool, Unanswered> {
        self.verdicts.put(key, Verdict::Won(plies.into())).map(|()| true)
    }

    fn store_open(&self, key: u128, limits: TurnLimits) -> Result<bool, Unanswered> {
        self.verdicts.put(key, Verdict::Open(limits)).map(|()| false)
    }

    /// The `width` best turns by gain, ties by the smallest gain of the best reply.
    fn best_by_gain(&mut self, turns: Vec<Turn>, width: usize) -> Result<Vec<Turn>, Unanswered> {
        let mut ranked = Vec::new();
        let open: Vec<Turn> = turns.into_iter().filter(|turn| turn.gain.result == 0).collect();
        let least = open.get(width.saturating_sub(1)).map_or(i64::MIN, |turn| turn.gain.margin);
        for turn in open.into_iter().take_while(|turn| turn.gain.margin >= least) {
            if !self.explorer.play_turn(&turn.plies) {
                continue;
            }
            let counted = self.count_node();
            let mut best_reply = Gain::default();
            self.explorer.visit_gains(NO_LIMIT, self.shared.stop, &mut |gain, _, _| best_reply = best_reply.max(gain));
            self.explorer.undo();
            counted?;
            if best_reply.result < 1 {
                ranked.push((best_reply.margin, turn));
            }
        }
        ranked.sort_by_key(|(left, turn)| (std::cmp::Reverse(turn.gain.margin), *left));
        Ok(ranked.into_iter().take(width).map(|(_, turn)| turn).collect())
    }

    /// Searches an AND node, where the other player begins a turn: whether all his turns lose.
    fn search_other(&mut self, limits: TurnLimits) -> Result<bool, Unanswered> {
        if let Some(values) = self.explorer.values() {
            return Ok(self.question.holds(&values));
        }
        let slot = limits.turns as usize;
        if self.killers.len() <= slot {
            self.killers.resize(slot + 1, Vec::new());
        }
        let reply = self.killers.get(slot).cloned().unwrap_or_default();
        if !reply.is_empty() && self.refutes(&reply, limits)? {
            return Ok(false);
        }
        let turns = self.list_turns()?;
        if turns.first().is_none_or(|turn| turn.gain.result == 1) {
            return Ok(false);
        }
        let replies = self.shared_replies.enter((self.explorer.key().key, limits), turns.len());
        self.path.push(replies.clone());
        let found = self.search_replies(&turns, &replies, limits);
        self.path.pop();
        let answer = replies.answer();
        self.shared_replies.leave(replies);
        match (found, answer) {
            (Err(Unanswered::Stopped), Some(answer)) => Ok(answer),
            _ => found,
        }
    }

    /// Searches replies until one refutes the win: first those that no other thread has taken, then those that are not
    /// answered yet. Whether all of them lose.
    fn search_replies(&mut self, turns: &[Turn], replies: &Replies, limits: TurnLimits) -> Result<bool, Unanswered> {
        for helps in [false, true] {
            for (number, turn) in turns.iter().enumerate().filter(|(number, _)| replies.take(*number, helps)) {
                if self.refutes(&turn.plies, limits)? {
                    replies.set_answer(false);
                    if let Some(slot) = self.killers.get_mut(limits.turns as usize) {
                        slot.clone_from(&turn.plies);
                    }
                    return Ok(false);
                }
                replies.finish(number);
            }
        }
        replies.set_answer(true);
        Ok(true)
    }

    /// Whether a reply refutes the win. An illegal reply does not.
    fn refutes(&mut self, plies: &[u32], limits: TurnLimits) -> Result<bool, Unanswered> {
        if !self.explorer.play_turn(plies) {
            return Ok(false);
        }
        let holds = match self.explorer.values() {
            Some(values) => Ok(self.question.holds(&values)),
            None if self.explorer.to_move() == self.question.player as i8 => self.search_own(limits),
            None => Ok(false),
        };
        self.explorer.undo();
        Ok(!holds?)
    }

    fn search_after(
        &mut self,
        plies: &[u32],
        limits: TurnLimits,
        then: fn(&mut Self, TurnLimits) -> Result<bool, Unanswered>,
    ) -> Result<bool, Unanswered> {
        if !self.explorer.play_turn(plies) {
            return Ok(false);
        }
        let outcome = match self.explorer.values() {
            Some(values) => Ok(self.question.holds(&values)),
            // Another turn of the same player is not searched.
            None if self.explorer.to_move() == self.question.player as i8 => Ok(false),
            None => then(self, limits),
        };
        self.explorer.undo();
        outcome
    }
}

impl Adviser for TurnSearch<'_> {
    fn explorer(&mut self) -> &mut dyn Explorer {
        self.explorer
    }

    fn advise(&mut self, _: u32) -> Result<Option<u32>, Unanswered> {
        if self.explorer.turn_over() || self.turn_left.is_empty() {
            let Some(Verdict::Won(plies)) = self.verdicts.get(self.explorer.key().key) else { return Ok(None) };
            self.turn_left = plies.into_vec();
            self.turn_left.reverse();
        }
        Ok(self.turn_left.pop())
    }
}
