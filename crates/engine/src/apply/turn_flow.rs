//! Advances the game after a ply: is the turn over, is the game over, whose turn is next.

use super::context::PlyContext;
use super::turnover::{look_up_position, next_side, record_position, start_next_turn};
use crate::bits::Bits;
use crate::evaluate::{UpcomingTurn, Viewer, WordEvaluator};
use crate::event::EventKind;
use crate::movegen::{AnyPly, generate, generate_with_end, may_end, set_mover_view};
use crate::rule::NodeKind;
use crate::state::EndReason;

/// After a ply and its effects. `ended`: the player ended the turn; `counts`: the ply was a player's own.
#[inline]
pub fn finish_ply<const W: usize>(context: &mut PlyContext<'_, W>, agenda: u16, ended: bool, counts: bool) {
    let over = ended || agenda == 0 || !has_more_plies(context, agenda);
    count_quiet(context, over, counts);
    context.state.agenda = agenda;
    let next = evaluate_ends(context, over);
    if next == Continuation::NextTurn {
        open_turn(context);
    } else {
        context.offered &= next == Continuation::SameTurn && !context.plan.rules.plies_depend_on_counters;
    }
}

/// How the game continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Continuation {
    SameTurn,
    NextTurn,
    Over,
}

/// Begins the next turn. Where only ending it is legal, the turn is empty and ends by itself. With secrets, other
/// players could not distinguish a continued turn from another turn of the same side: then an event reports it.
pub fn open_turn<const W: usize>(context: &mut PlyContext<'_, W>) {
    for _ in 0..context.plan.rules.sides + context.plan.rules.turns.len() {
        let (acted, side) = (context.state.acted, context.state.side);
        start_next_turn(context.plan, context.state);
        if acted && side == context.state.side && context.reports_extra_turn() {
            context.report(EventKind::Again, Bits::EMPTY);
        }
        let agenda = context.state.agenda;
        if context.next_turn_has_ply.take().unwrap_or_else(|| any_ply(context, agenda, true, |evaluator| evaluator)) {
            return;
        }
        if context.plan.rules.hidden {
            context.report(EventKind::Skip, Bits::EMPTY);
        }
        let viewer = Viewer::Side(context.state.side);
        if !may_end(&WordEvaluator::new(context.plan, context.state).seen_by(viewer), agenda) {
            break;
        }
        context.state.acted = true;
        count_quiet(context, true, false);
        if evaluate_ends(context, true) != Continuation::NextTurn {
            context.offered = false;
            return;
        }
    }
    let shares = context.draw();
    context.finish(shares, EndReason::NothingLegal, Bits::EMPTY, None);
}

impl<const W: usize> PlyContext<'_, W> {
    /// Whether another turn of the same side must be reported. With secrets, and if an observer needs events.
    fn reports_extra_turn(&self) -> bool {
        let rules = &self.plan.rules;
        let several = || rules.nodes.iter().any(|n| matches!(n.kind, NodeKind::Sequence | NodeKind::Repeat { .. }));
        rules.hidden && self.has_observer() && (rules.sides > 1 || several())
    }
}

/// Whether this turn has another legal ply, besides ending it.
#[inline]
fn has_more_plies<const W: usize>(context: &mut PlyContext<'_, W>, agenda: u16) -> bool {
    any_ply(context, agenda, false, |evaluator| evaluator)
}

/// The next turn as the ends see it. Its legal plies are generated here if an end depends on them: the ends see the
/// same position as the turn itself, since only what `Rules::plies_depend_on_counters` names can change in between.
#[inline]
fn upcoming_turn<const W: usize>(context: &mut PlyContext<'_, W>) -> UpcomingTurn {
    let upcoming = finish_turn(context);
    if context.plan.ends_test_next_turn {
        context.next_turn_has_ply =
            Some(any_ply(context, upcoming.agenda, true, |evaluator| evaluator.next_turn(upcoming.side)));
    }
    UpcomingTurn { able: context.next_turn_has_ply, ..upcoming }
}

