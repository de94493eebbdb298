//! Root parallelisation of information set MCTS: each thread has its own trees, and the report merges their roots.

use super::information_search::InformationSearch;
use super::information_tree::{InformationEdge, ROOT};
use super::leaf_evaluation::MakeSampleEvaluator;
use crate::limits::{SearchTask, ThreadBudget, Votes, with_deadline};
use crate::options::Options;
use crate::report::{PlyReport, Report, wilson_interval};
use lusory_play::SIDES;
use lusory_play::{Knowledge, Values};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Information set MCTS of one player's knowledge. It proves nothing, since it sees only sampled states.
pub struct Ismcts<K: ?Sized> {
    knowledge: Arc<K>,
    searches: Vec<InformationSearch>,
}

impl<K: Knowledge + ?Sized> Ismcts<K> {
    /// A search of the knowledge of the player to move. `evaluator`: in place of playouts.
    #[must_use]
    pub fn new(knowledge: Arc<K>, options: Options, evaluator: Option<MakeSampleEvaluator<'_>>) -> Self {
        let threads = 0..options.threads.max(1);
        let searches = threads.map(|thread| InformationSearch::new(options, thread, evaluator)).collect();
        Ismcts { knowledge, searches }
    }

    /// Continues the search, until a limit is reached, `stop` is set, no consistent state is found, or nothing is left to
    /// search; `true` if that was the reason.
    pub fn run(&mut self, task: impl Into<SearchTask>, stop: &AtomicBool) -> bool {
        let (task, knowledge, searches) = (task.into(), self.knowledge.as_ref(), &mut self.searches);
        with_deadline(task.limits, stop, |deadline| {
            let (threads, ended) = (searches.len(), AtomicBool::new(false));
            let votes = Votes::new(threads);
            let work = |number: usize, search: &mut InformationSearch| {
                if search.run(knowledge, ThreadBudget::new(task, number, threads), number, &votes, deadline) {
                    deadline.store(true, Ordering::Relaxed);
                    ended.store(true, Ordering::Relaxed);
                }
            };
            let Some((first, other_searches)) = searches.split_first_mut() else { return true };
            std::thread::scope(|scope| {
                for (number, other) in (1..).zip(other_searches) {
                    let work = &work;
                    scope.spawn(move || work(number, other));
                }
                work(0, first);
            });
            ended.into_inner()
        })
    }

    /// Moves the root to the player's knowledge later in the same game and keeps the subtree: its simulations are from
    /// states that are consistent with his later observations too. They were weighted by the opponents' plies in the
    /// search rather than sampled anew; later simulations outweigh them. `false`, and nothing has changed, where the
    /// knowledge is not from later in the same game.
    pub fn advance(&mut self, knowledge: Arc<K>) -> bool {
        let Some(observations) = knowledge.observations_since(self.knowledge.as_ref()) else { return false };
        let viewer = usize::from(knowledge.viewer());
        self.searches.iter_mut().for_each(|blind| blind.advance(viewer, &observations));
        self.knowledge = knowledge;
        true
    }

    /// The report so far; nothing before the first simulation.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        let viewer = self.knowledge.viewer();
        let edges = self.merge_plies(usize::from(viewer));
        let best = edges.iter().max_by_key(|edge| (edge.visits, edge.amaf_visits, Reverse(edge.id)))?;
        let sum_over_threads = |count: fn(&InformationSearch) -> u64| self.searches.iter().map(count).sum::<u64>();
        let trees = || self.searches.iter().flat_map(|blind| &blind.trees);
        let roots = self.searches.iter().filter_map(|blind| blind.trees.get(usize::from(viewer)));
        Some(Report {
            to_move: viewer as i8,
            best: Some(best.id),
            principal_variation: vec![best.id],
            values: self.values(sum_over_threads(|blind| blind.root_simulations)),
            solved: false,
            value: best.mean,
            interval: wilson_interval(best.mean, u64::from(best.visits)),
            proven: false,
            visits: roots.map(|grove| u64::from(grove.node(ROOT).visits)).sum(),
            simulations: sum_over_threads(|blind| blind.simulations),
            cut_playouts: sum_over_threads(|blind| blind.cut_playouts),
            nodes: trees().map(|grove| grove.len()).sum(),
            bytes: trees().map(|grove| grove.bytes()).sum(),
            is_full: trees().any(|grove| grove.is_full),
            plies: ply_reports(&edges),
        })
    }

    fn values(&self, simulations: u64) -> Values {
        let sum = |player: usize| self.searches.iter().map(|blind| blind.sums[player]).sum::<f64>();
        std::array::from_fn::<f64, SIDES, _>(|player| sum(player) / simulations.max(1) as f64)
    }

    /// The viewer's plies, with the statistics of all threads. All threads have the same plies, since he knows which are legal.
    fn merge_plies(&self, viewer: usize) -> Vec<InformationEdge> {
        let roots = self.searches.iter().filter_map(|blind| blind.trees.get(viewer)).map(|grove| grove.node(ROOT));
        let mut all: Vec<InformationEdge> = Vec::new();
        for edge in roots.flat_map(|node| &node.edges) {
            match all.binary_search_by_key(&edge.id, |edge| edge.id) {
                Ok(place) => all[place].merge(edge),
                Err(place) => all.insert(place, *edge),
            }
        }
        all
    }
}

impl InformationEdge {
    fn merge(&mut self, other: &InformationEdge) {
        let visits = self.visits.saturating_add(other.visits);
        self.mean += (other.mean - self.mean) * f64::from(other.visits) / f64::from(visits.max(1));
        self.visits = visits;
        self.amaf_visits = self.amaf_visits.saturating_add(other.amaf_visits);
    }
}

fn ply_reports(edges: &[InformationEdge]) -> Vec<PlyReport> {
    let report_of = |edge: &InformationEdge| {
        let value = (edge.visits > 0).then_some(edge.mean);
        PlyReport { id: edge.id, visits: u64::from(edge.visits), value, proven: false }
    };
    let mut all: Vec<PlyReport> = edges.iter().map(report_of).collect();
    all.sort_by_key(|judged| Reverse(judged.visits));
    all
}
