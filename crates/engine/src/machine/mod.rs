//! Games and positions as trait objects, without the board width in their types: the interface for callers.
//!
//! Inside the engine everything is generic over the words that a set of cells takes; the width is chosen once, when the
//! rules are compiled, and hidden behind two traits:
//!
//! ```text
//!   compile(program)  ->  Machine  --start-->  Position  --play-->  Position ...
//!                         EngineMachine<W>     EnginePosition<W>    each shares its compiled game
//! ```

use crate::board::{self, Layout};
use crate::census::CensusRequest;
use crate::compile;
use crate::event::Event;
use crate::features::Features;
use crate::game::Game;
use crate::graph::Graph;
use crate::kernels::{self, BoxedKernel, Runner};
use crate::line_policy::LinePolicy;
use crate::numbering::Numbering;
use crate::observer::PlayoutOutcome;
use crate::playouts::{LanePlayer, LaneProvider, RunControl};
use crate::rule::Rules;
use crate::rule::parse::{self, Fault};
use crate::state_slots::StateSlots;
use crate::totals::Totals;
use crate::turns::Halt;
use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

mod audit;
mod batch_runs;
mod dump;
mod ending;
mod explorer;
mod knowledge;
mod position;
mod position_key;
mod search_interface;
mod shared_game;
mod turn_explorer;
mod turns;
mod visible_contents;
mod visible_pieces;
mod walker;

pub use batch_runs::{CensusRows, PlayoutBatch};
pub use dump::{Dump, PendingDump, StandingDump};
pub use ending::Ending;
pub use knowledge::PlayerKnowledge;
pub use lusory_play::{
    Batch, Candidate, Cursor, Explorer, Feature, GainVisitor, LeafPlayouts, OutcomeVisitor, PieceChange, PlayedPly,
    PlayoutResult, PlayoutSettings, PlyPrior, PositionKey, Reduction, RelevantNumbers, StartPosition, StateCursor,
    Symmetry, TurnEdge, TurnOutcome, Values, Walker, WholeTurns,
};
pub use turns::{BestTurn, BestTurnRequest, Turns, WholeTurn};
pub use visible_pieces::VisiblePiece;

/// A game that was compiled; threads share it.
pub trait Machine: Send + Sync {
    /// The position before the first ply. A game without a legal first ply is a draw at once.
    fn start(&self) -> Arc<dyn Position>;
    /// Restores a position from `Position::dump`; none where it does not fit this game.
    fn load(&self, dump: &Dump) -> Option<Arc<dyn Position>>;
    /// How many words of 64 bits a set of cells takes.
    fn width(&self) -> usize;
    /// Who may play this game many games at a time: made from the program when random games are first played.
    fn set_lane_provider(&self, provider: LaneProvider);
    /// What plays random games from the start: a kernel, a program, or the general engine.
    fn playout_method(&self) -> PlayoutMethod;
}

