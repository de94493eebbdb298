//! Lowers secret placements: what a side sees, placements that are announced, answered, and then fail or take place.
//!
//! A placement that is to be answered leads to a stage of its own: its target is kept, and the ply of that stage is the
//! answer, a subset of the pieces that may be revealed (`Landing::Answer`). Only then is anything placed, and judged.

use super::offers::{Landing, OfferGroup};
use super::play::Did;
use super::scene::{AnswerValues, PlyValues, SideView, StateValues};
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use lusory_engine::evaluate::Viewer;
use lusory_engine::rule::{Action, Atomic, Link, NodeKind};
use lusory_engine::state_slots::{AwaitedAnswer, TurnPoint};

impl<'l> Lowering<'l> {
    /// The ply of a node, or the placement that it commits to.
    pub(super) fn placing(&self, node: usize) -> Lowered<&'l Atomic> {
        let laid = self.laid;
        let place = if let NodeKind::Commit { place, .. } = laid.rules.nodes[node].kind { place } else { node };
        laid.rules.nodes[place].atomic().map_or_else(|| not_lowered("hidden"), Ok)
    }

    /// What the plies of a group do, a secret placement once it takes place; none where the turn is ended.
    pub(super) fn action(&self, group: &OfferGroup) -> Option<&'l Action> {
        self.placing(group.node?).ok().map(|atomic| &atomic.action)
    }
}

