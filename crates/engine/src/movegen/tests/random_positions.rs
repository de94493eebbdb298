//! Random rules and positions for tests of move generation.

use crate::bits::Bits;
use crate::board::{Layout, NOWHERE, Place, width};
use crate::compile::compile_for_board;
use crate::graph::Graph;
use crate::plan::Plan;
use crate::rule::{
    Action, Agendas, Atomic, Cells, Condition, Directions, Link, Node, NodeKind, Number, Rules, Side, Sign,
};
use crate::state::{LastDestination, State};
use crate::stream::Stream;
use std::collections::HashMap;
use std::num::NonZeroU64;

/// What is left of a turn, as in the reference: parts, each with whether the turn may be ended before it.
pub type Agenda = Vec<(usize, bool)>;

/// Rules with the data they were generated from. parts: the parts of each node. stops: for each node, whether it is a
/// Sequence that may be ended. numbers: the number of each agenda.
pub struct World<const W: usize> {
    pub plan: Plan<W>,
    pub parts: Vec<Vec<usize>>,
    pub stops: Vec<bool>,
    pub numbers: HashMap<Agenda, u16>,
    pub top: usize,
}

/// Random choices.
pub struct Dice(pub Stream);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(NonZeroU64::new(n as u64).unwrap()) as usize
    }

    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn subset<const W: usize>(&mut self, all: Bits<W>, one_in: usize) -> Bits<W> {
        all.iter().filter(|_| self.once_in(one_in)).collect()
    }
}

struct Maker<'d> {
    dice: &'d mut Dice,
    nodes: Vec<Node>,
    parts: Vec<Vec<usize>>,
    stops: Vec<bool>,
    cells: u32,
    directions: usize,
}

