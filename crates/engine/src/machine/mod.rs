//! A game and its positions without the width of the board, for whoever holds them from outside.
//!
//! Inside the engine everything is generic over the words that a set of cells takes; the width is chosen once, when the
//! rules are compiled, and hidden behind two traits:
//!
//! ```text
//!   compile(program)  ->  Machine  --start-->  Position  --play-->  Position ...
//!                         Table<W>             Held<W>              each knows the game it belongs to
//! ```

use crate::audience::Outcome;
use crate::board::{self, Layout};
use crate::census::Request;
use crate::compile;
use crate::drive::Watch;
use crate::event::Event;
use crate::game::Game;
use crate::graph::Graph;
use crate::numbering::Numbering;
use crate::rule::Rules;
use crate::rule::parse::{self, Fault};
use crate::shapes::{self, Boxed, Runner};
use crate::totals::Totals;
use crate::turns::Halt;
use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

mod ahead;
mod audit;
mod dump;
mod ending;
mod explore;
mod held;
mod knowledge;
mod runs;
mod start;
mod stones;
mod table;
mod turns;
mod walk;

pub use dump::{Dump, Standing, Waiting};
pub use ending::Ending;
pub use knowledge::Knowledge;
pub use lusory_play::{
    Batch, Candidate, Change, Cursor, Edge, Explorer, Feature, Hint, Made, Manner, Outlook, Played, See, Start, Values,
    Walker, WholeTurns,
};
pub use runs::{Rows, Run};
pub use stones::Stone;
pub use turns::{BestTurn, Turn, Turns, Wanted};

/// A game that was compiled; threads share it.
pub trait Machine: Send + Sync {
    /// The position before the first ply. A game nobody can begin is drawn at once.
    fn start(&self) -> Arc<dyn Position>;
    /// The position that was taken apart by `Position::dump`; nothing where it is none of this game.
    fn load(&self, dump: &Dump) -> Option<Arc<dyn Position>>;
    /// How many words of 64 places a set of cells takes.
    fn width(&self) -> usize;
}

