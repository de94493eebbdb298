//! Benchmark: random games per second of the general engine on one thread, for each program file given:
//!
//! ```text
//! cargo run --release --example speed -- crates/engine/tests/data/*.json
//! ```
//!
//! A file holds the program of one game (see `rule::parse`). `--trace` prints the ids of the plies of a few games
//! instead.

use lusory_engine::board;
use lusory_engine::compile::compile_for_board;
use lusory_engine::game::Game;
use lusory_engine::graph::Graph;
use lusory_engine::numbering::Numbering;
use lusory_engine::playouts::{PlayoutOptions, PlayoutTask, RunControl, playouts, trace};
use lusory_engine::rule::Rules;
use lusory_engine::rule::parse;
use std::sync::atomic::AtomicBool;

/// Seconds of measurement per game.
const LONG: f64 = 0.7;
/// The limit of plies per game.
const LIMIT: u32 = 2000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let traced = arguments.iter().any(|argument| argument == "--trace");
    println!("{:32} {:>12} {:>8} {:>9} {:>7}", "game", "games/s", "ns/ply", "length", "cut");
    for path in arguments.iter().filter(|argument| !argument.starts_with("--")) {
        if let Err(fault) = measure(path, traced) {
            println!("{path}: {fault}");
        }
    }
}

/// CPU seconds of this process, without other processes on the machine. Linux only.
fn clock() -> f64 {
    let statistics = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    statistics.split_whitespace().next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

fn measure(path: &str, traced: bool) -> Result<(), String> {
    let program = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (rules, graph, layout) = parse::read(&program).map_err(|fault| format!("{}: {}", fault.path, fault.message))?;
    let (words, numbering) = board::width(&graph);
    let (name, number) = (path.rsplit('/').next().unwrap_or(path), numbering.as_ref());
    match words {
        0..=1 => speed::<1>(name, rules, &graph, number, layout, traced),
        2 => speed::<2>(name, rules, &graph, number, layout, traced),
        3..=4 => speed::<4>(name, rules, &graph, number, layout, traced),
        5..=6 => speed::<6>(name, rules, &graph, number, layout, traced),
        _ => speed::<64>(name, rules, &graph, number, layout, traced),
    }
    .ok_or_else(|| "the board does not fit".into())
}

fn speed<const W: usize>(
    name: &str,
    rules: Rules,
    graph: &Graph,
    numbering: Option<&Numbering>,
    layout: board::Layout,
    traced: bool,
) -> Option<()> {
    let game = Game::<W> { plan: compile_for_board(rules, graph, numbering, layout)? };
    if traced {
        (0..5).for_each(|number| println!("{name} {:?}", trace(&game, 1, number, LIMIT)));
        return Some(());
    }
    let (stop, want) = (AtomicBool::new(false), PlayoutOptions { general: true, measures: false });
    let watch = RunControl { stop: &stop, progress: &|_| () };
    let (mut games, mut plies, mut cut, mut spent) = (0, 0, 0, 0.0);
    let mut repetitions = 8;
    while spent < LONG {
        let task = PlayoutTask {
            from: None,
            games: games..games + repetitions,
            seed: 1,
            threads: 1,
            limit: LIMIT,
            want,
            lanes: None,
        };
        let begun = clock();
        let totals = playouts(&game, &task, watch);
        spent += clock() - begun;
        games += totals.games;
        plies += totals.plies;
        cut += totals.cut_off;
        repetitions = ((games as f64 / spent * 0.1) as u64).max(1);
    }
    let (each, length) = (spent * 1e9 / plies as f64, plies as f64 / games as f64);
    println!("{name:32} {:>12.0} {each:>8.1} {length:>9.1} {cut:>7}", games as f64 / spent);
    Some(())
}
