//! One thread's information set search: sampled states, a tree per player, and the phases of a simulation.

use super::information_tree::{InformationSet, InformationTree, ROOT, TreePly};
use crate::limits::{ThreadBudget, Votes, lead};
use crate::mcts::amaf::SimulationPlies;
use crate::mcts::select::{PlyScorer, PlyStatistics};
use crate::mcts::simulate::drawn;
use crate::options::Options;
use lusory_play::SIDES;
use lusory_play::stream::Stream;
use lusory_play::{Hint, Knowledge, Made, Played, Values, Walker};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// A ply chosen in a player's tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    player: usize,
    node: u32,
    /// Its id: plies of a node are moved about when new ones come.
    id: u32,
    /// How many plies had been made before it.
    made: usize,
}

/// See the module. Aligned as `TreeSearch` is, to avoid false sharing of cache lines.
#[repr(align(128))]
pub struct InformationSearch {
    pub(super) groves: Vec<InformationTree>,
    walker: Option<Box<dyn Walker>>,
    stream: Stream,
    options: Options,
    path: Vec<Step>,
    made: Vec<Made>,
    plies_made: SimulationPlies,
    ids: Vec<u32>,
    hints: Vec<Hint>,
    seen: [u64; SIDES],
    /// What simulations from here were worth, added up, one number a player; and how many they are.
    pub(super) sums: Values,
    pub(super) summed: u64,
    pub(super) simulations: u64,
    pub(super) cut: u64,
}

impl InformationSearch {
    /// Thread number `thread` of a search with these options.
    #[must_use]
    pub fn new(options: Options, thread: usize) -> Self {
        InformationSearch {
            groves: Vec::new(),
            walker: None,
            stream: Stream::new(options.seed, thread as u64),
            options,
            path: Vec::new(),
            made: Vec::new(),
            plies_made: SimulationPlies::new(SIDES),
            ids: Vec::new(),
            hints: Vec::new(),
            seen: [0; SIDES],
            sums: [0.0; SIDES],
            summed: 0,
            simulations: 0,
            cut: 0,
        }
    }

    /// Runs all simulations left; fewer where `stop` is set, no consistent state is found, or all threads have settled:
    /// then `true`.
    pub fn run(
        &mut self,
        knowledge: &(impl Knowledge + ?Sized),
        budget: ThreadBudget,
        thread: usize,
        votes: &Votes,
        stop: &AtomicBool,
    ) -> bool {
        for done in 1..=budget.share() {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let same = (done - 1) % u64::from(self.options.share.max(1)) != 0;
            if !(self.begin(knowledge, same, stop) && self.simulation(stop)) {
                return false;
            }
            if budget.asks(done) && votes.all(thread, self.settled(knowledge.viewer(), budget.simulations(done))) {
                return true;
            }
        }
        false
    }

    /// The ply that stays the choice whatever `simulations` more simulations find, if there is one.
    fn settled(&self, viewer: u8, simulations: u64) -> Option<u32> {
        let root = self.groves.get(usize::from(viewer))?.node(ROOT);
        let (id, by) = lead(root.edges.iter().map(|edge| (edge.id, u64::from(edge.visits))))?;
        (by > simulations).then_some(id)
    }

    /// Moves the root to the viewer's knowledge after these observations. The subtree of his tree is kept; the others'
    /// trees are cleared, since he does not know their observations.
    pub fn advance(&mut self, viewer: usize, seen: &[u64]) {
        self.walker = None;
        (self.sums, self.summed) = ([0.0; SIDES], 0);
        let mut kept: Vec<InformationTree> = self.groves.iter().map(InformationTree::empty).collect();
        if let (Some(mine), Some(place)) = (self.groves.get_mut(viewer), kept.get_mut(viewer)) {
            if mine.keep_below(seen) {
                std::mem::swap(mine, place);
            }
        }
        self.groves = kept;
    }

    /// The state of the next simulation: the last one again, or a newly sampled one.
    fn begin(&mut self, knowledge: &(impl Knowledge + ?Sized), same: bool, stop: &AtomicBool) -> bool {
        if let (Some(walker), true) = (&mut self.walker, same) {
            walker.rewind();
            return true;
        }
        let is_first = self.walker.is_none();
        let drawn = knowledge.draw(&mut self.stream, self.options.likely, stop, &mut self.walker);
        if let (true, true, Some(walker)) = (is_first, self.groves.is_empty(), &self.walker) {
            let (players, memory) = (walker.players(), self.options.memory / self.options.threads.max(1));
            self.groves = vec![InformationTree::new(memory / players.max(1)); players];
        }
        drawn
    }

    fn simulation(&mut self, stop: &AtomicBool) -> bool {
        let Some(mut walker) = self.walker.take() else { return false };
        self.descend(walker.as_mut());
        let values = self.simulate(walker.as_mut(), stop);
        self.walker = Some(walker);
        let Some(values) = values else { return false };
        self.back_up(&values);
        true
    }

