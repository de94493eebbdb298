//! The walker: plays one game in place, on engine states or in a kernel's buffers.

use super::explorer::EngineExplorer;
use super::position::EnginePosition;
use super::visible_pieces::visible_pieces;
use super::{
    Candidate, Cursor, Explorer, LeafPlayouts, PlayedPly, PlayoutResult, PlayoutSettings, PlyPrior, SharedGame,
    StateCursor, Values, Walker,
};
use crate::event::Event;
use crate::hash::BuildFold;
use crate::hidden::{labels, observation};
use crate::history::{self, PlyHistory};
use crate::kernels::{Runner, StepResult};
use crate::line_policy::{BothSides, OfferedPlies};
use crate::movegen::{Offers, Ply, id, weight};
use crate::playouts::LeafPlayer;
use crate::ply_drawing::PlyDrawing;
use crate::state::{SIDES, State};
use crate::stream::Stream;
use playouts::{lane_player, values_of_halves};
use std::any::Any;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A walker on boards of at most 64 * W places.
pub(super) struct EngineWalker<const W: usize> {
    shared: Arc<SharedGame<W>>,
    choice: PlyDrawing,
    root: State<W>,
    state: State<W>,
    /// The plies legal at the root.
    root_offers: Offers<W>,
    /// The plies legal here.
    offers: Offers<W>,
    /// The same with their ids, computed on demand.
    listed: Vec<(u32, Ply<W>)>,
    /// Whether `listed` is up to date.
    is_listed: bool,
    /// The kernel's reusable buffers, where the game has a kernel.
    stepper: Option<Box<dyn Any + Send>>,
    /// The ids of the plies of a playout by the kernel.
    ids: Vec<u32>,
    /// The ids of the plies from the root to here.
    path: Vec<u32>,
    /// Whether the kernel supports the root.
    root_in_kernel: bool,
    /// Set while the kernel's buffers hold the game, with its values once it is over there; `state` is then out of
    /// date.
    in_kernel: bool,
    kernel_values: Option<Values>,
    /// Plays random games several at a time; made when a search first asks.
    lanes: Option<Option<Box<dyn LeafPlayer>>>,
    /// The buffer of a playout by `lanes`.
    lane_playout: LeafPlayouts,
    /// Plies that end the game, by id.
    endings: Vec<(u32, u8)>,
    /// What the playout policy of the game keeps from ply to ply, where it has one.
    line_progress: BothSides<W>,
}

impl<const W: usize> EngineWalker<W> {
    pub(super) fn new(position: &EnginePosition<W>) -> Self {
        Self::of(position.shared.clone(), position.state.clone())
    }

    /// A walker rooted at a state.
    fn of(table: Arc<SharedGame<W>>, root: State<W>) -> Self {
        let (choice, stepper) = (PlyDrawing::of(&table.game.plan), table.search_kernel().map(Runner::stepper));
        let (empty, state) = (Offers { groups: Vec::new() }, root.clone());
        let (begin, offers) = (empty.clone(), empty);
        let mut walker = EngineWalker {
            shared: table,
            choice,
            root,
            state,
            root_offers: begin,
            offers,
            listed: Vec::new(),
            is_listed: false,
            stepper,
            ids: Vec::new(),
            path: Vec::new(),
            root_in_kernel: false,
            in_kernel: false,
            kernel_values: None,
            lanes: None,
            lane_playout: LeafPlayouts::default(),
            endings: Vec::new(),
            line_progress: BothSides::default(),
        };
        walker.reset_to_root();
        walker
    }

    /// Resets after a change of the root.
    fn reset_to_root(&mut self) {
        self.shared.game.offers(&self.root, &mut self.root_offers);
        self.root_in_kernel = false;
        if let (Some(kernel), Some(stepper)) = (self.shared.search_kernel(), self.stepper.as_deref_mut()) {
            self.root_in_kernel = kernel.enter(stepper, &self.root);
            kernel.keep(stepper);
        }
        self.rewind();
    }

    /// Rewinds to the root without the kernel.
    fn rewind_without_kernel(&mut self) {
        self.path.clear();
        (self.in_kernel, self.is_listed) = (false, false);
        self.state.clone_from(&self.root);
        self.offers.groups.clone_from(&self.root_offers.groups);
    }

    /// Hands the game from the kernel to the general engine.
    fn leave_kernel(&mut self) {
        if self.in_kernel {
            let path = std::mem::take(&mut self.path);
            self.rewind_without_kernel();
            for id in path {
                self.play_in_engine(id);
            }
        }
    }

