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
use lusory_engine::rule::{Action, Atomic, Condition, Effect, NodeKind, Phase};

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
    /// Has a player made a ply, other than a choice of sides? Only where there are other plies: after a turn without one
    /// the same side is to move.
    acted: Option<Value>,
    /// How many turns in a row have been empty, this one included. Only where turns may be empty.
    pub skips: Option<Value>,
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
        goes_on || rules.turns.len() > 1 || self.has_again() || self.has_idle_plies()
    }

    /// Are there plies after which the same side is to move: of chance, or choices of sides?
    fn has_idle_plies(&self) -> bool {
        let idle = |atomic: &Atomic| matches!(atomic.action, Action::Swap | Action::Keep);
        let nodes = &self.laid.rules.nodes;
        nodes.iter().any(|node| matches!(node.kind, NodeKind::Chance) || node.atomic().is_some_and(idle))
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
        let acted = self.has_idle_plies().then(|| self.b.stored(Kind::Condition, vec![0]));
        let counted = rules.quiets.iter().any(|quiet| quiet.turns);
        let happened = counted.then(|| [0; 3].map(|_| self.b.stored(Kind::Condition, vec![0])));
        let turn = (rules.turns.len() > 1).then(|| self.b.stored(Kind::Number, vec![0]));
        let ply = PlyValues { to, origin, headings, just, moved, visited };
        self.turn = Some(TurnState { ply, again, acted, skips: None, happened, turn });
    }

    /// Where a turn may be ended before its first ply, turns that offer nothing are empty.
    pub(super) fn keep_skips(&mut self) {
        if let (true, Some(turn)) = (self.may_skip, &mut self.turn) {
            turn.skips = Some(self.b.stored(Kind::Number, vec![0]));
        }
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
            self.may_skip |= self.may_end(&scene, agenda)?.is_some();
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
    pub(super) fn options(
        &mut self,
        scene: &SideView,
        agenda: u16,
        gate: Option<Value>,
    ) -> Lowered<(Vec<OfferGroup>, Value)> {
        let mut groups = self.offer(scene, agenda, gate)?;
        let able = self.any_of(&groups);
        if self.laid.rules.end.is_none() {
            return Ok((groups, able));
        }
        if let Some(may) = self.may_end(scene, agenda)? {
            let chance = self.is_chance(scene, agenda)?;
            let may = chance.map_or(may, |chance| self.b.without(may, chance));
            let (first, when) = (self.places(&[0]), self.b.and(able, may));
            let set = self.b.keep(first, when);
            let landing = Landing::Bare;
            let (needs, tried, chance) = (false, false, false);
            groups.push(OfferGroup { node: None, rest: 0, landing, set, needs, tried, chance });
        }
        Ok((groups, able))
    }

    /// Is the next ply of an agenda a chance ply? None: never.
    fn is_chance(&mut self, scene: &SideView, agenda: u16) -> Lowered<Option<Value>> {
        let laid = self.laid;
        let Some(link) = laid.rules.agendas.link(agenda) else { return Ok(None) };
        let part = |number: usize| link.next.get(number).copied().unwrap_or(0);
        match &laid.rules.nodes[link.node].kind {
            NodeKind::Chance => Ok(Some(self.b.truth(true))),
            NodeKind::Sequence => self.is_chance(scene, part(0)),
            NodeKind::BySide => self.is_chance(scene, part(scene.side)),
            NodeKind::If(when, otherwise) => {
                let [then, other] = branches_of(link, *otherwise);
                let (then, other) = (self.is_chance(scene, then)?, self.is_chance(scene, other)?);
                if then.is_none() && other.is_none() {
                    return Ok(None);
                }
                let (when, never) = (self.holds(scene, when)?, self.b.truth(false));
                Ok(Some(self.b.choose(when, then.unwrap_or(never), other.unwrap_or(never))))
            }
            NodeKind::Atomic(_) | NodeKind::Commit { .. } | NodeKind::Either => Ok(None),
            NodeKind::First | NodeKind::Repeat { .. } => Ok(None),
        }
    }

    /// May the turn be ended before an agenda? None: never.
    pub(super) fn may_end(&mut self, scene: &SideView, agenda: u16) -> Lowered<Option<Value>> {
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
        let (Some(turn), Some((seat, plies))) = (self.turn.clone(), self.seat) else { return not_lowered("opening") };
        let (before, groups) = (self.start(side), self.offered[side].clone());
        let (hits, none) = self.b.draw(self.groups[side].clone());
        let number = self.b.number(side as i64);
        let active = self.b.equal(seat, number);
        let made = self.b.without(active, none);
        // Where turns may be empty, a lane without any ply on offer has an empty turn.
        let active = if turn.skips.is_some() { active } else { made };
        let (ply, mut did, now) = self.drawn(&before, &groups, &hits)?;
        let mut scene = SideView { side, now, ply: Some(ply), next: None, again: turn.again, times: None };
        self.effects(&mut scene, &mut did, &groups, &hits, turn.skips.map(|_| made))?;
        let idle = self.idle(&groups, &hits);
        let acted = self.acted(&turn, made, idle);
        let (mut offers, going) = self.continued(&scene, &groups, &hits)?;
        let over = self.b.not(going);
        let happened = turn.happened.map(|before| self.happened(before, did));
        let played = self.b.and(over, acted);
        let counts = self.b.without(made, idle);
        self.count_quiet(&mut scene, did, happened.map(|happened| (played, happened)), Some(counts));
        let after = turn.turn.map(|turn| self.next_number(turn));
        let other = (side + 1) % self.laid.rules.sides;
        let moves_on = scene.again.map_or(played, |again| self.b.without(played, again));
        let (able, may_end) = self.next_turns(&scene, (over, moves_on), after, &mut offers)?;
        let follower = self.b.number(other as i64);
        let next = self.b.choose(moves_on, follower, number);
        let times = self.times(&scene, next);
        // A turn without a ply of a player does not repeat the position before it.
        let one = self.b.number(1);
        let first = times.map(|times| self.b.equal(times, one));
        let notes = first.map_or(over, |first| {
            let counts = self.b.or(acted, first);
            self.b.and(over, counts)
        });
        scene.times = times.map(|times| self.b.keep(times, notes));
        let stays = turn.again.is_some() || turn.acted.is_some();
        let next_side = (other == side || !stays).then_some(other);
        scene.next = Some(Next { side: next_side, able, over: Some(over) });
        self.ends(&scene, Some(active))?;
        let unable = self.b.without(over, able);
        let (stuck, skips) = self.skips(&turn, (made, over), unable, may_end);
        let stuck = self.b.and(stuck, active);
        self.nothing_legal(stuck);

        let mut stores: Vec<(Value, Value)> = self.stores.position.all().into_iter().zip(scene.now.all()).collect();
        stores.extend(self.kept_of_turn(&turn, &scene, going, happened));
        stores.extend(turn.acted.map(|old| (old, self.b.and(acted, going))));
        stores.extend(turn.skips.zip(skips));
        stores.extend(turn.turn.zip(after).map(|(old, new)| (old, self.b.choose(over, new, old))));
        stores.extend(self.on_offer(&offers)?);
        stores.extend(self.one_more_noted().map(|(old, new)| (old, self.b.choose(notes, new, old))));
        stores.push((seat, next));
        let one_more = self.b.keep(one, made);
        stores.push((plies, self.b.add(plies, one_more)));
        for (old, new) in &mut stores {
            *new = self.b.choose(active, *new, *old);
        }
        let made = self.b.and(made, active);
        stores.extend(self.observed_ply(&before, &scene, did, (made, over)));
        self.b.store(&stores);
        Ok(self.b.take())
    }

    /// Was a ply drawn that leaves the side to move as it is: of chance, or a choice of sides?
    fn idle(&mut self, groups: &[OfferGroup], hits: &[Value]) -> Value {
        let choice = self.is_choice(groups, hits, |action| matches!(action, Action::Swap | Action::Keep));
        let chance = self.is_drawn(groups, hits, |group| group.chance);
        self.b.or(choice, chance)
    }

    /// Has a player made a ply in this turn, or is it empty?
    fn acted(&mut self, turn: &TurnState, made: Value, idle: Value) -> Value {
        let Some(before) = turn.acted else { return self.b.truth(true) };
        let now = if turn.skips.is_some() {
            let unmade = self.b.not(made);
            let players = self.b.not(idle);
            self.b.or(unmade, players)
        } else {
            self.b.not(idle)
        };
        self.b.or(before, now)
    }

    /// Where the next turn offers nothing: is the game drawn, or how many turns have been empty with the next one?
    fn skips(
        &mut self,
        turn: &TurnState,
        (made, over): (Value, Value),
        unable: Value,
        may_end: Value,
    ) -> (Value, Option<Value>) {
        let Some(skips) = turn.skips else { return (unable, None) };
        let rules = &self.laid.rules;
        let (most, one) = (self.b.number((rules.sides + rules.turns.len()) as i64), self.b.number(1));
        let last = self.b.at_least(skips, most);
        let last = self.b.without(last, made);
        let pending = self.b.and(unable, may_end);
        let pending = self.b.without(pending, last);
        let stuck = self.b.without(unable, pending);
        let ended = self.b.and(last, over);
        let more = self.b.add(skips, one);
        (self.b.or(stuck, ended), Some(self.b.keep(more, pending)))
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
            ..did
        }
    }

    fn next_number(&mut self, turn: Value) -> Value {
        let (one, last) = (self.b.number(1), self.b.number(self.laid.rules.turns.len() as i64 - 1));
        let (is_last, more) = (self.b.at_least(turn, last), self.b.add(turn, one));
        self.b.choose(is_last, last, more)
    }

    /// What the next turn offers, where this one is over; is there any, may it be ended at once?
    fn next_turns(
        &mut self,
        scene: &SideView,
        (over, moves_on): (Value, Value),
        number: Option<Value>,
        offers: &mut Vec<(usize, OfferGroup)>,
    ) -> Lowered<(Value, Value)> {
        let other = (scene.side + 1) % self.laid.rules.sides;
        let mut next = vec![(other, moves_on)];
        if moves_on != over {
            next.push((scene.side, self.b.without(over, moves_on)));
        }
        let (mut able, mut may_end) = (self.b.truth(false), self.b.truth(false));
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
                let (groups, any) = self.options(&scene.next_turn(side), agenda, Some(gate))?;
                able = self.b.or(able, any);
                if let Some(may) = self.may_end(&scene.next_turn(side), agenda)? {
                    let may = self.b.and(may, gate);
                    may_end = self.b.or(may_end, may);
                }
                offers.extend(groups.into_iter().map(|group| (side, group)));
            }
        }
        Ok((able, may_end))
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
