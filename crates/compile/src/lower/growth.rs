//! Conditions that only a new piece can have made true.
//!
//! Where pieces of a side are added by its own plies alone, one a ply, and an end with `Connected(own)` is judged after
//! every ply of the side, its groups linked too little before the ply: only the group of the new piece can link enough
//! now. So one flood from that piece takes the place of floods from whole regions. In the same way an end with several
//! lines (`Line(times=2)`) is looked at only where the new piece completes one. A position that was set up may fulfil the
//! condition before its first ply, so programs that begin with any state look at the whole board.

use super::bounds;
use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use crate::program::Kind;
use lusory_engine::rule::{Action, Cells, Condition, Connected, Effect, Side};

/// Pieces of a side that are linked with a region, of these those linked with the next one, and so on.
pub(super) struct LinkedSet {
    pub side: usize,
    links: Vec<u32>,
    regions: Vec<Value>,
    /// The register of the state.
    pub kept: Value,
    /// What it becomes.
    pub now: Value,
}

impl LinkedSet {
    /// Whose pieces, linked how, with which regions in turn, and the register of the state.
    pub fn description(&self) -> (usize, Vec<u32>, Vec<Value>, Value) {
        (self.side, self.links.clone(), self.regions.clone(), self.kept)
    }
}

impl Lowering<'_> {
    /// Whether a condition of connection or of several lines has become true by the ply. None: the condition is of
    /// another kind.
    pub(super) fn met_by_ply(&mut self, scene: &SideView, when: &Condition) -> Lowered<Option<Value>> {
        let cells = match when {
            Condition::Cells(cells) => cells,
            Condition::Some(part) => return self.met_by_ply(scene, part),
            _ => return Ok(None),
        };
        match cells {
            Cells::Connected(word) if self.grows(&word.of) => match self.link_goal(scene, cells)? {
                None => self.linked_by_new_piece(scene, word),
                reached => Ok(reached),
            },
            Cells::Line(word) if word.times > 1 && !self.enter && self.grows(&word.of) => {
                self.has_new_lines(scene, word).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether the ply may have added one of these pieces, and has removed none.
    fn grows(&self, of: &Cells) -> bool {
        self.grows_by_own_plies() && matches!(of, Cells::Of(Side::Own))
    }

    /// Whether pieces of a side are added by its own plies alone, one a ply, and a turn is one ply.
    fn grows_by_own_plies(&self) -> bool {
        let (rules, kinds) = (&self.laid.rules, self.kinds());
        let set_up = self.laid.pieces.iter().skip(kinds).flatten().any(|&word| word != 0);
        let wide = |action: &Action| matches!(action, Action::Place { shape, .. } if !shape.is_empty());
        let atomics = || rules.nodes.iter().filter_map(|node| node.atomic());
        let flips = self.has_effect(&flips);
        let carries = |action: &Action| (0..rules.sides).any(|side| self.moves_others(side, action));
        let apart = |action: &Action| wide(action) || carries(action);
        self.turn.is_none() && !set_up && !flips && !atomics().any(|atomic| apart(&atomic.action))
    }

    /// Whether a side may move pieces of another one.
    fn moves_others(&self, side: usize, action: &Action) -> bool {
        let rules = &self.laid.rules;
        let may_hold = |cells: &Cells| bounds::may_hold(rules, side, cells);
        action.moved().is_some_and(|(what, _)| may_hold(what) & may_hold(&Cells::Of(Side::Enemy)) != 0)
    }

    fn linked_by_new_piece(&mut self, scene: &SideView, word: &Connected) -> Lowered<Option<Value>> {
        let regions = self.regions(scene, &word.regions)?;
        let n = word.n.map_or(regions.len().max(1), |n| n as usize);
        // Regions that change may come to a group that stays as it is.
        if n > regions.len() || regions.iter().any(|region| !self.b.constants.contains_key(region)) {
            return Ok(None);
        }
        let Ok(ways) = self.certain(scene, &word.ways) else { return Ok(None) };
        let links = self.links(&ways);
        let of = self.cells(scene, &word.of)?;
        if n == regions.len() && n > 1 && self.pieces_stay() {
            return Ok(Some(self.linked_so_far(scene.side, of, &regions, links)));
        }
        if self.enter {
            return Ok(None);
        }
        let before = self.cells(&self.start(scene.side), &word.of)?;
        let new = self.b.without(of, before);
        let group = self.b.flood(new, of, links);
        let mut touched = Vec::new();
        for &region in &regions {
            let group_in_region = self.b.and(group, region);
            touched.push(self.b.any(group_in_region));
        }
        if n == regions.len() {
            let all = self.b.truth(true);
            return Ok(Some(touched.into_iter().fold(all, |all, group_in_region| self.b.and(all, group_in_region))));
        }
        let (mut count, number_one, least) = (self.b.number(0), self.b.number(1), self.b.number(n as i64));
        for group_in_region in touched {
            let next_count = self.b.keep(number_one, group_in_region);
            count = self.b.add(count, next_count);
        }
        Ok(Some(self.b.at_least(count, least)))
    }
}

impl Lowering<'_> {
    /// Whether every piece stays where it was put.
    pub(super) fn pieces_stay(&self) -> bool {
        let rules = &self.laid.rules;
        let atomics = || rules.nodes.iter().filter_map(|node| node.atomic());
        let moves = |action: &Action| match action {
            Action::Step { .. } | Action::Slide { .. } | Action::Leap { .. } | Action::Hop { .. } => true,
            Action::Place { to, .. } => {
                let side = |side| bounds::may_hold(rules, side, to) != 0;
                (0..rules.sides).any(side)
            }
            Action::Remove { .. } => true,
            Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. } | Action::Reveal { .. } => false,
        };
        !self.has_effect(&changes_pieces) && !self.trying && !atomics().any(|atomic| moves(&atomic.action))
    }

    /// Where pieces stay, what is linked with the first region is kept in the state: each ply adds a little to it, so
    /// that the flood takes few rounds. The same of what of that is linked with the second region, and so on to the
    /// last but one.
    fn linked_so_far(&mut self, side: usize, of: Value, regions: &[Value], links: Vec<u32>) -> Value {
        let Some((&last, inner)) = regions.split_last() else { return self.b.truth(true) };
        let mut within = of;
        for (depth, &region) in inner.iter().enumerate() {
            let (links, regions) = (links.clone(), regions[..=depth].to_vec());
            let is_same = |other: &&LinkedSet| (other.side, &other.links, &other.regions) == (side, &links, &regions);
            let linked = match self.linked.iter().find(is_same) {
                Some(other) => other.kept,
                None => self.b.stored(Kind::Set, None, vec![0; self.laid.width]),
            };
            let touching = self.b.and(within, region);
            let seed = self.b.or(linked, touching);
            within = self.b.flood(seed, within, links.clone());
            self.linked.push(LinkedSet { side, links, regions, kept: linked, now: within });
        }
        let met = self.b.and(within, last);
        self.b.any(met)
    }
}

fn changes_pieces(effect: &Effect) -> bool {
    match effect {
        Effect::Promote(..) => true,
        Effect::Capture(_) | Effect::Flip(_) | Effect::Earn(..) | Effect::Again(_) | Effect::Tell { .. } => {
            effect.removes_pieces()
        }
        Effect::Mark(..) | Effect::Unmark(..) => false,
    }
}

fn flips(effect: &Effect) -> bool {
    match effect {
        Effect::Flip(_) => true,
        Effect::Capture(_) | Effect::Promote(..) | Effect::Earn(..) | Effect::Again(_) | Effect::Tell { .. } => false,
        Effect::Mark(..) | Effect::Unmark(..) => false,
    }
}
