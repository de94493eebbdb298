//! Plies that are tried out: what can only be judged once a ply was carried out (`unless`, some `needs`).

use super::offers::{OfferGroup, earlier_groups};
use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;

/// The lanes of which the ply that was drawn is legal, and those of which it is not.
pub(super) struct Trial {
    pub is_legal: Value,
    pub failed: Value,
}

impl Lowering<'_> {
    /// What is on offer without what may be played only once nothing is left of other groups.
    pub(super) fn open_groups(&mut self, body: usize, groups: &[OfferGroup]) -> Vec<Value> {
        let registers = self.groups[body].clone();
        let earlier = earlier_groups(groups);
        let open = registers.iter().zip(earlier).map(|(&register, earlier)| {
            let before: Vec<Value> = earlier.into_iter().map(|group| registers[group]).collect();
            if before.is_empty() {
                return register;
            }
            let left = self.b.union(&before);
            let left = self.b.any(left);
            let none = self.b.not(left);
            self.b.keep(register, none)
        });
        open.collect()
    }

    /// Whether the ply that was drawn is legal. None where no ply is tried.
    pub(super) fn trial(
        &mut self,
        before: &SideView,
        after: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
        none: Value,
    ) -> Lowered<Option<Trial>> {
        let Some((side, plies)) = self.stage_and_plies else { return Ok(None) };
        let number = self.b.number(before.side as i64);
        let active = self.b.equal(side, number);
        let fails = self.forbidden(before, after, groups, hits)?;
        let over = self.b.and(active, none);
        let sides = self.laid.rules.sides;
        self.late_ends(&[((before.side + sides - 1) % sides, over)], over, plies);
        let is_made = self.b.without(active, none);
        Ok(Some(Trial { is_legal: self.b.without(is_made, fails), failed: self.b.and(active, fails) }))
    }

    /// Whether the ply that was drawn is one that must not be made.
    pub(super) fn forbidden(
        &mut self,
        before: &SideView,
        after: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
    ) -> Lowered<Value> {
        let mut fails = self.b.truth(false);
        let supposed = match self.laid.rules.hidden && groups.iter().any(|group| group.tried) {
            true => Some(self.after_as_supposed(before, groups, hits)?),
            false => None,
        };
        let after = supposed.as_ref().unwrap_or(after);
        let mut nodes: Vec<usize> = groups.iter().filter(|group| group.tried).filter_map(|group| group.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            let is_drawn = self.is_drawn(groups, hits, |group| group.node == Some(node));
            let forbidden = self.is_forbidden(before, after, groups, hits, node)?;
            let forbidden = self.b.and(is_drawn, forbidden);
            fails = self.b.or(fails, forbidden);
        }
        Ok(fails)
    }

    /// Whether a ply of a node is forbidden, or its `unless` holds after it.
    pub(super) fn is_forbidden(
        &mut self,
        before: &SideView,
        after: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
        node: usize,
    ) -> Lowered<Value> {
        let (needs, unless) = {
            let atomic = self.placing(node)?;
            (atomic.needs.clone(), atomic.unless.clone())
        };
        let mut forbidden = self.b.truth(false);
        if let Some(needs) = needs.filter(|_| groups.iter().any(|group| group.node == Some(node) && group.needs)) {
            let ply = self.candidate(before, groups, hits)?;
            let seen = self.seen_by_mover(before, self.in_chance);
            let truth = self.holds(&SideView { ply: Some(ply), ..seen }, &needs)?;
            forbidden = self.b.not(truth);
        }
        if let Some(unless) = unless {
            let truth = self.holds(after, &unless)?;
            forbidden = self.b.or(forbidden, truth);
        }
        Ok(forbidden)
    }

    /// Where nothing on offer could stand the game is over: by the `NoPly` of the side that moved last, given with where
    /// it did, else drawn.
    fn late_ends(&mut self, movers: &[(usize, Value)], over: Value, plies: Value) {
        let zero = self.b.number(0);
        let begun = self.b.equal(plies, zero);
        for &(side, when) in movers {
            if let Some(code) = self.late(side, self.last_end()) {
                let ended = self.b.without(when, begun);
                self.b.end(ended, code);
            }
        }
        self.nothing_legal(&[], over);
    }

    /// The same where any side may have moved last.
    pub(super) fn late_ends_of_any(&mut self, over: Value, plies: Value) {
        let mut movers = Vec::new();
        if let Some(mover) = self.last_mover {
            for side in 0..self.laid.rules.sides {
                let number = self.b.number(side as i64);
                let is_mover = self.b.equal(mover, number);
                movers.push((side, self.b.and(over, is_mover)));
            }
        }
        self.late_ends(&movers, over, plies);
    }

    pub(super) fn last_end(&self) -> usize {
        self.laid.rules.ends.len().wrapping_sub(1)
    }

    /// A ply that did not stand is no longer on offer.
    pub(super) fn cross_off(&mut self, body: usize, hits: &[Value], failed: Value, stores: &mut Vec<(Value, Value)>) {
        for (group, &hit) in self.groups[body].clone().into_iter().zip(hits) {
            let crossed = self.b.keep(hit, failed);
            match stores.iter_mut().find(|(register, _)| *register == group) {
                // Of one side alone what is next on offer is written to the same register.
                Some((_, value)) => *value = self.b.without(*value, crossed),
                None => stores.push((group, self.b.without(group, crossed))),
            }
        }
    }
}
