//! Material features: pieces on the board and in hand, by kind. Left out where every ply places one piece and none ever
//! leaves the board, since the count then carries no information.

use super::kinds::kind_values;
use super::{Feature, FeatureGroup, FeatureGroups};
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Action, Captures, Effect, NodeKind, Phase};

struct MaterialFeatures {
    kinds: Vec<String>,
    kinds_in_hand: Vec<usize>,
    /// By kind.
    priors: Vec<f32>,
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let rules = &plan.rules;
    let kinds_in_hand =
        (0..rules.kinds.len()).filter(|&kind| rules.handed.get(kind).is_some_and(Option::is_some)).collect();
    if !has_owned_pieces(plan) || !(pieces_leave(plan) || has_moving_plies(plan)) {
        return Vec::new();
    }
    let priors = if pieces_leave(plan) { kind_values(plan) } else { vec![0.0; rules.kinds.len()] };
    vec![Box::new(MaterialFeatures { kinds: rules.kinds.clone(), kinds_in_hand, priors })]
}

/// Whether sides have pieces at all.
pub(super) fn has_owned_pieces<const W: usize>(plan: &Plan<W>) -> bool {
    let places = |node: &crate::rule::Node| matches!(&node.kind, NodeKind::Atomic(atomic) if matches!(atomic.action, Action::Place { own: true, .. }));
    plan.rules.setup.iter().any(|put| put.owner > 0) || plan.rules.nodes.iter().any(places)
}

/// Whether a ply can move a piece, or there is a ply without a piece.
fn has_moving_plies<const W: usize>(plan: &Plan<W>) -> bool {
    plan.rules.nodes.iter().any(|node| match &node.kind {
        NodeKind::Atomic(atomic) => !matches!(atomic.action, Action::Place { .. } | Action::Swap | Action::Keep),
        _ => false,
    })
}

/// Whether pieces can leave the board or change hands.
pub(super) fn pieces_leave<const W: usize>(plan: &Plan<W>) -> bool {
    let lift = |effects: &[Phase<Effect>]| effects.iter().any(|effect| effect.has(&Effect::removes_pieces));
    lift(&plan.rules.effects)
        || plan.rules.nodes.iter().any(|node| match &node.kind {
            NodeKind::Atomic(atomic) => lift(&atomic.then) || atomic.action.captures() != Captures::Never,
            _ => false,
        })
}

impl<const W: usize> FeatureGroup<W> for MaterialFeatures {
    fn features(&self) -> Vec<Feature> {
        let each = || self.kinds.iter().zip(&self.priors);
        let board = each().map(|(kind, &prior)| Feature::new(format!("material.{kind}"), prior));
        let in_hand = self.kinds_in_hand.iter().filter_map(|&kind| each().nth(kind));
        board.chain(in_hand.map(|(kind, &prior)| Feature::new(format!("hand.{kind}"), prior))).collect()
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let owned = evaluator.plan.owned(usize::from(evaluator.side) + 1);
        let board = owned.map(|plane| evaluator.plane(plane).count() as f32);
        let first = usize::from(evaluator.side) * self.kinds.len();
        let hand = self
            .kinds_in_hand
            .iter()
            .map(|kind| evaluator.state.hands.get(first + kind).map_or(0.0, |&count| count as f32));
        out.iter_mut().zip(board.chain(hand)).for_each(|(out, number)| *out = number);
    }
}