    /// Hands the game to the kernel, if it supports it.
    fn enter_kernel(&mut self) {
        if let (Some(kernel), Some(stepper)) = (self.shared.search_kernel(), self.stepper.as_deref_mut()) {
            self.in_kernel = kernel.enter(stepper, &self.state);
            self.kernel_values = None;
        }
    }

    fn play_in_engine(&mut self, id: u32) -> bool {
        let ply = self.ply(id);
        ply.inspect(|ply| self.apply(id, ply)).is_some()
    }

    fn play_in_kernel(&mut self, id: u32, number: u32) -> bool {
        let (Some(kernel), Some(stepper), None) =
            (self.shared.search_kernel(), self.stepper.as_deref_mut(), self.kernel_values)
        else {
            return false;
        };
        match kernel.play(stepper, id, number) {
            StepResult::Nowhere => return false,
            StepResult::On => {}
            StepResult::Over(halves) => self.kernel_values = Some(values_of_halves(halves)),
        }
        self.path.push(id);
        true
    }

    fn list_plies(&mut self) {
        if !self.is_listed {
            self.offers.list_into(&self.shared.game.plan, &mut self.listed);
            self.is_listed = true;
        }
    }

    /// The legal ply with an id.
    fn ply(&self, id: u32) -> Option<Ply<W>> {
        if self.is_listed {
            let place = self.listed.binary_search_by_key(&id, |&(id, _)| id).ok()?;
            return self.listed.get(place).map(|&(_, ply)| ply);
        }
        self.offers.groups.iter().find_map(|group| group.find(&self.shared.game.plan, id))
    }

    fn apply(&mut self, id: u32, ply: &Ply<W>) {
        self.shared.game.play_on(&mut self.state, ply, &mut self.offers);
        self.path.push(id);
        self.is_listed = false;
    }

    /// A player's observation of the last ply, as one number.
    fn observation_hash(&self, labels: &[&str], played: &history::RecordedPly, viewer: u8) -> u64 {
        let viewer = self.state.result.is_none().then_some(viewer);
        let ply_observation = observation(&self.shared.game.plan, labels, played, viewer);
        BuildFold::default().hash_one(&ply_observation)
    }
}

impl<const W: usize> Cursor for EngineWalker<W> {
    fn reset(&mut self, start: &dyn Any) -> bool {
        let Some(position) = start.downcast_ref::<EnginePosition<W>>() else { return false };
        if !position.shared.is(&self.shared) {
            return false;
        }
        self.root.clone_from(&position.state);
        self.reset_to_root();
        true
    }

    fn players(&self) -> usize {
        self.shared.game.plan.rules.sides
    }

    fn to_move(&self) -> i8 {
        match (self.in_kernel, self.shared.search_kernel(), self.stepper.as_deref()) {
            (true, Some(kernel), Some(stepper)) => kernel.to_move(stepper),
            _ => self.shared.game.to_move(&self.state),
        }
    }

    fn legal(&mut self, ids: &mut Vec<u32>) {
        self.leave_kernel();
        self.list_plies();
        ids.clear();
        ids.extend(self.listed.iter().map(|&(id, _)| id));
    }

    fn weights(&mut self, weights: &mut Vec<u32>) {
        self.leave_kernel();
        self.list_plies();
        weights.clear();
        weights.extend(self.listed.iter().map(|(_, ply)| weight(&self.shared.game.plan, ply)));
    }

    fn draw(&mut self, stream: &mut Stream) -> Option<u32> {
        self.leave_kernel();
        let plan = &self.shared.game.plan;
        self.choice.draw(plan, &self.offers, stream).map(|ply| id(plan, &ply))
    }

    fn play(&mut self, id: u32) -> bool {
        self.leave_kernel();
        self.play_in_engine(id)
    }

    fn values(&self) -> Option<Values> {
        if self.in_kernel {
            return self.kernel_values;
        }
        self.state.result.as_ref().map(|outcome| outcome.values)
    }

    fn hash(&mut self) -> u64 {
        self.leave_kernel();
        BuildFold::default().hash_one(&self.state)
    }

    fn turn_over(&mut self) -> bool {
        self.leave_kernel();
        self.shared.game.turn_over(&self.state)
    }
}

impl<const W: usize> Walker for EngineWalker<W> {
    fn copy(&mut self) -> Box<dyn Walker> {
        self.leave_kernel();
        Box::new(EngineWalker::of(self.shared.clone(), self.state.clone()))
    }

