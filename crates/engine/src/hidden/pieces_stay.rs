//! Static check that pieces stay where they are placed. If so, targets of secret placements can be inferred.

use super::information_state::{InformationState, KnownPly};
use super::ply_texts::block;
use crate::event::EventKind;
use crate::plan::Plan;
use crate::rule::{Action, Atomic, Cells, Effect, NodeKind, Phase, Rules, Side};

/// True if, as far as the viewer knows, no piece ever leaves its cell and no player aims at a cell with an own piece.
#[must_use]
pub fn pieces_stay<const W: usize>(plan: &Plan<W>, information: &InformationState<W>) -> bool {
    let (rules, own_cells) = (&plan.rules, Cells::Of(Side::Own));
    let settled = |atomic: &Atomic| match &atomic.action {
        Action::Step { .. } | Action::Slide { .. } | Action::Leap { .. } => false,
        Action::Hop { .. } | Action::Remove { .. } => false,
        Action::Place { to, own: true, .. } => excludes(to, &own_cells),
        Action::Place { own: false, .. } | Action::Pass | Action::Swap | Action::Keep => true,
        Action::Roll { .. } | Action::Reveal { .. } => true,
    };
    let mut atomics = rules.nodes.iter().filter_map(|node| node.atomic());
    let moved_by = |effects: &[Phase<Effect>]| effects.iter().any(|effect| effect.has(&Effect::removes_pieces));
    atomics.all(|atomic| settled(atomic) && !moved_by(&atomic.then))
        && !moved_by(&rules.effects)
        && !information.past.iter().any(|observation| breaks_inference(rules, observation))
}

/// Whether a placement captured a piece on its cell, or a chance ply placed a side's piece. Then positions of pieces do
/// not reveal who placed them.
fn breaks_inference<const W: usize>(rules: &Rules, observation: &super::information_state::Observation<W>) -> bool {
    let captured = observation.events.iter().any(|event| event.kind == EventKind::Capture);
    let is_chance_ply = observation.events.iter().any(|event| event.kind == EventKind::Place && event.player < 0);
    captured || is_chance_ply && matches!(observation.ply, KnownPly::Id(action) if places_own(rules, action))
}

/// Whether the action is a placement of a piece of the mover.
#[must_use]
pub fn places_own(rules: &Rules, action: u32) -> bool {
    let Some((block, _)) = block(rules, action) else { return false };
    let placed = |atomic: &Atomic| match atomic.action {
        Action::Place { own, .. } if atomic.base == Some(block.base) => Some(own),
        _ => None,
    };
    rules.nodes.iter().filter_map(|node| node.atomic()).find_map(placed).unwrap_or(false)
}

/// Whether no secret placement ever aims at a cell with a public piece.
#[must_use]
pub fn avoids_public_pieces(rules: &Rules) -> bool {
    let place = |node: &crate::rule::Node| match &node.kind {
        NodeKind::Commit { place, .. } => Some(*place),
        _ => None,
    };
    let shuns = |place: usize| match rules.nodes.get(place).and_then(|node| node.atomic()).map(|atomic| &atomic.action)
    {
        Some(Action::Place { to, .. }) => excludes(to, &Cells::Open),
        _ => true,
    };
    rules.nodes.iter().filter_map(place).all(shuns)
}

/// Whether this set of cells is provably disjoint from `own` (or `open`).
fn excludes(word: &Cells, atom: &Cells) -> bool {
    match word {
        Cells::And(parts) => parts.iter().any(|part| excludes(part, atom)),
        Cells::Not(of) => includes(of, atom),
        Cells::Empty => true,
        _ => false,
    }
}

/// Whether this set provably includes all of `own` (or `open`).
fn includes(word: &Cells, atom: &Cells) -> bool {
    match (word, atom) {
        (Cells::Open, Cells::Open) | (Cells::Of(Side::Own), Cells::Of(Side::Own)) => true,
        (Cells::Or(parts), _) => parts.iter().any(|part| includes(part, atom)),
        _ => false,
    }
}
