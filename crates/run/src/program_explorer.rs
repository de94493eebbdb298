//! An explorer by a program: one lane plays the plies, and what it has gone through is kept as the words of its states. The
//! general engine, which plays a ply three to five times as slowly, is asked for what a program does not know (features, keys,
//! whole turns). The position is put there then, from the registers, within a turn as well; where they are not all of it
//! (recent plies, recorded positions), and after the end, the general engine plays the plies, too.
//!
//! ```text
//!   path       c3  d4  e5            plies from the root
//!   levels   .   .   .   .           the words of each state, and what is on offer there
//!   general  .       .               was asked at the root and after the second ply alone: that level was loaded
//! ```

mod general;
mod saved_level;
mod whole_turns;

use crate::bank::Bank;
use crate::by_width;
use crate::draw::GroupMember;
use crate::loaded_program::LoadedProgram;
use crate::offered::OfferedPly;
use crate::state_layout::{StateLayout, rows_of};
use crate::vector::One;
use general::General;
use lusory_base::hash::BuildFold;
use lusory_compile::program::Offer;
use lusory_engine::playouts::GeneralExplorer;
use lusory_engine::rule::Captures;
use lusory_engine::state_slots::{StateCoverage, StateSlot};
use lusory_engine::stream::Stream;
use lusory_play::{Cursor, Explorer, Feature, PieceChange, PositionKey, Reduction, Values};
use saved_level::SavedLevel;
use std::any::Any;
use std::cell::{Ref, RefCell, RefMut};
use std::hash::{BuildHasher, Hasher};
use std::num::NonZeroU64;
use std::sync::Arc;

/// See the module.
struct ProgramExplorer<const W: usize> {
    program: Arc<LoadedProgram>,
    general: RefCell<General>,
    features: Vec<Feature>,
    lane: Bank<One, W, 1>,
    layout: StateLayout,
    levels: Vec<SavedLevel>,
    path: Vec<u32>,
    /// For each ply or whole turn that can be undone the length of the path before it.
    steps: Vec<usize>,
    body: usize,
    /// Whether the last ply's words are in `levels`.
    is_saved: bool,
    /// The values at the root, if the game is over there: the lane does not know.
    root_values: Option<Values>,
}

/// An explorer at the general explorer's position, by a program that was lowered with `enter` and `all_slots`; the general
/// explorer itself where the program cannot begin there.
pub(crate) fn program_explorer(
    program: &Arc<LoadedProgram>,
    general: Box<dyn GeneralExplorer>,
) -> Result<Box<dyn Explorer>, Box<dyn GeneralExplorer>> {
    by_width!(program.width, of_width(program, general))
}

/// Whether the legal plies of a position, and all that becomes of them, are in the words of its state.
pub(crate) fn is_explored(program: &LoadedProgram) -> bool {
    let waits = program.offers.iter().flatten().any(|offer| !offer.after.is_empty());
    let is_marked = program.state.iter().any(|stored| matches!(stored.slot, Some(StateSlot::Marks(_))));
    !waits && !is_marked && !program.tries && program.native().is_some()
}

fn of_width<const W: usize>(
    program: &Arc<LoadedProgram>,
    general: Box<dyn GeneralExplorer>,
) -> Result<Box<dyn Explorer>, Box<dyn GeneralExplorer>> {
    let mut explorer = ProgramExplorer::<W>::new(program.clone(), general);
    if explorer.enter() { Ok(Box::new(explorer)) } else { Err(explorer.general.into_inner().explorer) }
}

impl<const W: usize> ProgramExplorer<W> {
    fn new(program: Arc<LoadedProgram>, explorer: Box<dyn GeneralExplorer>) -> Self {
        let features = explorer.features().to_vec();
        ProgramExplorer {
            general: RefCell::new(General::new(explorer)),
            features,
            lane: Bank::new(program.clone()),
            layout: StateLayout::of(&program),
            levels: vec![SavedLevel::default()],
            path: Vec::new(),
            steps: Vec::new(),
            body: 0,
            is_saved: false,
            root_values: None,
            program,
        }
    }

    /// Begins where the general explorer is. `false` where the program cannot.
    fn enter(&mut self) -> bool {
        let general = self.general.get_mut();
        self.root_values = general.explorer.values();
        let body = self.lane.enter(general.explorer.state());
        self.path.clear();
        self.steps.clear();
        self.body = body.unwrap_or_default();
        (self.is_saved, self.levels[0].is_listed) = (false, false);
        body.is_some() || self.root_values.is_some()
    }

