//! Tests of turn enumeration against every sequence of plies.

use super::*;
use crate::board;
use crate::compile::compile_for_board;
use crate::movegen::Offers;
use crate::rule::parse;
use crate::stream::Stream;
use proptest::prelude::*;
use std::collections::HashSet;
use std::num::NonZeroU64;

const SERENDIPITY: &str = include_str!("../../tests/data/kernels/serendipity-8.json");
const GOLDEN: [&str; 5] = [
    include_str!("../../tests/data/tic-tac-toe.json"),
    include_str!("../../tests/data/hidden-gomoku.json"),
    include_str!("../../tests/data/konane.json"),
    include_str!("../../tests/data/ataxx.json"),
    include_str!("../../tests/data/nine-mens-morris.json"),
];
static GO: AtomicBool = AtomicBool::new(false);

fn game(program: &str) -> Game<1> {
    let (rules, graph, layout) = parse::read(program).unwrap();
    let (_, numbering) = board::width(&graph);
    Game { plan: compile_for_board(rules, &graph, numbering.as_ref(), layout).unwrap() }
}

fn golden(line: &str) -> Option<Game<1>> {
    let example: serde_json::Value = serde_json::from_str(line).unwrap();
    let program = example["program"].to_string();
    let (_, graph, _) = parse::read(&program).unwrap();
    (board::width(&graph).0 == 1).then(|| game(&program))
}

/// A state after so many random plies.
fn reached(game: &Game<1>, seed: u64, plies: usize) -> State<1> {
    let (mut state, mut offers, mut stream) = (game.start(), Offers::default(), Stream::new(seed, 0));
    for _ in 0..plies {
        game.offers(&state, &mut offers);
        let Some(count) = NonZeroU64::new(offers.count()) else { break };
        let before = state.clone();
        game.play(&mut state, &offers.get(&game.plan, stream.below(count)).unwrap(), None);
        if state.result.is_some() {
            return before;
        }
    }
    state
}

/// Every sequence of plies that makes a whole turn: the ids, and the state.
fn sequences(game: &Game<1>, mover: i8, state: &State<1>, before: &[u32], all: &mut Vec<(Vec<u32>, State<1>)>) {
    let mut offers = Offers::default();
    game.offers(state, &mut offers);
    for (id, ply) in offers.list(&game.plan) {
        let mut after = state.clone();
        game.play(&mut after, &ply, None);
        if state.pending.is_none() && after.pending.is_some() {
            let mut answers = Offers::default();
            game.offers(&after, &mut answers);
            let silent = answers.list(&game.plan)[0].1;
            game.play(&mut after, &silent, None);
        }
        let ids = [before, &[id]].concat();
        if after.result.is_some() || game.turn_over(&after) || game.to_move(&after) != mover {
            all.push((ids, after));
        } else {
            sequences(game, mover, &after, &ids, all);
        }
    }
}

fn all(game: &Game<1>, state: &State<1>) -> Vec<(Vec<u32>, State<1>)> {
    let mut outcomes_found = Vec::new();
    sequences(game, game.to_move(state), state, &[], &mut outcomes_found);
    outcomes_found
}

fn gained(game: &Game<1>, state: &State<1>) -> Option<Gain> {
    let gauge = GainEvaluator::new(game, state);
    all(game, state).iter().map(|(_, after)| gauge.gain(game, after)).max()
}

/// The largest gain after the best reply, by brute force.
fn after_replies(game: &Game<1>, state: &State<1>) -> Option<Gain> {
    let (gauge, mover) = (GainEvaluator::new(game, state), game.to_move(state));
    let value = |after: &State<1>| {
        let gain = gauge.gain(game, after);
        let replier = game.to_move(after);
        let none = after.result.is_some() || replier < 0 || replier == mover;
        if none { gain } else { gain.less(gained(game, after).unwrap()) }
    };
    let different: HashSet<State<1>> = all(game, state).into_iter().map(|(_, after)| after).collect();
    different.iter().map(value).max()
}

fn best_of(game: &Game<1>, state: &State<1>, way: TurnMethod, seed: u64) -> TurnChoice<1> {
    best(game, state, way, &mut Stream::new(seed, 0), u64::MAX, &GO).unwrap()
}

