//! Tests of kernels for turns of several plies against the general engine, ply by ply. The programs are of games of
//! several sizes, written by Python (`lusory.engine.program`); here some of their words are changed.

use super::super::{BoxedKernel, Span, Trace, TurnEnd};
use super::turns;
use crate::board::{self, width};
use crate::compile::compile_for_board;
use crate::game::Game;
use crate::graph::Graph;
use crate::movegen::Offers;
use crate::numbering::Numbering;
use crate::playouts::{PlayoutOptions, PlayoutTask, RunControl, playouts, trace};
use crate::rule::{Rules, parse};
use crate::state::State;
use crate::totals::{MeasureCounter, Totals};
use crate::turns::{Gain, GainEvaluator, Halt, TurnEnumeration, outcomes};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

const EIGHT: &str = include_str!("../../../tests/data/kernels/serendipity-8.json");
const TWELVE: &str = include_str!("../../../tests/data/kernels/serendipity-12.json");

/// Constructors of a runner, for one word and for two.
pub type Makers = (fn(&Game<1>) -> Option<BoxedKernel>, fn(&Game<2>) -> Option<BoxedKernel>);

/// The limit of plies per game.
const LIMIT: u32 = 1000;

/// A program with some words changed.
pub fn changed(program: &str, changes: &[(&str, Value)]) -> String {
    let mut value: Value = serde_json::from_str(program).unwrap();
    for (path, new) in changes {
        *value.pointer_mut(&format!("/rules/{path}")).unwrap_or_else(|| panic!("{path}")) = new.clone();
    }
    value.to_string()
}

/// Compares games of a kernel and the general engine; false where no kernel supports the rules.
pub fn alike(program: &str, makers: Makers, games: u64) -> bool {
    let (rules, graph, layout) = parse::read(program).unwrap();
    let (words, numbering) = width(&graph);
    match words {
        1 => compare(laid(rules, &graph, numbering.as_ref(), layout), makers.0, games),
        _ => compare(laid(rules, &graph, numbering.as_ref(), layout), makers.1, games),
    }
}

fn laid<const W: usize>(rules: Rules, graph: &Graph, numbering: Option<&Numbering>, layout: board::Layout) -> Game<W> {
    Game { plan: compile_for_board(rules, graph, numbering, layout).unwrap() }
}

fn compare<const W: usize>(game: Game<W>, make: fn(&Game<W>) -> Option<BoxedKernel>, games: u64) -> bool {
    let Some(runner) = make(&game) else { return false };
    for number in 0..games {
        // Every seventh game is cut off somewhere.
        let limit = if number % 7 == 0 { number as u32 } else { LIMIT };
        assert_eq!(runner.trace(3, number, limit), slowly(&game, 3, number, limit), "game {number}");
    }
    let (stop, mut totals) = (AtomicBool::new(false), Totals::default());
    runner.run(None, Span { seed: 5, games: 0..games, limit: LIMIT }, &mut totals, &stop);
    let of = |measures| {
        let want = PlayoutOptions { measures, general: true };
        let task = PlayoutTask { from: None, games: 0..games, seed: 5, threads: 1, limit: LIMIT, want, lanes: None };
        playouts(&game, &task, RunControl { stop: &stop, progress: &|_| () })
    };
    assert_eq!(totals, of(false));
    let mut count = MeasureCounter::new(&game.plan.board.cell);
    runner.run_observed(None, Span { seed: 5, games: 0..games, limit: LIMIT }, &mut count, &stop);
    assert_eq!(count.totals(), of(true));
    true
}

/// A game of the general engine: each ply is drawn, looked up by its id and applied.
fn slowly<const W: usize>(game: &Game<W>, seed: u64, number: u64, limit: u32) -> Trace {
    let plies = trace(game, seed, number, limit);
    let (mut state, mut offers) = (game.start(), Offers::default());
    for &played in &plies {
        game.offers(&state, &mut offers);
        let ply = offers.list(&game.plan).into_iter().find(|&(id, _)| id == played).unwrap().1;
        game.play(&mut state, &ply, None);
    }
    let ended = state.result.map(|result| ((2.0 * result.values[0]).round() as u8, result.reason));
    Trace { plies, ended }
}

