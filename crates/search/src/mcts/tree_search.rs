//! One thread's Monte Carlo tree search: a tree, a walker that descends it, and the four phases of a simulation.

use super::amaf::{AmafSet, AmafStatistics};
use super::leaf_batch::PendingLeaves;
use super::leaf_evaluation::{LeafEvaluator, MakeEvaluator};
use super::node::{LANES, NONE};
use super::tree::{ROOT, Tree};
use crate::limits::{ThreadBudget, Votes, lead_in_visits};
use crate::options::Options;
use lusory_play::SIDES;
use lusory_play::stream::Stream;
use lusory_play::{Candidate, LeafPlayouts, PlayedPly, StartPosition, StateCursor, Values, Walker};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A step of the descent: a node and one of its plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PathStep {
    pub node: u32,
    /// The index of the ply among those of the node.
    pub edge: usize,
}

/// Counters of a search, and the time of its phases if measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchStatistics {
    /// Simulations.
    pub simulations: u64,
    /// Playouts that reached the ply limit.
    pub cut_playouts: u64,
    /// Time of selection, expansion and backup, of the simulations of one leaf in `TIMING_INTERVAL` simulations. Where
    /// several are backed up at once, that counts as part of the playouts.
    pub in_tree: Duration,
    /// Time of playouts, of the same simulations.
    pub in_playouts: Duration,
}

/// One simulation in this many is timed: reading the clock takes about as long as a simulation of a small game.
const TIMING_INTERVAL: u64 = 64;

/// How long it takes to read the clock.
fn clock_overhead() -> Duration {
    const READINGS: u32 = 1000;
    let started = Instant::now();
    (0..READINGS).fold(started, |_, _| Instant::now()).duration_since(started) / READINGS
}

/// The search of one thread. Aligned to avoid false sharing of cache lines: the searches of all threads are in one
/// array.
#[repr(align(128))]
pub struct TreeSearch {
    pub(super) tree: Tree,
    pub(super) walker: Box<dyn Walker>,
    /// In place of the walker, where nodes store states.
    pub(super) cursor: Option<Box<dyn StateCursor>>,
    pub(super) players: usize,
    pub(super) stream: Stream,
    pub(super) options: Options,
    pub(super) statistics: SearchStatistics,
    clock_overhead: Duration,
    /// The path of the current simulation.
    pub(super) path: Vec<PathStep>,
    /// The plies of the current simulation: first those on the path, then those of the playout.
    pub(super) simulation_plies: Vec<PlayedPly>,
    pub(super) amaf_plies: AmafSet,
    /// The number of simulations from which on one is timed.
    next_timed: u64,
    pub(super) leaf_playouts: LeafPlayouts,
    pub(super) pending: PendingLeaves,
    /// Reusable buffers: AMAF statistics of the last node, and the scores of its plies.
    pub(super) amaf_statistics: Vec<AmafStatistics>,
    pub(super) scores: Vec<[f32; LANES]>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) weights: Vec<u32>,
    /// For each player the node on the path whose AMAF statistics are used.
    pub(super) amaf_sources: [u32; SIDES],
    /// Evaluates leaves in place of playouts.
    pub(super) leaf_evaluator: Option<LeafEvaluator>,
    /// What it found for the node that the current simulation added.
    pub(super) evaluated: Option<Values>,
}

impl TreeSearch {
    /// Thread number `thread` of a search of this position.
    #[must_use]
    pub fn new(
        position: &(impl StartPosition + ?Sized),
        options: Options,
        thread: usize,
        evaluator: Option<MakeEvaluator<'_>>,
    ) -> Self {
        let mut walker = position.walker();
        let cursor = if evaluator.is_none() { state_cursor(walker.as_mut(), &options) } else { None };
        let words = cursor.as_ref().map_or(0, |cursor| cursor.words());
        let mut search = TreeSearch {
            tree: Tree::new(options.memory / options.threads.max(1), words),
            cursor,
            players: walker.players(),
            amaf_plies: AmafSet::new(walker.players()),
            walker,
            stream: Stream::new(options.seed, thread as u64),
            options,
            statistics: SearchStatistics::default(),
            clock_overhead: if options.timed { clock_overhead() } else { Duration::ZERO },
            path: Vec::new(),
            simulation_plies: Vec::new(),
            next_timed: 0,
            leaf_playouts: LeafPlayouts::default(),
            pending: PendingLeaves::default(),
            amaf_statistics: Vec::new(),
            scores: Vec::new(),
            candidates: Vec::new(),
            weights: Vec::new(),
            amaf_sources: [ROOT; SIDES],
            leaf_evaluator: evaluator.map(|make| LeafEvaluator::new(position, make)),
            evaluated: None,
        };
        search.ensure_root();
        search
    }

    /// Adds the root node if the tree is empty.
    pub(super) fn ensure_root(&mut self) {
        self.rewind();
        self.simulation_plies.clear();
        if self.tree.is_empty() {
            self.add_node();
        }
    }

    /// Runs the simulations of the budget; ends early where `stop` is set, the root is proven, or all threads have
    /// settled. Returns `true` for the last reason.
    pub fn run(&mut self, budget: ThreadBudget, thread: usize, votes: &Votes, stop: &AtomicBool) -> bool {
        let mut simulations = 0;
        while simulations < budget.share() {
            if stop.load(Ordering::Relaxed) || self.is_proven() {
                return false;
            }
            let before = simulations;
            simulations += self.run_simulations(budget.share() - simulations, stop);
            if simulations == before {
                return false;
            }
            if budget.is_check_due(before, simulations)
                && votes.vote_and_agree(thread, self.settled_ply(budget.simulations_left(simulations)))
            {
                return true;
            }
        }
        false
    }

