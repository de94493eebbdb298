//! Tests of checkpoints.

use super::*;
use crate::question::{Unanswered, ValueQuestion};
use crate::solver::{Effort, Method};
use lusory_engine::machine::{Position, compile};
use lusory_play::Reduction;
use std::sync::atomic::AtomicBool;

const ALL: Effort = Effort { threads: 1, positions: u64::MAX };

fn solver(name: &str, memory: usize) -> Solver<dyn Position> {
    let path = format!("{}/../engine/tests/data/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let golden: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    // Golden files hold a program and what is expected of it; those of kernels are programs.
    let program = golden.get("program").unwrap_or(&golden);
    let machine = compile(&program.to_string()).unwrap();
    Solver::new(machine.start(), Reduction::default(), None, None, memory).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("lusory-{name}-{}", std::process::id()))
}

#[test]
fn what_was_saved_is_loaded_and_other_files_are_refused() {
    let path = scratch("checkpoint");
    let (stop, solved) = (AtomicBool::new(false), solver("tic-tac-toe", 1 << 20));
    solved.answer(&[], ValueQuestion::new(0, 1), Method::DepthFirst, ALL, &stop).unwrap();
    let count = save(&solved, &[7; 32], &path).unwrap();
    assert!(count > 0);
    assert_eq!(load(&mut solver("tic-tac-toe", 1 << 20), &[7; 32], &path).unwrap(), count);
    let said = |memory, subject| {
        load(&mut solver("tic-tac-toe", memory), &subject, &path).map_err(|fault| fault.to_string()).unwrap_err()
    };
    assert!(said(1 << 20, [8; 32]).contains("another game") && said(1 << 22, [7; 32]).contains("less memory"));
    let whole = std::fs::read(&path).unwrap();
    for at in (48..whole.len()).step_by(whole.len() / 40) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        std::fs::write(&path, &changed).unwrap();
        assert!(load(&mut solver("tic-tac-toe", 1 << 20), &[7; 32], &path).is_err(), "byte {at}");
    }
    for (part, why) in [(&whole[..whole.len() - 5], "damaged"), (&whole[..3], "no checkpoint"), (b"x", "no check")] {
        std::fs::write(&path, part).unwrap();
        assert!(said(1 << 20, [7; 32]).contains(why), "{why}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn verdicts_of_whole_turns_are_kept() {
    let path = scratch("verdicts");
    let (stop, solved, mut fresh) =
        (AtomicBool::new(false), solver("kernels/serendipity-8", 1 << 22), solver("kernels/serendipity-8", 1 << 22));
    assert_eq!(solved.forced_win(0, TurnLimits { turns: 3, width: 2 }, ALL, &stop), Ok(false));
    assert!(solved.verdicts()[0].all().len() > 5);
    save(&solved, &[7; 32], &path).unwrap();
    load(&mut fresh, &[7; 32], &path).unwrap();
    let sorted = |solver: &Solver<dyn Position>| {
        let mut all = solver.verdicts()[0].all();
        all.sort_by_key(|(key, _)| *key);
        all
    };
    assert_eq!(sorted(&solved), sorted(&fresh));
    std::fs::remove_file(&path).unwrap();
}

fn enumerated(solver: &mut Solver<dyn Position>, path: &Path, stop: &AtomicBool) -> Result<Option<u8>, Unanswered> {
    let value = solver.enumerate(Some(&edges_beside(path)), stop)?;
    Ok(value.map(|exact| exact.halves))
}

#[test]
fn a_list_that_met_chance_is_not_taken_up_again() {
    let path = scratch("chance");
    let mut doppel = solver("doppel", 1 << 22);
    for _ in 0..2 {
        assert_eq!(enumerated(&mut doppel, &path, &AtomicBool::new(false)), Err(Unanswered::Chance));
    }
    assert!(doppel.listing().is_none());
    std::fs::remove_file(edges_beside(&path)).unwrap();
}

#[test]
fn a_list_of_positions_goes_on_where_it_was_saved() {
    let path = scratch("listing");
    let mut solved = solver("tic-tac-toe", 1 << 22);
    let whole = enumerated(&mut solved, &path, &AtomicBool::new(false)).unwrap();
    let stopped = AtomicBool::new(true);
    let mut part = solver("tic-tac-toe", 1 << 22);
    assert_eq!(enumerated(&mut part, &path, &stopped), Err(Unanswered::Stopped));
    assert_eq!(save(&part, &[7; 32], &path).unwrap(), 1);
    let mut resumed = solver("tic-tac-toe", 1 << 22);
    assert_eq!(load(&mut resumed, &[7; 32], &path).unwrap(), 1);
    assert_eq!(enumerated(&mut resumed, &path, &AtomicBool::new(false)).unwrap(), whole);
    assert_eq!(resumed.nodes(), solved.nodes());
    let plies = std::fs::metadata(edges_beside(&path)).unwrap().len();
    let mut damaged = std::fs::read(&path).unwrap();
    let last = damaged.len() - 9;
    damaged[last] ^= 1;
    let other = scratch("damaged-listing");
    std::fs::write(&other, damaged).unwrap();
    std::fs::copy(edges_beside(&path), edges_beside(&other)).unwrap();
    assert!(load(&mut solver("tic-tac-toe", 1 << 22), &[7; 32], &other).is_err());
    assert_eq!(std::fs::metadata(edges_beside(&other)).unwrap().len(), plies);
    for file in [&other, &edges_beside(&other), &edges_beside(&path)] {
        std::fs::remove_file(file).unwrap();
    }
    let said = load(&mut solver("tic-tac-toe", 1 << 22), &[7; 32], &path).unwrap_err().to_string();
    assert!(said.contains("missing"), "{said}");
    std::fs::remove_file(&path).unwrap();
}