/// A position of a game, with all that its players remember. It never changes.
pub trait Position: Send + Sync {
    /// Who plays the next ply: a player, or -1 for nature.
    fn to_move(&self) -> i8;
    /// The ids of the legal plies, ascending.
    fn legal(&self) -> Vec<u32>;
    /// Of a ply of nature's: a weight for each legal ply.
    fn weights(&self) -> Vec<u32>;
    /// How many legal plies there are.
    fn count(&self) -> u64;
    /// One of the legal plies, from 0, in no particular order; none beyond the last.
    fn select(&self, number: u64) -> Option<u32>;
    /// The position after a ply, and what that brought about; nothing where the ply is not legal.
    fn play(&self, action: u32) -> Option<(Arc<dyn Position>, Vec<Event>)>;
    /// How the game ended, if it has.
    fn result(&self) -> Option<Ending>;
    /// Points or captured pieces, whichever the game counts, one number a player.
    fn scores(&self) -> Vec<i64>;
    /// The player of each side.
    fn seats(&self) -> Vec<u16>;
    /// Does a new turn begin here?
    fn turn_over(&self) -> bool;
    /// The pieces a player may see, by cell, then side; the referee, no player, sees all.
    fn stones(&self, viewer: Option<u8>) -> Vec<Stone>;
    /// The information state of a player as text: equal texts, equal knowledge.
    fn information(&self, viewer: u8) -> String;
    /// A position that agrees with all that a player knows, drawn from this seed (see `hidden::sample`); nothing where
    /// none was found in good time, or before it was stopped.
    fn sample(&self, viewer: u8, seed: u64, stop: &AtomicBool) -> Option<Arc<dyn Position>>;
    /// What a player knows, apart from the position.
    fn knows(&self, viewer: u8) -> Arc<dyn Knowledge>;
    /// Every position that agrees with all that a player knows, at most so many; those found by then if it is stopped.
    fn consistent(&self, viewer: u8, most: usize, stop: &AtomicBool) -> Vec<Arc<dyn Position>>;
    /// The position for a search, which changes it in place; it begins here.
    fn walker(&self) -> Box<dyn Walker>;
    /// The position for a search that goes down a ply and back again; it begins here.
    fn explorer(&self) -> Box<dyn Explorer>;
    /// Random games from here.
    fn playouts(&self, run: &Run, watch: Watch<'_>) -> Totals;
    /// What each of some random games from here comes to, in their order (see `drive::outcomes`).
    fn outcomes(&self, run: &Run, watch: Watch<'_>) -> Vec<Outcome>;
    /// A census of what follows.
    fn census(&self, request: Request) -> Box<dyn Rows>;
    /// Every outcome of the turn that begins or goes on here; at most so many plies are tried.
    ///
    /// # Errors
    /// `Halt::Stopped` once `stop` is set.
    fn turns(&self, most: u64, stop: &AtomicBool) -> Result<Turns, Halt>;
    /// The turn that brings the most.
    ///
    /// # Errors
    /// `Halt::Stopped` once `stop` is set.
    fn best_turn(&self, wanted: Wanted, stop: &AtomicBool) -> Result<BestTurn, Halt>;
    /// Every part of the position, in the board's own numbers.
    fn dump(&self) -> Dump;
    /// What is wrong with a ply when it is played in every way there is; for tests.
    fn audit(&self, action: u32) -> Option<String>;
    /// About how many bytes it takes; what it shares with other positions is not counted.
    fn size(&self) -> usize;
    /// Equal positions of one game have equal futures, and equal pasts where there are secrets.
    fn same(&self, other: &dyn Position) -> bool;
    /// Equal for equal positions.
    fn hash(&self) -> u64;
    /// For `same`, which looks at positions of its own kind alone.
    fn as_any(&self) -> &dyn Any;
}

/// A game on boards of at most 64 * W places, and the program that it was compiled from.
struct Table<const W: usize> {
    game: Game<W>,
    program: Box<str>,
    /// The kernel of the game's shape, if it has one, once somebody has asked.
    kernel: OnceLock<Option<Boxed>>,
}

impl<const W: usize> Table<W> {
    /// Is this the same game as another?
    fn is(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other) || self.program == other.program
    }

    fn kernel(&self) -> Option<&dyn Runner> {
        self.kernel.get_or_init(|| shapes::fast(&self.game)).as_deref()
    }
}

/// The widths there are. Boards of more cells than the last one holds are refused.
const WIDEST: usize = 64;

/// Compiles the program that Python writes for a rule value (see `rule::parse`).
///
/// # Errors
/// A `Fault` that says where the program is wrong, or too much for the engine.
pub fn compile(program: &str) -> Result<Arc<dyn Machine>, Fault> {
    let (rules, graph, layout) = parse::read(program)?;
    let (words, numbering) = board::width(&graph);
    let number = numbering.as_ref();
    let machine = match words {
        0..=1 => laid::<1>(rules, &graph, number, layout, program),
        2 => laid::<2>(rules, &graph, number, layout, program),
        3..=4 => laid::<4>(rules, &graph, number, layout, program),
        5..=6 => laid::<6>(rules, &graph, number, layout, program),
        7..=16 => laid::<16>(rules, &graph, number, layout, program),
        _ => laid::<WIDEST>(rules, &graph, number, layout, program),
    };
    let refusal = || format!("{} cells, {} directions: too many for the engine", graph.cells(), graph.directions());
    machine.ok_or_else(|| Fault { path: "board".into(), said: refusal() })
}

fn laid<const W: usize>(
    rules: Rules,
    graph: &Graph,
    numbering: Option<&Numbering>,
    layout: Layout,
    program: &str,
) -> Option<Arc<dyn Machine>> {
    let plan = compile::lay::<W>(rules, graph, numbering, layout)?;
    let table = Table { game: Game { plan }, program: program.into(), kernel: OnceLock::new() };
    Some(Arc::new(table::Shared(Arc::new(table))))
}
