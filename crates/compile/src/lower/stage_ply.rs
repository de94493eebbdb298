//! Draws the ply of a stage of a turn, or the answer to a secret placement, and applies it with its effects.

use super::offers::OfferGroup;
use super::play::Did;
use super::scene::{PlyValues, SideView};
use super::turns::TurnState;
use super::{Lowered, Lowering};
use crate::builder::{Builder, Value};
use lusory_engine::rule::Action;

/// The ply that a tick plays.
pub(super) struct StagePly {
    /// The stage's.
    pub number: usize,
    /// What is on offer, and of each group the ply that was drawn.
    pub groups: Vec<OfferGroup>,
    pub hits: Vec<Value>,
    pub before: SideView,
    pub did: Did,
    /// Whether it leaves the side to move as it is.
    pub idle: Value,
    /// Whether a player has made a ply in this turn.
    pub acted: Value,
    /// The lanes of which the ply turned out to be illegal; that have made one; of which the state changes.
    pub fails: Value,
    pub is_made: Value,
    pub active: Value,
    /// The lanes whose ply waits for an answer: nothing follows it yet. None: there are none.
    pub waits: Option<Value>,
}

impl StagePly {
    /// The lanes whose ply has had its effects.
    pub fn done(&self, b: &mut Builder) -> Value {
        self.waits.map_or(self.active, |waits| b.without(self.active, waits))
    }
}

impl Lowering<'_> {
    /// Draws a ply of what a stage offers, and applies it with its effects.
    pub(super) fn stage_ply(
        &mut self,
        number: usize,
        turn: &TurnState,
        (here, plies): (Value, Value),
    ) -> Lowered<(SideView, StagePly)> {
        let (stage, groups) = (self.stages[number], self.offered[number].clone());
        if stage.awaited.is_some() {
            return self.stage_answer(number, turn, here);
        }
        let (side, before) = (stage.side, self.start(stage.side));
        let open = self.open_groups(number, &groups);
        let open = self.decisive(side, &groups, open)?;
        let (hits, none) = self.b.draw(open, Some(here));
        let drawn = self.b.without(here, none);
        // Where turns may be empty, a lane without any ply on offer has an empty turn; where all that was on offer was tried
        // in vain, the turn is over.
        let (skips, falls_through) = (turn.skips.is_some(), self.falls_through(number));
        let (ply, mut did, now) = self.drawn(&before, &groups, &hits)?;
        let answer = self.unanswered(&before, &groups, &hits)?;
        let mut scene = SideView { ply: Some(ply), again: turn.again, answer, ..SideView::new(side, now) };
        let waits = self.awaits(&groups, &hits);
        let gate = (skips || falls_through).then_some(drawn);
        let gate = waits.map_or(gate, |waits| Some(self.b.without(gate.unwrap_or(drawn), waits)));
        self.effects(&mut scene, &mut did, &groups, &hits, gate)?;
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
        Ok((scene, StagePly { number, groups, hits, before, did, idle, acted, fails, is_made, active, waits }))
    }

    /// Draws an answer to a secret placement, which then fails or takes place, with its effects.
    fn stage_answer(&mut self, number: usize, turn: &TurnState, here: Value) -> Lowered<(SideView, StagePly)> {
        let (stage, groups) = (self.stages[number], self.offered[number].clone());
        let (target, offered) = (self.target(), self.groups[number][0]);
        let before = self.answered(stage, target, offered, here)?;
        // Whatever the subset, an answer was drawn.
        let hits = vec![self.places(&[0])];
        let (ply, mut did, now) = self.drawn(&before, &groups, &hits)?;
        let (again, answer) = (turn.again, before.answer);
        let mut scene = SideView { ply: Some(ply), again, answer, ..SideView::new(stage.side, now) };
        self.effects(&mut scene, &mut did, &groups, &hits, None)?;
        let never = self.b.truth(false);
        let acted = self.acted(turn, here, never, false);
        let (is_made, active, waits) = (here, here, None);
        Ok((
            scene,
            StagePly { number, groups, hits, before, did, idle: never, acted, fails: never, is_made, active, waits },
        ))
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
            after.times = self.times(&after, next, self.active);
        }
        self.forbidden(before, &after, groups, hits)
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
}
