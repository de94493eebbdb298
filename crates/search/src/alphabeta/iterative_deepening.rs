//! Iterative deepening: each iteration searches one ply deeper, ordered by the previous one, so that a result is
//! available whenever time runs out.

use super::move_ordering::MoveOrdering;
use super::score::{Score, win_probability};
use super::search_node::{RootBest, SearchState, Window};
use super::transposition_table::TranspositionTable;
use super::whole_turns::TurnBuffers;
use crate::limits::{Limits, with_deadline};
use lusory_play::{Evaluate, Explorer, StartPosition};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The maximum search depth.
const MAX_DEPTH: u32 = 200;

/// Why a position cannot be searched by alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlphaBetaRefusal {
    /// The game is over.
    Over,
    /// The game has hidden information.
    Hidden,
    /// The game has this many players, not two.
    Players(usize),
    /// The position belongs to another game.
    Other,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaBetaResult {
    /// The player of the next ply; -1 for chance.
    pub to_move: i8,
    /// The best ply.
    pub best: Option<u32>,
    /// The principal variation, beginning with the best ply. Where turns have several plies: only this turn.
    pub line: Vec<u32>,
    /// The plies of the best turn, or of the rest of the current one.
    pub turn: Vec<u32>,
    /// The value for the first player, in thousandths of log-odds; see `score`.
    pub score: Score,
    /// The winning probability of the player to move, estimated from features; 0, 1/2 or 1 if proven.
    pub value: f64,
    /// Whether the value is proven.
    pub proven: bool,
    /// The completed depth in plies, or in turns where turns have several plies.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The size of the transposition table in bytes.
    pub bytes: usize,
}

/// An alpha-beta search. It keeps its transposition table from one position to the next.
pub struct AlphaBeta {
    explorer: Box<dyn Explorer>,
    table: TranspositionTable,
    order: MoveOrdering,
    evaluator: Box<dyn Evaluate>,
    ply_lists: Vec<Vec<(i32, u32)>>,
    turn_buffers: TurnBuffers,
    /// Whether edges are whole turns.
    whole_turns: bool,
    /// The deadline, if there is one.
    deadline: Option<Instant>,
    root_best: Option<RootBest>,
    depth: u32,
    nodes: u64,
}

impl AlphaBeta {
    /// A search of a position with a transposition table of at most `memory` bytes. `make_evaluator` receives the
    /// explorer, which knows the features.
    ///
    /// # Errors
    /// An `AlphaBetaRefusal` says why alpha-beta cannot search the position.
    pub fn new(
        position: &(impl StartPosition + ?Sized),
        memory: usize,
        make_evaluator: impl FnOnce(&dyn Explorer) -> Box<dyn Evaluate>,
    ) -> Result<Self, AlphaBetaRefusal> {
        let explorer = position.turn_explorer();
        check_searchable(explorer.as_ref())?;
        let mut evaluator = make_evaluator(explorer.as_ref());
        evaluator.set_root(explorer.as_ref());
        let (table, order, lists, ways) =
            (TranspositionTable::new(memory), MoveOrdering::new(), Vec::new(), TurnBuffers::default());
        let by_turns = explorer.has_long_turns();
        let (due, top) = (None, None);
        Ok(AlphaBeta {
            explorer,
            table,
            order,
            evaluator,
            ply_lists: lists,
            turn_buffers: ways,
            whole_turns: by_turns,
            deadline: due,
            root_best: top,
            depth: 0,
            nodes: 0,
        })
    }

    /// Moves the root to another position of the game.
    ///
    /// # Errors
    /// An `AlphaBetaRefusal` says why alpha-beta cannot search it.
    pub fn set_root(&mut self, position: &(impl StartPosition + ?Sized)) -> Result<(), AlphaBetaRefusal> {
        if position.is_over() {
            return Err(AlphaBetaRefusal::Over);
        }
        if !self.explorer.reset(position.as_any()) {
            return Err(AlphaBetaRefusal::Other);
        }
        self.evaluator.set_root(self.explorer.as_ref());
        (self.root_best, self.depth, self.nodes) = (None, 0, 0);
        self.table.begin_search();
        self.order.begin_search();
        self.turn_buffers.reset();
        Ok(())
    }

