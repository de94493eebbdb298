//! Runs games of a kernel: many interleaved, one from the start, or one from a state.

#[cfg(test)]
use super::super::Trace;
use super::super::observers::{GameObserver, PlyIds, PlyObserver};
use super::super::parts::{Effects, Ends, Moves};
use super::super::tally::Tally;
use super::super::{Candidate, GameEnd, Runner, Span, StepResult};
use super::stepper::Stepper;
use super::{Course, Drawn, INTERLEAVED, Kernel, MIDWAY, RunningGame};
use crate::bits::Bits;
use crate::observer::PlayoutObserver;
use crate::state::State;
use crate::stream::{Stream, Streams};
use crate::totals::Totals;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};

/// The interleaved games.
struct InterleavedGames<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>, L> {
    /// A game in each slot, with its observer.
    slots: [(RunningGame<W, M, F, E>, L); INTERLEAVED],
    streams: Streams<INTERLEAVED>,
    /// How many slots hold a running game; they come first.
    live: usize,
    seed: u64,
    games: std::ops::Range<u64>,
    /// The game that each game starts as a copy of, if not the initial position.
    from: Option<RunningGame<W, M, F, E>>,
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>, L: PlyObserver> InterleavedGames<W, M, F, E, L> {
    /// Starts the next game in a slot; where there are no more, the last running game moves there.
    #[inline(never)]
    fn next(&mut self, kernel: &Kernel<W, M, F, E>, slot: usize, observer: &impl GameObserver<W, Plies = L>) {
        if let Some(number) = self.games.next() {
            let mut stream = Stream::new(self.seed, number);
            let (game, ply_observer) = &mut self.slots[slot];
            observer.begin(ply_observer, number);
            match &self.from {
                Some(from) => game.copy(from),
                None => kernel.begin(game, &mut stream, ply_observer),
            }
            self.streams.put(slot, &stream);
            return;
        }
        self.live -= 1;
        self.slots.swap(slot, self.live);
        self.streams.put(slot, &self.streams.get(self.live));
    }
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> Kernel<W, M, F, E> {
    /// Plays interleaved games.
    #[inline(always)]
    fn play_all<O: GameObserver<W>>(&self, from: Option<&dyn Any>, span: Span, observer: &mut O, stop: &AtomicBool) {
        let mut from: Option<(&State<W>, _)> = from.and_then(|from| Some((from.downcast_ref()?, self.new_game())));
        let midway = from.as_mut().is_some_and(|(state, game)| self.resume(game, state));
        let begun = if midway { MIDWAY } else { 0 };
        let limit = span.limit.saturating_add(begun);
        let mut running = InterleavedGames {
            slots: std::array::from_fn(|_| (self.new_game(), O::Plies::default())),
            streams: Streams::default(),
            live: INTERLEAVED,
            seed: span.seed,
            games: span.games,
            from: from.filter(|_| midway).map(|(_, game)| game),
        };
        (0..INTERLEAVED).rev().for_each(|slot| running.next(self, slot, observer));
        while running.live > 0 && !stop.load(Ordering::Relaxed) {
            let (drawn, mut over) = (running.streams.bits(), 0u32);
            for (slot, (game, ply_observer)) in running.slots[..running.live].iter_mut().enumerate() {
                let draw = Drawn { streams: &mut running.streams, slot, bits: drawn[slot % INTERLEAVED] };
                match self.ply(game, limit, draw, ply_observer) {
                    Course::On => continue,
                    Course::Over(verdict) => {
                        let halves = Self::first(game, verdict);
                        observer.over(
                            ply_observer,
                            || self.pieces_by_owner(game),
                            game.plies - begun,
                            halves,
                            verdict.reason,
                        );
                    }
                    Course::Cut => observer.cut(ply_observer, (game.plies - begun).min(span.limit)),
                }
                over |= 1 << slot;
            }
            // In descending order, since a slot without a game is filled with the last running game.
            while over != 0 {
                let slot = over.ilog2();
                running.next(self, slot as usize, observer);
                over ^= 1 << slot;
            }
        }
    }

    /// The cells of neutral pieces, of the first side's and of the second's.
    fn pieces_by_owner(&self, game: &RunningGame<W, M, F, E>) -> [Bits<W>; 3] {
        let (board, [first, second]) = (self.start.empty | self.start.own | self.start.enemy, game.pieces);
        [board & !(game.empty | first | second), first, second]
    }
}

impl<const W: usize, M, F, E> Runner for Kernel<W, M, F, E>
where
    M: Moves<W> + 'static,
    F: Effects<W> + 'static,
    E: Ends<W> + 'static,
{
    fn searches(&self) -> bool {
        E::SEARCHES
    }

    fn run(&self, from: Option<&dyn Any>, span: Span, totals: &mut Totals, stop: &AtomicBool) {
        let mut tally = Tally::default();
        self.play_all(from, span, &mut tally, stop);
        tally.give(totals);
    }

    fn run_observed(
        &self,
        from: Option<&dyn Any>,
        span: Span,
        mut observer: &mut dyn PlayoutObserver,
        stop: &AtomicBool,
    ) {
        self.play_all(from, span, &mut observer, stop);
    }

    #[cfg(test)]
    fn trace(&self, seed: u64, number: u64, limit: u32) -> Trace {
        let (mut plies, mut game, mut stream) = (Vec::new(), self.new_game(), Stream::new(seed, number));
        let mut observer = PlyIds { plies: Some(&mut plies) };
        self.begin(&mut game, &mut stream, &mut observer);
        let left = limit.saturating_sub(game.plies);
        let ended = self.end(&mut game, &mut stream, left, observer);
        Trace { plies, ended }
    }

    fn stepper(&self) -> Box<dyn Any + Send> {
        Box::new(self.stepper())
    }

    fn enter(&self, stepper: &mut (dyn Any + Send), from: &dyn Any) -> bool {
        let (stepper, from) = (stepper.downcast_mut::<Stepper<W, M, F, E>>(), from.downcast_ref());
        stepper.zip(from).is_some_and(|(stepper, from)| self.resume(&mut stepper.here, from))
    }

    fn keep(&self, stepper: &mut (dyn Any + Send)) {
        if let Some(Stepper { root, here }) = stepper.downcast_mut::<Stepper<W, M, F, E>>() {
            root.copy(here);
        }
    }

    fn back(&self, stepper: &mut (dyn Any + Send)) {
        if let Some(Stepper { root, here }) = stepper.downcast_mut::<Stepper<W, M, F, E>>() {
            here.copy(root);
        }
    }

    fn candidates(&self, stepper: &(dyn Any + Send), list: &mut Vec<Candidate>) {
        if let Some(stepper) = stepper.downcast_ref::<Stepper<W, M, F, E>>() {
            self.list(&stepper.here, list);
        }
    }

    fn play(&self, stepper: &mut (dyn Any + Send), id: u32, number: u32) -> StepResult {
        let stepper = stepper.downcast_mut::<Stepper<W, M, F, E>>();
        stepper.map_or(StepResult::Nowhere, |stepper| self.step(&mut stepper.here, id, number))
    }

    fn to_move(&self, stepper: &(dyn Any + Send)) -> i8 {
        let stepper = stepper.downcast_ref::<Stepper<W, M, F, E>>();
        stepper.map_or(0, |Stepper { here, .. }| i8::from((here.side == 1) != here.swapped))
    }

    fn finish(
        &self,
        stepper: &mut (dyn Any + Send),
        stream: &mut Stream,
        limit: u32,
        plies: Option<&mut Vec<u32>>,
    ) -> GameEnd {
        let stepper = stepper.downcast_mut::<Stepper<W, M, F, E>>()?;
        self.end(&mut stepper.here, stream, limit, PlyIds { plies })
    }
}
