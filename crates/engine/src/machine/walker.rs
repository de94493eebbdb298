//! The walker: steps one game in place, on engine states or on the buffers of a kernel that has taken the game over.

use super::position::EnginePosition;
use super::{Candidate, Cursor, PlayedPly, PlayoutResult, PlayoutSettings, PlyPrior, SharedGame, Values, Walker};
use crate::event::Event;
use crate::hash::BuildFold;
use crate::hidden::{labels, observation};
use crate::history;
use crate::movegen::{Offers, Ply, id, weight};
use crate::playouts::Choice;
use crate::shapes::{Runner, StepResult, TurnOrder};
use crate::state::{SIDES, State};
use crate::stream::Stream;
use std::any::Any;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The stop flag is polled every so many plies, as a ply may take a millisecond.
const AT_ONCE: u32 = 4;

/// A walker on boards of at most 64 * W places.
pub(super) struct EngineWalker<const W: usize> {
    table: Arc<SharedGame<W>>,
    choice: Choice,
    root: State<W>,
    state: State<W>,
    /// The plies legal at the root.
    begin: Offers<W>,
    /// The plies legal here.
    offers: Offers<W>,
    /// The same with their ids, computed on demand.
    listed: Vec<(u32, Ply<W>)>,
    /// Is `listed` up to date?
    is_listed: bool,
    /// The kernel's reusable buffers, where the game has a kernel.
    stepper: Option<Box<dyn Any + Send>>,
    /// The ids of the plies of a playout by the kernel.
    ids: Vec<u32>,
    /// The ids of the plies from the root to here.
    way: Vec<u32>,
    /// Does the kernel support the root?
    is_taken: bool,
    /// Set while the kernel's buffers hold the game, with its values once it is over there; `state` is then out of
    /// date.
    is_fast: bool,
    over: Option<Values>,
}

impl<const W: usize> EngineWalker<W> {
    pub(super) fn new(held: &EnginePosition<W>) -> Self {
        Self::of(held.table.clone(), held.state.clone())
    }

    /// A walker rooted at a state.
    fn of(table: Arc<SharedGame<W>>, root: State<W>) -> Self {
        let (choice, stepper) = (Choice::of(&table.game.plan), table.kernel().map(Runner::stepper));
        let (empty, state) = (Offers { groups: Vec::new() }, root.clone());
        let (begin, offers) = (empty.clone(), empty);
        let mut walk = EngineWalker {
            table,
            choice,
            root,
            state,
            begin,
            offers,
            listed: Vec::new(),
            is_listed: false,
            stepper,
            ids: Vec::new(),
            way: Vec::new(),
            is_taken: false,
            is_fast: false,
            over: None,
        };
        walk.arrive();
        walk
    }

    /// Resets after a change of the root.
    fn arrive(&mut self) {
        self.table.game.offers(&self.root, &mut self.begin);
        self.is_taken = false;
        if let (Some(kernel), Some(stepper)) = (self.table.kernel(), self.stepper.as_deref_mut()) {
            self.is_taken = kernel.enter(stepper, &self.root);
            kernel.keep(stepper);
        }
        self.rewind();
    }

    /// Rewinds to the root without the kernel.
    fn rewind_without_kernel(&mut self) {
        self.way.clear();
        (self.is_fast, self.is_listed) = (false, false);
        self.state.clone_from(&self.root);
        self.offers.groups.clone_from(&self.begin.groups);
    }

    /// Hands the game from the kernel to the general engine.
    fn leave_kernel(&mut self) {
        if self.is_fast {
            let way = std::mem::take(&mut self.way);
            self.rewind_without_kernel();
            for id in way {
                self.play_slowly(id);
            }
        }
    }

    /// Hands the game to the kernel, if it supports it.
    fn enter_kernel(&mut self) {
        if let (Some(kernel), Some(stepper)) = (self.table.kernel(), self.stepper.as_deref_mut()) {
            self.is_fast = kernel.enter(stepper, &self.state);
            self.over = None;
        }
    }

    fn play_slowly(&mut self, id: u32) -> bool {
        let ply = self.ply(id);
        ply.inspect(|ply| self.go_on(id, ply)).is_some()
    }

