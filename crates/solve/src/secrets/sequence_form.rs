//! The sequence form of a game: each player's sequences of own plies as a tree, and the payoffs of pairs of sequences.
//!
//! B. von Stengel, "Efficient computation of behavior strategies" (1996). Sequence 0 is the empty one.

use super::TreeRefusal;
use super::history_tree::{CHANCE, HistoryTree};

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

/// The ends of the game that share a pair of sequences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoff {
    /// The last sequence of each player.
    pub sequences: [u32; 2],
    /// The probability that chance plies lead there.
    pub chance: f64,
    /// The mean value for the first player.
    pub value: f64,
}

/// What the open histories of a tree that was cut count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutValue {
    /// What the first player scores there at least: a value of this game is a lower bound of the true one.
    Least,
    /// At most.
    Most,
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
}

/// A history as a pair of sequences, with the probability of its chance plies.
#[derive(Clone, Copy)]
struct HistoryReach {
    sequences: [u32; 2],
    chance: f64,
}

impl SequenceForm {
    /// The sequence form of a pruned game tree.
    ///
    /// # Errors
    /// `TreeRefusal::Recall` where a player forgets his own plies.
    pub fn of(tree: &HistoryTree, counts: CutValue) -> Result<Self, TreeRefusal> {
        let mut form = SequenceForm { sequences: [1; 2], ..SequenceForm::default() };
        let mut sequence_of_choice = vec![NOT_NUMBERED; tree.choices.len()];
        let mut parent_of_set = vec![NOT_NUMBERED; tree.sets.len()];
        let mut parents = vec![HistoryReach { sequences: [0; 2], chance: 1.0 }];
        for (number, level) in tree.levels.iter().enumerate() {
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
                match history.information().filter(|&set| tree.sets[set as usize].player != CHANCE) {
                    Some(set) => {
                        form.number_sequences(tree, set, &reach, &mut sequence_of_choice, &mut parent_of_set)?
                    }
                    None if history.information().is_none() => {
                        let value = if counts == CutValue::Least { history.least } else { history.most };
                        form.payoffs.push(Payoff {
                            sequences: reach.sequences,
                            chance: reach.chance,
                            value: f64::from(value),
                        });
                    }
                    None => {}
                }
                here.push(reach);
            }
            parents = here;
        }
        form.merge_payoffs();
        Ok(form)
    }

    /// Merges the payoffs of the same pair of sequences into one with their mean value.
    fn merge_payoffs(&mut self) {
        self.payoffs.sort_by_key(|payoff| payoff.sequences);
        self.payoffs.dedup_by(|payoff, kept| {
            let is_same = payoff.sequences == kept.sequences;
            let chance = kept.chance + payoff.chance;
            if is_same && chance > 0.0 {
                kept.value = (kept.chance * kept.value + payoff.chance * payoff.value) / chance;
                kept.chance = chance;
            }
            is_same
        });
        self.payoffs.shrink_to_fit();
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
    /// (a probability per sequence).
    pub fn counterfactual_values(&self, player: usize, other: &[f64], gains: &mut [f64]) {
        gains.fill(0.0);
        for payoff in &self.payoffs {
            let value = if player == 0 { payoff.value } else { 1.0 - payoff.value };
            let reach = payoff.chance * other[payoff.sequences[1 - player] as usize];
            gains[payoff.sequences[player] as usize] += reach * value;
        }
    }

    /// The value of a player's best response to a realisation plan of the other.
    #[must_use]
    pub fn best_response_value(&self, player: usize, other: &[f64]) -> f64 {
        let mut gains = vec![0.0; self.sequences[player]];
        self.counterfactual_values(player, other, &mut gains);
        for decision in self.decisions[player].iter().rev() {
            let own = decision.first as usize..(decision.first + decision.count) as usize;
            let best = gains[own].iter().copied().fold(0.0, f64::max);
            gains[decision.parent as usize] += best;
        }
        gains[0]
    }
}
