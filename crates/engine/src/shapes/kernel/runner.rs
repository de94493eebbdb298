//! Games of a kernel: many of them side by side, one from the start, or one from a state.

use super::super::tally::Tally;
use super::super::words::{Effects, Ends, Moves};
use super::super::{Candidate, Ended, Gone, Runner, Span, Trace};
use super::desk::Desk;
use super::{Course, Drawn, Kernel, LANES, Lane, Listener, MIDWAY, Told};
use crate::audience::{Audience, Tape};
use crate::bits::Bits;
use crate::state::State;
use crate::stream::{Stream, Streams};
use crate::totals::{Results, Totals};
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};

/// What becomes of games.
trait Book<const W: usize> {
    /// Hears the plies of one.
    type Ear: Listener + Default;
    /// The game with this number begins.
    fn begin(&self, ear: &mut Self::Ear, number: u64);
    /// A game is over, or was cut off; so many plies of it count.
    fn add(&mut self, ear: &Self::Ear, pieces: impl FnOnce() -> [Bits<W>; 3], length: u32, ended: Ended);
}

impl<const W: usize> Book<W> for Tally {
    type Ear = ();
    #[inline(always)]
    fn begin(&self, (): &mut (), _: u64) {}
    #[inline(always)]
    fn add(&mut self, (): &(), _: impl FnOnce() -> [Bits<W>; 3], length: u32, ended: Ended) {
        match ended {
            Some((halves, reason)) => Tally::add(self, length, halves, reason),
            None => self.cut(length),
        }
    }
}

impl<const W: usize> Book<W> for &mut dyn Audience {
    type Ear = Tape;
    #[inline(always)]
    fn begin(&self, tape: &mut Tape, number: u64) {
        tape.begin(number);
    }
    #[inline(always)]
    fn add(&mut self, tape: &Tape, pieces: impl FnOnce() -> [Bits<W>; 3], length: u32, ended: Ended) {
        let ended = ended.map(|(halves, reason)| (Results::of_halves(halves), reason));
        self.game(&tape.played(length, ended, &pieces().each_ref().map(|set| set.0.as_slice())));
    }
}

/// The games under way.
struct Table<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>, L> {
    lanes: [Lane<W, M, F, E>; LANES],
    ears: [L; LANES],
    streams: Streams<LANES>,
    /// How many lanes have a game; they are the first.
    live: usize,
    seed: u64,
    games: std::ops::Range<u64>,
    /// Where games begin midway.
    from: Option<Lane<W, M, F, E>>,
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>, L: Listener> Table<W, M, F, E, L> {
    /// The next game on a lane; where there are no more, the last lane takes its place.
    #[inline(never)]
    fn next(&mut self, kernel: &Kernel<W, M, F, E>, lane: usize, book: &impl Book<W, Ear = L>) {
        if let Some(game) = self.games.next() {
            let mut stream = Stream::new(self.seed, game);
            book.begin(&mut self.ears[lane], game);
            match &self.from {
                Some(from) => self.lanes[lane].copy(from),
                None => {
                    let made = kernel.begin(&mut self.lanes[lane], &mut stream);
                    kernel.begun(made, &mut self.ears[lane]);
                }
            }
            self.streams.put(lane, &stream);
            return;
        }
        self.live -= 1;
        self.lanes.swap(lane, self.live);
        self.ears.swap(lane, self.live);
        self.streams.put(lane, &self.streams.get(self.live));
    }
}

impl<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>> Kernel<W, M, F, E> {
    /// Plays games side by side.
    #[inline(always)]
    fn play_all<B: Book<W>>(&self, from: Option<&dyn Any>, span: Span, book: &mut B, stop: &AtomicBool) {
        let mut from: Option<(&State<W>, _)> = from.and_then(|from| Some((from.downcast_ref()?, self.lane())));
        let midway = from.as_mut().is_some_and(|(state, lane)| self.resume(lane, state));
        let begun = if midway { MIDWAY } else { 0 };
        let limit = span.limit.saturating_add(begun);
        let mut table = Table {
            lanes: std::array::from_fn(|_| self.lane()),
            ears: std::array::from_fn(|_| B::Ear::default()),
            streams: Streams::default(),
            live: LANES,
            seed: span.seed,
            games: span.games,
            from: from.filter(|_| midway).map(|(_, lane)| lane),
        };
        (0..LANES).rev().for_each(|lane| table.next(self, lane, book));
        while table.live > 0 && !stop.load(Ordering::Relaxed) {
            let (drawn, mut over) = (table.streams.bits(), 0u32);
            let games = table.lanes[..table.live].iter_mut().zip(&mut table.ears);
            for (number, (lane, ear)) in games.enumerate() {
                let draw = Drawn { streams: &mut table.streams, lane: number, bits: drawn[number % LANES] };
                let (length, ended) = match self.ply(lane, limit, draw, ear) {
                    Course::On => continue,
                    Course::Over(verdict) => (lane.plies - begun, Some((Self::first(lane, verdict), verdict.reason))),
                    Course::Cut => ((lane.plies - begun).min(span.limit), None),
                };
                book.add(ear, || self.standing(lane), length, ended);
                over |= 1 << number;
            }
            // From the last: a lane without a game gives its place to the last that has one.
            while over != 0 {
                let number = over.ilog2();
                table.next(self, number as usize, book);
                over ^= 1 << number;
            }
        }
    }

