//! Lowers losses that put one of several sides out: who is in, who is next, who shares the point.

use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::program::EndCode;
use lusory_engine::rule::{Condition, End, EndKind};

impl Lowering<'_> {
    /// The sides that may be next, the first of those that are in.
    pub(super) fn sides_after(&self, side: usize) -> impl Iterator<Item = usize> + use<> {
        let sides = self.laid.rules.sides;
        let others = if self.laid.rules.eliminates() { sides - 1 } else { 1 };
        (1..=others).map(move |ahead| (side + ahead) % sides)
    }

    /// Refuses losses that put a side out where it could not be told who is next: where the same side may be next, in the
    /// midst of a turn, and where plies are tried out.
    pub(super) fn check_elimination(&self) -> Lowered<()> {
        let rules = &self.laid.rules;
        let awaits_turn = |end: &End| {
            !matches!(end.kind, EndKind::Loss) || end.at_turn || matches!(end.when, Condition::NoPly { .. })
        };
        let goes_on = self.offered.iter().flatten().any(|group| group.rest != 0);
        let is_within_turn = goes_on && rules.ends.iter().any(|end| end.has(&|end| !awaits_turn(end)));
        let is_unclear = self.has_again() || self.has_idle_plies() || self.trying || is_within_turn;
        if rules.eliminates() && is_unclear { not_lowered("loss") } else { Ok(()) }
    }

    /// The sides that may be next where another one is, each with where it is: the first that is in.
    pub(super) fn next_sides(&mut self, scene: &SideView, moves_on: Value) -> Vec<(usize, Value)> {
        let mut rest = moves_on;
        let sides = self.sides_after(scene.side).map(|side| {
            let Some(&out) = scene.now.out.get(side) else { return (side, rest) };
            let next = self.b.without(rest, out);
            rest = self.b.and(rest, out);
            (side, next)
        });
        sides.collect()
    }

    /// The side is out where `when` holds, unless it is already; the last one that is in wins.
    pub(super) fn put_out(&mut self, scene: &mut SideView, number: u16, when: Value) {
        let mut out = scene.now.out.clone();
        let leaves = self.b.without(when, out[scene.side]);
        out[scene.side] = self.b.or(out[scene.side], leaves);
        for winner in (0..out.len()).filter(|&side| side != scene.side) {
            let alone = self.are_in(&out, 1 << winner, leaves);
            self.b.end(alone, EndCode { winners: 1 << winner, drawn: false, clause: Some(number) }.code());
        }
        scene.now.out = out;
    }

    /// Where `when` holds and just these sides, bits, are in.
    fn are_in(&mut self, out: &[Value], sides: u8, when: Value) -> Value {
        out.iter().enumerate().fold(when, |case, (side, &out)| {
            if sides >> side & 1 != 0 { self.b.without(case, out) } else { self.b.and(case, out) }
        })
    }

    /// Those who are in share the point where `when` holds.
    pub(super) fn draw_of_those_in(&mut self, out: &[Value], clause: Option<u16>, when: Value) {
        let all = (1 << self.laid.rules.sides) - 1;
        if out.is_empty() {
            return self.b.end(when, EndCode { winners: all, drawn: true, clause }.code());
        }
        for winners in (1..=all).filter(|sides: &u8| sides.count_ones() > 1) {
            let case = self.are_in(out, winners, when);
            self.b.end(case, EndCode { winners, drawn: true, clause }.code());
        }
    }
}
