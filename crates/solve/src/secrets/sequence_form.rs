//! The sequence form of a game: each player's sequences of own plies as a tree, and the payoffs of pairs of sequences.
//!
//! B. von Stengel, "Efficient computation of behavior strategies" (1996). Sequence 0 is the empty one.
//!
//! Payoffs are relative to a base, which most histories of a tree that was cut are worth: those have none. Decisions after
//! which nothing but the base can be scored are left out.

use super::TreeRefusal;
use super::history_tree::{CHANCE, History, HistoryTree};
use crate::checksum::mixed;

const NOT_NUMBERED: u32 = u32::MAX;

/// A decision: an information set of a player in the sequence form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The sequence that leads there.
    pub parent: u32,
    /// The sequence that ends with its first ply.
    pub first: u32,
    /// The number of its plies; their sequences are consecutive.
    pub count: u32,
}

impl Decision {
    /// The sequences that end with its plies.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The ends of the game that share a pair of sequences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoff {
    /// The last sequence of each player.
    pub sequences: [u32; 2],
    /// The probability that chance plies lead there, times what the first player scores beyond the base.
    pub weight: f64,
}

/// What the open histories of a tree that was cut count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutValue {
    /// What the first player scores there at least: a value of this game is a lower bound of the true one.
    Least,
    /// At most.
    Most,
}

impl CutValue {
    /// What most open histories are worth.
    fn base(self) -> f64 {
        if self == CutValue::Least { 0.0 } else { 1.0 }
    }

    fn of(self, history: &History) -> f64 {
        f64::from(if self == CutValue::Least { history.least } else { history.most })
    }
}

/// A sequence form; see the module.
#[derive(Debug, Default)]
pub struct SequenceForm {
    /// The decisions of each player, each after those that lead to it.
    pub decisions: [Vec<Decision>; 2],
    /// The number of sequences of each player.
    pub sequences: [usize; 2],
    /// The payoffs.
    pub payoffs: Vec<Payoff>,
    /// What the first player scores where there is no payoff.
    pub base: f64,
}

/// A history as a pair of sequences, with the probability of its chance plies.
#[derive(Clone, Copy)]
struct HistoryReach {
    sequences: [u32; 2],
    chance: f64,
}

impl SequenceForm {
    /// The sequence form of the first plies of a pruned game tree.
    ///
    /// # Errors
    /// `TreeRefusal::Recall` where a player forgets his own plies.
    pub fn of(tree: &HistoryTree, plies: usize, counts: CutValue) -> Result<Self, TreeRefusal> {
        let mut form = SequenceForm { sequences: [1; 2], base: counts.base(), ..SequenceForm::default() };
        let mut sequence_of_choice = vec![NOT_NUMBERED; tree.choices.len()];
        let mut parent_of_set = vec![NOT_NUMBERED; tree.sets.len()];
        let mut parents = vec![HistoryReach { sequences: [0; 2], chance: 1.0 }];
        for (number, level) in tree.levels.iter().enumerate().take(plies.saturating_add(1)) {
            let mut here = Vec::with_capacity(level.len());
            for history in level {
                let mut reach = parents[history.parent as usize];
                if number > 0 {
                    let set = tree.levels[number - 1][history.parent as usize].information();
                    let player = set.map_or(CHANCE, |set| tree.sets[set as usize].player);
                    if player == CHANCE {
                        reach.chance *= f64::from(tree.choices[history.choice as usize].probability);
                    } else {
                        reach.sequences[usize::from(player)] = sequence_of_choice[history.choice as usize];
                    }
                }
                match history.information().filter(|_| number < plies) {
                    Some(set) if tree.sets[set as usize].player != CHANCE => {
                        form.number_sequences(tree, set, &reach, &mut sequence_of_choice, &mut parent_of_set)?
                    }
                    Some(_) => {}
                    None => form.add_payoff(&reach, counts.of(history)),
                }
                here.push(reach);
            }
            parents = here;
        }
        form.merge_payoffs();
        (0..2).for_each(|player| form.drop_idle_decisions(player));
        Ok(form)
    }

    fn add_payoff(&mut self, reach: &HistoryReach, value: f64) {
        let weight = reach.chance * (value - self.base);
        if weight != 0.0 {
            self.payoffs.push(Payoff { sequences: reach.sequences, weight });
        }
    }

    /// Merges the payoffs of the same pair of sequences into one.
    fn merge_payoffs(&mut self) {
        self.payoffs.sort_by_key(|payoff| payoff.sequences);
        self.payoffs.dedup_by(|payoff, kept| {
            let is_same = payoff.sequences == kept.sequences;
            if is_same {
                kept.weight += payoff.weight;
            }
            is_same
        });
        self.payoffs.shrink_to_fit();
    }