    fn play_fast(&mut self, id: u32, number: u32) -> bool {
        let (Some(kernel), Some(stepper), None) = (self.table.kernel(), self.stepper.as_deref_mut(), self.over) else {
            return false;
        };
        match kernel.play(stepper, id, number) {
            StepResult::Nowhere => return false,
            StepResult::On => {}
            StepResult::Over(halves) => self.over = Some(shares(halves)),
        }
        self.way.push(id);
        true
    }

    fn list(&mut self) {
        if !self.is_listed {
            self.offers.list_into(&self.table.game.plan, &mut self.listed);
            self.is_listed = true;
        }
    }

    /// The legal ply with an id.
    fn ply(&self, id: u32) -> Option<Ply<W>> {
        if self.is_listed {
            let place = self.listed.binary_search_by_key(&id, |&(id, _)| id).ok()?;
            return self.listed.get(place).map(|&(_, ply)| ply);
        }
        self.offers.groups.iter().find_map(|group| group.find(&self.table.game.plan, id))
    }

    fn go_on(&mut self, id: u32, ply: &Ply<W>) {
        self.table.game.play_on(&mut self.state, ply, &mut self.offers);
        self.way.push(id);
        self.is_listed = false;
    }

    /// A player's observation of the last ply, as one number.
    fn observed(&self, labels: &[&str], played: &history::RecordedPly, viewer: u8) -> u64 {
        let viewer = self.state.result.is_none().then_some(viewer);
        let seen = observation(&self.table.game.plan, labels, played, viewer);
        BuildFold::default().hash_one(&seen)
    }
}

impl<const W: usize> EngineWalker<W> {
    /// A playout by the kernel, if it supports this position. The kernel reports who made each ply.
    fn kernel_playout(
        &mut self,
        stream: &mut Stream,
        manner: PlayoutSettings,
        made: Option<&mut Vec<PlayedPly>>,
    ) -> Option<PlayoutResult> {
        let (kernel, stepper) = (self.table.kernel()?, self.stepper.as_deref_mut()?);
        self.ids.clear();
        let (ids, PlayoutSettings { max_plies: cut, decisive: wise }) =
            (made.is_some().then_some(&mut self.ids), manner);
        let (first, ended) = if self.is_fast {
            (kernel.to_move(stepper), kernel.finish(stepper, stream, cut, ids, wise))
        } else {
            (self.table.game.to_move(&self.state), kernel.playout(stepper, &self.state, stream, cut, ids, wise)?)
        };
        if let Some(made) = made {
            let TurnOrder { pairs, late } = kernel.rhythm(&self.state);
            let by_first = |ply: usize| (ply + usize::from(late)) >> u32::from(pairs) & 1 == 0;
            let player = |ply: usize| if by_first(ply) { first } else { 1 - first };
            made.extend(self.ids.iter().enumerate().map(|(ply, &id)| PlayedPly { player: player(ply), id }));
        }
        Some(ended.map_or(PlayoutResult::Cut, |(halves, _)| PlayoutResult::Over(shares(halves))))
    }
}

/// The values of a two-player game, from half points of the first player.
fn shares(halves: u8) -> Values {
    let share = f64::from(halves) / 2.0;
    [share, 1.0 - share, 0.0, 0.0]
}

impl<const W: usize> Cursor for EngineWalker<W> {
    fn reset(&mut self, start: &dyn Any) -> bool {
        let Some(held) = start.downcast_ref::<EnginePosition<W>>() else { return false };
        if !held.table.is(&self.table) {
            return false;
        }
        self.root.clone_from(&held.state);
        self.arrive();
        true
    }

    fn players(&self) -> usize {
        self.table.game.plan.rules.sides
    }

    fn to_move(&self) -> i8 {
        match (self.is_fast, self.table.kernel(), self.stepper.as_deref()) {
            (true, Some(kernel), Some(stepper)) => kernel.to_move(stepper),
            _ => self.table.game.to_move(&self.state),
        }
    }

    fn legal(&mut self, ids: &mut Vec<u32>) {
        self.leave_kernel();
        self.list();
        ids.clear();
        ids.extend(self.listed.iter().map(|&(id, _)| id));
    }

    fn weights(&mut self, weights: &mut Vec<u32>) {
        self.leave_kernel();
        self.list();
        weights.clear();
        weights.extend(self.listed.iter().map(|(_, ply)| weight(&self.table.game.plan, ply)));
    }

    fn draw(&mut self, stream: &mut Stream) -> Option<u32> {
        self.leave_kernel();
        let plan = &self.table.game.plan;
        self.choice.draw(plan, &self.offers, stream).map(|ply| id(plan, &ply))
    }

