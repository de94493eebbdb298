//! Tests of Monte Carlo tree search: exact values of small games; seeds, memory and time limits.

use lusory_engine::machine::{Machine, Position, compile};
use lusory_search::limits::{Limits, SearchTask};
use lusory_search::mcts::{Mcts, SearchRefusal};
use lusory_search::options::Options;
use lusory_search::report::Report;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const TIC_TAC_TOE: &str = include_str!("../../engine/tests/data/tic-tac-toe.json");
const SUSAN: &str = include_str!("../../engine/tests/data/susan.json");
const SERENDIPITY: &str = include_str!("../../engine/tests/data/serendipity.json");
const KONANE: &str = include_str!("../../engine/tests/data/konane.json");
const ALL: [&str; 4] = [TIC_TAC_TOE, SUSAN, SERENDIPITY, KONANE];

fn machine(line: &str) -> Arc<dyn Machine> {
    let example: serde_json::Value = serde_json::from_str(line).unwrap();
    compile(&example["program"].to_string()).unwrap()
}

fn after(line: &str, plies: &[u32]) -> Arc<dyn Position> {
    plies.iter().fold(machine(line).start(), |position, &ply| position.play(ply).unwrap().0)
}

fn search(position: &Arc<dyn Position>, options: Options, simulations: u64) -> Mcts<dyn Position> {
    let mut search = Mcts::new(position.clone(), options).unwrap();
    search.run(Limits::simulations(simulations), &AtomicBool::new(false));
    search
}

fn report(position: &Arc<dyn Position>, simulations: u64) -> Report {
    search(position, Options::default(), simulations).report().unwrap()
}

/// The exact value of a game, by exhaustive search.
fn solved(position: &dyn Position) -> [f64; 2] {
    if let Some(ending) = position.result() {
        return [ending.values[0], ending.values[1]];
    }
    let mover = position.to_move() as usize;
    let after = position.legal().into_iter().map(|ply| solved(position.play(ply).unwrap().0.as_ref()));
    after.max_by(|a, b| a[mover].total_cmp(&b[mover])).unwrap()
}

#[test]
fn tic_tac_toe_is_drawn() {
    let analysis = report(&machine(TIC_TAC_TOE).start(), 200_000);
    assert!(analysis.proven && analysis.interval == (0.5, 0.5), "{analysis:?}");
    assert_eq!(analysis.values[..2], [0.5, 0.5]);
    assert!(analysis.plies.iter().all(|ply| ply.value == Some(0.5)));
}

#[test]
fn what_is_proven_is_true() {
    // Positions of tic-tac-toe after a corner, after a corner and its neighbour (which loses), and so on.
    for plies in [&[0][..], &[0, 1], &[4, 1], &[4, 0], &[0, 8, 2], &[1, 4, 0]] {
        let position = after(TIC_TAC_TOE, plies);
        let (analysis, mover) = (report(&position, 100_000), position.to_move() as usize);
        assert!(analysis.proven, "{plies:?}: {analysis:?}");
        assert_eq!(analysis.values[..2], solved(position.as_ref()), "{plies:?}");
        for ply in analysis.plies.iter().filter(|ply| ply.proven) {
            let truth = solved(position.play(ply.id).unwrap().0.as_ref());
            assert_eq!(ply.value, Some(truth[mover]), "{plies:?}: {}", ply.id);
        }
    }
}

#[test]
fn a_win_in_one_is_taken_and_a_loss_in_one_is_not() {
    let wins = report(&after(TIC_TAC_TOE, &[0, 3, 1, 4]), 200);
    assert_eq!((wins.best, wins.proven, wins.principal_variation.as_slice()), (Some(2), true, &[2][..]));
    let saves = report(&after(TIC_TAC_TOE, &[0, 4, 1]), 2000);
    assert_eq!(saves.best, Some(2));
}

#[test]
fn a_seed_means_the_same_search_on_any_number_of_threads() {
    for line in ALL {
        for threads in [1, 3] {
            let options = Options { seed: 7, threads, ..Options::default() };
            let report_of = |_| search(&machine(line).start(), options, 300).report().unwrap();
            assert_eq!(report_of(1), report_of(2));
        }
    }
}

#[test]
fn simulations_are_as_many_as_asked_for() {
    for line in ALL {
        for threads in [1, 2, 3] {
            let analysis =
                search(&machine(line).start(), Options { threads, ..Options::default() }, 100).report().unwrap();
            assert!(analysis.simulations == 100 || analysis.proven);
            let visits: u64 = analysis.plies.iter().map(|ply| ply.visits).sum();
            assert_eq!((analysis.visits, visits), (analysis.simulations, analysis.simulations));
        }
    }
}

