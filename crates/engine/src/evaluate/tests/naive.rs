//! Naive evaluation of words, cell by cell, after the Python reference: slow and simple.

use crate::evaluate::Viewer;
use crate::graph::Graph;
use crate::rule::{Cells, Condition, Directions, Distance, Heading, If, Number, Regions, Side, Sign, Where};
use std::collections::BTreeSet;

use super::boards::Drawn;

pub type Set = BTreeSet<u32>;

/// A position by cells. pieces, shown: by owner, then kind.
pub struct NaivePosition<'a> {
    pub board: &'a Drawn,
    pub kinds: usize,
    pub sides: usize,
    pub hidden: bool,
    pub viewer: Viewer,
    pub side: usize,
    pub pieces: Vec<Set>,
    pub shown: Vec<Set>,
    /// The cell that a `Where` asks about.
    pub here: std::cell::Cell<Option<u32>>,
    pub to: Set,
    pub origin: Set,
    pub just: Set,
    pub moved: Set,
    pub visited: Set,
    /// The cells with each mark.
    pub marked: Vec<Set>,
    pub heading: Option<usize>,
    pub lasts: Vec<(usize, u32, bool)>,
    pub captured: Vec<i64>,
    pub scores: Vec<i64>,
    pub hands: Vec<i64>,
    pub dice: i64,
    pub quiet: Vec<u32>,
    pub times: u32,
    pub announced: Set,
    pub revealed: Set,
}

pub fn union(sets: impl IntoIterator<Item = Set>) -> Set {
    sets.into_iter().flatten().collect()
}

fn cut(a: &Set, b: &Set) -> Set {
    a & b
}

