//! A single game stepped ply by ply, to be compared with the engine: the same program with one lane.

mod tests;

use crate::answers;
use crate::bank::Bank;
use crate::by_width;
use crate::draw::GroupMember;
use crate::loaded_program::LoadedProgram;
use crate::ply_ids;
use crate::vector::One;
use lusory_compile::Program;
use lusory_compile::program::{EndCode, Offer};
use lusory_engine::movegen::answer_number;
use lusory_engine::state_slots::StateSlots;
use std::sync::Arc;

/// A position that is changed in place.
pub struct LanePosition {
    lane: Box<dyn Lane>,
    program: Arc<LoadedProgram>,
    /// The registers of the state, without temporaries of a tick.
    state: Vec<(usize, u64)>,
    /// The body that plays next.
    body: usize,
}

/// One lane, whatever the width of its sets.
trait Lane: Send {
    fn enter(&mut self, state: &dyn StateSlots) -> Option<usize>;
    fn load(&mut self, state: &[(usize, u64)]);
    fn state(&self) -> Vec<(usize, u64)>;
    fn tick(&mut self, side: usize, choice: Option<GroupMember>);
    fn answer(&mut self, side: usize, subset: Vec<u64>);
    fn word(&self, row: usize) -> u64;
}

impl<const W: usize> Lane for Bank<One, W, 1> {
    fn enter(&mut self, state: &dyn StateSlots) -> Option<usize> {
        Bank::enter(self, state)
    }

    fn load(&mut self, state: &[(usize, u64)]) {
        state.iter().for_each(|&(row, word)| self.put_word(row, 0, word));
    }

    fn state(&self) -> Vec<(usize, u64)> {
        Bank::state(self, 0)
    }

    fn tick(&mut self, side: usize, choice: Option<GroupMember>) {
        Bank::tick(self, side, Some(&[choice]));
    }

    fn answer(&mut self, side: usize, subset: Vec<u64>) {
        self.subset = Some(subset);
        Bank::tick(self, side, Some(&[None]));
    }

    fn word(&self, row: usize) -> u64 {
        Bank::word(self, row, 0)
    }
}

fn lane<const W: usize>(program: Arc<LoadedProgram>) -> Box<dyn Lane> {
    Box::new(Bank::<One, W, 1>::new(program))
}

impl LanePosition {
    pub(crate) fn start(program: Arc<LoadedProgram>) -> Self {
        let lane = by_width!(program.width, lane(program.clone()));
        let state = lane.state();
        let mut position = LanePosition { lane, program, state, body: 0 };
        position.skip();
        position
    }

