//! Move generation of a turn, as sets: a group for each ply of the rules and each way that it may go. Members are the
//! cells where plies end.

use super::inverted_conditions::{Candidates, Origin};
use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::{Offer, Plies};
use crate::ways::StepTable;
use lusory_engine::rule::Captures;
use lusory_engine::rule::{Action, Atomic, Condition, Link, NodeKind};

/// How a member of a group's set maps to a ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Landing {
    /// A cell, without an origin.
    Cell,
    /// A move: by the place where it ends its origin and, of a jump, what it jumps over.
    Move { origin: StepTable, over: Option<StepTable>, heading: Option<usize> },
    /// A slide in a direction: its piece is the first one behind where it ends.
    Slide(usize),
    /// One ply without cells; the set holds the first place alone, if anything.
    Bare,
    /// One face of a die, from 1; the set holds as many places as its weight, so that it is drawn so often.
    Face(u32),
    /// A cell of a secret placement, with the number of what is announced.
    Secret(u16),
    /// An answer to one: any subset of the set.
    Answer,
}

/// Plies on offer.
#[derive(Clone, Debug)]
pub(super) struct OfferGroup {
    /// The ply's node; none: the turn is ended.
    pub node: Option<usize>,
    /// The agenda after it: what is left of the turn.
    pub rest: u16,
    pub landing: Landing,
    pub set: Value,
    /// Whether the `needs` of a ply must be judged once it was drawn.
    pub needs: bool,
    /// Whether a ply that was drawn may turn out to be illegal.
    pub tried: bool,
    /// Whether the group holds chance plies.
    pub chance: bool,
    /// The parts of `First` whose plies are tried out that it belongs to, and those of which nothing may be left before
    /// one of its plies is drawn: by node and number.
    pub parts: Vec<(usize, usize)>,
    pub after: Vec<(usize, usize)>,
}

impl OfferGroup {
    /// As the program stores it.
    pub fn offer(
        &self,
        register: Value,
        base: u32,
        (back, regions): (impl Fn(usize) -> StepTable, &[Vec<u32>]),
        captures: Captures,
    ) -> Offer {
        let plies = match &self.landing {
            Landing::Cell | Landing::Secret(_) => Plies::Cell,
            Landing::Answer => Plies::Subsets(regions.to_vec()),
            Landing::Move { origin, .. } => Plies::Move(origin.clone()),
            Landing::Slide(way) => Plies::Slide(back(*way)),
            Landing::Bare | Landing::Face(_) => Plies::Bare,
        };
        let face = if let Landing::Face(face) = self.landing { face - 1 } else { 0 };
        Offer { group: register, plies, base: base + face, chance: self.chance, captures, after: Vec::new() }
    }
}

/// For each group the numbers of those of which nothing may be left before one of its plies is drawn.
pub(super) fn earlier_groups(groups: &[OfferGroup]) -> Vec<Vec<usize>> {
    let is_before = |other: &OfferGroup, group: &OfferGroup| other.parts.iter().any(|part| group.after.contains(part));
    let earlier = |group| (0..groups.len()).filter(|&other| is_before(&groups[other], group)).collect();
    groups.iter().map(earlier).collect()
}