impl NaivePosition<'_> {
    pub fn graph(&self) -> &Graph {
        &self.board.graph
    }

    fn all(&self) -> Set {
        (0..self.graph().cells()).collect()
    }

    fn every(&self) -> u64 {
        (1 << self.graph().directions()) - 1
    }

    pub fn directions(&self, set: u64) -> Vec<usize> {
        (0..self.graph().directions()).filter(|d| set >> d & 1 != 0).collect()
    }

    fn seen(&self, plane: usize) -> Set {
        let owner = plane / self.kinds;
        match self.viewer {
            _ if !self.hidden => self.pieces[plane].clone(),
            Viewer::All => self.pieces[plane].clone(),
            Viewer::Side(side) if owner == usize::from(side) + 1 => self.pieces[plane].clone(),
            _ => cut(&self.pieces[plane], &self.shown[plane]),
        }
    }

    fn owner(&self, owner: usize) -> Set {
        union((0..self.kinds).map(|k| self.seen(owner * self.kinds + k)))
    }

    pub fn occupied(&self) -> Set {
        union((0..self.pieces.len()).map(|plane| self.seen(plane)))
    }

    pub fn ray(&self, cell: u32, d: usize) -> Vec<u32> {
        let (mut cells, mut here) = (vec![], self.graph().step(d, cell));
        while let Some(next) = here.filter(|next| *next != cell && !cells.contains(next)) {
            cells.push(next);
            here = self.graph().step(d, next);
        }
        cells
    }

    pub fn shift(&self, cells: &Set, d: usize) -> Set {
        cells.iter().filter_map(|&c| self.graph().step(d, c)).collect()
    }

    pub fn near(&self, cell: u32, ways: u64) -> Set {
        self.directions(ways).into_iter().filter_map(|d| self.graph().step(d, cell)).collect()
    }

    pub fn adjacent(&self, cells: &Set, ways: u64) -> Set {
        union(cells.iter().map(|&c| self.near(c, ways)))
    }

    pub fn groups(&self, cells: &Set, ways: u64) -> Vec<Set> {
        let (mut left, mut groups) = (cells.clone(), vec![]);
        while let Some(&first) = left.first() {
            let mut group = Set::from([first]);
            loop {
                let linked = |c: &&u32| {
                    !self.near(**c, ways).is_disjoint(&group) || group.iter().any(|&g| self.near(g, ways).contains(*c))
                };
                let next_cells: Set = left.iter().filter(|c| !group.contains(c)).filter(linked).copied().collect();
                if next_cells.is_empty() {
                    break;
                }
                group.extend(next_cells);
            }
            left = &left - &group;
            groups.push(group);
        }
        groups
    }

    pub fn cells(&self, word: &Cells) -> Set {
        match word {
            Cells::Of(Side::Own) => self.owner(self.side + 1),
            Cells::Of(Side::Enemy) => union((0..self.sides).filter(|&s| s != self.side).map(|s| self.owner(s + 1))),
            Cells::Of(Side::Neutral) => self.owner(0),
            Cells::Empty => &self.all() - &self.occupied(),
            Cells::Everywhere => self.all(),
            Cells::Kind(kind) => union((0..=self.sides).map(|owner| self.seen(owner * self.kinds + kind))),
            Cells::At(cells) => cells.iter().copied().collect(),
            Cells::And(parts) => parts.iter().fold(self.all(), |all, part| cut(&all, &self.cells(part))),
            Cells::Or(parts) => union(parts.iter().map(|part| self.cells(part))),
            Cells::Not(of) => &self.all() - &self.cells(of),
            Cells::If(choice) => self.choose(choice).map_or(Set::new(), |part| self.cells(part)),
            Cells::BySide(parts) => parts.get(self.side).map_or(Set::new(), |part| self.cells(part)),
            Cells::Here => self.here.get().into_iter().collect(),
            Cells::Where(word) => self.cells_where(word),
            Cells::To => self.to.clone(),
            Cells::Origin => self.origin.clone(),
            Cells::Just => self.just.clone(),
            Cells::Moved => self.moved.clone(),
            Cells::Visited => self.visited.clone(),
            Cells::Marked(mark) => self.marked[*mark].clone(),
            Cells::Announced => self.announced.clone(),
            Cells::Revealed => self.revealed.clone(),
            Cells::Last { side, back } => self.last(*side, *back),
            Cells::Open => union((0..self.pieces.len()).map(|p| match self.hidden {
                true => cut(&self.pieces[p], &self.shown[p]),
                false => self.pieces[p].clone(),
            })),
            _ => self.parts_of_board(word),
        }
    }

    fn cells_where(&self, word: &Where) -> Set {
        let (before, mut members) = (self.here.get(), Set::new());
        for cell in self.cells(&word.of) {
            self.here.set(Some(cell));
            if self.holds(&word.when).is_some() {
                members.insert(cell);
            }
            self.here.set(before);
        }
        members
    }

    fn parts_of_board(&self, word: &Cells) -> Set {
        let layout = &self.board.layout;
        let touching = |lines: &[(String, Vec<u32>)], of: Set| {
            union(lines.iter().map(|line| line.1.iter().copied().collect()).filter(|line: &Set| !line.is_disjoint(&of)))
        };
        match word {
            Cells::Ranks { first, last } => {
                let ranks = &layout.ranks[self.side.min(layout.ranks.len() - 1)];
                let row = |k: i64| if k > 0 { k as usize - 1 } else { (ranks.len() as i64 + k) as usize };
                union((*first..=*last).map(|k| ranks[row(k)].iter().copied().collect()))
            }
            Cells::Row(of) => touching(&layout.rows, self.cells(of)),
            Cells::Column(of) => touching(&layout.columns, self.cells(of)),
            Cells::Center => layout.centre.iter().copied().collect(),
            Cells::Shade(index) => layout.shades[*index].iter().copied().collect(),
            Cells::Regions(regions) => union(self.regions(regions)),
            Cells::Adjacent(of, ways) => self.adjacent(&self.cells(of), self.ways(ways)),
            Cells::Shift(of, ways) => {
                let of = self.cells(of);
                union(self.directions(self.ways(ways)).into_iter().map(|d| self.shift(&of, d)))
            }
            _ => self.figure(word),
        }
    }

    pub fn regions(&self, word: &Regions) -> Vec<Set> {
        let layout = &self.board.layout;
        let corners: Vec<Set> = layout.corners.iter().map(|c| c.iter().copied().collect()).collect();
        match word {
            Regions::Edges { which, corners: with } => {
                let taken = if *with { Set::new() } else { union(corners) };
                let edge = |i: &usize| layout.edges[*i].1.iter().copied().filter(|c| !taken.contains(c)).collect();
                which.iter().map(edge).collect()
            }
            Regions::Corners => corners,
            Regions::List(parts) => parts.iter().map(|part| self.cells(part)).collect(),
            Regions::If(choice) => self.choose(choice).map_or(vec![], |part| self.regions(part)),
            Regions::BySide(parts) => parts.get(self.side).map_or(vec![], |part| self.regions(part)),
        }
    }

    fn last(&self, side: Side, back: usize) -> Set {
        let is_known = |s: usize, is_known: bool| {
            !self.hidden || is_known || self.viewer == Viewer::All || self.viewer == Viewer::Side(s as u8)
        };
        let plies: Vec<_> = self.lasts.iter().filter(|l| (l.0 == self.side) == (side == Side::Own)).collect();
        let ply = plies.len().checked_sub(back).map(|i| plies[i]);
        ply.filter(|l| is_known(l.0, l.2)).map(|l| l.1).into_iter().collect()
    }

    pub fn ways(&self, word: &Directions) -> u64 {
        let layout = &self.board.layout;
        let set = |found_set: &mut dyn Iterator<Item = usize>| found_set.fold(0, |all, d| all | 1 << d);
        match word {
            Directions::Fixed(sets) => sets[self.side],
            Directions::Every => self.every(),
            Directions::Orthogonal => layout.sides,
            Directions::Diagonal => layout.diagonals,
            Directions::Forward => layout.forward[self.side.min(layout.forward.len() - 1)],
            Directions::Dir(set) => *set,
            Directions::Heading(heading) => self.heading(heading),
            Directions::PlyHeading => set(&mut self.heading.into_iter()),
            Directions::Opposite(of) => {
                set(&mut self.directions(self.ways(of)).into_iter().filter_map(|d| layout.opposite[d]))
            }
            Directions::And(parts) => parts.iter().fold(u64::MAX, |all, part| all & self.ways(part)),
            Directions::Or(parts) => parts.iter().fold(0, |all, part| all | self.ways(part)),
            Directions::Not(of) => self.every() & !self.ways(of),
            Directions::If(choice) => self.choose(choice).map_or(0, |part| self.ways(part)),
            Directions::BySide(parts) => parts.get(self.side).map_or(0, |part| self.ways(part)),
        }
    }

    fn heading(&self, word: &Heading) -> u64 {
        let (start, end) = (self.cells(&word.start), self.cells(&word.end));
        if start.len() != 1 || end.len() != 1 {
            return 0;
        }
        let mut directions = 0;
        for d in self.directions(self.ways(&word.ways)) {
            for (steps, cell) in (1..).zip(self.ray(*start.first().unwrap(), d)) {
                if end.contains(&cell) && word.distance.is_none_or(|distance| distance == steps) {
                    directions |= 1 << d;
                }
            }
        }
        directions
    }

    fn of_side(&self, side: Side, values: &[i64]) -> i64 {
        match side {
            Side::Own => values[self.side],
            Side::Enemy => (0..self.sides).filter(|&s| s != self.side).map(|s| values[s]).sum(),
            Side::Neutral => 0,
        }
    }

    /// Cell by cell: the first round in which an end is reached.
    fn distance(&self, word: &Distance) -> i64 {
        let (end, through, ways) = (self.cells(&word.end), self.cells(&word.through), self.ways(&word.ways));
        let mut rounds = vec![self.cells(&word.start)];
        loop {
            let latest = rounds.last().unwrap();
            if !latest.is_disjoint(&end) {
                return rounds.len() as i64 - 1;
            }
            let from = latest.iter().filter(|cell| rounds.len() == 1 || through.contains(cell));
            let next: Set = union(from.map(|&cell| self.near(cell, ways)));
            let next: Set = next.into_iter().filter(|cell| rounds.iter().all(|round| !round.contains(cell))).collect();
            if next.is_empty() {
                return self.all().len() as i64;
            }
            rounds.push(next);
        }
    }

    pub fn number(&self, word: &Number) -> i64 {
        match word {
            Number::Whole(number) => *number,
            Number::Count(of) => self.cells(of).len() as i64,
            Number::Groups(of, ways) => self.groups(&self.cells(of), self.ways(ways)).len() as i64,
            Number::Distance(word) => self.distance(word),
            Number::Captured(side) => self.of_side(*side, &self.captured),
            Number::Score(side) => self.of_side(*side, &self.scores),
            Number::Hand(side, kind) => {
                let counts: Vec<i64> = (0..self.sides).map(|s| self.hands[s * self.kinds + kind]).collect();
                self.of_side(*side, &counts)
            }
            Number::Rolled => self.dice,
            Number::Sum(parts) => parts.iter().map(|part| self.number(part)).sum(),
            Number::Minus(left, right) => self.number(left) - self.number(right),
            Number::If(choice) => self.choose(choice).map_or(0, |part| self.number(part)),
            Number::BySide(parts) => parts.get(self.side).map_or(0, |part| self.number(part)),
        }
    }

    /// The witness, where it holds.
    pub fn holds(&self, word: &Condition) -> Option<Set> {
        let truth = |is_true: bool| is_true.then(Set::new);
        match word {
            Condition::Cells(cells) => Some(self.cells(cells)).filter(|cells| !cells.is_empty()),
            Condition::Some(of) => self.holds(of),
            Condition::No(of) => truth(self.holds(of).is_none()),
            Condition::All(parts) => parts.iter().map(|part| self.holds(part)).collect::<Option<Vec<_>>>().map(union),
            Condition::Any(parts) => parts.iter().find_map(|part| self.holds(part)),
            Condition::Compare(left, sign, right) => {
                let order = self.number(left).cmp(&self.number(right));
                truth(match sign {
                    Sign::AtLeast => order.is_ge(),
                    Sign::AtMost => order.is_le(),
                    Sign::More => order.is_gt(),
                    Sign::Less => order.is_lt(),
                    Sign::Equal => order.is_eq(),
                })
            }
            Condition::Quiet { counter, n } => truth(self.quiet[*counter] >= *n),
            Condition::Repeats(n) => truth(self.times >= *n),
            Condition::NoPly { .. } => None,
            Condition::If(choice) => self.choose(choice).and_then(|part| self.holds(part)),
            Condition::BySide(parts) => parts.get(self.side).and_then(|part| self.holds(part)),
        }
    }

    fn choose<'p, T>(&self, choice: &'p If<T>) -> Option<&'p T> {
        if self.holds(&choice.when).is_some() { Some(&choice.then) } else { choice.otherwise.as_ref() }
    }
}
