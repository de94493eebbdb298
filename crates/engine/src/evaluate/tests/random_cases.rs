//! Random words and positions for tests of evaluation.

use super::boards::Drawn;
use crate::board::Place;
use crate::plan::Plan;
use crate::rule::{Agendas, Directions, MarkLayers, QuietCounter, Rules, Side, Sign};
use crate::rule::{
    Cells, Condition, Connected, Distance, Enclosed, Group, Heading, If, Line, Number, Ray, Regions, Ring, Where,
};
use crate::state::{LastDestination, State};
use crate::stream::Stream;
use std::num::NonZeroU64;

pub struct Dice<'b> {
    pub stream: Stream,
    pub board: &'b Drawn,
    pub sides: usize,
}

impl Dice<'_> {
    pub fn below(&mut self, n: usize) -> usize {
        self.stream.below(NonZeroU64::new(n as u64).unwrap()) as usize
    }

    fn any_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn maybe<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| draw(self))
    }

    fn few<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..2 + self.below(2)).map(|_| draw(self)).collect()
    }

    fn each_side<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.sides).map(|_| draw(self)).collect()
    }

    fn choice<T>(&mut self, depth: usize, draw: impl Fn(&mut Self) -> T) -> Box<If<T>> {
        Box::new(If { when: self.condition(depth), then: draw(self), otherwise: self.maybe(draw) })
    }

    fn side(&mut self) -> Side {
        self.any_of(&[Side::Own, Side::Enemy, Side::Neutral])
    }

    pub fn cells(&mut self, depth: usize) -> Cells {
        if depth == 0 {
            return self.leaf();
        }
        let d = depth - 1;
        match self.below(20) {
            0 => Cells::Row(Box::new(self.cells(d))),
            1 => Cells::Column(Box::new(self.cells(d))),
            2 => Cells::Regions(Box::new(self.regions(d))),
            3 => Cells::Adjacent(Box::new(self.cells(d)), self.ways(d)),
            4 => Cells::Shift(Box::new(self.cells(d)), self.ways(d)),
            5 | 6 => Cells::Ray(Box::new(self.ray(d))),
            7 => {
                let group = self.below(2) == 0;
                Cells::Enclosed(Box::new(Enclosed { of: self.cells(d), group, ways: self.ways(d) }))
            }
            8..=10 => Cells::Line(Box::new(self.line(d))),
            11 => {
                let (of, at, size) = (self.cells(d), self.maybe(|dice| dice.cells(d)), self.number(d));
                Cells::Group(Box::new(Group { of, at, size, ways: self.ways(d) }))
            }
            12 | 13 => {
                let (of, regions, n) = (self.cells(d), self.regions(d), self.maybe(|dice| 1 + dice.below(3) as u32));
                Cells::Connected(Box::new(Connected { of, regions, n, ways: self.ways(d) }))
            }
            14 => {
                let crowd = Cells::Not(Box::new(self.leaf()));
                let of = self.cells(d);
                let ways = self.any_of(&[Directions::Orthogonal, Directions::Every]);
                Cells::Ring(Box::new(Ring { of: self.any_of(&[crowd, of]), ways }))
            }
            15 => Cells::And(self.few(|dice| dice.cells(d))),
            16 => Cells::Or(self.few(|dice| dice.cells(d))),
            17 => Cells::Not(Box::new(self.cells(d))),
            18 => Cells::Where(Box::new(Where { of: self.cells(d), when: self.condition(d) })),
            _ if self.below(2) == 0 => Cells::If(self.choice(d, |dice| dice.cells(d))),
            _ => Cells::BySide(self.each_side(|dice| dice.cells(d))),
        }
    }

    fn leaf(&mut self) -> Cells {
        let (last, cells) = (1 + self.below(2) as i64, self.board.graph.cells() as usize);
        match self.below(25) {
            0..=6 => Cells::Of(self.side()),
            7..=9 => Cells::Empty,
            10 => Cells::Everywhere,
            11 => Cells::Kind(self.below(2)),
            12 => Cells::At((0..self.below(4)).map(|_| self.below(cells) as u32).collect()),
            13 => self.any_of(&[Cells::Ranks { first: 1, last }, Cells::Ranks { first: -last, last: -1 }]),
            14 => self.any_of(&[Cells::Center, Cells::Shade(0), Cells::Shade(1)]),
            15 => Cells::To,
            16 => Cells::Here,
            17 => Cells::Origin,
            18 => self.any_of(&[Cells::Just, Cells::Moved, Cells::Visited]),
            19 | 20 => Cells::Last { side: self.side(), back: 1 + self.below(2) },
            21 => Cells::Open,
            22 => Cells::Marked(self.below(2)),
            _ => self.any_of(&[Cells::Announced, Cells::Revealed]),
        }
    }

    fn ray(&mut self, depth: usize) -> Ray {
        let solid = Cells::Or(vec![Cells::Of(Side::Own), Cells::Of(Side::Enemy)]);
        let (through, start, ways) = (self.cells(depth), self.cells(depth), self.ways(depth));
        Ray {
            start: self.any_of(&[Cells::To, Cells::Of(Side::Own), start]),
            ways: self.any_of(&[Directions::Every, Directions::Every, ways]),
            through: self.any_of(&[Cells::Empty, solid, Cells::Everywhere, through]),
            until: self.maybe(|dice| dice.cells(depth)),
            length: self.maybe(|dice| Number::Whole(dice.below(5) as i64 - 1)),
        }
    }

    fn line(&mut self, depth: usize) -> Line {
        let n = 2 + self.below(5) as u32;
        let times = if self.below(3) == 0 { 2 + self.below(2) as u32 } else { 1 };
        let crowd = Cells::Not(Box::new(self.leaf()));
        let of = self.cells(depth);
        let of = self.any_of(&[Cells::Empty, crowd, of]);
        let exact = times == 1 && self.below(2) == 0;
        Line { n, of, exact, times, share: self.below(2) as u32, ways: self.ways(depth) }
    }

    fn regions(&mut self, depth: usize) -> Regions {
        match self.below(8) {
            0..=2 => {
                Regions::Edges { which: (0..self.board.layout.edges.len()).collect(), corners: self.below(2) == 0 }
            }
            3 => Regions::Edges { which: vec![0, 1], corners: true },
            4 => Regions::Corners,
            5 => Regions::List((0..1 + self.below(10)).map(|_| self.cells(depth.min(1))).collect()),
            6 if depth > 0 => Regions::If(self.choice(depth - 1, |dice| dice.regions(depth - 1))),
            7 if depth > 0 => Regions::BySide(self.each_side(|dice| dice.regions(depth - 1))),
            _ => Regions::List(self.few(|dice| dice.leaf())),
        }
    }

    pub fn ways(&mut self, depth: usize) -> Directions {
        let set = self.stream.bits() & ((1 << self.board.graph.directions()) - 1);
        match self.below(if depth > 0 { 14 } else { 7 }) {
            0 | 1 => Directions::Every,
            2 | 3 => Directions::Orthogonal,
            4 => self.any_of(&[Directions::Diagonal, Directions::Forward]),
            5 => Directions::Dir(set),
            6 => Directions::PlyHeading,
            7 | 8 => {
                let (start, end) = (self.leaf(), self.leaf());
                let (distance, ways) = (self.maybe(|dice| 1 + dice.below(2) as u32), self.ways(depth - 1));
                Directions::Heading(Box::new(Heading { start, end, distance, ways }))
            }
            9 => Directions::Opposite(Box::new(self.ways(depth - 1))),
            10 => Directions::And(self.few(|dice| dice.ways(depth - 1))),
            11 => Directions::Or(self.few(|dice| dice.ways(depth - 1))),
            12 => Directions::Not(Box::new(self.ways(depth - 1))),
            _ if self.below(2) == 0 => Directions::If(self.choice(depth - 1, |dice| dice.ways(depth - 1))),
            _ => Directions::BySide(self.each_side(|dice| dice.ways(depth - 1))),
        }
    }

    pub fn number(&mut self, depth: usize) -> Number {
        match self.below(if depth > 0 { 13 } else { 7 }) {
            0 | 1 => Number::Whole(self.below(5) as i64),
            2 => Number::Captured(self.side()),
            3 => Number::Score(self.side()),
            4 => Number::Hand(self.side(), self.below(2)),
            5 => Number::Rolled,
            6 => Number::Count(self.leaf()),
            7 => Number::Groups(self.cells(depth - 1), self.ways(depth - 1)),
            8 => Number::Sum(self.few(|dice| dice.number(depth - 1))),
            9 => Number::Minus(Box::new(self.number(depth - 1)), Box::new(self.number(depth - 1))),
            10 => Number::Distance(Box::new(Distance {
                start: self.cells(depth - 1),
                end: self.cells(depth - 1),
                through: self.cells(depth - 1),
                ways: self.ways(depth - 1),
            })),
            11 => Number::If(self.choice(depth - 1, |dice| dice.number(depth - 1))),
            _ => Number::BySide(self.each_side(|dice| dice.number(depth - 1))),
        }
    }

    pub fn condition(&mut self, depth: usize) -> Condition {
        if depth == 0 {
            return Condition::Cells(self.leaf());
        }
        let d = depth - 1;
        match self.below(12) {
            0..=3 => Condition::Cells(self.cells(depth)),
            4 => Condition::Some(Box::new(self.condition(d))),
            5 => Condition::No(Box::new(self.condition(d))),
            6 => Condition::All(self.few(|dice| dice.condition(d))),
            7 => Condition::Any(self.few(|dice| dice.condition(d))),
            8 => {
                let sign = self.any_of(&[Sign::AtLeast, Sign::AtMost, Sign::More, Sign::Less, Sign::Equal]);
                Condition::Compare(self.number(depth), sign, self.number(depth))
            }
            9 => Condition::Quiet { counter: 0, n: self.below(4) as u32 },
            10 => Condition::Repeats(self.below(4) as u32),
            _ if self.below(2) == 0 => Condition::If(self.choice(d, |dice| dice.condition(d))),
            _ => Condition::BySide(self.each_side(|dice| dice.condition(d))),
        }
    }

    /// Rules without plies: two kinds of piece.
    pub fn rules(&mut self, hidden: bool) -> Rules {
        Rules {
            sides: self.sides,
            kinds: vec!["stone".into(), "king".into()],
            hidden,
            nodes: Vec::new(),
            agendas: Agendas::default(),
            turns: Vec::new(),
            setup: Vec::new(),
            handed: vec![Some(3), None],
            effects: Vec::new(),
            ends: Vec::new(),
            quiets: vec![QuietCounter { without: 1, turns: false }],
            repeats: true,
            memory: 2,
            marks: vec![MarkLayers { first: 0, count: 1 }, MarkLayers { first: 1, count: 3 }],
            tells: 0,
            told: Vec::new(),
            scores: false,
            end: None,
            blocks: Vec::new(),
            announced: Vec::new(),
            may_duplicate_plies: false,
            plies_depend_on_counters: false,
            offers_depend_on_counters: false,
        }
    }

    /// A random position in the middle of a turn, with up to two pieces on a cell where some are hidden.
    pub fn state<const W: usize>(&mut self, plan: &Plan<W>) -> State<W> {
        let mut state = plan.blank();
        let crowd = 1 + self.below(10);
        for p in plan.board.all.iter() {
            for _ in 0..if plan.rules.hidden { 2 } else { 1 } {
                if self.below(10) < crowd {
                    let plane = self.below(plan.planes);
                    state.pieces[plane].insert(p);
                    if plan.rules.hidden && self.below(2) == 0 {
                        state.shown[plane].insert(p);
                    }
                }
            }
        }
        let places: Vec<Place> = plan.board.place.iter().copied().chain([-1]).collect();
        (state.to, state.origin, state.just) = (self.any_of(&places), self.any_of(&places), self.any_of(&places));
        state.moved = crate::board::set_of_place(state.to);
        state.visited = crate::board::set_of_place(state.origin) | state.moved;
        state.heading = self.below(plan.board.steps.len() + 1) as i8 - 1;
        state.side = self.below(plan.rules.sides) as u8;
        for _ in 0..self.below(6) {
            let (side, known) = (self.below(plan.rules.sides) as u8, self.below(2) == 0);
            state.lasts.push(LastDestination { side, place: self.any_of(&plan.board.place), known });
        }
        for side in 0..plan.rules.sides {
            (state.captured[side], state.scores[side]) = (self.below(4) as i64, self.below(9) as i64 - 4);
        }
        for layer in 0..state.marks.len() {
            let cells = plan.board.all.iter().filter(|_| self.below(6) == 0).collect();
            state.marks[layer] = cells;
        }
        state.hands.iter_mut().for_each(|in_hand| *in_hand = self.below(4) as i32);
        (state.dice, state.quiet[0]) = (self.below(7) as u32, self.below(4) as u32);
        state
    }
}