    /// A state of the engine; none where the program has no such point of a turn.
    pub(crate) fn enter(program: Arc<LoadedProgram>, state: &dyn StateSlots) -> Option<Self> {
        let mut lane = by_width!(program.width, lane(program.clone()));
        let body = lane.enter(state)?;
        let state = lane.state();
        Some(LanePosition { lane, program, state, body })
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn result(&self) -> Option<EndCode> {
        EndCode::of(self.lane.word(self.program.result as usize))
    }

    /// What the last ply did, where the program keeps it: how many plies were legal, how many pieces it captured, was
    /// it the last of its turn.
    #[must_use]
    pub fn observed(&self) -> Option<(u64, u64, bool)> {
        let observed = self.program.observed?;
        let word = |row: u32| self.lane.word(row as usize);
        Some((word(observed.legal), word(observed.captured), word(observed.over) != 0))
    }

    /// Who plays each side.
    #[must_use]
    pub fn seats(&self) -> Vec<usize> {
        let mut seats: Vec<usize> = (0..self.program.sides).collect();
        if self.program.swapped.is_some_and(|register| self.lane.word(register as usize) != 0) {
            seats.swap(0, 1);
        }
        seats
    }

    /// A set of pieces (owner * kinds + kind), by words.
    #[must_use]
    pub fn pieces(&self, plane: usize) -> Vec<u64> {
        let first = self.program.pieces[plane] as usize;
        (first..first + self.program.width).map(|row| self.lane.word(row)).collect()
    }

    /// The ids of the legal plies, ascending.
    #[must_use]
    pub fn legal(&mut self) -> Vec<u32> {
        if let (Some(answers), None) = (self.answers(), self.result()) {
            return answers.into_iter().map(|(id, _)| id).collect();
        }
        let mut candidates = self.candidates();
        if self.result().is_some() {
            candidates.clear();
        }
        if self.program.tries {
            candidates.retain(|&(_, choice)| self.is_legal(choice));
        }
        let mut ids: Vec<u32> = candidates.iter().map(|(id, _)| *id).collect();
        ids.dedup();
        ids
    }

    /// Whether a ply that is tried is legal, and none of those before it is.
    fn is_legal(&mut self, choice: GroupMember) -> bool {
        let program = self.program.clone();
        let offers = &program.offers[self.body];
        let mut earlier = Vec::new();
        for &group in &offers[choice.group].after {
            let places = self.members(offers[group].group as usize);
            earlier.extend(places.into_iter().map(|place| GroupMember { group, place }));
        }
        self.stands(choice) && !earlier.into_iter().any(|other| self.is_legal(other))
    }

    fn stands(&mut self, choice: GroupMember) -> bool {
        let is_legal = self.play_member(choice);
        self.undo();
        is_legal
    }

    /// Goes back to before the last ply.
    fn undo(&mut self) {
        let (state, body) = (std::mem::take(&mut self.state), self.body);
        self.lane.load(&state);
        self.state = state;
        self.body = body;
    }

    /// Plays a ply; `false`, and nothing has changed, where it is not legal.
    pub fn advance(&mut self, id: u32) -> bool {
        let is_legal = self.play(id);
        if is_legal {
            self.body = match self.program.stage_and_plies {
                Some((body, _)) => self.lane.word(body as usize) as usize,
                None => (self.body + 1) % self.program.bodies.len(),
            };
            self.skip();
            self.state = self.lane.state();
            self.fall_through();
        }
        is_legal
    }

    /// Ends a turn of which plies are left, but no legal one.
    fn fall_through(&mut self) {
        if !self.program.falls_through[self.body] || self.result().is_some() || !self.legal().is_empty() {
            return;
        }
        let (program, width) = (self.program.clone(), self.program.width as u32);
        let is_offer = |row: u32| program.offers[self.body].iter().any(|o| (o.group..o.group + width).contains(&row));
        for (row, word) in &mut self.state {
            *word = if is_offer(*row as u32) { 0 } else { *word };
        }
        self.undo();
        self.lane.tick(self.body, None);
        self.body = program.stage_and_plies.map_or(self.body, |(body, _)| self.lane.word(body as usize) as usize);
        self.state = self.lane.state();
    }

    /// Plays empty turns.
    fn skip(&mut self) {
        let (Some(skips), Some((body, _))) = (self.program.skips, self.program.stage_and_plies) else { return };
        while self.lane.word(skips as usize) != 0 && self.result().is_none() {
            self.lane.tick(self.body, None);
            self.body = self.lane.word(body as usize) as usize;
        }
    }

    /// Tries a ply: the lane has changed afterwards, the rest of the position has not. Several groups may offer it.
    fn play(&mut self, id: u32) -> bool {
        if let Some(answers) = self.answers() {
            let answer = answers.into_iter().find(|(other, _)| *other == id);
            let is_legal = answer.is_some();
            answer.into_iter().for_each(|(_, subset)| self.lane.answer(self.body, subset));
            return is_legal;
        }
        let choices = self.candidates().into_iter().filter(|(other, _)| *other == id);
        choices.map(|(_, choice)| choice).collect::<Vec<_>>().into_iter().any(|choice| {
            let may = self.program.offers[self.body][choice.group].after.is_empty() || self.is_legal(choice);
            let is_legal = may && self.play_member(choice);
            if !is_legal {
                self.undo();
            }
            is_legal
        })
    }

    fn play_member(&mut self, choice: GroupMember) -> bool {
        let before = self.program.stage_and_plies.map(|(_, plies)| self.lane.word(plies as usize));
        self.lane.tick(self.body, Some(choice));
        before.is_none() || before != self.program.stage_and_plies.map(|(_, plies)| self.lane.word(plies as usize))
    }

    /// The answers to a secret placement; none where plies are on offer.
    fn answers(&self) -> Option<Vec<(u32, Vec<u64>)>> {
        let (offer, _) = answers::regions(&self.program, self.body)?;
        Some(subsets(&self.program, self.body, &self.members(offer.group as usize)))
    }

    /// What is on offer: ids, and where they stand in the groups.
    fn candidates(&self) -> Vec<(u32, GroupMember)> {
        let mut all = Vec::new();
        for (number, offer) in self.program.offers[self.body].iter().enumerate() {
            for place in self.members(offer.group as usize) {
                all.push((self.id(offer, place), GroupMember { group: number, place }));
            }
        }
        all.sort_unstable_by_key(|&(id, choice)| (id, choice.group));
        all
    }

    fn members(&self, first: usize) -> Vec<u32> {
        let bits = |row: usize| {
            let word = self.lane.word(first + row);
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| row as u32 * 64 + bit)
        };
        (0..self.program.width).flat_map(bits).collect()
    }

    /// The id of the ply that ends on a place.
    fn id(&self, offer: &Offer, place: u32) -> u32 {
        ply_ids::id(&self.program, offer, place, |row| self.lane.word(row))
    }
}

/// The subsets of some places as words, each with its id, ascending by id.
fn subsets(program: &Program, body: usize, places: &[u32]) -> Vec<(u32, Vec<u64>)> {
    let Some((offer, regions)) = answers::regions(program, body) else { return Vec::new() };
    let subset = |number: u64| {
        let mut words = vec![0u64; program.width];
        let members = places.iter().enumerate().filter(|(at, _)| number >> at & 1 != 0);
        members.for_each(|(_, &place)| words[place as usize / 64] |= 1 << (place % 64));
        let is_shown = |cell: u32| {
            let place = program.place[cell as usize] as usize;
            words[place / 64] >> (place % 64) & 1 != 0
        };
        (offer.base + answer_number(regions, number.count_ones(), is_shown), words)
    };
    let mut all: Vec<_> = (0..1u64 << places.len().min(63)).map(subset).collect();
    all.sort_unstable_by_key(|(id, _)| *id);
    all
}