/// Whether an agenda has a legal ply, in the `next` turn or in this one. The generated plies are kept if the caller
/// wants them.
#[inline]
fn any_ply<'s, const W: usize>(
    context: &'s mut PlyContext<'_, W>,
    agenda: u16,
    next: bool,
    turn: impl FnOnce(WordEvaluator<'s, W>) -> WordEvaluator<'s, W>,
) -> bool {
    let mut evaluator = turn(WordEvaluator::new(context.plan, context.state));
    set_mover_view(&mut evaluator, agenda);
    let offers = context.offers.as_deref_mut().filter(|_| !(next && context.same_turn_only));
    let Some(offers) = offers else {
        return generate(&evaluator, agenda, &mut AnyPly::default());
    };
    offers.groups.clear();
    generate_with_end(&evaluator, agenda, offers);
    context.offered = !offers.groups.is_empty();
    context.offered
}

/// Evaluates the ends. A side that is eliminated has ended its turn: ends judged when a turn ends, and those after its
/// loss, are evaluated then.
#[inline]
fn evaluate_ends<const W: usize>(context: &mut PlyContext<'_, W>, over: bool) -> Continuation {
    let ends = &context.plan.rules.ends;
    let before = context.state.repetition_table.len();
    let upcoming = over.then(|| upcoming_turn(context));
    let fired = context.fire_first_end(upcoming, 0..ends.len(), false);
    let (Some(number), None) = (fired, &context.state.result) else {
        return continuation(context, upcoming.is_some());
    };
    if !over {
        count_quiet(context, true, false);
    }
    context.state.repetition_table.take_back(before);
    let upcoming = Some(upcoming_turn(context));
    let late = if over { None } else { context.fire_first_end(upcoming, 0..number, true) };
    if late.is_none() {
        context.fire_first_end(upcoming, number + 1..ends.len(), false);
    }
    continuation(context, true)
}

fn continuation<const W: usize>(context: &PlyContext<'_, W>, over: bool) -> Continuation {
    match (&context.state.result, over) {
        (Some(_), _) => Continuation::Over,
        (None, true) => Continuation::NextTurn,
        (None, false) => Continuation::SameTurn,
    }
}

/// Ends the turn: prepares the state for the next one and counts its repetitions. A turn without a player's ply (a
/// chance ply, or the choice of a side) does not count as a repetition of the position before it.
#[inline]
fn finish_turn<const W: usize>(context: &mut PlyContext<'_, W>) -> UpcomingTurn {
    let (plan, state) = (context.plan, &mut *context.state);
    let side = next_side(plan, state);
    context.times = 0;
    if plan.rules.repeats {
        let lookup = look_up_position(plan, state, side);
        let times = lookup.times + 1;
        if state.acted || times == 1 {
            context.times = times;
            record_position(plan, state, side, lookup);
        }
    }
    let turns = &plan.rules.turns;
    UpcomingTurn { side: side as u8, agenda: turns[usize::from(state.turn).min(turns.len() - 1)], able: None }
}

/// Opens the first turn of a game.
pub fn begin<const W: usize>(context: &mut PlyContext<'_, W>) {
    finish_turn(context);
    open_turn(context);
}

/// Updates every Quiet counter: reset to 0 where its event happened, else incremented.
#[inline]
fn count_quiet<const W: usize>(context: &mut PlyContext<'_, W>, over: bool, is_players_ply: bool) {
    let (state, ply_record) = (&mut *context.state, context.ply_record);
    for (quiet, counter) in state.quiet.iter_mut().zip(&context.plan.rules.quiets) {
        let (counted, record) =
            if counter.turns { (over && state.acted, state.happened) } else { (is_players_ply, ply_record) };
        if counted {
            *quiet = if record & counter.without != 0 { 0 } else { quiet.saturating_add(1) };
        }
    }
}
