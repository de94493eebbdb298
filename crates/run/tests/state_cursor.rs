//! Positions of a search as the words of a program's state: they have the plies, players and ends that the engine says, after
//! any ply and after they were saved and loaded.

mod common;

use common::{LONGEST, leaf, replay};
use lusory_engine::machine::{Position, compile};
use lusory_engine::stream::Stream;
use lusory_play::{Candidate, LeafPlayouts, PlayoutSettings, SavedPositions, StateCursor};
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// So many plies of each game.
const PLIES: usize = 40;

/// The cursor at a position, of a game that has one.
fn cursor_at(program: &str, position: &Arc<dyn Position>, decisive: bool) -> Option<Box<dyn StateCursor>> {
    lusory_run::lane_player(program)?.state_cursor(position.state(), decisive)
}

/// Asserts that both say the same of the position; returns the plies.
fn compare(name: &str, cursor: &mut dyn StateCursor, position: &Arc<dyn Position>) -> Vec<Candidate> {
    let (mut plies, mut weights, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    cursor.candidates(&mut plies, &mut weights);
    let ended = position.result().map(|ending| ending.values);
    let values = cursor.values();
    assert_eq!(values.as_ref().and_then(|values| values.get(..position.seats().len())), ended.as_deref(), "{name}");
    if ended.is_some() {
        return Vec::new();
    }
    let ids: Vec<u32> = plies.iter().map(|ply| ply.id).collect();
    assert_eq!((cursor.to_move(), &ids), (position.to_move(), &position.legal()), "{name}");
    if position.to_move() < 0 {
        position.walker().weights(&mut expected);
        let parts = |weights: &[u32]| {
            let all: u32 = weights.iter().sum();
            weights.iter().map(|&weight| f64::from(weight) / f64::from(all)).collect::<Vec<_>>()
        };
        assert_eq!(parts(&weights), parts(&expected), "{name}");
    }
    for ply in plies.iter().filter(|ply| ply.final_halves.is_some()) {
        let result = position.play(ply.id).unwrap().0.result().map(|ending| (2.0 * ending.values[0]).round() as u8);
        assert_eq!(ply.final_halves, result, "{name}: {}", ply.id);
    }
    plies
}

/// A random game on both, with the states on the way.
fn walk(name: &str, cursor: &mut dyn StateCursor, from: &Arc<dyn Position>, stream: &mut Stream) -> Vec<Stored> {
    let (mut position, mut stored) = (from.clone(), Vec::new());
    for _ in 0..PLIES {
        let plies = compare(name, cursor, &position);
        let Some(count) = NonZeroU64::new(plies.len() as u64) else { break };
        let mut state = vec![0; cursor.words()];
        cursor.save(&mut state);
        stored.push((state, position.clone()));
        let ply = plies[stream.below(count) as usize];
        cursor.play(ply.id, ply.number);
        position = position.play(ply.id).unwrap().0;
    }
    stored
}

/// The words of a state, and its position.
type Stored = (Vec<u64>, Arc<dyn Position>);

/// Goes to a position on the way.
fn go_to(cursor: &mut dyn StateCursor, stored: &[Stored], number: usize) {
    cursor.load(&mut stored[..=number].iter().map(|(state, _)| state.as_slice()));
}

/// Positions on the way.
fn saved(cursor: &mut dyn StateCursor, stored: &[Stored], numbers: &[usize]) -> SavedPositions {
    let mut positions = SavedPositions::default();
    for &number in numbers {
        go_to(cursor, stored, number);
        positions.push(cursor);
    }
    positions
}

/// Random games from several positions at once.
fn play_from(name: &str, cursor: &mut dyn StateCursor, stored: &[Stored], stream: &mut Stream) {
    let (mut playouts, stop) = (LeafPlayouts::default(), AtomicBool::new(false));
    let settings = PlayoutSettings { max_plies: LONGEST, decisive: true };
    for some in (0..stored.len()).collect::<Vec<_>>().chunks(5) {
        playouts.prepare(some.len(), true);
        let positions = saved(cursor, stored, some);
        cursor.playouts(&positions, stream, settings, &stop, &mut playouts);
        for ((&number, &result), plies) in some.iter().zip(&playouts.results).zip(&playouts.plies) {
            replay(name, &stored[number].1, plies, result);
        }
    }
}

#[test]
fn a_cursor_agrees_with_the_engine() {
    let mut met = 0;
    for (name, program) in common::all() {
        for seed in 0..4 {
            let mut stream = Stream::new(seed, 11);
            let from = leaf(&program, 3 * seed, &mut stream);
            if from.result().is_some() {
                continue;
            }
            let Some(mut cursor) = cursor_at(&program, &from, seed % 2 == 0) else { continue };
            let stored = walk(&name, cursor.as_mut(), &from, &mut stream);
            for (number, (_, position)) in stored.iter().enumerate().rev().step_by(3) {
                go_to(cursor.as_mut(), &stored, number);
                compare(&name, cursor.as_mut(), position);
            }
            play_from(&name, cursor.as_mut(), &stored, &mut stream);
            met += usize::from(seed == 0);
        }
    }
    assert!(met >= 78, "{met} games have a cursor");
}

#[test]
fn random_games_do_not_depend_on_what_was_played_before() {
    let (name, program) = common::games().into_iter().find(|(name, _)| name == "ataxx").unwrap();
    let start = compile(&program).unwrap().start();
    let play = |warm: bool| {
        let mut cursor = cursor_at(&program, &start, true).unwrap();
        let stored = walk(&name, cursor.as_mut(), &start, &mut Stream::new(1, 1));
        if warm {
            play_from(&name, cursor.as_mut(), &stored, &mut Stream::new(5, 5));
        }
        let mut playouts = LeafPlayouts::default();
        playouts.prepare(6, true);
        let positions = saved(cursor.as_mut(), &stored, &[0, 1, 2, 3, 4, 5]);
        let settings = PlayoutSettings { max_plies: LONGEST, decisive: true };
        cursor.playouts(&positions, &mut Stream::new(2, 2), settings, &AtomicBool::new(false), &mut playouts);
        (playouts.results.clone(), playouts.plies[..6].to_vec())
    };
    assert_eq!(play(false), play(true));
}
