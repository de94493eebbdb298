//! Runs games of a kernel: many interleaved, one from the start, or one from a state.

use super::super::book::{Book, Listener, Told};
use super::super::tally::Tally;
use super::super::words::{Effects, Ends, Moves};
use super::super::{Candidate, Ended, Gone, Runner, Span, Trace};
use super::desk::Desk;
use super::{Course, Drawn, Kernel, LANES, Lane, MIDWAY};
use crate::bits::Bits;
use crate::observer::PlayoutObserver;
use crate::state::State;
use crate::stream::{Stream, Streams};
use crate::totals::Totals;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};

/// The interleaved games.
struct Table<const W: usize, M: Moves<W>, F: Effects<W>, E: Ends<W>, L> {
    /// Each with whoever hears its game.
    lanes: [(Lane<W, M, F, E>, L); LANES],
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
            let (here, ear) = &mut self.lanes[lane];
            book.begin(ear, game);
            match &self.from {
                Some(from) => here.copy(from),
                None => kernel.begin(here, &mut stream, ear),
            }
            self.streams.put(lane, &stream);
            return;
        }
        self.live -= 1;
        self.lanes.swap(lane, self.live);
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
            lanes: std::array::from_fn(|_| (self.lane(), B::Ear::default())),
            streams: Streams::default(),
            live: LANES,
            seed: span.seed,
            games: span.games,
            from: from.filter(|_| midway).map(|(_, lane)| lane),
        };
        (0..LANES).rev().for_each(|lane| table.next(self, lane, book));
        while table.live > 0 && !stop.load(Ordering::Relaxed) {
            let (drawn, mut over) = (table.streams.bits(), 0u32);
            for (number, (lane, ear)) in table.lanes[..table.live].iter_mut().enumerate() {
                let draw = Drawn { streams: &mut table.streams, lane: number, bits: drawn[number % LANES] };
                match self.ply(lane, limit, draw, ear) {
                    Course::On => continue,
                    Course::Over(verdict) => {
                        let halves = Self::first(lane, verdict);
                        book.over(ear, || self.standing(lane), lane.plies - begun, halves, verdict.reason);
                    }
                    Course::Cut => book.cut(ear, (lane.plies - begun).min(span.limit)),
                }
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

    fn tell(&self, from: Option<&dyn Any>, span: Span, mut audience: &mut dyn PlayoutObserver, stop: &AtomicBool) {
        self.play_all(from, span, &mut audience, stop);
    }

    fn trace(&self, seed: u64, game: u64, limit: u32) -> Trace {
        let (mut plies, mut lane, mut stream) = (Vec::new(), self.lane(), Stream::new(seed, game));
        let mut observer = Told { plies: Some(&mut plies), wise: false };
        self.begin(&mut lane, &mut stream, &mut observer);
        let left = limit.saturating_sub(lane.plies);
        let ended = self.end(&mut lane, &mut stream, left, observer);
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
