//! Benchmark: searches a forced win of the first player over whole turns, wider and deeper, and prints time and positions:
//!
//! ```text
//! cargo run --release -p lusory-solve --example turns -- GAME.json
//! ```

use lusory_engine::machine::compile;
use lusory_solve::proof_number_search::{SharedSearch, VirtualLoss};
use lusory_solve::proof_table::ProofTable;
use lusory_solve::question::ValueQuestion;
use lusory_solve::search_share::SearchShare;
use lusory_solve::shared_replies::SharedReplies;
use lusory_solve::turn_limits::TurnLimits;
use lusory_solve::turn_search::TurnSearch;
use lusory_solve::verdicts::Verdicts;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

fn main() {
    let text = std::env::args().nth(1).and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    let Ok(machine) = compile(&text) else { return println!("no program of a game") };
    let start = machine.start();
    let mut explorer = start.turn_explorer();
    let (table, virtual_loss, verdicts) = (ProofTable::new(1), VirtualLoss::default(), Verdicts::new(1 << 30));
    let (stop, nodes, share) = (AtomicBool::new(false), AtomicU64::new(0), SearchShare::default());
    let shared = SharedSearch {
        table: &table,
        virtual_loss: &virtual_loss,
        stop: &stop,
        nodes: &nodes,
        max_nodes: u64::MAX,
        sets: None,
        share: &share,
    };
    let started = Instant::now();
    let question = ValueQuestion::new(0, 2);
    let replies = SharedReplies::default();
    let mut search = TurnSearch::new(explorer.as_mut(), question, &shared, &verdicts, &replies);
    for width in [2, 3, 4, 6, 8] {
        for turns in 1..=8 {
            let wins = search.wins(TurnLimits { turns, width });
            let seconds = started.elapsed().as_secs_f64();
            println!("{turns} turns, {width} wide: {wins:?}, {} positions, {seconds:.1} s", search.nodes());
            if wins == Ok(true) {
                return;
            }
        }
    }
}
