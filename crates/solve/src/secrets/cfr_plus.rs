//! CFR+ on the sequence form. O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014).
//!
//! Regrets are clamped to 0 from below, the players are updated alternately, and the average strategies weight iteration t
//! by t. Best responses to the averages give sound bounds of the value, however far the averages are from optimal.

use super::sequence_form::SequenceForm;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// CFR+ with the current and average strategies of both players.
pub struct CfrPlus<'f> {
    form: &'f SequenceForm,
    strategies: [PlayerStrategy; 2],
    /// The number of iterations so far.
    pub iterations: u64,
}

/// The strategy of one player. A plan (realisation plan) is the probability of each of his sequences.
struct PlayerStrategy {
    regrets: Vec<f64>,
    plan: Vec<f64>,
    weighted_sum: Vec<f64>,
    gains: Vec<f64>,
}

impl<'f> CfrPlus<'f> {
    /// Starts with uniform strategies.
    #[must_use]
    pub fn new(form: &'f SequenceForm) -> Self {
        let side = |player: usize| {
            let count = form.sequences[player];
            PlayerStrategy {
                regrets: vec![0.0; count],
                plan: vec![1.0; count],
                weighted_sum: vec![0.0; count],
                gains: vec![0.0; count],
            }
        };
        let mut minimiser = CfrPlus { form, strategies: [side(0), side(1)], iterations: 0 };
        (0..2).for_each(|player| minimiser.strategies[player].match_regrets(form, player));
        minimiser
    }

    /// Iterates until the bounds are closer than `gap`, or it is stopped; `done` counts iterations.
    pub fn run(&mut self, gap: f64, stop: &AtomicBool, done: &AtomicU64) -> (f64, f64) {
        let mut next = 16;
        while !stop.load(Ordering::Relaxed) {
            self.iterate();
            done.store(self.iterations, Ordering::Relaxed);
            if self.iterations >= next {
                next = self.iterations + (self.iterations / 4).max(16);
                let (least, most) = self.bounds();
                if most - least <= gap {
                    break;
                }
            }
        }
        self.bounds()
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        (0..2).for_each(|player| self.update_player(player));
    }

    fn update_player(&mut self, player: usize) {
        let (form, weight) = (self.form, self.iterations as f64);
        let [first, second] = &mut self.strategies;
        let (own, other) = if player == 0 { (first, second) } else { (second, first) };
        form.counterfactual_values(player, &other.plan, &mut own.gains);
        own.add_regrets(form, player);
        own.match_regrets(form, player);
        own.weighted_sum.iter_mut().zip(&own.plan).for_each(|(sum, plan)| *sum += weight * plan);
    }

    /// Bounds of the value: what the first player's average guarantees, and his best response to the second player's.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let [first, second] = [0, 1].map(|player| self.average(player));
        (1.0 - self.form.best_response_value(1, &first), self.form.best_response_value(0, &second))
    }

    /// The average plan of a player.
    #[must_use]
    pub fn average(&self, player: usize) -> Vec<f64> {
        let side = &self.strategies[player];
        let all = side.weighted_sum[0];
        if all > 0.0 { side.weighted_sum.iter().map(|sum| sum / all).collect() } else { side.plan.clone() }
    }
}

impl PlayerStrategy {
    /// Adds the counterfactual regret of each ply, from the last decisions to the first.
    fn add_regrets(&mut self, form: &SequenceForm, player: usize) {
        for decision in form.decisions[player].iter().rev() {
            let own = decision.first as usize..(decision.first + decision.count) as usize;
            let shares = RegretMatching::of(&self.regrets[own.clone()]);
            let value: f64 = own.clone().map(|at| shares.probability(self.regrets[at]) * self.gains[at]).sum();
            for at in own {
                self.regrets[at] = (self.regrets[at] + self.gains[at] - value).max(0.0);
            }
            self.gains[decision.parent as usize] += value;
        }
    }

    /// Updates the plan by regret matching.
    fn match_regrets(&mut self, form: &SequenceForm, player: usize) {
        self.plan[0] = 1.0;
        for decision in &form.decisions[player] {
            let own = decision.first as usize..(decision.first + decision.count) as usize;
            let shares = RegretMatching::of(&self.regrets[own.clone()]);
            let reach = self.plan[decision.parent as usize];
            own.for_each(|at| self.plan[at] = reach * shares.probability(self.regrets[at]));
        }
    }
}

/// Regret matching: plies are played in proportion to their positive regrets.
struct RegretMatching {
    regret_sum: f64,
    count: f64,
}

impl RegretMatching {
    fn of(regrets: &[f64]) -> Self {
        RegretMatching { regret_sum: regrets.iter().sum(), count: regrets.len() as f64 }
    }

    fn probability(&self, regret: f64) -> f64 {
        if self.regret_sum > 0.0 { regret / self.regret_sum } else { 1.0 / self.count }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sequence_form::{Decision, Payoff, SequenceForm};
    use super::CfrPlus;
    use std::sync::atomic::{AtomicBool, AtomicU64};

    /// Both choose one of two plies without seeing the other's: a matrix of what the first player gets.
    fn matrix(rows: [[f64; 2]; 2]) -> SequenceForm {
        let decisions = || vec![Decision { parent: 0, first: 1, count: 2 }];
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let payoff = |&(one, other): &(usize, usize)| Payoff {
            sequences: [one as u32 + 1, other as u32 + 1],
            chance: 1.0,
            value: rows[one][other],
        };
        SequenceForm {
            decisions: [decisions(), decisions()],
            sequences: [3, 3],
            payoffs: cells.iter().map(payoff).collect(),
        }
    }

    #[test]
    fn two_by_two_games_have_their_known_values() {
        for (rows, value) in [
            ([[1.0, 0.0], [0.0, 1.0]], 0.5),
            ([[1.0, 0.0], [0.0, 0.5]], 1.0 / 3.0),
            ([[1.0, 1.0], [0.0, 0.5]], 1.0),
            ([[0.25, 0.75], [0.5, 0.0]], 0.375),
        ] {
            let form = matrix(rows);
            let mut minimiser = CfrPlus::new(&form);
            let (least, most) = minimiser.run(1e-4, &AtomicBool::new(false), &AtomicU64::new(0));
            assert!(least <= value + 1e-9 && value <= most + 1e-9 && most - least <= 1e-4, "{rows:?}: {least} {most}");
        }
    }

    #[test]
    fn a_stopped_run_still_has_bounds() {
        let form = matrix([[1.0, 0.0], [0.0, 1.0]]);
        let (least, most) = CfrPlus::new(&form).run(0.0, &AtomicBool::new(true), &AtomicU64::new(0));
        assert!((least, most) == (0.5, 0.5));
    }
}
