//! Iterative deepening: each iteration searches one ply deeper, orders its plies by the previous one, and stores a result
//! for when the time is up.

use super::order::Order;
use super::score::{Score, chance};
use super::table::TranspositionTable;
use super::visit::{RootBest, Visit, Window};
use super::whole::TurnBuffers;
use crate::limits::{Limits, within};
use lusory_play::{Evaluate, Explorer, Start};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The maximum search depth.
const DEEPEST: u32 = 200;

/// Why a position cannot be searched by alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlphaBetaRefusal {
    /// The game is over.
    Over,
    /// The game has secrets.
    Hidden,
    /// The game has this many players, not two.
    Players(usize),
    /// It belongs to another game.
    Other,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaBetaResult {
    /// Who plays the next ply: a player, or -1 for chance.
    pub to_move: i8,
    /// The best ply.
    pub best: Option<u32>,
    /// The plies that are expected from here, the best one first. Where turns have several plies, those of this turn.
    pub line: Vec<u32>,
    /// The plies of the best turn, or what is left of one; where turns are single plies that one.
    pub turn: Vec<u32>,
    /// What the position is worth to the first player, in thousandths of the logarithm of the odds; see `score`.
    pub score: Score,
    /// The chance to win of who is to move, estimated from features; 0, 1/2 or 1 if proven.
    pub value: f64,
    /// Is that proven?
    pub proven: bool,
    /// The completed depth in plies, or in turns where turns have several plies.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// How many bytes the table takes.
    pub bytes: usize,
}

/// An alpha-beta search. It keeps its transposition table from one position to the next.
pub struct AlphaBeta {
    at: Box<dyn Explorer>,
    table: TranspositionTable,
    order: Order,
    judge: Box<dyn Evaluate>,
    lists: Vec<Vec<(i32, u32)>>,
    ways: TurnBuffers,
    /// Are edges whole turns?
    whole: bool,
    /// When the search is to stop.
    due: Option<Instant>,
    top: Option<RootBest>,
    depth: u32,
    nodes: u64,
}

impl AlphaBeta {
    /// A search of a position; `judge` is called with the explorer, which knows the features.
    ///
    /// # Errors
    /// An `AlphaBetaRefusal` says why alpha-beta cannot search the position.
    pub fn new(
        position: &(impl Start + ?Sized),
        memory: usize,
        judge: impl FnOnce(&dyn Explorer) -> Box<dyn Evaluate>,
    ) -> Result<Self, AlphaBetaRefusal> {
        let at = position.explorer();
        check(at.as_ref())?;
        let mut judge = judge(at.as_ref());
        judge.begin(at.as_ref());
        let (table, order, lists, ways) =
            (TranspositionTable::new(memory), Order::new(), Vec::new(), TurnBuffers::default());
        let whole = at.has_long_turns() && judge.takes_turns();
        let (due, top) = (None, None);
        Ok(AlphaBeta { at, table, order, judge, lists, ways, whole, due, top, depth: 0, nodes: 0 })
    }

    /// Moves the root to another position of the game.
    ///
    /// # Errors
    /// An `AlphaBetaRefusal` says why alpha-beta cannot search it.
    pub fn go_to(&mut self, position: &(impl Start + ?Sized)) -> Result<(), AlphaBetaRefusal> {
        if position.is_over() {
            return Err(AlphaBetaRefusal::Over);
        }
        if !self.at.reset(position.as_any()) {
            return Err(AlphaBetaRefusal::Other);
        }
        self.judge.begin(self.at.as_ref());
        (self.top, self.depth, self.nodes) = (None, 0, 0);
        self.table.age();
        self.order.age();
        self.ways.reset();
        Ok(())
    }

    /// Searches deeper, until the depth is reached, the time is over, `stop` is set, or the result is proven.
    pub fn run(&mut self, depth: Option<u32>, time: Option<Duration>, stop: &AtomicBool) {
        let limits = Limits { simulations: None, time };
        let deepest = depth.unwrap_or(DEEPEST).min(DEEPEST);
        self.due = time.and_then(|time| Instant::now().checked_add(time));
        within(limits, stop, |stop| self.deepen(deepest, stop));
    }

    fn deepen(&mut self, deepest: u32, stop: &AtomicBool) {
        while self.depth < deepest && !self.top.is_some_and(|top| self.depth > 0 && top.worth.sure) {
            if !self.iterate(self.depth + 1, stop) {
                return;
            }
            self.depth += 1;
        }
    }

    /// One iteration; `false` if it was stopped. A better ply found until then is kept, since the best ply of the iteration
    /// before is searched first.
    fn iterate(&mut self, depth: u32, stop: &AtomicBool) -> bool {
        let (ids, loud) = (Vec::new(), Vec::new());
        let AlphaBeta { at, table, order, judge, lists, ways, whole, due, .. } = self;
        let judge = judge.as_mut();
        let (at, whole, due, stopped, nodes, top) = (at.as_mut(), *whole, *due, false, 0, None);
        let mut visit =
            Visit { at, table, order, judge, stop, due, lists, nodes, stopped, top, whole, ways, ids, loud };
        let worth = visit.visit(depth as i32, Window::WHOLE, 0);
        let (top, nodes, stopped) = (visit.top, visit.nodes, visit.stopped);
        self.nodes += nodes;
        let settled = |top: RootBest| if stopped { top } else { RootBest { worth, ..top } };
        self.top = top.map(settled).or(self.top);
        !stopped
    }

    /// The result so far; the first legal ply before any was searched.
    pub fn result(&mut self) -> AlphaBetaResult {
        let to_move = self.at.to_move();
        let (score, proven) = self.top.map_or((0, false), |top| (top.worth.score, top.worth.sure));
        let best = self.top.map(|top| top.id).or_else(|| self.any());
        let mine = if to_move == 1 { -score } else { score };
        let turn = if self.ways.best.is_empty() { Vec::from_iter(best) } else { self.ways.best.clone() };
        let line = if self.whole { turn.clone() } else { best.map_or_else(Vec::new, |best| self.line(best)) };
        let (depth, nodes, bytes) = (self.depth, self.nodes, self.table.bytes());
        AlphaBetaResult { to_move, best, line, turn, score, value: chance(mine), proven, depth, nodes, bytes }
    }

    fn any(&mut self) -> Option<u32> {
        let mut ids = Vec::new();
        self.at.legal(&mut ids);
        ids.first().copied()
    }

    /// The principal variation, read from the table.
    fn line(&mut self, best: u32) -> Vec<u32> {
        let (mut line, mut next) = (Vec::new(), Some(best));
        while let Some(id) = next.filter(|_| line.len() <= self.depth as usize) {
            if !self.at.play(id) {
                break;
            }
            line.push(id);
            let is_player = self.at.values().is_none() && self.at.to_move() >= 0;
            next = is_player.then(|| self.table.get(self.at.hash())).flatten().map(|entry| entry.best);
        }
        line.iter().for_each(|_| {
            self.at.back();
        });
        line
    }
}

/// Checks that the position can be searched by alpha-beta.
pub(super) fn check(at: &dyn Explorer) -> Result<(), AlphaBetaRefusal> {
    match at.players() {
        _ if at.hidden() => Err(AlphaBetaRefusal::Hidden),
        2 if at.values().is_some() => Err(AlphaBetaRefusal::Over),
        2 => Ok(()),
        players => Err(AlphaBetaRefusal::Players(players)),
    }
}
