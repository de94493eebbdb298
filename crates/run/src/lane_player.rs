//! Random games for the engine's totals: games of rules without a kernel are played many at a time.

use crate::ending::ending;
use crate::fastest::{MANY_LANES, lanes_for};
use crate::lane_run::LaneRun;
use crate::lanes::{FinishedLane, GameSink, LanePly};
use crate::leaf_player::{LeafPrograms, leaf_player};
use crate::machine_code::is_offered;
use crate::playouts::{LaneTask, played};
use crate::program_explorer::{is_explored, program_explorer};
use crate::state_cursor::state_cursor;
use crate::{CompiledGame, Program};
use lusory_compile::program::{Code, Instruction, Operation};
use lusory_compile::{LoweringOptions, lower};
use lusory_engine::board::NOWHERE;
use lusory_engine::kernels::Span;
use lusory_engine::lowering_input::{LoweringInput, prepare};
use lusory_engine::observer::{ObservedPly, PlayoutObserver, PlyTape};
use lusory_engine::playouts::{GeneralExplorer, LanePlayer, LeafPlayer, PlayoutEnd, PlayoutStart};
use lusory_engine::results::Results;
use lusory_engine::state_slots::StateSlots;
use lusory_play::{Explorer, StateCursor};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// Where turns can come to more points than this, too few lanes are at any of them.
const MOST_BODIES: usize = 24;
/// Bodies of more instructions, on the average, carry out too much that few lanes need.
const MOST_INSTRUCTIONS: usize = 350;

/// Without machine code bodies of more instructions, all together, are slower with the few lanes of a leaf than one game
/// after the other: at each body there is a lane or two (measured: 720 to 990 instructions took 0.5 to 1.1 times as long,
/// 280 a third to two thirds).
const MOST_AT_LEAVES: usize = 600;

/// Where a tick with decisive plies takes more work (`Program::work`), plain random games are worth more in the same time: at
/// 1,100 (gomoku) there is no difference, at 3,600 (pente) those with decisive plies won 4 of 20 games.
const MOST_DECISIVE_WORK: usize = 2000;

/// Plays games by their program.
struct ProgramPlayer {
    input: LoweringInput,
    game: CompiledGame,
    /// The program that keeps what observers ask for; made when somebody observes.
    observed: OnceLock<Option<CompiledGame>>,
    /// The program that begins with any state; made when a search asks.
    entered: OnceLock<Option<CompiledGame>>,
    /// The same with decisive plies.
    decisive: OnceLock<Option<CompiledGame>>,
    /// The program of explorers; made when one is asked for.
    explored: OnceLock<Option<CompiledGame>>,
}

/// What plays the random games of an engine program many at a time; none where its words are not all lowered.
#[must_use]
pub fn lane_player(program: &str) -> Option<Box<dyn LanePlayer>> {
    let input = prepare(program).ok()?;
    let program = lower(&input, LoweringOptions::default()).ok().filter(is_faster)?;
    let game = CompiledGame::new(program).ok()?;
    Some(Box::new(ProgramPlayer {
        input,
        game,
        observed: OnceLock::new(),
        entered: OnceLock::new(),
        decisive: OnceLock::new(),
        explored: OnceLock::new(),
    }))
}

/// Whether a program is faster than the general engine: also where plies are judged once they were made, which costs the
/// general engine most.
fn is_faster(program: &Program) -> bool {
    is_faster_in_searches(program) || judges_plies(program)
}

/// Whether it is faster for single games, too: with machine code (of 52 heavy programs none was slower, most took a half to
/// a tenth of the time); else where it is small and counts no groups one by one, while the other lanes wait.
fn is_faster_in_searches(program: &Program) -> bool {
    if is_offered(program) {
        return true;
    }
    let by_group = |operation: &Operation| matches!(operation.code, Code::Groups | Code::LargeGroups);
    let (bodies, instructions) = (program.bodies.len(), program.bodies.iter().map(Vec::len).sum::<usize>());
    let is_small = bodies <= MOST_BODIES && instructions <= MOST_INSTRUCTIONS * bodies;
    is_small && !program.bodies.iter().flatten().filter_map(Instruction::operation).any(by_group)
}

/// Whether plies are tried out, before or after they are offered.
fn judges_plies(program: &Program) -> bool {
    program.tries || program.bodies.iter().flatten().any(|one| matches!(one, Instruction::Sieve { .. }))
}

impl ProgramPlayer {
    fn observed_game(&self) -> Option<&CompiledGame> {
        let tests = self.game.program().tries;
        let options = LoweringOptions { observe: true, enter: true, tests, ..LoweringOptions::default() };
        let is_worth_it = |game: &CompiledGame| !tests || is_faster(&game.program);
        self.observed.get_or_init(|| self.compile(options).filter(is_worth_it)).as_ref()
    }

    fn entered_game(&self) -> Option<&CompiledGame> {
        let options = LoweringOptions { enter: true, ..LoweringOptions::default() };
        self.entered.get_or_init(|| self.compile(options)).as_ref()
    }

    fn decisive_game(&self) -> Option<&CompiledGame> {
        let options = LoweringOptions { enter: true, decisive: true, ..LoweringOptions::default() };
        let is_worth_it = |game: &CompiledGame| game.program.decisive && game.program.work() <= MOST_DECISIVE_WORK;
        self.decisive.get_or_init(|| self.compile(options).filter(is_worth_it)).as_ref()
    }

