//! Benchmark: answers a question about the start of a game and prints positions per second:
//!
//! ```text
//! cargo run --release -p lusory-solve --example prove -- GAME.json [PLAYER HALVES [--descent] [--threads=N]]
//! ```
//!
//! GAME.json holds the program of a game, or {"program": .., "symmetries": [[cells, directions, exchange], ..]}.

use lusory_engine::machine::compile;
use lusory_play::{Reduction, Symmetry};
use lusory_solve::question::ValueQuestion;
use lusory_solve::solver::{Effort, Method, Solver};
use serde_json::Value;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn numbers<T: TryFrom<u64>>(list: &Value) -> Vec<T> {
    let items = list.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(Value::as_u64).filter_map(|number| T::try_from(number).ok()).collect()
}

fn symmetries(file: &Value) -> Vec<Symmetry> {
    let rows = file["symmetries"].as_array().map_or(&[][..], Vec::as_slice);
    let symmetry = |row: &Value| Symmetry {
        cells: numbers(&row[0]),
        directions: numbers(&row[1]),
        exchange: row[2].as_bool().unwrap_or_default(),
    };
    rows.iter().map(symmetry).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u8| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let text = std::fs::read_to_string(arguments.first().map_or("", String::as_str)).unwrap_or_default();
    let file: Value = serde_json::from_str(&text).unwrap_or_default();
    let program = file["program"].as_str().unwrap_or(&text);
    let Ok(machine) = compile(program) else { return println!("no program of a game") };
    let reduction = Reduction { symmetries: symmetries(&file), any_seats: true, ..Reduction::default() };
    let Some(solver) = Solver::new(machine.start(), reduction, None, None, 1 << 30) else {
        return println!("symmetries of another board");
    };
    let is_descent = arguments.iter().any(|argument| argument == "--descent");
    let method = if is_descent { Method::DepthFirst } else { Method::ProofNumber };
    let threads = arguments.iter().find_map(|argument| argument.strip_prefix("--threads=")?.parse().ok());
    let effort = Effort { threads: threads.unwrap_or(1), positions: 1 << 32 };
    let started = Instant::now();
    let question = ValueQuestion::new(number(1, 0), number(2, 2));
    let answer = solver.answer(&[], question, method, effort, &AtomicBool::new(false));
    let (seconds, searched) = (started.elapsed().as_secs_f64(), solver.nodes());
    println!("{answer:?}: {searched} positions in {seconds:.1} s, {:.0} a second", searched as f64 / seconds);
}
