//! Lowers the application of a ply: its changes of the pieces, and of the state that later words read.

use super::bounds::{self, Planes};
use super::offers::{Landing, OfferGroup};
use super::scene::{PlyValues, SideView, StateValues};
use super::{Lowered, Lowering};
use crate::builder::Value;
use lusory_engine::rule::{Action, Cells};

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
}

/// What was drawn, taken together: of all of this one ply alone is there.
struct Plies {
    /// Where plies end that have cells; where pieces came from; what was jumped over and is captured.
    to: Value,
    origin: Value,
    over: Value,
    /// Where moves end; what is lifted.
    moved: Value,
    lifted: Value,
    /// Cells filled: by plane, with the kind in hand where the pieces are the mover's.
    placed: Vec<(usize, Value)>,
    /// Directions of moves.
    headings: Vec<(usize, Value)>,
    /// The pieces that may have moved; those that may stand where plies end.
    movers: Planes,
    hit: Planes,
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
        now.pieces.clone_from(&occupied.0);
        let placed: Vec<Value> = plies.placed.iter().map(|&(_, cells)| cells).collect();
        let filled = self.b.union(&placed);
        let captured = self.captured_by(&plies, filled, &now);
        let removed = self.b.or(captured, plies.lifted);
        let chance = self.is_drawn(groups, hits, |group| group.chance);
        let foreign = self.take_off(scene.side, &mut now, removed, (plies.hit, chance));
        self.land(&plies, &occupied.1, &mut now);
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
            just = self.b.choose(ended, before.just, just);
        }
        let (to, origin, headings) = (plies.to, plies.origin, plies.headings);
        Ok((PlyValues { to, origin, headings, just, moved, visited }, did, now))
    }

    /// The cells of the ply alone, for what is judged before it.
    pub(super) fn candidate(&mut self, scene: &SideView, groups: &[OfferGroup], hits: &[Value]) -> Lowered<PlyValues> {
        let plies = self.taken_together(scene, groups, hits)?;
        let (nothing, before) = (self.b.nothing(), scene.ply.as_ref());
        let [just, moved, visited] = before.map_or([nothing; 3], |before| [before.just, before.moved, before.visited]);
        let (to, origin, headings) = (plies.to, plies.origin, plies.headings);
        Ok(PlyValues { to, origin, headings, just, moved, visited })
    }

    fn taken_together(&mut self, scene: &SideView, groups: &[OfferGroup], hits: &[Value]) -> Lowered<Plies> {
        let nothing = self.b.nothing();
        let (headings, placed) = (Vec::new(), Vec::new());
        let mut all = Plies {
            to: nothing,
            origin: nothing,
            over: nothing,
            moved: nothing,
            lifted: nothing,
            placed,
            headings,
            movers: 0,
            hit: 0,
        };
        for (group, &hit) in groups.iter().zip(hits) {
            self.take_in(scene, group, hit, &mut all)?;
        }
        Ok(all)
    }

    /// Adds what a group's ply does.
    fn take_in(&mut self, scene: &SideView, group: &OfferGroup, hit: Value, all: &mut Plies) -> Lowered<()> {
        let (rules, side) = (&self.laid.rules, scene.side);
        let may_hold = |word: &Cells| bounds::may_hold(rules, side, word);
        match &group.node.and_then(|node| self.laid.rules.nodes[node].atomic()).map(|atomic| &atomic.action) {
            Some(Action::Place { to, kind, own, shape }) => {
                all.hit |= may_hold(to);
                let plane = if *own { side + 1 } else { 0 } * rules.kinds.len() + kind;
                let mut cells = hit;
                for walk in shape {
                    let mut end = hit;
                    for &way in walk {
                        let step = self.step(way);
                        end = self.b.step(end, step);
                    }
                    cells = self.b.or(cells, end);
                }
                all.to = self.b.or(all.to, hit);
                match all.placed.iter_mut().find(|(other, _)| *other == plane) {
                    Some((_, held)) => *held = self.b.or(*held, cells),
                    None => all.placed.push((plane, cells)),
                }
            }
            Some(Action::Remove { what }) => {
                all.hit |= may_hold(what);
                all.to = self.b.or(all.to, hit);
                all.lifted = self.b.or(all.lifted, hit);
            }
            Some(Action::Step { what, to, .. } | Action::Leap { what, to, .. }) => {
                self.move_in(scene, group, hit, (what, to), None, all)?;
            }
            Some(Action::Slide { what, to, through, .. }) => {
                self.move_in(scene, group, hit, (what, to), Some(through), all)?;
            }
            Some(Action::Hop { what, over, to, captures, .. }) => {
                self.move_in(scene, group, hit, (what, to), None, all)?;
                if let (true, Landing::Move { over: Some(table), .. }) = (captures, &group.landing) {
                    all.hit |= may_hold(over);
                    let way = self.by_table(table);
                    let jumped = self.b.step(hit, way);
                    all.over = self.b.or(all.over, jumped);
                }
            }
            // Plies without cells; others are on offer nowhere.
            Some(Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. } | Action::Reveal { .. }) | None => {}
        }
        Ok(())
    }

    fn move_in(
        &mut self,
        scene: &SideView,
        group: &OfferGroup,
        hit: Value,
        (what, to): (&Cells, &Cells),
        through: Option<&Cells>,
        all: &mut Plies,
    ) -> Lowered<()> {
        all.movers |= bounds::may_hold(&self.laid.rules, scene.side, what);
        all.hit |= bounds::may_hold(&self.laid.rules, scene.side, to);
        let (origin, heading) = match (&group.landing, through) {
            (Landing::Move { origin, heading, .. }, _) => {
                let relation = self.by_table(origin);
                (self.b.step(hit, relation), *heading)
            }
            (Landing::Slide(relation), Some(through)) => {
                let (pieces, pass) = (self.standing(scene, what)?, self.cells(scene, through)?);
                (self.slid_from(*relation, hit, pass, pieces)?, Some(*relation))
            }
            (Landing::Slide(_) | Landing::Cell | Landing::Bare | Landing::Face(_), _) => (self.b.nothing(), None),
        };
        all.to = self.b.or(all.to, hit);
        all.moved = self.b.or(all.moved, hit);
        all.origin = self.b.or(all.origin, origin);
        if let Some(relation) = heading {
            let going = self.b.any(hit);
            match all.headings.iter_mut().find(|(other, _)| *other == relation) {
                Some((_, held)) => *held = self.b.or(*held, going),
                None => all.headings.push((relation, going)),
            }
        }
        Ok(())
    }

    /// The pieces without those that move, and what of each set moves: the condition that one of them does.
    fn lift_movers(&mut self, scene: &SideView, plies: &Plies) -> (Vec<Value>, Vec<Option<Value>>) {
        let is_alone = plies.movers.count_ones() == 1;
        let (mut left, mut moving) = (scene.now.pieces.clone(), vec![None; scene.now.pieces.len()]);
        for plane in members(plies.movers, left.len()) {
            let left_cells = self.b.and(left[plane], plies.origin);
            moving[plane] = Some(if is_alone { self.b.truth(true) } else { self.b.any(left_cells) });
            left[plane] = self.b.without(left[plane], plies.origin);
        }
        (left, moving)
    }

    /// The pieces that the ply itself captures.
    fn captured_by(&mut self, plies: &Plies, filled: Value, now: &StateValues) -> Value {
        let standing: Vec<Value> = members(plies.hit, now.pieces.len()).map(|plane| now.pieces[plane]).collect();
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
                foreign = self.b.or(foreign, taken);
            }
            now.pieces[plane] = self.b.without(now.pieces[plane], gone);
        }
        if let Some(captured) = now.captured.get(side).copied() {
            let players = self.b.not(chance);
            let counted = self.b.keep(foreign, players);
            let count = self.b.count(counted);
            now.captured[side] = self.b.add(captured, count);
        }
        foreign
    }

    /// Pieces that moved land; new ones are put down.
    fn land(&mut self, plies: &Plies, moving: &[Option<Value>], now: &mut StateValues) {
        for (plane, moving) in moving.iter().enumerate() {
            if let Some(moving) = moving {
                let landed = self.b.keep(plies.moved, *moving);
                now.pieces[plane] = self.b.or(now.pieces[plane], landed);
            }
        }
        for &(plane, cells) in &plies.placed {
            now.pieces[plane] = self.b.or(now.pieces[plane], cells);
        }
    }

    fn did(
        &mut self,
        plies: &Plies,
        captured: Value,
        filled: Value,
        (foreign, chance, placed): (Value, Value, [Value; 2]),
    ) -> Did {
        let lifted = self.b.and(plies.lifted, foreign);
        let capture = self.b.or(captured, lifted);
        let (placement, capture) = (self.b.any(filled), self.b.any(capture));
        Did { placement, capture, anything: self.b.any(plies.to), chance, placed }
    }

    /// Pieces that were put down are no longer in hand.
    fn spend(&mut self, side: usize, plies: &Plies, now: &mut StateValues) {
        let kinds = self.kinds();
        for &(plane, cells) in plies.placed.iter().filter(|(plane, _)| plane / kinds == side + 1) {
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
