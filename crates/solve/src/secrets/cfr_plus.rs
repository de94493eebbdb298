//! CFR+ on the sequence form. O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014).
//!
//! Regrets are clamped to 0 from below, the players are updated alternately, and the average strategies weight iteration t
//! by t. Best responses to the averages give sound bounds of the value, however far the averages are from optimal.

use super::sequence_form::SequenceForm;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Bounds are found after so many iterations, and again after a quarter more, at least so many.
const FIRST_CHECK: u64 = 16;

/// CFR+ with the current and average strategies of both players.
pub struct CfrPlus {
    /// The game.
    pub form: SequenceForm,
    strategies: [PlayerStrategy; 2],
    /// The number of iterations so far.
    pub iterations: u64,
    next_check: u64,
    /// The best bounds so far.
    found: (f64, f64),
}

/// When CFR+ ends by itself.
#[derive(Clone, Copy, Debug)]
pub struct CfrGoal {
    /// The bounds are as close.
    pub gap: f64,
    /// There were so many iterations.
    pub iterations: u64,
    /// A bound shows that the value is less than the first, or more than the second.
    pub outside: (f64, f64),
}

impl CfrGoal {
    /// Only a gap.
    #[must_use]
    pub fn gap(gap: f64) -> Self {
        CfrGoal { gap, iterations: u64::MAX, outside: (f64::NEG_INFINITY, f64::INFINITY) }
    }
}

/// How far CFR+ is, for who watches it: the iterations and the bounds.
#[derive(Debug, Default)]
pub struct CfrProgress([AtomicU64; 3]);

impl CfrProgress {
    /// Says that nothing is known of a new game.
    pub fn reset(&self) {
        self.show(0, (0.0, 1.0));
    }

    fn set(&self, minimiser: &CfrPlus) {
        self.show(minimiser.iterations, minimiser.found);
    }

    fn show(&self, iterations: u64, (least, most): (f64, f64)) {
        let numbers = [iterations, least.to_bits(), most.to_bits()];
        self.0.iter().zip(numbers).for_each(|(shown, number)| shown.store(number, Ordering::Relaxed));
    }

    /// The iterations so far.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.0[0].load(Ordering::Relaxed)
    }

    /// The bounds so far. Each holds by itself.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let bound = |number: usize| f64::from_bits(self.0[number].load(Ordering::Relaxed));
        (bound(1), bound(2))
    }
}

/// What is kept of CFR+ between runs of the program. `R`: a row of numbers, owned or borrowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SavedCfr<R> {
    /// Of which game.
    pub fingerprint: u64,
    /// How many iterations there were.
    pub iterations: u64,
    /// The bounds found.
    pub found: (f64, f64),
    /// The regrets of each player.
    pub regrets: [R; 2],
    /// The sums of his plans, weighted by iterations.
    pub weighted_sums: [R; 2],
}

/// The strategy of one player. A plan (realisation plan) is the probability of each of his sequences.
struct PlayerStrategy {
    regrets: Vec<f64>,
    plan: Vec<f64>,
    weighted_sum: Vec<f64>,
    gains: Vec<f64>,
}

impl CfrPlus {
    /// Starts with uniform strategies.
    #[must_use]
    pub fn new(form: SequenceForm) -> Self {
        let zeros = || form.sequences.map(|count| vec![0.0; count]);
        let (regrets, weighted_sums) = (zeros(), zeros());
        let start = SavedCfr { fingerprint: 0, iterations: 0, found: (0.0, 1.0), regrets, weighted_sums };
        Self::with(form, start)
    }

    /// Goes on with what was saved; anew where that was of another game.
    #[must_use]
    pub fn resume(form: SequenceForm, saved: SavedCfr<Vec<f64>>) -> Self {
        let fits = |rows: &[Vec<f64>; 2]| rows.each_ref().map(Vec::len) == form.sequences;
        let is_same = fits(&saved.regrets) && fits(&saved.weighted_sums) && saved.fingerprint == form.fingerprint();
        if is_same { Self::with(form, saved) } else { Self::new(form) }
    }

    fn with(form: SequenceForm, saved: SavedCfr<Vec<f64>>) -> Self {
        let SavedCfr { iterations, found, regrets, weighted_sums, .. } = saved;
        let side = |(regrets, weighted_sum): (Vec<f64>, Vec<f64>)| {
            let (plan, gains) = (vec![1.0; regrets.len()], vec![0.0; regrets.len()]);
            PlayerStrategy { regrets, plan, weighted_sum, gains }
        };
        let ([first, second], [first_sum, second_sum]) = (regrets, weighted_sums);
        let mut strategies = [(first, first_sum), (second, second_sum)].map(side);
        strategies.iter_mut().enumerate().for_each(|(player, strategy)| strategy.match_regrets(&form, player));
        let mut minimiser = CfrPlus { form, strategies, iterations, next_check: FIRST_CHECK, found };
        minimiser.plan_next_check();
        minimiser
    }

    /// What is to be kept between runs of the program.
    #[must_use]
    pub fn saved(&self) -> SavedCfr<&[f64]> {
        SavedCfr {
            fingerprint: self.form.fingerprint(),
            iterations: self.iterations,
            found: self.found,
            regrets: self.strategies.each_ref().map(|strategy| &strategy.regrets[..]),
            weighted_sums: self.strategies.each_ref().map(|strategy| &strategy.weighted_sum[..]),
        }
    }

