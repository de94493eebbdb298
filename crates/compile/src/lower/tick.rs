//! Assembles the program of a side: one tick draws a ply, applies it and judges the ends.
//!
//! ```text
//!   draw a ply from what is on offer      what is on offer was found in the tick before, and is kept in the state
//!   carry it out, effects, counters
//!   find what the next side may play
//!   judge the ends; where the next side has nothing the game is drawn
//! ```
//!
//! Where a ply can only be judged once it was carried out (`unless`, some `needs`), it is tried: a lane whose ply may
//! not stand keeps its state without that ply on offer, and draws again in the next tick of its side. So lanes of one
//! program may stand at different sides, and a body changes those of its own side alone. Turns of several plies:
//! `turns`.

use super::offers::{OfferGroup, earlier_groups};
use super::play::Did;
use super::scene::{Next, SideView, StateValues};
use super::trials::Trial;
use super::{Lowered, Lowering, not_lowered};
use crate::allocate::RowAllocation;
use crate::builder::Value;
use crate::optimise;
use crate::program::{Instruction, Kind, Offer, Program, Stored};
use lusory_engine::rule::Captures;
use lusory_engine::state_slots::TurnPoint;
use rustc_hash::FxHashSet as HashSet;

/// What the program does, not yet optimised.
pub(super) struct Instructions {
    prologue: Vec<Instruction>,
    bodies: Vec<Vec<Instruction>>,
    entries: Vec<Vec<Instruction>>,
}