impl Lowering<'_> {
    /// The sets of pieces that the viewer sees.
    pub(super) fn pieces_seen(&self, scene: &SideView) -> Vec<Value> {
        let (now, kinds) = (&scene.now, self.kinds());
        let own = match scene.viewer {
            Viewer::Side(side) => self.planes_of(side.into()),
            Viewer::All | Viewer::Everybody => 0..0,
        };
        let is_hidden = |plane: &usize| *plane >= kinds && !own.contains(plane);
        if scene.viewer == Viewer::All || now.shown.is_empty() {
            return now.pieces.clone();
        }
        // Pieces without an owner are public.
        let seen = |plane| if is_hidden(&plane) { now.shown[plane - kinds] } else { now.pieces[plane] };
        (0..now.pieces.len()).map(seen).collect()
    }

    /// The position as those see it who make the next ply: the side to move, or chance.
    pub(super) fn seen_by_mover(&self, scene: &SideView, chance: bool) -> SideView {
        let viewer = if chance { Viewer::Everybody } else { Viewer::Side(scene.side as u8) };
        SideView { viewer: if self.laid.rules.hidden { viewer } else { scene.viewer }, ..scene.clone() }
    }

    pub(super) fn of_answer(&mut self, scene: &SideView, part: impl Fn(&AnswerValues) -> Value) -> Value {
        scene.answer.as_ref().map_or_else(|| self.b.nothing(), part)
    }

    /// The first id of a group's plies.
    pub(super) fn base(&self, group: &OfferGroup) -> Option<u32> {
        let (rules, cells) = (&self.laid.rules, self.laid.place.len() as u32);
        match (&rules.nodes[group.node?].kind, &group.landing) {
            (NodeKind::Commit { answer, .. }, Landing::Answer) => rules.nodes[(*answer)?].atomic()?.base,
            (NodeKind::Commit { base, .. }, Landing::Secret(choice)) => Some((*base)? + u32::from(*choice) * cells),
            (NodeKind::Atomic(atomic), _) => atomic.base,
            _ => None,
        }
    }

    /// The secret placements of a Commit, once for each announcement.
    pub(super) fn secret_plies(
        &mut self,
        scene: &SideView,
        link: &Link,
        gate: Option<Value>,
    ) -> Lowered<Vec<OfferGroup>> {
        let laid = self.laid;
        let NodeKind::Commit { place, announce, .. } = &laid.rules.nodes[link.node].kind else {
            return not_lowered("hidden");
        };
        let atomic = self.placing(*place)?.clone();
        let mut all = Vec::new();
        for (_, set) in self.landings(scene, &atomic.action)? {
            let set = gate.map_or(set, |gate| self.b.keep(set, gate));
            let (set, needs) = self.needed(scene, &Landing::Cell, set, atomic.needs.as_ref())?;
            let tried = needs || atomic.unless.is_some();
            let choices = 0..announce.len().max(1) as u16;
            let (node, rest, landing) = (Some(link.node), link.rest, Landing::Secret(0));
            let (chance, parts, after) = (false, Vec::new(), Vec::new());
            let mut group = OfferGroup { node, rest, landing, set, needs, tried, chance, parts, after };
            self.test(scene, link.node, &mut group)?;
            all.extend(choices.map(|choice| OfferGroup { landing: Landing::Secret(choice), ..group.clone() }));
        }
        Ok(all)
    }

    /// What waits for an answer after a ply of a group; none: the ply is placed at once.
    pub(super) fn awaited(&self, group: &OfferGroup) -> Option<AwaitedAnswer> {
        let (node, Landing::Secret(choice)) = (group.node?, &group.landing) else { return None };
        let is_answered = matches!(self.laid.rules.nodes[node].kind, NodeKind::Commit { answer: Some(_), .. });
        is_answered.then_some(AwaitedAnswer { node, choice: *choice })
    }

    /// Whether a ply was drawn that is to be answered. None: there are none.
    pub(super) fn awaits(&mut self, groups: &[OfferGroup], hits: &[Value]) -> Option<Value> {
        let waits = groups.iter().any(|group| self.awaited(group).is_some());
        waits.then(|| {
            let target = self.new_target(groups, hits);
            self.b.any(target)
        })
    }

    /// The cells of the drawn plies that are to be answered.
    pub(super) fn new_target(&mut self, groups: &[OfferGroup], hits: &[Value]) -> Value {
        let waiting = groups.iter().zip(hits).filter(|(group, _)| self.awaited(group).is_some());
        let sets: Vec<Value> = waiting.map(|(_, &hit)| hit).collect();
        self.b.union(&sets)
    }

    /// The stage at which the answer to a group's plies is drawn.
    pub(super) fn stage_of_answer(&self, stage: TurnPoint, group: &OfferGroup) -> TurnPoint {
        TurnPoint { agenda: group.rest, awaited: self.awaited(group), ..stage }
    }

    /// The target of the placement that waits for an answer.
    pub(super) fn target(&mut self) -> Value {
        let target = self.turn.as_ref().and_then(|turn| turn.target);
        target.unwrap_or_else(|| self.b.nothing())
    }

    /// The answers to a placement on a target: any subset of the next side's hidden pieces on these cells.
    pub(super) fn answers(&mut self, scene: &SideView, stage: TurnPoint, target: Value) -> Lowered<OfferGroup> {
        let laid = self.laid;
        let Some(awaited) = stage.awaited else { return not_lowered("hidden") };
        let NodeKind::Commit { answer: Some(answer), .. } = &laid.rules.nodes[awaited.node].kind else {
            return not_lowered("hidden");
        };
        let Action::Reveal { what } = &self.placing(*answer)?.action else { return not_lowered("hidden") };
        let what = what.clone();
        let side = self.answerer(stage.side);
        let announced = self.announced(scene, awaited, target)?;
        let revealed = self.b.nothing();
        let view = SideView {
            viewer: Viewer::Side(side as u8),
            answer: Some(AnswerValues { announced, revealed }),
            ..scene.next_turn(side)
        };
        let (of, secret) = (self.cells(&view, &what)?, self.secret(&view.now, side));
        let set = self.b.and(of, announced);
        let set = self.b.and(set, secret);
        let (needs, tried, chance, parts, after) = (false, false, false, Vec::new(), Vec::new());
        let (node, rest, landing) = (Some(awaited.node), stage.agenda, Landing::Answer);
        Ok(OfferGroup { node, rest, landing, set, needs, tried, chance, parts, after })
    }

    /// The answers to a group's ply: their stage, where they are awaited, and what may be revealed.
    pub(super) fn awaited_answers(
        &mut self,
        scene: &SideView,
        stage: TurnPoint,
        group: &OfferGroup,
        hit: Value,
    ) -> Lowered<(usize, Value, OfferGroup)> {
        let answer_stage = self.stage_of_answer(stage, group);
        let (next, waits) = (self.number_of(answer_stage)?, self.b.any(hit));
        let mut answers = self.answers(scene, answer_stage, hit)?;
        answers.set = self.b.keep(answers.set, waits);
        Ok((next, waits, answers))
    }

    fn answerer(&self, side: usize) -> usize {
        (side + 1) % self.laid.rules.sides
    }

    /// The cells with a hidden piece of a side.
    fn secret(&mut self, now: &StateValues, side: usize) -> Value {
        let mut all = self.b.nothing();
        for plane in self.planes_of(side) {
            let hidden = self.b.without(now.pieces[plane], now.shown[plane - self.kinds()]);
            all = self.b.or(all, hidden);
        }
        all
    }

    fn planes_of(&self, side: usize) -> std::ops::Range<usize> {
        (side + 1) * self.kinds()..(side + 2) * self.kinds()
    }

    /// The cells that a placement announces: they depend on its target and the board alone, as the first side sees it.
    fn announced(&mut self, scene: &SideView, awaited: AwaitedAnswer, target: Value) -> Lowered<Value> {
        let laid = self.laid;
        let NodeKind::Commit { announce, .. } = &laid.rules.nodes[awaited.node].kind else {
            return not_lowered("hidden");
        };
        let Some(word) = announce.get(usize::from(awaited.choice)) else { return Ok(self.b.everything()) };
        let view = SideView { ply: Some(self.cell_alone(scene, target)), ..scene.next_turn(0) };
        self.cells(&view, word)
    }

    /// A ply that ends on a cell and comes from nowhere.
    fn cell_alone(&mut self, scene: &SideView, to: Value) -> PlyValues {
        let (nothing, before) = (self.b.nothing(), scene.ply.as_ref());
        let [just, moved, visited] = before.map_or([nothing; 3], |before| [before.just, before.moved, before.visited]);
        PlyValues { to, origin: nothing, headings: Vec::new(), just, moved, visited }
    }

    /// The answer that a stage draws, with the position after it: the pieces revealed are public.
    pub(super) fn answered(
        &mut self,
        stage: TurnPoint,
        target: Value,
        offered: Value,
        here: Value,
    ) -> Lowered<SideView> {
        let Some(awaited) = stage.awaited else { return not_lowered("hidden") };
        let mut view = self.start(stage.side);
        let announced = self.announced(&view, awaited, target)?;
        let (revealed, count) = self.b.scatter(offered, Some(here));
        self.answers = Some(count);
        view.answer = Some(AnswerValues { announced, revealed });
        for plane in self.planes_of(self.answerer(stage.side)) {
            let shown = self.b.and(view.now.pieces[plane], revealed);
            self.show(&mut view.now, plane, shown);
        }
        Ok(view)
    }

    /// Where a secret placement takes place, and whether it fails instead. The position and its answer are those after
    /// the answer.
    pub(super) fn take_place(&mut self, scene: &SideView, group: &OfferGroup, hit: Value) -> Lowered<(Value, Value)> {
        let laid = self.laid;
        let (target, scene) = self.placement(scene, group, hit)?;
        let never = self.b.truth(false);
        let Some(NodeKind::Commit { fails: Some(fails), .. }) = group.node.map(|node| &laid.rules.nodes[node].kind)
        else {
            return Ok((target, never));
        };
        let view = SideView { ply: Some(self.cell_alone(&scene, target)), ..scene.clone() };
        let fails = self.holds(&view, fails)?;
        let some = self.b.any(target);
        let fails = self.b.and(fails, some);
        let stands = self.b.not(fails);
        Ok((self.b.keep(target, stands), fails))
    }

    /// The cell of a placement that takes place now, and the position with its answer.
    fn placement(&mut self, scene: &SideView, group: &OfferGroup, hit: Value) -> Lowered<(Value, SideView)> {
        let (Some(node), Landing::Secret(choice)) = (group.node, &group.landing) else {
            let target = self.target();
            return Ok((target, SideView { viewer: Viewer::All, ..scene.clone() }));
        };
        let awaited = AwaitedAnswer { node, choice: *choice };
        let (announced, revealed) = (self.announced(scene, awaited, hit)?, self.b.nothing());
        let answer = Some(AnswerValues { announced, revealed });
        Ok((hit, SideView { viewer: Viewer::All, answer, ..scene.clone() }))
    }

    /// What the effects of a secret placement know that was drawn, and that nobody answers. None: there are none.
    pub(super) fn unanswered(
        &mut self,
        before: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
    ) -> Lowered<Option<AnswerValues>> {
        let (mut announced, revealed, mut some) = (self.b.nothing(), self.b.nothing(), false);
        for (group, &hit) in groups.iter().zip(hits) {
            let (Some(node), Landing::Secret(choice)) = (group.node, &group.landing) else { continue };
            if self.awaited(group).is_none() {
                let cells = self.announced(before, AwaitedAnswer { node, choice: *choice }, hit)?;
                let is_drawn = self.b.any(hit);
                let cells = self.b.keep(cells, is_drawn);
                (announced, some) = (self.b.or(announced, cells), true);
            }
        }
        Ok(some.then_some(AnswerValues { announced, revealed }))
    }

    /// Pieces of a set become public.
    pub(super) fn show(&mut self, now: &mut StateValues, plane: usize, cells: Value) {
        let shown = plane.checked_sub(self.kinds()).and_then(|at| now.shown.get_mut(at));
        if let Some(shown) = shown {
            *shown = self.b.or(*shown, cells);
        }
    }

    /// Pieces of a set leave their cells.
    pub(super) fn hide(&mut self, now: &mut StateValues, plane: usize, cells: Value) {
        let shown = plane.checked_sub(self.kinds()).and_then(|at| now.shown.get_mut(at));
        if let Some(shown) = shown {
            *shown = self.b.without(*shown, cells);
        }
    }

    /// The position after the ply that was drawn as far as its mover can tell: nothing that others hide is there, and a
    /// secret placement takes place in public.
    pub(super) fn after_as_supposed(
        &mut self,
        before: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
    ) -> Lowered<SideView> {
        let mut seen = before.clone();
        seen.now.pieces = self.pieces_seen(&self.seen_by_mover(before, self.in_chance));
        self.supposing = true;
        let (ply, mut did, now): (_, Did, _) = self.drawn(&seen, groups, hits)?;
        // Nor does its mover know where plies of others ended that were made in secret.
        let viewer = self.seen_by_mover(before, self.in_chance).viewer;
        let mut after = SideView { ply: Some(ply), viewer, ..SideView::new(before.side, now) };
        let effects = self.effects(&mut after, &mut did, groups, hits, None);
        self.supposing = false;
        effects?;
        // No player knows which positions have occurred.
        after.times = self.stores.noted.map(|_| self.b.number(1));
        Ok(after)
    }

    /// Whether the plies of a node are secret placements.
    pub(super) fn is_secret(&self, node: usize) -> bool {
        matches!(self.laid.rules.nodes[node].kind, NodeKind::Commit { .. })
    }

    /// The piece that stands on the origin of a move, as the mover sees it: its own before public ones, by the number of
    /// the set.
    pub(super) fn movers_seen(&mut self, scene: &SideView, origin: Value) -> Vec<Value> {
        let pieces = self.pieces_seen(&self.seen_by_mover(scene, false));
        let own = self.planes_of(scene.side);
        let order: Vec<usize> = own.clone().chain((0..pieces.len()).filter(|plane| !own.contains(plane))).collect();
        let (mut moving, mut found) = (vec![origin; pieces.len()], self.b.nothing());
        for plane in order {
            let here = self.b.and(pieces[plane], origin);
            moving[plane] = self.b.without(here, found);
            found = self.b.or(found, here);
        }
        moving
    }
}
