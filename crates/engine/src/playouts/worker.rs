//! Plays one thread's share of random games, by the general engine or by a kernel.

use super::{LanePlayer, PlayoutEnd, PlayoutStart, PlayoutTask, lanes, starts_at_beginning};
use crate::bits::Bits;
use crate::game::{CHANCE, Game};
use crate::kernels::{Runner, Span};
use crate::movegen::{Offers, Ply, id};
use crate::observer::{ObservedPly, PlayoutObserver, PlayoutOutcomes, PlyTape};
use crate::ply_drawing::PlyDrawing;
use crate::results::Results;
use crate::rule::{Action, NodeKind};
use crate::state::{SIDES, State};
use crate::state_slots::StateSlots;
use crate::stream::Stream;
use crate::totals::Totals;
use std::any::Any;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of owners: neutral, and every side.
const OWNERS: usize = SIDES + 1;

/// Plays games one after the other, or has a kernel play them.
pub(super) struct PlayoutWorker<'a, const W: usize> {
    game: &'a Game<W>,
    task: &'a PlayoutTask<'a, W>,
    choice: PlyDrawing,
    runner: Option<&'a dyn Runner>,
    starts_at_beginning: bool,
    lanes: Option<&'a dyn LanePlayer>,
    start: State<W>,
    state: State<W>,
    start_offers: Offers<W>,
    offers: Offers<W>,
    /// Totals of the games played without an observer.
    pub totals: Totals,
}

impl<'a, const W: usize> PlayoutWorker<'a, W> {
    pub fn new(game: &'a Game<W>, task: &'a PlayoutTask<'a, W>, runner: Option<&'a dyn Runner>) -> Self {
        let start = task.from.cloned().unwrap_or_else(|| game.start());
        let mut begin = Offers::default();
        game.offers(&start, &mut begin);
        let (choice, state, offers) = (PlyDrawing::of(&game.plan), start.clone(), begin.clone());
        let (begins, totals) = (starts_at_beginning(game, task), Totals::default());
        let can_begin = |lanes: &&dyn LanePlayer| begins || (start.result.is_none() && lanes.can_begin(&start));
        PlayoutWorker {
            game,
            task,
            choice,
            runner,
            starts_at_beginning: begins,
            lanes: lanes(task).filter(can_begin),
            start,
            state,
            start_offers: begin,
            offers,
            totals,
        }
    }

    /// Plays games and adds them to the totals.
    #[inline(never)]
    pub fn play_games(&mut self, numbers: Range<u64>, stop: &AtomicBool) {
        if let Some(runner) = self.runner {
            return runner.run(self.from(), self.span(numbers), &mut self.totals, stop);
        }
        if let Some(lanes) = self.lanes {
            let (span, mut totals) = (self.span(numbers), std::mem::take(&mut self.totals));
            let mut over = |_, length, ended| match ended {
                Some((values, reason)) => totals.add(length, &values, reason),
                None => totals.cut(length),
            };
            lanes.play(self.playout_start(), &span, &mut over, stop);
            self.totals = totals;
            return;
        }
        for number in numbers {
            let Some(length) = self.play_game::<false>(number, stop, &mut |_, _, _| ()) else { return };
            match &self.state.result {
                Some(result) => self.totals.add(length, &result.values, result.reason),
                None => self.totals.cut(length),
            }
        }
    }

    /// Plays games and notes what each came to.
    pub fn outcomes(&mut self, numbers: Range<u64>, outcomes: &mut PlayoutOutcomes, stop: &AtomicBool) {
        // Measured games may be others than bare ones.
        let bare = self.lanes.filter(|_| !self.task.want.measures);
        let Some(lanes) = bare else { return self.play_observed(numbers, outcomes, stop) };
        let mut over = |number, length, ended: PlayoutEnd| {
            outcomes.note(number, length, ended.map(|(values, reason)| (Results::of(&values), reason)));
        };
        lanes.play(self.playout_start(), &self.span(numbers), &mut over, stop);
    }

