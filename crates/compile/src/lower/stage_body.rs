//! The body of a stage of a turn of several plies (`turns`).

use super::play::Did;
use super::scene::{Next, SideView};
use super::stage_ply::StagePly;
use super::turns::{JUST, MOVED, ORIGIN, StageOffers, TO, TurnState, VISITED};
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::Instruction;
use lusory_engine::state_slots::TurnPoint;

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

    /// Finds what comes after a ply, and judges the ends.
    fn after_ply(&mut self, turn: &TurnState, scene: &mut SideView, ply: &StagePly) -> Lowered<AfterPly> {
        let stage = self.stages[ply.number];
        let (going, stage_in_turn, mut offers) = self.continued(scene, ply.number, &ply.hits)?;
        let done = ply.done(&mut self.b);
        let over = self.b.not(going);
        let happened = turn.happened.map(|before| self.happened(before, ply.did));
        let played = self.b.and(over, ply.acted);
        let counts = self.b.without(ply.is_made, ply.idle);
        let counts = ply.waits.map_or(counts, |waits| self.b.without(counts, waits));
        self.count_quiet(scene, ply.did, happened.map(|happened| (played, happened)), Some(counts));
        let moves_on = scene.again.map_or(played, |again| self.b.without(played, again));
        let next = self.next_turns(scene, stage, (over, moves_on), (stage_in_turn, &mut offers))?;
        let notes = self.note_position(scene, moves_on, (over, ply.acted));
        scene.next = Some(Next { sides: next.sides, able: next.able, tried: next.tried, over: Some(over) });
        self.ends(scene, Some(done))?;
        let unable = self.b.without(over, next.able);
        let (stuck, skips) = self.skips(turn, (ply.is_made, over), unable, next.may_end);
        if !next.tried {
            let stuck = self.b.and(stuck, done);
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
        if let (Some(waits), Some(target)) = (ply.waits, turn.target) {
            let new = self.new_target(&ply.groups, &ply.hits);
            stores.push((target, self.b.choose(waits, new, target)));
        }
        stores.extend(turn.begun.map(|old| (old, after.going)));
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
        let asks = self.active.map_or(over, |active| self.b.and(active, over));
        let Some(times) = self.times(scene, next, Some(asks)) else { return over };
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
        let waiting: Vec<bool> = groups.iter().map(|group| self.awaited(group).is_some()).collect();
        let waits = self.awaits(&groups, hits);
        let placed = groups.iter().zip(&waiting).filter(|(_, waits)| !**waits);
        let mut rests: Vec<u16> = placed.map(|(group, _)| group.rest).filter(|&rest| rest != 0).collect();
        rests.sort_unstable();
        rests.dedup();
        let (mut offers, mut going, mut next_stage) = (Vec::new(), self.b.truth(false), self.b.number(number as i64));
        for rest in rests {
            let is_drawn = self.is_drawn(&groups, hits, |group| group.rest == rest);
            let is_drawn = waits.map_or(is_drawn, |waits| self.b.without(is_drawn, waits));
            let (groups, able) = self.options(scene, rest, Some(is_drawn))?;
            let next = self.number_of(TurnPoint { agenda: rest, awaited: None, ..stage })?;
            going = self.b.or(going, able);
            let target_stage = self.b.number(next as i64);
            next_stage = self.b.choose(able, target_stage, next_stage);
            offers.extend(groups.into_iter().map(|group| (next, group)));
        }
        for (group, &hit) in groups.iter().zip(hits).zip(waiting).filter(|(_, waits)| *waits).map(|(drawn, _)| drawn) {
            let (next, waits, answers) = self.awaited_answers(scene, stage, group, hit)?;
            let target_stage = self.b.number(next as i64);
            next_stage = self.b.choose(waits, target_stage, next_stage);
            going = self.b.or(going, waits);
            offers.push((next, answers));
        }
        Ok((going, next_stage, offers))
    }

    /// The number of the side to move next: the next one that is in or, where that does not hold, the same.
    pub(super) fn side_after(&mut self, scene: &SideView, moves_on: Value) -> Value {
        let mut number = self.b.number(scene.side as i64);
        for (side, when) in self.next_sides(scene, moves_on) {
            let other = self.b.number(side as i64);
            number = self.b.choose(when, other, number);
        }
        number
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

    /// What the turn has done so far, its last ply included. What chance does counts for nobody.
    fn happened(&mut self, before: [Value; 3], did: Did) -> Did {
        let [placement, capture, anything] =
            [did.placement, did.capture, did.anything].map(|done| self.b.without(done, did.chance));
        let [placement, capture, anything] =
            [(before[0], placement), (before[1], capture), (before[2], anything)].map(|(old, new)| self.b.or(old, new));
        Did { placement, capture, anything, ..did }
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