    fn play(&mut self, id: u32) -> bool {
        self.leave_kernel();
        self.play_slowly(id)
    }

    fn values(&self) -> Option<Values> {
        if self.is_fast {
            return self.over;
        }
        self.state.result.as_ref().map(|outcome| outcome.values)
    }

    fn hash(&mut self) -> u64 {
        self.leave_kernel();
        BuildFold::default().hash_one(&self.state)
    }

    fn turn_over(&mut self) -> bool {
        self.leave_kernel();
        self.table.game.turn_over(&self.state)
    }
}

impl<const W: usize> Walker for EngineWalker<W> {
    fn copy(&mut self) -> Box<dyn Walker> {
        self.leave_kernel();
        Box::new(EngineWalker::of(self.table.clone(), self.state.clone()))
    }

    fn rewind(&mut self) {
        match (self.is_taken, self.table.kernel(), self.stepper.as_deref_mut()) {
            (true, Some(kernel), Some(stepper)) => {
                kernel.back(stepper);
                self.way.clear();
                (self.is_fast, self.over) = (true, None);
            }
            _ => self.rewind_without_kernel(),
        }
    }

    fn candidates(&mut self, list: &mut Vec<Candidate>) {
        list.clear();
        if let (true, Some(kernel), Some(stepper)) = (self.is_fast, self.table.kernel(), self.stepper.as_deref()) {
            if self.over.is_none() {
                kernel.candidates(stepper, list);
                list.sort_unstable_by_key(|candidate| candidate.id);
            }
            return;
        }
        self.list();
        list.extend(self.listed.iter().map(|&(id, _)| Candidate { id, number: 0, final_halves: None }));
    }

    fn play_candidate(&mut self, id: u32, number: u32) -> bool {
        if self.is_fast {
            return self.play_fast(id, number);
        }
        let played = self.play_slowly(id);
        if played {
            self.enter_kernel();
        }
        played
    }

    fn play_observed(&mut self, action: u32, seen: &mut [u64; SIDES]) -> bool {
        self.leave_kernel();
        let (Some(ply), player) = (self.ply(action), self.to_move()) else { return false };
        let mut events: Vec<Event> = Vec::new();
        let table = self.table.clone();
        table.game.play(&mut self.state, &ply, Some(&mut events));
        table.game.offers(&self.state, &mut self.offers);
        self.way.push(action);
        self.is_listed = false;
        let (played, labels) = (history::RecordedPly { player, action, events }, labels(&table.game.plan.rules));
        (0..).zip(seen.iter_mut()).for_each(|(viewer, seen)| *seen = self.observed(&labels, &played, viewer));
        true
    }

    fn playout(
        &mut self,
        stream: &mut Stream,
        manner: PlayoutSettings,
        stop: &AtomicBool,
        mut made: Option<&mut Vec<PlayedPly>>,
    ) -> PlayoutResult {
        self.is_listed = false;
        if let Some(values) = self.values() {
            return PlayoutResult::Over(values);
        }
        if let Some(played) = self.kernel_playout(stream, manner, made.as_deref_mut()) {
            return played;
        }
        let (game, cut) = (&self.table.game, manner.max_plies);
        for ply in 0..=cut {
            if let Some(outcome) = &self.state.result {
                return PlayoutResult::Over(outcome.values);
            }
            if ply == cut {
                break;
            }
            if ply % AT_ONCE == AT_ONCE - 1 && stop.load(Ordering::Relaxed) {
                return PlayoutResult::Stopped;
            }
            let Some(ply) = self.choice.draw(&game.plan, &self.offers, stream) else { break };
            if let Some(made) = made.as_deref_mut() {
                made.push(PlayedPly { player: game.to_move(&self.state), id: id(&game.plan, &ply) });
            }
            game.play_on(&mut self.state, &ply, &mut self.offers);
        }
        PlayoutResult::Cut
    }

    fn ply_priors(&mut self, hints: &mut Vec<PlyPrior>) {
        hints.clear();
        if let (Some(kernel), Some(stepper)) = (self.table.kernel(), self.stepper.as_mut()) {
            kernel.hints(&mut **stepper, &self.state, hints);
            hints.sort_unstable_by_key(|hint| hint.id);
        }
    }
}

#[cfg(test)]
mod tests;