impl Lowering<'_> {
    /// What an agenda offers where `gate` holds. Which groups there are depends on the words and the side alone.
    pub(super) fn offer(&mut self, scene: &SideView, agenda: u16, gate: Option<Value>) -> Lowered<Vec<OfferGroup>> {
        let laid = self.laid;
        let Some(link) = laid.rules.agendas.link(agenda) else { return Ok(Vec::new()) };
        let scene = &self.seen_by_mover(scene, self.in_chance);
        match &laid.rules.nodes[link.node].kind {
            NodeKind::Atomic(atomic) => self.plies(scene, link, atomic, gate),
            NodeKind::Either => {
                let parts: Lowered<Vec<_>> = link.next.iter().map(|&part| self.offer(scene, part, gate)).collect();
                Ok(parts?.concat())
            }
            NodeKind::First => self.first(scene, link, gate),
            NodeKind::If(when, otherwise) => self.branches(scene, when, link, *otherwise, gate),
            NodeKind::BySide => match link.next.get(scene.side) {
                Some(&part) => self.offer(scene, part, gate),
                None => Ok(Vec::new()),
            },
            NodeKind::Sequence => self.offer(scene, link.next.first().copied().unwrap_or(0), gate),
            NodeKind::Repeat { must, still } => self.repeat(scene, agenda, *must, still.as_ref(), gate),
            NodeKind::Chance => {
                let outer = std::mem::replace(&mut self.in_chance, true);
                let groups = self.offer(scene, link.next.first().copied().unwrap_or(0), gate);
                self.in_chance = outer;
                groups
            }
            NodeKind::Commit { .. } => self.secret_plies(scene, link, gate),
        }
    }

    /// The first part that has any: each where no part before it has. Whether a part has any that is tried out is seen
    /// only when it is drawn from.
    fn first(&mut self, scene: &SideView, link: &Link, gate: Option<Value>) -> Lowered<Vec<OfferGroup>> {
        let (mut all, mut gate, mut after): (Vec<OfferGroup>, Option<Value>, Vec<_>) = (Vec::new(), gate, Vec::new());
        for (number, &part) in link.next.iter().enumerate() {
            let mut groups = self.offer(scene, part, gate)?;
            groups.iter_mut().for_each(|group| group.after.extend(&after));
            if groups.iter().any(|group| group.tried) {
                groups.iter_mut().for_each(|group| group.parts.push((link.node, number)));
                after.push((link.node, number));
            } else {
                let any = self.any_of(&groups);
                let none = self.b.not(any);
                gate = Some(gate.map_or(none, |gate| self.b.and(gate, none)));
            }
            all.extend(groups);
        }
        Ok(all)
    }

    fn branches(
        &mut self,
        scene: &SideView,
        when: &Condition,
        link: &Link,
        otherwise: bool,
        gate: Option<Value>,
    ) -> Lowered<Vec<OfferGroup>> {
        let truth = self.holds(scene, when)?;
        let not = self.b.not(truth);
        let mut all = Vec::new();
        for (part, when) in branches_of(link, otherwise).into_iter().zip([truth, not]) {
            let gate = gate.map_or(when, |gate| self.b.and(gate, when));
            all.extend(self.offer(scene, part, Some(gate))?);
        }
        Ok(all)
    }

    /// The groups of one ply of the rules.
    fn plies(
        &mut self,
        scene: &SideView,
        link: &Link,
        atomic: &Atomic,
        gate: Option<Value>,
    ) -> Lowered<Vec<OfferGroup>> {
        let mut groups = Vec::new();
        let by_counters = self.laid.rules.plies_depend_on_counters;
        for (landing, set) in self.landings(scene, &atomic.action)? {
            let set = gate.map_or(set, |gate| self.b.keep(set, gate));
            let (node, parts, after, chance) = (Some(link.node), Vec::new(), Vec::new(), self.in_chance);
            let (rest, needs, tried) = (link.rest, false, false);
            let mut group = OfferGroup { node, rest, landing, set, needs, tried, chance, parts, after };
            if self.foresees && matches!(group.landing, Landing::Bare | Landing::Face(_)) && !by_counters {
                group.needs = atomic.needs.is_some();
                group.set = self.foreseen(scene, link.node, &group, atomic)?;
            } else {
                (group.set, group.needs) = self.needed(scene, &group.landing, set, atomic.needs.as_ref())?;
                group.tried = group.needs || atomic.unless.is_some();
                self.test(scene, link.node, &mut group)?;
            }
            groups.push(group);
        }
        Ok(groups)
    }

    /// A ply without cells, where it is legal: there is only one, so it is judged before it is drawn.
    fn foreseen(&mut self, scene: &SideView, node: usize, group: &OfferGroup, atomic: &Atomic) -> Lowered<Value> {
        let (groups, hits) = (std::slice::from_ref(group), [group.set]);
        let mut after = scene.clone();
        if atomic.unless.is_some() {
            after = self.after(scene, groups, &hits)?;
        }
        let forbidden = self.is_forbidden(scene, &after, groups, &hits, node)?;
        let legal = self.b.not(forbidden);
        Ok(self.b.keep(group.set, legal))
    }

    /// Plies that would have to be tried out are tested one by one, where the rules ask for that.
    pub(super) fn test(&mut self, scene: &SideView, node: usize, group: &mut OfferGroup) -> Lowered<()> {
        if !self.tests || !group.tried {
            return Ok(());
        }
        if self.laid.rules.plies_depend_on_counters {
            return not_lowered("trial");
        }
        // Where lanes are at other stages nothing has to be tested.
        let candidates = self.active.map_or(group.set, |active| self.b.keep(group.set, active));
        let pick = self.b.begin_sieve(candidates);
        let (groups, hits) = (std::slice::from_ref(group), [pick]);
        let after =
            if self.placing(node)?.unless.is_some() { self.after(scene, groups, &hits)? } else { scene.clone() };
        let forbidden = self.is_forbidden(scene, &after, groups, &hits, node)?;
        let legal = self.b.not(forbidden);
        group.set = self.b.end_sieve(legal);
        group.tried = false;
        Ok(())
    }

    /// The position after a ply and its effects, as its mover sees it.
    fn after(&mut self, scene: &SideView, groups: &[OfferGroup], hits: &[Value]) -> Lowered<SideView> {
        if self.laid.rules.hidden {
            return self.after_as_supposed(scene, groups, hits);
        }
        let mut after = scene.clone();
        let (ply, mut did, now) = self.drawn(scene, groups, hits)?;
        (after.ply, after.now) = (Some(ply), now);
        self.effects(&mut after, &mut did, groups, hits, None)?;
        Ok(after)
    }

    /// Of plies those whose `needs` holds; `true` where that has to be judged ply by ply.
    pub(super) fn needed(
        &mut self,
        scene: &SideView,
        landing: &Landing,
        set: Value,
        needs: Option<&Condition>,
    ) -> Lowered<(Value, bool)> {
        let Some(needs) = needs else { return Ok((set, false)) };
        let ply = match landing {
            Landing::Cell | Landing::Secret(_) => Candidates { origin: Origin::Nowhere, heading: None },
            Landing::Bare | Landing::Face(_) | Landing::Answer => Candidates { origin: Origin::Nowhere, heading: None },
            Landing::Move { origin, heading, .. } => Candidates { origin: Origin::By(origin), heading: *heading },
            Landing::Slide(way) => Candidates { origin: Origin::Open, heading: Some(*way) },
        };
        if let (Landing::Bare | Landing::Face(_), true) = (landing, super::inverted_conditions::asks_of_ply(needs)) {
            return Ok((set, true));
        }
        Ok(match self.plies_for_which(scene, ply, needs)? {
            Some(legal) => (self.b.and(set, legal), false),
            None => (set, true),
        })
    }

    /// Where plies of an action may end.
    pub(super) fn landings(&mut self, scene: &SideView, action: &Action) -> Lowered<Vec<(Landing, Value)>> {
        match action {
            Action::Place { to, kind, own, shape } => {
                let targets = self.cells(scene, to)?;
                let room = self.room(targets, shape)?;
                let room = if *own { self.in_hand(scene, room, *kind, shape.len()) } else { room };
                Ok(vec![(Landing::Cell, room)])
            }
            Action::Remove { what } => {
                let pieces = self.standing(scene, what)?;
                Ok(vec![(Landing::Cell, pieces)])
            }
            Action::Step { what, to, ways } => self.steps(scene, what, to, ways),
            Action::Slide { what, to, ways, distance, through } => {
                self.slides(scene, (what, to, through), ways, distance.as_ref())
            }
            Action::Leap { what, to, distance, ways } => self.leaps(scene, what, to, *distance, ways),
            Action::Hop { what, over, to, ways, .. } => self.hops(scene, (what, over, to), ways),
            Action::Pass | Action::Swap | Action::Keep => {
                let first = self.places(&[0]);
                Ok(vec![(Landing::Bare, first)])
            }
            Action::Roll { faces, weights } => self.faces(*faces, weights),
            // It is offered where a placement waits for an answer (`secrets`).
            Action::Reveal { .. } => Ok(Vec::new()),
        }
    }

    /// The faces of a die, each as often as it weighs.
    fn faces(&mut self, faces: u32, weights: &[u32]) -> Lowered<Vec<(Landing, Value)>> {
        let weight = |face: u32| weights.get(face as usize - 1).copied().unwrap_or(1);
        let divisor = (1..=faces).map(weight).fold(0, greatest_common_divisor).max(1);
        let mut all = Vec::new();
        for face in 1..=faces {
            let places = weight(face) / divisor;
            if places as usize > 64 * self.laid.width {
                return not_lowered("roll");
            }
            if places > 0 {
                let left = |w: usize| places.saturating_sub(64 * w as u32).min(64);
                let word = |w: usize| u64::MAX.checked_shr(64 - left(w)).unwrap_or(0);
                let words: Vec<u64> = (0..self.laid.width).map(word).collect();
                all.push((Landing::Face(face), self.b.set(&words)));
            }
        }
        Ok(all)
    }

    /// A shape must fit with all its cells: each of its walks is gone backwards, from the targets to where it begins.
    fn room(&mut self, targets: Value, shape: &[Vec<usize>]) -> Lowered<Value> {
        let mut room = targets;
        for walk in shape {
            let mut starts = targets;
            for &way in walk.iter().rev() {
                let back = self.step_back(way)?;
                starts = self.b.step(starts, back);
            }
            room = self.b.and(room, starts);
        }
        Ok(room)
    }

    /// Where the mover has more than so many pieces of a kind left. Kinds that are not held in hand are unlimited.
    fn in_hand(&mut self, scene: &SideView, room: Value, kind: usize, more: usize) -> Value {
        let hand = scene.now.hands.get(scene.side * self.kinds() + kind).copied().flatten();
        let Some(hand) = hand else { return room };
        let enough = self.b.number(more as i64 + 1);
        let enough = self.b.at_least(hand, enough);
        self.b.keep(room, enough)
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The agendas of an If: where its condition holds, and where it does not.
pub(super) fn branches_of(link: &Link, otherwise: bool) -> [u16; 2] {
    let part = |number: usize| link.next.get(number).copied().unwrap_or(0);
    [part(0), if otherwise { part(1) } else { link.rest }]
}