/// An immutable position of a game, with its past.
pub trait Position: Send + Sync {
    /// The player of the next ply; -1 for chance.
    fn to_move(&self) -> i8;
    /// The ids of the legal plies, ascending.
    fn legal(&self) -> Vec<u32>;
    /// At a chance ply: the weight of each legal ply.
    fn weights(&self) -> Vec<u32>;
    /// The number of legal plies.
    fn count(&self) -> u64;
    /// The legal ply with this number, from 0, in no particular order; none beyond the last.
    fn select(&self, number: u64) -> Option<u32>;
    /// The position after a ply, and its events; none where the ply is illegal.
    fn play(&self, action: u32) -> Option<(Arc<dyn Position>, Vec<Event>)>;
    /// What it holds, slot by slot.
    fn state(&self) -> &dyn StateSlots;
    /// How the game ended, if it has.
    fn result(&self) -> Option<Ending>;
    /// Points or captured pieces, whichever the game counts, one number per player.
    fn scores(&self) -> Vec<i64>;
    /// How many pieces each side has in hand, by side, then kind.
    fn hands(&self) -> Vec<i32>;
    /// The marked cells of each layer of marks.
    fn marks(&self) -> Vec<Vec<u16>>;
    /// The player of each side.
    fn seats(&self) -> Vec<u16>;
    /// Whether a new turn begins here.
    fn turn_over(&self) -> bool;
    /// The pieces a player may see, by cell, then side; the referee, no player, sees all.
    fn stones(&self, viewer: Option<u8>) -> Vec<VisiblePiece>;
    /// The information state of a player as text: equal texts, equal knowledge.
    fn information(&self, viewer: u8) -> String;
    /// Samples a position consistent with a player's knowledge, from this seed (see `hidden::sample`); nothing where
    /// none was found within the budget, or before it was stopped.
    fn sample(&self, viewer: u8, seed: u64, stop: &AtomicBool) -> Option<Arc<dyn Position>>;
    /// A player's knowledge, detached from the position.
    fn knows(&self, viewer: u8) -> Arc<dyn PlayerKnowledge>;
    /// Every position consistent with a player's knowledge, at most `most`; if stopped, those found by then.
    fn consistent(&self, viewer: u8, most: usize, stop: &AtomicBool) -> Vec<Arc<dyn Position>>;
    /// A walker rooted here: changes its position in place, for playouts.
    fn walker(&self) -> Box<dyn Walker>;
    /// An explorer rooted here: descends by a ply and back, for tree search.
    fn explorer(&self) -> Box<dyn Explorer>;
    /// An explorer rooted here that enumerates whole turns itself, where turns may have several plies.
    fn turn_explorer(&self) -> Box<dyn Explorer>;
    /// Random games from here.
    fn playouts(&self, run: &PlayoutBatch, watch: RunControl<'_>) -> Totals;
    /// The outcome of each random game from here, in order (see `playouts::outcomes`).
    fn outcomes(&self, run: &PlayoutBatch, watch: RunControl<'_>) -> Vec<PlayoutOutcome>;
    /// A census from here.
    fn census(&self, request: CensusRequest) -> Box<dyn CensusRows>;
    /// Every outcome of the turn that begins or continues here; at most `most` plies are tried.
    ///
    /// # Errors
    /// `Halt::Stopped` once `stop` is set.
    fn turns(&self, most: u64, stop: &AtomicBool) -> Result<Turns, Halt>;
    /// The turn with the largest gain.
    ///
    /// # Errors
    /// `Halt::Stopped` once `stop` is set.
    fn best_turn(&self, request: BestTurnRequest, stop: &AtomicBool) -> Result<BestTurn, Halt>;
    /// Every field of the position, with board cell numbers.
    fn dump(&self) -> Dump;
    /// Applies a ply by every code path and reports the first inconsistency; for tests.
    fn audit(&self, action: u32) -> Option<String>;
    /// Approximate size in bytes, without data shared with other positions.
    fn size(&self) -> usize;
    /// Equal positions of one game have equal futures, and equal pasts where there are secrets.
    fn same(&self, other: &dyn Position) -> bool;
    /// Equal for equal positions.
    fn hash(&self) -> u64;
    /// For `same`: downcast to the concrete type.
    fn as_any(&self) -> &dyn Any;
}

/// A compiled game on a board of at most 64 * W places, and the program that it was compiled from.
struct SharedGame<const W: usize> {
    game: Game<W>,
    program: Box<str>,
    /// The kernel for the game, if there is one; created on first use.
    kernel: OnceLock<Option<BoxedKernel>>,
    /// What plays many games at a time, if there is such a thing; created on first use.
    lanes: OnceLock<Option<Box<dyn LanePlayer>>>,
    lane_provider: OnceLock<LaneProvider>,
    /// How playouts of searches choose plies, if not at random; created on first use.
    line_policy: OnceLock<Option<LinePolicy>>,
    /// The features of its static evaluation; created on first use: they count the plies of each kind, for which quoridor
    /// tries every wall.
    features: OnceLock<Arc<Features<W>>>,
}

impl<const W: usize> SharedGame<W> {
    fn new(game: Game<W>, program: &str) -> Self {
        let (kernel, lanes, lane_provider) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (line_policy, features) = (OnceLock::new(), OnceLock::new());
        SharedGame { game, program: program.into(), kernel, lanes, lane_provider, line_policy, features }
    }

    fn features(&self) -> Arc<Features<W>> {
        self.features.get_or_init(|| Arc::new(Features::of(&self.game.plan))).clone()
    }

    /// Whether this is the same game as another.
    fn is(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other) || self.program == other.program
    }

    fn kernel(&self) -> Option<&dyn Runner> {
        self.kernel.get_or_init(|| kernels::fast(&self.game)).as_deref()
    }

    /// The playout policy of the game, if there is one for it.
    fn line_policy(&self) -> Option<&LinePolicy> {
        self.line_policy.get_or_init(|| LinePolicy::of(&self.game.plan)).as_ref()
    }

    /// The kernel that searches use.
    fn search_kernel(&self) -> Option<&dyn Runner> {
        self.kernel().filter(|kernel| kernel.searches())
    }

    /// What plays many random games where there is no kernel.
    fn lanes(&self) -> Option<&dyn LanePlayer> {
        if self.kernel().is_none() { self.search_lanes() } else { None }
    }

    /// What plays the random games of searches.
    fn search_lanes(&self) -> Option<&dyn LanePlayer> {
        if self.search_kernel().is_none() { self.programs() } else { None }
    }

    /// What plays by programs.
    fn programs(&self) -> Option<&dyn LanePlayer> {
        let provider = self.lane_provider.get()?;
        self.lanes.get_or_init(|| provider(&self.program)).as_deref()
    }
}

/// What plays random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutMethod {
    /// A kernel for this kind of rules.
    Kernel,
    /// A program of operations on sets, many games at a time. `observed`: measured games, too.
    Program {
        /// Whether games with an observer are played so, too.
        observed: bool,
    },
    /// The general engine.
    General,
}