    /// The general explorer, at this position.
    fn general(&self) -> RefMut<'_, Box<dyn GeneralExplorer>> {
        self.general_with(StateCoverage::Whole)
    }

    /// The general explorer, which knows so much of this position.
    fn general_with(&self, needed: StateCoverage) -> RefMut<'_, Box<dyn GeneralExplorer>> {
        let (mut general, depth) = (self.general.borrow_mut(), self.path.len());
        if general.known[depth] >= needed {
            general.explorer.go_to(depth);
        } else if self.layout.loaded >= needed && self.values().is_none() {
            let (point, words) = (self.program.points[self.body], self.layout.rows.iter().map(|&row| self.word(row)));
            general.load(depth, point, words, &self.layout);
        } else {
            general.play(&self.path);
        }
        RefMut::map(general, |general| &mut general.explorer)
    }

    /// What is the same in all positions of the game.
    fn rules(&self) -> Ref<'_, Box<dyn GeneralExplorer>> {
        Ref::map(self.general.borrow(), |general| &general.explorer)
    }

    fn word(&self, row: usize) -> u64 {
        self.lane.word(row, 0)
    }

    fn save(&mut self) {
        if !self.is_saved {
            let (level, lane) = (&mut self.levels[self.path.len()], &self.lane);
            level.words.clear();
            level.words.extend(self.layout.rows.iter().map(|&row| lane.word(row, 0)));
            level.body = self.body;
            self.is_saved = true;
        }
    }

    /// What is on offer here, by ids.
    fn list(&mut self) -> &[OfferedPly] {
        let is_over = self.values().is_some();
        let level = &mut self.levels[self.path.len()];
        if !level.is_listed {
            (level.is_listed, level.next) = (true, 0);
            self.lane.list_by_ids(self.body, &mut level.listed);
            if is_over {
                level.listed.clear();
            }
        }
        &level.listed
    }

    fn find(&mut self, id: u32) -> Option<GroupMember> {
        self.list();
        self.levels[self.path.len()].find(id)
    }

    /// Plays a ply, if it is legal; it can be undone once `steps` knows it.
    fn play_ply(&mut self, id: u32) -> bool {
        let Some(member) = self.find(id) else { return false };
        self.save();
        self.body = self.lane.step(self.body, Some(member));
        while self.program.skips.is_some_and(|skips| self.word(skips as usize) != 0) && self.values().is_none() {
            self.body = self.lane.step(self.body, None);
        }
        self.path.push(id);
        let known = &mut self.general.get_mut().known;
        if self.levels.len() == self.path.len() {
            self.levels.push(SavedLevel::default());
            known.push(StateCoverage::Nothing);
        }
        known[self.path.len()] = StateCoverage::Nothing;
        (self.is_saved, self.levels[self.path.len()].is_listed) = (false, false);
        true
    }

    /// Goes back to a position on the way.
    fn go_back(&mut self, depth: usize) {
        self.path.truncate(depth);
        let (level, lane) = (&self.levels[depth], &mut self.lane);
        self.layout.rows.iter().zip(&level.words).for_each(|(&row, &word)| lane.put_word(row, 0, word));
        (self.body, self.is_saved) = (level.body, true);
    }

    /// Whether a new turn begins here. After the end the general engine says so, and whose it is: the lane has stopped.
    fn begins_turn(&self) -> bool {
        match self.values() {
            Some(_) => self.general().turn_over(),
            None => self.layout.begun.is_none_or(|row| self.word(row) == 0),
        }
    }

    /// Adds the pieces of one plane that stand in these words.
    fn list_pieces(&self, plane: usize, (at, bits): (usize, u64), added: bool, list: &mut Vec<PieceChange>) {
        let (owner, kind) = ((plane / self.layout.kinds) as u8, (plane % self.layout.kinds) as u8);
        let mut left = bits;
        while left != 0 {
            let place = 64 * at + left.trailing_zeros() as usize;
            let cell = self.program.cell.get(place).map_or(0, |&cell| cell as u16);
            list.push(PieceChange { cell, owner, kind, added });
            left &= left - 1;
        }
    }

    fn is_capture(&self, offers: &[Offer], ply: OfferedPly) -> bool {
        let GroupMember { group, place } = ply.member();
        let has = |first: u32| self.word(first as usize + place as usize / 64) >> (place % 64) & 1 != 0;
        match offers[group].captures {
            Captures::Never => false,
            Captures::OnPieces => self.program.pieces.iter().any(|&first| has(first)),
            Captures::Always => true,
        }
    }

    fn counter(&self, row: Option<usize>) -> f32 {
        row.map_or(0.0, |row| self.word(row) as i64 as f32)
    }
}

impl<const W: usize> Cursor for ProgramExplorer<W> {
    fn reset(&mut self, start: &dyn Any) -> bool {
        let general = self.general.get_mut();
        general.explorer.go_to(0);
        general.explorer.reset(start) && self.enter()
    }

    fn players(&self) -> usize {
        self.program.sides
    }

    fn to_move(&self) -> i8 {
        match self.side() {
            0 => -1,
            side => self.player_of(side) as i8,
        }
    }

    fn legal(&mut self, ids: &mut Vec<u32>) {
        ids.clear();
        ids.extend(self.list().iter().map(|ply| ply.id()));
        ids.dedup();
    }

