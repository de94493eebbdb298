//! The body of a stage of a turn of several plies (`turns`).

use super::offers::OfferGroup;
use super::play::Did;
use super::scene::{Next, PlyValues, SideView};
use super::turns::{JUST, MOVED, ORIGIN, StageOffers, TO, TurnState, VISITED};
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::Instruction;
use lusory_engine::rule::Action;
use lusory_engine::state_slots::TurnPoint;

/// The ply that a tick plays.
struct StagePly {
    /// The stage's.
    number: usize,
    /// What is on offer, and of each group the ply that was drawn.
    groups: Vec<OfferGroup>,
    hits: Vec<Value>,
    before: SideView,
    did: Did,
    /// Whether it leaves the side to move as it is.
    idle: Value,
    /// Whether a player has made a ply in this turn.
    acted: Value,
    /// The lanes of which the ply turned out to be illegal; that have made one; of which the state changes.
    fails: Value,
    is_made: Value,
    active: Value,
}

/// What comes after a ply.
struct AfterPly {
    /// Whether the turn goes on, or is over.
    going: Value,
    over: Value,
    /// What the turn has done. Only where a Quiet counts turns.
    happened: Option<Did>,
    /// Whether the position counts as one that has occurred.
    notes: Value,
    /// How many turns in a row have been empty.
    skips: Option<Value>,
    /// The next stage.
    stage: Value,
    offers: StageOffers,
}

/// What is known of the turn after this one.
struct NextTurn {
    /// The sides that may have it, each with where it does.
    sides: Vec<(usize, Value)>,
    /// Whether the agenda offers anything; whether that may be plies that are tried out.
    able: Value,
    tried: bool,
    /// Whether the turn may be ended before its first ply.
    may_end: Value,
    /// The number of the stage that comes next, of this turn or the next.
    stage: Value,
}

