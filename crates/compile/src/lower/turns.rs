//! Lowers turns of several plies, openings, and further turns of the same side.
//!
//! What is left of a turn is an agenda. A group of plies on offer names the agenda after it (`OfferGroup::rest`), so that the
//! sets on offer say all about how far a turn has come. A lane whose turn goes on keeps its side and draws again in the
//! next tick of that side, as it does where plies are tried out.

use super::offers::{Landing, OfferGroup, branches_of};
use super::play::Did;
use super::scene::{Next, PlyValues, SideView};
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::{Instruction, Kind};
use lusory_engine::rule::{Condition, Effect, NodeKind, Phase};

/// Words for the plies of a turn so far: what they need is kept from ply to ply.
pub(super) const TO: u8 = 1;
/// See `TO`.
pub(super) const ORIGIN: u8 = 2;
/// See `TO`.
pub(super) const JUST: u8 = 4;
/// See `TO`.
pub(super) const MOVED: u8 = 8;
/// See `TO`.
pub(super) const VISITED: u8 = 16;
/// See `TO`.
pub(super) const HEADING: u8 = 32;
/// All of them.
pub(super) const ALL_WORDS: u8 = 63;

/// The registers for the turn so far.
#[derive(Clone, Debug)]
pub(super) struct TurnState {
    /// What is known of its plies.
    ply: PlyValues,
    /// Has the side another turn? Only where effects may say so.
    again: Option<Value>,
    /// Was a piece placed, captured, anything done? Only where a Quiet counts turns.
    happened: Option<[Value; 3]>,
    /// Which turn of the opening it is, from 0; after the opening the last of `Rules::turns`.
    turn: Option<Value>,
}