    /// Drops a player's decisions after which there is no payoff, but for his first, and numbers his sequences anew.
    fn drop_idle_decisions(&mut self, player: usize) {
        let mut is_used = vec![false; self.sequences[player]];
        self.payoffs.iter().for_each(|payoff| is_used[payoff.sequences[player] as usize] = true);
        for (number, decision) in self.decisions[player].iter().enumerate().rev() {
            let is_kept = number == 0 || is_used[decision.range()].contains(&true);
            is_used[decision.range()].fill(is_kept);
            is_used[decision.parent as usize] |= is_kept;
        }
        is_used[0] = true;
        let number_after = |count: &mut u32, &is_used: &bool| {
            let number = *count;
            *count += u32::from(is_used);
            Some(number)
        };
        let numbers: Vec<u32> = is_used.iter().scan(0, number_after).collect();
        self.decisions[player].retain(|decision| is_used[decision.first as usize]);
        for decision in &mut self.decisions[player] {
            decision.parent = numbers[decision.parent as usize];
            decision.first = numbers[decision.first as usize];
        }
        self.payoffs.iter_mut().for_each(|payoff| {
            payoff.sequences[player] = numbers[payoff.sequences[player] as usize];
        });
        self.sequences[player] = is_used.iter().filter(|&&is_used| is_used).count();
    }

    /// A checksum, by which strategies that were saved know their game.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let pair = |[one, other]: [u32; 2]| u64::from(one) << 32 | u64::from(other);
        let decisions = self.decisions.iter().flatten();
        let shapes =
            decisions.flat_map(|decision| [pair([decision.parent, decision.first]), u64::from(decision.count)]);
        let payoffs = self.payoffs.iter().flat_map(|payoff| [pair(payoff.sequences), payoff.weight.to_bits()]);
        shapes.chain(payoffs).fold(self.base.to_bits(), mixed)
    }

    /// Numbers the sequences of an information set at its first visit.
    fn number_sequences(
        &mut self,
        tree: &HistoryTree,
        set: u32,
        reached: &HistoryReach,
        sequence_of_choice: &mut [u32],
        parent_of_set: &mut [u32],
    ) -> Result<(), TreeRefusal> {
        let information = tree.sets[set as usize];
        let player = usize::from(information.player);
        let parent = reached.sequences[player];
        let stored_parent = &mut parent_of_set[set as usize];
        if *stored_parent != NOT_NUMBERED {
            return if *stored_parent == parent { Ok(()) } else { Err(TreeRefusal::Recall) };
        }
        *stored_parent = parent;
        let first = self.sequences[player] as u32;
        for choice in tree.open_choices(set) {
            sequence_of_choice[choice as usize] = self.sequences[player] as u32;
            self.sequences[player] += 1;
        }
        let count = self.sequences[player] as u32 - first;
        self.decisions[player].push(Decision { parent, first, count });
        Ok(())
    }

    /// The player who moves first, the ids of his plies and his decision; none where chance begins, or nothing is left to
    /// decide.
    #[must_use]
    pub fn opening(&self, tree: &HistoryTree) -> Option<(usize, Vec<u32>, Decision)> {
        let set = tree.levels.first()?.first()?.information()?;
        let player = usize::from(tree.sets[set as usize].player);
        let decision = *self.decisions.get(player)?.first()?;
        let ids = tree.open_choices(set).map(|choice| tree.choices[choice as usize].id).collect();
        Some((player, ids, decision))
    }

    /// The counterfactual value of each sequence of a player, without later plies, against a realisation plan of the other
    /// (a probability per sequence), relative to what the base is worth to him.
    pub fn counterfactual_values(&self, player: usize, other: &[f64], gains: &mut [f64]) {
        gains.fill(0.0);
        let sign = if player == 0 { 1.0 } else { -1.0 };
        for payoff in &self.payoffs {
            let reach = sign * other[payoff.sequences[1 - player] as usize];
            gains[payoff.sequences[player] as usize] += reach * payoff.weight;
        }
    }

    /// The value of a player's best response to a realisation plan of the other.
    #[must_use]
    pub fn best_response_value(&self, player: usize, other: &[f64]) -> f64 {
        let mut gains = vec![0.0; self.sequences[player]];
        self.counterfactual_values(player, other, &mut gains);
        for decision in self.decisions[player].iter().rev() {
            let best = gains[decision.range()].iter().copied().reduce(f64::max);
            gains[decision.parent as usize] += best.unwrap_or(0.0);
        }
        gains[0] + if player == 0 { self.base } else { 1.0 - self.base }
    }
}