    /// Searches deeper until the depth is reached, time runs out, `stop` is set, or the result is proven.
    pub fn run(&mut self, depth: Option<u32>, time: Option<Duration>, stop: &AtomicBool) {
        let limits = Limits { simulations: None, time };
        let deepest = depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
        with_deadline(limits, stop, |stop| self.deepen(deepest, stop));
    }

    fn deepen(&mut self, deepest: u32, stop: &AtomicBool) {
        while self.depth < deepest && !self.root_best.is_some_and(|top| self.depth > 0 && top.value.proven) {
            if !self.iterate(self.depth + 1, stop) {
                return;
            }
            self.depth += 1;
        }
    }

    /// Runs one iteration; `false` if it was stopped. A better ply found by then is kept: the best ply of the previous
    /// iteration is searched first, so what replaces it is better.
    fn iterate(&mut self, depth: u32, stop: &AtomicBool) -> bool {
        let (ids, loud) = (Vec::new(), Vec::new());
        let AlphaBeta {
            explorer: at,
            table,
            order,
            evaluator: judge,
            ply_lists: lists,
            turn_buffers: ways,
            whole_turns: is_whole,
            deadline: due,
            ..
        } = self;
        let judge = judge.as_mut();
        let (at, is_whole, due, stopped, nodes, top) = (at.as_mut(), *is_whole, *due, false, 0, None);
        let mut visit = SearchState {
            explorer: at,
            table,
            order,
            evaluator: judge,
            stop,
            deadline: due,
            ply_lists: lists,
            nodes,
            stopped,
            root_best: top,
            whole_turns: is_whole,
            turn_buffers: ways,
            ids,
            captures: loud,
        };
        let worth = visit.search(depth as i32, Window::WHOLE, 0);
        let (top, nodes, stopped) = (visit.root_best, visit.nodes, visit.stopped);
        self.nodes += nodes;
        let completed = |top: RootBest| if stopped { top } else { RootBest { value: worth, ..top } };
        self.root_best = top.map(completed).or(self.root_best);
        !stopped
    }

    /// The result so far; the first legal ply before any iteration.
    pub fn result(&mut self) -> AlphaBetaResult {
        let to_move = self.explorer.to_move();
        let (score, proven) = self.root_best.map_or((0, false), |top| (top.value.score, top.value.proven));
        let best = self.root_best.map(|top| top.id).or_else(|| self.first_legal());
        let mover_score = if to_move == 1 { -score } else { score };
        let turn =
            if self.turn_buffers.best.is_empty() { Vec::from_iter(best) } else { self.turn_buffers.best.clone() };
        let line = if self.whole_turns {
            turn.clone()
        } else {
            best.map_or_else(Vec::new, |best| self.principal_variation(best))
        };
        let (depth, nodes, bytes) = (self.depth, self.nodes, self.table.bytes());
        AlphaBetaResult {
            to_move,
            best,
            line,
            turn,
            score,
            value: win_probability(mover_score),
            proven,
            depth,
            nodes,
            bytes,
        }
    }

    fn first_legal(&mut self) -> Option<u32> {
        let mut ids = Vec::new();
        self.explorer.legal(&mut ids);
        ids.first().copied()
    }

    /// The principal variation, read from the table.
    fn principal_variation(&mut self, best: u32) -> Vec<u32> {
        let (mut line, mut next) = (Vec::new(), Some(best));
        while let Some(id) = next.filter(|_| line.len() <= self.depth as usize) {
            if !self.explorer.play(id) {
                break;
            }
            line.push(id);
            let is_player = self.explorer.values().is_none() && self.explorer.to_move() >= 0;
            next = is_player.then(|| self.table.get(self.explorer.hash())).flatten().map(|entry| entry.best);
        }
        line.iter().for_each(|_| {
            self.explorer.undo();
        });
        line
    }
}

/// Checks that the position can be searched by alpha-beta.
pub(super) fn check_searchable(explorer: &dyn Explorer) -> Result<(), AlphaBetaRefusal> {
    match explorer.players() {
        _ if explorer.has_secrets() => Err(AlphaBetaRefusal::Hidden),
        2 if explorer.values().is_some() => Err(AlphaBetaRefusal::Over),
        2 => Ok(()),
        players => Err(AlphaBetaRefusal::Players(players)),
    }
}
