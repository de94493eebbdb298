//! Lowers turns of several plies, openings, and further turns of the same side.
//!
//! What is left of a turn is an agenda. Each point that a turn can come to (`TurnPoint`) has a body of its own, which
//! draws from what its agenda offers and finds what the stages after it offer. A register of the state says at which
//! stage a lane is; the stages share the registers for what is on offer, since a lane is at one of them.

use super::offers::{Landing, OfferGroup};
use super::scene::{PlyValues, SideView};
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::Kind;
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

/// What is on offer, each with its stage.
pub(super) type StageOffers = Vec<(usize, OfferGroup)>;

/// The registers for the turn so far.
#[derive(Clone, Debug)]
pub(super) struct TurnState {
    /// What its plies so far have set.
    pub ply: PlyValues,
    /// Whether a ply of the turn has been made. Only where somebody asks (`NeededState::begun`).
    pub begun: Option<Value>,
    /// Whether the side has another turn. Only where effects may say so.
    pub again: Option<Value>,
    /// Whether a player has made a ply, other than a choice of sides. Only where there are other plies: after a turn
    /// without one the same side is to move.
    pub acted: Option<Value>,
    /// How many turns in a row have been empty, this one included. Only where turns may be empty.
    pub skips: Option<Value>,
    /// Whether anything was placed, captured or done. Only where a Quiet counts turns.
    pub happened: Option<[Value; 3]>,
    /// The target of the secret placement that waits for an answer. Only where there are such.
    pub target: Option<Value>,
}

