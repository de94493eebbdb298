//! The lanes of a run of random games: a lane whose game is over is refilled with the next game.

use crate::answers;
use crate::bank::Bank;
use crate::draw::GroupMember;
use crate::lane_run::LaneRun;
use crate::lane_starts::LaneStarts;
use crate::loaded_program::LoadedProgram;
use crate::offered::OfferedPly;
use crate::ply_ids;
use crate::rows_before::RowsBefore;
use crate::vector::Vector;
use lusory_base::stream::Stream;
use lusory_compile::program::{EndCode, Observed, Offer};
use lusory_engine::state_slots::StateSlots;
use lusory_play::PlayedPly;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A game that is over, or was cut off.
pub(crate) struct FinishedLane<'a> {
    /// The lane that it was played in.
    pub lane: usize,
    /// Its number.
    pub number: u64,
    /// How many plies it had.
    pub plies: u64,
    /// How it ended (`EndCode`), 0 where it was cut off.
    pub code: u64,
    /// Whether the players of the first two sides have changed places.
    pub swapped: bool,
    /// Where pieces stand, by owner; empty unless the sink asks for plies.
    pub pieces: &'a [Vec<u64>],
}

/// One ply of a game.
pub(crate) struct LanePly {
    /// How many plies were legal, this one included.
    pub legal: u64,
    /// Whether chance made it.
    pub by_chance: bool,
    /// The place where it ended.
    pub to: Option<u32>,
    /// How many pieces it captured (`Observed::captured`).
    pub captured: u64,
    /// Whether the ply was the last of its turn.
    pub over: bool,
}

/// What receives random games.
pub(crate) trait GameSink {
    /// Whether the sink asks for plies. The program has to keep what observers ask for.
    fn wants_plies(&self) -> bool {
        false
    }
    /// A game begins in a lane.
    fn begin(&mut self, _lane: usize, _number: u64) {}
    /// Whether the sink wants the id of the ply that was just made in a lane. Only the first may be asked for.
    fn wants_id(&self, _lane: usize) -> bool {
        false
    }
    /// A ply was made in a lane.
    fn ply(&mut self, _lane: usize, _id: Option<u32>, _ply: LanePly) {}
    /// Whether the sink asks for the id of each ply.
    fn wants_ids(&self) -> bool {
        false
    }
    /// A ply was made in a lane: whose it was (-1: chance), and its id.
    fn made(&mut self, _lane: usize, _ply: PlayedPly) {}
    /// A game is over.
    fn over(&mut self, game: &FinishedLane<'_>);
}

/// A lane without a game.
const IDLE: u64 = u64::MAX;
/// So many ticks pass before a run looks whether it is to stop.
const STOP_EVERY: u64 = 64;

/// Games that are being played.
pub(crate) struct LaneTable<V, const W: usize, const C: usize> {
    pub bank: Bank<V, W, C>,
    pub run: LaneRun,
    pub starts: LaneStarts,
    /// How many positions a lane has noted at the start.
    noted: usize,
    /// The rows that the ids of plies depend on, before the tick.
    pub before: RowsBefore<V, C>,
    /// A buffer: the plies of a game.
    pub traced: Vec<PlayedPly>,
    /// In which tick each lane began, and which game it plays.
    since: Vec<u64>,
    pub game: Vec<u64>,
    pub next: u64,
    /// Lanes without a game.
    pub idle: Vec<usize>,
    /// How many lanes are at each body.
    here: Vec<u64>,
    /// For each body how many ticks the lanes that are at it have waited, added up.
    waiting: Vec<u64>,
    pub tick: u64,
    /// The first tick in which a game may have to be cut off.
    due: u64,
}

impl<V: Vector, const W: usize, const C: usize> LaneTable<V, W, C> {
    pub fn new(program: &Arc<LoadedProgram>) -> Self {
        let bank = Bank::new(program.clone());
        let (starts, lanes) = (LaneStarts::of(&bank, 0), Bank::<V, W, C>::LANES);
        let noted = bank.noted[0].count();
        let (since, game) = (vec![IDLE; lanes], vec![0; lanes]);
        LaneTable {
            before: RowsBefore::new(program),
            traced: Vec::new(),
            bank,
            run: LaneRun { first: 0, games: 0, seed: 0, lanes, limit: 0 },
            starts,
            noted,
            since,
            game,
            next: 0,
            idle: (0..lanes).rev().collect(),
            here: Vec::new(),
            waiting: Vec::new(),
            tick: 0,
            due: u64::MAX,
        }
    }

