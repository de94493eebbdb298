//! Advances the game after a ply: is the turn over, is the game over, whose turn is next.

use super::scene::Scene;
use super::turnover::{advance, next_side, note, seen};
use crate::bits::Bits;
use crate::event::Happening;
use crate::offer::{AnyPly, may_end, offer, options, turn_to};
use crate::read::{Eyes, Reader, Upcoming};
use crate::rule::NodeKind;
use crate::state::Reason;

/// After a ply and its effects. `ended`: the player ended the turn; `counts`: the ply was a player's own.
#[inline]
pub fn settle<const W: usize>(scene: &mut Scene<'_, W>, agenda: u16, ended: bool, counts: bool) {
    let over = ended || agenda == 0 || !any_left(scene, agenda);
    count_quiet(scene, over, counts);
    scene.state.agenda = agenda;
    let goes_on = conclude_ply(scene, over);
    if goes_on == Course::NextTurn {
        open_turn(scene);
    } else {
        scene.offered &= goes_on == Course::SameTurn && !scene.plan.rules.restless;
    }
}

/// How the game continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Course {
    SameTurn,
    NextTurn,
    Over,
}

/// Begins the next turn. Where only ending it is legal, the turn is empty and ends by itself. With secrets, other
/// players could not distinguish a continued turn from another turn of the same side: then an event reports it.
pub fn open_turn<const W: usize>(scene: &mut Scene<'_, W>) {
    for _ in 0..scene.plan.rules.sides + scene.plan.rules.turns.len() {
        let (acted, side) = (scene.state.acted, scene.state.side);
        advance(scene.plan, scene.state);
        if acted && side == scene.state.side && scene.says_again() {
            scene.say(Happening::Again, Bits::EMPTY);
        }
        let agenda = scene.state.agenda;
        if scene.foreseen.take().unwrap_or_else(|| any_ply(scene, agenda, true, |reader| reader)) {
            return;
        }
        if scene.plan.rules.hidden {
            scene.say(Happening::Skip, Bits::EMPTY);
        }
        let eyes = Eyes::Side(scene.state.side);
        if !may_end(&Reader::new(scene.plan, scene.state).seen_by(eyes), agenda) {
            break;
        }
        scene.state.acted = true;
        count_quiet(scene, true, false);
        if conclude_ply(scene, true) != Course::NextTurn {
            scene.offered = false;
            return;
        }
    }
    let shares = scene.draw();
    scene.finish(shares, Reason::NothingLegal, Bits::EMPTY, None);
}

impl<const W: usize> Scene<'_, W> {
    /// Must another turn of the same side be reported? With secrets, and if an observer needs events.
    fn says_again(&self) -> bool {
        let rules = &self.plan.rules;
        let several = || rules.nodes.iter().any(|n| matches!(n.kind, NodeKind::Sequence | NodeKind::Repeat { .. }));
        rules.hidden && self.heard() && (rules.sides > 1 || several())
    }
}

/// Has this turn another legal ply, besides ending it?
#[inline]
fn any_left<const W: usize>(scene: &mut Scene<'_, W>, agenda: u16) -> bool {
    any_ply(scene, agenda, false, |reader| reader)
}

/// The next turn as the ends see it. Its legal plies are generated here if an end depends on them: the ends see the
/// same position as the turn itself, since only what `Rules::restless` names can change in between.
#[inline]
fn foresee<const W: usize>(scene: &mut Scene<'_, W>) -> Upcoming {
    let upcoming = stand(scene);
    if scene.plan.foresees {
        scene.foreseen = Some(any_ply(scene, upcoming.agenda, true, |reader| reader.next_turn(upcoming.side)));
    }
    Upcoming { able: scene.foreseen, ..upcoming }
}

/// Has an agenda a legal ply, in the `next` turn or in this one? The generated plies are kept if the caller wants them.
#[inline]
fn any_ply<'s, const W: usize>(
    scene: &'s mut Scene<'_, W>,
    agenda: u16,
    next: bool,
    turn: impl FnOnce(Reader<'s, W>) -> Reader<'s, W>,
) -> bool {
    let mut reader = turn(Reader::new(scene.plan, scene.state));
    turn_to(&mut reader, agenda);
    let wanted = scene.offers.as_deref_mut().filter(|_| !(next && scene.turn_alone));
    let Some(offers) = wanted else {
        return offer(&reader, agenda, &mut AnyPly::default());
    };
    offers.groups.clear();
    options(&reader, agenda, offers);
    scene.offered = !offers.groups.is_empty();
    scene.offered
}

/// Evaluates the ends. A side that is eliminated has ended its turn: ends judged when a turn ends, and those after its
/// loss, are evaluated then.
#[inline]
fn conclude_ply<const W: usize>(scene: &mut Scene<'_, W>, over: bool) -> Course {
    let ends = &scene.plan.rules.ends;
    let before = scene.state.standings.len();
    let upcoming = over.then(|| foresee(scene));
    let stopped = scene.judge(upcoming, 0..ends.len(), false);
    let (Some(stopped), None) = (stopped, &scene.state.result) else {
        return course(scene, upcoming.is_some());
    };
    if !over {
        count_quiet(scene, true, false);
    }
    scene.state.standings.truncate(before);
    let upcoming = Some(foresee(scene));
    let late = if over { None } else { scene.judge(upcoming, 0..stopped, true) };
    if late.is_none() {
        scene.judge(upcoming, stopped + 1..ends.len(), false);
    }
    course(scene, true)
}

fn course<const W: usize>(scene: &Scene<'_, W>, over: bool) -> Course {
    match (&scene.state.result, over) {
        (Some(_), _) => Course::Over,
        (None, true) => Course::NextTurn,
        (None, false) => Course::SameTurn,
    }
}

/// Ends the turn: prepares the state for the next one and counts its repetitions. A turn without a player's ply (a
/// chance ply, or the choice of a side) does not count as a repetition of the position before it.
#[inline]
fn stand<const W: usize>(scene: &mut Scene<'_, W>) -> Upcoming {
    let (plan, state) = (scene.plan, &mut *scene.state);
    let side = next_side(plan, state);
    scene.times = 0;
    if plan.rules.repeats {
        let seen = seen(state, side);
        let times = seen.times + 1;
        if state.acted || times == 1 {
            scene.times = times;
            note(state, side, seen);
        }
    }
    let turns = &plan.rules.turns;
    Upcoming { side: side as u8, agenda: turns[usize::from(state.turn).min(turns.len() - 1)], able: None }
}

/// Opens the first turn of a game.
pub fn begin<const W: usize>(scene: &mut Scene<'_, W>) {
    stand(scene);
    open_turn(scene);
}

/// Updates every Quiet counter: reset to 0 where its event happened, else incremented.
#[inline]
fn count_quiet<const W: usize>(scene: &mut Scene<'_, W>, over: bool, counts: bool) {
    let (state, ply_did) = (&mut *scene.state, scene.ply_did);
    for (quiet, counter) in state.quiet.iter_mut().zip(&scene.plan.rules.quiets) {
        let (counted, did) = if counter.turns { (over && state.acted, state.happened) } else { (counts, ply_did) };
        if counted {
            *quiet = if did & counter.without != 0 { 0 } else { quiet.saturating_add(1) };
        }
    }
}