impl Lowering<'_> {
    /// Whether a turn may be ended before its first ply.
    pub(super) fn has_empty_turns(&mut self) -> Lowered<bool> {
        let mut any = false;
        for side in 0..self.laid.rules.sides {
            any |= self.may_end(&self.start(side), self.first_agenda())?.is_some();
        }
        Ok(any)
    }

    /// Whether a turn may have several plies, be one of an opening, or be followed by another of its side.
    pub(super) fn has_long_turns(&self, offered: &[Vec<OfferGroup>]) -> bool {
        let rules = &self.laid.rules;
        let goes_on = offered.iter().flatten().any(|group| group.rest != 0);
        goes_on || rules.turns.len() > 1 || self.has_again() || self.has_idle_plies()
    }

    /// Whether there are plies after which the same side is to move: of chance, or choices of sides.
    pub(super) fn has_idle_plies(&self) -> bool {
        let idle = |atomic: &Atomic| matches!(atomic.action, Action::Swap | Action::Keep);
        let nodes = &self.laid.rules.nodes;
        nodes.iter().any(|node| matches!(node.kind, NodeKind::Chance) || node.atomic().is_some_and(idle))
    }

    pub(super) fn has_again(&self) -> bool {
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
        let is_asked = self.needed.begun;
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
        let begun = is_asked.then(|| condition(StateSlot::Begun));
        let acted = (has_idle_plies || is_asked).then(|| condition(StateSlot::Acted));
        let counted = is_asked || rules.quiets.iter().any(|quiet| quiet.turns);
        let flags = [PLACEMENT, CAPTURE, ANYTHING];
        let happened = counted.then(|| flags.map(|flag| condition(StateSlot::Happened(flag))));
        let ply = PlyValues { to, origin, headings, just, moved, visited };
        let is_answered = |kind: &NodeKind| matches!(kind, NodeKind::Commit { answer: Some(_), .. });
        let waits = rules.nodes.iter().any(|node| is_answered(&node.kind));
        let target = waits.then(|| self.b.stored(Kind::Set, Some(StateSlot::Target), none));
        self.turn = Some(TurnState { ply, begun, again, acted, skips: None, happened, target });
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
        if rules.offers_depend_on_counters {
            return not_lowered("trial");
        }
        let (mut stages, mut finished) = (vec![self.point(0, 0)], 0);
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
        (0..self.stages.len()).try_for_each(|number| self.check_trials(number))
    }

    /// Refuses plies that are tried out where it could not be told what follows if none of them is legal: where the turn
    /// may be ended, and where its first ply may come again later in it. Nor are chance plies tried out.
    fn check_trials(&mut self, number: usize) -> Lowered<()> {
        if !self.offered[number].iter().any(|group| group.tried) {
            return Ok(());
        }
        let stage = self.stages[number];
        let ended = stage.awaited.is_none() && self.may_end(&self.start(stage.side), stage.agenda)?.is_some();
        let is_of_turn = |other: &TurnPoint| (other.side, other.turn) == (stage.side, stage.turn);
        let goes_on = |groups: &Vec<OfferGroup>| groups.iter().any(|group| group.rest == stage.agenda);
        let resumed = self.stages.iter().zip(&self.offered).any(|(other, groups)| is_of_turn(other) && goes_on(groups));
        let chance = self.offered[number].iter().any(|group| group.tried && group.chance);
        let misjudged = self.falls_through(number) && self.judges_turns();
        let is_unclear = ended || chance || misjudged || self.may_skip || (resumed && self.begins_turn(stage));
        if is_unclear { not_lowered("trial") } else { Ok(()) }
    }

    /// Whether an end among others may hold only once a turn is over. Where that is seen a tick late, another end would
    /// come before it.
    fn judges_turns(&self) -> bool {
        let rules = &self.laid.rules;
        let Some((_, early)) = rules.ends.split_last() else { return false };
        let at_turn = rules.ends.iter().any(|end| end.has(&|end| end.at_turn));
        let no_ply = early.iter().any(|end| end.asks(&|condition| matches!(condition, Condition::NoPly { .. })));
        let counted = rules.repeats || rules.quiets.iter().any(|quiet| quiet.turns);
        no_ply || (!early.is_empty() && (at_turn || counted))
    }

    /// Whether the turn is over where of what a body's stage offers nothing is legal: plies are tried out after the first
    /// one of a turn.
    pub(super) fn falls_through(&self, number: usize) -> bool {
        let tries = self.offered[number].iter().any(|group| group.tried);
        tries && self.stages.get(number).is_some_and(|&stage| !self.begins_turn(stage))
    }

    pub(super) fn begins_turn(&self, stage: TurnPoint) -> bool {
        stage.agenda == self.agenda_of(stage.turn) && stage.awaited.is_none()
    }

    /// What a stage may offer.
    fn offered_at(&mut self, stage: TurnPoint) -> Lowered<Vec<OfferGroup>> {
        let scene = self.start(stage.side);
        if stage.awaited.is_some() {
            let target = self.target();
            return Ok(vec![self.answers(&scene, stage, target)?]);
        }
        if self.begins_turn(stage) {
            self.may_skip |= self.may_end(&scene, stage.agenda)?.is_some();
        }
        let mut all = Vec::<OfferGroup>::new();
        for group in self.options(&scene, stage.agenda, None)?.0 {
            if !all.iter().any(|other| is_same(other, &group)) {
                all.push(group);
            }
        }
        Ok(all)
    }

    /// The stages that may follow.
    fn stages_after(&self, stage: TurnPoint, groups: &[OfferGroup]) -> Vec<TurnPoint> {
        let (waiting, placed): (Vec<_>, Vec<_>) = groups.iter().partition(|group| self.awaited(group).is_some());
        let waiting = waiting.into_iter().map(|group| self.stage_of_answer(stage, group));
        let rests = placed.iter().map(|group| group.rest).filter(|&rest| rest != 0);
        let rests = rests.map(|agenda| TurnPoint { agenda, awaited: None, ..stage });
        let mut all: Vec<TurnPoint> = rests.chain(waiting).collect();
        all.extend(self.sides_after(stage.side).map(|side| self.next_turn(stage, side)));
        if self.has_again() || self.has_idle_plies() {
            all.push(self.next_turn(stage, stage.side));
        }
        all
    }

    /// The stage at which the next turn begins, if this side makes it.
    pub(super) fn next_turn(&self, stage: TurnPoint, side: usize) -> TurnPoint {
        self.point(side, (stage.turn + 1).min(self.laid.rules.turns.len().max(1) - 1))
    }

    /// The beginning of a turn.
    pub(super) fn point(&self, side: usize, turn: usize) -> TurnPoint {
        TurnPoint { side, turn, agenda: self.agenda_of(turn), awaited: None }
    }

    pub(super) fn agenda_of(&self, turn: usize) -> u16 {
        self.laid.rules.turns.get(turn).copied().unwrap_or(0)
    }

    pub(super) fn number_of(&self, stage: TurnPoint) -> Lowered<usize> {
        self.stages.iter().position(|&other| other == stage).map_or_else(|| not_lowered("stage"), Ok)
    }

    /// What an agenda offers, with the end of the turn where that is allowed; and whether it offers anything.
    pub(super) fn options(
        &mut self,
        scene: &SideView,
        agenda: u16,
        gate: Option<Value>,
    ) -> Lowered<(Vec<OfferGroup>, Value)> {
        let mut groups = self.offer_once(scene, agenda, gate)?;
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
        if must && groups.iter().any(|group| group.tried) {
            return not_lowered("trial");
        }
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

    pub(super) fn once_more(
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
    let order = |group: &OfferGroup| (group.parts.clone(), group.after.clone());
    a.node == other.node && a.rest == other.rest && a.landing == other.landing && order(a) == order(other)
}
