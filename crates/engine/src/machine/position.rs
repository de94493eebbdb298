//! Implements `Position`: the state, its history, and the game they belong to.

use super::audit::audit;
use super::batch_runs::CensusRun;
use super::explorer::EngineExplorer;
use super::knowledge::EngineKnowledge;
use super::walker::EngineWalker;
use super::{
    BestTurn, BestTurnRequest, CensusRows, Dump, Ending, Explorer, PlayerKnowledge, PlayoutBatch, Position, SharedGame,
    Turns, VisiblePiece, Walker, visible_pieces,
};
use crate::census::{Census, CensusRequest};
use crate::event::Event;
use crate::hash::BuildFold;
use crate::hidden::{self, Consistent, InformationState, Sampler, StateWithHistory};
use crate::history::{PlyHistory, RecordedPly};
use crate::movegen::{self, Offers, Ply};
use crate::observer::PlayoutOutcome;
use crate::plan::Plan;
use crate::playouts::{self, PlayoutTask, RunControl};
use crate::state::State;
use crate::state_slots::StateSlots;
use crate::stream::Stream;
use crate::totals::Totals;
use crate::turns::Halt;
use std::any::Any;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) struct EnginePosition<const W: usize> {
    pub shared: Arc<SharedGame<W>>,
    pub state: State<W>,
    /// Empty in games without secrets, which need no memory.
    pub past: PlyHistory,
}

impl<const W: usize> EnginePosition<W> {
    fn plan(&self) -> &Plan<W> {
        &self.shared.game.plan
    }

    fn offers(&self) -> Offers<W> {
        let mut offers = Offers { groups: Vec::new() };
        self.shared.game.offers(&self.state, &mut offers);
        offers
    }

    fn list_plies(&self) -> Vec<(u32, Ply<W>)> {
        self.offers().list(self.plan())
    }

    fn with(&self, (state, past): StateWithHistory<W>) -> Arc<dyn Position> {
        Arc::new(EnginePosition { shared: self.shared.clone(), state, past })
    }

    fn by_program(&self, general: Box<EngineExplorer<W>>) -> Box<dyn Explorer> {
        match self.shared.programs() {
            Some(programs) => programs.explorer(general),
            None => general,
        }
    }

    fn ply(&self, action: u32) -> Option<Ply<W>> {
        let plies = self.list_plies();
        Some(plies.get(plies.binary_search_by_key(&action, |&(id, _)| id).ok()?)?.1)
    }

    /// Random games from here.
    fn task(&self, run: &PlayoutBatch) -> PlayoutTask<'_, W> {
        let PlayoutBatch { games, seed, threads, limit, want } = run.clone();
        PlayoutTask { from: Some(&self.state), games, seed, threads, limit, want, lanes: self.shared.lanes() }
    }

    /// Whether one ply may be offered twice. Then only the deduplicated list gives the count.
    fn has_duplicate_offers(&self) -> bool {
        self.plan().rules.may_duplicate_plies || self.plan().board.has_parallel_paths
    }

    /// Reorders numbers by side to numbers by player.
    fn by_player<T: Copy>(&self, sides: &[T], zero: T) -> Vec<T> {
        let mut players = vec![zero; self.plan().rules.sides];
        for (&player, &value) in self.state.seats.iter().zip(sides).take(players.len()) {
            if let Some(place) = players.get_mut(usize::from(player)) {
                *place = value;
            }
        }
        players
    }
}

impl<const W: usize> Position for EnginePosition<W> {
    fn to_move(&self) -> i8 {
        self.shared.game.to_move(&self.state)
    }

    fn legal(&self) -> Vec<u32> {
        self.list_plies().into_iter().map(|(id, _)| id).collect()
    }

    fn weights(&self) -> Vec<u32> {
        self.list_plies().iter().map(|(_, ply)| movegen::weight(self.plan(), ply)).collect()
    }

    fn count(&self) -> u64 {
        let offers = self.offers();
        if self.has_duplicate_offers() { offers.list(self.plan()).len() as u64 } else { offers.count() }
    }

    fn select(&self, number: u64) -> Option<u32> {
        let offers = self.offers();
        if self.has_duplicate_offers() {
            return Some(offers.list(self.plan()).get(usize::try_from(number).ok()?)?.0);
        }
        Some(movegen::id(self.plan(), &offers.get(self.plan(), number)?))
    }

    fn play(&self, action: u32) -> Option<(Arc<dyn Position>, Vec<Event>)> {
        let ply = self.ply(action)?;
        let (mut state, mut events) = (self.state.clone(), Vec::new());
        self.shared.game.play(&mut state, &ply, Some(&mut events));
        let recorded_ply = || RecordedPly { player: self.to_move(), action, events: events.clone() };
        let past = if self.plan().rules.hidden { self.past.push(recorded_ply()) } else { PlyHistory::default() };
        Some((self.with((state, past)), events))
    }

