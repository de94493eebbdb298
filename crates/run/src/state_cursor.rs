//! Positions of a search as the words of a program's state: one lane plays the plies of the tree, eight lanes try out the
//! plies of a node and play random games from several leaves.

use crate::bank::Bank;
use crate::by_width;
use crate::draw::GroupMember;
use crate::lane_run::LaneRun;
use crate::lanes::LaneTable;
use crate::leaf_sink::{LANES, LeafSink};
use crate::loaded_program::LoadedProgram;
use crate::offered::OfferedPly;
use crate::vector::{Eight, One};
use lusory_engine::state_slots::StateSlots;
use lusory_engine::stream::Stream;
use lusory_play::{Candidate, LeafPlayouts, MOST_TRIED, PlayoutSettings, SavedPositions, StateCursor, Values};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Places of a group in `Candidate::number`.
const PLACE_BITS: u32 = 16;

/// See the module.
struct ProgramCursor<const W: usize> {
    lane: Bank<One, W, 1>,
    /// The body that plays next.
    body: usize,
    several: LaneTable<Eight, W, 1>,
    single: LaneTable<One, W, 1>,
    /// The rows of the state.
    rows: Vec<usize>,
    /// How many positions were noted at the root, where positions are looked up.
    recorded: usize,
    /// The hash of the position that the last ply noted, if it did.
    noted: Option<u64>,
    program: Arc<LoadedProgram>,
    /// Buffers: what is on offer; the state here; states by the order in which their games begin.
    offered: Vec<OfferedPly>,
    here: SavedPositions,
    order: Vec<usize>,
}

/// A cursor at a state. None where which plies are legal is not known without drawing, and where the program has no such
/// point of a turn.
pub(crate) fn state_cursor(program: &Arc<LoadedProgram>, state: &dyn StateSlots) -> Option<Box<dyn StateCursor>> {
    if program.offers.iter().flatten().any(|offer| !offer.after.is_empty()) {
        return None;
    }
    by_width!(program.width, of_width(program, state))
}

fn of_width<const W: usize>(program: &Arc<LoadedProgram>, state: &dyn StateSlots) -> Option<Box<dyn StateCursor>> {
    let mut lane = Bank::<One, W, 1>::new(program.clone());
    let body = lane.enter(state)?;
    if lane.count.is_some() && program.skips.is_some() {
        return None; // an empty turn may note a position besides that of its ply
    }
    let rows = lane.state(0).into_iter().map(|(row, _)| row).collect();
    let (mut several, mut single) = (LaneTable::new(program), LaneTable::new(program));
    if !several.enter(state) || !single.enter(state) {
        return None;
    }
    let (recorded, noted, here, offered) = (lane.noted[0].count(), None, SavedPositions::default(), Vec::new());
    let (program, order) = (program.clone(), Vec::new());
    Some(Box::new(ProgramCursor { lane, body, several, single, rows, recorded, noted, program, offered, here, order }))
}

impl<const W: usize> ProgramCursor<W> {
    fn word(&self, register: u32) -> u64 {
        self.lane.word(register as usize, 0)
    }

    /// Plays a ply, or an empty turn.
    fn tick(&mut self, member: Option<GroupMember>) {
        let before = self.lane.count.map(|count| self.word(count));
        self.body = self.lane.step(self.body, member);
        let has_noted = self.lane.count.map(|count| self.word(count)) > before;
        self.noted = if has_noted { self.lane.noted[0].last() } else { None };
    }

    /// Lists what is on offer, by ascending ids.
    fn list_offered(&mut self) {
        self.lane.list_by_ids(self.body, &mut self.offered);
    }

    /// Tells of each ply that `list_offered` has listed whether it is legal, and how the game ends with it.
    fn try_offered(&mut self, tell: &mut dyn FnMut(OfferedPly, bool, Option<u8>)) {
        let mut here = std::mem::take(&mut self.here);
        here.clear();
        here.push(self);
        self.several.begin_at(std::iter::once(here.position(0)));
        self.several.try_plies(&self.offered, tell);
        self.here = here;
    }

    /// Ends a turn of which plies are left, but no legal one.
    fn fall_through(&mut self) {
        if !self.program.falls_through[self.body] || self.values().is_some() {
            return;
        }
        self.list_offered();
        let mut any = false;
        self.try_offered(&mut |_, is_legal, _| any |= is_legal);
        if !any {
            self.end_without_plies();
        }
    }

    /// Plays the tick in which it is seen that nothing is left on offer.
    fn end_without_plies(&mut self) {
        let program = self.program.clone();
        for offer in &program.offers[self.body] {
            (0..W).for_each(|w| self.lane.put_word(offer.group as usize + w, 0, 0));
        }
        self.tick(None);
    }

    fn is_chance(&self, ply: OfferedPly) -> bool {
        ply.is_chance(&self.program.offers[self.body])
    }

    /// The faces of a die are as many places as they weigh.
    fn list_chance(&self, list: &mut Vec<Candidate>, weights: &mut Vec<u32>) {
        for ply in self.offered.iter().filter(|ply| self.is_chance(**ply)) {
            match (list.last(), weights.last_mut()) {
                (Some(last), Some(weight)) if last.id == ply.id() => *weight += 1,
                _ => {
                    list.push(candidate(ply, None));
                    weights.push(1);
                }
            }
        }
    }
}

/// The numbers of the bits that are set.
fn set_bits(word: u64) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(word), |word| Some(word & (word - 1)));
    rest.take_while(|&word| word != 0).map(|word| word.trailing_zeros() as usize)
}

fn candidate(ply: &OfferedPly, final_halves: Option<u8>) -> Candidate {
    let GroupMember { group, place } = ply.member();
    Candidate { id: ply.id(), number: (group as u32) << PLACE_BITS | place, final_halves }
}

