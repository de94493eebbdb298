//! Lowers the application of a ply: its changes of the pieces, and of the state that later words read.

use super::bounds::Planes;
use super::drawn_plies::DrawnPlies;
use super::offers::{Landing, OfferGroup};
use super::scene::{PlyValues, SideView, StateValues};
use super::{Lowered, Lowering};
use crate::builder::Value;
use lusory_engine::rule::Action;

/// What a ply has done, as conditions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Did {
    pub placement: Value,
    pub capture: Value,
    pub anything: Value,
    /// Whether the ply was a chance ply. Its captures count for nobody.
    pub chance: Value,
    /// Where pieces without an owner, and pieces of the mover, were placed.
    pub placed: [Value; 2],
    /// Whether a secret placement failed; the cell of one, whether it failed or not.
    pub failed: Value,
    pub aimed: Value,
}

impl Lowering<'_> {
    /// The ply that was drawn, in the position before it.
    pub(super) fn drawn(
        &mut self,
        scene: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
    ) -> Lowered<(PlyValues, Did, StateValues)> {
        let plies = self.taken_together(scene, groups, hits)?;
        let (mut now, occupied) = (scene.now.clone(), self.lift_movers(scene, &plies));
        for plane in 0..now.pieces.len() {
            let gone = self.b.without(now.pieces[plane], occupied.0[plane]);
            self.hide(&mut now, plane, gone);
        }
        now.pieces.clone_from(&occupied.0);
        let [open, secret] = [&plies.placed, &plies.hidden].map(|placed| {
            let cells: Vec<Value> = placed.iter().map(|&(_, cells)| cells).collect();
            self.b.union(&cells)
        });
        let filled = self.b.or(open, secret);
        let captured = self.captured_by(scene, &plies, open, &now);
        let removed = self.b.or(captured, plies.lifted);
        let chance = self.is_drawn(groups, hits, |group| group.chance);
        let foreign = self.take_off(scene.side, &mut now, removed, (plies.hit, chance));
        self.land(scene, &plies, &occupied.1, &mut now);
        let owned = |lowering: &mut Self, own: bool| {
            let kinds = lowering.kinds();
            let cells = plies.placed.iter().filter(|(plane, _)| (*plane >= kinds) == own).map(|&(_, cells)| cells);
            let cells: Vec<Value> = cells.collect();
            lowering.b.union(&cells)
        };
        let placed = [owned(self, false), owned(self, true)];
        let did = self.did(&plies, captured, filled, (foreign, chance, placed));
        self.spend(scene.side, &plies, &mut now);
        let players = self.b.not(chance);
        let to = self.b.keep(plies.to, players);
        self.remember(scene.side, to, &mut now);
        self.roll_and_swap(groups, hits, &mut now);
        let landed = self.b.or(filled, plies.moved);
        let entered = self.b.union(&[plies.origin, landed, plies.lifted]);
        let (mut moved, mut visited, mut just) = (landed, entered, self.b.without(plies.to, plies.lifted));
        if let Some(before) = &scene.ply {
            // Former plies of the turn.
            let removed = self.b.or(entered, captured);
            let unmoved = self.b.without(before.moved, removed);
            (moved, visited) = (self.b.or(unmoved, moved), self.b.or(before.visited, visited));
            let ended = self.is_drawn(groups, hits, |group| group.node.is_none());
            let waits = self.awaits(groups, hits).filter(|_| !self.supposing);
            let keeps = waits.map_or(ended, |waits| self.b.or(ended, waits));
            just = self.b.choose(keeps, before.just, just);
        }
        let (to, origin, headings) = (plies.to, plies.origin, plies.headings);
        Ok((PlyValues { to, origin, headings, just, moved, visited }, did, now))
    }

    /// The pieces without those that move, and what of each set moves: the condition that one of them does.
    fn lift_movers(&mut self, scene: &SideView, plies: &DrawnPlies) -> (Vec<Value>, Vec<Option<Value>>) {
        if self.laid.rules.hidden {
            return self.lift_movers_seen(scene, plies);
        }
        let is_alone = plies.movers.count_ones() == 1;
        let (mut left, mut moving) = (scene.now.pieces.clone(), vec![None; scene.now.pieces.len()]);
        for plane in members(plies.movers, left.len()) {
            let left_cells = self.b.and(left[plane], plies.origin);
            moving[plane] = Some(if is_alone { self.b.truth(true) } else { self.b.any(left_cells) });
            left[plane] = self.b.without(left[plane], plies.origin);
        }
        (left, moving)
    }

    /// The same where a cell may hold several pieces.
    fn lift_movers_seen(&mut self, scene: &SideView, plies: &DrawnPlies) -> (Vec<Value>, Vec<Option<Value>>) {
        let (mut left, mut moving) = (scene.now.pieces.clone(), vec![None; scene.now.pieces.len()]);
        if plies.movers != 0 {
            for (plane, here) in self.movers_seen(scene, plies.origin).into_iter().enumerate() {
                left[plane] = self.b.without(left[plane], here);
                moving[plane] = Some(self.b.any(here));
            }
        }
        (left, moving)
    }

    /// The pieces that the ply itself captures. Of those that a placement fills, in public, the ones where its mover sees a
    /// piece: what others hide stays beneath it.
    fn captured_by(&mut self, scene: &SideView, plies: &DrawnPlies, open: Value, now: &StateValues) -> Value {
        let standing: Vec<Value> = members(plies.hit, now.pieces.len()).map(|plane| now.pieces[plane]).collect();
        let mut filled = open;
        if self.laid.rules.hidden {
            let seen = self.seen_by_mover(scene, plies.chance);
            let seen = self.occupied(&seen);
            filled = self.b.and(open, seen);
        }
        let (occupied, landed) = (self.b.union(&standing), self.b.or(plies.moved, filled));
        let hit = self.b.and(landed, occupied);
        self.b.or(hit, plies.over)
    }

    /// Takes pieces off the board and counts those that are not the mover's; these are the result.
    pub(super) fn take_off(
        &mut self,
        side: usize,
        now: &mut StateValues,
        gone: Value,
        (hit, chance): (Planes, Value),
    ) -> Value {
        let (own, kinds) = (side + 1, self.kinds());
        let mut foreign = self.b.nothing();
        for plane in members(hit, now.pieces.len()) {
            if plane / kinds != own {
                let taken = self.b.and(now.pieces[plane], gone);
                if self.laid.rules.hidden {
                    // A cell may hold several pieces.
                    self.count_captured(side, now, taken, chance);
                }
                foreign = self.b.or(foreign, taken);
            }
            now.pieces[plane] = self.b.without(now.pieces[plane], gone);
            self.hide(now, plane, gone);
        }
        if !self.laid.rules.hidden {
            self.count_captured(side, now, foreign, chance);
        }
        foreign
    }

    fn count_captured(&mut self, side: usize, now: &mut StateValues, taken: Value, chance: Value) {
        if let Some(captured) = now.captured.get(side).copied() {
            let players = self.b.not(chance);
            let counted = self.b.keep(taken, players);
            let count = self.b.count(counted);
            now.captured[side] = self.b.add(captured, count);
        }
    }

    /// Pieces that moved land; new ones are put down.
    fn land(&mut self, scene: &SideView, plies: &DrawnPlies, moving: &[Option<Value>], now: &mut StateValues) {
        for (plane, moving) in moving.iter().enumerate() {
            if let Some(moving) = moving {
                let landed = self.b.keep(plies.moved, *moving);
                now.pieces[plane] = self.b.or(now.pieces[plane], landed);
                self.show(now, plane, landed);
            }
        }
        for &(plane, cells) in &plies.placed {
            now.pieces[plane] = self.b.or(now.pieces[plane], cells);
            self.show(now, plane, cells);
        }
        for &(plane, cells) in &plies.hidden {
            now.pieces[plane] = self.b.or(now.pieces[plane], cells);
            if let Some(answer) = scene.answer {
                let revealed = self.b.any(answer.revealed);
                let shown = self.b.keep(cells, revealed);
                self.show(now, plane, shown);
            }
        }
    }

    fn did(
        &mut self,
        plies: &DrawnPlies,
        captured: Value,
        filled: Value,
        (foreign, chance, placed): (Value, Value, [Value; 2]),
    ) -> Did {
        let lifted = self.b.and(plies.lifted, foreign);
        let capture = self.b.or(captured, lifted);
        let (placement, capture) = (self.b.any(filled), self.b.any(capture));
        let (failed, aimed) = (plies.failed, plies.aimed);
        Did { placement, capture, anything: self.b.any(plies.to), chance, placed, failed, aimed }
    }

    /// Pieces that were put down are no longer in hand.
    fn spend(&mut self, side: usize, plies: &DrawnPlies, now: &mut StateValues) {
        let kinds = self.kinds();
        for &(plane, cells) in plies.placed.iter().chain(&plies.hidden).filter(|(plane, _)| plane / kinds == side + 1) {
            let place = side * kinds + plane % kinds;
            if let Some(hand) = now.hands.get(place).copied().flatten() {
                let count = self.b.count(cells);
                now.hands[place] = Some(self.b.subtract(hand, count));
            }
        }
    }

    /// The die shows the face that was rolled; players exchange their sides.
    fn roll_and_swap(&mut self, groups: &[OfferGroup], hits: &[Value], now: &mut StateValues) {
        if let Some(mut rolled) = now.rolled {
            for (group, &hit) in groups.iter().zip(hits) {
                if let Landing::Face(face) = group.landing {
                    let (is_hit, face) = (self.b.any(hit), self.b.number(face.into()));
                    rolled = self.b.choose(is_hit, face, rolled);
                }
            }
            now.rolled = Some(rolled);
        }
        if let Some(swapped) = now.swapped {
            let swaps = self.is_choice(groups, hits, |action| matches!(action, Action::Swap));
            now.swapped = Some(self.b.xor(swapped, swaps));
        }
    }

    /// Whether a ply was drawn whose action is one of these.
    pub(super) fn is_choice(
        &mut self,
        groups: &[OfferGroup],
        hits: &[Value],
        which: impl Fn(&Action) -> bool,
    ) -> Value {
        let nodes = &self.laid.rules.nodes;
        let action = |group: &OfferGroup| group.node.and_then(|node| nodes[node].atomic()).map(|atomic| &atomic.action);
        self.is_drawn(groups, hits, |group| action(group).is_some_and(&which))
    }

    /// One more end of a ply, where it has one.
    fn remember(&mut self, side: usize, to: Value, now: &mut StateValues) {
        let others = (0..now.lasts_of_others.len()).filter(|&other| other != side);
        let some = self.b.any(to);
        let mut add = |lasts: &mut Vec<Value>| {
            let newer = std::iter::once(to).chain(lasts.clone());
            lasts.iter_mut().zip(newer).for_each(|(last, newer)| *last = self.b.choose(some, newer, *last));
        };
        others.for_each(|other| add(&mut now.lasts_of_others[other]));
        now.lasts.get_mut(side).map(add);
    }
}

/// The members of a set of planes.
pub(super) fn members(planes: Planes, count: usize) -> impl Iterator<Item = usize> {
    (0..count).filter(move |plane| *plane >= 64 || planes >> plane & 1 != 0)
}
