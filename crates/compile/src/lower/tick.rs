//! Assembles the program of a side: one tick draws a ply, applies it and judges the ends.
//!
//! ```text
//!   draw a ply from what is on offer      what is on offer was found in the tick before, and is kept in the state
//!   carry it out, effects, counters
//!   find what the next side may play
//!   judge the ends; where the next side has nothing the game is drawn
//! ```
//!
//! Where a ply can only be judged once it was carried out (`unless`, some `needs`), it is tried: a lane whose ply may not
//! stand keeps its state without that ply on offer, and draws again in the next tick of its side. So lanes of one program
//! may stand at different sides, and a body changes those of its own side alone.

use super::offers::OfferGroup;
use super::play::Did;
use super::scene::{Next, SideView};
use super::{Lowered, Lowering, not_lowered};
use crate::allocate::RowAllocation;
use crate::builder::Value;
use crate::optimise;
use crate::program::{Instruction, Kind, Program, Stored};

/// Where a tried ply stands, and what becomes of the state where it does not.
struct Trial {
    active: Value,
    is_legal: Value,
    bad: Value,
}

impl Lowering<'_> {
    /// The whole program.
    pub(super) fn program(&mut self) -> Lowered<Program> {
        let rules = &self.laid.rules;
        if rules.hidden {
            return not_lowered("hidden");
        }
        if rules.turns.len() != 1 {
            return not_lowered("opening");
        }
        let sides = rules.sides;
        let mut offered = Vec::new();
        for side in 0..sides {
            offered.push(self.offer(&self.start(side), self.agenda(), None)?);
        }
        // Only what is offered was of interest so far.
        self.b.take();
        if offered.iter().flatten().any(|group| group.tried) {
            self.tried = Some((self.b.stored(Kind::Number, vec![0]), self.b.stored(Kind::Number, vec![0])));
        }
        let empty = vec![0; self.laid.width];
        let registers =
            |groups: &Vec<OfferGroup>| groups.iter().map(|_| self.b.stored(Kind::Set, empty.clone())).collect();
        self.groups = offered.iter().map(registers).collect();
        self.offered = offered;
        let prologue = self.prologue()?;
        let bodies = (0..sides).map(|side| self.body(side)).collect::<Lowered<Vec<_>>>()?;
        Ok(self.finish(prologue, bodies))
    }

    /// The position that a tick finds.
    fn start(&self, side: usize) -> SideView {
        SideView { side, now: self.stores.position.clone(), ply: None, next: None }
    }

    fn prologue(&mut self) -> Lowered<Vec<Instruction>> {
        let scene = self.start(0);
        let groups = self.offer(&scene, self.agenda(), None)?;
        let able = self.any_of(&groups);
        let none = self.b.not(able);
        self.nothing_legal(none);
        let stores: Vec<(Value, Value)> =
            self.groups[0].iter().copied().zip(groups.iter().map(|group| group.set)).collect();
        self.b.store(&stores);
        Ok(self.b.take())
    }

    fn any_of(&mut self, groups: &[OfferGroup]) -> Value {
        let sets: Vec<Value> = groups.iter().map(|group| group.set).collect();
        let any = self.b.union(&sets);
        self.b.any(any)
    }

    fn body(&mut self, side: usize) -> Lowered<Vec<Instruction>> {
        let (before, groups) = (self.start(side), self.offered[side].clone());
        let (hits, none) = self.b.draw(self.groups[side].clone());
        let (ply, mut did, now) = self.drawn(&before, &groups, &hits)?;
        let mut scene = SideView { side, now, ply: Some(ply), next: None };
        self.effects(&mut scene, &mut did, &groups, &hits)?;
        let trial = self.trial(&before, &scene, &groups, &hits, none)?;
        self.count_quiet(&mut scene, did);
        let next = (side + 1) % self.laid.rules.sides;
        let offers = self.offer(&scene.next_turn(next), self.agenda(), None)?;
        let able = self.any_of(&offers);
        scene.next = Some(Next { side: next, able });
        self.ends(&scene, trial.as_ref().map(|trial| trial.is_legal))?;
        let stuck = self.b.not(able);
        if trial.is_none() {
            self.nothing_legal(stuck);
        }
        let sets: Vec<Value> = offers.iter().map(|group| group.set).collect();
        self.keep_state(&scene, next, &sets, &hits, trial.as_ref());
        Ok(self.b.take())
    }

    /// Every Quiet's counter: back to 0 where something happened, else one more.
    fn count_quiet(&mut self, scene: &mut SideView, did: Did) {
        use lusory_engine::state::{ANYTHING, CAPTURE, PLACEMENT};
        let one = self.b.number(1);
        for (number, counter) in self.laid.rules.quiets.iter().enumerate() {
            let mut happened = self.b.truth(false);
            for (flag, condition) in [(PLACEMENT, did.placement), (CAPTURE, did.capture), (ANYTHING, did.anything)] {
                if counter.without & flag != 0 {
                    happened = self.b.or(happened, condition);
                }
            }
            let more = self.b.add(scene.now.quiet[number], one);
            let still = self.b.not(happened);
            scene.now.quiet[number] = self.b.keep(more, still);
        }
    }

    /// Does the ply that was drawn stand? Nothing where no ply is tried.
    fn trial(
        &mut self,
        before: &SideView,
        after: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
        none: Value,
    ) -> Lowered<Option<Trial>> {
        let Some((side, plies)) = self.tried else { return Ok(None) };
        let number = self.b.number(before.side as i64);
        let active = self.b.equal(side, number);
        let mut bad = self.b.truth(false);
        let mut nodes: Vec<usize> = groups.iter().filter(|group| group.tried).map(|group| group.node).collect();
        nodes.dedup();
        for node in nodes {
            let drawn = self.is_drawn(groups, hits, |group| group.node == node);
            let forbidden = self.is_forbidden(before, after, groups, hits, node)?;
            let forbidden = self.b.and(drawn, forbidden);
            bad = self.b.or(bad, forbidden);
        }
        self.late_ends(before.side, active, none, plies);
        let made = self.b.without(active, none);
        Ok(Some(Trial { active, is_legal: self.b.without(made, bad), bad }))
    }

    /// May a ply of a node not be made, or does its `unless` hold after it?
    fn is_forbidden(
        &mut self,
        before: &SideView,
        after: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
        node: usize,
    ) -> Lowered<Value> {
        let (needs, unless) = {
            let atomic = self.atomic(node)?;
            (atomic.needs.clone(), atomic.unless.clone())
        };
        let mut forbidden = self.b.truth(false);
        if let Some(needs) = needs.filter(|_| groups.iter().any(|group| group.node == node && group.needs)) {
            let ply = self.candidate(before, groups, hits)?;
            let holds = self.holds(&SideView { ply: Some(ply), ..before.clone() }, &needs)?;
            forbidden = self.b.not(holds);
        }
        if let Some(unless) = unless {
            let holds = self.holds(after, &unless)?;
            forbidden = self.b.or(forbidden, holds);
        }
        Ok(forbidden)
    }

    /// Where nothing on offer could stand the game is over: by the `NoPly` of the side that moved last, else drawn.
    fn late_ends(&mut self, side: usize, active: Value, none: Value, plies: Value) {
        let over = self.b.and(active, none);
        let (sides, zero) = (self.laid.rules.sides, self.b.number(0));
        let begun = self.b.equal(plies, zero);
        let last = self.laid.rules.ends.len().wrapping_sub(1);
        if let Some(code) = self.late((side + sides - 1) % sides, last) {
            let ended = self.b.without(over, begun);
            self.b.end(ended, code);
        }
        self.nothing_legal(over);
    }

    /// What the next tick finds.
    fn keep_state(&mut self, scene: &SideView, next: usize, offers: &[Value], hits: &[Value], trial: Option<&Trial>) {
        let mut stores: Vec<(Value, Value)> = self.stores.position.all().into_iter().zip(scene.now.all()).collect();
        stores.extend(self.groups[next].iter().copied().zip(offers.iter().copied()));
        if let (Some(trial), Some((side, plies))) = (trial, self.tried) {
            let (one, after) = (self.b.number(1), self.b.number(next as i64));
            let more = self.b.add(plies, one);
            stores.extend([(side, after), (plies, more)]);
            for (old, new) in &mut stores {
                *new = self.b.choose(trial.is_legal, *new, *old);
            }
            self.cross_off(scene.side, hits, trial, &mut stores);
        }
        self.b.store(&stores);
    }

    /// A ply that did not stand is no longer on offer.
    fn cross_off(&mut self, side: usize, hits: &[Value], trial: &Trial, stores: &mut Vec<(Value, Value)>) {
        let failed = self.b.and(trial.active, trial.bad);
        for (group, &hit) in self.groups[side].clone().into_iter().zip(hits) {
            let gone = self.b.keep(hit, failed);
            match stores.iter_mut().find(|(register, _)| *register == group) {
                // Of one side alone what is next on offer is written to the same register.
                Some((_, value)) => *value = self.b.without(*value, gone),
                None => stores.push((group, self.b.without(group, gone))),
            }
        }
    }

    /// Values get rows.
    fn finish(&mut self, prologue: Vec<Instruction>, bodies: Vec<Vec<Instruction>>) -> Program {
        let optimised = |body| if self.b.share { optimise::body(body) } else { body };
        let prologue = optimised(prologue);
        let bodies: Vec<_> = bodies.into_iter().map(optimised).collect();
        let mut constants: Vec<Value> = self.b.constants.keys().copied().collect();
        constants.sort_unstable();
        let read: std::collections::HashSet<Value> =
            bodies.iter().chain([&prologue]).flatten().flat_map(optimise::reads).collect();
        constants.retain(|value| read.contains(value));
        let mut rows = RowAllocation::of(&self.b, &constants);
        let prologue = rows.allocate(&self.b, prologue);
        let bodies = bodies.into_iter().map(|body| rows.allocate(&self.b, body)).collect();
        let state = |stored: &Stored| Stored { register: rows.row(stored.register), ..stored.clone() };
        Program {
            width: self.laid.width,
            bodies,
            prologue,
            lists: self.b.ways.lists.clone(),
            ways: self.b.ways.all.clone(),
            rows: rows.taken,
            constants: constants.iter().map(|&value| (rows.row(value), self.b.constants[&value].clone())).collect(),
            state: self.b.state.iter().map(state).collect(),
            offers: self.target_lists(&rows),
            pieces: self.stores.position.pieces.iter().map(|&value| rows.row(value)).collect(),
            result: rows.row(self.stores.result),
            tried: self.tried.map(|(side, plies)| (rows.row(side), rows.row(plies))),
            clauses: self.laid.rules.ends.len(),
            place: self.laid.place.clone(),
        }
    }

    fn target_lists(&self, rows: &RowAllocation) -> Vec<Vec<crate::program::Offer>> {
        let base =
            |group: &OfferGroup| self.laid.rules.nodes[group.node].atomic().and_then(|atomic| atomic.base).unwrap_or(0);
        let back = |way: usize| self.home(way).unwrap_or_default();
        let target_list = |(groups, registers): (&Vec<OfferGroup>, &Vec<Value>)| {
            groups
                .iter()
                .zip(registers)
                .map(|(group, &value)| group.offer(rows.row(value), base(group), back))
                .collect()
        };
        self.offered.iter().zip(&self.groups).map(target_list).collect()
    }
}
