//! The explorer: a cursor with undo. States on the path are kept in a reusable stack, so that a ply does not allocate.
//!
//! ```text
//!   levels   [ root | after b2 | after b2 c3 | ... ]      play: push; undo: pop
//! ```

use super::position::EnginePosition;
use super::position_key::KeyTable;
use super::turn_explorer::{OutcomeList, has_long_turns};
use super::visible_contents::visible_contents;
use super::{Cursor, Explorer, Feature, PieceChange, PositionKey, Reduction, SharedGame, Values};
use crate::bits::Bits;
use crate::features::Features;
use crate::hash::BuildFold;
use crate::movegen::{Offers, Ply, id, weight};
use crate::playouts::GeneralExplorer;
use crate::rule::{Captures, Node};
use crate::state::State;
use crate::state_slots::{StateSlots, StoredState};
use crate::stream::Stream;
use crate::turns::EnumerationBuffers;
use std::any::Any;
use std::hash::BuildHasher;
use std::num::NonZeroU64;
use std::sync::Arc;

/// A state on the path, with its legal plies.
pub(super) struct Level<const W: usize> {
    pub(super) state: State<W>,
    offers: Offers<W>,
    /// Whether the offers are those of this state.
    is_offered: bool,
    /// The legal plies with their ids, computed on demand.
    listed: Vec<(u32, Ply<W>)>,
    /// Whether `listed` is that of this state.
    is_listed: bool,
    /// The number in `listed` after that of the ply played last: most callers try plies in order.
    next: usize,
    /// The outcomes of the turn, computed on demand.
    pub(super) outcomes: OutcomeList<W>,
}

impl<const W: usize> Level<W> {
    fn new(state: State<W>) -> Self {
        let (offers, listed, ends) = (Offers { groups: Vec::new() }, Vec::new(), OutcomeList::default());
        Level { state, offers, is_offered: false, listed, is_listed: false, next: 0, outcomes: ends }
    }

    /// Resets the level to another state.
    pub(super) fn reset(&mut self, state: &State<W>) {
        self.state.clone_from(state);
        self.forget();
    }

    /// Forgets what followed from the state.
    fn forget(&mut self) {
        (self.is_offered, self.is_listed, self.next) = (false, false, 0);
        self.outcomes.clear();
    }
}

/// An explorer on boards of at most 64 * W places.
pub(super) struct EngineExplorer<const W: usize> {
    pub(super) shared: Arc<SharedGame<W>>,
    pub(super) features: Arc<Features<W>>,
    /// Whether a turn may have several plies.
    pub(super) long_turns: bool,
    /// Reusable buffers of turn enumeration.
    pub(super) buffers: EnumerationBuffers<W>,
    /// By node: which of its plies capture by displacement or by a jump (without an effect).
    capturing_nodes: Vec<Captures>,
    /// The root, and every level allocated below it.
    pub(super) levels: Vec<Level<W>>,
    /// The current depth below the root, in plies or turns.
    pub(super) depth: usize,
    /// Created at the first use of `key`.
    keys: Option<KeyTable<W>>,
}

impl<const W: usize> EngineExplorer<W> {
    pub(super) fn new(position: &EnginePosition<W>) -> Self {
        let table = position.shared.clone();
        let features = table.features();
        Self::of(table, features, position.state.clone())
    }

    /// An explorer rooted at a state.
    fn of(table: Arc<SharedGame<W>>, features: Arc<Features<W>>, state: State<W>) -> Self {
        let captures = |node: &Node| node.atomic().map_or(Captures::Never, |atomic| atomic.action.captures());
        let takers = table.game.plan.rules.nodes.iter().map(captures).collect();
        let (long, buffers) = (has_long_turns(&table.game.plan), EnumerationBuffers::default());
        let levels = vec![Level::new(state)];
        EngineExplorer {
            shared: table,
            features,
            long_turns: long,
            buffers,
            capturing_nodes: takers,
            levels,
            depth: 0,
            keys: None,
        }
    }

    fn set_root(&mut self, root: &State<W>) {
        self.depth = 0;
        self.levels.iter_mut().take(1).for_each(|level| level.reset(root));
    }

    /// Allocates the level below this one if needed.
    pub(super) fn ensure_next_level(&mut self) {
        if self.levels.len() == self.depth + 1 {
            let state = self.here().state.clone();
            self.levels.push(Level::new(state));
        }
    }

    pub(super) fn here(&self) -> &Level<W> {
        &self.levels[self.depth]
    }

    pub(super) fn here_mut(&mut self) -> &mut Level<W> {
        &mut self.levels[self.depth]
    }

