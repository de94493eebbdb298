//! Tests of alpha-beta: exact values of small games, time limits, weights learned by self-play.

use lusory_engine::machine::{Machine, Position, compile};
use lusory_play::{Evaluate, Explorer, TurnOutcome};
use lusory_search::alphabeta::tune::{Tuning, tune};
use lusory_search::alphabeta::weights::Weights;
use lusory_search::alphabeta::{AlphaBeta, AlphaBetaRefusal, AlphaBetaResult};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const TIC_TAC_TOE: &str = include_str!("../../engine/tests/data/tic-tac-toe.json");
const SUSAN: &str = include_str!("../../engine/tests/data/susan.json");
const KONANE: &str = include_str!("../../engine/tests/data/konane.json");
const HIDDEN: &str = include_str!("../../engine/tests/data/hidden-gomoku.json");
const MEMORY: usize = 1 << 20;

fn machine(line: &str) -> Arc<dyn Machine> {
    let example: serde_json::Value = serde_json::from_str(line).unwrap();
    compile(&example["program"].to_string()).unwrap()
}

fn after(line: &str, plies: &[u32]) -> Arc<dyn Position> {
    plies.iter().fold(machine(line).start(), |position, &ply| position.play(ply).unwrap().0)
}

fn search(position: &dyn Position) -> Result<AlphaBeta, AlphaBetaRefusal> {
    AlphaBeta::new(position, MEMORY, |at| Box::new(Weights::prior(at.features())))
}

fn result(position: &dyn Position, depth: u32) -> AlphaBetaResult {
    let mut search = search(position).unwrap();
    search.run(Some(depth), None, &AtomicBool::new(false));
    search.result()
}

#[test]
fn tic_tac_toe_is_drawn() {
    // Late plies are searched less deep at first, so that nine plies deep not all is certain yet.
    let analysis = result(machine(TIC_TAC_TOE).start().as_ref(), 20);
    assert!(analysis.proven && analysis.value == 0.5 && analysis.depth < 20, "{analysis:?}");
    assert!(analysis.bytes <= MEMORY && !analysis.line.is_empty());
}

#[test]
fn a_win_in_one_is_taken_and_a_loss_in_one_is_not() {
    let wins = result(after(TIC_TAC_TOE, &[0, 3, 1, 4]).as_ref(), 3);
    assert_eq!((wins.best, wins.proven, wins.value, wins.depth), (Some(2), true, 1.0, 1));
    assert_eq!(result(after(TIC_TAC_TOE, &[0, 4, 1]).as_ref(), 2).best, Some(2));
}

#[test]
fn the_same_search_finds_the_same() {
    for line in [SUSAN, KONANE] {
        let position = machine(line).start();
        assert_eq!(result(position.as_ref(), 3), result(position.as_ref(), 3));
    }
}

#[test]
fn it_ends_when_it_is_stopped_or_the_time_is_over() {
    let mut search = search(machine(SUSAN).start().as_ref()).unwrap();
    search.run(None, None, &AtomicBool::new(true));
    assert!(search.result().best.is_some(), "there is always a ply");
    search.run(None, Some(Duration::from_millis(30)), &AtomicBool::new(false));
    assert!(search.result().depth > 0);
}

#[test]
fn other_games_are_refused() {
    assert_eq!(search(machine(HIDDEN).start().as_ref()).err(), Some(AlphaBetaRefusal::Hidden));
    assert_eq!(search(after(TIC_TAC_TOE, &[0, 3, 1, 4, 2]).as_ref()).err(), Some(AlphaBetaRefusal::Over));
    let mut search = search(machine(SUSAN).start().as_ref()).unwrap();
    assert_eq!(search.set_root(machine(KONANE).start().as_ref()), Err(AlphaBetaRefusal::Other));
}

#[test]
fn self_play_finds_that_two_in_a_row_are_worth_more_than_one() {
    let (position, stop) = (machine(TIC_TAC_TOE).start(), AtomicBool::new(false));
    let tuning = Tuning { games: 300, seed: 1, ..Tuning::default() };
    let weights = tune(position.as_ref(), tuning, &stop, &|_| ()).unwrap();
    assert_eq!(tune(position.as_ref(), tuning, &stop, &|_| ()).unwrap(), weights);
    let at = position.explorer();
    let of = |name: &str| weights[at.features().iter().position(|feature| feature.name == name).unwrap()];
    assert!(of("lines.3.2") > of("lines.3.1"), "{weights:?}");
}

/// Weights by whose values plies are ordered.
struct Ordering(Weights);

impl Evaluate for Ordering {
    fn set_root(&mut self, _: &dyn Explorer) {}

    fn push(&mut self, _: &dyn Explorer) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, at: &dyn Explorer) -> f32 {
        self.0.evaluate(at)
    }

    fn evaluate_outcome(&mut self, end: &dyn TurnOutcome) -> f32 {
        self.0.evaluate_outcome(end)
    }

    fn evaluates_turns(&self) -> bool {
        true
    }

    fn orders_plies(&self) -> bool {
        true
    }
}

#[test]
fn plies_ordered_by_value_give_the_same_result() {
    for plies in [&[][..], &[0], &[0, 4], &[0, 1], &[0, 3, 1], &[0, 3, 1, 4], &[4, 0, 1]] {
        let position = after(TIC_TAC_TOE, plies);
        let evaluator = |at: &dyn Explorer| -> Box<dyn Evaluate> { Box::new(Ordering(Weights::prior(at.features()))) };
        let mut ordered = AlphaBeta::new(position.as_ref(), MEMORY, evaluator).unwrap();
        ordered.run(Some(20), None, &AtomicBool::new(false));
        let (one, other) = (ordered.result(), result(position.as_ref(), 20));
        assert_eq!((one.proven, one.score), (other.proven, other.score), "{plies:?}");
    }
}
