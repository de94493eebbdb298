//! Compiled rules without the board width in their type: the input of the lowering in `crates/compile`.

use crate::bits::Bits;
use crate::board::{self, Board, DirectionSet, Layout, Place};
use crate::compile;
pub use crate::compile::here_as_to;
use crate::game::Game;
use crate::graph::Graph;
use crate::numbering::Numbering;
use crate::rule::Rules;
use crate::rule::parse::{self, Fault};
use crate::state::SIDES;

/// A set of cells: 64 places a word.
pub type Set = Vec<u64>;

/// How many words a set may take. States of the engine have fewer widths, since each has all of its code.
pub const WIDTHS: [usize; 7] = [1, 2, 3, 4, 6, 8, 16];

/// One direction.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Where it leads from each place; negative: nowhere.
    pub to: Vec<Place>,
    /// Whether a step in the opposite direction always undoes a step.
    pub paired: bool,
    /// The opposite direction.
    pub opposite: Option<usize>,
    /// Whether the direction has loops.
    pub loops: bool,
}

/// Compiled rules and their board; see the module.
#[derive(Clone, Debug)]
pub struct LoweringInput {
    /// The rules; what depends on the board alone is `Cells::Fixed`, `Directions::Fixed`, or a number.
    pub rules: Rules,
    /// How many words a set takes.
    pub width: usize,
    /// Places are counted modulo this number where a direction is one rotation; none where a set takes several words.
    pub modulus: Option<u32>,
    /// All cells.
    pub all: Set,
    /// The place of each cell of the board.
    pub place: Vec<Place>,
    /// The directions.
    pub directions: Vec<Direction>,
    /// One direction of each pair of opposites.
    pub axes: Vec<usize>,
    /// All directions; those across a side; those across a corner; those that lead forward, for each side.
    pub every: DirectionSet,
    /// See `every`.
    pub sides: DirectionSet,
    /// See `every`.
    pub diagonals: DirectionSet,
    /// See `every`.
    pub forward: Vec<DirectionSet>,
    /// The sets that `Cells::Fixed` names, one per side.
    pub fixed: Vec<[Set; SIDES]>,
    /// Lines of the board.
    pub rows: Vec<Set>,
    /// See `rows`.
    pub columns: Vec<Set>,
    /// Rows from the home of each side.
    pub ranks: Vec<Vec<Set>>,
    /// The edges, with their corners.
    pub edges: Vec<Set>,
    /// The corners.
    pub corners: Vec<Set>,
    /// The colours.
    pub shades: Vec<Set>,
    /// The middle.
    pub center: Set,
    /// Cells with no neighbour across some side.
    pub border: Set,
    /// Whether two directions, or two distances, may lead from one cell to the same cell.
    pub tangled: bool,
    /// The pieces at the start: a set for each owner and kind, owner * kinds + kind.
    pub pieces: Vec<Set>,
}

/// Parses a program (see `rule::parse`) and compiles it for its board.
///
/// # Errors
/// A `Fault` that says where the program is invalid, or exceeds the engine's limits.
pub fn prepare(program: &str) -> Result<LoweringInput, Fault> {
    let (rules, graph, layout) = parse::read(program)?;
    let (words, numbering) = board::width(&graph);
    let board = (graph, numbering, layout, WIDTHS.into_iter().find(|&width| width >= words).unwrap_or(words));
    let cells = board.0.cells();
    let input = match words {
        0..=1 => erased::<1>(rules, board),
        2 => erased::<2>(rules, board),
        3..=4 => erased::<4>(rules, board),
        5..=6 => erased::<6>(rules, board),
        7..=16 => erased::<16>(rules, board),
        _ => erased::<64>(rules, board),
    };
    input.ok_or_else(|| Fault { path: "board".into(), message: format!("{cells} cells: too many for the engine") })
}

fn erased<const W: usize>(
    rules: Rules,
    (graph, numbering, layout, width): (Graph, Option<Numbering>, Layout, usize),
) -> Option<LoweringInput> {
    let game = Game { plan: compile::compile_for_board::<W>(rules, &graph, numbering.as_ref(), layout)? };
    let start = game.start();
    let (rules, board) = (game.plan.rules.clone(), &game.plan.board);
    let words = |set: &Bits<W>| set.0.iter().take(width).copied().collect::<Set>();
    let sets = |sets: &[Bits<W>]| sets.iter().map(words).collect::<Vec<Set>>();
    Some(LoweringInput {
        rules,
        width,
        modulus: numbering.and_then(|found| found.modulus),
        all: words(&board.all),
        place: board.place.clone(),
        directions: directions(board, 64 * width),
        axes: board.axes.clone(),
        every: board.every,
        sides: board.layout.sides & board.every,
        diagonals: board.layout.diagonals & board.every,
        forward: board.layout.forward.iter().map(|set| set & board.every).collect(),
        fixed: game.plan.fixed.iter().map(|sets| sets.each_ref().map(words)).collect(),
        rows: sets(&board.rows),
        columns: sets(&board.columns),
        ranks: board.ranks.iter().map(|side| sets(side)).collect(),
        edges: sets(&board.edges),
        corners: sets(&board.corners),
        shades: sets(&board.shades),
        center: words(&board.centre),
        border: words(&board.border),
        tangled: board.has_parallel_paths,
        pieces: sets(&start.pieces),
    })
}

fn directions<const W: usize>(board: &Board<W>, places: usize) -> Vec<Direction> {
    let direction = |step: &board::Step<W>| Direction {
        to: step.to.iter().take(places).copied().collect(),
        paired: step.paired,
        opposite: step.opposite,
        loops: step.loops.any(),
    };
    board.steps.iter().map(direction).collect()
}