    /// Adds the pieces of one plane (owner and kind) on these cells.
    fn list_pieces(&self, plane: usize, cells: Bits<W>, came: bool, list: &mut Vec<PieceChange>) {
        let plan = &self.shared.game.plan;
        let kinds = plan.rules.kinds.len().max(1);
        let (owner, kind) = ((plane / kinds) as u8, (plane % kinds) as u8);
        let cells = cells.iter().filter_map(|place| plan.board.cell.get(place as usize).copied().flatten());
        list.extend(cells.map(|cell| PieceChange { cell, owner, kind, added: came }));
    }

    fn list_plies(&mut self) -> &[(u32, Ply<W>)] {
        let level = &mut self.levels[self.depth];
        if !level.is_offered {
            self.shared.game.offers(&level.state, &mut level.offers);
            level.is_offered = true;
        }
        if !level.is_listed {
            level.offers.list_into(&self.shared.game.plan, &mut level.listed);
            level.is_listed = true;
        }
        &level.listed
    }

    fn ply(&mut self, id: u32) -> Option<Ply<W>> {
        self.list_plies();
        let level = &mut self.levels[self.depth];
        let number = match level.listed.get(level.next) {
            Some(&(next, _)) if next == id => level.next,
            _ => level.listed.binary_search_by_key(&id, |&(id, _)| id).ok()?,
        };
        level.next = number + 1;
        level.listed.get(number).map(|&(_, ply)| ply)
    }

    /// Whether the ply captures by displacement or by a jump.
    fn is_capture(&self, ply: &Ply<W>) -> bool {
        match ply.node.and_then(|node| self.capturing_nodes.get(usize::from(node))) {
            None | Some(Captures::Never) => false,
            Some(Captures::OnPieces) => {
                ply.to >= 0 && self.here().state.pieces.iter().any(|pieces| pieces.has(ply.to as u32))
            }
            Some(Captures::Always) => true,
        }
    }
}

impl<const W: usize> Cursor for EngineExplorer<W> {
    fn reset(&mut self, start: &dyn Any) -> bool {
        let Some(position) = start.downcast_ref::<EnginePosition<W>>() else { return false };
        let is_same_game = position.shared.is(&self.shared);
        if is_same_game {
            self.set_root(&position.state);
        }
        is_same_game
    }

    fn players(&self) -> usize {
        self.shared.game.plan.rules.sides
    }

    fn to_move(&self) -> i8 {
        self.shared.game.to_move(&self.here().state)
    }

    fn legal(&mut self, ids: &mut Vec<u32>) {
        ids.clear();
        ids.extend(self.list_plies().iter().map(|&(id, _)| id));
    }

    fn weights(&mut self, weights: &mut Vec<u32>) {
        self.list_plies();
        let plan = &self.shared.game.plan;
        weights.clear();
        weights.extend(self.here().listed.iter().map(|(_, ply)| weight(plan, ply)));
    }

    fn draw(&mut self, stream: &mut Stream) -> Option<u32> {
        self.list_plies();
        let (plan, listed) = (&self.shared.game.plan, &self.here().listed);
        let total = listed.iter().map(|(_, ply)| u64::from(weight(plan, ply))).sum();
        let mut draw = stream.below(NonZeroU64::new(total)?);
        for (id, ply) in listed {
            let weight = u64::from(weight(plan, ply));
            if draw < weight {
                return Some(*id);
            }
            draw -= weight;
        }
        None
    }

    fn play(&mut self, action: u32) -> bool {
        let Some(ply) = self.ply(action) else { return false };
        debug_assert_eq!(id(&self.shared.game.plan, &ply), action);
        self.ensure_next_level();
        let (above, below) = self.levels.split_at_mut(self.depth + 1);
        let (Some(above), Some(next)) = (above.last(), below.first_mut()) else { return false };
        next.reset(&above.state);
        self.shared.game.play(&mut next.state, &ply, None);
        self.depth += 1;
        true
    }

    fn values(&self) -> Option<Values> {
        self.here().state.result.as_ref().map(|outcome| outcome.values)
    }

    fn hash(&mut self) -> u64 {
        BuildFold::default().hash_one(&self.here().state)
    }

    fn turn_over(&mut self) -> bool {
        self.shared.game.turn_over(&self.here().state)
    }
}

impl<const W: usize> GeneralExplorer for EngineExplorer<W> {
    fn state(&self) -> &dyn StateSlots {
        &self.here().state
    }

    fn go_to(&mut self, level: usize) {
        self.depth = level.min(self.levels.len() - 1);
    }