#[test]
fn the_tree_is_kept_from_ply_to_ply() {
    for line in ALL {
        let mut first = search(&machine(line).start(), Options::default(), 3000);
        let analysis = first.report().unwrap();
        let ply = analysis.best.unwrap();
        assert!(first.advance(ply).unwrap());
        let later = first.report().unwrap();
        let visits = analysis.plies.iter().find(|judged| judged.id == ply).unwrap().visits;
        // A ply has no node before `expand` visits; what was before that is not later.
        assert!(later.visits <= visits && later.visits + 2 >= visits, "{} of {visits}", later.visits);
        assert!(
            later.nodes < analysis.nodes && analysis.principal_variation[1..] == later.principal_variation[..],
            "{:?} {:?}",
            analysis.principal_variation,
            later.principal_variation
        );
        assert!(!first.advance(u32::MAX).unwrap());
    }
}

#[test]
fn advancing_to_the_end_is_refused_and_so_is_a_finished_game() {
    let mut search = search(&after(TIC_TAC_TOE, &[0, 3, 1, 4]), Options::default(), 10);
    assert_eq!(search.advance(2), Err(SearchRefusal::Over));
    let over = after(TIC_TAC_TOE, &[0, 3, 1, 4, 2]);
    assert_eq!(Mcts::new(over, Options::default()).err(), Some(SearchRefusal::Over));
}

#[test]
fn memory_is_bounded_and_it_says_so() {
    for line in ALL {
        let options = Options { memory: 20_000, ..Options::default() };
        let analysis = search(&machine(line).start(), options, 5000).report().unwrap();
        assert!(analysis.bytes <= 20_000 && (analysis.is_full || analysis.proven), "{analysis:?}");
        let plenty = report(&machine(line).start(), 500);
        assert!(!plenty.is_full);
    }
}

#[test]
fn a_search_ends_at_its_deadline_and_when_it_is_stopped() {
    let position = machine(SERENDIPITY).start();
    let mut search = Mcts::new(position, Options::default()).unwrap();
    let started = Instant::now();
    search.run(Limits::time(Duration::from_millis(20)), &AtomicBool::new(false));
    assert!(started.elapsed() >= Duration::from_millis(20) || search.report().unwrap().proven);
    search.run(Limits::time(Duration::from_secs(3600)), &AtomicBool::new(true));
    search.run(Limits::simulations(u64::MAX), &AtomicBool::new(true));
    assert!(search.report().unwrap().best.is_some());
}

#[test]
fn without_a_single_simulation_there_is_a_legal_ply() {
    for line in ALL {
        let position = machine(line).start();
        let analysis = report(&position, 0);
        assert!(position.legal().contains(&analysis.best.unwrap()));
        assert_eq!(analysis.visits, 0);
    }
}

#[test]
fn plain_uct_proves_the_same() {
    let options = Options { rave: None, exploration: 0.7, ..Options::default() };
    let analysis = search(&machine(TIC_TAC_TOE).start(), options, 300_000).report().unwrap();
    assert!(analysis.proven && analysis.interval == (0.5, 0.5));
}

fn settling(limits: Limits) -> SearchTask {
    SearchTask { stop_when_settled: true, ..limits.into() }
}

#[test]
fn what_is_settled_is_not_searched_on_and_a_seed_means_the_same() {
    let position = after(TIC_TAC_TOE, &[0, 4]);
    for line in ALL {
        let start = machine(line).start();
        let unsettled = search(&start, Options::default(), 2000).report().unwrap();
        let report_of = |runs: &[u64]| {
            let (mut search, mut left) = (Mcts::new(start.clone(), Options::default()).unwrap(), 2000);
            for &run in runs {
                left -= run;
                let ahead = Limits::simulations(left);
                if search
                    .run(SearchTask { next_run: ahead, ..settling(Limits::simulations(run)) }, &AtomicBool::new(false))
                {
                    break;
                }
            }
            search.report().unwrap()
        };
        let settled = report_of(&[2000]);
        assert_eq!(settled, report_of(&[64, 640, 1280, 16]), "in stretches or at once");
        assert!(settled.simulations <= unsettled.simulations);
        let open: Vec<u64> = settled.plies.iter().filter(|ply| !ply.proven).map(|ply| ply.visits).collect();
        let lead = if open.len() > 1 { open[0] - open[1] } else { u64::MAX };
        assert!(settled.simulations == unsettled.simulations || lead > 2000 - settled.simulations, "{settled:?}");
    }
    let mut search_to_settle = Mcts::new(position, Options::default()).unwrap();
    assert!(
        search_to_settle.run(settling(Limits::simulations(1_000_000)), &AtomicBool::new(false)),
        "there is a win to be analysis"
    );
}

#[test]
fn a_lead_that_was_kept_counts() {
    let mut search = search(&machine(SUSAN).start(), Options { seed: 2, ..Options::default() }, 20_000);
    let before = search.report().unwrap();
    let lead = before.plies[0].visits - before.plies[1].visits;
    assert!(lead > 128, "{before:?}");
    assert!(search.run(settling(Limits::simulations(lead - 64)), &AtomicBool::new(false)));
    assert_eq!(
        search.report().unwrap().simulations,
        before.simulations + 64,
        "asked for the first time, it was settled"
    );
}
