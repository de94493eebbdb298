//! Move generation for plies of one cell or none, and the `needs` and `unless` of all plies.

use super::after_placement::{Certainty, unless_after};
use super::agenda::PlyGenerator;
use super::group_conditions::members_satisfying;
use super::{GroupForm, Ply, PlyGroup};
use crate::apply::is_forbidden;
use crate::bits::Bits;
use crate::evaluate::WordEvaluator;
use crate::rule::{Action, Atomic, Cells, Link};

/// A ply of the rules with the data that its groups share.
#[derive(Clone, Copy)]
pub(super) struct PlyWord<'w> {
    /// The ply.
    pub atomic: &'w Atomic,
    /// The node that offers it.
    pub node: u16,
    /// What is left of the turn after it.
    pub rest: u16,
}

impl<'w> PlyWord<'w> {
    pub(super) fn new(atomic: &'w Atomic, link: &Link) -> Self {
        PlyWord { atomic, node: link.node as u16, rest: link.rest }
    }

    #[inline]
    pub(super) fn group<const W: usize>(self, shape: GroupForm, set: Bits<W>) -> PlyGroup<W> {
        PlyGroup { node: self.node, rest: self.rest, shape, set }
    }
}

/// An evaluator with the cells and the heading of a ply.
#[inline]
pub(super) fn with_ply<'a, const W: usize>(evaluator: &WordEvaluator<'a, W>, ply: &Ply<W>) -> WordEvaluator<'a, W> {
    WordEvaluator { to: ply.to, origin: ply.origin, heading: ply.way, ..*evaluator }
}

impl<const W: usize> PlyGenerator<'_, '_, W> {
    #[inline]
    pub(super) fn atomic(&mut self, atomic: &Atomic, link: &Link) -> bool {
        let word = PlyWord::new(atomic, link);
        match &atomic.action {
            Action::Place { .. } => self.emit(word, GroupForm::Cell, self.placement_cells(&atomic.action)),
            Action::Remove { what } => self.emit(word, GroupForm::Cell, self.pieces(what)),
            Action::Pass | Action::Swap | Action::Keep => self.emit(word, GroupForm::Bare, Bits::one(0)),
            Action::Roll { faces, weights } => self.roll(word, *faces, weights),
            Action::Reveal { .. } => false,
            _ => self.moves(word),
        }
    }

    /// Passes on the legal plies of a group; true where there is one. The fast path, for plies without conditions,
    /// builds the group where it is stored: copying it would cost more than all the rest.
    #[inline(always)]
    pub(super) fn emit(&mut self, word: PlyWord<'_>, shape: GroupForm, set: Bits<W>) -> bool {
        if !set.any() {
            return false;
        }
        if word.atomic.needs.is_none() && word.atomic.unless.is_none() {
            return self.emit_group(word.group(shape, set));
        }
        let group = self.filter_by_conditions(word.atomic, word.group(shape, set));
        group.set.any() && self.emit_group(group)
    }

    #[inline]
    pub(super) fn emit_group(&mut self, group: PlyGroup<W>) -> bool {
        self.full = !self.sink.receive(group);
        true
    }

    /// The plies of a group whose `needs` holds before them and whose `unless` does not hold after them. Stops at the
    /// first one if the sink needs only one.
    #[inline]
    pub(super) fn legal_part(&self, atomic: &Atomic, group: PlyGroup<W>) -> PlyGroup<W> {
        if atomic.needs.is_none() && atomic.unless.is_none() { group } else { self.filter_by_conditions(atomic, group) }
    }

    #[inline(never)]
    fn filter_by_conditions(&self, atomic: &Atomic, group: PlyGroup<W>) -> PlyGroup<W> {
        let satisfying =
            atomic.needs.as_ref().and_then(|condition| members_satisfying(self.evaluator, &group, condition));
        let group = satisfying.map_or(group, |legal| PlyGroup { set: group.set & legal, ..group });
        let condition = atomic.needs.as_ref().filter(|_| satisfying.is_none());
        if !group.set.any() || (condition.is_none() && atomic.unless.is_none()) {
            return group;
        }
        let board = &self.evaluator.plan.board;
        let unless = if atomic.unless.is_some() {
            unless_after(self.evaluator, atomic, group.shape)
        } else {
            Certainty::UNKNOWN
        };
        let certain = if atomic.unless.is_some() { unless.no } else { board.all };
        let group = PlyGroup { set: group.set & !unless.yes, ..group };
        if condition.is_none() && self.sink.one_is_enough() && (group.set & certain).any() {
            return PlyGroup { set: group.set & certain, ..group };
        }
        let legal = |&member: &u32| {
            let ply = group.ply(board, member);
            condition.is_none_or(|condition| with_ply(self.evaluator, &ply).is_true(condition))
                && (certain.has(member) || !is_forbidden(self.evaluator, &ply))
        };
        let limit = if self.sink.one_is_enough() { 1 } else { usize::MAX };
        let certain = if condition.is_none() { group.set & certain } else { Bits::EMPTY };
        let tried: Bits<W> = (group.set & !certain).iter().filter(legal).take(limit).collect();
        PlyGroup { set: certain | tried, ..group }
    }

    /// The pieces on these cells.
    #[inline]
    pub(super) fn pieces(&self, what: &Cells) -> Bits<W> {
        self.evaluator.cells(what) & self.evaluator.occupied()
    }

    /// Where a Place may put its piece. All cells of a shape must lie in `to`: each of its walks is followed backwards,
    /// from `to` to the cells that it starts from.
    #[inline]
    pub(super) fn placement_cells(&self, place: &Action) -> Bits<W> {
        let Action::Place { to, kind, own, shape } = place else { return Bits::EMPTY };
        if *own && !self.has_in_hand(*kind, shape.len()) {
            return Bits::EMPTY;
        }
        let (targets, board) = (self.evaluator.cells(to), &self.evaluator.plan.board);
        let starts = |walk: &Vec<usize>| walk.iter().rev().fold(targets, |set, &way| board.before(set, way));
        shape.iter().fold(targets, |room, walk| room & starts(walk))
    }

    /// Whether the mover has more than `more` pieces of a kind left. Kinds that are not handed out are unlimited.
    fn has_in_hand(&self, kind: usize, more: usize) -> bool {
        let rules = &self.evaluator.plan.rules;
        let hand = usize::from(self.evaluator.side) * rules.kinds.len() + kind;
        rules.handed[kind].is_none() || self.evaluator.state.hands[hand] > more as i32
    }

    fn roll(&mut self, word: PlyWord<'_>, faces: u32, weights: &[u32]) -> bool {
        let mut generated = false;
        for face in 1..=faces {
            let weight = weights.get(face as usize - 1).copied().unwrap_or(1);
            generated |= self.emit(word, GroupForm::Face(face as u16, weight), Bits::one(0));
            if self.full {
                break;
            }
        }
        generated
    }
}