    fn rewind(&mut self) {
        match (self.root_in_kernel, self.shared.search_kernel(), self.stepper.as_deref_mut()) {
            (true, Some(kernel), Some(stepper)) => {
                kernel.back(stepper);
                self.path.clear();
                (self.in_kernel, self.kernel_values) = (true, None);
            }
            _ => self.rewind_without_kernel(),
        }
    }

    fn candidates(&mut self, list: &mut Vec<Candidate>) {
        list.clear();
        if let (true, Some(kernel), Some(stepper)) =
            (self.in_kernel, self.shared.search_kernel(), self.stepper.as_deref())
        {
            if self.kernel_values.is_none() {
                kernel.candidates(stepper, list);
                list.sort_unstable_by_key(|candidate| candidate.id);
            }
            return;
        }
        self.list_plies();
        list.extend(self.listed.iter().map(|&(id, _)| Candidate { id, number: 0, final_halves: None }));
        self.mark_endings(list);
    }

    fn play_candidate(&mut self, id: u32, number: u32) -> bool {
        if self.in_kernel {
            return self.play_in_kernel(id, number);
        }
        let played = self.play_in_engine(id);
        if played {
            self.enter_kernel();
        }
        played
    }

    fn state_cursor(&mut self, decisive: bool) -> Option<Box<dyn StateCursor>> {
        if self.plays_alone() || self.root.result.is_some() {
            return None;
        }
        self.shared.search_lanes()?.state_cursor(&self.root, decisive)
    }

    fn pieces(&mut self, viewer: Option<u8>, visit: &mut dyn FnMut(u16, u8, u16)) {
        self.leave_kernel();
        let viewer = viewer.filter(|_| self.state.result.is_none());
        for piece in visible_pieces(&self.shared.game.plan, &self.state, viewer) {
            visit(piece.cell, piece.owner, piece.kind);
        }
    }

    fn seats(&mut self) -> [u8; SIDES] {
        self.leave_kernel();
        self.state.seats
    }

    fn explore(&mut self, explorer: &mut Option<Box<dyn Explorer>>) {
        self.leave_kernel();
        let position =
            EnginePosition { shared: self.shared.clone(), state: self.state.clone(), past: PlyHistory::default() };
        if !explorer.as_mut().is_some_and(|explorer| explorer.reset(&position)) {
            *explorer = Some(Box::new(EngineExplorer::new(&position)));
        }
    }

    fn play_observed(&mut self, action: u32, seen: &mut [u64; SIDES]) -> bool {
        self.leave_kernel();
        let (Some(ply), player) = (self.ply(action), self.to_move()) else { return false };
        let mut events: Vec<Event> = Vec::new();
        let table = self.shared.clone();
        table.game.play(&mut self.state, &ply, Some(&mut events));
        table.game.offers(&self.state, &mut self.offers);
        self.path.push(action);
        self.is_listed = false;
        let (ply, labels) = (history::RecordedPly { player, action, events }, labels(&table.game.plan.rules));
        (0..).zip(seen.iter_mut()).for_each(|(viewer, seen)| *seen = self.observation_hash(&labels, &ply, viewer));
        true
    }

    fn playout(
        &mut self,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        mut plies: Option<&mut Vec<PlayedPly>>,
    ) -> PlayoutResult {
        self.is_listed = false;
        if let Some(values) = self.values() {
            return PlayoutResult::Over(values);
        }
        if let Some(result) = self.kernel_playout(stream, settings, plies.as_deref_mut()) {
            return result;
        }
        if self.shared.line_policy().is_none() {
            if let Some(result) = self.program_playout(stream, settings, stop, plies.as_deref_mut()) {
                return result;
            }
        }
        self.general_playout(stream, settings, stop, plies)
    }

    fn leaf_playouts(
        &mut self,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    ) -> bool {
        if self.in_kernel || self.plays_alone() || self.state.result.is_some() {
            return false;
        }
        let player = lane_player(&mut self.lanes, &self.shared);
        let Some(lanes) = player else { return false };
        let played = lanes.play(&self.state, stream, settings, stop, playouts);
        if !played {
            // What refuses one state is not asked again.
            *player = None;
        }
        played
    }

    fn ply_priors(&mut self, priors: &mut Vec<PlyPrior>) {
        priors.clear();
        if let Some(policy) = self.shared.line_policy() {
            let at = OfferedPlies { plan: &self.shared.game.plan, state: &self.state, offers: &self.offers };
            policy.priors(at, &mut self.line_progress, priors);
            priors.sort_unstable_by_key(|prior| prior.id);
        }
    }
}

mod playouts;
#[cfg(test)]
mod tests;