impl Lowering<'_> {
    /// May a turn have several plies, be one of an opening, or be followed by another of its side?
    pub(super) fn has_long_turns(&self, offered: &[Vec<OfferGroup>]) -> bool {
        let rules = &self.laid.rules;
        let goes_on = offered.iter().flatten().any(|group| group.rest != 0);
        goes_on || rules.turns.len() > 1 || self.has_again()
    }

    fn has_again(&self) -> bool {
        let rules = &self.laid.rules;
        let own = rules.nodes.iter().filter_map(|node| node.atomic()).flat_map(|atomic| &atomic.then);
        own.chain(&rules.effects).any(says_again)
    }

    /// The registers of a turn.
    pub(super) fn keep_turns(&mut self) {
        let rules = &self.laid.rules;
        let (words, none) = (self.stored_words, vec![0; self.laid.width]);
        let mut set =
            |word: u8| if words & word != 0 { self.b.stored(Kind::Set, none.clone()) } else { self.b.nothing() };
        let (to, origin, just) = (set(TO), set(ORIGIN), set(JUST));
        let (moved, visited) = (set(MOVED), set(VISITED));
        let ways = if words & HEADING != 0 { 0..self.laid.directions.len() } else { 0..0 };
        let headings = ways.map(|way| (way, self.b.stored(Kind::Condition, vec![0]))).collect();
        let again = self.has_again().then(|| self.b.stored(Kind::Condition, vec![0]));
        let counted = rules.quiets.iter().any(|quiet| quiet.turns);
        let happened = counted.then(|| [0; 3].map(|_| self.b.stored(Kind::Condition, vec![0])));
        let turn = (rules.turns.len() > 1).then(|| self.b.stored(Kind::Number, vec![0]));
        let ply = PlyValues { to, origin, headings, just, moved, visited };
        self.turn = Some(TurnState { ply, again, happened, turn });
    }

    /// What the plies of the turn so far have left behind, for the tick that goes on with it.
    pub(super) fn turn_so_far(&self) -> Option<PlyValues> {
        self.turn.as_ref().map(|turn| turn.ply.clone())
    }

    /// Every group that a side may be offered at any point of a turn.
    pub(super) fn offered_in_turns(&mut self, side: usize) -> Lowered<Vec<OfferGroup>> {
        if self.laid.rules.restless {
            return not_lowered("trial");
        }
        let scene = self.start(side);
        let (mut agendas, mut done, mut all) = (self.laid.rules.turns.clone(), 0, Vec::<OfferGroup>::new());
        for &agenda in &agendas {
            if self.may_end(&scene, agenda)?.is_some() {
                return not_lowered("sequence");
            }
        }
        while let Some(&agenda) = agendas.get(done) {
            done += 1;
            for group in self.options(&scene, agenda, None)?.0 {
                if group.rest != 0 && !agendas.contains(&group.rest) {
                    agendas.push(group.rest);
                }
                if !all.iter().any(|other| is_same(other, &group)) {
                    all.push(group);
                }
            }
        }
        if all.iter().any(|group| group.tried) { not_lowered("trial") } else { Ok(all) }
    }

    /// What an agenda offers, with the end of the turn where that is allowed and not all that is; is there any?
    fn options(&mut self, scene: &SideView, agenda: u16, gate: Option<Value>) -> Lowered<(Vec<OfferGroup>, Value)> {
        let mut groups = self.offer(scene, agenda, gate)?;
        let able = self.any_of(&groups);
        if self.laid.rules.end.is_none() {
            return Ok((groups, able));
        }
        if let Some(may) = self.may_end(scene, agenda)? {
            let (first, when) = (self.places(&[0]), self.b.and(able, may));
            let set = self.b.keep(first, when);
            let landing = Landing::Bare;
            groups.push(OfferGroup { node: None, rest: 0, landing, set, needs: false, tried: false });
        }
        Ok((groups, able))
    }

    /// May the turn be ended before an agenda? None: never.
    fn may_end(&mut self, scene: &SideView, agenda: u16) -> Lowered<Option<Value>> {
        let laid = self.laid;
        let Some(link) = laid.rules.agendas.link(agenda).filter(|link| !link.stop) else {
            return Ok(Some(self.b.truth(true)));
        };
        let part = |number: usize| link.next.get(number).copied().unwrap_or(0);
        match &laid.rules.nodes[link.node].kind {
            NodeKind::Atomic(_) | NodeKind::Commit { .. } | NodeKind::Chance => Ok(None),
            NodeKind::Sequence => self.may_end(scene, part(0)),
            NodeKind::BySide => self.may_end(scene, part(scene.side)),
            NodeKind::Either => self.may_end_of(scene, &link.next, false),
            NodeKind::First => self.may_end_of(scene, &link.next, true),
            NodeKind::If(when, otherwise) => {
                let [then, other] = branches_of(link, *otherwise);
                let (then, other) = (self.may_end(scene, then)?, self.may_end(scene, other)?);
                if then.is_none() && other.is_none() {
                    return Ok(None);
                }
                let (when, never) = (self.holds(scene, when)?, self.b.truth(false));
                Ok(Some(self.b.choose(when, then.unwrap_or(never), other.unwrap_or(never))))
            }
            NodeKind::Repeat { must, still } => {
                let Some(may) = self.may_end(scene, link.rest)? else { return Ok(None) };
                if !must {
                    return Ok(Some(may));
                }
                let outer = std::mem::replace(&mut self.repeat, 0);
                let more = self.once_more(scene, agenda, still.as_ref(), None);
                self.repeat = outer;
                let obliged = self.any_of(&more?);
                Ok(Some(self.b.without(may, obliged)))
            }
        }
    }

    /// Of several parts: one that has plies may be ended; of `first` that is the first that has any.
    fn may_end_of(&mut self, scene: &SideView, parts: &[u16], first: bool) -> Lowered<Option<Value>> {
        let (mut any, mut before) = (None, self.b.truth(false));
        for &part in parts {
            let may = self.may_end(scene, part)?;
            let outer = std::mem::replace(&mut self.repeat, 0);
            let groups = self.offer(scene, part, None);
            self.repeat = outer;
            let able = self.any_of(&groups?);
            if let Some(may) = may {
                let here = if first { self.b.without(able, before) } else { able };
                let may = self.b.and(may, here);
                any = Some(any.map_or(may, |any| self.b.or(any, may)));
            }
            before = self.b.or(before, able);
        }
        Ok(any)
    }

    /// Another iteration with the Repeat to follow, or the rest of the turn, where stopping is allowed or forced.
    pub(super) fn repeat(
        &mut self,
        scene: &SideView,
        agenda: u16,
        must: bool,
        still: Option<&Condition>,
        gate: Option<Value>,
    ) -> Lowered<Vec<OfferGroup>> {
        if self.repeat == agenda {
            return Ok(Vec::new());
        }
        let mut groups = self.once_more(scene, agenda, still, gate)?;
        let rest = self.laid.rules.agendas.link(agenda).map_or(0, |link| link.rest);
        let gate = if must {
            let any = self.any_of(&groups);
            let none = self.b.not(any);
            Some(gate.map_or(none, |gate| self.b.and(gate, none)))
        } else {
            gate
        };
        groups.extend(self.offer(scene, rest, gate)?);
        Ok(groups)
    }

    fn once_more(
        &mut self,
        scene: &SideView,
        agenda: u16,
        still: Option<&Condition>,
        gate: Option<Value>,
    ) -> Lowered<Vec<OfferGroup>> {
        let still = still.map(|still| self.holds(scene, still)).transpose()?;
        let gate = match (gate, still) {
            (Some(gate), Some(still)) => Some(self.b.and(gate, still)),
            (gate, still) => gate.or(still),
        };
        let part = self.laid.rules.agendas.link(agenda).and_then(|link| link.next.first().copied()).unwrap_or(0);
        let outer = std::mem::replace(&mut self.repeat, agenda);
        let groups = self.offer(scene, part, gate);
        self.repeat = outer;
        groups
    }

    /// The body of a side where turns may have several plies.
    pub(super) fn body_of_turn(&mut self, side: usize) -> Lowered<Vec<Instruction>> {
        let (Some(turn), Some((seat, plies))) = (self.turn.clone(), self.seat) else { return not_lowered("sequence") };
        let (before, groups) = (self.start(side), self.offered[side].clone());
        let (hits, none) = self.b.draw(self.groups[side].clone());
        let number = self.b.number(side as i64);
        let active = self.b.equal(seat, number);
        let active = self.b.without(active, none);
        let (ply, mut did, now) = self.drawn(&before, &groups, &hits)?;
        let mut scene = SideView { side, now, ply: Some(ply), next: None, again: turn.again, times: None };
        self.effects(&mut scene, &mut did, &groups, &hits)?;
        let (mut offers, going) = self.continued(&scene, &groups, &hits)?;
        let over = self.b.not(going);
        let happened = turn.happened.map(|before| self.happened(before, did));
        self.count_quiet(&mut scene, did, happened.map(|happened| (over, happened)));
        let after = turn.turn.map(|turn| self.next_number(turn));
        let able = self.next_turns(&scene, over, after, &mut offers)?;
        let other = (side + 1) % self.laid.rules.sides;
        let moves_on = scene.again.map_or(over, |again| self.b.without(over, again));
        let follower = self.b.number(other as i64);
        let next = self.b.choose(moves_on, follower, number);
        let times = self.times(&scene, next);
        scene.times = times.map(|times| self.b.keep(times, over));
        let next_side = (other == side || turn.again.is_none()).then_some(other);
        scene.next = Some(Next { side: next_side, able, over: Some(over) });
        self.ends(&scene, Some(active))?;
        let stuck = self.b.without(over, able);
        let stuck = self.b.and(stuck, active);
        self.nothing_legal(stuck);

        let mut stores: Vec<(Value, Value)> = self.stores.position.all().into_iter().zip(scene.now.all()).collect();
        stores.extend(self.kept_of_turn(&turn, &scene, going, happened));
        stores.extend(turn.turn.zip(after).map(|(old, new)| (old, self.b.choose(over, new, old))));
        stores.extend(self.on_offer(&offers)?);
        stores.extend(self.one_more_noted().map(|(old, new)| (old, self.b.choose(over, new, old))));
        let one = self.b.number(1);
        stores.push((seat, next));
        stores.push((plies, self.b.add(plies, one)));
        for (old, new) in &mut stores {
            *new = self.b.choose(active, *new, *old);
        }
        self.b.store(&stores);
        Ok(self.b.take())
    }

    /// What is left of the turn after the ply that was drawn, by side; is there any?
    fn continued(
        &mut self,
        scene: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
    ) -> Lowered<(Vec<(usize, OfferGroup)>, Value)> {
        let mut rests: Vec<u16> = groups.iter().map(|group| group.rest).filter(|&rest| rest != 0).collect();
        rests.sort_unstable();
        rests.dedup();
        let (mut offers, mut going) = (Vec::new(), self.b.truth(false));
        for rest in rests {
            let drawn = self.is_drawn(groups, hits, |group| group.rest == rest);
            let (groups, able) = self.options(scene, rest, Some(drawn))?;
            going = self.b.or(going, able);
            offers.extend(groups.into_iter().map(|group| (scene.side, group)));
        }
        Ok((offers, going))
    }

    /// What the turn has done, with its last ply.
    fn happened(&mut self, before: [Value; 3], did: Did) -> Did {
        let [placement, capture, anything] = before;
        Did {
            placement: self.b.or(placement, did.placement),
            capture: self.b.or(capture, did.capture),
            anything: self.b.or(anything, did.anything),
        }
    }

    fn next_number(&mut self, turn: Value) -> Value {
        let (one, last) = (self.b.number(1), self.b.number(self.laid.rules.turns.len() as i64 - 1));
        let (is_last, more) = (self.b.at_least(turn, last), self.b.add(turn, one));
        self.b.choose(is_last, last, more)
    }

    /// What the next turn offers, where this one is over; is there any?
    fn next_turns(
        &mut self,
        scene: &SideView,
        over: Value,
        number: Option<Value>,
        offers: &mut Vec<(usize, OfferGroup)>,
    ) -> Lowered<Value> {
        let other = (scene.side + 1) % self.laid.rules.sides;
        let mut next = vec![(other, scene.again.map_or(over, |again| self.b.without(over, again)))];
        if let Some(again) = scene.again {
            next.push((scene.side, self.b.and(over, again)));
        }
        let mut able = self.b.truth(false);
        for (side, when) in next {
            for (turn, &agenda) in self.laid.rules.turns.iter().enumerate() {
                let gate = match number {
                    Some(number) => {
                        let turn = self.b.number(turn as i64);
                        let due = self.b.equal(number, turn);
                        self.b.and(when, due)
                    }
                    None => when,
                };
                let groups = self.offer(&scene.next_turn(side), agenda, Some(gate))?;
                let any = self.any_of(&groups);
                able = self.b.or(able, any);
                offers.extend(groups.into_iter().map(|group| (side, group)));
            }
        }
        Ok(able)
    }

    /// What the next tick finds of this turn, where it goes on.
    fn kept_of_turn(
        &mut self,
        turn: &TurnState,
        scene: &SideView,
        going: Value,
        happened: Option<Did>,
    ) -> Vec<(Value, Value)> {
        let mut kept = Vec::new();
        if let Some(ply) = &scene.ply {
            let (old, new) = (&turn.ply, ply);
            for (word, old, new) in [
                (TO, old.to, new.to),
                (ORIGIN, old.origin, new.origin),
                (JUST, old.just, new.just),
                (MOVED, old.moved, new.moved),
                (VISITED, old.visited, new.visited),
            ] {
                if self.stored_words & word != 0 {
                    kept.push((old, self.b.keep(new, going)));
                }
            }
            for &(way, old) in &old.headings {
                let new = new.headings.iter().find(|(other, _)| *other == way).map(|(_, when)| *when);
                let new = new.unwrap_or_else(|| self.b.truth(false));
                kept.push((old, self.b.and(new, going)));
            }
        }
        if let (Some(old), Some(new)) = (turn.again, scene.again) {
            kept.push((old, self.b.and(new, going)));
        }
        if let (Some(old), Some(new)) = (turn.happened, happened) {
            for (old, new) in old.into_iter().zip([new.placement, new.capture, new.anything]) {
                kept.push((old, self.b.and(new, going)));
            }
        }
        kept
    }

    /// The registers for what is on offer, of every side that may play the next ply.
    pub(super) fn on_offer(&mut self, offers: &[(usize, OfferGroup)]) -> Lowered<Vec<(Value, Value)>> {
        let mut stores = Vec::new();
        let mut found = 0;
        for side in 0..self.offered.len() {
            if offers.iter().all(|(other, _)| *other != side) {
                continue;
            }
            for (key, register) in self.offered[side].clone().iter().zip(self.groups[side].clone()) {
                let same = offers.iter().filter(|(other, group)| *other == side && is_same(key, group));
                let sets: Vec<Value> = same.map(|(_, group)| group.set).collect();
                found += sets.len();
                stores.push((register, self.b.union(&sets)));
            }
        }
        // A group that no register was made for would be lost.
        if found == offers.len() { Ok(stores) } else { not_lowered("trial") }
    }
}

/// May both be held in one register?
fn is_same(one: &OfferGroup, other: &OfferGroup) -> bool {
    one.node == other.node && one.rest == other.rest && one.landing == other.landing
}

fn says_again(effect: &Phase<Effect>) -> bool {
    match effect {
        Phase::Plain(Effect::Again(_)) => true,
        Phase::Plain(
            Effect::Capture(_) | Effect::Flip(_) | Effect::Promote(..) | Effect::Earn(..) | Effect::Tell { .. },
        ) => false,
        Phase::If(choice) => says_again(&choice.then) || choice.otherwise.as_ref().is_some_and(says_again),
        Phase::BySide(parts) => parts.iter().any(says_again),
    }
}