    /// Games begin with this state of the engine; `false` where the program has no such point of a turn.
    pub fn enter(&mut self, state: &dyn StateSlots) -> bool {
        let Some(body) = self.bank.enter(state) else { return false };
        self.starts = LaneStarts::of(&self.bank, body);
        self.noted = self.bank.noted[0].count();
        true
    }

    /// Game `k` of the next run begins with state `k` and its past (`LaneStarts::replace`), which comes after the positions
    /// of the state that was entered last. The games must come in the order in which the bodies that play first have their
    /// turns.
    pub fn begin_at<'s>(&mut self, states: impl Iterator<Item = (&'s [u64], &'s [u64])>) {
        self.starts.replace(states);
    }

    /// Every ply at a state that ends the game there, by its id, with the half points of the first of two players. `false`
    /// where the program has no such point of a turn, or more than `most` plies are on offer.
    pub fn endings(&mut self, state: &dyn StateSlots, most: usize, found: &mut Vec<(u32, u8)>) -> bool {
        if self.bank.program.sides != 2 || !self.enter(state) {
            return false;
        }
        let mut offered = Vec::new();
        let body = self.starts.body(0);
        self.bank.list_offered(body, 0, most, &mut offered);
        offered.retain(|ply| !ply.is_chance(&self.bank.program.offers[body]));
        if offered.len() > most {
            return false;
        }
        self.try_plies(&offered, &mut |ply, _, halves| found.extend(halves.map(|halves| (ply.id(), halves))));
        !offered.is_empty()
    }

    /// Plays each ply from the state in which games begin, one a lane, and tells whether it was legal and, where the game
    /// is over then, the half points of the first player.
    pub fn try_plies(&mut self, plies: &[OfferedPly], tell: &mut dyn FnMut(OfferedPly, bool, Option<u8>)) {
        let lanes = Bank::<V, W, C>::LANES;
        let registers = self.bank.program.stage_and_plies.filter(|_| self.bank.program.tries);
        for (number, some) in plies.chunks(lanes).enumerate() {
            for (&row, &word) in self.starts.rows.iter().zip(self.starts.words(0)) {
                self.bank.memory[row].fill(V::all(word));
            }
            if number == 0 {
                (0..lanes).for_each(|lane| self.bank.set_past(lane, self.noted, self.starts.past(0)));
            } else if let Some(count) = self.bank.count {
                // What the plies before have noted is taken back as soon as these note something.
                let noted = self.noted + self.starts.past(0).len();
                self.bank.memory[count as usize].fill(V::all(noted as u64));
            }
            let mut given: Vec<Option<GroupMember>> = some.iter().map(|ply| Some(ply.member())).collect();
            given.resize(lanes, None);
            self.bank.tick(self.starts.body(0), Some(&given));
            for (lane, &ply) in some.iter().enumerate() {
                let is_legal =
                    registers.is_none_or(|(_, count)| self.bank.word(count as usize, lane) != self.starts.plies(0));
                tell(ply, is_legal, self.halves(lane));
            }
        }
    }

    /// The half points of the first player where the game of a lane is over.
    fn halves(&self, lane: usize) -> Option<u8> {
        let program = &self.bank.program;
        let ending = EndCode::of(self.bank.word(program.result as usize, lane))?;
        let swapped = program.swapped.is_some_and(|register| self.bank.word(register as usize, lane) != 0);
        let won = |side: u8| ending.winners >> side & 1;
        let (first, second) = if swapped { (won(1), won(0)) } else { (won(0), won(1)) };
        Some(1 + first - second)
    }

    /// Plays all games of a run, or returns early once `stop` is set, without those that are not over. Returns the
    /// number of ticks of all lanes together.
    pub fn play(&mut self, run: &LaneRun, sink: &mut dyn GameSink, stop: &AtomicBool) -> u64 {
        self.prepare(run);
        if let Some(ticks) = self.play_single(sink, stop) {
            return ticks;
        }
        let (observed, wants_ids) = (self.bank.program.observed.filter(|_| sink.wants_plies()), sink.wants_ids());
        loop {
            let body = self.next_body(sink);
            let Some(body) = body.filter(|_| self.tick % STOP_EVERY != 0 || !stop.load(Ordering::Relaxed)) else {
                return self.tick * Bank::<V, W, C>::LANES as u64;
            };
            if wants_ids {
                self.before.keep(&self.bank);
            }
            self.bank.tick(body, None);
            self.tick += 1;
            if wants_ids {
                self.trace(body, sink);
            }
            if let Some(observed) = observed {
                self.report(body, observed, sink);
            }
            self.harvest(sink);
        }
    }

