//! Programs of games to try: a line each, made by tools/programs.py.
#![allow(dead_code, reason = "each test uses some of it")]

use lusory_compile::{LoweringOptions, NotLowered, lower};
use lusory_engine::lowering_input::{LoweringInput, prepare};
use lusory_engine::machine::{Position, compile};
use lusory_engine::stream::Stream;
use lusory_play::{PlayedPly, PlayoutResult};
use lusory_run::CompiledGame;
use std::num::NonZeroU64;
use std::sync::Arc;

const GAMES: &str = include_str!("../data/games.jsonl");
const DRAWN: &str = include_str!("../data/drawn.jsonl");

/// Random games from leaves are cut off after so many plies.
pub const LONGEST: u32 = 120;

/// Name and program of every game.
pub fn games() -> Vec<(String, String)> {
    lines(GAMES)
}

/// The same, and of rule values drawn at random.
pub fn all() -> Vec<(String, String)> {
    lines(GAMES).into_iter().chain(lines(DRAWN)).collect()
}

fn lines(text: &str) -> Vec<(String, String)> {
    let read = |line: &str| {
        let example: serde_json::Value = serde_json::from_str(line).unwrap();
        (example["name"].as_str().unwrap().to_owned(), example["program"].to_string())
    };
    text.lines().map(read).collect()
}

/// The same, with what observers ask for. `tests`: plies that would be tried out are tested before.
pub fn observed(program: &str, tests: bool) -> (LoweringInput, Result<CompiledGame, NotLowered>) {
    let input = prepare(program).unwrap();
    let options =
        LoweringOptions { optimise: true, observe: true, enter: true, decisive: false, tests, all_slots: false };
    let game = lower(&input, options).map(|program| CompiledGame::new(program).unwrap());
    (input, game)
}

/// The game by its program, if all its words are lowered.
pub fn lowered(program: &str, optimise: bool) -> (LoweringInput, Result<CompiledGame, NotLowered>) {
    let input = prepare(program).unwrap();
    let game = lower(&input, LoweringOptions { optimise, ..LoweringOptions::default() })
        .map(|program| CompiledGame::new(program).unwrap());
    (input, game)
}

/// A position after so many random plies; earlier where the game is over.
pub fn leaf(program: &str, plies: u64, stream: &mut Stream) -> Arc<dyn Position> {
    let mut position = compile(program).unwrap().start();
    for _ in 0..plies {
        let legal = position.legal();
        let Some(count) = NonZeroU64::new(legal.len() as u64) else { break };
        let next = position.play(legal[stream.below(count) as usize]).unwrap().0;
        if next.result().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Asserts that the engine plays the plies of a random game from a leaf, and comes to the same end.
pub fn replay(name: &str, leaf: &Arc<dyn Position>, plies: &[PlayedPly], result: PlayoutResult) {
    let mut position = leaf.clone();
    for (number, ply) in plies.iter().enumerate() {
        assert_eq!(position.to_move(), ply.player, "{name}, ply {number}");
        position = position.play(ply.id).unwrap_or_else(|| panic!("{name}: ply {number} ({}) is illegal", ply.id)).0;
    }
    let ended = position.result().map(|ending| ending.values);
    match result {
        PlayoutResult::Over(values) => assert_eq!(ended.as_deref(), values.get(..position.seats().len()), "{name}"),
        PlayoutResult::Cut => assert!(ended.is_none() && plies.len() >= LONGEST as usize, "{name}"),
        PlayoutResult::Stopped => panic!("{name}: stopped"),
    }
}
