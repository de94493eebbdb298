//! Lowers repetition: how often the position has occurred.

use super::scene::SideView;
use super::{Lowering, bounds};
use crate::builder::Value;
use lusory_engine::rule::{Action, Atomic, Effect};

impl Lowering<'_> {
    /// How often a position has occurred, with this side to move next; it is noted. Only where `when` holds; None: in
    /// every lane.
    pub(super) fn times(&mut self, scene: &SideView, next: Value, when: Option<Value>) -> Option<Value> {
        let noted = self.stores.noted.filter(|_| !self.never_repeats())?;
        let next = scene.now.swapped.map_or(next, |swapped| {
            let four = self.b.number(4);
            let exchanged = self.b.keep(four, swapped);
            self.b.add(next, exchanged)
        });
        let mut sets = scene.now.pieces.clone();
        sets.extend(self.lapsed(&scene.now));
        Some(self.b.look_up(when, sets, next, noted))
    }

    /// One more position counts.
    pub(super) fn one_more_noted(&mut self) -> Option<(Value, Value)> {
        let (noted, number_one) = (self.stores.noted.filter(|_| !self.never_repeats())?, self.b.number(1));
        Some((noted, self.b.add(noted, number_one)))
    }

    /// Whether each ply but choices of sides and rolls fills an empty cell, and none becomes empty: so no position comes
    /// again. An empty turn would be another one with the same pieces.
    fn never_repeats(&self) -> bool {
        let rules = &self.laid.rules;
        let grows = |atomic: &Atomic| match &atomic.action {
            Action::Place { to, .. } => (0..rules.sides).all(|side| bounds::may_hold(rules, side, to) == 0),
            // After them the turn may be over, where the player may end it.
            Action::Swap | Action::Keep | Action::Roll { .. } => rules.end.is_none(),
            Action::Step { .. } | Action::Slide { .. } | Action::Leap { .. } | Action::Hop { .. } => false,
            Action::Remove { .. } | Action::Pass | Action::Reveal { .. } => false,
        };
        let captures = self.has_effect(&|effect| matches!(effect, Effect::Capture(_)));
        !self.may_skip && !captures && rules.nodes.iter().filter_map(|node| node.atomic()).all(grows)
    }
}
