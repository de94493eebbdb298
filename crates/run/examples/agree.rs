//! Compares random games between ways to run them, until so many plies have been compared:
//!
//! ```text
//! cargo run --release -p lusory-run --example agree -- [--plies 1000000000] [--seed 1] FILE...
//! ```
//!
//! A line of a file is {"name", "program"} (tools/programs.py writes them). Each rule value that is lowered is played by
//! 64 lanes; from the same seed by 8 lanes and by machine code on one; by the program that is not optimised; and with sets
//! of more words than its board needs. The tallies must be the same. Each round has a seed of its own and about as many
//! plies of each rule value. Plies count once for each pair of runs. The first difference ends it, with status 1.

use lusory_compile::program::Instruction;
use lusory_compile::{LoweringOptions, lower};
use lusory_engine::lowering_input::{Direction, LoweringInput, Set, WIDTHS, prepare};
use lusory_run::{CompiledGame, LaneRun, RunTally};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// Games are cut off after so many plies.
const LIMIT: u64 = 200;
/// The plies of a rule value in each run of a round, about.
const ROUND: u64 = 20_000;
/// So many games tell how long games of a rule value are.
const TRIED: u64 = 64;

/// A program, and how many lanes run it.
struct Way {
    label: String,
    game: CompiledGame,
    lanes: usize,
}

/// A rule value with its ways, which are compared with the first.
struct Value {
    name: String,
    ways: Vec<Way>,
    is_widened: bool,
    /// How many games have about `ROUND` plies.
    games: u64,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (mut wanted, mut first, mut text) = (1_000_000_000, 1, String::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--plies" => wanted = arguments.next().unwrap_or_default().parse()?,
            "--seed" => first = arguments.next().unwrap_or_default().parse()?,
            path => text.push_str(&std::fs::read_to_string(path)?),
        }
    }
    let values: Vec<Value> = text.lines().enumerate().filter_map(|(number, line)| value(number, line)).collect();
    let wider = values.iter().filter(|value| value.is_widened).count();
    println!("{} of {} rule values are lowered, {wider} with wider sets, too", values.len(), text.lines().count());
    let (begun, mut plies) = (Instant::now(), 0);
    for seed in first.. {
        for value in &values {
            match compare(value, seed) {
                Some(compared) => plies += compared,
                None => return Ok(ExitCode::FAILURE),
            }
        }
        println!("seed {seed}: {plies} plies compared, {:.0} s", begun.elapsed().as_secs_f64());
        if plies >= wanted || values.is_empty() {
            break;
        }
    }
    println!("{plies} plies of {} rule values compared, no difference", values.len());
    Ok(ExitCode::SUCCESS)
}

/// The rule value of a line. None where it is not lowered.
fn value(number: usize, line: &str) -> Option<Value> {
    let refuse = |fault: String| eprintln!("line {number}: {fault}");
    let example: serde_json::Value = serde_json::from_str(line).map_err(|fault| refuse(fault.to_string())).ok()?;
    let input = prepare(&example["program"].to_string()).map_err(|fault| refuse(fault.message)).ok()?;
    let optimised = program(&input, true)?;
    let mut ways: Vec<Way> = [64, 8, 1].map(|lanes| way("optimised", &optimised, lanes)).into();
    if let Some(other) = program(&input, false) {
        ways.extend([64, 1].map(|lanes| way("not optimised", &other, lanes)));
    }
    let wider: Vec<usize> = WIDTHS.into_iter().filter(|&width| width > input.width).collect();
    let width = wider.get(number % wider.len().max(1)).filter(|_| !draws_by_word(&optimised));
    let widened = width.and_then(|&width| program(&widened(&input, width), true));
    if let Some(game) = &widened {
        let label = format!("{} words in place of {}", game.program().width, input.width);
        ways.extend([64, 1].map(|lanes| way(&label, game, lanes)));
    }
    let games = (ROUND * TRIED).div_ceil(played(&ways[0], TRIED, 0).plies.max(1));
    Some(Value { name: example["name"].as_str()?.to_owned(), ways, is_widened: widened.is_some(), games })
}

fn program(input: &LoweringInput, optimise: bool) -> Option<CompiledGame> {
    let lowered = lower(input, LoweringOptions { optimise, ..LoweringOptions::default() }).ok()?;
    CompiledGame::new(lowered).ok()
}

fn way(label: &str, game: &CompiledGame, lanes: usize) -> Way {
    Way { label: format!("{label}, {lanes} lanes"), game: game.clone(), lanes }
}

/// Whether a random number is drawn for each word of a set, so that games depend on how many there are.
fn draws_by_word(game: &CompiledGame) -> bool {
    game.program().bodies.iter().flatten().any(|instruction| matches!(instruction, Instruction::Scatter { .. }))
}

/// The same rules on the same places, with more words a set: nothing is on the further places. Rotations are of one word;
/// of more words a step that wraps around is a shift of its own.
fn widened(input: &LoweringInput, width: usize) -> LoweringInput {
    let resized = |set: &Set| set.iter().copied().chain(std::iter::repeat(0)).take(width).collect::<Set>();
    let all = |sets: &[Set]| sets.iter().map(resized).collect::<Vec<Set>>();
    let direction = |direction: &Direction| {
        let to = direction.to.iter().copied().chain(std::iter::repeat(-1)).take(64 * width).collect();
        Direction { to, ..direction.clone() }
    };
    LoweringInput {
        width,
        modulus: None,
        all: resized(&input.all),
        directions: input.directions.iter().map(direction).collect(),
        fixed: input.fixed.iter().map(|sides| sides.each_ref().map(resized)).collect(),
        rows: all(&input.rows),
        columns: all(&input.columns),
        ranks: input.ranks.iter().map(|side| all(side)).collect(),
        edges: all(&input.edges),
        corners: all(&input.corners),
        shades: all(&input.shades),
        center: resized(&input.center),
        border: resized(&input.border),
        pieces: all(&input.pieces),
        ..input.clone()
    }
}

/// Random games of a seed; ticks are not compared.
fn played(way: &Way, games: u64, seed: u64) -> RunTally {
    let run = LaneRun { first: 0, games, seed, lanes: way.lanes, limit: LIMIT };
    RunTally { ticks: 0, ..way.game.playouts(&run) }
}

/// Plies compared. None where two ways differ, which is printed.
fn compare(value: &Value, seed: u64) -> Option<u64> {
    let (first, others) = value.ways.split_first()?;
    let expected = played(first, value.games, seed);
    for other in others {
        let found = played(other, value.games, seed);
        if found != expected {
            println!("{}, seed {seed}, {} games:", value.name, value.games);
            println!("  {}: {expected:?}\n  {}: {found:?}", first.label, other.label);
            return None;
        }
    }
    Some(expected.plies * others.len() as u64)
}
