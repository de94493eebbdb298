//! Move generation from an agenda: walks its parts and collects the legal plies.

use super::{AnyPly, GroupForm, PlyGroup, PlySink};
use crate::bits::Bits;
use crate::evaluate::{Viewer, WordEvaluator};
use crate::rule::{Condition, Link, NodeKind};

/// Generates the plies of an agenda into a sink.
pub(super) struct PlyGenerator<'s, 'a, const W: usize> {
    /// The position, as the mover sees it.
    pub evaluator: &'s WordEvaluator<'a, W>,
    /// The consumer. Not a type parameter: all of this would be compiled once for each sink.
    pub sink: &'s mut dyn PlySink<W>,
    /// The sink wants no more.
    pub full: bool,
    /// The Repeat whose ply is being generated, 0 for none. An empty iteration leads back to its Repeat, which then
    /// must not start again. What is left of the turn always ends in the innermost Repeat, so the way back to an outer
    /// one leads past it.
    repeat: u16,
}

impl<'s, 'a, const W: usize> PlyGenerator<'s, 'a, W> {
    fn new(evaluator: &'s WordEvaluator<'a, W>, sink: &'s mut dyn PlySink<W>) -> Self {
        PlyGenerator { evaluator, sink, full: false, repeat: 0 }
    }

    fn generate(&mut self, agenda: u16) -> bool {
        let rules = &self.evaluator.plan.rules;
        let Some(link) = rules.agendas.link(agenda) else { return false };
        match &rules.nodes[link.node].kind {
            NodeKind::Atomic(atomic) => self.atomic(atomic, link),
            NodeKind::Commit { place, announce, .. } => self.commit(link, *place, announce.len()),
            NodeKind::Either => self.either(link),
            NodeKind::First => link.next.iter().any(|&part| self.generate(part)),
            NodeKind::Repeat { must, still } => self.repeat(agenda, link, *must, still.as_ref()),
            NodeKind::Chance => self.generate(child(link, 0)),
            kind => self.generate(resolve(self.evaluator, link, kind)),
        }
    }

    fn either(&mut self, link: &Link) -> bool {
        let mut generated = false;
        for &part in &link.next {
            generated |= self.generate(part);
            if self.full {
                break;
            }
        }
        generated
    }

    /// Another iteration, with the Repeat itself to follow; or the rest of the turn, where stopping is allowed or
    /// forced.
    fn repeat(&mut self, agenda: u16, link: &Link, must: bool, still: Option<&Condition>) -> bool {
        if self.repeat == agenda {
            return false;
        }
        let generated = self.another_iteration(agenda, link, still);
        if self.full || (generated && must) { generated } else { self.generate(link.rest) || generated }
    }

    /// Generates the plies of another iteration.
    fn another_iteration(&mut self, agenda: u16, link: &Link, still: Option<&Condition>) -> bool {
        let before = std::mem::replace(&mut self.repeat, agenda);
        let generated = still.is_none_or(|still| self.evaluator.is_true(still)) && self.generate(child(link, 0));
        self.repeat = before;
        generated
    }
}

/// The agenda of a part; the empty one if the part does not exist.
#[inline]
fn child(link: &Link, part: usize) -> u16 {
    link.next.get(part).copied().unwrap_or(0)
}

/// The agenda that a Sequence, an If or a BySide resolves to here.
fn resolve<const W: usize>(evaluator: &WordEvaluator<'_, W>, link: &Link, kind: &NodeKind) -> u16 {
    match kind {
        NodeKind::BySide => child(link, usize::from(evaluator.side)),
        NodeKind::If(when, otherwise) if !evaluator.is_true(when) => {
            if *otherwise {
                child(link, 1)
            } else {
                link.rest
            }
        }
        _ => child(link, 0),
    }
}

/// Generates every legal ply of the agenda except ending the turn; true where there was one.
#[inline]
pub fn generate<const W: usize>(evaluator: &WordEvaluator<'_, W>, agenda: u16, sink: &mut dyn PlySink<W>) -> bool {
    PlyGenerator::new(evaluator, sink).generate(agenda)
}