impl Lowering<'_> {
    /// The body of a stage.
    pub(super) fn body_of_stage(&mut self, number: usize) -> Lowered<Vec<Instruction>> {
        let (Some(turn), Some((current_stage, plies))) = (self.turn.clone(), self.stage_and_plies) else {
            return not_lowered("stage");
        };
        let stage = self.stages[number];
        self.next_agenda = Some(self.next_turn(stage, stage.side).agenda);
        let stage_number = self.b.number(number as i64);
        let here = self.b.equal(current_stage, stage_number);
        self.active = Some(here);
        let (mut scene, ply) = self.stage_ply(number, &turn, (here, plies))?;
        let after = self.after_ply(&turn, &mut scene, &ply)?;
        let mut stores = self.state_after(&turn, &mut scene, &ply, &after)?;
        let (number_one, drawn_side) = (self.b.number(1), self.b.number(stage.side as i64));
        let one_more = self.b.keep(number_one, ply.is_made);
        stores.extend([(current_stage, after.stage), (plies, self.b.add(plies, one_more))]);
        stores.extend(self.last_mover.map(|mover| (mover, self.b.choose(ply.is_made, drawn_side, mover))));
        for (old, new) in &mut stores {
            *new = self.b.choose(ply.active, *new, *old);
        }
        if ply.groups.iter().any(|group| group.tried) {
            self.cross_off(number, &ply.hits, ply.fails, &mut stores);
        }
        stores.extend(self.observed_ply((&ply.before, &scene), number, ply.did, (ply.is_made, after.over)));
        self.b.store(&stores);
        self.next_agenda = None;
        Ok(self.b.take())
    }

    /// Draws a ply of what a stage offers, and applies it with its effects.
    fn stage_ply(
        &mut self,
        number: usize,
        turn: &TurnState,
        (here, plies): (Value, Value),
    ) -> Lowered<(SideView, StagePly)> {
        let (stage, groups) = (self.stages[number], self.offered[number].clone());
        let (side, before) = (stage.side, self.start(stage.side));
        let open = self.open_groups(number, &groups);
        let open = self.decisive(side, &groups, open)?;
        let (hits, none) = self.b.draw(open, Some(here));
        let drawn = self.b.without(here, none);
        // Where turns may be empty, a lane without any ply on offer has an empty turn; where all that was on offer was tried
        // in vain, the turn is over.
        let (skips, falls_through) = (turn.skips.is_some(), self.falls_through(number));
        let (ply, mut did, now) = self.drawn(&before, &groups, &hits)?;
        let mut scene = SideView { side, now, here: None, ply: Some(ply), next: None, again: turn.again, times: None };
        self.effects(&mut scene, &mut did, &groups, &hits, (skips || falls_through).then_some(drawn))?;
        let idle = self.idle(&groups, &hits);
        let acted = self.acted(turn, drawn, idle, falls_through);
        let fails = self.fails((&before, &scene), &groups, &hits, acted)?;
        let fails = self.b.and(drawn, fails);
        let is_made = self.b.without(drawn, fails);
        let active = if skips || falls_through { self.b.without(here, fails) } else { is_made };
        if falls_through {
            scene.ply = self.ply_of_turn(turn, scene.ply, drawn);
        } else if self.trying && self.begins_turn(stage) {
            let over = self.b.and(here, none);
            self.late_ends_of_any(over, plies);
        }
        Ok((scene, StagePly { number, groups, hits, before, did, idle, acted, fails, is_made, active }))
    }

    /// Finds what comes after a ply, and judges the ends.
    fn after_ply(&mut self, turn: &TurnState, scene: &mut SideView, ply: &StagePly) -> Lowered<AfterPly> {
        let stage = self.stages[ply.number];
        let (going, stage_in_turn, mut offers) = self.continued(scene, ply.number, &ply.hits)?;
        let over = self.b.not(going);
        let happened = turn.happened.map(|before| self.happened(before, ply.did));
        let played = self.b.and(over, ply.acted);
        let counts = self.b.without(ply.is_made, ply.idle);
        self.count_quiet(scene, ply.did, happened.map(|happened| (played, happened)), Some(counts));
        let moves_on = scene.again.map_or(played, |again| self.b.without(played, again));
        let next = self.next_turns(scene, stage, (over, moves_on), (stage_in_turn, &mut offers))?;
        let notes = self.note_position(scene, moves_on, (over, ply.acted));
        scene.next = Some(Next { sides: next.sides, able: next.able, tried: next.tried, over: Some(over) });
        self.ends(scene, Some(ply.active))?;
        let unable = self.b.without(over, next.able);
        let (stuck, skips) = self.skips(turn, (ply.is_made, over), unable, next.may_end);
        if !next.tried {
            let stuck = self.b.and(stuck, ply.active);
            self.nothing_legal(&scene.now.out, stuck);
        }
        Ok(AfterPly { going, over, happened, notes, skips, stage: next.stage, offers })
    }

    /// The registers with their values after a ply, but for the stage and the number of plies.
    fn state_after(
        &mut self,
        turn: &TurnState,
        scene: &mut SideView,
        ply: &StagePly,
        after: &AfterPly,
    ) -> Lowered<Vec<(Value, Value)>> {
        let ending = self.ending_cells_after(scene)?;
        let lapsed = self.lapsed(&scene.now);
        for (now, lapsed) in scene.now.marks.iter_mut().zip(lapsed) {
            *now = self.b.choose(after.over, lapsed, *now);
        }
        let mut stores: Vec<(Value, Value)> = self.stores.position.all().into_iter().zip(scene.now.all()).collect();
        stores.extend(self.kept_of_turn(turn, scene, after.going, after.happened));
        stores.extend(turn.acted.map(|old| (old, self.b.and(ply.acted, after.going))));
        stores.extend(turn.skips.zip(after.skips));
        stores.extend(self.on_offer(&after.offers)?);
        stores.extend(ending);
        stores.extend(self.clean_after(&ply.groups, &ply.hits));
        stores.extend(self.one_more_noted().map(|(old, new)| (old, self.b.choose(after.notes, new, old))));
        Ok(stores)
    }

    /// Counts how often the position has occurred; true where it counts from now on. A turn without a ply of a player
    /// does not repeat the position before it.
    fn note_position(&mut self, scene: &mut SideView, moves_on: Value, (over, acted): (Value, Value)) -> Value {
        let next = self.side_after(scene, moves_on);
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

    /// Whether the ply that was drawn turned out to be illegal.
    fn fails(
        &mut self,
        (before, after): (&SideView, &SideView),
        groups: &[OfferGroup],
        hits: &[Value],
        acted: Value,
    ) -> Lowered<Value> {
        let mut after = after.clone();
        if self.laid.rules.plies_depend_on_counters && groups.iter().any(|group| group.tried) {
            // As if the turn ended here.
            let moves_on = after.again.map_or(acted, |again| self.b.without(acted, again));
            let next = self.side_after(before, moves_on);
            after.times = self.times(&after, next);
        }
        self.forbidden(before, &after, groups, hits)
    }

    /// The number of the side to move next: the next one that is in or, where that does not hold, the same.
    fn side_after(&mut self, scene: &SideView, moves_on: Value) -> Value {
        let mut number = self.b.number(scene.side as i64);
        for (side, when) in self.next_sides(scene, moves_on) {
            let other = self.b.number(side as i64);
            number = self.b.choose(when, other, number);
        }
        number
    }

    /// What the ply that was drawn sets; where none was, what the turn has set so far.
    fn ply_of_turn(&mut self, turn: &TurnState, drawn_ply: Option<PlyValues>, drawn: Value) -> Option<PlyValues> {
        let (old, new) = (turn.ply.clone(), drawn_ply?);
        let mut of = |new, old| self.b.choose(drawn, new, old);
        let (to, origin, just) = (of(new.to, old.to), of(new.origin, old.origin), of(new.just, old.just));
        let (moved, visited) = (of(new.moved, old.moved), of(new.visited, old.visited));
        let never = self.b.truth(false);
        let when = |ways: &[(usize, Value)], way: usize| {
            ways.iter().find(|(other, _)| *other == way).map_or(never, |&(_, when)| when)
        };
        let mut ways: Vec<usize> = new.headings.iter().chain(&old.headings).map(|&(way, _)| way).collect();
        ways.sort_unstable();
        ways.dedup();
        let headings =
            ways.into_iter().map(|way| (way, self.b.choose(drawn, when(&new.headings, way), when(&old.headings, way))));
        let headings = headings.collect();
        Some(PlyValues { to, origin, headings, just, moved, visited })
    }

    /// Whether a player has made a ply in this turn, or the turn is empty.
    fn acted(&mut self, turn: &TurnState, is_made: Value, idle: Value, falls_through: bool) -> Value {
        let Some(before) = turn.acted else { return self.b.truth(true) };
        let now = if falls_through {
            self.b.without(is_made, idle)
        } else if turn.skips.is_some() {
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
        let mut next = self.next_sides(scene, moves_on);
        if moves_on != over && (self.has_again() || self.has_idle_plies()) {
            next.push((scene.side, self.b.without(over, moves_on)));
        }
        let (mut able, mut may_end, mut tried) = (self.b.truth(false), self.b.truth(false), false);
        for &(side, when) in &next {
            let begins = self.next_turn(stage, side);
            let number = self.number_of(begins)?;
            let target_stage = self.b.number(number as i64);
            next_stage = self.b.choose(when, target_stage, next_stage);
            let after = self.upcoming(scene, side);
            let (groups, any) = self.options(&after, begins.agenda, Some(when))?;
            able = self.b.or(able, any);
            tried |= groups.iter().any(|group| group.tried);
            if let Some(may) = self.may_end(&after, begins.agenda)? {
                let may = self.b.and(may, when);
                may_end = self.b.or(may_end, may);
            }
            offers.extend(groups.into_iter().map(|group| (number, group)));
        }
        Ok(NextTurn { sides: next, able, tried, may_end, stage: next_stage })
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
}
