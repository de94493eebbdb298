//! Static analysis: whether two sets of cells are disjoint in every position. Conservative: says yes only where the
//! words prove it.

use super::json_part::tag;
use super::symbols::is;
use crate::board::{DirectionSet, Layout, ways};
use crate::rule::{Action, Directions, Node};
use serde_json::Value;

/// The most comparisons; beyond them nothing is proved.
const MAX_COMPARISONS: usize = 1 << 16;

/// Owners, and empty: each cell has exactly one of them, unless hidden pieces share it.
const OWNERS: [&str; 4] = ["own", "enemy", "neutral", "empty"];

pub(super) struct DisjointAnalysis<'a> {
    layout: &'a Layout,
    sides: usize,
    hidden: bool,
    left: usize,
}

impl<'a> DisjointAnalysis<'a> {
    /// hidden: two pieces may share a cell.
    pub fn new(layout: &'a Layout, sides: usize, hidden: bool) -> Self {
        DisjointAnalysis { layout, sides, hidden, left: MAX_COMPARISONS }
    }

    /// Whether the sets share no cell in any position.
    pub fn disjoint(&mut self, a: &Value, b: &Value) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if excludes(a, b) || excludes(b, a) {
            return true;
        }
        match (tag(a), tag(b)) {
            (Some("or"), _) => parts(a).all(|part| self.disjoint(part, b)),
            (_, Some("or")) => parts(b).all(|part| self.disjoint(a, part)),
            (Some("and"), _) => parts(a).any(|part| self.disjoint(part, b)),
            (_, Some("and")) => parts(b).any(|part| self.disjoint(a, part)),
            (Some(one), Some(other)) => self.atoms(one, other, a != b),
            _ => false,
        }
    }

    fn atoms(&self, a: &str, other: &str, differ: bool) -> bool {
        let (owners, empty) = (OWNERS.contains(&a) && OWNERS.contains(&other), a == "empty" || other == "empty");
        match (a, other) {
            ("shade", "shade") => differ,
            ("kind", "kind") => differ && !self.hidden,
            ("kind", "empty") | ("empty", "kind") => true,
            _ => owners && differ && (empty || !self.hidden),
        }
    }

    /// Whether two plies can have the same direction. True where they have none.
    pub fn ways_meet(&self, a: &Node, other: &Node) -> bool {
        let (Some(a), Some(other)) = (ways_of(a), ways_of(other)) else { return true };
        (0..self.sides).any(|side| self.bounds(a, side).1 & self.bounds(other, side).1 != 0)
    }

    /// The directions that are in a set in every position, and in some position.
    fn bounds(&self, of: &Directions, side: usize) -> (DirectionSet, DirectionSet) {
        let layout = self.layout;
        let every = ((1_u128 << layout.directions.len()) - 1) as DirectionSet;
        let fixed = |set: DirectionSet| (set & every, set & every);
        let join = |a: (DirectionSet, DirectionSet), b: (DirectionSet, DirectionSet)| (a.0 | b.0, a.1 | b.1);
        let meet = |a: (DirectionSet, DirectionSet), b: (DirectionSet, DirectionSet)| (a.0 & b.0, a.1 & b.1);
        match of {
            Directions::Fixed(sets) => fixed(sets.get(side).copied().unwrap_or(0)),
            Directions::Every => fixed(every),
            Directions::Orthogonal => fixed(layout.sides),
            Directions::Diagonal => fixed(layout.diagonals),
            Directions::Forward => fixed(layout.forward.get(side).or(layout.forward.last()).copied().unwrap_or(0)),
            Directions::Dir(set) => fixed(*set),
            Directions::PlyHeading => (0, every),
            Directions::Heading(heading) => (0, self.bounds(&heading.ways, side).1),
            Directions::Opposite(of) => {
                let (least, most) = self.bounds(of, side);
                (self.opposites(least), self.opposites(most))
            }
            Directions::Not(of) => {
                let (least, most) = self.bounds(of, side);
                (every & !most, every & !least)
            }
            Directions::And(parts) => parts.iter().map(|part| self.bounds(part, side)).fold((every, every), meet),
            Directions::Or(parts) => parts.iter().map(|part| self.bounds(part, side)).fold((0, 0), join),
            Directions::BySide(parts) => parts.get(side).map_or((0, every), |part| self.bounds(part, side)),
            Directions::If(choice) => {
                let then = self.bounds(&choice.then, side);
                let otherwise = choice.otherwise.as_ref().map_or((0, 0), |part| self.bounds(part, side));
                (then.0 & otherwise.0, then.1 | otherwise.1)
            }
        }
    }

    fn opposites(&self, set: DirectionSet) -> DirectionSet {
        let back = ways(set).filter_map(|way| self.layout.opposite.get(way).copied().flatten());
        back.fold(0, |all, way| all | 1 << way)
    }
}

/// Whether one set is the complement of the other, or of a superset of it.
fn excludes(a: &Value, other: &Value) -> bool {
    is(a, "not") && a.get("of").is_some_and(|of| contains(of, other))
}

fn contains(all: &Value, part: &Value) -> bool {
    all == part || (is(all, "or") && parts(all).any(|part_inside| contains(part_inside, part)))
}

fn parts(value: &Value) -> impl Iterator<Item = &Value> {
    value.get("parts").and_then(Value::as_array).into_iter().flatten()
}

/// The directions of a ply that goes one way.
fn ways_of(node: &Node) -> Option<&Directions> {
    match &node.atomic()?.action {
        Action::Step { ways, .. } | Action::Slide { ways, .. } | Action::Hop { ways, .. } => Some(ways),
        _ => None,
    }
}