fn serendipity(program: &str, changes: &[(&str, Value)], games: u64) -> bool {
    alike(&changed(program, changes), (turns, turns), games)
}

#[test]
fn boards_of_one_word_and_of_two() {
    assert!(serendipity(EIGHT, &[], 300));
    assert!(serendipity(TWELVE, &[], 40));
}

#[test]
fn other_numbers() {
    let few = json!([{"word": "put", "at": {"word": "ranks", "first": 2, "last": 2}, "side": 0}]);
    assert!(serendipity(EIGHT, &[("setup", few), ("ends/0/when/right", json!(3))], 100));
    assert!(serendipity(EIGHT, &[("ends/1/when/n", json!(1))], 40));
    assert!(serendipity(EIGHT, &[("ends/3/when", json!({"word": "repeats", "n": 2}))], 200));
    let quiet = json!({"word": "quiet", "n": 3, "without": "capture", "unit": "turn"});
    assert!(serendipity(EIGHT, &[("ends/4/when", quiet)], 200));
}

#[test]
fn other_turns() {
    let just = || json!({"word": "just"});
    assert!(serendipity(EIGHT, &[("turn/stop", json!(false))], 100));
    assert!(serendipity(EIGHT, &[("turn/parts/1/what", just())], 100));
    assert!(serendipity(EIGHT, &[("turn/parts/2/what", json!({"word": "moved"}))], 100));
    let quiet = json!({"word": "hop", "what": {"word": "neutral"}, "captures": false});
    assert!(serendipity(EIGHT, &[("turn/parts/2", quiet)], 100));
    let still = json!({"word": "and", "parts": [{"word": "not", "of": {"word": "moved"}}, {"word": "neutral"}]});
    let hop = json!({"word": "hop", "what": just(), "over": still});
    assert!(serendipity(EIGHT, &[("turn/parts/3/ply", hop)], 100));
}

#[test]
fn other_ends() {
    let loss = json!({"word": "loss", "when": {"word": "quiet", "n": 5, "without": "capture"}});
    assert!(serendipity(EIGHT, &[("ends/4", loss)], 100));
    let draw = json!({"word": "draw", "when": {"word": "no", "of": {"word": "neutral"}}});
    assert!(serendipity(EIGHT, &[("ends/0", draw)], 60));
    let most = json!({"word": "most", "number": {"word": "captured"}, "when": {"word": "quiet", "n": 4}});
    assert!(serendipity(EIGHT, &[("ends/1", most)], 100));
}

#[test]
fn what_is_of_another_shape_is_left_alone() {
    assert!(!serendipity(EIGHT, &[("turn/parts/0/what", json!({"word": "at", "names": "a1"}))], 0));
    assert!(!serendipity(EIGHT, &[("ends/1/when", json!({"word": "no-ply"}))], 0));
    let owned = json!([{"word": "put", "at": {"word": "ranks", "first": 1, "last": 3}, "side": 1}]);
    assert!(!serendipity(EIGHT, &[("setup", owned)], 0));
}

/// The states at the start of turns of a random game.
fn turn_starts(game: &Game<1>, seed: u64) -> Vec<State<1>> {
    let (mut state, mut offers, mut starts) = (game.start(), Offers::default(), Vec::new());
    for played in trace(game, seed, 0, LIMIT) {
        if game.turn_over(&state) {
            starts.push(state.clone());
        }
        game.offers(&state, &mut offers);
        let ply = offers.list(&game.plan).into_iter().find(|&(id, _)| id == played).unwrap().1;
        game.play(&mut state, &ply, None);
    }
    starts
}

