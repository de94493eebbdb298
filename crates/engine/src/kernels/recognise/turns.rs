//! Recognises the forms of single-ply turns that kernels support.

use super::{Cells, Plan, mutual, some};
use crate::board::DirectionSet;
use crate::rule::{Action, Atomic, Link, NodeKind, Side};

/// A turn. Numbers named base are first ids.
#[derive(Clone, Debug)]
pub(in super::super) enum Turn {
    /// Place()
    Place { base: u32 },
    /// Place(unless=Enclosed(own))
    PlaceAlive { base: u32, ways: DirectionSet },
    /// opening=[Chance(Place(owner=neutral))], turn=Place(owner=neutral, to=empty & Adjacent(neutral))
    Frontier { bases: [u32; 2], ways: DirectionSet },
}

/// The turn, and the id of an exchange of sides.
pub(super) fn of<const W: usize>(plan: &Plan<W>) -> Option<(Turn, Option<u32>)> {
    match plan.rules.turns[..] {
        [turn] => plain(plan, turn).map(|turn| (turn, None)),
        [first, turn] => frontier(plan, first, turn).map(|turn| (turn, None)),
        [first, second, turn] if first == turn => {
            let NodeKind::Either = kind(plan, second)? else { return None };
            let [turn_again, swap] = link(plan, second)?.next[..] else { return None };
            let place = atomic(plan, turn_again)?;
            let Atomic { action: Action::Swap, needs: None, unless: None, then, base } = &atomic(plan, swap)?.1 else {
                return None;
            };
            let turn_form = plain(plan, turn)?;
            let same_place = place.0 == atomic(plan, turn)?.0 && then.is_empty();
            let quiet = matches!(turn_form, Turn::Place { .. } | Turn::PlaceAlive { .. });
            (same_place && quiet).then_some((turn_form, Some((*base)?)))
        }
        _ => None,
    }
}

fn link<const W: usize>(plan: &Plan<W>, agenda: u16) -> Option<&Link> {
    plan.rules.agendas.link(agenda).filter(|link| link.rest == 0 && !link.stop)
}

fn kind<const W: usize>(plan: &Plan<W>, agenda: u16) -> Option<&NodeKind> {
    Some(&plan.rules.nodes.get(link(plan, agenda)?.node)?.kind)
}

/// The ply of an agenda that is one ply and nothing more: its node and its word.
fn atomic<const W: usize>(plan: &Plan<W>, agenda: u16) -> Option<(usize, &Atomic)> {
    let node = link(plan, agenda)?.node;
    let atomic = plan.rules.nodes.get(node)?.atomic()?;
    atomic.then.is_empty().then_some((node, atomic))
}

fn plain<const W: usize>(plan: &Plan<W>, agenda: u16) -> Option<Turn> {
    let (_, atomic) = atomic(plan, agenda)?;
    let (to, own) = placing(atomic)?;
    let base = atomic.base?;
    match (to, &atomic.needs, &atomic.unless) {
        (Cells::Empty, None, None) if own => Some(Turn::Place { base }),
        (Cells::Empty, None, Some(unless)) if own => {
            let (true, true, ways) = super::enclosed(plan, some(unless)?)? else { return None };
            Some(Turn::PlaceAlive { base, ways })
        }
        _ => None,
    }
}

/// The target cells of a placement of a plain piece, and whether the piece is the mover's.
fn placing(atomic: &Atomic) -> Option<(&Cells, bool)> {
    match &atomic.action {
        Action::Place { to, kind: 0, own, shape } if shape.is_empty() => Some((to, *own)),
        _ => None,
    }
}

fn frontier<const W: usize>(plan: &Plan<W>, first: u16, turn: u16) -> Option<Turn> {
    let NodeKind::Chance = kind(plan, first)? else { return None };
    let [chance] = link(plan, first)?.next[..] else { return None };
    let (seed, next) = (atomic(plan, chance)?.1, atomic(plan, turn)?.1);
    let is_bare = |atomic: &Atomic| atomic.needs.is_none() && atomic.unless.is_none();
    let ((Cells::Empty, false), (Cells::And(parts), false)) = (placing(seed)?, placing(next)?) else { return None };
    let [Cells::Empty, Cells::Adjacent(of, ways)] = &parts[..] else { return None };
    let Cells::Of(Side::Neutral) = **of else { return None };
    let frontier = Turn::Frontier { bases: [seed.base?, next.base?], ways: mutual(plan, ways)? };
    (is_bare(seed) && is_bare(next)).then_some(frontier)
}