    /// Descends all players' trees, until one makes a ply that was not tried there before.
    fn descend(&mut self, walker: &mut dyn Walker) {
        self.path.clear();
        self.made.clear();
        let mut nodes = [ROOT; SIDES];
        while walker.values().is_none() {
            let player = walker.to_move();
            let (id, is_new) = match usize::try_from(player) {
                Ok(mover) => self.select(walker, mover, nodes[mover]),
                Err(_) => (walker.draw(&mut self.stream), false),
            };
            let Some(id) = id else { return };
            self.made.push(Made { player, id });
            walker.play_observed(id, &mut self.seen);
            for (player, grove) in self.groves.iter_mut().enumerate() {
                let Some(next) = grove.follow(nodes[player], self.seen[player]) else { return };
                nodes[player] = next;
            }
            if is_new {
                return;
            }
        }
    }

    /// The legal ply with the highest score in this state, and whether it is new.
    fn select(&mut self, walker: &mut dyn Walker, player: usize, node: u32) -> (Option<u32>, bool) {
        walker.legal(&mut self.ids);
        walker.hints(&mut self.hints);
        self.groves[player].offer(node, &self.ids, &self.hints);
        let here = self.groves[player].node(node);
        let Some(count) = NonZeroU64::new(self.ids.len() as u64) else { return (None, false) };
        let first = self.stream.below(count) as usize;
        let edge = best(&self.options, here, &self.ids, first);
        let Some(edge) = edge else { return (None, false) };
        let (id, is_new) = (edge.id, edge.visits == 0);
        self.path.push(Step { player, node, id, made: self.made.len() });
        (Some(id), is_new)
    }

    /// Plays a random game to its end, or to the cut-off, where it counts as drawn; nothing if it was stopped.
    fn simulate(&mut self, walker: &mut dyn Walker, stop: &AtomicBool) -> Option<Values> {
        let made = self.options.rave.is_some().then_some(&mut self.made);
        match walker.playout(&mut self.stream, self.options.manner(), stop, made) {
            Played::Over(values) => Some(values),
            Played::Stopped => None,
            Played::Cut => {
                self.cut += 1;
                Some(drawn(walker.players()))
            }
        }
    }

    fn back_up(&mut self, values: &Values) {
        self.simulations += 1;
        self.summed += 1;
        self.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        self.plies_made.begin();
        let mut end = self.made.len();
        for step in self.path.iter().rev() {
            let node = self.groves[step.player].node_mut(step.node);
            node.visits += 1;
            let value = values[step.player] as f32;
            if let Ok(place) = node.edges.binary_search_by_key(&step.id, |edge| edge.id) {
                node.edges[place].add(values[step.player]);
            }
            if self.options.rave.is_none() {
                continue;
            }
            self.made[step.made.min(end)..end].iter().for_each(|&made| self.plies_made.note(made));
            end = step.made.min(end);
            let made = self.plies_made.by(step.player);
            for edge in node.edges.iter_mut().filter(|edge| made(edge.id)) {
                edge.amaf_visits += 1;
                edge.amaf_sum += value;
            }
        }
    }
}

/// The legal ply of a node with the highest score; ties go to the first from `first` on. Both lists ascend.
fn best<'n>(options: &Options, node: &'n InformationSet, ids: &[u32], first: usize) -> Option<&'n TreePly> {
    let mut found: Option<(f32, usize, &TreePly)> = None;
    let (mut edges, mut judge, mut available) = (node.edges.iter(), PlyScorer::new(options, 0), 0);
    for (place, &id) in ids.iter().enumerate() {
        let edge = edges.find(|edge| edge.id >= id)?;
        if edge.available != available {
            (judge, available) = (PlyScorer::new(options, edge.available), edge.available);
        }
        let promised = judge.score(&PlyStatistics::of(edge)) + hinted(options, edge);
        let turn = if place < first { place + ids.len() } else { place };
        if found.is_none_or(|(most, before, _)| promised > most || (promised == most && turn < before)) {
            found = Some((promised, turn, edge));
        }
    }
    found.map(|(.., edge)| edge)
}

/// The bonus of a ply's prior, averaged over the sampled states; it decreases with visits (PUCT: Rosin 2011, in the form
/// of Silver et al. 2016).
fn hinted(options: &Options, edge: &TreePly) -> f32 {
    options.hint as f32 * edge.hinted / ((edge.available.max(1) as f32).sqrt() * (edge.visits + 1) as f32)
}

impl PlyStatistics {
    fn of(edge: &TreePly) -> Self {
        PlyStatistics {
            visits: edge.visits,
            mean: edge.mean as f32,
            amaf_visits: edge.amaf_visits,
            amaf_sum: edge.amaf_sum,
        }
    }
}
