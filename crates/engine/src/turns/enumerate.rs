//! Enumerates all whole turns from a state, depth first, with a transposition table for states within the turn.

use crate::game::Game;
use crate::hash::BuildFold;
use crate::movegen::{Offers, Ply};
use crate::ply_drawing::PlyDrawing;
use crate::state::State;
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, Ordering};

/// Turns of more plies than this are cut off.
pub const MAX_TURN_PLIES: usize = 200;

/// From this ply of a turn on, states are looked up in the table by a 64-bit key: before it few are equal.
pub const FIRST_LOOKUP_DEPTH: usize = 2;

/// Initial capacity of the table, to avoid rehashing as it grows.
const INITIAL_CAPACITY: usize = 1 << 11;

/// Why an enumeration ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The limit of plies was reached.
    Limit,
    /// The visitor asked to stop.
    Enough,
    /// It was cancelled.
    Stopped,
}

/// Visitor: receives the state after each whole turn, and the player's plies.
pub type TurnVisitor<'v, const W: usize> = &'v mut dyn FnMut(&State<W>, &[Ply<W>]) -> Result<(), Halt>;

/// An enumeration with reusable buffers: a ply allocates nothing at depths reached before.
pub struct TurnEnumeration<'a, const W: usize> {
    game: &'a Game<W>,
    choice: PlyDrawing,
    stop: &'a AtomicBool,
    /// How many more plies may be tried.
    pub left: u64,
    /// Whether every turn has been enumerated to its end.
    pub complete: bool,
    mover: i8,
    buffers: EnumerationBuffers<W>,
}

/// Reusable buffers of an enumeration.
#[derive(Default)]
pub struct EnumerationBuffers<const W: usize> {
    levels: Vec<Level<W>>,
    path: Vec<Ply<W>>,
    /// The keys of states within the turn that have been expanded.
    seen: HashSet<u64, BuildFold>,
}

/// A state on the path and its legal plies.
struct Level<const W: usize> {
    state: State<W>,
    offers: Offers<W>,
}

impl<'a, const W: usize> TurnEnumeration<'a, W> {
    /// An enumeration with a limit of plies.
    pub fn new(game: &'a Game<W>, most: u64, stop: &'a AtomicBool) -> Self {
        Self::with_buffers(game, most, stop, EnumerationBuffers::default())
    }

    /// An enumeration that reuses the buffers of another.
    pub fn with_buffers(game: &'a Game<W>, most: u64, stop: &'a AtomicBool, buffers: EnumerationBuffers<W>) -> Self {
        TurnEnumeration {
            game,
            choice: PlyDrawing::of(&game.plan),
            stop,
            left: most,
            complete: true,
            mover: 0,
            buffers,
        }
    }

    /// Returns the buffers for the next enumeration.
    pub fn into_buffers(self) -> EnumerationBuffers<W> {
        self.buffers
    }

    /// Visits every whole turn from a state; transpositions within the turn are merged.
    pub fn turns(&mut self, from: &State<W>, visit: TurnVisitor<'_, W>) -> Result<(), Halt> {
        self.begin(from);
        self.buffers.seen.reserve(INITIAL_CAPACITY);
        self.descend(0, visit)
    }

    fn begin(&mut self, from: &State<W>) {
        self.buffers.seen.clear();
        self.buffers.path.clear();
        self.mover = self.game.to_move(from);
        self.make_room(0, from);
        let level = &mut self.buffers.levels[0];
        level.state.clone_from(from);
        self.game.offers(from, &mut level.offers);
    }

    /// Allocates the level at this depth if needed.
    fn make_room(&mut self, depth: usize, like: &State<W>) {
        while self.buffers.levels.len() <= depth {
            self.buffers.levels.push(Level { state: like.clone(), offers: Offers::default() });
        }
    }

    fn descend(&mut self, depth: usize, visit: TurnVisitor<'_, W>) -> Result<(), Halt> {
        let offers = std::mem::take(&mut self.buffers.levels[depth].offers);
        let (choice, game) = (self.choice, self.game);
        let ended = choice.each(&game.plan, &offers, |ply| self.visit_ply(depth, ply, visit));
        self.buffers.levels[depth].offers = offers;
        ended
    }

    fn visit_ply(&mut self, depth: usize, ply: &Ply<W>, visit: TurnVisitor<'_, W>) -> Result<(), Halt> {
        self.count_ply()?;
        self.apply(depth, ply);
        let state = &self.buffers.levels[depth + 1].state;
        if is_turn_over(self.game, self.mover, state) {
            return visit(state, &self.buffers.path);
        }
        if depth + 1 == MAX_TURN_PLIES {
            self.complete = false;
            return Ok(());
        }
        if depth + 1 >= FIRST_LOOKUP_DEPTH && !self.buffers.seen.insert(BuildFold::default().hash_one(state)) {
            return Ok(());
        }
        self.descend(depth + 1, visit)
    }

    fn count_ply(&mut self) -> Result<(), Halt> {
        if self.left == 0 {
            return Err(Halt::Limit);
        }
        self.left -= 1;
        if self.stop.load(Ordering::Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Applies a ply, and an answer if one is pending, into the next level.
    fn apply(&mut self, depth: usize, ply: &Ply<W>) {
        self.buffers.path.truncate(depth);
        self.buffers.path.push(*ply);
        if self.buffers.levels.len() == depth + 1 {
            let like = self.buffers.levels[depth].state.clone();
            self.make_room(depth + 1, &like);
        }
        let (above, below) = self.buffers.levels.split_at_mut(depth + 1);
        let (state, next) = (&above[depth].state, &mut below[0]);
        next.state.clone_from(state);
        let answered = state.pending.is_none();
        self.game.play_in_turn(&mut next.state, ply, &mut next.offers);
        if answered {
            answer_with_nothing(self.game, self.mover, &mut next.state, &mut next.offers);
        }
    }

    /// The state after a whole turn given by its ids; nothing where it is illegal here, or not a whole turn.
    pub fn replay(&mut self, from: &State<W>, ids: &[u32]) -> Result<Option<&State<W>>, Halt> {
        self.begin(from);
        for (depth, &id) in ids.iter().enumerate() {
            self.count_ply()?;
            let level = &self.buffers.levels[depth];
            let ply = level.offers.groups.iter().find_map(|group| group.find(&self.game.plan, id));
            let is_over = depth > 0 && is_turn_over(self.game, self.mover, &level.state);
            let Some(ply) = ply.filter(|_| !is_over) else { return Ok(None) };
            self.apply(depth, &ply);
        }
        let state = &self.buffers.levels[ids.len()].state;
        Ok(is_turn_over(self.game, self.mover, state).then_some(state))
    }
}

/// Whether the mover's turn is over here.
pub fn is_turn_over<const W: usize>(game: &Game<W>, mover: i8, state: &State<W>) -> bool {
    state.result.is_some() || game.turn_over(state) || game.to_move(state) != mover
}

/// Answers a secret placement that waits for another player's answer with the one that shows nothing.
pub fn answer_with_nothing<const W: usize>(game: &Game<W>, mover: i8, state: &mut State<W>, offers: &mut Offers<W>) {
    if state.pending.is_some() && game.to_move(state) != mover {
        if let Some(group) = offers.groups.first() {
            let silent = Ply::without_cells(Some(group.node), group.rest);
            game.play_in_turn(state, &silent, offers);
        }
    }
}