    /// The ply that remains the choice whatever the next `simulations` simulations return, if there is one.
    fn settled_ply(&self, simulations: u64) -> Option<u32> {
        let low = self.tree.node(ROOT).low;
        let open = self.tree.edges(ROOT).filter(|edge| edge.high > low).map(|edge| (edge.id, u64::from(edge.visits)));
        let (id, margin) = lead_in_visits(open)?;
        // With a proven lower bound, a change of means may change the choice.
        (low <= 0.0 && margin > simulations).then_some(id)
    }

    /// Whether the root is proven.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.tree.node(ROOT).is_proven()
    }

    /// Runs the simulations of one leaf, at most `most`; returns how many. 0, without updating the tree, if it was
    /// stopped.
    fn run_simulations(&mut self, most: u64, stop: &AtomicBool) -> u64 {
        let is_timed = self.options.timed && self.statistics.simulations >= self.next_timed;
        let started = is_timed.then(Instant::now);
        if self.has_batches(most) {
            return self.run_batch(most, stop, started);
        }
        let proven = self.descend();
        let expanded = started.map(|_| Instant::now());
        let several = if proven.is_none() { self.simulate_several(most, stop) } else { None };
        let values = if several.is_none() { proven.or_else(|| self.simulate(stop)) } else { None };
        let simulated = started.map(|_| Instant::now());
        if let Some(values) = values {
            self.back_up(values);
        }
        let simulations = several.unwrap_or(u64::from(values.is_some()));
        self.statistics.simulations += simulations;
        if let (Some(started), Some(grown), Some(played)) = (started, expanded, simulated) {
            self.count_time(started, grown, played);
        }
        simulations
    }

    /// Adds the times of a leaf, or of a batch of leaves: when it began, was in the tree, was played out.
    pub(super) fn count_time(&mut self, started: Instant, grown: Instant, played: Instant) {
        self.next_timed = self.statistics.simulations + TIMING_INTERVAL;
        let duration = |time: Duration| time.saturating_sub(self.clock_overhead);
        self.statistics.in_tree += duration(grown - started) + duration(played.elapsed());
        self.statistics.in_playouts += duration(played - grown);
    }

    /// The values, if the game is over here.
    pub(super) fn values(&self) -> Option<Values> {
        self.cursor.as_ref().map_or_else(|| self.walker.values(), |cursor| cursor.values())
    }

    fn rewind(&mut self) {
        match &mut self.cursor {
            Some(cursor) if !self.tree.is_empty() => cursor.load(&mut std::iter::once(self.tree.state(ROOT))),
            Some(_) => {}
            None => self.walker.rewind(),
        }
    }

    /// Selection and expansion: descends to a leaf, and returns its values if they are proven.
    pub(super) fn descend(&mut self) -> Option<Values> {
        if self.cursor.is_none() {
            self.walker.rewind();
        }
        self.path.clear();
        self.simulation_plies.clear();
        self.evaluated = None;
        self.amaf_sources = [NONE; SIDES];
        let mut node = ROOT;
        loop {
            if let Some(proof) = self.tree.node(node).proof() {
                return Some(proof);
            }
            let Some(step) = self.select(node) else {
                self.go_to(node);
                return None;
            };
            node = match self.follow(step) {
                FollowResult::Node(node) => node,
                FollowResult::New => return self.expand(step),
                FollowResult::Leaf => return self.values(),
            };
        }
    }

    /// Goes to the state of a node, where nodes store states.
    fn go_to(&mut self, node: u32) {
        if let Some(cursor) = &mut self.cursor {
            let before = self.path.iter().map(|step| self.tree.state(step.node));
            cursor.load(&mut before.chain([self.tree.state(node)]));
        }
    }

    /// Plays the ply of a step; where nodes store states, only if there is no node after it.
    fn follow(&mut self, step: PathStep) -> FollowResult {
        let (block, lane) = self.tree.block(step.node, step.edge);
        let (id, number, child) = (block.ids[lane], block.numbers[lane], block.children[lane]);
        let visits = block.visits[lane];
        self.path.push(step);
        if child != NONE && self.tree.node(child).is_proven() {
            return FollowResult::Node(child);
        }
        self.simulation_plies.push(PlayedPly { player: self.tree.node(step.node).player, id });
        match &mut self.cursor {
            Some(_) if child != NONE => {}
            Some(cursor) => {
                cursor.load(&mut self.path.iter().map(|step| self.tree.state(step.node)));
                cursor.play(id, number);
            }
            None => _ = self.walker.play_candidate(id, number),
        }
        if child != NONE {
            return FollowResult::Node(child);
        }
        let should_expand = visits + 1 >= self.options.expansion_visits || self.values().is_some();
        if should_expand { FollowResult::New } else { FollowResult::Leaf }
    }
}

/// A cursor at the walker's root. A search of one simulation at a time has none that plays several games side by side: one
/// of them takes longer there than on the engine.
pub(super) fn state_cursor(walker: &mut dyn Walker, options: &Options) -> Option<Box<dyn StateCursor>> {
    let cursor = walker.state_cursor(options.decisive)?;
    (options.leaf_playouts > 1 || cursor.side_by_side() == 1).then_some(cursor)
}

/// Where a step leads.
enum FollowResult {
    /// To a node.
    Node(u32),
    /// To a position that gets a node now.
    New,
    /// To a position that gets no node yet.
    Leaf,
}