    /// No lane has a game.
    fn prepare(&mut self, run: &LaneRun) {
        self.run = *run;
        self.since.fill(IDLE);
        self.idle.clear();
        self.idle.extend((0..self.since.len()).rev());
        self.waiting.clear();
        if let Some((stage, _)) = self.bank.program.stage_and_plies {
            self.bank.memory[stage as usize].fill(V::all(IDLE));
        }
        (self.next, self.tick, self.due) = (0, 0, u64::MAX);
    }

    /// Reports the id of each ply of a tick; of answers to secret placements nothing.
    pub(crate) fn trace(&self, body: usize, sink: &mut dyn GameSink) {
        let program = &self.bank.program;
        if program.offers[body].is_empty() || answers::regions(program, body).is_some() {
            return; // a game that was over when it began, or an answer
        }
        let (counter, side) = (program.stage_and_plies.map(|(_, plies)| plies as usize), program.points[body].side);
        for lane in 0..self.since.len() {
            let stays = counter.is_some_and(|plies| self.before.word(plies, lane) == self.bank.word(plies, lane));
            if self.since[lane] == IDLE || stays {
                continue;
            }
            let (offer, id) = self.drawn_ply(body, lane, |row| self.before.word(row, lane));
            let swapped = program.swapped.is_some_and(|swapped| self.before.word(swapped as usize, lane) != 0);
            let player = if swapped && side < 2 { 1 - side } else { side };
            sink.made(lane, PlayedPly { player: if offer.chance { -1 } else { player as i8 }, id });
        }
    }

    /// The body that plays the next tick, and new games for lanes without one; none where all games are over. Where
    /// lanes are at different bodies, one at which many are, or have waited long: large groups stay together, and a few
    /// lanes wait until more have come.
    fn next_body(&mut self, sink: &mut dyn GameSink) -> Option<usize> {
        let bodies = self.bank.program.bodies.len();
        let Some((stage, _)) = self.bank.program.stage_and_plies else {
            let body = (self.starts.body(0) + (self.tick % bodies as u64) as usize) % bodies;
            let plays = self.refill(Some(body), sink) || self.next < self.run.games;
            return plays.then_some(body);
        };
        if !self.refill(None, sink) {
            return None;
        }
        self.count_lanes(stage, bodies);
        self.waiting.resize(bodies, 0);
        self.waiting.iter_mut().zip(&self.here).for_each(|(waited, here)| *waited += here);
        let urgency = |body: usize| 2 * self.here[body] + self.waiting[body];
        let most = (0..bodies).filter(|&body| self.here[body] > 0);
        let body = most.max_by_key(|&body| (urgency(body), std::cmp::Reverse(body)))?;
        self.waiting[body] = 0;
        Some(body)
    }

    /// How many lanes are at each body. Those without a game are at none.
    fn count_lanes(&mut self, stage: u32, bodies: usize) {
        let stages = &self.bank.memory[stage as usize];
        let at = |body: u64| stages.iter().map(|row| row.equals(V::all(body)).occupied().count_ones()).sum::<u32>();
        self.here.clear();
        self.here.extend((0..bodies as u64).map(|body| u64::from(at(body))));
    }

    /// Begins games in idle lanes, where bodies take turns those that begin with this one; true while any game is being
    /// played.
    fn refill(&mut self, body: Option<usize>, sink: &mut dyn GameSink) -> bool {
        while self.next < self.run.games && body.is_none_or(|body| body == self.starts.body(self.next)) {
            let Some(lane) = self.idle.pop() else { break };
            self.begin(lane);
            sink.begin(lane, self.game[lane]);
        }
        self.idle.len() < Bank::<V, W, C>::LANES
    }

    pub(crate) fn begin(&mut self, lane: usize) {
        for (&row, &word) in self.starts.rows.iter().zip(self.starts.words(self.next)) {
            self.bank.put_word(row, lane, word);
        }
        self.bank.set_past(lane, self.noted, self.starts.past(self.next));
        let number = self.run.first + self.next;
        self.bank.seed(lane, &Stream::new(self.run.seed, number));
        (self.since[lane], self.game[lane]) = (self.tick, number);
        self.due = self.due.min(self.tick.saturating_add(self.run.limit));
        self.next += 1;
    }

