//! One thread's information set MCTS: sampled states, a tree per player, and the phases of a simulation.

use super::information_tree::{InformationEdge, InformationSet, InformationTree, ROOT};
use super::leaf_evaluation::{MakeSampleEvaluator, SampleEvaluator};
use crate::limits::{ThreadBudget, Votes, lead_in_visits};
use crate::mcts::amaf::AmafSet;
use crate::mcts::select::{PlyScorer, PlyStatistics};
use crate::mcts::simulate::draw_values;
use crate::options::Options;
use lusory_play::SIDES;
use lusory_play::stream::Stream;
use lusory_play::{Knowledge, PlayedPly, PlayoutResult, PlyPrior, Values, Walker};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// A ply chosen in a player's tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    player: usize,
    node: u32,
    /// The id of the ply; its index in the node may change when plies are inserted.
    id: u32,
    /// The number of plies of the simulation before it.
    plies_before: usize,
}

/// The search of one thread. Aligned to avoid false sharing of cache lines.
#[repr(align(128))]
pub struct InformationSearch {
    pub(super) trees: Vec<InformationTree>,
    walker: Option<Box<dyn Walker>>,
    pub(super) stream: Stream,
    options: Options,
    path: Vec<Step>,
    simulation_plies: Vec<PlayedPly>,
    amaf_plies: AmafSet,
    pub(super) ids: Vec<u32>,
    priors: Vec<PlyPrior>,
    observations: [u64; SIDES],
    /// Evaluates positions in place of playouts.
    pub(super) leaf_evaluator: Option<SampleEvaluator>,
    /// What it found for the node that the current simulation added.
    pub(super) evaluated: Option<Values>,
    /// The sum of the values of simulations from the present root, per player, and their number.
    pub(super) sums: Values,
    pub(super) root_simulations: u64,
    pub(super) simulations: u64,
    pub(super) cut_playouts: u64,
}

impl InformationSearch {
    /// Thread number `thread` of a search with these options.
    #[must_use]
    pub fn new(options: Options, thread: usize, evaluator: Option<MakeSampleEvaluator<'_>>) -> Self {
        InformationSearch {
            trees: Vec::new(),
            walker: None,
            stream: Stream::new(options.seed, thread as u64),
            options,
            path: Vec::new(),
            simulation_plies: Vec::new(),
            amaf_plies: AmafSet::new(SIDES),
            ids: Vec::new(),
            priors: Vec::new(),
            observations: [0; SIDES],
            leaf_evaluator: evaluator.map(SampleEvaluator::new),
            evaluated: None,
            sums: [0.0; SIDES],
            root_simulations: 0,
            simulations: 0,
            cut_playouts: 0,
        }
    }

    /// Runs the simulations of the budget; ends early where `stop` is set, no consistent state is found, or all threads
    /// have settled. Returns `true` for the last reason.
    pub fn run(
        &mut self,
        knowledge: &(impl Knowledge + ?Sized),
        budget: ThreadBudget,
        thread: usize,
        votes: &Votes,
        stop: &AtomicBool,
    ) -> bool {
        for simulation in 1..=budget.share() {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let reuse = (simulation - 1) % u64::from(self.options.simulations_per_sample.max(1)) != 0;
            if !(self.set_state(knowledge, reuse, stop) && self.run_simulation(stop)) {
                return false;
            }
            if budget.is_check_due(simulation - 1, simulation)
                && votes
                    .vote_and_agree(thread, self.settled_ply(knowledge.viewer(), budget.simulations_left(simulation)))
            {
                return true;
            }
        }
        false
    }

    /// The ply that remains the choice whatever the next `simulations` simulations return, if there is one.
    fn settled_ply(&self, viewer: u8, simulations: u64) -> Option<u32> {
        let root = self.trees.get(usize::from(viewer))?.node(ROOT);
        let (id, margin) = lead_in_visits(root.edges.iter().map(|edge| (edge.id, u64::from(edge.visits))))?;
        (margin > simulations).then_some(id)
    }

    /// Moves the root to the viewer's knowledge after these observations. The subtree of his tree is kept; the others'
    /// trees are cleared, since he does not know their observations.
    pub fn advance(&mut self, viewer: usize, observations: &[u64]) {
        self.walker = None;
        (self.sums, self.root_simulations) = ([0.0; SIDES], 0);
        let mut trees: Vec<InformationTree> = self.trees.iter().map(InformationTree::new_empty).collect();
        if let (Some(own), Some(slot)) = (self.trees.get_mut(viewer), trees.get_mut(viewer)) {
            if own.retain_subtree(observations) {
                std::mem::swap(own, slot);
            }
        }
        self.trees = trees;
    }

    /// Sets the state of the next simulation: the last one again (`reuse`), or a newly sampled one. `false` where no
    /// consistent state was found.
    fn set_state(&mut self, knowledge: &(impl Knowledge + ?Sized), reuse: bool, stop: &AtomicBool) -> bool {
        if let (Some(walker), true) = (&mut self.walker, reuse) {
            walker.rewind();
            return true;
        }
        let is_first = self.walker.is_none();
        let is_sampled = knowledge.sample(&mut self.stream, self.options.likely_samples, stop, &mut self.walker);
        if let (true, true, Some(walker)) = (is_first, self.trees.is_empty(), &self.walker) {
            let (players, memory) = (walker.players(), self.options.memory / self.options.threads.max(1));
            self.trees = vec![InformationTree::new(memory / players.max(1)); players];
        }
        is_sampled
    }