/// Compares whole turns of a kernel with the general engine; returns how many ended the game.
fn whole_turns_alike(changes: &[(&str, Value)], games: u64) -> usize {
    let (rules, graph, layout) = parse::read(&changed(EIGHT, changes)).unwrap();
    let game: Game<1> = laid(rules, &graph, width(&graph).1.as_ref(), layout);
    let (runner, go, mut ended) = (turns(&game).unwrap(), AtomicBool::new(false), 0);
    for state in (0..games).flat_map(|seed| turn_starts(&game, seed)) {
        let (gauge, general) = (GainEvaluator::new(&game, &state), outcomes(&game, &state, u64::MAX, &go).unwrap());
        let gains: HashMap<&State<1>, Gain> = general.turns.iter().map(|turn| (&turn.state, turn.gain)).collect();
        let mut gains_found = HashMap::new();
        let see = &mut |end: &TurnEnd<'_>| {
            gains_found.entry((end.key)()).or_insert_with(|| (end.plies.to_vec(), end.taken, end.halves));
        };
        assert_eq!(runner.turns(&state, u64::MAX, &go, see), Some(Ok(true)));
        let mut walk = TurnEnumeration::new(&game, u64::MAX, &go);
        for (plies, taken, halves) in gains_found.values() {
            let after = walk.replay(&state, plies).unwrap().unwrap_or_else(|| panic!("{plies:?}"));
            let gain = Gain { margin: i64::from(*taken), result: halves.map_or(0, |halves| halves as i8 - 1) };
            assert_eq!((gains.get(after), gauge.gain(&game, after)), (Some(&gain), gain));
            assert_eq!(after.result.is_some(), halves.is_some());
            ended += usize::from(halves.is_some());
        }
        let goes_on = gains_found.values().filter(|(_, _, halves)| halves.is_none()).count();
        assert_eq!(goes_on, general.turns.iter().filter(|turn| turn.state.result.is_none()).count());
        let over = |state: &State<1>| {
            let values = state.result.as_ref().map(|result| result.values.map(|value| (2.0 * value) as u8));
            values.map(|values| (state.pieces.clone(), state.captured, values))
        };
        let all: HashSet<_> = general.turns.iter().filter_map(|turn| over(&turn.state)).collect();
        let mut reached = HashSet::new();
        for (plies, ..) in gains_found.values() {
            reached.extend(over(walk.replay(&state, plies).unwrap().unwrap()));
        }
        assert_eq!(reached, all);
    }
    ended
}

#[test]
fn whole_turns_are_those_of_the_general_way() {
    assert!(whole_turns_alike(&[], 1) > 0);
    let few = json!([{"word": "put", "at": {"word": "ranks", "first": 2, "last": 2}, "side": 0}]);
    let quiet = json!({"word": "quiet", "n": 3, "without": "capture", "unit": "turn"});
    let twice = json!({"word": "repeats", "n": 2});
    let by_ply = json!({"word": "loss", "when": {"word": "quiet", "n": 5, "without": "capture"}});
    for change in [("ends/4/when", quiet), ("ends/3/when", twice), ("ends/4", by_ply), ("turn/stop", json!(false))] {
        assert!(whole_turns_alike(&[("setup", few.clone()), change], 3) > 0);
    }
    // Turns that begin with a jump: soon there is none, and the next side has no ply.
    let neutral = || json!({"word": "neutral"});
    let hop = json!({"word": "hop", "what": neutral(), "over": neutral(), "captures": true});
    let three = json!([{"word": "put", "at": {"word": "ranks", "first": 1, "last": 3}, "side": 0}]);
    for stop in [false, true] {
        let jumps = [("turn/parts/0", hop.clone()), ("turn/stop", json!(stop)), ("setup", three.clone())];
        assert!(whole_turns_alike(&jumps, 2) > 0);
    }
}

#[test]
fn whole_turns_are_limited_and_stopped_and_begin_with_a_turn() {
    let (rules, graph, layout) = parse::read(EIGHT).unwrap();
    let game: Game<1> = laid(rules, &graph, width(&graph).1.as_ref(), layout);
    let (runner, mut state, mut seen) = (turns(&game).unwrap(), game.start(), 0);
    let mut count =
        |state: &State<1>, most, stop| runner.turns(state, most, &AtomicBool::new(stop), &mut |_| seen += 1);
    assert_eq!(count(&state, 10, false), Some(Ok(false)));
    assert_eq!(count(&state, 10, true), Some(Err(Halt::Stopped)));
    let mut other = state.clone();
    other.captured[0] = 1; // where no piece is missing
    assert_eq!(count(&other, 10, false), None);
    let mut offers = Offers::default();
    game.offers(&state, &mut offers);
    game.play(&mut state, &offers.list(&game.plan)[0].1, None);
    assert_eq!(count(&state, 10, false), None);
    assert!(seen > 0 && seen <= 10);
}