/// Generates every legal ply of the agenda, including ending the turn, where that is allowed and not the only option.
#[inline]
pub fn generate_with_end<const W: usize>(evaluator: &WordEvaluator<'_, W>, agenda: u16, sink: &mut dyn PlySink<W>) {
    let mut generator = PlyGenerator::new(evaluator, sink);
    let generated = generator.generate(agenda);
    if generated
        && !generator.full
        && evaluator.plan.rules.end.is_some()
        && may_end(evaluator, agenda)
        && !is_chance_ply(evaluator, agenda)
    {
        generator.sink.receive(PlyGroup { node: 0, rest: 0, shape: GroupForm::End, set: Bits::one(0) });
    }
}

fn generates_any<const W: usize>(evaluator: &WordEvaluator<'_, W>, agenda: u16) -> bool {
    generate(evaluator, agenda, &mut AnyPly::default())
}

/// Whether the turn may be ended here. Also true where the remaining step is optional.
pub fn may_end<const W: usize>(evaluator: &WordEvaluator<'_, W>, agenda: u16) -> bool {
    let rules = &evaluator.plan.rules;
    let Some(link) = rules.agendas.link(agenda) else { return true };
    if link.stop {
        return true;
    }
    match &rules.nodes[link.node].kind {
        NodeKind::Atomic(_) | NodeKind::Commit { .. } | NodeKind::Chance => false,
        NodeKind::Repeat { must, still } => {
            let may_go_on =
                || PlyGenerator::new(evaluator, &mut AnyPly::default()).another_iteration(agenda, link, still.as_ref());
            let obliged = *must && may_go_on();
            !obliged && may_end(evaluator, link.rest)
        }
        NodeKind::Either => link.next.iter().any(|&part| may_end(evaluator, part) && generates_any(evaluator, part)),
        NodeKind::First => {
            let first = || link.next.iter().find(|&&part| generates_any(evaluator, part));
            link.next.iter().any(|&part| may_end(evaluator, part))
                && first().is_some_and(|&part| may_end(evaluator, part))
        }
        kind => may_end(evaluator, resolve(evaluator, link, kind)),
    }
}

/// Whether the next ply is a chance ply.
#[inline(always)]
pub fn is_chance_ply<const W: usize>(evaluator: &WordEvaluator<'_, W>, agenda: u16) -> bool {
    evaluator.plan.chance && begins_with_chance(evaluator, agenda)
}

fn begins_with_chance<const W: usize>(evaluator: &WordEvaluator<'_, W>, mut agenda: u16) -> bool {
    let rules = &evaluator.plan.rules;
    while let Some(link) = rules.agendas.link(agenda) {
        match &rules.nodes[link.node].kind {
            NodeKind::Chance => return true,
            kind @ (NodeKind::Sequence | NodeKind::If(..) | NodeKind::BySide) => {
                agenda = resolve(evaluator, link, kind)
            }
            _ => return false,
        }
    }
    false
}

/// The position as seen by the one who makes the next ply: the mover, or chance, which knows what is public. Uses only
/// the evaluator's position, its side and what it knows of the plies of this turn.
#[inline]
pub fn mover_view<'a, const W: usize>(mut evaluator: WordEvaluator<'a, W>, agenda: u16) -> WordEvaluator<'a, W> {
    set_mover_view(&mut evaluator, agenda);
    evaluator
}

/// In-place version: an evaluator is too large to copy for every ply.
#[inline]
pub fn set_mover_view<const W: usize>(evaluator: &mut WordEvaluator<'_, W>, agenda: u16) {
    let hidden = evaluator.plan.rules.hidden;
    (evaluator.answer, evaluator.times, evaluator.upcoming) = (None, 0, None);
    evaluator.viewer = if hidden { Viewer::Side(evaluator.side) } else { Viewer::All };
    evaluator.is_chance = false;
    evaluator.is_chance = is_chance_ply(evaluator, agenda);
    if evaluator.is_chance && hidden {
        evaluator.viewer = Viewer::Everybody;
    }
}

/// Whether the agenda has a legal ply, other than ending the turn.
pub fn has_ply<const W: usize>(evaluator: WordEvaluator<'_, W>, agenda: u16) -> bool {
    generates_any(&mover_view(evaluator, agenda), agenda)
}
