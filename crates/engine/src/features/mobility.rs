//! Mobility features: how many plies each side would have if it were to move, and whose turn it is.

use super::goals::depends_on_side;
use super::{Feature, FeatureGroup, FeatureGroups};
use crate::evaluate::WordEvaluator;
use crate::movegen::{PlyGroup, PlySink, generate, mover_view};
use crate::plan::Plan;
use crate::rule::{Action, Atomic, Cells, Directions, NodeKind};

struct MobilityFeatures {
    /// The agenda of every turn; none where the legal plies are the same for both sides.
    agenda: Option<u16>,
}

/// Capturing jumps available in a turn; they count for the side to move.
struct JumpFeatures {
    /// The agendas that begin with such a jump.
    agendas: Vec<u16>,
}

pub(super) fn groups<const W: usize>(plan: &Plan<W>) -> FeatureGroups<W> {
    let agenda = plan.rules.turns.last().copied().filter(|_| is_sided_turn(plan));
    let mut groups: FeatureGroups<W> = vec![Box::new(MobilityFeatures { agenda })];
    let agendas = jumps(plan);
    if agenda.is_none() && !agendas.is_empty() {
        groups.push(Box::new(JumpFeatures { agendas }));
    }
    groups
}

/// The agendas that begin with a capturing jump.
fn jumps<const W: usize>(plan: &Plan<W>) -> Vec<u16> {
    let rules = &plan.rules;
    let is_jump = |&agenda: &u16| {
        let node =
            rules.agendas.link(agenda).and_then(|link| rules.nodes.get(link.node)).and_then(|node| node.atomic());
        matches!(node.map(|atomic| &atomic.action), Some(Action::Hop { captures: true, .. }))
    };
    (1..=rules.agendas.links.len() as u16).filter(is_jump).collect()
}

/// Whether the two sides have different plies. Plies of the opening alone do not count.
fn is_sided_turn<const W: usize>(plan: &Plan<W>) -> bool {
    plan.rules.nodes.iter().any(|node| match &node.kind {
        NodeKind::Atomic(atomic) => is_sided_ply(plan, atomic),
        NodeKind::BySide => true,
        _ => false,
    })
}

fn is_sided_ply<const W: usize>(plan: &Plan<W>, atomic: &Atomic) -> bool {
    let cells = |word: &Cells| match word {
        Cells::Fixed(number) => plan.fixed.get(*number).is_some_and(|sets| sets[0] != sets[1]),
        word => depends_on_side(word),
    };
    let along = |ways: &Directions| !matches!(ways, Directions::Fixed(sets) if sets[0] == sets[1]);
    let is_conditional = atomic.needs.is_some() || atomic.unless.is_some();
    is_conditional
        || match &atomic.action {
            Action::Place { to, .. } => cells(to),
            Action::Step { what, to, ways } => cells(what) || cells(to) || along(ways),
            Action::Slide { what, to, ways, through, .. } => cells(what) || cells(to) || along(ways) || cells(through),
            Action::Leap { what, to, ways, .. } => cells(what) || cells(to) || along(ways),
            Action::Hop { what, over, to, ways, .. } => cells(what) || cells(over) || cells(to) || along(ways),
            Action::Remove { what } | Action::Reveal { what } => cells(what),
            Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. } => false,
        }
}

/// A sink that counts plies.
struct PlyCounter(u64);

impl<const W: usize> PlySink<W> for PlyCounter {
    fn receive(&mut self, group: PlyGroup<W>) -> bool {
        self.0 = self.0.saturating_add(group.count());
        true
    }
}

/// How many plies the evaluator's side has with this agenda.
pub(super) fn count_plies<const W: usize>(evaluator: &WordEvaluator<'_, W>, agenda: u16) -> u64 {
    let mut counter = PlyCounter(0);
    generate(&mover_view(*evaluator, agenda), agenda, &mut counter);
    counter.0
}

impl<const W: usize> FeatureGroup<W> for MobilityFeatures {
    fn features(&self) -> Vec<Feature> {
        let moves = self.agenda.map(|_| Feature::new("mobility", 0.05));
        moves.into_iter().chain([Feature::new("turn", 0.0)]).collect()
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let turn = f32::from(u8::from(evaluator.side == evaluator.state.side));
        let Some(agenda) = self.agenda else { return out.fill(turn) };
        out.iter_mut().zip([count_plies(evaluator, agenda) as f32, turn]).for_each(|(out, number)| *out = number);
    }
}

impl<const W: usize> FeatureGroup<W> for JumpFeatures {
    fn features(&self) -> Vec<Feature> {
        vec![Feature::new("jumps", 0.0)]
    }

    fn write(&self, evaluator: &WordEvaluator<'_, W>, out: &mut [f32]) {
        let is_own_turn = evaluator.side == evaluator.state.side;
        let jumps = self
            .agendas
            .iter()
            .filter(|_| is_own_turn)
            .map(|&agenda| count_plies(evaluator, agenda))
            .fold(0, u64::saturating_add);
        out.fill(jumps as f32);
    }
}