    /// Plays games and reports each to an observer, ply by ply, once it is over.
    #[inline(never)]
    pub fn play_observed(&mut self, numbers: Range<u64>, observer: &mut dyn PlayoutObserver, stop: &AtomicBool) {
        if let Some(runner) = self.runner {
            return runner.run_observed(self.from(), self.span(numbers), observer, stop);
        }
        if let Some(lanes) = self.lanes {
            return lanes.observed(self.playout_start(), &self.span(numbers), observer, stop);
        }
        let (game, mut tape, start) = (self.game, PlyTape::default(), piece_counts(self.game, &self.start));
        for number in numbers {
            tape.begin(number);
            let (mut before, mut side) = (start, self.start.side);
            let length = self.play_game::<true>(number, stop, &mut |state, ply, (legal, by_chance)| {
                let after = piece_counts(game, state);
                let (owner, placed) = placed_pieces(game, ply, side);
                before[owner] += placed;
                let fewer = (0..OWNERS).map(|owner| before[owner].saturating_sub(after[owner])).sum::<u32>();
                let captured = fewer.min(u32::from(u16::MAX)) as u16;
                let over = game.turn_over(state) || state.result.is_some();
                tape.push(|| id(&game.plan, ply), ObservedPly { legal, by_chance, to: ply.to, captured, over });
                (before, side) = (after, state.side);
            });
            let Some(length) = length else { return };
            let ended = self.state.result.as_ref().map(|result| (Results::of(&result.values), result.reason));
            let sets = pieces_by_owner(game, &self.state);
            let pieces = sets.each_ref().map(|set| set.0.as_slice());
            observer.game(&tape.finish(length, ended, &pieces[..=game.plan.rules.sides.min(SIDES)]));
        }
    }

    fn span(&self, games: Range<u64>) -> Span {
        Span { seed: self.task.seed, games, limit: self.task.limit }
    }

    /// Where games begin that are played many at a time.
    fn playout_start(&self) -> PlayoutStart<'_> {
        (!self.starts_at_beginning).then_some(&self.start as &dyn StateSlots)
    }

    /// The state that games start from, if not the initial one.
    fn from(&self) -> Option<&'a dyn Any> {
        self.task.from.filter(|_| !self.starts_at_beginning).map(|from| from as &dyn Any)
    }

    /// Plays a game and reports every ply, how many were legal, whether chance made it, and the state after it, if there
    /// is an observer.
    /// Returns its length; none where it was stopped.
    #[inline(always)]
    fn play_game<const OBSERVED: bool>(
        &mut self,
        number: u64,
        stop: &AtomicBool,
        observe: &mut impl FnMut(&State<W>, &Ply<W>, (u64, bool)),
    ) -> Option<u32> {
        let mut stream = Stream::new(self.task.seed, number);
        self.state.clone_from(&self.start);
        self.offers.groups.clone_from(&self.start_offers.groups);
        let mut length = 0;
        while self.state.result.is_none() && length < self.task.limit {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let legal = if OBSERVED { self.choice.count(&self.game.plan, &self.offers) } else { 0 };
            let by_chance = OBSERVED && self.game.to_move(&self.state) == CHANCE;
            let Some(ply) = self.choice.draw(&self.game.plan, &self.offers, &mut stream) else {
                break;
            };
            self.game.play_on(&mut self.state, &ply, &mut self.offers);
            length += 1;
            if OBSERVED {
                observe(&self.state, &ply, (legal, by_chance));
            }
        }
        Some(length)
    }
}

/// Whose pieces a ply of this side places, and how many.
fn placed_pieces<const W: usize>(game: &Game<W>, ply: &Ply<W>, side: u8) -> (usize, u32) {
    let Some(node) = ply.node else { return (0, 0) };
    let NodeKind::Atomic(atomic) = &game.plan.rules.nodes[usize::from(node)].kind else { return (0, 0) };
    match &atomic.action {
        Action::Place { own, shape, .. } => (if *own { usize::from(side) + 1 } else { 0 }, 1 + shape.len() as u32),
        _ => (0, 0),
    }
}

/// The cells with pieces of each owner.
fn pieces_by_owner<const W: usize>(game: &Game<W>, state: &State<W>) -> [Bits<W>; OWNERS] {
    std::array::from_fn(|owner| {
        let planes = state.pieces.get(game.plan.owned(owner)).unwrap_or_default();
        planes.iter().fold(Bits::EMPTY, |all, &pieces| all | pieces)
    })
}

/// How many pieces each owner has.
fn piece_counts<const W: usize>(game: &Game<W>, state: &State<W>) -> [u32; OWNERS] {
    pieces_by_owner(game, state).map(|set| set.count())
}