#[test]
fn serendipity_begins_with_1601_outcomes_of_3247_sequences() {
    let game = game(SERENDIPITY);
    let start = game.start();
    assert_eq!(all(&game, &start).len(), 3247);
    let outcomes_found = outcomes(&game, &start, u64::MAX, &GO).unwrap();
    assert!(outcomes_found.complete);
    assert_eq!(outcomes_found.turns.len(), 1601);
}

#[test]
fn outcomes_are_those_of_all_sequences_and_each_is_reached() {
    let games: Vec<_> = GOLDEN.iter().filter_map(|line| golden(line)).chain([game(SERENDIPITY)]).collect();
    assert!(games.len() >= 4);
    for game in &games {
        for (seed, plies) in [(1, 0), (2, 5), (3, 12), (4, 30)] {
            let state = reached(game, seed, plies);
            let (outcomes_found, all) = (outcomes(game, &state, u64::MAX, &GO).unwrap(), all(game, &state));
            let different: HashSet<&State<1>> = all.iter().map(|(_, after)| after).collect();
            let turns: HashSet<&State<1>> = outcomes_found.turns.iter().map(|turn| &turn.state).collect();
            assert_eq!((turns.len(), &turns), (outcomes_found.turns.len(), &different));
            for turn in &outcomes_found.turns {
                assert!(all.contains(&(turn.ids(game), turn.state.clone())));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_best_turn_is_the_best_of_all(index in 0..GOLDEN.len(), seed: u64, plies in 0usize..40) {
        let Some(game) = golden(GOLDEN[index]) else { return Ok(()) };
        let state = reached(&game, seed, plies);
        if game.to_move(&state) < 0 || all(&game, &state).len() > 300 {
            return Ok(());
        }
        let (gauge, turns) = (GainEvaluator::new(&game, &state), all(&game, &state));
        let came_to = |best: &TurnChoice<1>| {
            let ids: Vec<u32> = best.plies.iter().map(|ply| id(&game.plan, ply)).collect();
            turns.iter().find(|(plies, _)| *plies == ids).map(|(_, after)| after.clone())
        };
        let greedy = best_of(&game, &state, TurnMethod::Greedy, seed);
        prop_assert_eq!(Some(greedy.value), gained(&game, &state));
        prop_assert_eq!(came_to(&greedy).map(|after| gauge.gain(&game, &after)), Some(greedy.value));
        let reply = best_of(&game, &state, TurnMethod::Reply, seed);
        prop_assert_eq!(Some(reply.value), after_replies(&game, &state));
        prop_assert!(came_to(&reply).is_some() && greedy.complete && reply.complete);
        let tried = best_of(&game, &state, TurnMethod::Tries(20), seed);
        prop_assert_eq!(came_to(&tried).map(|after| gauge.gain(&game, &after)), Some(tried.value));
        prop_assert!(tried.value <= greedy.value);
    }
}

#[test]
fn a_reply_is_weighed_in_serendipity() {
    let game = game(SERENDIPITY);
    let state = reached(&game, 7, 60);
    let few = all(&game, &state).len();
    assert!(few < 20_000, "{few}");
    assert_eq!(best_of(&game, &state, TurnMethod::Greedy, 1).value, gained(&game, &state).unwrap());
    assert_eq!(best_of(&game, &state, TurnMethod::Reply, 1), best_of(&game, &state, TurnMethod::Reply, 1));
}

#[test]
fn tries_end_only_when_they_must() {
    let game = game(SERENDIPITY);
    let best = best_of(&game, &game.start(), TurnMethod::Tries(1), 1);
    assert!(best.plies.len() >= 2, "two steps can always be made at the start");
}

#[test]
fn a_limit_is_told_and_a_stop_heeded() {
    let game = game(SERENDIPITY);
    let start = game.start();
    let few = outcomes(&game, &start, 100, &GO).unwrap();
    assert!(!few.complete && !few.turns.is_empty() && few.turns.len() <= 100);
    let some = best(&game, &start, TurnMethod::Reply, &mut Stream::new(1, 0), 100, &GO).unwrap();
    assert!(!some.complete && !some.plies.is_empty());
    let stopped = AtomicBool::new(true);
    assert_eq!(outcomes(&game, &start, u64::MAX, &stopped), Err(Halt::Stopped));
}

#[test]
fn a_win_counts_more_than_what_is_counted() {
    let gain = |result, counted| Gain { result, margin: counted };
    assert!(gain(1, 0) > gain(0, 5) && gain(0, 0) > gain(-1, 5) && gain(1, 2) > gain(1, 1));
}
