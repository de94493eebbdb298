//! Benchmark: solves a game and prints positions per second:
//!
//! ```text
//! cargo run --release -p lusory-solve --example prove -- GAME.json [PLAYER HALVES [--descent]]
//! ```

use lusory_engine::machine::compile;
use lusory_solve::certificate::TableSearch;
use lusory_solve::depth_first::DepthFirstSearch;
use lusory_solve::proof_number_search::{ProofNumberSearch, SharedSearch, VirtualLoss};
use lusory_solve::proof_table::ProofTable;
use lusory_solve::question::ValueQuestion;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u8| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let question = ValueQuestion::new(number(1, 0), number(2, 2));
    let text = std::fs::read_to_string(arguments.first().map_or("", String::as_str)).unwrap_or_default();
    let Ok(machine) = compile(&text) else { return println!("no program of a game") };
    let start = machine.start();
    let mut at = start.explorer();
    let (table, busy) = (ProofTable::new(1 << 30), VirtualLoss::default());
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let shared = SharedSearch { table: &table, virtual_loss: &busy, stop: &stop, nodes: &nodes, max_nodes: 1 << 32 };
    let begun = Instant::now();
    let (answer, searched) = if arguments.iter().any(|argument| argument == "--descent") {
        let mut descent = DepthFirstSearch::new(at.as_mut(), question, &shared, 0);
        (descent.answer(), descent.nodes())
    } else {
        let mut prover = ProofNumberSearch::new(at.as_mut(), question, &shared);
        (prover.answer(), prover.nodes())
    };
    let seconds = begun.elapsed().as_secs_f64();
    println!("{answer:?}: {searched} positions in {seconds:.1} s, {:.0} a second", searched as f64 / seconds);
}
