//! Lowers effects: what follows a ply by itself.

use super::bounds;
use super::offers::OfferGroup;
use super::play::{Did, members};
use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use lusory_engine::rule::{Effect, Phase};

impl Lowering<'_> {
    /// The effects of the ply that was drawn, then those of the game, where `gate` holds.
    pub(super) fn effects(
        &mut self,
        scene: &mut SideView,
        did: &mut Did,
        groups: &[OfferGroup],
        hits: &[Value],
        gate: Option<Value>,
    ) -> Lowered<()> {
        let laid = self.laid;
        let mut nodes: Vec<usize> = groups.iter().filter_map(|group| group.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            let waits = groups.iter().any(|group| group.node == Some(node) && self.awaited(group).is_some());
            let atomic = self.placing(node).ok().filter(|_| !waits || self.supposing);
            for effect in atomic.iter().flat_map(|atomic| &atomic.then) {
                let mut when = self.is_drawn(groups, hits, |group| group.node == Some(node));
                if self.is_secret(node) {
                    when = self.b.without(when, did.failed);
                }
                self.phase(scene, did, effect, Some(when))?;
            }
        }
        // What comes later knows nothing of an answer.
        scene.answer = None;
        laid.rules.effects.iter().try_for_each(|effect| self.phase(scene, did, effect, gate))
    }

    /// Whether a ply of one of these groups was drawn.
    pub(super) fn is_drawn(
        &mut self,
        groups: &[OfferGroup],
        hits: &[Value],
        which: impl Fn(&OfferGroup) -> bool,
    ) -> Value {
        let sets: Vec<Value> = groups.iter().zip(hits).filter(|(group, _)| which(group)).map(|(_, &hit)| hit).collect();
        let hit = self.b.union(&sets);
        self.b.any(hit)
    }

    fn phase(
        &mut self,
        scene: &mut SideView,
        did: &mut Did,
        phase: &Phase<Effect>,
        gate: Option<Value>,
    ) -> Lowered<()> {
        match phase {
            Phase::Plain(effect) => self.effect(scene, did, effect, gate),
            Phase::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.phase(scene, did, part, gate),
                None => Ok(()),
            },
            Phase::If(choice) => {
                let when = self.holds(scene, &choice.when)?;
                let not = self.b.not(when);
                let and_gate = |lowering: &mut Self, when| gate.map_or(when, |gate| lowering.b.and(gate, when));
                let (then, otherwise) = (and_gate(self, when), and_gate(self, not));
                self.phase(scene, did, &choice.then, Some(then))?;
                match &choice.otherwise {
                    Some(part) => self.phase(scene, did, part, Some(otherwise)),
                    None => Ok(()),
                }
            }
        }
    }

    fn effect(&mut self, scene: &mut SideView, did: &mut Did, effect: &Effect, gate: Option<Value>) -> Lowered<()> {
        match effect {
            Effect::Capture(of) => {
                let (cells, occupied) = (self.cells(scene, of)?, self.occupied(scene));
                let cells = self.b.and(cells, occupied);
                let cells = gate.map_or(cells, |gate| self.b.keep(cells, gate));
                let planes = bounds::may_hold(&self.laid.rules, scene.side, of);
                self.take_off(scene.side, &mut scene.now, cells, (planes, did.chance));
                if let Some(ply) = &mut scene.ply {
                    ply.moved = self.b.without(ply.moved, cells);
                }
                let some = self.b.any(cells);
                did.capture = self.b.or(did.capture, some);
                did.anything = self.b.or(did.anything, some);
            }
            Effect::Flip(of) => {
                let owner = (scene.side + 1) * self.kinds();
                let kinds = self.kinds();
                let turn = |plane: usize| (plane / kinds != owner / kinds).then_some(owner + plane % kinds);
                let cells = self.cells(scene, of)?;
                let planes = bounds::may_hold(&self.laid.rules, scene.side, of);
                self.turn_into(scene, did, (cells, planes, gate), turn);
            }
            Effect::Promote(of, kind) => {
                let kinds = self.kinds();
                let turn = |plane: usize| (plane % kinds != *kind).then_some(plane - plane % kinds + kind);
                let cells = self.cells(scene, of)?;
                let planes = bounds::may_hold(&self.laid.rules, scene.side, of);
                self.turn_into(scene, did, (cells, planes, gate), turn);
            }
            Effect::Mark(of, mark) | Effect::Unmark(of, mark) => {
                let cells = self.cells(scene, of)?;
                let cells = gate.map_or(cells, |gate| self.b.keep(cells, gate));
                let (layers, marks) = (self.laid.rules.marks[*mark], &mut scene.now.marks);
                layers.all().for_each(|layer| marks[layer] = self.b.without(marks[layer], cells));
                if matches!(effect, Effect::Mark(..)) {
                    marks[layers.newest()] = self.b.or(marks[layers.newest()], cells);
                }
            }
            Effect::Earn(number, when) => {
                let when = when.as_ref().map(|when| self.holds(scene, when)).transpose()?;
                let mut points = self.number(scene, number)?;
                for gate in [when, gate].into_iter().flatten() {
                    points = self.b.keep(points, gate);
                }
                if let Some(score) = scene.now.scores.get(scene.side).copied() {
                    scene.now.scores[scene.side] = self.b.add(score, points);
                }
            }
            Effect::Again(when) => {
                let when = when.as_ref().map(|when| self.holds(scene, when)).transpose()?;
                let mut goes_again = self.b.truth(true);
                for gate in [when, gate].into_iter().flatten() {
                    goes_again = self.b.and(goes_again, gate);
                }
                scene.again = Some(scene.again.map_or(goes_again, |before| self.b.or(before, goes_again)));
            }
            // It says something and changes nothing.
            Effect::Tell { .. } => {}
        }
        Ok(())
    }

    /// Pieces of some sets become pieces of others.
    fn turn_into(
        &mut self,
        scene: &mut SideView,
        did: &mut Did,
        (cells, planes, gate): (Value, u64, Option<Value>),
        turn: impl Fn(usize) -> Option<usize>,
    ) {
        let cells = gate.map_or(cells, |gate| self.b.keep(cells, gate));
        for before in members(planes, scene.now.pieces.len()) {
            let Some(after) = turn(before) else { continue };
            let removed = self.b.and(scene.now.pieces[before], cells);
            scene.now.pieces[after] = self.b.or(scene.now.pieces[after], removed);
            scene.now.pieces[before] = self.b.without(scene.now.pieces[before], removed);
            self.show(&mut scene.now, after, removed);
            self.hide(&mut scene.now, before, removed);
            let some = self.b.any(removed);
            did.anything = self.b.or(did.anything, some);
        }
    }
}
