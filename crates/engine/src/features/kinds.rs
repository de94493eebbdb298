//! Prior values of kinds of piece, derived from the rules: from the mobility of a piece on an empty board, from what it can
//! be promoted to, and from whether an end refers to it.

use super::goals::{Goal, goals};
use super::mobility::count_plies;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::parts::{cells_in, cells_of};
use crate::rule::{Cells, Effect, NodeKind, Phase, Side};

/// Values grow slower than mobility, because other pieces block long moves more than short ones.
const MOBILITY_EXPONENT: f32 = 0.75;
/// The share of a promotion's gain that counts before the promotion.
const PROMOTION_SHARE: f32 = 0.05;

/// The value of each kind of piece; the mean is 1.
pub(super) fn kind_values<const W: usize>(plan: &Plan<W>) -> Vec<f32> {
    let kinds = plan.rules.kinds.len();
    if kinds < 2 {
        return vec![1.0; kinds];
    }
    let mobilities: Vec<f32> = (0..kinds).map(|kind| mobility(plan, kind)).collect();
    let fewest = mobilities.iter().copied().filter(|&plies| plies > 0.0).fold(f32::INFINITY, f32::min);
    if !fewest.is_finite() {
        return vec![1.0; kinds];
    }
    let scaled: Vec<f32> = mobilities.iter().map(|&plies| plies.max(fewest).powf(MOBILITY_EXPONENT)).collect();
    let mut worths = scaled.clone();
    for (from, to) in promotions(plan) {
        worths[from] = worths[from].max(scaled[from] + PROMOTION_SHARE * (scaled[to] - scaled[from]));
    }
    let most = worths.iter().copied().fold(0.0, f32::max);
    royal_kinds(plan).into_iter().for_each(|kind| worths[kind] = most);
    let mean = worths.iter().sum::<f32>() / kinds as f32;
    worths.iter().map(|worth| worth / mean).collect()
}

/// How many plies a piece alone on the board has, on average over all cells.
fn mobility<const W: usize>(plan: &Plan<W>, kind: usize) -> f32 {
    let Some(&agenda) = plan.rules.turns.last() else { return 0.0 };
    let mut state = plan.blank();
    state.agenda = agenda;
    let count = |state: &_| count_plies(&WordEvaluator::new(plan, state).next_turn(0), agenda);
    let (without, plane) = (count(&state), plan.owned(1).start + kind);
    let (mut cells, mut sum) = (0u32, 0u64);
    for place in plan.board.all.iter() {
        state.pieces[plane] = crate::bits::Bits::one(place);
        sum += count(&state).saturating_sub(without);
        cells += 1;
    }
    sum as f32 / cells.max(1) as f32
}

/// Which kind can become which.
fn promotions<const W: usize>(plan: &Plan<W>) -> Vec<(usize, usize)> {
    let mut promotions = Vec::new();
    plan.rules.effects.iter().for_each(|effect| add_promotions(effect, &[], &mut promotions));
    for node in &plan.rules.nodes {
        let NodeKind::Atomic(atomic) = &node.kind else { continue };
        let moved = atomic.action.moved().map_or(Vec::new(), |(what, _)| named_kinds(what));
        atomic.then.iter().for_each(|effect| add_promotions(effect, &moved, &mut promotions));
    }
    promotions
}

/// The promotions of an effect; where it names no kind, those of the kinds that its ply moves.
fn add_promotions(effect: &Phase<Effect>, moved: &[usize], promotions: &mut Vec<(usize, usize)>) {
    match effect {
        Phase::Plain(Effect::Promote(cells, to)) => {
            let kind_names = named_kinds(cells);
            let from = if kind_names.is_empty() { moved } else { &kind_names };
            promotions.extend(from.iter().filter(|from| *from != to).map(|&from| (from, *to)));
        }
        Phase::Plain(_) => {}
        Phase::If(choice) => {
            let parts = [Some(&choice.then), choice.otherwise.as_ref()];
            parts.into_iter().flatten().for_each(|part| add_promotions(part, moved, promotions));
        }
        Phase::BySide(parts) => parts.iter().for_each(|part| add_promotions(part, moved, promotions)),
    }
}

/// The kinds that a set of cells names.
fn named_kinds(cells: &Cells) -> Vec<usize> {
    let mut kinds = Vec::new();
    cells_of(cells, &mut |part| {
        if let Cells::Kind(kind) = part {
            kinds.push(*kind);
        }
    });
    kinds
}

/// The kinds that must not be lost: those of the loser that a win or loss asks for, wherever they stand. A kind of the
/// winner there is one that attacks.
fn royal_kinds<const W: usize>(plan: &Plan<W>) -> Vec<usize> {
    let mut kinds = Vec::new();
    for goal in goals(&plan.rules) {
        let Goal::Condition(condition, sign) = goal else { continue };
        let loser = if sign > 0.0 { Side::Enemy } else { Side::Own };
        cells_in(condition, &mut |cells| {
            if let Cells::And(parts) = cells
                && parts.iter().any(|part| is_of(part, loser))
                && parts.iter().all(|part| is_of(part, loser) || is_of_kinds(part))
            {
                kinds.extend(named_kinds(cells));
            }
        });
    }
    kinds
}

/// Whether these are all pieces of a side.
fn is_of(cells: &Cells, side: Side) -> bool {
    matches!(cells, Cells::Of(owner) if *owner == side)
}

/// Whether these are all pieces of one kind, or of several.
fn is_of_kinds(cells: &Cells) -> bool {
    match cells {
        Cells::Kind(_) => true,
        Cells::Or(parts) => parts.iter().all(is_of_kinds),
        _ => false,
    }
}