    /// Where pieces stand: those of nobody, of the first side, of the second.
    fn standing(&self, lane: &Lane<W, M, F, E>) -> [Bits<W>; 3] {
        let (board, [first, second]) = (self.start.empty | self.start.own | self.start.enemy, lane.pieces);
        [board & !(lane.empty | first | second), first, second]
    }
}

impl<const W: usize, M, F, E> Runner for Kernel<W, M, F, E>
where
    M: Moves<W> + 'static,
    F: Effects<W> + 'static,
    E: Ends<W> + 'static,
{
    fn takes(&self, state: &dyn Any) -> bool {
        state.downcast_ref::<State<W>>().is_some_and(|state| self.resume(&mut self.lane(), state))
    }

    fn run(&self, from: Option<&dyn Any>, span: Span, totals: &mut Totals, stop: &AtomicBool) {
        let mut tally = Tally::default();
        self.play_all(from, span, &mut tally, stop);
        tally.give(totals);
    }

    fn tell(&self, from: Option<&dyn Any>, span: Span, mut audience: &mut dyn Audience, stop: &AtomicBool) {
        self.play_all(from, span, &mut audience, stop);
    }

    fn trace(&self, seed: u64, game: u64, limit: u32) -> Trace {
        let (mut plies, mut lane, mut stream) = (Vec::new(), self.lane(), Stream::new(seed, game));
        let made = self.begin(&mut lane, &mut stream);
        let mut told = Told { plies: Some(&mut plies), wise: false };
        self.begun(made, &mut told);
        let left = limit.saturating_sub(lane.plies);
        let ended = self.end(&mut lane, &mut stream, left, told);
        Trace { plies, ended }
    }

    fn desk(&self) -> Box<dyn Any + Send> {
        Box::new(self.desk())
    }

    fn playout(
        &self,
        desk: &mut (dyn Any + Send),
        from: &dyn Any,
        stream: &mut Stream,
        limit: u32,
        plies: Option<&mut Vec<u32>>,
        wise: bool,
    ) -> Option<Ended> {
        let desk: &mut Desk<W, M, F, E> = desk.downcast_mut()?;
        let taken = self.resume(&mut desk.here, from.downcast_ref()?);
        taken.then(|| self.end(&mut desk.here, stream, limit, Told { plies, wise }))
    }

    fn enter(&self, desk: &mut (dyn Any + Send), from: &dyn Any) -> bool {
        let (desk, from) = (desk.downcast_mut::<Desk<W, M, F, E>>(), from.downcast_ref());
        desk.zip(from).is_some_and(|(desk, from)| self.resume(&mut desk.here, from))
    }

    fn keep(&self, desk: &mut (dyn Any + Send)) {
        if let Some(Desk { root, here }) = desk.downcast_mut::<Desk<W, M, F, E>>() {
            root.copy(here);
        }
    }

    fn back(&self, desk: &mut (dyn Any + Send)) {
        if let Some(Desk { root, here }) = desk.downcast_mut::<Desk<W, M, F, E>>() {
            here.copy(root);
        }
    }

    fn candidates(&self, desk: &(dyn Any + Send), list: &mut Vec<Candidate>) {
        if let Some(desk) = desk.downcast_ref::<Desk<W, M, F, E>>() {
            self.list(&desk.here, list);
        }
    }

    fn play(&self, desk: &mut (dyn Any + Send), id: u32, number: u32) -> Gone {
        let desk = desk.downcast_mut::<Desk<W, M, F, E>>();
        desk.map_or(Gone::Nowhere, |desk| self.go(&mut desk.here, id, number))
    }

    fn to_move(&self, desk: &(dyn Any + Send)) -> i8 {
        let desk = desk.downcast_ref::<Desk<W, M, F, E>>();
        desk.map_or(0, |Desk { here, .. }| i8::from((here.side == 1) != here.swapped))
    }

    fn finish(
        &self,
        desk: &mut (dyn Any + Send),
        stream: &mut Stream,
        limit: u32,
        plies: Option<&mut Vec<u32>>,
        wise: bool,
    ) -> Ended {
        let desk = desk.downcast_mut::<Desk<W, M, F, E>>()?;
        self.end(&mut desk.here, stream, limit, Told { plies, wise })
    }
}