impl Maker<'_> {
    fn node(&mut self, kind: NodeKind, parts: Vec<usize>, stop: bool) -> usize {
        self.nodes.push(Node { kind });
        self.parts.push(parts);
        self.stops.push(stop);
        self.nodes.len() - 1
    }

    fn cells(&mut self) -> Cells {
        let few = (0..self.cells).filter(|_| self.dice.once_in(2)).collect();
        match self.dice.below(9) {
            0 => Cells::Of(Side::Own),
            1 => Cells::Of(Side::Enemy),
            2 => Cells::Of(Side::Neutral),
            3 => Cells::Everywhere,
            4 => Cells::At(few),
            5 => Cells::Not(Box::new(Cells::Of(Side::Own))),
            6 => Cells::Not(Box::new(Cells::Just)),
            _ => Cells::Empty,
        }
    }

    fn what(&mut self) -> Cells {
        if self.dice.once_in(4) { Cells::Not(Box::new(Cells::Empty)) } else { Cells::Of(Side::Own) }
    }

    fn ways(&mut self) -> Directions {
        if self.dice.once_in(2) {
            return Directions::Every;
        }
        Directions::Dir(self.dice.0.bits() & ((1 << self.directions) - 1))
    }

    fn number(&mut self) -> Number {
        match self.dice.below(3) {
            0 => Number::Count(Cells::And(vec![
                Cells::Adjacent(Box::new(Cells::Origin), Directions::Every),
                Cells::Of(Side::Enemy),
            ])),
            1 => Number::Count(Cells::Shift(
                Box::new(Cells::Origin),
                Directions::Or(vec![Directions::PlyHeading, Directions::Dir(1)]),
            )),
            _ => Number::Whole(self.dice.below(5) as i64 - 1),
        }
    }

    fn condition(&mut self) -> Condition {
        match self.dice.below(4) {
            0 => Condition::Compare(self.number(), Sign::AtLeast, Number::Whole(2)),
            1 => Condition::No(Box::new(Condition::Cells(Cells::Just))),
            2 => {
                Condition::Cells(Cells::And(vec![Cells::Adjacent(Box::new(Cells::To), Directions::Every), self.what()]))
            }
            _ => Condition::Cells(Cells::And(vec![Cells::Or(vec![Cells::To, Cells::Origin]), self.cells()])),
        }
    }

    fn atomic(&mut self, action: Action) -> usize {
        let n = self.cells;
        let base = match &action {
            Action::Place { own, .. } => u32::from(!own) * n,
            Action::Remove { .. } => 2 * n,
            Action::Hop { .. } => 3 * n + n * n,
            Action::Pass => 3 * n + 2 * n * n,
            Action::Swap => 3 * n + 2 * n * n + 1,
            Action::Keep => 3 * n + 2 * n * n + 2,
            Action::Roll { .. } => 3 * n + 2 * n * n + 3,
            Action::Reveal { .. } => 6 * n + 2 * n * n + 10,
            _ => 3 * n,
        };
        let mut judged = |one_in| self.dice.once_in(one_in).then(|| self.condition_of(one_in));
        let (needed, unless) = (judged(4), judged(6));
        let atomic = Atomic { action, needs: needed, unless, then: Vec::new(), base: Some(base) };
        self.node(NodeKind::Atomic(Box::new(atomic)), Vec::new(), false)
    }

    fn action(&mut self) -> Action {
        let (pieces, to, ways) = (self.what(), self.cells(), self.ways());
        match self.dice.below(9) {
            0 | 1 => Action::Place { to, kind: 0, own: !self.dice.once_in(3), shape: self.shape() },
            2 => Action::Step { what: pieces, to, ways },
            3 | 4 => {
                let distance = self.dice.once_in(3).then(|| self.number());
                Action::Slide { what: pieces, to, ways, distance, through: self.cells() }
            }
            5 => Action::Leap {
                what: pieces,
                to,
                distance: self.dice.once_in(2).then(|| 1 + self.dice.below(3) as u32),
                ways,
            },
            6 => Action::Hop { what: pieces, over: self.cells(), to, ways, captures: true },
            7 => Action::Remove { what: self.cells() },
            _ => vec![Action::Pass, Action::Swap, Action::Keep].swap_remove(self.dice.below(3)),
        }
    }

    fn shape(&mut self) -> Vec<Vec<usize>> {
        let walks = self.dice.below(5).saturating_sub(2);
        (0..walks).map(|_| (0..self.dice.below(3)).map(|_| self.dice.below(self.directions)).collect()).collect()
    }

    fn commit(&mut self) -> usize {
        let place = Action::Place { to: self.cells(), kind: 0, own: true, shape: Vec::new() };
        let place = self.atomic(place);
        let reveal = Some(self.atomic(Action::Reveal { what: Cells::Of(Side::Own) }));
        let announce = vec![Cells::Everywhere; self.dice.below(3)];
        let base = Some(3 * self.cells + 2 * self.cells * self.cells + 9);
        self.node(NodeKind::Commit { place, announce, answer: reveal, fails: None, base }, Vec::new(), false)
    }

    fn several(&mut self, depth: usize) -> Vec<usize> {
        (0..1 + self.dice.below(3)).map(|_| self.turn(depth - 1)).collect()
    }

    fn turn(&mut self, depth: usize) -> usize {
        if depth == 0 || self.dice.once_in(4) {
            if self.dice.once_in(8) {
                return self.commit();
            }
            let action = self.action();
            return self.atomic(action);
        }
        let parts = self.several(depth);
        match self.dice.below(8) {
            0 | 1 => {
                let stop = self.dice.once_in(2);
                self.node(NodeKind::Sequence, parts, stop)
            }
            2 => self.node(NodeKind::Either, parts, false),
            3 => self.node(NodeKind::First, parts, false),
            4 => self.repeat(parts[0]),
            5 => self.chance(parts[0]),
            6 => {
                let when = Box::new(self.condition());
                let branches = parts.len().min(2);
                self.node(NodeKind::If(when, branches == 2), parts[..branches].to_vec(), false)
            }
            _ => {
                let other = self.turn(depth - 1);
                self.node(NodeKind::BySide, vec![parts[0], other], false)
            }
        }
    }

    fn repeat(&mut self, part: usize) -> usize {
        let condition = self.dice.once_in(3).then(|| self.condition());
        let must = self.dice.once_in(2);
        self.node(NodeKind::Repeat { must, still: condition }, vec![part], false)
    }

    fn chance(&mut self, part: usize) -> usize {
        let weights = if self.dice.once_in(2) { vec![1, 2, 3, 4] } else { Vec::new() };
        let ply = if self.dice.once_in(2) { self.atomic(Action::Roll { faces: 4, weights }) } else { part };
        self.node(NodeKind::Chance, vec![ply], false)
    }

    fn condition_of(&mut self, _: usize) -> Condition {
        self.condition()
    }
}