    /// Tells of the plies of a tick.
    pub(crate) fn report(&self, body: usize, observed: Observed, sink: &mut dyn GameSink) {
        let word = |register: u32, lane: usize| self.bank.word(register as usize, lane);
        for lane in 0..self.since.len() {
            if self.since[lane] == IDLE || word(observed.made, lane) == 0 || self.is_over_before(lane) {
                continue;
            }
            let to = (0..W as u32).find_map(|w| {
                let bits = word(observed.to + w, lane);
                (bits != 0).then(|| 64 * w + bits.trailing_zeros())
            });
            let id = sink.wants_id(lane).then(|| self.first_id(body, lane));
            let (legal, captured) = (word(observed.legal, lane), word(observed.captured, lane));
            let [by_chance, over] = [observed.by_chance, observed.over].map(|row| word(row, lane) != 0);
            sink.ply(lane, id, LanePly { legal, by_chance, to, captured, over });
        }
    }

    /// The id of the first ply of a game.
    fn first_id(&self, body: usize, lane: usize) -> u32 {
        self.drawn_ply(body, lane, |row| self.starts.word(0, row)).1
    }

    /// What a lane drew in the last tick: the group and the id of the ply. `word` gives the rows before it.
    #[inline(always)]
    fn drawn_ply(&self, body: usize, lane: usize, word: impl Fn(usize) -> u64) -> (&Offer, u32) {
        let (program, offers) = (&self.bank.program, &self.bank.program.offers[body]);
        let GroupMember { group, place } = self.bank.drawn(lane, offers.len());
        (&offers[group], ply_ids::id(program, &offers[group], place, word))
    }

    /// Counts games that are over, and those that are cut off.
    fn harvest(&mut self, sink: &mut dyn GameSink) {
        let (result, late) = (self.bank.program.result as usize, self.tick >= self.due);
        for chunk in 0..C {
            let mut lanes = if late { u32::MAX >> (32 - V::COUNT) } else { self.bank.memory[result][chunk].occupied() };
            while lanes != 0 {
                self.harvest_lane(chunk * V::COUNT + lanes.trailing_zeros() as usize, late, sink);
                lanes &= lanes - 1;
            }
        }
        if late {
            let playing = self.since.iter().filter(|&&since| since != IDLE);
            // Where lanes stay with their side a game may take more ticks than plies: it is looked at every tick from
            // then on.
            self.due = playing.map(|since| since + self.run.limit).min().unwrap_or(u64::MAX);
        }
    }

    fn harvest_lane(&mut self, lane: usize, late: bool, sink: &mut dyn GameSink) {
        let code = self.bank.word(self.bank.program.result as usize, lane);
        if self.since[lane] != IDLE && (code != 0 || (late && self.plies(lane, 0) >= self.run.limit)) {
            self.finish(lane, code, sink);
        }
    }

    pub(crate) fn plies(&self, lane: usize, code: u64) -> u64 {
        let ticks = self.tick - self.since[lane];
        let unplayed = EndCode::of(code).is_some_and(|_| self.start_is_over());
        match self.bank.program.stage_and_plies {
            Some((_, plies)) => {
                self.bank.word(plies as usize, lane) - self.starts.plies(self.game[lane] - self.run.first)
            }
            None if unplayed => 0,
            None => ticks,
        }
    }

    /// Whether the game is over before the first ply.
    fn start_is_over(&self) -> bool {
        self.starts.word(0, self.bank.program.result as usize) != 0
    }

    /// Whether the game of a lane was over before this tick. That is so where it was over before the first ply.
    fn is_over_before(&self, lane: usize) -> bool {
        self.tick == self.since[lane] + 1 && self.start_is_over()
    }

    pub(crate) fn finish(&mut self, lane: usize, code: u64, sink: &mut dyn GameSink) {
        let program = &self.bank.program;
        let swapped = program.swapped.is_some_and(|register| self.bank.word(register as usize, lane) != 0);
        let pieces = if sink.wants_plies() { self.pieces(lane) } else { Vec::new() };
        let (number, plies) = (self.game[lane], self.plies(lane, code));
        sink.over(&FinishedLane { lane, number, plies, code, swapped, pieces: &pieces });
        // Lanes that are idle go on for nothing: what stands in their registers is overwritten by the next game.
        self.bank.put_word(self.bank.program.result as usize, lane, 0);
        if let Some((stage, _)) = self.bank.program.stage_and_plies {
            self.bank.put_word(stage as usize, lane, IDLE);
        }
        self.since[lane] = IDLE;
        self.idle.push(lane);
    }

    /// Where pieces stand, by owner.
    fn pieces(&self, lane: usize) -> Vec<Vec<u64>> {
        let program = &self.bank.program;
        let kinds = program.pieces.len() / (program.sides + 1);
        let word =
            |planes: &[u32], w: usize| planes.iter().fold(0, |all, &at| all | self.bank.word(at as usize + w, lane));
        program.pieces.chunks(kinds.max(1)).map(|planes| (0..W).map(|w| word(planes, w)).collect()).collect()
    }
}
