//! Lowers turns of several plies, openings, and further turns of the same side.
//!
//! What is left of a turn is an agenda. Each point that a turn can come to (`TurnPoint`) has a body of its own, which
//! draws from what its agenda offers and finds what the stages after it offer. A register of the state says at which
//! stage a lane is; the stages share the registers for what is on offer, since a lane is at one of them.

use super::offers::{Landing, OfferGroup, branches_of};
use super::play::Did;
use super::scene::{Next, PlyValues, SideView};
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::{Instruction, Kind};
use lusory_engine::rule::{Action, Atomic, Condition, Effect, NodeKind};
use lusory_engine::state::{ANYTHING, CAPTURE, PLACEMENT};
use lusory_engine::state_slots::{StateSlot, TurnPoint};

/// Bit flags of words (`to`, `origin`, ...) that refer to earlier plies of the turn. `Lowering::stored_words` has those
/// that the rules use: registers store their values between the plies of a turn.
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
/// All flags.
pub(super) const ALL_WORDS: u8 = 63;

/// Rules with more stages are not lowered: each stage needs a body of its own.
const MOST_STAGES: usize = 100;

/// What is known of the turn after this one.
struct NextTurn {
    /// Whether the agenda offers anything.
    able: Value,
    /// Whether the turn may be ended before its first ply.
    may_end: Value,
    /// The number of the stage that comes next, of this turn or the next.
    stage: Value,
}

/// What is on offer, each with its stage.
pub(super) type StageOffers = Vec<(usize, OfferGroup)>;

/// The registers for the turn so far.
#[derive(Clone, Debug)]
pub(super) struct TurnState {
    /// What its plies so far have set.
    ply: PlyValues,
    /// Whether the side has another turn. Only where effects may say so.
    again: Option<Value>,
    /// Whether a player has made a ply, other than a choice of sides. Only where there are other plies: after a turn
    /// without one the same side is to move.
    acted: Option<Value>,
    /// How many turns in a row have been empty, this one included. Only where turns may be empty.
    pub skips: Option<Value>,
    /// Whether anything was placed, captured or done. Only where a Quiet counts turns.
    happened: Option<[Value; 3]>,
}