    fn load(&mut self, level: usize, stored: &StoredState<'_>) {
        while self.levels.len() <= level {
            self.levels.push(Level::new(self.here().state.clone()));
        }
        self.depth = level;
        let level = self.here_mut();
        level.state.load(stored);
        level.forget();
    }

    fn copy_general(&self) -> Box<dyn GeneralExplorer> {
        Box::new(EngineExplorer::of(self.shared.clone(), self.features.clone(), self.here().state.clone()))
    }

    fn into_explorer(self: Box<Self>) -> Box<dyn Explorer> {
        self
    }
}

impl<const W: usize> Explorer for EngineExplorer<W> {
    fn copy(&self) -> Box<dyn Explorer> {
        self.copy_general().into_explorer()
    }

    fn has_secrets(&self) -> bool {
        self.shared.game.plan.rules.hidden
    }

    fn captures(&mut self, ids: &mut Vec<u32>) {
        ids.clear();
        if self.capturing_nodes.iter().any(|&captures| captures != Captures::Never) {
            self.list_plies();
            ids.extend(self.here().listed.iter().filter(|(_, ply)| self.is_capture(ply)).map(|&(id, _)| id));
        }
    }

    fn undo(&mut self) -> bool {
        let below = self.depth > 0;
        self.depth -= usize::from(below);
        below
    }

    fn changes(&self, changes: &mut Vec<PieceChange>) {
        changes.clear();
        let Some(above) = self.depth.checked_sub(1).and_then(|depth| self.levels.get(depth)) else { return };
        let level = self.here();
        for (plane, (before, now)) in above.state.pieces.iter().zip(&level.state.pieces).enumerate() {
            if before != now {
                self.list_pieces(plane, *before & !*now, false, changes);
                self.list_pieces(plane, *now & !*before, true, changes);
            }
        }
        changes.sort_unstable();
    }

    fn set_reduction(&mut self, reduction: &Reduction) -> bool {
        let keys = KeyTable::new(&self.shared.game, reduction);
        let has_keys = keys.is_some();
        if has_keys {
            self.keys = keys;
        }
        has_keys
    }

    fn key(&mut self) -> PositionKey {
        if self.keys.is_none() {
            self.keys = KeyTable::new(&self.shared.game, &Reduction::default());
        }
        match (&mut self.keys, self.levels.get(self.depth)) {
            (Some(keys), Some(level)) => keys.key(&level.state),
            _ => PositionKey { key: 0, player: 0 },
        }
    }

    fn pieces(&self, pieces: &mut Vec<PieceChange>) {
        pieces.clear();
        for (plane, cells) in self.here().state.pieces.iter().enumerate() {
            self.list_pieces(plane, *cells, true, pieces);
        }
        pieces.sort_unstable();
    }

    fn visible_contents(&self, side: u8, contents: &mut Vec<PieceChange>) {
        visible_contents(&self.shared.game.plan, &self.here().state, side, contents);
    }

    fn has_marks(&self) -> bool {
        !self.here().state.marks.is_empty()
    }

    fn player_of(&self, side: u8) -> u8 {
        self.here().state.seats.get(usize::from(side).saturating_sub(1)).copied().unwrap_or_default()
    }

    fn side(&self) -> u8 {
        if self.to_move() < 0 { 0 } else { self.here().state.side + 1 }
    }

    fn counters(&self, side: u8, numbers: &mut Vec<f32>) {
        numbers.clear();
        let (state, rules) = (&self.here().state, &self.shared.game.plan.rules);
        let (sides, kinds) = (rules.sides, rules.kinds.len().max(1));
        let first = usize::from(side).saturating_sub(1);
        let number = |counter: Option<&i64>| counter.map_or(0.0, |&counter| counter as f32);
        for of in (0..sides).map(|number| (first + number) % sides.max(1)) {
            numbers.push(number(state.captured.get(of)));
            numbers.push(number(state.scores.get(of)));
            for kind in 0..kinds {
                numbers.push(state.hands.get(of * kinds + kind).map_or(0.0, |&counter| counter as f32));
            }
        }
        numbers.extend(state.quiet.iter().map(|&count| count as f32));
        numbers.push(f32::from(u8::from(self.shared.game.turn_over(state))));
    }

    fn features(&self) -> &[Feature] {
        self.features.list()
    }

    fn write_features(&self, out: &mut [f32]) {
        self.features.write(&self.shared.game.plan, &self.here().state, out);
    }

    fn write_chosen_features(&self, chosen: &[usize], out: &mut [f32]) {
        self.features.write_chosen(&self.shared.game.plan, &self.here().state, chosen, out);
    }
}