    fn explored_game(&self) -> Option<&CompiledGame> {
        let options = LoweringOptions { enter: true, all_slots: true, ..LoweringOptions::default() };
        let is_worth_it = |game: &CompiledGame| self.is_open() && is_explored(&game.program);
        self.explored.get_or_init(|| self.compile(options).filter(is_worth_it)).as_ref()
    }

    fn is_fast_at_leaves(&self) -> bool {
        let program = self.game.program();
        is_offered(program) || program.bodies.iter().map(Vec::len).sum::<usize>() <= MOST_AT_LEAVES
    }

    /// Whether nothing is hidden. Searches of other games look at positions that they sample.
    fn is_open(&self) -> bool {
        !self.input.rules.hidden
    }

    fn compile(&self, options: LoweringOptions) -> Option<CompiledGame> {
        CompiledGame::new(lower(&self.input, options).ok()?).ok()
    }
}

impl LanePlayer for ProgramPlayer {
    fn can_begin(&self, state: &dyn StateSlots) -> bool {
        let point = state.point();
        // Where an answer is the first ply, programs do not tell which it was.
        point.awaited.is_none() && self.entered_game().is_some_and(|game| game.program().points.contains(&point))
    }

    fn play(&self, from: PlayoutStart<'_>, span: &Span, over: &mut dyn FnMut(u64, u32, PlayoutEnd), stop: &AtomicBool) {
        let sides = self.game.program().sides;
        let game = from.and_then(|_| self.entered_game()).unwrap_or(&self.game);
        run(game, from, span, &mut Outcomes { over, sides }, stop);
    }

    fn observes(&self) -> bool {
        // Where plies are tried out it is not known how many are legal: there they are tested before they are offered.
        !self.game.program().tries || self.observed_game().is_some()
    }

    fn observed(&self, from: PlayoutStart<'_>, span: &Span, observer: &mut dyn PlayoutObserver, stop: &AtomicBool) {
        let Some(game) = self.observed_game() else { return };
        let sides = game.program().sides;
        let tapes = vec![PlyTape::default(); MANY_LANES];
        run(game, from, span, &mut Tapes { observer, tapes, sides }, stop);
    }

    fn leaf_player(&self) -> Option<Box<dyn LeafPlayer>> {
        if !is_faster_in_searches(self.game.program()) || !self.is_fast_at_leaves() {
            return None;
        }
        let plain = &self.entered_game()?.program;
        let is_open = self.is_open();
        let decisive = if is_open { self.decisive_game().map(|game| &game.program) } else { None };
        Some(leaf_player(&LeafPrograms { plain, decisive, is_open }))
    }

    fn explorer(&self, general: Box<dyn GeneralExplorer>) -> Box<dyn Explorer> {
        let Some(game) = self.explored_game() else { return general.into_explorer() };
        program_explorer(&game.program, general).unwrap_or_else(GeneralExplorer::into_explorer)
    }

    fn state_cursor(&self, state: &dyn StateSlots, decisive: bool) -> Option<Box<dyn StateCursor>> {
        if !is_faster_in_searches(self.game.program()) || !self.is_open() {
            return None;
        }
        let decisive = if decisive { self.decisive_game() } else { None };
        state_cursor(&decisive.or_else(|| self.entered_game())?.program, state)
    }
}

fn run(game: &CompiledGame, from: PlayoutStart<'_>, span: &Span, sink: &mut dyn GameSink, stop: &AtomicBool) {
    let games = span.games.end.saturating_sub(span.games.start);
    let lanes = lanes_for(&game.program, games);
    let run = LaneRun { first: span.games.start, games, seed: span.seed, lanes, limit: u64::from(span.limit) };
    played(&LaneTask { program: &game.program, from, run }, sink, stop);
}

/// Reports what games came to.
struct Outcomes<'a> {
    over: &'a mut dyn FnMut(u64, u32, PlayoutEnd),
    sides: usize,
}

impl GameSink for Outcomes<'_> {
    fn over(&mut self, game: &FinishedLane<'_>) {
        (self.over)(game.number, game.plies as u32, ending(game.code, game.swapped, self.sides));
    }
}

/// Notes the plies of each game, and reports it once it is over.
struct Tapes<'a> {
    observer: &'a mut dyn PlayoutObserver,
    tapes: Vec<PlyTape>,
    sides: usize,
}

impl GameSink for Tapes<'_> {
    fn wants_plies(&self) -> bool {
        true
    }

    fn begin(&mut self, lane: usize, number: u64) {
        self.tapes[lane].begin(number);
    }

    fn wants_id(&self, lane: usize) -> bool {
        self.tapes[lane].plies.is_empty()
    }

    fn ply(&mut self, lane: usize, id: Option<u32>, ply: LanePly) {
        let LanePly { legal, by_chance, to, captured, over } = ply;
        let to = to.map_or(NOWHERE, |place| place as i16);
        let captured = captured.min(u64::from(u16::MAX)) as u16;
        self.tapes[lane].push(|| id.unwrap_or_default(), ObservedPly { legal, by_chance, to, captured, over });
    }

    fn over(&mut self, game: &FinishedLane<'_>) {
        let ended = ending(game.code, game.swapped, self.sides).map(|(values, reason)| (Results::of(&values), reason));
        let sets: Vec<&[u64]> = game.pieces.iter().map(Vec::as_slice).collect();
        debug_assert_eq!(sets.len(), self.sides + 1);
        self.observer.game(&self.tapes[game.lane].finish(game.plies as u32, ended, &sets));
    }
}
