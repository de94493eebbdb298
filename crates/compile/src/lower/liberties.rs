//! Finds which groups a ply may have enclosed: where no group is enclosed before a ply, one that is enclosed after it has
//! a cell on or beside the one where the ply ended, without an empty neighbour. Elsewhere nothing has to be looked for.

use super::offers::OfferGroup;
use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use crate::program::Kind;
use crate::ways::{back, forth};
use lusory_engine::rule::{
    Action, Atomic, Cells, Condition, Directions, Effect, Enclosed, NodeKind, Phase, Rules, Side,
};

impl Lowering<'_> {
    /// Learns along which directions each ply leaves no group enclosed, if it does so whatever it was.
    pub(super) fn find_liberties(&mut self) -> Lowered<()> {
        let laid = self.laid;
        let rules = &laid.rules;
        let captured = |side: Side| rules.effects.iter().filter_map(move |effect| captures_enclosed(effect, side));
        let Some(enemy) = captured(Side::Enemy).next() else { return Ok(()) };
        let own = captured(Side::Own).next().map(|own| vec![own]).or_else(|| never_left(rules));
        let Some(own) = own.filter(|_| rules.sides <= 2 && self.changes_one_cell()) else { return Ok(()) };
        let ways = self.sure_ways(enemy)?.filter(|ways| self.lead_back(ways));
        for other in own {
            if ways.is_none() || self.sure_ways(other)? != ways {
                return Ok(());
            }
        }
        self.liberty_ways = ways;
        if self.enter || self.laid.pieces.iter().flatten().any(|&word| word != 0) {
            self.unclean = Some(self.b.stored(Kind::Condition, None, vec![0]));
        }
        Ok(())
    }

    /// Whether with each direction its opposite is among these, by which each step leads back: so a cell that becomes empty
    /// is a free neighbour of all that were linked with it.
    pub(super) fn lead_back(&self, ways: &[usize]) -> bool {
        ways.iter().all(|&way| {
            let opposite = self.laid.directions[way].opposite.filter(|opposite| ways.contains(opposite));
            opposite.is_some_and(|opposite| back(&forth(self.laid, way)) == Some(forth(self.laid, opposite)))
        })
    }

    /// Whether a ply fills at most the one cell where it ends, and no piece changes its owner otherwise.
    fn changes_one_cell(&self) -> bool {
        let rules = &self.laid.rules;
        let is_single = |action: &Action| match action {
            Action::Place { shape, .. } => shape.is_empty(),
            Action::Step { .. } | Action::Slide { .. } | Action::Leap { .. } | Action::Hop { .. } => true,
            Action::Remove { .. } | Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. } => true,
            Action::Reveal { .. } => false,
        };
        let is_secret = |kind: &NodeKind| matches!(kind, NodeKind::Commit { .. });
        let mut nodes = rules.nodes.iter();
        let flips = self.has_effect(&|effect| matches!(effect, Effect::Flip(_)));
        !flips
            && nodes.all(|node| !is_secret(&node.kind) && node.atomic().is_none_or(|atomic| is_single(&atomic.action)))
    }

    /// The directions of a word for both sides, where they are known beforehand.
    fn sure_ways(&mut self, word: &Directions) -> Lowered<Option<Vec<usize>>> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        for side in 0..self.laid.rules.sides {
            let ways = self.ways(&self.start(side), word)?;
            if ways.iter().any(|(_, when)| when.is_some()) {
                return Ok(None);
            }
            found.push(ways.into_iter().map(|(way, _)| way).collect());
        }
        found.dedup();
        Ok(found.pop().filter(|_| found.is_empty()))
    }

    /// Whether the ply may have enclosed a group of these cells, of which those `near` have an empty neighbour. None: not
    /// known. `touching`: the ways from a cell to those it is a neighbour of.
    pub(super) fn may_be_enclosed(
        &mut self,
        scene: &SideView,
        (word, ways): (&Enclosed, &[usize]),
        (of, near): (Value, Value),
        touching: Vec<u32>,
    ) -> Option<Value> {
        let is_side = matches!(word.of, Cells::Of(Side::Own | Side::Enemy));
        let end = scene.ply.as_ref().map(|ply| ply.to)?;
        if !word.group || !is_side || self.liberty_ways.as_deref() != Some(ways) {
            return None;
        }
        let beside = self.b.spread(end, touching);
        let here = self.b.or(end, beside);
        let here = self.b.and(here, of);
        let hot = self.b.without(here, near);
        let hot = self.b.any(hot);
        Some(self.unclean.map_or(hot, |unclean| self.b.or(hot, unclean)))
    }

    /// Whether groups are enclosed where a game begins.
    pub(super) fn unclean_here(&mut self) -> Lowered<Option<(Value, Value)>> {
        let Some(unclean) = self.unclean else { return Ok(None) };
        // Looked for everywhere.
        let ways = self.liberty_ways.take().unwrap_or_default();
        let mut any = self.b.truth(false);
        for side in [Side::Own, Side::Enemy] {
            let set = ways.iter().fold(0, |all, &way| all | 1 << way);
            let word = Enclosed { of: Cells::Of(side), group: true, ways: Directions::Dir(set) };
            let enclosed = self.enclosed(&self.start(0), &word)?;
            let is_any = self.b.any(enclosed);
            any = self.b.or(any, is_any);
        }
        self.liberty_ways = Some(ways);
        Ok(Some((unclean, any)))
    }

    /// No group is enclosed after a ply that fills a cell.
    pub(super) fn clean_after(&mut self, groups: &[OfferGroup], hits: &[Value]) -> Option<(Value, Value)> {
        let unclean = self.unclean?;
        let nodes = &self.laid.rules.nodes;
        let fills = |group: &OfferGroup| group.node.and_then(|node| nodes[node].atomic()).is_some_and(fills_a_cell);
        let filled = self.is_drawn(groups, hits, fills);
        Some((unclean, self.b.without(unclean, filled)))
    }
}

/// The directions of an effect that always captures all enclosed groups of a side.
fn captures_enclosed(effect: &Phase<Effect>, side: Side) -> Option<&Directions> {
    match effect {
        Phase::Plain(Effect::Capture(Cells::Enclosed(word))) => is_of(word, side).then_some(&word.ways),
        Phase::Plain(_) | Phase::If(_) | Phase::BySide(_) => None,
    }
}

/// The directions of a condition that holds wherever an own group is enclosed.
fn forbids_enclosed(condition: &Condition) -> Option<&Directions> {
    match condition {
        Condition::Cells(Cells::Enclosed(word)) => is_of(word, Side::Own).then_some(&word.ways),
        Condition::Any(parts) => parts.iter().find_map(forbids_enclosed),
        _ => None,
    }
}

fn is_of(word: &Enclosed, side: Side) -> bool {
    word.group && matches!(word.of, Cells::Of(of) if of == side)
}

/// Whether a ply may put a piece on a cell.
fn fills_a_cell(atomic: &Atomic) -> bool {
    !matches!(atomic.action, Action::Remove { .. } | Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. })
}

/// The directions along which plies leave no own group enclosed, of each that fills a cell. None: some may leave one.
fn never_left(rules: &Rules) -> Option<Vec<&Directions>> {
    let filling = rules.nodes.iter().filter_map(|node| node.atomic()).filter(|atomic| fills_a_cell(atomic));
    filling.map(|atomic| forbids_enclosed(atomic.unless.as_ref()?)).collect()
}