impl Lowering<'_> {
    /// Whether a turn may have several plies, be one of an opening, or be followed by another of its side.
    pub(super) fn has_long_turns(&self, offered: &[Vec<OfferGroup>]) -> bool {
        let rules = &self.laid.rules;
        let goes_on = offered.iter().flatten().any(|group| group.rest != 0);
        goes_on || rules.turns.len() > 1 || self.has_again() || self.has_idle_plies()
    }

    /// Whether there are plies after which the same side is to move: of chance, or choices of sides.
    fn has_idle_plies(&self) -> bool {
        let idle = |atomic: &Atomic| matches!(atomic.action, Action::Swap | Action::Keep);
        let nodes = &self.laid.rules.nodes;
        nodes.iter().any(|node| matches!(node.kind, NodeKind::Chance) || node.atomic().is_some_and(idle))
    }

    fn has_again(&self) -> bool {
        self.has_effect(&Effect::gives_turn)
    }

    /// Whether `test` holds for an effect of a ply, or of all plies.
    pub(super) fn has_effect(&self, test: &dyn Fn(&Effect) -> bool) -> bool {
        let rules = &self.laid.rules;
        let own_effects = rules.nodes.iter().filter_map(|node| node.atomic()).flat_map(|atomic| &atomic.then);
        own_effects.chain(&rules.effects).any(|effect| effect.has(test))
    }

    /// Creates the registers for the turn so far.
    pub(super) fn keep_turns(&mut self) {
        let rules = &self.laid.rules;
        let (has_again, has_idle_plies) = (self.has_again(), self.has_idle_plies());
        let (words, none) = (self.stored_words, vec![0; self.laid.width]);
        let mut set = |word: u8, slot| match words & word {
            0 => self.b.nothing(),
            _ => self.b.stored(Kind::Set, Some(slot), none.clone()),
        };
        let (to, origin) = (set(TO, StateSlot::To), set(ORIGIN, StateSlot::Origin));
        let (just, moved) = (set(JUST, StateSlot::Just), set(MOVED, StateSlot::Moved));
        let visited = set(VISITED, StateSlot::Visited);
        let mut condition = |slot| self.b.stored(Kind::Condition, Some(slot), vec![0]);
        let ways = if words & HEADING != 0 { 0..self.laid.directions.len() } else { 0..0 };
        let headings = ways.map(|way| (way, condition(StateSlot::Heading(way)))).collect();
        let again = has_again.then(|| condition(StateSlot::Again));
        let acted = has_idle_plies.then(|| condition(StateSlot::Acted));
        let counted = rules.quiets.iter().any(|quiet| quiet.turns);
        let flags = [PLACEMENT, CAPTURE, ANYTHING];
        let happened = counted.then(|| flags.map(|flag| condition(StateSlot::Happened(flag))));
        let ply = PlyValues { to, origin, headings, just, moved, visited };
        self.turn = Some(TurnState { ply, again, acted, skips: None, happened });
    }

    /// Creates the register that counts empty turns, where there are any: where a turn may be ended before its first
    /// ply, a turn that offers no ply is empty.
    pub(super) fn keep_skips(&mut self) {
        if let (true, Some(turn)) = (self.may_skip, &mut self.turn) {
            turn.skips = Some(self.b.stored(Kind::Number, None, vec![0]));
        }
    }

    /// What the plies of the turn so far have set, for the tick that plays the next ply of the turn.
    pub(super) fn turn_so_far(&self) -> Option<PlyValues> {
        self.turn.as_ref().map(|turn| turn.ply.clone())
    }

    /// Finds every point that a turn can come to, and what it may offer.
    pub(super) fn find_stages(&mut self) -> Lowered<()> {
        let rules = &self.laid.rules;
        if rules.plies_depend_on_counters {
            return not_lowered("trial");
        }
        let (mut stages, mut finished) = (vec![TurnPoint { side: 0, turn: 0, agenda: self.first_agenda() }], 0);
        while let Some(&stage) = stages.get(finished) {
            finished += 1;
            let groups = self.offered_at(stage)?;
            for next in self.stages_after(stage, &groups) {
                if !stages.contains(&next) {
                    stages.push(next);
                }
            }
            if stages.len() > MOST_STAGES {
                return not_lowered("stage");
            }
            self.offered.push(groups);
        }
        self.stages = stages;
        Ok(())
    }

    /// What a stage may offer.
    fn offered_at(&mut self, stage: TurnPoint) -> Lowered<Vec<OfferGroup>> {
        let scene = self.start(stage.side);
        if stage.agenda == self.agenda_of(stage.turn) {
            self.may_skip |= self.may_end(&scene, stage.agenda)?.is_some();
        }
        let mut all = Vec::<OfferGroup>::new();
        for group in self.options(&scene, stage.agenda, None)?.0 {
            if group.tried {
                return not_lowered("trial");
            }
            if !all.iter().any(|other| is_same(other, &group)) {
                all.push(group);
            }
        }
        Ok(all)
    }

    /// The stages that may follow.
    fn stages_after(&self, stage: TurnPoint, groups: &[OfferGroup]) -> Vec<TurnPoint> {
        let rests = groups.iter().map(|group| group.rest).filter(|&rest| rest != 0);
        let mut all: Vec<TurnPoint> = rests.map(|agenda| TurnPoint { agenda, ..stage }).collect();
        all.push(self.next_turn(stage, (stage.side + 1) % self.laid.rules.sides));
        if self.has_again() || self.has_idle_plies() {
            all.push(self.next_turn(stage, stage.side));
        }
        all
    }

    /// The stage at which the next turn begins, if this side makes it.
    fn next_turn(&self, stage: TurnPoint, side: usize) -> TurnPoint {
        let turn = (stage.turn + 1).min(self.laid.rules.turns.len().max(1) - 1);
        TurnPoint { side, turn, agenda: self.agenda_of(turn) }
    }

    fn agenda_of(&self, turn: usize) -> u16 {
        self.laid.rules.turns.get(turn).copied().unwrap_or(0)
    }

    fn number_of(&self, stage: TurnPoint) -> Lowered<usize> {
        self.stages.iter().position(|&other| other == stage).map_or_else(|| not_lowered("stage"), Ok)
    }

    /// What an agenda offers, with the end of the turn where that is allowed; and whether it offers anything.
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
            let (parts, after) = (Vec::new(), Vec::new());
            groups.push(OfferGroup { node: None, rest: 0, landing, set, needs, tried, chance, parts, after });
        }
        Ok((groups, able))
    }

    /// Whether the next ply of an agenda is a chance ply. None: never.
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

    /// Whether the turn may be ended before an agenda. None: never.
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
                let goes_on = self.once_more(scene, agenda, still.as_ref(), None);
                self.repeat = outer;
                let obliged = self.any_of(&goes_on?);
                Ok(Some(self.b.without(may, obliged)))
            }
        }
    }

    /// Whether the turn may be ended before one of several alternative parts. Only parts that offer a ply count; with
    /// `first`, only the first of those.
    fn may_end_of(&mut self, scene: &SideView, parts: &[u16], first: bool) -> Lowered<Option<Value>> {
        let (mut any, mut before) = (None, self.b.truth(false));
        for &part in parts {
            let may = self.may_end(scene, part)?;
            let outer = std::mem::replace(&mut self.repeat, 0);
            let groups = self.offer(scene, part, None);
            self.repeat = outer;
            let able = self.any_of(&groups?);
            if let Some(may) = may {
                let may_end = if first { self.b.without(able, before) } else { able };
                let may = self.b.and(may, may_end);
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
        goes_on: Option<&Condition>,
        gate: Option<Value>,
    ) -> Lowered<Vec<OfferGroup>> {
        let goes_on = goes_on.map(|goes_on| self.holds(scene, goes_on)).transpose()?;
        let gate = match (gate, goes_on) {
            (Some(gate), Some(goes_on)) => Some(self.b.and(gate, goes_on)),
            (gate, goes_on) => gate.or(goes_on),
        };
        let part = self.laid.rules.agendas.link(agenda).and_then(|link| link.next.first().copied()).unwrap_or(0);
        let outer = std::mem::replace(&mut self.repeat, agenda);
        let groups = self.offer(scene, part, gate);
        self.repeat = outer;
        groups
    }

    /// The body of a stage.
    pub(super) fn body_of_stage(&mut self, number: usize) -> Lowered<Vec<Instruction>> {
        let (Some(turn), Some((current_stage, plies))) = (self.turn.clone(), self.stage_and_plies) else {
            return not_lowered("stage");
        };
        let (stage, groups) = (self.stages[number], self.offered[number].clone());
        let side = stage.side;
        let before = self.start(side);
        self.next_agenda = Some(self.next_turn(stage, side).agenda);
        let stage_number = self.b.number(number as i64);
        let active = self.b.equal(current_stage, stage_number);
        self.active = Some(active);
        let open = self.decisive(side, &groups, self.groups[number].clone())?;
        let (hits, none) = self.b.draw(open, Some(active));
        let is_made = self.b.without(active, none);
        // Where turns may be empty, a lane without any ply on offer has an empty turn.
        let active = if turn.skips.is_some() { active } else { is_made };
        let (ply, mut did, now) = self.drawn(&before, &groups, &hits)?;
        let mut scene = SideView { side, now, here: None, ply: Some(ply), next: None, again: turn.again, times: None };
        self.effects(&mut scene, &mut did, &groups, &hits, turn.skips.map(|_| is_made))?;
        let idle = self.idle(&groups, &hits);
        let acted = self.acted(&turn, is_made, idle);
        let (going, stage_in_turn, mut offers) = self.continued(&scene, number, &hits)?;
        let over = self.b.not(going);
        let happened = turn.happened.map(|before| self.happened(before, did));
        let played = self.b.and(over, acted);
        let counts = self.b.without(is_made, idle);
        self.count_quiet(&mut scene, did, happened.map(|happened| (played, happened)), Some(counts));
        let moves_on = scene.again.map_or(played, |again| self.b.without(played, again));
        let next = self.next_turns(&scene, stage, (over, moves_on), (stage_in_turn, &mut offers))?;
        let notes = self.note_position(&mut scene, moves_on, (over, acted));
        let other = (side + 1) % self.laid.rules.sides;
        let goes_on = turn.again.is_some() || turn.acted.is_some();
        let next_side = (other == side || !goes_on).then_some(other);
        scene.next = Some(Next { side: next_side, able: next.able, over: Some(over) });
        self.ends(&scene, Some(active))?;
        let unable = self.b.without(over, next.able);
        let (stuck, skips) = self.skips(&turn, (is_made, over), unable, next.may_end);
        let stuck = self.b.and(stuck, active);
        self.nothing_legal(stuck);

        let ending = self.ending_cells_after(&scene)?;
        let lapsed = self.lapsed(&scene.now);
        for (now, lapsed) in scene.now.marks.iter_mut().zip(lapsed) {
            *now = self.b.choose(over, lapsed, *now);
        }
        let mut stores: Vec<(Value, Value)> = self.stores.position.all().into_iter().zip(scene.now.all()).collect();
        stores.extend(self.kept_of_turn(&turn, &scene, going, happened));
        stores.extend(turn.acted.map(|old| (old, self.b.and(acted, going))));
        stores.extend(turn.skips.zip(skips));
        stores.extend(self.on_offer(&offers)?);
        stores.extend(ending);
        stores.extend(self.one_more_noted().map(|(old, new)| (old, self.b.choose(notes, new, old))));
        let number_one = self.b.number(1);
        stores.push((current_stage, next.stage));
        let one_more = self.b.keep(number_one, is_made);
        stores.push((plies, self.b.add(plies, one_more)));
        for (old, new) in &mut stores {
            *new = self.b.choose(active, *new, *old);
        }
        let is_made = self.b.and(is_made, active);
        stores.extend(self.observed_ply((&before, &scene), number, did, (is_made, over)));
        self.b.store(&stores);
        self.next_agenda = None;
        Ok(self.b.take())
    }

    /// Counts how often the position has occurred; true where it counts from now on. A turn without a ply of a player
    /// does not repeat the position before it.
    fn note_position(&mut self, scene: &mut SideView, moves_on: Value, (over, acted): (Value, Value)) -> Value {
        let sides = self.laid.rules.sides;
        let (own_number, other) = (self.b.number(scene.side as i64), self.b.number(((scene.side + 1) % sides) as i64));
        let next = self.b.choose(moves_on, other, own_number);
        let Some(times) = self.times(scene, next) else { return over };
        let number_one = self.b.number(1);
        let first = self.b.equal(times, number_one);
        let counts = self.b.or(acted, first);
        let notes = self.b.and(over, counts);
        scene.times = Some(self.b.keep(times, notes));
        notes
    }

    /// The rest of the turn after the ply that was drawn: whether there is any, its stage, what it offers.
    fn continued(&mut self, scene: &SideView, number: usize, hits: &[Value]) -> Lowered<(Value, Value, StageOffers)> {
        let (stage, groups) = (self.stages[number], self.offered[number].clone());
        let mut rests: Vec<u16> = groups.iter().map(|group| group.rest).filter(|&rest| rest != 0).collect();
        rests.sort_unstable();
        rests.dedup();
        let (mut offers, mut going, mut next_stage) = (Vec::new(), self.b.truth(false), self.b.number(number as i64));
        for rest in rests {
            let is_drawn = self.is_drawn(&groups, hits, |group| group.rest == rest);
            let (groups, able) = self.options(scene, rest, Some(is_drawn))?;
            let next = self.number_of(TurnPoint { agenda: rest, ..stage })?;
            going = self.b.or(going, able);
            let target_stage = self.b.number(next as i64);
            next_stage = self.b.choose(able, target_stage, next_stage);
            offers.extend(groups.into_iter().map(|group| (next, group)));
        }
        Ok((going, next_stage, offers))
    }

    /// Whether a ply was drawn that leaves the side to move as it is: of chance, or a choice of sides.
    fn idle(&mut self, groups: &[OfferGroup], hits: &[Value]) -> Value {
        let choice = self.is_choice(groups, hits, |action| matches!(action, Action::Swap | Action::Keep));
        let chance = self.is_drawn(groups, hits, |group| group.chance);
        self.b.or(choice, chance)
    }

    /// Whether a player has made a ply in this turn, or the turn is empty.
    fn acted(&mut self, turn: &TurnState, is_made: Value, idle: Value) -> Value {
        let Some(before) = turn.acted else { return self.b.truth(true) };
        let now = if turn.skips.is_some() {
            let unmade = self.b.not(is_made);
            let players = self.b.not(idle);
            self.b.or(unmade, players)
        } else {
            self.b.not(idle)
        };
        self.b.or(before, now)
    }

    /// Where the next turn offers nothing: whether the game is drawn, or how many turns have been empty with the next
    /// one.
    fn skips(
        &mut self,
        turn: &TurnState,
        (made, over): (Value, Value),
        unable: Value,
        may_end: Value,
    ) -> (Value, Option<Value>) {
        let Some(skips) = turn.skips else { return (unable, None) };
        let rules = &self.laid.rules;
        let (most, number_one) = (self.b.number((rules.sides + rules.turns.len()) as i64), self.b.number(1));
        let last = self.b.at_least(skips, most);
        let last = self.b.without(last, made);
        let pending = self.b.and(unable, may_end);
        let pending = self.b.without(pending, last);
        let stuck = self.b.without(unable, pending);
        let ended = self.b.and(last, over);
        let next_skips = self.b.add(skips, number_one);
        (self.b.or(stuck, ended), Some(self.b.keep(next_skips, pending)))
    }

    /// What the turn has done so far, its last ply included.
    fn happened(&mut self, before: [Value; 3], did: Did) -> Did {
        let [placement, capture, anything] = before;
        Did {
            placement: self.b.or(placement, did.placement),
            capture: self.b.or(capture, did.capture),
            anything: self.b.or(anything, did.anything),
            ..did
        }
    }

    /// What the next turn offers, where this one is over.
    fn next_turns(
        &mut self,
        scene: &SideView,
        stage: TurnPoint,
        (over, moves_on): (Value, Value),
        (mut next_stage, offers): (Value, &mut StageOffers),
    ) -> Lowered<NextTurn> {
        let other = (scene.side + 1) % self.laid.rules.sides;
        let mut next = vec![(other, moves_on)];
        if moves_on != over && (self.has_again() || self.has_idle_plies()) {
            next.push((scene.side, self.b.without(over, moves_on)));
        }
        let (mut able, mut may_end) = (self.b.truth(false), self.b.truth(false));
        for (side, when) in next {
            let begins = self.next_turn(stage, side);
            let number = self.number_of(begins)?;
            let target_stage = self.b.number(number as i64);
            next_stage = self.b.choose(when, target_stage, next_stage);
            let after = self.upcoming(scene, side);
            let (groups, any) = self.options(&after, begins.agenda, Some(when))?;
            able = self.b.or(able, any);
            if let Some(may) = self.may_end(&after, begins.agenda)? {
                let may = self.b.and(may, when);
                may_end = self.b.or(may_end, may);
            }
            offers.extend(groups.into_iter().map(|group| (number, group)));
        }
        Ok(NextTurn { able, may_end, stage: next_stage })
    }

    /// The registers of the turn with their new values: what its next ply needs; nothing where the turn is over.
    fn kept_of_turn(
        &mut self,
        turn: &TurnState,
        scene: &SideView,
        going: Value,
        happened: Option<Did>,
    ) -> Vec<(Value, Value)> {
        let mut registers = Vec::new();
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
                    registers.push((old, self.b.keep(new, going)));
                }
            }
            for &(way, old) in &old.headings {
                let new = new.headings.iter().find(|(other, _)| *other == way).map(|(_, when)| *when);
                let new = new.unwrap_or_else(|| self.b.truth(false));
                registers.push((old, self.b.and(new, going)));
            }
        }
        if let (Some(old), Some(new)) = (turn.again, scene.again) {
            registers.push((old, self.b.and(new, going)));
        }
        if let (Some(old), Some(new)) = (turn.happened, happened) {
            for (old, new) in old.into_iter().zip([new.placement, new.capture, new.anything]) {
                registers.push((old, self.b.and(new, going)));
            }
        }
        registers
    }

    /// The registers for what is on offer at the stages that may come next.
    pub(super) fn on_offer(&mut self, offers: &StageOffers) -> Lowered<Vec<(Value, Value)>> {
        let mut sets: Vec<Vec<Value>> = Vec::new();
        for (stage, group) in offers {
            let Some(place) = self.offered[*stage].iter().position(|key| is_same(key, group)) else {
                // A group that no register was made for would be lost.
                return not_lowered("stage");
            };
            sets.resize(sets.len().max(self.offered[*stage].len()), Vec::new());
            sets[place].push(group.set);
        }
        let registers = self.groups.iter().max_by_key(|groups| groups.len()).cloned().unwrap_or_default();
        Ok(registers.into_iter().zip(&sets).map(|(register, sets)| (register, self.b.union(sets))).collect())
    }
}

/// Whether one register can hold the plies of both groups.
fn is_same(a: &OfferGroup, other: &OfferGroup) -> bool {
    a.node == other.node && a.rest == other.rest && a.landing == other.landing
}
