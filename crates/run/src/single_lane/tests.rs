//! Tests that games by machine code are those of the interpreter, ply by ply.

use crate::lane_run::LaneRun;
use crate::lanes::{FinishedLane, GameSink, LanePly, LaneTable};
use crate::loaded_program::LoadedProgram;
use crate::vector::{Eight, One, Vector};
use crate::{by_width, machine_code};
use lusory_compile::{LoweringOptions, lower};
use lusory_engine::lowering_input::prepare;
use lusory_play::PlayedPly;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const GAMES: &str = include_str!("../../tests/data/games.jsonl");
const DRAWN: &str = include_str!("../../tests/data/drawn.jsonl");

/// What was told of each game: its plies, and how it ended.
#[derive(Default)]
struct Told {
    observes: bool,
    /// The game of each lane.
    playing: [u64; 8],
    games: BTreeMap<u64, (Vec<String>, String)>,
}

impl Told {
    fn plies(&mut self, lane: usize) -> &mut Vec<String> {
        &mut self.games.entry(self.playing[lane]).or_default().0
    }
}

impl GameSink for Told {
    fn wants_plies(&self) -> bool {
        self.observes
    }
    fn begin(&mut self, lane: usize, number: u64) {
        self.playing[lane] = number;
    }
    fn wants_id(&self, _lane: usize) -> bool {
        true
    }
    fn ply(&mut self, lane: usize, id: Option<u32>, ply: LanePly) {
        let LanePly { legal, by_chance, to, captured, over } = ply;
        // Ids are asked of first plies alone: others may depend on the position before.
        let id = id.filter(|_| self.plies(lane).is_empty());
        self.plies(lane).push(format!("{id:?} {legal} {to:?} {by_chance} {captured} {over}"));
    }
    fn wants_ids(&self) -> bool {
        !self.observes
    }
    fn made(&mut self, lane: usize, ply: PlayedPly) {
        self.plies(lane).push(format!("{ply:?}"));
    }
    fn over(&mut self, game: &FinishedLane<'_>) {
        let end = format!("{} {} {} {:?}", game.plies, game.code, game.swapped, game.pieces);
        self.games.entry(game.number).or_default().1 = end;
    }
}

fn told<V: Vector, const W: usize>(program: &Arc<LoadedProgram>, observes: bool) -> Told {
    let mut sink = Told { observes, ..Told::default() };
    let run = LaneRun { first: 3, games: 20, seed: 11, lanes: 1, limit: 150 };
    LaneTable::<V, W, 1>::new(program).play(&run, &mut sink, &AtomicBool::new(false));
    sink
}

fn both<const W: usize>(program: &Arc<LoadedProgram>, observes: bool) -> [Told; 2] {
    [told::<One, W>(program, observes), told::<Eight, W>(program, observes)]
}

/// A game by its program, with these options; none where it is not lowered.
fn loaded(line: &str, options: LoweringOptions) -> Option<(String, Arc<LoadedProgram>)> {
    let example: serde_json::Value = serde_json::from_str(line).unwrap();
    let input = prepare(&example["program"].to_string()).unwrap();
    let program = lower(&input, options).ok()?;
    Some((example["name"].to_string(), Arc::new(LoadedProgram::new(program))))
}

#[test]
fn a_lane_of_machine_code_plays_and_tells_as_eight_lanes_do() {
    let (mut native, mut offered, mut decisive) = (0, 0, 0);
    for line in GAMES.lines().chain(DRAWN.lines()) {
        for (observe, decides) in [(true, false), (false, false), (false, true)] {
            let options = LoweringOptions { observe, enter: true, decisive: decides, ..LoweringOptions::default() };
            let Some((name, program)) = loaded(line, options) else { continue };
            if observe && program.tries {
                continue; // how many plies are legal is not known
            }
            let [one, eight] = by_width!(program.width, both(&program, observe));
            assert_eq!(one.games, eight.games, "{name}, observed: {observe}, decisive: {decides}");
            offered += usize::from(machine_code::is_offered(&program));
            native += usize::from(program.native().is_some());
            decisive += usize::from(decides && program.decisive);
        }
    }
    assert_eq!(native, offered, "programs with machine code");
    assert!(offered == 0 || (native > 150 && decisive > 20), "{native} have machine code, {decisive} are decisive");
}