    fn weights(&mut self, weights: &mut Vec<u32>) {
        weights.clear();
        weights.extend(self.list().chunk_by(|one, next| one.id() == next.id()).map(|same| same.len() as u32));
    }

    fn draw(&mut self, stream: &mut Stream) -> Option<u32> {
        let listed = self.list();
        let number = stream.below(NonZeroU64::new(listed.len() as u64)?);
        listed.get(number as usize).map(|ply| ply.id())
    }

    fn play(&mut self, id: u32) -> bool {
        let depth = self.path.len();
        let is_legal = self.play_ply(id);
        if is_legal {
            self.steps.push(depth);
        }
        is_legal
    }

    fn values(&self) -> Option<Values> {
        if self.path.is_empty() { self.root_values } else { self.lane.values() }
    }

    fn hash(&mut self) -> u64 {
        self.save();
        let level = &self.levels[self.path.len()];
        let words = self.layout.hashed.iter().map(|&number| level.words[number]);
        let mut hasher = BuildFold::default().build_hasher();
        words.chain([self.body as u64, self.lane.recorded_sum(0)]).for_each(|word| hasher.write_u64(word));
        hasher.finish()
    }

    fn turn_over(&mut self) -> bool {
        self.begins_turn()
    }
}

impl<const W: usize> Explorer for ProgramExplorer<W> {
    fn copy(&self) -> Box<dyn Explorer> {
        let general = self.general().copy_general();
        program_explorer(&self.program, general).unwrap_or_else(GeneralExplorer::into_explorer)
    }

    fn has_secrets(&self) -> bool {
        self.rules().has_secrets()
    }

    fn captures(&mut self, ids: &mut Vec<u32>) {
        ids.clear();
        let offers = &self.program.clone().offers[self.body];
        if offers.iter().any(|offer| offer.captures != Captures::Never) {
            self.list();
            let listed = &self.levels[self.path.len()].listed;
            ids.extend(listed.iter().filter(|ply| self.is_capture(offers, **ply)).map(|ply| ply.id()));
        }
    }

    fn undo(&mut self) -> bool {
        let depth = self.steps.pop();
        if let Some(depth) = depth {
            self.go_back(depth);
        }
        depth.is_some()
    }

    fn changes(&self, changes: &mut Vec<PieceChange>) {
        changes.clear();
        let Some(above) = self.steps.last().map(|&depth| &self.levels[depth].words) else { return };
        for (plane, &first) in self.layout.pieces.iter().enumerate() {
            for at in 0..W {
                let (before, now) = (above[first + at], self.word(self.layout.rows[first + at]));
                self.list_pieces(plane, (at, before & !now), false, changes);
                self.list_pieces(plane, (at, now & !before), true, changes);
            }
        }
        changes.sort_unstable();
    }

    fn set_reduction(&mut self, reduction: &Reduction) -> bool {
        self.general.get_mut().explorer.set_reduction(reduction)
    }

    fn key(&mut self) -> PositionKey {
        self.general().key()
    }

    fn pieces(&self, pieces: &mut Vec<PieceChange>) {
        pieces.clear();
        for (plane, &first) in self.layout.pieces.iter().enumerate() {
            (0..W).for_each(|at| self.list_pieces(plane, (at, self.word(self.layout.rows[first + at])), true, pieces));
        }
        pieces.sort_unstable();
    }

    fn visible_contents(&self, side: u8, contents: &mut Vec<PieceChange>) {
        self.general().visible_contents(side, contents);
    }

    fn has_marks(&self) -> bool {
        false
    }

    fn player_of(&self, side: u8) -> u8 {
        match usize::from(side).saturating_sub(1) {
            side if side < 2 && self.lane.is_swapped() => 1 - side as u8,
            side if side < self.program.sides => side as u8,
            _ => 0,
        }
    }

    fn side(&self) -> u8 {
        if self.values().is_some() {
            return self.general().side();
        }
        let has_any = |&group: &u32| rows_of(group, W).any(|row| self.word(row) != 0);
        let (side, chances) = &self.layout.sides[self.body];
        if chances.iter().any(has_any) { 0 } else { *side }
    }

    fn counters(&self, side: u8, numbers: &mut Vec<f32>) {
        numbers.clear();
        let (first, sides) = (usize::from(side).saturating_sub(1), self.program.sides);
        for of in (0..sides).map(|number| (first + number) % sides.max(1)) {
            numbers.extend(self.layout.counters[of].iter().map(|&row| self.counter(row)));
        }
        numbers.extend(self.layout.quiet.iter().map(|&row| self.counter(Some(row))));
        numbers.push(f32::from(u8::from(self.begins_turn())));
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn write_features(&self, out: &mut [f32]) {
        self.general_with(StateCoverage::WithoutRecorded).write_features(out);
    }

    fn write_chosen_features(&self, chosen: &[usize], out: &mut [f32]) {
        self.general_with(StateCoverage::WithoutRecorded).write_chosen_features(chosen, out);
    }
}
