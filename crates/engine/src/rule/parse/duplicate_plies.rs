//! Static analysis: whether one ply can be offered twice at once.
//!
//! ```text
//!   Either(Place(), Step(own))                      no: their plies have different ids
//!   Either(Step(own, to=empty), Step(own, to=own))  no: no cell is both
//!   Either(Sequence(a, b), Sequence(a, c))          yes: what comes after a differs
//!   Repeat(Repeat(a))                               yes: once more of the inner, or of the outer
//! ```
//!
//! Conservative: says yes where it cannot prove otherwise. Whether two directions lead to one cell depends on the
//! board.

use super::disjoint::DisjointAnalysis;
use super::survey::Survey;
use super::symbols::is;
use crate::board::Layout;
use crate::rule::{Agendas, Node, NodeKind};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The number of analysis steps after which the answer is yes.
const MAX_STEPS: usize = 1 << 16;

/// Whether any ply can be offered twice.
pub(super) fn any(survey: &Survey<'_>, layout: &Layout, sides: usize, nodes: &[Node], agendas: &Agendas) -> bool {
    let empty = serde_json::json!({"word": "empty"});
    let apart = DisjointAnalysis::new(layout, sides, survey.hidden);
    let mut analysis = DuplicateAnalysis { survey, nodes, agendas, empty: &empty, disjoint: apart, left: MAX_STEPS };
    (1..=agendas.links.len()).any(|agenda| analysis.may_duplicate(agenda as u16))
}

struct DuplicateAnalysis<'a> {
    survey: &'a Survey<'a>,
    nodes: &'a [Node],
    agendas: &'a Agendas,
    empty: &'a Value,
    disjoint: DisjointAnalysis<'a>,
    left: usize,
}

impl<'a> DuplicateAnalysis<'a> {
    /// Whether the branches of this agenda can offer a ply twice.
    fn may_duplicate(&mut self, agenda: u16) -> bool {
        let agendas = self.agendas;
        let Some(link) = agendas.link(agenda) else { return false };
        let joined: Vec<u16> = match self.nodes[link.node].kind {
            NodeKind::Either => link.next.clone(),
            NodeKind::Repeat { must: false, .. } => link.next.iter().copied().chain([link.rest]).collect(),
            _ => return false,
        };
        let mut before: HashMap<u32, Vec<u16>> = HashMap::new();
        for branch in joined {
            let offered = self.offered(branch);
            let based = |agenda: &u16| self.base(self.node(*agenda)).map(|base| (base, *agenda));
            let offered: Vec<(u32, u16)> = offered.iter().filter_map(based).collect();
            let mut other_bases =
                offered.iter().flat_map(|(base, a)| before.get(base).into_iter().flatten().map(|two| (*a, *two)));
            if other_bases.any(|(a, two)| self.may_overlap(self.node(a), self.node(two))) {
                return true;
            }
            offered.into_iter().for_each(|(base, agenda)| before.entry(base).or_default().push(agenda));
        }
        self.left == 0
    }

    /// The agendas that begin with a ply and can apply where this one does.
    fn offered(&mut self, agenda: u16) -> Vec<u16> {
        let (mut plies, mut visited, mut waiting) = (Vec::new(), HashSet::new(), vec![agenda]);
        while let Some(agenda) = waiting.pop() {
            let Some(link) = self.agendas.link(agenda) else { continue };
            if self.left == 0 || !visited.insert(agenda) {
                continue;
            }
            self.left -= 1;
            waiting.extend(&link.next);
            match self.nodes[link.node].kind {
                NodeKind::Atomic(_) | NodeKind::Commit { .. } => plies.push(agenda),
                NodeKind::If(_, false) | NodeKind::Repeat { .. } => waiting.push(link.rest),
                _ => {}
            }
        }
        plies
    }

    /// The part that an agenda begins with.
    fn node(&self, agenda: u16) -> usize {
        self.agendas.link(agenda).map_or(0, |link| link.node)
    }

    /// The first id of its plies; none where it is no ply, or no turn uses it.
    fn base(&self, node: usize) -> Option<u32> {
        match &self.nodes[node].kind {
            NodeKind::Atomic(atomic) => atomic.base,
            NodeKind::Commit { base, .. } => *base,
            _ => None,
        }
    }

    /// Whether two parts with the same first id can offer the same ply.
    fn may_overlap(&mut self, one: usize, other: usize) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        let (first, second) = (self.ply(one), self.ply(other));
        let cells_of_both = |name| Some((self.cells(first, name)?, self.cells(second, name)?));
        let sets = [cells_of_both("what"), cells_of_both("to")];
        !sets.into_iter().flatten().any(|(a, b)| self.disjoint.disjoint(a, b))
            && self.disjoint.ways_meet(&self.nodes[one], &self.nodes[other])
    }

    /// The word that gives the cells of a ply; for a Commit its placement.
    fn ply(&self, node: usize) -> &'a Value {
        let value = self.survey.parts[node].value;
        if is(value, "commit") { &value["ply"] } else { value }
    }

    /// The set of origins or destinations of a ply; none where the word has no such field.
    fn cells(&self, word: &'a Value, name: &str) -> Option<&'a Value> {
        let by_default = ["place", "step", "slide", "leap", "hop"].iter().any(|tag| name == "to" && is(word, tag));
        word.get(name).or(by_default.then_some(self.empty))
    }
}
