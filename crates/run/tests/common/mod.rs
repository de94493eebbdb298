//! Programs of games to try: a line each, made by tools/programs.py.
#![allow(dead_code, reason = "each test uses some of it")]

use lusory_compile::{LoweringOptions, NotLowered, lower};
use lusory_engine::lowering_input::{LoweringInput, prepare};
use lusory_run::CompiledGame;

const GAMES: &str = include_str!("../data/games.jsonl");
const DRAWN: &str = include_str!("../data/drawn.jsonl");

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
        let both: serde_json::Value = serde_json::from_str(line).unwrap();
        (both["name"].as_str().unwrap().to_owned(), both["program"].to_string())
    };
    text.lines().map(read).collect()
}

/// The same, with what observers ask for.
pub fn observed(program: &str) -> (LoweringInput, Result<CompiledGame, NotLowered>) {
    let input = prepare(program).unwrap();
    let options = LoweringOptions { optimise: true, observe: true, enter: true, decisive: false };
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
