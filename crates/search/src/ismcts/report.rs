//! Runs information set Monte Carlo tree search on several threads and reports values and visits by ply.

use super::information_search::InformationSearch;
use super::information_tree::{ROOT, TreePly};
use crate::limits::{SearchTask, ThreadBudget, Votes, within};
use crate::options::Options;
use crate::report::{Judged, Report, interval};
use lusory_play::SIDES;
use lusory_play::{Knowledge, Values};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A search by simulations of one player's knowledge. It proves nothing, since it sees only sampled states.
pub struct Ismcts<K: ?Sized> {
    knowledge: Arc<K>,
    blinds: Vec<InformationSearch>,
}

impl<K: Knowledge + ?Sized> Ismcts<K> {
    /// A search of the knowledge of the player to move.
    #[must_use]
    pub fn new(knowledge: Arc<K>, options: Options) -> Self {
        let blinds = (0..options.threads.max(1)).map(|thread| InformationSearch::new(options, thread)).collect();
        Ismcts { knowledge, blinds }
    }

    /// Continues the search, until a limit is reached, `stop` is set, no consistent state is found, or nothing is left to
    /// search; `true` if that was the reason.
    pub fn run(&mut self, task: impl Into<SearchTask>, stop: &AtomicBool) -> bool {
        let (task, knowledge, blinds) = (task.into(), self.knowledge.as_ref(), &mut self.blinds);
        within(task.limits, stop, |due| {
            let (threads, ended) = (blinds.len(), AtomicBool::new(false));
            let votes = Votes::new(threads);
            let work = |number: usize, blind: &mut InformationSearch| {
                if blind.run(knowledge, ThreadBudget::of(task, number, threads), number, &votes, due) {
                    due.store(true, Ordering::Relaxed);
                    ended.store(true, Ordering::Relaxed);
                }
            };
            let Some((mine, others)) = blinds.split_first_mut() else { return true };
            std::thread::scope(|scope| {
                for (number, other) in (1..).zip(others) {
                    let work = &work;
                    scope.spawn(move || work(number, other));
                }
                work(0, mine);
            });
            ended.into_inner()
        })
    }

    /// Moves the root to the player's knowledge later in the same game and keeps the subtree: its simulations are from
    /// states that are consistent with his later observations too. They were weighted by the opponents' plies in the
    /// search rather than sampled anew; later simulations outweigh them. `false`, and nothing has changed, where the
    /// knowledge is not from later in the same game.
    pub fn advance(&mut self, knowledge: Arc<K>) -> bool {
        let Some(seen) = knowledge.since(self.knowledge.as_ref()) else { return false };
        let viewer = usize::from(knowledge.viewer());
        self.blinds.iter_mut().for_each(|blind| blind.advance(viewer, &seen));
        self.knowledge = knowledge;
        true
    }

    /// The report so far; nothing before the first simulation.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        let viewer = self.knowledge.viewer();
        let edges = self.merge_plies(usize::from(viewer));
        let best = edges.iter().max_by_key(|edge| (edge.visits, edge.amaf_visits, Reverse(edge.id)))?;
        let total = |count: fn(&InformationSearch) -> u64| self.blinds.iter().map(count).sum::<u64>();
        let groves = || self.blinds.iter().flat_map(|blind| &blind.groves);
        let roots = self.blinds.iter().filter_map(|blind| blind.groves.get(usize::from(viewer)));
        Some(Report {
            to_move: viewer as i8,
            best: Some(best.id),
            line: vec![best.id],
            values: self.values(total(|blind| blind.summed)),
            solved: false,
            value: best.mean,
            interval: interval(best.mean, u64::from(best.visits)),
            proven: false,
            visits: roots.map(|grove| u64::from(grove.node(ROOT).visits)).sum(),
            simulations: total(|blind| blind.simulations),
            cut: total(|blind| blind.cut),
            nodes: groves().map(|grove| grove.len()).sum(),
            bytes: groves().map(|grove| grove.bytes()).sum(),
            full: groves().any(|grove| grove.full),
            plies: judged(&edges),
        })
    }

    fn values(&self, simulations: u64) -> Values {
        let sum = |player: usize| self.blinds.iter().map(|blind| blind.sums[player]).sum::<f64>();
        std::array::from_fn::<f64, SIDES, _>(|player| sum(player) / simulations.max(1) as f64)
    }

    /// The viewer's plies, with the statistics of all threads. All threads have the same plies, since he knows which are legal.
    fn merge_plies(&self, viewer: usize) -> Vec<TreePly> {
        let roots = self.blinds.iter().filter_map(|blind| blind.groves.get(viewer)).map(|grove| grove.node(ROOT));
        let mut all: Vec<TreePly> = Vec::new();
        for edge in roots.flat_map(|node| &node.edges) {
            match all.binary_search_by_key(&edge.id, |edge| edge.id) {
                Ok(place) => all[place].join(edge),
                Err(place) => all.insert(place, *edge),
            }
        }
        all
    }
}

impl TreePly {
    fn join(&mut self, other: &TreePly) {
        let visits = self.visits.saturating_add(other.visits);
        self.mean += (other.mean - self.mean) * f64::from(other.visits) / f64::from(visits.max(1));
        self.visits = visits;
        self.amaf_visits = self.amaf_visits.saturating_add(other.amaf_visits);
    }
}

fn judged(edges: &[TreePly]) -> Vec<Judged> {
    let one = |edge: &TreePly| {
        let value = (edge.visits > 0).then_some(edge.mean);
        Judged { id: edge.id, visits: u64::from(edge.visits), value, proven: false }
    };
    let mut all: Vec<Judged> = edges.iter().map(one).collect();
    all.sort_by_key(|judged| Reverse(judged.visits));
    all
}