    fn run_simulation(&mut self, stop: &AtomicBool) -> bool {
        let Some(mut walker) = self.walker.take() else { return false };
        self.descend(walker.as_mut());
        let values = self.simulate(walker.as_mut(), stop);
        self.walker = Some(walker);
        let Some(values) = values else { return false };
        self.back_up(&values);
        true
    }

    /// Descends in all players' trees, until one makes a ply without visits.
    fn descend(&mut self, walker: &mut dyn Walker) {
        self.path.clear();
        self.simulation_plies.clear();
        self.evaluated = None;
        let goes_on = self.leaf_evaluator.is_some() && self.options.expansion_visits < 2;
        let mut nodes = [ROOT; SIDES];
        while walker.values().is_none() {
            let player = walker.to_move();
            let (id, is_new) = match usize::try_from(player) {
                Ok(mover) => self.select(walker, mover, nodes[mover]),
                Err(_) => (walker.draw(&mut self.stream), false),
            };
            let Some(id) = id else { return };
            self.simulation_plies.push(PlayedPly { player, id });
            walker.play_observed(id, &mut self.observations);
            for (player, tree) in self.trees.iter_mut().enumerate() {
                let Some(next) = tree.follow(nodes[player], self.observations[player]) else { return };
                nodes[player] = next;
            }
            if is_new && !goes_on {
                return;
            }
        }
    }

    /// The legal ply with the highest score in this state, and whether it is new.
    fn select(&mut self, walker: &mut dyn Walker, player: usize, node: u32) -> (Option<u32>, bool) {
        walker.legal(&mut self.ids);
        walker.ply_priors(&mut self.priors);
        self.trees[player].add_legal(node, &self.ids, &self.priors);
        self.evaluated = self.judge_plies(walker, player, node);
        if self.evaluated.is_some() {
            return (None, false);
        }
        let here = self.trees[player].node(node);
        let Some(count) = NonZeroU64::new(self.ids.len() as u64) else { return (None, false) };
        let first = self.stream.below(count) as usize;
        let edge = best_ply(&self.options, here, &self.ids, first);
        let Some(edge) = edge else { return (None, false) };
        let (id, is_new) = (edge.id, edge.visits == 0);
        self.path.push(Step { player, node, id, plies_before: self.simulation_plies.len() });
        (Some(id), is_new)
    }

    /// Plays a playout to its end, or to the ply limit, where it counts as a draw; none if it was stopped.
    fn simulate(&mut self, walker: &mut dyn Walker, stop: &AtomicBool) -> Option<Values> {
        if let Some(values) = self.evaluated_values(walker) {
            return Some(values);
        }
        let plies = self.options.rave.is_some().then_some(&mut self.simulation_plies);
        match walker.playout(&mut self.stream, self.options.playout_settings(), stop, plies) {
            PlayoutResult::Over(values) => Some(values),
            PlayoutResult::Stopped => None,
            PlayoutResult::Cut => {
                self.cut_playouts += 1;
                Some(draw_values(walker.players()))
            }
        }
    }

    fn back_up(&mut self, values: &Values) {
        self.simulations += 1;
        self.root_simulations += 1;
        self.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        self.amaf_plies.clear();
        let mut end = self.simulation_plies.len();
        for step in self.path.iter().rev() {
            let node = self.trees[step.player].node_mut(step.node);
            node.visits += 1;
            let value = values[step.player] as f32;
            if let Ok(place) = node.edges.binary_search_by_key(&step.id, |edge| edge.id) {
                node.edges[place].add_simulation(values[step.player]);
            }
            if self.options.rave.is_none() || self.leaf_evaluator.is_some() {
                continue;
            }
            self.simulation_plies[step.plies_before.min(end)..end].iter().for_each(|&ply| self.amaf_plies.insert(ply));
            end = step.plies_before.min(end);
            let contains = self.amaf_plies.contains(step.player);
            for edge in node.edges.iter_mut().filter(|edge| contains(edge.id)) {
                edge.amaf_visits += 1;
                edge.amaf_sum += value;
            }
        }
    }
}

/// The legal ply of a node with the highest score; ties go to the first from `first` on. Both lists ascend.
fn best_ply<'n>(options: &Options, node: &'n InformationSet, ids: &[u32], first: usize) -> Option<&'n InformationEdge> {
    let mut best: Option<(f32, usize, &InformationEdge)> = None;
    let (mut edges, mut scorer, mut available) = (node.edges.iter(), PlyScorer::new(options, 0), 0);
    for (place, &id) in ids.iter().enumerate() {
        let edge = edges.find(|edge| edge.id >= id)?;
        if edge.available != available {
            (scorer, available) = (PlyScorer::new(options, edge.available), edge.available);
        }
        let score = scorer.score(&PlyStatistics::of(edge)) + prior_bonus(options, edge);
        let rank = if place < first { place + ids.len() } else { place };
        if best.is_none_or(|(most, before, _)| score > most || (score == most && rank < before)) {
            best = Some((score, rank, edge));
        }
    }
    best.map(|(.., edge)| edge)
}

/// The bonus of a ply's prior, averaged over the sampled states; it decreases with visits (PUCT: Rosin 2011, in the form
/// of Silver et al. 2016).
fn prior_bonus(options: &Options, edge: &InformationEdge) -> f32 {
    options.prior_weight as f32 * edge.prior_sum / ((edge.available.max(1) as f32).sqrt() * (edge.visits + 1) as f32)
}

impl PlyStatistics {
    fn of(edge: &InformationEdge) -> Self {
        PlyStatistics {
            visits: edge.visits,
            mean: edge.mean as f32,
            amaf_visits: edge.amaf_visits,
            amaf_sum: edge.amaf_sum,
        }
    }
}
