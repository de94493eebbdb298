//! Naive move generator, ply by ply and cell by cell, after the Python reference.

use super::random_positions::{Agenda, World};
use crate::apply::is_forbidden;
use crate::bits::Bits;
use crate::board::{Place, ways};
use crate::evaluate::WordEvaluator;
use crate::movegen::Ply;
use crate::rule::{Action, Atomic, Cells, Condition, NodeKind};

pub struct Naive<'w, 'a, const W: usize> {
    pub world: &'w World<W>,
    pub evaluator: WordEvaluator<'a, W>,
    pub repeating: Vec<Agenda>,
}

impl<'w, const W: usize> Naive<'w, '_, W> {
    pub fn options(&mut self, agenda: &Agenda) -> Vec<Ply<W>> {
        let mut plies = self.permitted(agenda);
        if !plies.is_empty() && self.may_end(agenda) && !self.is_chance_ply(agenda) {
            plies.push(Ply::without_cells(None, 0));
        }
        plies
    }

    fn kind(&self, node: usize) -> &'w NodeKind {
        &self.world.plan.rules.nodes[node].kind
    }

    fn permitted(&mut self, agenda: &Agenda) -> Vec<Ply<W>> {
        let evaluator = self.evaluator;
        self.offered(agenda).into_iter().filter(|ply| !is_forbidden(&evaluator, ply)).collect()
    }

    fn offered(&mut self, agenda: &Agenda) -> Vec<Ply<W>> {
        let Some(&(node, stop)) = agenda.first() else { return Vec::new() };
        let parts = &self.world.parts[node];
        match self.kind(node) {
            NodeKind::Atomic(atomic) => self.plies(node, atomic, self.world.numbers.get(&agenda[1..]).copied()),
            NodeKind::Commit { place, announce, .. } => self.commits(node, *place, announce.len(), agenda),
            NodeKind::Either => parts.iter().flat_map(|&part| self.offered(&ahead(part, stop, agenda))).collect(),
            NodeKind::First => {
                let mut offered = parts.iter().map(|&part| self.permitted(&ahead(part, stop, agenda)));
                offered.find(|offered| !offered.is_empty()).unwrap_or_default()
            }
            NodeKind::Repeat { must, still } => {
                let mut offered = self.once_more(still.as_ref(), agenda);
                if (offered.is_empty() || !must) && !self.repeating.contains(agenda) {
                    offered.extend(self.offered(&agenda[1..].to_vec()));
                }
                offered
            }
            NodeKind::Chance => self.offered(&ahead(parts[0], stop, agenda)),
            _ => self.offered(&self.next(agenda)),
        }
    }

    /// Resolves a Sequence, an If or a BySide.
    fn next(&self, agenda: &Agenda) -> Agenda {
        let (node, stop) = agenda[0];
        let parts = &self.world.parts[node];
        match self.kind(node) {
            NodeKind::BySide => ahead(parts[usize::from(self.evaluator.side)], stop, agenda),
            NodeKind::If(when, _) if self.evaluator.is_true(when) => ahead(parts[0], stop, agenda),
            NodeKind::If(_, true) => ahead(parts[1], stop, agenda),
            NodeKind::If(_, false) => agenda[1..].to_vec(),
            _ => {
                let steps = parts.iter().map(|&part| (part, stop || self.world.stops[node]));
                steps.chain(agenda[1..].iter().copied()).collect()
            }
        }
    }

    fn once_more(&mut self, still: Option<&Condition>, agenda: &Agenda) -> Vec<Ply<W>> {
        let (node, stop) = agenda[0];
        if self.repeating.contains(agenda) || !still.is_none_or(|still| self.evaluator.is_true(still)) {
            return Vec::new();
        }
        self.repeating.push(agenda.clone());
        let single = [&[(self.world.parts[node][0], stop)], &agenda[..]].concat();
        let plies = self.permitted(&single);
        self.repeating.pop();
        plies
    }

    pub fn may_end(&mut self, agenda: &Agenda) -> bool {
        let Some(&(node, stop)) = agenda.first() else { return true };
        let parts = &self.world.parts[node];
        if stop {
            return true;
        }
        match self.kind(node) {
            NodeKind::Repeat { must, still } => {
                let obliged = *must && !self.once_more(still.as_ref(), agenda).is_empty();
                !obliged && self.may_end(&agenda[1..].to_vec())
            }
            NodeKind::Sequence | NodeKind::If(..) | NodeKind::BySide => self.may_end(&self.next(agenda)),
            kind @ (NodeKind::Either | NodeKind::First) => {
                let ways: Vec<Agenda> = parts.iter().map(|&part| ahead(part, stop, agenda)).collect();
                let mut force: Vec<&Agenda> = ways.iter().filter(|way| !self.permitted(way).is_empty()).collect();
                force.truncate(if matches!(kind, NodeKind::First) { 1 } else { force.len() });
                force.into_iter().any(|way| self.may_end(way))
            }
            _ => false,
        }
    }

    pub fn is_chance_ply(&self, agenda: &Agenda) -> bool {
        let Some(&(node, _)) = agenda.first() else { return false };
        match self.kind(node) {
            NodeKind::Sequence | NodeKind::If(..) | NodeKind::BySide => self.is_chance_ply(&self.next(agenda)),
            kind => matches!(kind, NodeKind::Chance),
        }
    }

    fn needed(&self, atomic: &Atomic, ply: &Ply<W>) -> bool {
        let evaluator = WordEvaluator { to: ply.to, origin: ply.origin, heading: ply.way, ..self.evaluator };
        atomic.needs.as_ref().is_none_or(|condition| evaluator.is_true(condition))
    }

    fn commits(&self, node: usize, place: usize, announcements: usize, agenda: &Agenda) -> Vec<Ply<W>> {
        let NodeKind::Atomic(atomic) = self.kind(place) else { return Vec::new() };
        let placed = self.plies(node, atomic, self.world.numbers.get(&agenda[1..]).copied());
        let choices = |ply: Ply<W>| (0..announcements.max(1)).map(move |which| Ply { choice: which as u16, ..ply });
        placed.into_iter().flat_map(choices).collect()
    }

    fn plies(&self, node: usize, atomic: &Atomic, rest: Option<u16>) -> Vec<Ply<W>> {
        let blank = Ply::without_cells(Some(node as u16), rest.unwrap_or(0));
        let all = match &atomic.action {
            Action::Place { .. } => self.places(&atomic.action).into_iter().map(|to| Ply { to, ..blank }).collect(),
            Action::Remove { what: pieces } => self.pieces(pieces).into_iter().map(|to| Ply { to, ..blank }).collect(),
            Action::Pass | Action::Swap | Action::Keep => vec![blank],
            Action::Roll { faces, .. } => (1..=*faces).map(|face| Ply { choice: face as u16, ..blank }).collect(),
            Action::Reveal { .. } => Vec::new(),
            Action::Step { what: pieces, to, ways } => {
                self.steps(blank, pieces, self.evaluator.cells(to), self.evaluator.ways(ways))
            }
            Action::Hop { what: pieces, .. } => {
                self.pieces(pieces).into_iter().flat_map(|origin| self.hops(blank, origin, &atomic.action)).collect()
            }
            Action::Slide { what: pieces, .. } => {
                self.pieces(pieces).into_iter().flat_map(|origin| self.slides(blank, origin, &atomic.action)).collect()
            }
            Action::Leap { what: pieces, .. } => {
                self.pieces(pieces).into_iter().flat_map(|origin| self.leaps(blank, origin, &atomic.action)).collect()
            }
        };
        all.into_iter().filter(|ply| self.needed(atomic, ply)).collect()
    }

    /// In the order of the board.
    fn members(&self, set: Bits<W>) -> Vec<Place> {
        let board = &self.world.plan.board;
        board.place.iter().copied().filter(|&p| set.has(p as u32)).collect()
    }

    fn pieces(&self, pieces: &Cells) -> Vec<Place> {
        self.members(self.evaluator.cells(pieces) & self.evaluator.occupied())
    }

    fn places(&self, place: &Action) -> Vec<Place> {
        let Action::Place { to, kind, own, shape } = place else { return Vec::new() };
        let (plan, evaluator) = (&self.world.plan, &self.evaluator);
        let in_hand = evaluator.state.hands[usize::from(evaluator.side) * 2 + kind];
        if *own && plan.rules.handed[*kind].is_some() && in_hand <= shape.len() as i32 {
            return Vec::new();
        }
        let targets = evaluator.cells(to);
        let end = |cell, walk: &Vec<usize>| walk.iter().fold(cell, |here, &way| plan.board.next(here, way));
        let fits = |&cell: &Place| shape.iter().all(|walk| end(cell, walk) >= 0 && targets.has(end(cell, walk) as u32));
        self.members(targets).into_iter().filter(fits).collect()
    }

    fn steps(&self, blank: Ply<W>, pieces: &Cells, to: Bits<W>, directions: u64) -> Vec<Ply<W>> {
        let mut plies = Vec::new();
        for origin in self.pieces(pieces) {
            for way in ways(directions) {
                let cell = self.world.plan.board.next(origin, way);
                if cell >= 0 && to.has(cell as u32) {
                    plies.push(Ply { to: cell, origin, way: way as i8, ..blank });
                }
            }
        }
        plies
    }

    fn slides(&self, blank: Ply<W>, origin: Place, slide: &Action) -> Vec<Ply<W>> {
        let Action::Slide { to, ways: word, distance, through, .. } = slide else { return Vec::new() };
        let (to, through, mut plies) = (self.evaluator.cells(to), self.evaluator.cells(through), Vec::new());
        for way in ways(self.evaluator.ways(word)) {
            let evaluator = WordEvaluator { to: -1, origin, heading: way as i8, ..self.evaluator };
            let far = distance.as_ref().map(|far| evaluator.number(far));
            for (steps, cell) in self.world.plan.board.ray(origin, way).enumerate() {
                let is_length = far.is_none_or(|far| far == steps as i64 + 1);
                if to.has(cell as u32) && is_length {
                    plies.push(Ply { to: cell, origin, way: way as i8, ..blank });
                }
                if !through.has(cell as u32) || far == Some(steps as i64 + 1) {
                    break;
                }
            }
        }
        plies
    }

    fn leaps(&self, blank: Ply<W>, origin: Place, leap: &Action) -> Vec<Ply<W>> {
        let Action::Leap { to, distance, ways: word, .. } = leap else { return Vec::new() };
        let (board, directions) = (&self.world.plan.board, self.evaluator.ways(word));
        let mut steps = vec![None; 64 * W];
        steps[origin as usize] = Some(0);
        let mut queue = vec![origin];
        let mut first = 0;
        while let Some(&place) = queue.get(first) {
            first += 1;
            for next in ways(directions).map(|way| board.next(place, way)).filter(|&next| next >= 0) {
                if steps[next as usize].is_none() {
                    steps[next as usize] = steps[place as usize].map(|n: u32| n + 1);
                    queue.push(next);
                }
            }
        }
        let near = |&cell: &Place| cell != origin && distance.is_none_or(|far| steps[cell as usize] == Some(far));
        let landing = self.members(self.evaluator.cells(to)).into_iter().filter(near);
        landing.map(|to| Ply { to, origin, ..blank }).collect()
    }

    fn hops(&self, blank: Ply<W>, origin: Place, hop: &Action) -> Vec<Ply<W>> {
        let Action::Hop { over, to, ways: word, .. } = hop else { return Vec::new() };
        let (board, over, to) = (&self.world.plan.board, self.pieces(over), self.evaluator.cells(to));
        let land = |way| {
            let middle = board.next(origin, way);
            let cell = if middle >= 0 { board.next(middle, way) } else { -1 };
            let legal = over.contains(&middle) && cell >= 0 && cell != origin && to.has(cell as u32);
            legal.then_some(Ply { to: cell, origin, over: middle, way: way as i8, ..blank })
        };
        ways(self.evaluator.ways(word)).filter_map(land).collect()
    }
}

fn ahead(part: usize, stop: bool, agenda: &Agenda) -> Agenda {
    [&[(part, stop)], &agenda[1..]].concat()
}