/// The largest supported width, in words. Boards with more places are refused.
const MAX_WORDS: usize = 64;

/// Compiles the program that Python writes for a rule value (see `rule::parse`).
///
/// # Errors
/// A `Fault` that says where the program is invalid, or exceeds the engine's limits.
pub fn compile(program: &str) -> Result<Arc<dyn Machine>, Fault> {
    let (rules, graph, layout) = parse::read(program)?;
    let (words, numbering) = board::width(&graph);
    let number = numbering.as_ref();
    let machine = match words {
        0..=1 => compile_for_width::<1>(rules, &graph, number, layout, program),
        2 => compile_for_width::<2>(rules, &graph, number, layout, program),
        3..=4 => compile_for_width::<4>(rules, &graph, number, layout, program),
        5..=6 => compile_for_width::<6>(rules, &graph, number, layout, program),
        7..=16 => compile_for_width::<16>(rules, &graph, number, layout, program),
        _ => compile_for_width::<MAX_WORDS>(rules, &graph, number, layout, program),
    };
    let refusal = || format!("{} cells, {} directions: too many for the engine", graph.cells(), graph.directions());
    machine.ok_or_else(|| Fault { path: "board".into(), message: refusal() })
}

fn compile_for_width<const W: usize>(
    rules: Rules,
    graph: &Graph,
    numbering: Option<&Numbering>,
    layout: Layout,
    program: &str,
) -> Option<Arc<dyn Machine>> {
    let plan = compile::compile_for_board::<W>(rules, graph, numbering, layout)?;
    Some(Arc::new(shared_game::EngineMachine(Arc::new(SharedGame::new(Game { plan }, program)))))
}
