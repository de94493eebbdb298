//! Tests of information set search: its choices depend on the player's knowledge alone.

use lusory_engine::machine::{Machine, Position, compile};
use lusory_engine::stream::Stream;
use lusory_search::limits::Limits;
use lusory_search::options::Options;
use lusory_search::report::Report;
use lusory_search::search::Search;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const HIDDEN: &str = include_str!("../../engine/tests/data/hidden-gomoku.json");

fn machine() -> Arc<dyn Machine> {
    let example: serde_json::Value = serde_json::from_str(HIDDEN).unwrap();
    compile(&example["program"].to_string()).unwrap()
}

fn random(plies: usize, seed: u64) -> Option<Arc<dyn Position>> {
    let (mut position, mut stream) = (machine().start(), Stream::new(seed, 0));
    for _ in 0..plies {
        let ply = position.select(stream.below(NonZeroU64::new(position.count())?))?;
        position = position.play(ply)?.0;
    }
    position.result().is_none().then_some(position)
}

fn report(position: &dyn Position, viewer: u8, options: Options, simulations: u64) -> Report {
    let mut search = Search::<dyn Position, _>::of_knowledge(position.knows(viewer), options, None);
    search.run(Limits::simulations(simulations), &AtomicBool::new(false));
    search.report().unwrap()
}

#[test]
fn what_it_says_depends_on_what_its_player_knows_alone() {
    let (never, mut compared) = (AtomicBool::new(false), 0);
    for seed in 0..30 {
        let Some(position) = random(3 + seed as usize % 9, seed) else { continue };
        let viewer = position.to_move() as u8;
        for other in position.consistent(viewer, 3, &never) {
            if other.same(position.as_ref()) {
                continue;
            }
            compared += 1;
            for threads in [1, 2] {
                let options = Options { seed, threads, ..Options::default() };
                let (first, second) =
                    (report(position.as_ref(), viewer, options, 60), report(other.as_ref(), viewer, options, 60));
                assert_eq!(first, second);
            }
        }
    }
    assert!(compared > 10, "too few twins to say anything: {compared}");
}

#[test]
fn it_chooses_legal_plies_and_counts_its_simulations() {
    for seed in 0..20 {
        let Some(position) = random(seed as usize % 10, seed) else { continue };
        let report = report(position.as_ref(), position.to_move() as u8, Options::default(), 50);
        assert!(position.legal().contains(&report.best.unwrap()));
        let visits: u64 = report.plies.iter().map(|ply| ply.visits).sum();
        assert_eq!((report.simulations, visits), (50, 50));
        let mut ids: Vec<u32> = report.plies.iter().map(|ply| ply.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, position.legal());
    }
}

#[test]
fn it_finds_a_win_that_nothing_hidden_can_stop() {
    // Played by random, a position is looked for in which some ply ends the game at once in every state it could be.
    let never = AtomicBool::new(false);
    let wins = |position: &dyn Position, ply: u32, player: usize| {
        let after = position.play(ply).map(|(after, _)| after);
        after.and_then(|after| after.result()).is_some_and(|ending| ending.values[player] == 1.0)
    };
    let mut compared = 0;
    for (plies, seed) in (6..30).flat_map(|plies| (0..40).map(move |seed| (plies, seed))) {
        let Some(position) = random(plies, seed) else { continue };
        let player = position.to_move() as u8;
        let states = position.consistent(player, 50, &never);
        let sure = |ply: &u32| states.iter().all(|state| wins(state.as_ref(), *ply, usize::from(player)));
        let winning: Vec<u32> = position.legal().into_iter().filter(sure).collect();
        if winning.is_empty() || winning.len() == position.legal().len() {
            continue;
        }
        compared += 1;
        let report = report(position.as_ref(), player, Options::default(), 1000);
        assert!(winning.contains(&report.best.unwrap()), "{plies} {seed}: {report:?}");
        if compared == 3 {
            break;
        }
    }
}

#[test]
fn it_stops_and_keeps_to_its_memory() {
    let position = random(4, 1).unwrap();
    let mut search =
        Search::<dyn Position, _>::of_knowledge(position.knows(position.to_move() as u8), Options::default(), None);
    search.run(Limits::time(Duration::from_secs(3600)), &AtomicBool::new(true));
    assert!(search.report().is_none() && search.position().is_none() && search.advance(0) == Ok(false));
    search.run(Limits::time(Duration::from_millis(10)), &AtomicBool::new(false));
    assert!(search.report().unwrap().simulations > 0);
    let options = Options { memory: 20_000, ..Options::default() };
    let report = report(position.as_ref(), position.to_move() as u8, options, 2000);
    assert!(report.is_full && report.bytes < 40_000, "{report:?}");
}

#[test]
fn a_tree_is_kept_for_what_its_player_has_observed_since() {
    let (mut kept_nodes, mut compared) = (0, 0);
    for seed in 0..10 {
        let (Some(mut position), mut stream) = (random(4, seed), Stream::new(seed, 1)) else { continue };
        let viewer = position.to_move() as u8;
        let begun = position.knows(viewer);
        let mut search =
            Search::<dyn Position, _>::of_knowledge(begun.clone(), Options { seed, ..Options::default() }, None);
        search.run(Limits::simulations(2000), &AtomicBool::new(false));
        let before = search.report().unwrap();
        position = position.play(before.best.unwrap()).unwrap().0;
        while position.result().is_none() && position.to_move() as u8 != viewer {
            let number = stream.below(NonZeroU64::new(position.count()).unwrap());
            position = position.play(position.select(number).unwrap()).unwrap().0;
        }
        if position.result().is_some() {
            continue;
        }
        compared += 1;
        assert!(search.follow(position.knows(viewer)) && !search.follow(begun));
        let visits = search.report().map_or(0, |report| report.visits);
        assert!(visits < before.visits);
        search.run(Limits::simulations(100), &AtomicBool::new(false));
        let after = search.report().unwrap();
        assert_eq!((after.visits, after.simulations), (visits + 100, before.simulations + 100));
        let mut ids: Vec<u32> = after.plies.iter().map(|ply| ply.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, position.legal());
        kept_nodes += visits;
    }
    assert!(compared > 3 && kept_nodes > 0, "{compared} {kept_nodes}");
}
