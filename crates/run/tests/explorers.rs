//! Explorers by programs say of every position what those of the general engine say, along random games with plies undone.

mod common;

use lusory_engine::machine::{Explorer, Machine, compile};
use lusory_engine::stream::Stream;
use lusory_play::{PieceChange, PositionKey, Values};
use std::collections::HashSet;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// So many plies of each game are tried, undone ones included.
const STEPS: usize = 60;
/// Turns are enumerated with so many plies at the most.
const MOST_PLIES: u64 = 300;

/// The same game twice: by the general engine alone, and with programs.
fn machines(program: &str) -> [Arc<dyn Machine>; 2] {
    let machines = [compile(program).unwrap(), compile(program).unwrap()];
    machines[1].set_lane_provider(lusory_run::lane_player);
    machines
}

/// What an explorer says of a position, besides its hash.
#[derive(PartialEq, Debug)]
struct Said {
    legal: Vec<u32>,
    weights: Vec<u32>,
    captures: Vec<u32>,
    drawn: Option<u32>,
    mover: (i8, u8),
    values: Option<Values>,
    pieces: [Vec<PieceChange>; 2],
    counters: Vec<Vec<f32>>,
    players: Vec<u8>,
    turn_over: bool,
}

fn said(at: &mut dyn Explorer, seed: u64) -> Said {
    let (mut legal, mut weights, mut pieces) = (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
    let mut captures = Vec::new();
    at.legal(&mut legal);
    at.weights(&mut weights);
    at.pieces(&mut pieces[0]);
    at.changes(&mut pieces[1]);
    at.captures(&mut captures);
    let sides = 1..=at.players() as u8;
    let counters = sides.clone().map(|side| {
        let mut numbers = Vec::new();
        at.counters(side, &mut numbers);
        numbers
    });
    let (counters, mover) = (counters.collect(), (at.to_move(), at.side()));
    let players = sides.map(|side| at.player_of(side)).collect();
    let (drawn, values, turn_over) = (at.draw(&mut Stream::new(seed, 3)), at.values(), at.turn_over());
    Said { legal, weights, captures, drawn, mover, values, pieces, counters, players, turn_over }
}

fn features(at: &dyn Explorer) -> Vec<f32> {
    let mut values = vec![0.0; at.features().len()];
    at.write_features(&mut values);
    values
}

/// Whole turns are the same ones, and lead to the same positions; parts of turns change nothing.
fn compare_turns(name: &str, both: &mut [Box<dyn Explorer>; 2]) {
    let [one, other] = &mut *both;
    let (mut edges, mut found, stop) = (Vec::new(), Vec::new(), AtomicBool::new(false));
    let complete = one.outcomes(MOST_PLIES, &stop, &mut edges);
    assert_eq!(complete, other.outcomes(MOST_PLIES, &stop, &mut found), "{name}");
    assert_eq!(edges, found, "{name}");
    let before = said(other.as_mut(), 1);
    for edge in edges.iter().step_by(1 + edges.len() / 8) {
        let [mut plies, mut found] = [Vec::new(), Vec::new()];
        one.outcome_plies(edge.index, &mut plies);
        other.outcome_plies(edge.index, &mut found);
        assert_eq!(plies, found, "{name}");
        let longer = [&plies[..], &plies[..1]].concat();
        let turns = [None, Some(&plies[..]), Some(&plies[1..]), Some(&plies[..plies.len() - 1]), Some(&longer)];
        for turn in turns.into_iter().filter(|turn| turn.is_none_or(|turn| !turn.is_empty())) {
            let play = |at: &mut Box<dyn Explorer>| {
                let is_whole = match turn {
                    Some(turn) => at.play_turn(turn),
                    None => at.play_outcome(edge.index),
                };
                let (found, key, features) = (said(at.as_mut(), 1), at.key(), features(at.as_ref()));
                assert_eq!(is_whole && at.undo(), is_whole, "{name}");
                (is_whole, found, key, features)
            };
            assert_eq!(play(one), play(other), "{name}: {turn:?} of {plies:?}");
            assert_eq!(before, said(other.as_mut(), 1), "{name}: {turn:?} of {plies:?}");
        }
    }
}

/// Plays and undoes on both. Returns the positions met: their keys and hashes.
fn walk(name: &str, both: &mut [Box<dyn Explorer>; 2], seed: u64) -> Vec<(PositionKey, u64)> {
    let (mut stream, mut met, mut depth) = (Stream::new(seed, 5), Vec::new(), 0);
    let mut below = |bound: u64| stream.below(NonZeroU64::new(bound).unwrap());
    for step in 0..STEPS as u64 {
        let [one, other] = &mut *both;
        let (expected, found) = (said(one.as_mut(), step), said(other.as_mut(), step));
        assert_eq!(expected, found, "{name}, seed {seed}, step {step}");
        // Not at each step: the general engine is brought up from several plies above, too.
        if step % 3 == 0 {
            assert_eq!(features(one.as_ref()), features(other.as_ref()), "{name}, seed {seed}, step {step}");
        }
        if step % 5 == 0 {
            assert_eq!(one.key(), other.key(), "{name}, seed {seed}, step {step}");
        }
        if step % 6 == 0 && one.to_move() >= 0 && one.values().is_none() {
            compare_turns(name, both);
        }
        let [one, other] = &mut *both;
        met.push((one.key(), other.hash()));
        let count = expected.legal.len() as u64;
        if count == 0 || (depth > 0 && below(4) == 0) {
            let times = 1 + below(depth.max(1));
            (0..times).for_each(|_| assert_eq!(one.undo(), other.undo()));
            depth -= times.min(depth);
        } else {
            let id = expected.legal[below(count) as usize];
            assert!(one.play(id) && other.play(id), "{name}: {id}");
            depth += 1;
        }
    }
    met
}

#[test]
fn both_explorers_say_the_same() {
    let mut explored = [0, 0];
    for (name, program) in common::all() {
        let machines = machines(&program);
        for seed in 0..3 {
            let from = common::leaf(&program, 4 * seed, &mut Stream::new(seed, 11));
            let roots = [0, 1].map(|number| machines[number].load(&from.dump()).unwrap());
            let mut both = [0, 1].map(|number| roots[number].explorer());
            let is_program = both[0].hash() != both[1].hash();
            let met = walk(&name, &mut both, seed);
            // Equal positions have equal hashes.
            for (key, hash) in &met {
                assert!(!is_program || met.iter().filter(|(other, _)| other == key).all(|(_, other)| other == hash));
            }
            assert!([0, 1].iter().all(|&number| both[number].reset(roots[number].as_any())));
            walk(&name, &mut both, seed + 10);
            let is_long = both[0].has_long_turns();
            assert_eq!(is_long, both[1].has_long_turns());
            explored[usize::from(is_long)] += usize::from(seed == 0 && is_program);
        }
    }
    assert!(explored[0] >= 70 && explored[1] >= 50, "{explored:?} games of short and long turns are explored");
}

#[test]
fn a_game_that_is_over_stays_over() {
    for (name, program) in common::games() {
        let machines = machines(&program);
        let ended = common::leaf(&program, 400, &mut Stream::new(1, 11));
        let roots = [0, 1].map(|number| machines[number].load(&ended.dump()).unwrap());
        let mut fresh = [0, 1].map(|number| roots[number].explorer());
        let mut reset = machines[1].start().explorer();
        assert!(reset.reset(roots[1].as_any()), "{name}");
        let [one, other] = &mut fresh;
        let expected = said(one.as_mut(), 1);
        assert_eq!(expected, said(other.as_mut(), 1), "{name}");
        assert_eq!(expected, said(reset.as_mut(), 1), "{name}");
        assert_eq!(expected, said(other.copy().as_mut(), 1), "{name}");
        assert_eq!((one.key(), features(one.as_ref())), (reset.key(), features(reset.as_ref())), "{name}");
        assert!(reset.reset(machines[1].start().as_any()) && reset.values().is_none(), "{name}");
    }
}

#[test]
fn an_illegal_ply_changes_nothing() {
    let (_, program) = common::games().into_iter().find(|(name, _)| name == "susan").unwrap();
    let [_, machine] = machines(&program);
    let mut at = machine.start().explorer();
    let before = said(at.as_mut(), 1);
    assert!(!at.play(u32::MAX) && !at.undo());
    assert_eq!(said(at.as_mut(), 1), before);
}

/// Adds the keys and the hashes of the positions so many plies below, of the first twelve plies of each.
fn collect(at: &mut dyn Explorer, depth: u32, met: &mut [HashSet<u128>; 2]) {
    if at.values().is_some() {
        return;
    }
    if depth == 0 {
        met[0].insert(at.key().key);
        met[1].insert(at.hash().into());
        return;
    }
    let mut ids = Vec::new();
    at.legal(&mut ids);
    for id in ids.into_iter().take(12) {
        at.play(id);
        collect(at, depth - 1, met);
        at.undo();
    }
}

#[test]
fn positions_that_different_plies_lead_to_have_one_hash() {
    for (name, program) in common::games() {
        let [_, machine] = machines(&program);
        let mut met = [HashSet::new(), HashSet::new()];
        collect(machine.start().explorer().as_mut(), 4, &mut met);
        assert_eq!(met[0].len(), met[1].len(), "{name}");
    }
}