/// Numbers every agenda reachable from one.
fn number(maker: &Maker<'_>, agenda: Agenda, numbers: &mut HashMap<Agenda, u16>, links: &mut Vec<Link>) -> u16 {
    if agenda.is_empty() {
        return 0;
    }
    if let Some(&number) = numbers.get(&agenda) {
        return number;
    }
    let ((node, stop), after) = (agenda[0], agenda[1..].to_vec());
    links.push(Link { node, stop, rest: 0, next: Vec::new() });
    let index = links.len();
    numbers.insert(agenda.clone(), index as u16);
    let mut find = |agenda| number(maker, agenda, numbers, links);
    let join = |parts: &[(usize, bool)], rest: &[(usize, bool)]| [parts, rest].concat();
    let parts = &maker.parts[node];
    let next: Vec<u16> = match &maker.nodes[node].kind {
        NodeKind::Sequence => {
            let steps: Agenda = parts.iter().map(|&part| (part, stop || maker.stops[node])).collect();
            vec![find(join(&steps, &after))]
        }
        NodeKind::Repeat { .. } => vec![find(join(&[(parts[0], stop)], &agenda))],
        _ => parts.iter().map(|&part| find(join(&[(part, stop)], &after))).collect(),
    };
    let rest = find(after);
    (links[index - 1].next, links[index - 1].rest) = (next, rest);
    index as u16
}

/// Rules compiled for a board whose directions have no names and no opposites.
pub fn laid<const W: usize>(rules: Rules, graph: &Graph) -> Plan<W> {
    let count = graph.directions();
    let layout = Layout { sides: (1 << count) - 1, opposite: vec![None; count], ..Layout::default() };
    compile_for_board(rules, graph, width(graph).1.as_ref(), layout).unwrap()
}

pub fn world<const W: usize>(graph: &Graph, dice: &mut Dice) -> World<W> {
    let (cells, directions) = (graph.cells(), graph.directions());
    let (nodes, parts, stops) = (Vec::new(), Vec::new(), Vec::new());
    let mut maker = Maker { dice, nodes, parts, stops, cells, directions };
    let top = maker.turn(3);
    let (mut numbers, mut links) = (HashMap::new(), Vec::new());
    let first = number(&maker, vec![(top, false)], &mut numbers, &mut links);
    let hidden = maker.dice.once_in(3);
    let announced = (0..3).map(|_| (0..cells).filter(|_| maker.dice.once_in(4)).take(12).collect()).collect();
    let handed = if maker.dice.once_in(3) { vec![Some(2), None] } else { vec![None, None] };
    let rules = Rules {
        sides: 2,
        kinds: vec!["stone".into(), "king".into()],
        hidden,
        nodes: maker.nodes,
        agendas: Agendas { links },
        turns: vec![first],
        setup: Vec::new(),
        handed,
        effects: Vec::new(),
        ends: Vec::new(),
        quiets: Vec::new(),
        repeats: false,
        memory: 0,
        marks: Vec::new(),
        tells: 0,
        told: Vec::new(),
        scores: false,
        end: Some(1_000_000_000),
        blocks: Vec::new(),
        announced,
        may_duplicate_plies: true,
        plies_depend_on_counters: false,
        offers_depend_on_counters: false,
    };
    World { plan: laid(rules, graph), parts: maker.parts, stops: maker.stops, numbers, top }
}

/// A random position, some pieces hidden, in the middle of a turn.
pub fn position<const W: usize>(world: &World<W>, dice: &mut Dice) -> State<W> {
    let plan = &world.plan;
    let mut state = plan.blank();
    let share = 2 + dice.below(9);
    let mut free = plan.board.all;
    for plane in 0..plan.planes {
        state.pieces[plane] = dice.subset(free, share);
        free &= !state.pieces[plane];
        if plan.rules.hidden {
            state.shown[plane] = dice.subset(state.pieces[plane], 2);
        }
    }
    let places: Vec<Place> = plan.board.place.iter().copied().chain([NOWHERE]).collect();
    let mut any = || places[dice.below(places.len())];
    (state.to, state.origin, state.just) = (any(), any(), any());
    state.side = dice.below(2) as u8;
    state.agenda = plan.rules.turns[0];
    state.hands.iter_mut().for_each(|in_hand| *in_hand = dice.below(4) as i32);
    state.lasts = vec![LastDestination { side: 0, place: state.to, known: false }];
    state
}
