//! Move generation for secret placements and their answers.

use super::agenda::PlyGenerator;
use super::atomic::PlyWord;
use super::{GroupForm, PlyGroup, PlySink};
use crate::apply::next_active_side;
use crate::bits::Bits;
use crate::evaluate::{Answer, Viewer, WordEvaluator};
use crate::plan::Plan;
use crate::rule::{Action, Link, NodeKind};
use crate::state::State;

impl<const W: usize> PlyGenerator<'_, '_, W> {
    /// The legal secret placements, once for each announcement: legality does not depend on the announcement.
    pub(super) fn commit(&mut self, link: &Link, place: usize, announcements: usize) -> bool {
        let Some(atomic) = self.evaluator.plan.rules.nodes[place].atomic() else { return false };
        let targets = PlyWord::new(atomic, link).group(GroupForm::Secret(0), self.placement_cells(&atomic.action));
        let targets = self.legal_part(atomic, targets);
        for announcement in 0..announcements.max(1) {
            if targets.set.any() && !self.full {
                self.emit_group(PlyGroup { shape: GroupForm::Secret(announcement as u16), ..targets });
            }
        }
        targets.set.any()
    }
}

/// The answers to a pending placement, as one group of subsets.
pub fn generate_answers<const W: usize>(plan: &Plan<W>, state: &State<W>, sink: &mut dyn PlySink<W>) {
    let Some((node, target_cells)) = state.pending.as_ref().and_then(|pending| reveal_of_commit(plan, pending.node))
    else {
        return;
    };
    let answer = announced(state);
    let evaluator = as_answerer(WordEvaluator::new(plan, state), &answer);
    let set = evaluator.cells(target_cells) & answer.announced & evaluator.secret();
    sink.receive(PlyGroup { node: node as u16, rest: 0, shape: GroupForm::Subsets, set });
}

/// The Reveal that answers a Commit: its node, and what may be shown.
fn reveal_of_commit<const W: usize>(plan: &Plan<W>, commit: usize) -> Option<(usize, &crate::rule::Cells)> {
    let NodeKind::Commit { answer: Some(node), .. } = &plan.rules.nodes.get(commit)?.kind else { return None };
    match &plan.rules.nodes.get(*node)?.atomic()?.action {
        Action::Reveal { what } => Some((*node, what)),
        _ => None,
    }
}

/// The announcement of the pending placement; nothing has been shown yet.
fn announced<const W: usize>(state: &State<W>) -> Answer<W> {
    let announced = state.pending.as_ref().map_or(Bits::EMPTY, |pending| pending.announced);
    Answer { announced, revealed: Bits::EMPTY }
}

/// The position as the answering side sees it: of the mover's ply it knows only the announcement.
fn as_answerer<'a, const W: usize>(evaluator: WordEvaluator<'a, W>, announced: &'a Answer<W>) -> WordEvaluator<'a, W> {
    let side = next_active_side(evaluator.plan, evaluator.state, evaluator.side) as u8;
    WordEvaluator { answer: Some(announced), ..evaluator.next_turn(side) }.seen_by(Viewer::Side(side))
}
