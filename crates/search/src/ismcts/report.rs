//! The search of what one player knows, on several threads, and what it says.

use super::blind::Blind;
use super::grove::{Edge, ROOT};
use crate::limits::{Limits, within};
use crate::options::Options;
use crate::report::{Judged, Report, interval};
use lusory_engine::machine::{Knowledge, Values};
use lusory_engine::state::SIDES;
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A search by simulations of what one player knows. It never proves anything: what is hidden may be otherwise.
pub struct Ismcts {
    knowledge: Arc<dyn Knowledge>,
    blinds: Vec<Blind>,
}

impl Ismcts {
    /// A search of what a player knows who is to move.
    #[must_use]
    pub fn new(knowledge: Arc<dyn Knowledge>, options: Options) -> Self {
        let blinds = (0..options.threads.max(1)).map(|thread| Blind::new(options, thread)).collect();
        Ismcts { knowledge, blinds }
    }

    /// Searches on, until a limit is met, `stop` is set, or no state is found that agrees with what is known.
    pub fn run(&mut self, limits: Limits, stop: &AtomicBool) {
        let (knowledge, blinds) = (self.knowledge.as_ref(), &mut self.blinds);
        within(limits, stop, |due| {
            let threads = blinds.len();
            let Some((mine, others)) = blinds.split_first_mut() else { return };
            std::thread::scope(|scope| {
                for (number, other) in (1..).zip(others) {
                    scope.spawn(move || other.run(knowledge, limits.share(number, threads), due));
                }
                mine.run(knowledge, limits.share(0, threads), due);
            });
        });
    }

    /// What is known now; nothing before the first simulation.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        let viewer = self.knowledge.viewer();
        let edges = self.joined(usize::from(viewer));
        let best = edges.iter().max_by_key(|edge| (edge.visits, edge.later_visits, Reverse(edge.id)))?;
        let total = |count: fn(&Blind) -> u64| self.blinds.iter().map(count).sum::<u64>();
        let groves = || self.blinds.iter().flat_map(|blind| &blind.groves);
        let simulations = total(|blind| blind.simulations);
        Some(Report {
            to_move: viewer as i8,
            best: Some(best.id),
            line: vec![best.id],
            values: self.values(simulations),
            solved: false,
            value: f64::from(best.mean),
            interval: interval(f64::from(best.mean), u64::from(best.visits)),
            proven: false,
            visits: simulations,
            simulations,
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

    /// The viewer's plies, with the statistics of all threads. All have the same: what is legal he knows.
    fn joined(&self, viewer: usize) -> Vec<Edge> {
        let roots = self.blinds.iter().filter_map(|blind| blind.groves.get(viewer)).map(|grove| grove.node(ROOT));
        let mut all: Vec<Edge> = Vec::new();
        for edge in roots.flat_map(|node| &node.edges) {
            match all.binary_search_by_key(&edge.id, |edge| edge.id) {
                Ok(place) => all[place].join(edge),
                Err(place) => all.insert(place, *edge),
            }
        }
        all
    }
}

impl Edge {
    fn join(&mut self, other: &Edge) {
        let visits = self.visits.saturating_add(other.visits);
        self.mean += (other.mean - self.mean) * other.visits as f32 / visits.max(1) as f32;
        self.visits = visits;
        self.later_visits = self.later_visits.saturating_add(other.later_visits);
    }
}

fn judged(edges: &[Edge]) -> Vec<Judged> {
    let one = |edge: &Edge| {
        let value = (edge.visits > 0).then(|| f64::from(edge.mean));
        Judged { id: edge.id, visits: u64::from(edge.visits), value, proven: false }
    };
    let mut all: Vec<Judged> = edges.iter().map(one).collect();
    all.sort_by_key(|judged| Reverse(judged.visits));
    all
}