    /// Iterates until it reaches its goal, or is stopped; returns the best bounds.
    pub fn run(&mut self, goal: &CfrGoal, stop: &AtomicBool, progress: &CfrProgress) -> (f64, f64) {
        progress.set(self);
        while !self.has_reached(goal) {
            if stop.load(Ordering::Relaxed) {
                return self.bounds_with_found();
            }
            self.iterate();
            if self.iterations >= self.next_check || self.iterations == goal.iterations {
                self.plan_next_check();
                self.found = self.bounds_with_found();
            }
            progress.set(self);
        }
        self.found
    }

    /// The moments depend on the number of iterations alone: a run that was stopped and goes on ends as any other.
    fn plan_next_check(&mut self) {
        while self.next_check <= self.iterations {
            self.next_check += (self.next_check / 4).max(FIRST_CHECK);
        }
    }

    fn has_reached(&self, goal: &CfrGoal) -> bool {
        let (least, most) = self.found;
        let is_outside = most <= goal.outside.0 || least >= goal.outside.1;
        most - least <= goal.gap || is_outside || self.iterations >= goal.iterations
    }

    fn bounds_with_found(&self) -> (f64, f64) {
        let (least, most) = self.bounds();
        (self.found.0.max(least), self.found.1.min(most))
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        (0..2).for_each(|player| self.update_player(player));
    }

    fn update_player(&mut self, player: usize) {
        let (form, weight) = (&self.form, self.iterations as f64);
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
            let own = decision.range();
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
            let own = decision.range();
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
    use super::{CfrGoal, CfrPlus, CfrProgress, SavedCfr};
    use std::sync::atomic::AtomicBool;

    /// Both choose one of two plies without seeing the other's: a matrix of what the first player gets.
    fn matrix(rows: [[f64; 2]; 2]) -> SequenceForm {
        let decisions = || vec![Decision { parent: 0, first: 1, count: 2 }];
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let payoff = |&(one, other): &(usize, usize)| Payoff {
            sequences: [one as u32 + 1, other as u32 + 1],
            weight: rows[one][other] - 0.25,
        };
        SequenceForm {
            decisions: [decisions(), decisions()],
            sequences: [3, 3],
            payoffs: cells.iter().map(payoff).collect(),
            base: 0.25,
        }
    }

    fn run(minimiser: &mut CfrPlus, goal: CfrGoal) -> (f64, f64) {
        minimiser.run(&goal, &AtomicBool::new(false), &CfrProgress::default())
    }

    #[test]
    fn two_by_two_games_have_their_known_values() {
        for (rows, value) in [
            ([[1.0, 0.0], [0.0, 1.0]], 0.5),
            ([[1.0, 0.0], [0.0, 0.5]], 1.0 / 3.0),
            ([[1.0, 1.0], [0.0, 0.5]], 1.0),
            ([[0.25, 0.75], [0.5, 0.0]], 0.375),
        ] {
            let (least, most) = run(&mut CfrPlus::new(matrix(rows)), CfrGoal::gap(1e-4));
            assert!(least <= value + 1e-9 && value <= most + 1e-9 && most - least <= 1e-4, "{rows:?}: {least} {most}");
        }
    }

    #[test]
    fn a_stopped_run_still_has_bounds() {
        let (mut minimiser, progress) = (CfrPlus::new(matrix([[1.0, 0.0], [0.0, 1.0]])), CfrProgress::default());
        assert!(minimiser.run(&CfrGoal::gap(0.0), &AtomicBool::new(true), &progress) == (0.5, 0.5));
    }

    #[test]
    fn it_ends_where_the_value_is_of_no_use() {
        let mut minimiser = CfrPlus::new(matrix([[1.0, 0.0], [0.0, 0.5]]));
        let (_, most) = run(&mut minimiser, CfrGoal { outside: (0.5, 1.0), ..CfrGoal::gap(0.0) });
        assert!(most <= 0.5 && minimiser.iterations == super::FIRST_CHECK);
    }

    fn owned(saved: &SavedCfr<&[f64]>) -> SavedCfr<Vec<f64>> {
        let SavedCfr { fingerprint, iterations, found, .. } = *saved;
        let [regrets, weighted_sums] = [saved.regrets, saved.weighted_sums].map(|rows| rows.map(<[f64]>::to_vec));
        SavedCfr { fingerprint, iterations, found, regrets, weighted_sums }
    }

    #[test]
    fn it_goes_on_with_what_was_saved_as_if_it_had_never_ended() {
        let rows = [[1.0, 0.0], [0.0, 0.3]];
        let goal = |iterations| CfrGoal { iterations, ..CfrGoal::gap(0.0) };
        let mut plain = CfrPlus::new(matrix(rows));
        let bounds = run(&mut plain, goal(100));
        let mut saved = owned(&CfrPlus::new(matrix(rows)).saved());
        for iterations in [10, 16, 50, 100] {
            let mut minimiser = CfrPlus::resume(matrix(rows), saved);
            let found = run(&mut minimiser, goal(iterations));
            assert!(found == bounds || iterations < 100);
            saved = owned(&minimiser.saved());
        }
        assert_eq!((saved.iterations, &saved.regrets), (100, &owned(&plain.saved()).regrets));
        assert_eq!(saved.weighted_sums, owned(&plain.saved()).weighted_sums);
        assert_eq!(CfrPlus::resume(matrix([[1.0, 0.0], [0.0, 0.4]]), saved).iterations, 0);
    }
}
