//! Benchmark: simulations per second of the search from the start of a game, and the shares of its phases:
//!
//! ```text
//! cargo run --release --example simulations -- [--threads 2] [--seconds 1] crates/engine/tests/data/*.json
//! ```
//!
//! A file holds the program of one game (see `rule::parse` of the engine).

use lusory_engine::machine::compile;
use lusory_search::limits::Limits;
use lusory_search::mcts::Mcts;
use lusory_search::options::Options;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn main() {
    let (mut options, mut seconds, mut files) = (Options::default(), 1.0, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<f64>().ok());
        match argument.as_str() {
            "--threads" => options.threads = number().unwrap_or(1.0) as usize,
            "--seconds" => seconds = number().unwrap_or(1.0),
            "--rave" => options.rave = number().filter(|&bias| bias >= 0.0),
            "--expand" => options.expansion_visits = number().unwrap_or(1.0) as u32,
            _ => files.push(argument),
        }
    }
    println!(
        "{:24} {:>14} {:>8} {:>9} {:>9} {:>9} {:>7}",
        "game", "simulations/s", "tree", "playouts", "nodes", "MiB", "cut"
    );
    for file in files {
        if let Err(fault) = measure(&file, options, seconds) {
            println!("{file}: {fault}");
        }
    }
}

/// CPU seconds of the main thread. Linux only.
fn clock() -> f64 {
    let statistics = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    statistics.split_whitespace().next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

fn measure(file: &str, options: Options, seconds: f64) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let machine = compile(&text).map_err(|fault| format!("{}: {}", fault.path, fault.message))?;
    let limits = Limits::time(Duration::from_secs_f64(seconds));
    let start = machine.start();
    let search = || Mcts::new(start.clone(), options).map_err(|refusal| format!("{refusal:?}"));
    let mut search_now = search()?;
    let started = (Instant::now(), clock());
    search_now.run(limits, &AtomicBool::new(false));
    // With one thread CPU time is measured, so that other processes do not count.
    let worked = if options.threads > 1 { 0.0 } else { clock() - started.1 };
    let plain_seconds = if worked > 0.0 { worked } else { started.0.elapsed().as_secs_f64() };
    let rate = search_now.statistics().simulations as f64 / plain_seconds;
    let mut timed =
        Mcts::new(start.clone(), Options { timed: true, ..options }).map_err(|refusal| format!("{refusal:?}"))?;
    timed.run(limits, &AtomicBool::new(false));
    let statistics = timed.statistics();
    let all = (statistics.in_tree + statistics.in_playouts).as_secs_f64().max(1e-9);
    let share = |time: Duration| format!("{:.0} %", 100.0 * time.as_secs_f64() / all);
    let report = search_now.report().ok_or("no report")?;
    println!(
        "{:24} {rate:>14.0} {:>8} {:>9} {:>9} {:>9.1} {:>7}",
        file.rsplit('/').next().unwrap_or(file),
        share(statistics.in_tree),
        share(statistics.in_playouts),
        report.nodes,
        report.bytes as f64 / f64::from(1 << 20),
        report.cut_playouts
    );
    Ok(())
}