    fn state(&self) -> &dyn StateSlots {
        &self.state
    }

    fn result(&self) -> Option<Ending> {
        Some(Ending::of(self.plan(), self.state.result.as_ref()?))
    }

    fn scores(&self) -> Vec<i64> {
        self.by_player(if self.plan().rules.scores { &self.state.scores } else { &self.state.captured }, 0)
    }

    fn hands(&self) -> Vec<i32> {
        self.state.hands.clone()
    }

    fn marks(&self) -> Vec<Vec<u16>> {
        self.state.marks.iter().map(|&cells| self.plan().board.listed(cells)).collect()
    }

    fn seats(&self) -> Vec<u16> {
        self.state.seats.iter().take(self.plan().rules.sides).copied().map(u16::from).collect()
    }

    fn turn_over(&self) -> bool {
        self.shared.game.turn_over(&self.state)
    }

    fn stones(&self, viewer: Option<u8>) -> Vec<VisiblePiece> {
        visible_pieces::visible_pieces(self.plan(), &self.state, viewer)
    }

    fn information(&self, viewer: u8) -> String {
        hidden::information(&self.shared.game, &self.state, &self.past, Some(viewer))
    }

    fn sample(&self, viewer: u8, seed: u64, stop: &AtomicBool) -> Option<Arc<dyn Position>> {
        let game = &self.shared.game;
        if !self.plan().rules.hidden || self.state.result.is_some() {
            return Some(self.with((self.state.clone(), self.past.clone())));
        }
        let information = InformationState::new(game, &self.state, &self.past, Some(viewer));
        let sample = Sampler::new(game, information).sample(game, &mut Stream::new(seed, 0), stop)?;
        Some(self.with(sample))
    }

    fn knows(&self, viewer: u8) -> Arc<dyn PlayerKnowledge> {
        Arc::new(EngineKnowledge::of(self, viewer))
    }

    fn consistent(&self, viewer: u8, most: usize, stop: &AtomicBool) -> Vec<Arc<dyn Position>> {
        let game = &self.shared.game;
        let mut all = Consistent::new(game, &self.state, &self.past, viewer);
        std::iter::from_fn(|| all.next(game, stop)).take(most).map(|state| self.with(state)).collect()
    }

    fn walker(&self) -> Box<dyn Walker> {
        Box::new(EngineWalker::new(self))
    }

    fn explorer(&self) -> Box<dyn Explorer> {
        self.by_program(Box::new(EngineExplorer::new(self)))
    }

    fn turn_explorer(&self) -> Box<dyn Explorer> {
        // It keeps the states after whole turns, which a program would have to play ply by ply.
        let general = Box::new(EngineExplorer::new(self));
        if general.long_turns { general } else { self.by_program(general) }
    }

    fn playouts(&self, run: &PlayoutBatch, watch: RunControl<'_>) -> Totals {
        playouts::playouts(&self.shared.game, &self.task(run), watch)
    }

    fn outcomes(&self, run: &PlayoutBatch, watch: RunControl<'_>) -> Vec<PlayoutOutcome> {
        playouts::outcomes(&self.shared.game, &self.task(run), watch)
    }

    fn census(&self, request: CensusRequest) -> Box<dyn CensusRows> {
        Box::new(CensusRun { shared: self.shared.clone(), census: Census::new(&self.state, request) })
    }

    fn turns(&self, most: u64, stop: &AtomicBool) -> Result<Turns, Halt> {
        self.whole_turns(most, stop)
    }

    fn best_turn(&self, request: BestTurnRequest, stop: &AtomicBool) -> Result<BestTurn, Halt> {
        self.best(request, stop)
    }

    fn dump(&self) -> Dump {
        Dump::of(self.plan(), &self.state, &self.past)
    }

    fn audit(&self, action: u32) -> Option<String> {
        audit(&self.shared.game, &self.state, &self.ply(action)?)
    }

    fn size(&self) -> usize {
        let state = &self.state;
        let sets = (state.pieces.capacity() + state.shown.capacity() + state.marks.capacity()) * 8 * W;
        let lists = state.hands.capacity() * 4 + state.quiet.capacity() * 4 + state.repetition_table.bytes();
        size_of::<Self>() + sets + lists + state.lasts.capacity() * 8
    }

    fn same(&self, other: &dyn Position) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
        self.shared.is(&other.shared) && self.state == other.state && self.past == other.past
    }

    fn hash(&self) -> u64 {
        BuildFold::default().hash_one((&self.state, &self.past))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