impl<const W: usize> StateCursor for ProgramCursor<W> {
    /// The rows of the state, and the body; where positions are looked up whether the last ply has noted one, and its hash.
    fn words(&self) -> usize {
        self.rows.len() + if self.lane.count.is_some() { 3 } else { 1 }
    }

    fn save(&self, state: &mut [u64]) {
        state.iter_mut().zip(&self.rows).for_each(|(word, &row)| *word = self.lane.word(row, 0));
        let rest = [self.body as u64, u64::from(self.noted.is_some()), self.noted.unwrap_or_default()];
        state[self.rows.len()..].iter_mut().zip(rest).for_each(|(word, rest)| *word = rest);
    }

    fn past(&self, past: &mut Vec<u64>) {
        let count = self.lane.count.map_or(0, |count| self.word(count) as usize);
        past.extend_from_slice(self.lane.noted[0].between(self.recorded, count));
    }

    fn load(&mut self, path: &mut dyn Iterator<Item = &[u64]>) {
        let (length, mut past) = (self.rows.len(), Vec::new());
        // What the root has noted was recorded before.
        let Some(mut state) = path.next() else { return };
        self.noted = None;
        for next in path {
            state = next;
            if self.lane.count.is_some() {
                self.noted = (next[length + 1] != 0).then_some(next[length + 2]);
                past.extend(self.noted);
            }
        }
        self.rows.iter().zip(state).for_each(|(&row, &word)| self.lane.put_word(row, 0, word));
        self.body = state[length] as usize;
        self.lane.set_past(0, self.recorded, &past);
    }

    fn set_pieces(&mut self, sets: &[u64]) -> bool {
        let program = self.program.clone();
        let is_entered = program.entries.len() > self.body;
        if !is_entered || sets.len() != program.pieces.len() || program.place.len() > 64 {
            return false;
        }
        for (&first, &cells) in program.pieces.iter().zip(sets) {
            let mut words = [0; W];
            for cell in set_bits(cells) {
                let place = program.place.get(cell).map_or(0, |&place| place as usize);
                words[place / 64 % W] |= 1 << (place % 64);
            }
            (0..W).for_each(|w| self.lane.put_word(first as usize + w, 0, words[w]));
        }
        self.lane.run_entry(self.body)
    }

    fn pieces(&self, sets: &mut [u64]) {
        for (set, &first) in sets.iter_mut().zip(&self.program.pieces) {
            let places = (0..W).flat_map(|w| set_bits(self.word(first + w as u32)).map(move |bit| 64 * w + bit));
            let cells = places.filter_map(|place| self.program.cell.get(place).copied());
            *set = cells.filter(|&cell| cell < 64).fold(0, |all, cell| all | 1 << cell);
        }
    }

    fn to_move(&self) -> i8 {
        let offers = &self.program.offers[self.body];
        let has_any = |group: u32| (group..group + W as u32).any(|row| self.word(row) != 0);
        if offers.iter().any(|offer| offer.chance && has_any(offer.group)) {
            return -1;
        }
        let side = self.program.points[self.body].side;
        if self.lane.is_swapped() && side < 2 { 1 - side as i8 } else { side as i8 }
    }

    fn values(&self) -> Option<Values> {
        self.lane.values()
    }

    /// Where plies are tried out, only here it is seen that none is legal: then the game is over.
    fn candidates(&mut self, list: &mut Vec<Candidate>, weights: &mut Vec<u32>) {
        list.clear();
        weights.clear();
        self.list_offered();
        if self.offered.iter().any(|&ply| self.is_chance(ply)) {
            return self.list_chance(list, weights);
        }
        let knows_endings = self.program.sides == 2 && self.offered.len() <= MOST_TRIED;
        if !knows_endings && !self.program.tries {
            return list.extend(self.offered.iter().map(|ply| candidate(ply, None)));
        }
        self.try_offered(&mut |ply, is_legal, halves| {
            if is_legal {
                list.push(candidate(&ply, halves.filter(|_| knows_endings)));
            }
        });
        if list.is_empty() && self.values().is_none() {
            self.end_without_plies();
        }
    }

    fn play(&mut self, _id: u32, number: u32) {
        self.tick(Some(GroupMember {
            group: (number >> PLACE_BITS) as usize,
            place: number & ((1 << PLACE_BITS) - 1),
        }));
        while self.program.skips.is_some_and(|skips| self.word(skips) != 0) && self.values().is_none() {
            self.tick(None);
        }
        self.fall_through();
    }

    fn side_by_side(&self) -> usize {
        if self.program.native().is_some() { 1 } else { LANES }
    }

    fn playouts(
        &mut self,
        from: &SavedPositions,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    ) {
        let (count, bodies) = (playouts.results.len().min(from.len()), self.program.bodies.len());
        let body = |game: usize| from.position(game).0[self.rows.len()] as usize;
        let first = if count > 0 { body(0) } else { 0 };
        // Where bodies take turns, games begin when it is the turn of theirs.
        let wait = |game: usize| (body(game) + bodies - first) % bodies;
        self.order.clear();
        self.order.extend(0..count);
        self.order.sort_by_key(|&game| wait(game));
        let (seed, limit) = (stream.bits(), u64::from(settings.max_plies));
        let run = LaneRun { first: 0, games: count as u64, seed, lanes: count, limit };
        let in_order = self.order.iter().map(|&game| from.position(game));
        let mut sink = LeafSink::new(playouts, &self.order, self.program.sides);
        if count == 1 || self.side_by_side() == 1 {
            self.single.begin_at(in_order);
            self.single.play(&run, &mut sink, stop);
        } else {
            self.several.begin_at(in_order);
            self.several.play(&run, &mut sink, stop);
        }
    }
}
