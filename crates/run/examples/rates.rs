//! Benchmark: random games by programs beside kernels and the general engine, in CPU time of one thread:
//!
//! ```text
//! cargo run --release -p lusory-run --example rates -- crates/run/tests/data/games.jsonl
//! ```
//!
//! A line of a file is {"name", "program"} (tools/programs.py writes them). `--words` prints the program of each game;
//! `--lanes` measures 64 and 8 lanes alone, `--single` machine code alone, for a profile; `--reasons` measures nothing
//! and says which words keep games from being lowered, those of most games first.

use lusory_compile::{LoweringOptions, lower};
use lusory_engine::lowering_input::prepare;
use lusory_engine::machine::{self, compile};
use lusory_engine::playouts::{PlayoutOptions, RunControl};
use lusory_run::{CompiledGame, LaneRun};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Each is measured for so long, in seconds, and so often; the fastest counts.
const LONG: f64 = 0.15;
const TIMES: usize = 3;
/// Games are cut off after so many plies.
const LIMIT: u32 = 2000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has_flag = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let over = arguments.iter().find_map(|argument| argument.strip_prefix("--over=")?.parse().ok()).unwrap_or(0);
    let choices =
        Shown { words: has_flag("--words"), only_lanes: has_flag("--lanes"), only_single: has_flag("--single"), over };
    println!(
        "{:24} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6}",
        "ns a ply",
        "64",
        "8",
        "1",
        "kernel",
        "general",
        "lower µs",
        "ticks",
        "code µs",
        "bytes",
        "work",
        "bodies",
        "length"
    );
    let only_reasons = has_flag("--reasons");
    let (mut gains, mut refused): (Vec<f64>, Vec<Refused>) = (Vec::new(), Vec::new());
    for path in arguments.iter().filter(|argument| !argument.starts_with("--")) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for line in text.lines() {
            let example: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
            let name = example["name"].as_str().unwrap_or("").to_owned();
            let program = example["program"].to_string();
            let gain = if only_reasons { try_out(&program) } else { measure(&name, &program, choices) };
            match gain {
                Ok(gain) => gains.push(gain),
                Err(word) => refused.push(Refused { name, word }),
            }
        }
    }
    gains.sort_by(f64::total_cmp);
    let at = |share: f64| gains.get((share * (gains.len().max(1) - 1) as f64) as usize).copied().unwrap_or(0.0);
    println!("{} lowered, {} not", gains.len(), refused.len());
    print_reasons(&refused);
    if !only_reasons {
        println!("general way / program: least {:.1}, median {:.1}, most {:.1}", at(0.0), at(0.5), at(1.0));
    }
}

/// What is measured and printed.
#[derive(Clone, Copy)]
struct Shown {
    words: bool,
    only_lanes: bool,
    only_single: bool,
    /// Only programs of more work (`Program::work`).
    over: usize,
}

/// A game that is not lowered.
struct Refused {
    name: String,
    /// The first word met that has no lowering.
    word: String,
}

/// The words that games were refused for, those of most games first.
fn print_reasons(refused: &[Refused]) {
    let mut by_word: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for game in refused {
        by_word.entry(&game.word).or_default().push(&game.name);
    }
    let mut reasons: Vec<(&str, Vec<&str>)> = by_word.into_iter().collect();
    reasons.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    for (word, names) in reasons {
        println!("{:4} {word:12} {}", names.len(), names.join(", "));
    }
}

/// Lowers a program without measuring it.
fn try_out(program: &str) -> Result<f64, String> {
    let input = prepare(program).map_err(|fault| fault.message)?;
    let lowered = lower(&input, LoweringOptions::default()).map_err(|refused| refused.word.to_owned())?;
    CompiledGame::new(lowered).map(|_| 0.0).map_err(|refusal| format!("{refusal:?}"))
}

/// Seconds that this thread has worked: others on the machine do not count. Linux alone tells.
fn clock() -> f64 {
    let statistics = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    statistics.split_whitespace().next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

/// The fewest nanoseconds a ply; `play` plays so many games and tells their plies.
fn nanoseconds(mut play: impl FnMut(u64) -> u64) -> f64 {
    let mut best = f64::INFINITY;
    let mut games = 64;
    for _ in 0..TIMES {
        loop {
            let begun = clock();
            let plies = play(games);
            let spent = clock() - begun;
            if spent < LONG && games < 1 << 24 {
                games = (games * 2).max((games as f64 * (LONG / spent.max(1e-4)).min(8.0)) as u64);
                continue;
            }
            best = best.min(spent * 1e9 / plies.max(1) as f64);
            break;
        }
    }
    best
}

/// The general way's time a ply by that of the program.
fn measure(name: &str, program: &str, choices: Shown) -> Result<f64, String> {
    let input = prepare(program).map_err(|fault| fault.message)?;
    let begun = Instant::now();
    let lowered = lower(&input, LoweringOptions::default()).map_err(|refused| refused.word.to_owned())?;
    let took = begun.elapsed().as_secs_f64() * 1e6;
    if lowered.work() <= choices.over {
        return Ok(f64::NAN);
    }
    if choices.words {
        println!("{lowered}");
    }
    let game = CompiledGame::new(lowered).map_err(|refusal| format!("{refusal:?}"))?;
    let begun = Instant::now();
    let size = game.machine_code();
    let compiled = begun.elapsed().as_secs_f64() * 1e6;
    if choices.words {
        let options = LoweringOptions { enter: true, decisive: true, ..LoweringOptions::default() };
        let decisive = lower(&input, options).map_err(|refused| refused.word.to_owned())?;
        let works = decisive.decisive.then(|| decisive.work());
        println!("{name}: work of a tick {}, with decisive plies {works:?}", game.program().work());
    }
    let by_program = |lanes: usize| {
        nanoseconds(|games| game.playouts(&LaneRun { first: 0, games, seed: 1, lanes, limit: u64::from(LIMIT) }).plies)
    };
    let position = compile(program).map_err(|fault| fault.message)?.start();
    let (stop, progress) = (AtomicBool::new(false), |_| ());
    let by_engine = |general: bool| {
        nanoseconds(|games| {
            let want = PlayoutOptions { general, measures: false };
            let run = machine::PlayoutBatch { games: 0..games, seed: 1, threads: 1, limit: LIMIT, want };
            position.playouts(&run, RunControl { stop: &stop, progress: &progress }).plies
        })
    };
    let rates = if choices.only_single {
        [f64::NAN, f64::NAN, by_program(1), f64::NAN, f64::NAN]
    } else if choices.only_lanes {
        [by_program(64), by_program(8), f64::NAN, f64::NAN, f64::NAN]
    } else {
        [by_program(64), by_program(8), by_program(1), by_engine(false), by_engine(true)]
    };
    let columns = rates.map(|rate| format!("{rate:>8.1}")).join(" ");
    let run = game.playouts(&LaneRun { first: 0, games: 200, seed: 1, lanes: 64, limit: u64::from(LIMIT) });
    let ticks = run.ticks as f64 / run.plies.max(1) as f64;
    let (bytes, work) = (size.unwrap_or(0), game.program().work());
    let bodies = &game.program().bodies;
    let length = bodies.iter().map(Vec::len).sum::<usize>() / bodies.len().max(1);
    let sizes = format!("{bytes:>8} {work:>8} {:>6} {length:>6}", bodies.len());
    println!("{name:24} {columns} {took:>8.0} {ticks:>8.2} {compiled:>8.0} {sizes}");
    Ok(rates[4] / rates[0])
}