impl Lowering<'_> {
    /// The whole program.
    pub(super) fn program(&mut self) -> Lowered<Program> {
        let instructions = self.instructions()?;
        Ok(self.finish(instructions))
    }

    /// The instructions, with values in place of rows.
    pub(super) fn instructions(&mut self) -> Lowered<Instructions> {
        let rules = &self.laid.rules;
        if rules.hidden && rules.eliminates() {
            return not_lowered("hidden");
        }
        let sides = rules.sides;
        let mut offered = Vec::new();
        for side in 0..sides {
            offered.push(self.offer(&self.start(side), self.first_agenda(), None)?);
        }
        if self.has_long_turns(&offered) || self.has_empty_turns()? || rules.eliminates() || rules.hidden {
            self.foresees = true;
            self.keep_turns();
            self.find_stages()?;
            self.keep_skips();
        } else {
            self.offered = offered;
        }
        // Only what is offered was of interest so far.
        self.b.take();
        self.find_liberties()?;
        self.keep_ending_cells()?;
        self.trying = self.offered.iter().flatten().any(|group| group.tried);
        self.check_elimination()?;
        if self.trying || self.turn.is_some() {
            let mut number = || self.b.stored(Kind::Number, None, vec![0]);
            self.stage_and_plies = Some((number(), number()));
        }
        if self.trying && self.turn.is_some() && self.late(0, self.last_end()).is_some() {
            self.last_mover = Some(self.b.stored(Kind::Number, None, vec![0]));
        }
        self.keep_offers();
        self.active = None;
        self.keep_observed();
        let prologue = self.prologue()?;
        let count = self.offered.len();
        let body = |number| if self.turn.is_some() { self.body_of_stage(number) } else { self.body(number) };
        let bodies = (0..count).map(body).collect::<Lowered<Vec<_>>>()?;
        self.active = None;
        let entries = self.entries()?;
        Ok(Instructions { prologue, bodies, entries })
    }

    /// Registers for what is on offer: a side's own where sides alternate, since the other side's is found before it is
    /// drawn; the same ones for all stages.
    fn keep_offers(&mut self) {
        let empty = vec![0; self.laid.width];
        if self.turn.is_none() {
            let registers = |groups: &Vec<OfferGroup>| {
                groups.iter().map(|_| self.b.stored(Kind::Set, None, empty.clone())).collect()
            };
            self.groups = self.offered.iter().map(registers).collect();
            return;
        }
        let most = self.offered.iter().map(Vec::len).max().unwrap_or(0);
        let shared: Vec<Value> = (0..most).map(|_| self.b.stored(Kind::Set, None, empty.clone())).collect();
        self.groups = self.offered.iter().map(|groups| shared[..groups.len()].to_vec()).collect();
    }

    /// The position that a tick finds.
    pub(super) fn start(&self, side: usize) -> SideView {
        SideView { ply: self.turn_so_far(), ..SideView::new(side, self.stores.position.clone()) }
    }

    /// The agenda of the first turn.
    pub(super) fn first_agenda(&self) -> u16 {
        self.laid.rules.turns.first().copied().unwrap_or(0)
    }

    fn prologue(&mut self) -> Lowered<Vec<Instruction>> {
        let scene = self.start(0).next_turn(0);
        let (groups, able) = self.options(&scene, self.first_agenda(), None)?;
        let may_end = self.may_end(&scene, self.first_agenda())?;
        let mut none = self.b.not(able);
        let skips = self.turn.as_ref().and_then(|turn| turn.skips);
        let pending = skips.zip(may_end).map(|(skips, may_end)| (skips, self.b.and(none, may_end)));
        if let Some((_, pending)) = pending {
            none = self.b.without(none, pending);
        }
        self.nothing_legal(&[], none);
        let offers: Vec<(usize, OfferGroup)> = groups.into_iter().map(|group| (0, group)).collect();
        let first = self.b.number(0);
        self.times(&scene, first, self.active);
        let mut stores: Vec<(Value, Value)> = if self.turn.is_some() {
            self.on_offer(&offers)?
        } else {
            self.groups[0].iter().copied().zip(offers.iter().map(|(_, group)| group.set)).collect()
        };
        stores.extend(self.one_more_noted());
        stores.extend(self.unclean_here()?);
        if let Some((skips, pending)) = pending {
            let number_one = self.b.number(1);
            stores.push((skips, self.b.keep(number_one, pending)));
        }
        self.b.store(&stores);
        Ok(self.b.take())
    }

    /// Whether any of these groups offers a ply.
    pub(super) fn any_of(&mut self, groups: &[OfferGroup]) -> Value {
        let sets: Vec<Value> = groups.iter().map(|group| group.set).collect();
        let any = self.b.union(&sets);
        self.b.any(any)
    }

    fn body(&mut self, side: usize) -> Lowered<Vec<Instruction>> {
        let (before, groups) = (self.start(side), self.offered[side].clone());
        let active = self.stage_and_plies.map(|(stage, _)| {
            let number = self.b.number(side as i64);
            self.b.equal(stage, number)
        });
        self.active = active;
        let open = self.open_groups(side, &groups);
        let open = self.decisive(side, &groups, open)?;
        let (hits, none) = self.b.draw(open, active);
        let (ply, mut did, now) = self.drawn(&before, &groups, &hits)?;
        let mut scene = SideView { ply: Some(ply), ..SideView::new(side, now) };
        self.effects(&mut scene, &mut did, &groups, &hits, None)?;
        let next = (side + 1) % self.laid.rules.sides;
        let follower = self.b.number(next as i64);
        scene.times = self.times(&scene, follower, self.active);
        let trial = self.trial(&before, &scene, &groups, &hits, none)?;
        self.count_quiet(&mut scene, did, None, None);
        let after = self.upcoming(&scene, next);
        let offers = self.offer_once(&after, self.first_agenda(), None)?;
        let able = self.any_of(&offers);
        let always = self.b.truth(true);
        scene.next = Some(Next { sides: vec![(next, always)], able, tried: self.trying, over: None });
        self.ends(&mut scene, trial.as_ref().map(|trial| trial.is_legal))?;
        let stuck = self.b.not(able);
        if trial.is_none() {
            self.nothing_legal(&[], stuck);
        }
        let sets: Vec<Value> = offers.iter().map(|group| group.set).collect();
        let (is_made, over) = (self.b.not(none), self.b.truth(true));
        let observed = self.observed_ply((&before, &scene), side, did, (is_made, over));
        let mut ending = self.ending_cells_after(&scene)?;
        ending.extend(self.clean_after(&groups, &hits));
        scene.now.marks = self.lapsed(&scene.now);
        self.keep_state(&scene, next, (&sets, ending), &hits, trial.as_ref(), observed);
        Ok(self.b.take())
    }

    /// The marked cells as the next turn finds them.
    pub(super) fn lapsed(&mut self, now: &StateValues) -> Vec<Value> {
        let nothing = self.b.nothing();
        let after = self.laid.rules.marks.iter().flat_map(|layers| layers.after_turn());
        after.map(|(_, from)| from.map_or(nothing, |from| now.marks[from])).collect()
    }

    /// The position after a ply that ends its turn, as the next one finds it, with this side to move.
    pub(super) fn upcoming(&mut self, scene: &SideView, side: usize) -> SideView {
        let mut next = scene.next_turn(side);
        next.now.marks = self.lapsed(&scene.now);
        next
    }

    /// Every Quiet's counter: back to 0 where something happened, else one more. Those that count turns do so where the
    /// turn is over, by what it did; without `turn` every ply is one. Those that count plies do so where `counts`
    /// holds.
    pub(super) fn count_quiet(
        &mut self,
        scene: &mut SideView,
        did: Did,
        turn: Option<(Value, Did)>,
        counts: Option<Value>,
    ) {
        use lusory_engine::state::{ANYTHING, CAPTURE, PLACEMENT};
        let number_one = self.b.number(1);
        for (number, counter) in self.laid.rules.quiets.iter().enumerate() {
            let turn = turn.filter(|_| counter.turns);
            let did = turn.map_or(did, |(_, did)| did);
            let mut happened = self.b.truth(false);
            for (flag, condition) in [(PLACEMENT, did.placement), (CAPTURE, did.capture), (ANYTHING, did.anything)] {
                if counter.without & flag != 0 {
                    happened = self.b.or(happened, condition);
                }
            }
            let next_count = self.b.add(scene.now.quiet[number], number_one);
            let is_still = self.b.not(happened);
            let counted = self.b.keep(next_count, is_still);
            let before = scene.now.quiet[number];
            let when = turn.map(|(over, _)| over).or(counts.filter(|_| !counter.turns));
            scene.now.quiet[number] = when.map_or(counted, |when| self.b.choose(when, counted, before));
        }
    }

    /// What the next tick finds.
    fn keep_state(
        &mut self,
        scene: &SideView,
        next: usize,
        (offers, ending): (&[Value], Vec<(Value, Value)>),
        hits: &[Value],
        trial: Option<&Trial>,
        observed: Vec<(Value, Value)>,
    ) {
        let mut stores: Vec<(Value, Value)> = self.stores.position.all().into_iter().zip(scene.now.all()).collect();
        stores.extend(self.groups[next].iter().copied().zip(offers.iter().copied()));
        stores.extend(self.one_more_noted());
        stores.extend(ending);
        stores.extend(
            self.linked.iter().filter(|linked| linked.side == scene.side).map(|linked| (linked.kept, linked.now)),
        );
        if let (Some(trial), Some((side, plies))) = (trial, self.stage_and_plies) {
            let (number_one, after) = (self.b.number(1), self.b.number(next as i64));
            let next_plies = self.b.add(plies, number_one);
            stores.extend([(side, after), (plies, next_plies)]);
            for (old, new) in &mut stores {
                *new = self.b.choose(trial.is_legal, *new, *old);
            }
            self.cross_off(scene.side, hits, trial.failed, &mut stores);
        }
        stores.extend(observed);
        self.b.store(&stores);
    }

    /// Values get rows.
    fn finish(&mut self, Instructions { prologue, bodies, entries }: Instructions) -> Program {
        let optimised = |body| if self.b.share { optimise::body(body, &self.b) } else { body };
        let prologue = optimised(prologue);
        let bodies: Vec<_> = bodies.into_iter().map(optimised).collect();
        let entries: Vec<_> = entries.into_iter().map(optimised).collect();
        let mut constants: Vec<Value> = self.b.constants.keys().copied().collect();
        constants.sort_unstable();
        let read: HashSet<Value> =
            bodies.iter().chain(&entries).chain([&prologue]).flatten().flat_map(Instruction::reads).collect();
        constants.retain(|value| read.contains(value));
        let mut rows = RowAllocation::of(&self.b, &constants);
        let prologue = rows.allocate(&self.b, prologue);
        let bodies: Vec<_> = bodies.into_iter().map(|body| rows.allocate(&self.b, body)).collect();
        let entries = entries.into_iter().map(|entry| rows.allocate(&self.b, entry)).collect();
        let falls_through = (0..bodies.len()).map(|number| self.falls_through(number)).collect();
        let state = |stored: &Stored| Stored { register: rows.row(stored.register), ..stored.clone() };
        Program {
            width: self.laid.width,
            sides: self.laid.rules.sides,
            points: self.points(bodies.len()),
            bodies,
            prologue,
            entries,
            lists: self.b.ways.lists.clone(),
            linkings: std::mem::take(&mut self.linkings).into_iter().map(|(_, _, linking)| linking).collect(),
            ways: self.b.ways.all.clone(),
            rows: rows.taken,
            constants: constants.iter().map(|&value| (rows.row(value), self.b.constants[&value].clone())).collect(),
            state: self.b.state.iter().map(state).collect(),
            offers: self.target_lists(&rows),
            pieces: self.stores.position.pieces.iter().map(|&value| rows.row(value)).collect(),
            result: rows.row(self.stores.result),
            stage_and_plies: self.stage_and_plies.map(|(stage, plies)| (rows.row(stage), rows.row(plies))),
            swapped: self.stores.position.swapped.map(|value| rows.row(value)),
            observed: self.observed.as_ref().map(|registers| registers.rows(|value| rows.row(value))),
            skips: self.turn.as_ref().and_then(|turn| turn.skips).map(|value| rows.row(value)),
            decisive: !self.ending.is_empty(),
            tries: self.trying,
            falls_through,
            clauses: self.laid.rules.ends.len(),
            place: self.laid.place.clone(),
            cell: self.cells_by_place(),
        }
    }

    fn cells_by_place(&self) -> Vec<u32> {
        let mut cells = vec![0; 64 * self.laid.width];
        (0..).zip(&self.laid.place).for_each(|(cell, &place)| cells[place as usize] = cell);
        cells
    }

    /// The point of a turn at which each body plays.
    fn points(&self, bodies: usize) -> Vec<TurnPoint> {
        (0..bodies).map(|body| self.stages.get(body).copied().unwrap_or_else(|| self.point(body, 0))).collect()
    }

    /// Which plies of a group capture.
    fn captures(&self, group: &OfferGroup) -> Captures {
        let node = group.node.and_then(|node| self.laid.rules.nodes.get(node));
        node.and_then(|node| node.atomic()).map_or(Captures::Never, |atomic| atomic.action.captures())
    }

    fn target_lists(&self, rows: &RowAllocation) -> Vec<Vec<Offer>> {
        let rules = &self.laid.rules;
        let base = |group: &OfferGroup| group.node.map_or(rules.end, |_| self.base(group)).unwrap_or(0);
        let back = |way: usize| self.home(way).unwrap_or_default();
        let target_list = |(groups, registers): (&Vec<OfferGroup>, &Vec<Value>)| {
            let offers = groups.iter().zip(registers).zip(earlier_groups(groups));
            let with_earlier = |((group, &value), after): ((&OfferGroup, &Value), Vec<usize>)| Offer {
                after,
                ..group.offer(rows.row(value), base(group), (back, &rules.announced), self.captures(group))
            };
            offers.map(with_earlier).collect()
        };
        self.offered.iter().zip(&self.groups).map(target_list).collect()
    }
}
