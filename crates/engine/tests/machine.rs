//! Tests of the machine interface: random games of golden programs, every position dumped and restored.

use lusory_engine::machine::{Machine, PlayoutResult, PlayoutSettings, Position, Walker, compile};
use lusory_engine::stream::Stream;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const GOLDEN: [&str; 7] = [
    include_str!("data/tic-tac-toe.json"),
    include_str!("data/susan.json"),
    include_str!("data/serendipity.json"),
    include_str!("data/hidden-gomoku.json"),
    include_str!("data/konane.json"),
    include_str!("data/ataxx.json"),
    include_str!("data/nine-mens-morris.json"),
];

/// Games with a kernel, each with other moves, effects or ends.
const KERNELS: [&str; 4] = [
    include_str!("data/hex.json"),
    include_str!("data/havannah.json"),
    include_str!("data/ndengrod.json"),
    include_str!("data/doppel.json"),
];

fn program(line: &str) -> String {
    let example: serde_json::Value = serde_json::from_str(line).unwrap();
    example["program"].to_string()
}

fn machine(line: &str) -> Arc<dyn Machine> {
    compile(&program(line)).unwrap()
}

/// The positions of a random game of at most so many plies.
fn game(machine: &dyn Machine, seed: u64, plies: usize) -> Vec<Arc<dyn Position>> {
    let mut stream = Stream::new(seed, 0);
    let mut positions = vec![machine.start()];
    while positions.len() <= plies {
        let position = positions.last().unwrap();
        let Some(count) = NonZeroU64::new(position.count()) else { break };
        let action = position.select(stream.below(count)).unwrap();
        assert_eq!(position.audit(action), None);
        let next = position.play(action).unwrap().0;
        positions.push(next);
    }
    positions
}

#[test]
fn what_is_taken_apart_is_put_together_again() {
    for line in GOLDEN {
        let machine = machine(line);
        for position in game(machine.as_ref(), 1, 60) {
            let loaded = machine.load(&position.dump()).unwrap();
            assert!(loaded.same(position.as_ref()) && loaded.hash() == position.hash());
            assert_eq!(loaded.dump(), position.dump());
        }
    }
}

#[test]
fn plies_are_counted_selected_and_listed_alike() {
    for line in GOLDEN {
        for position in game(machine(line).as_ref(), 2, 40) {
            let legal = position.legal();
            let mut selected: Vec<u32> = (0..position.count()).filter_map(|n| position.select(n)).collect();
            selected.sort_unstable();
            assert_eq!(selected, legal);
            assert!(legal.windows(2).all(|pair| pair[0] < pair[1]) && position.select(position.count()).is_none());
            assert_eq!(position.weights().len(), legal.len());
            assert_eq!(legal.is_empty(), position.result().is_some());
        }
    }
}

#[test]
fn a_ply_that_is_not_legal_is_none() {
    let start = machine(GOLDEN[0]).start();
    let after = start.play(4).unwrap().0;
    assert!(after.play(4).is_none() && after.play(u32::MAX).is_none() && after.audit(4).is_none());
    assert!(!after.same(start.as_ref()) && start.same(machine(GOLDEN[0]).start().as_ref()));
    assert!(!start.same(machine(GOLDEN[1]).start().as_ref()));
}

#[test]
fn a_dump_of_another_game_is_refused() {
    let (first, other) = (machine(GOLDEN[1]), machine(GOLDEN[4]));
    assert!(first.load(&other.start().dump()).is_none());
    let mut dump = first.start().dump();
    dump.seats = vec![0, 2];
    assert!(first.load(&dump).is_none());
    dump = first.start().dump();
    dump.to = Some(61);
    assert!(first.load(&dump).is_none());
}

#[test]
fn samples_agree_with_what_a_player_knows() {
    let go_on = AtomicBool::new(false);
    for position in game(machine(GOLDEN[3]).as_ref(), 3, 20) {
        for viewer in 0..2 {
            let sample = position.sample(viewer, 7, &go_on).unwrap();
            assert_eq!(sample.information(viewer), position.information(viewer));
            assert_eq!(sample.stones(Some(viewer)), position.stones(Some(viewer)));
        }
    }
}

/// How many pairs of a side's pieces stand side by side on a board of nine by nine.
fn pairs(position: &dyn Position, side: u8) -> usize {
    let stones = position.stones(None);
    let cells: Vec<u16> = stones.iter().filter(|stone| stone.owner == side).map(|stone| stone.cell).collect();
    let near = |a: u16, two: u16| (a % 9).abs_diff(two % 9) < 2 && (a / 9).abs_diff(two / 9) < 2;
    cells.iter().map(|&a| cells.iter().filter(|&&two| a < two && near(a, two)).count()).sum()
}

#[test]
fn states_in_which_secret_plies_serve_are_drawn_oftener() {
    let (never, mut stream, mut counts) = (AtomicBool::new(false), Stream::new(2, 0), [0, 0]);
    let machine = compile(include_str!("data/kernels/hidden-gomoku-9.json")).unwrap();
    for seed in 0..10 {
        let positions = game(machine.as_ref(), seed, 40);
        for position in positions.iter().skip(20).filter(|position| position.result().is_none()) {
            let viewer = position.to_move() as u8;
            let knowledge = position.knows(viewer);
            for likely in [false, true] {
                let sample = knowledge.sample(&mut stream, likely, &never).unwrap();
                assert_eq!(sample.information(viewer), position.information(viewer));
                counts[usize::from(likely)] += pairs(sample.as_ref(), 1) + pairs(sample.as_ref(), 2);
            }
        }
    }
    assert!(counts[1] > counts[0] + counts[0] / 4, "{counts:?}");
}

#[test]
fn a_program_that_is_none_is_refused_with_its_path() {
    let fault = |text: &str| compile(text).err().unwrap();
    assert!(fault("").message.contains("JSON"));
    let broken = program(GOLDEN[0]).replace("\"place\"", "\"plaice\"");
    assert_eq!(fault(&broken).path, "turn");
}

#[test]
fn walkers_go_where_positions_go() {
    let (mut ids, mut weights) = (Vec::new(), Vec::new());
    for line in GOLDEN {
        let machine = machine(line);
        let mut walker = machine.start().walker();
        for (number, position) in game(machine.as_ref(), 3, 40).into_iter().enumerate() {
            assert!(walker.reset(position.as_any()));
            walker.legal(&mut ids);
            walker.weights(&mut weights);
            assert_eq!((&ids, &weights), (&position.legal(), &position.weights()));
            assert_eq!((walker.to_move(), walker.turn_over()), (position.to_move(), position.turn_over()));
            assert_eq!(walker.values().is_some(), position.result().is_some());
            for &id in &ids {
                let after = position.play(id).unwrap().0;
                let played = if number % 2 == 0 { walker.play(id) } else { walker.play_observed(id, &mut [0; 4]) };
                assert!(played);
                assert_eq!(walker.to_move(), after.to_move());
                let ended = walker.values().map(|values| values[..walker.players()].to_vec());
                assert_eq!(ended, after.result().map(|ending| ending.values));
                walker.rewind();
            }
            assert!(!walker.play(u32::MAX));
        }
        assert!(!walker.reset(self::machine(GOLDEN[usize::from(line == GOLDEN[0])]).start().as_any()));
    }
}

/// The players' values, if the game is over.
fn values(walker: &dyn Walker) -> Option<Vec<f64>> {
    walker.values().map(|values| values[..walker.players()].to_vec())
}

/// Follows a random game, and from each position all successors. Returns how many plies ended the game at once.
fn go_along(line: &str, seed: u64) -> usize {
    let (machine, mut list, mut ids, mut ended) = (machine(line), Vec::new(), Vec::new(), 0);
    let positions = game(machine.as_ref(), seed, 150);
    let (mut walker, mut way) = (positions[0].walker(), Vec::new());
    for pair in positions.windows(2) {
        let goes = |walker: &mut dyn Walker| {
            walker.rewind();
            assert!(way.iter().all(|&(id, number)| walker.play_candidate(id, number)));
        };
        goes(walker.as_mut());
        walker.candidates(&mut list);
        assert_eq!(list.iter().map(|candidate| candidate.id).collect::<Vec<_>>(), pair[0].legal());
        for candidate in &list {
            let result = pair[0].play(candidate.id).unwrap().0.result().map(|ending| ending.values);
            if let Some(halves) = candidate.final_halves {
                let first = f64::from(halves) / 2.0;
                assert_eq!(result, Some(vec![first, 1.0 - first]));
                ended += 1;
            }
            goes(walker.as_mut());
            assert!(!walker.play_candidate(u32::MAX, candidate.number));
            assert!(walker.play_candidate(candidate.id, candidate.number));
            assert_eq!(values(walker.as_ref()), result);
        }
        goes(walker.as_mut());
        walker.legal(&mut ids);
        assert_eq!(ids, pair[0].legal(), "the general engine takes over");
        let next = list.iter().find(|c| pair[0].play(c.id).unwrap().0.same(pair[1].as_ref())).unwrap();
        assert!(walker.play_candidate(next.id, u32::MAX));
        assert_eq!(walker.to_move(), pair[1].to_move());
        way.push((next.id, next.number));
    }
    ended
}

#[test]
fn a_walker_goes_step_by_step_where_positions_go() {
    for line in GOLDEN {
        go_along(line, 6);
    }
    for (number, line) in KERNELS.iter().enumerate() {
        let ended: usize = (0..4).map(|seed| go_along(line, seed)).sum();
        // Searches use the kernels of the first two.
        assert!(ended > 0 || number >= 2, "no ply of game {number} ended it");
    }
}

#[test]
fn kernels_play_on_as_the_general_way_does() {
    let never = AtomicBool::new(false);
    for line in KERNELS {
        let machine = machine(line);
        for (seed, position) in (0..).zip(game(machine.as_ref(), 7, 30)) {
            let played = |walker: &mut dyn Walker| {
                let mut plies = Vec::new();
                let played = walker.playout(
                    &mut Stream::new(seed, 0),
                    PlayoutSettings { max_plies: 200, decisive: false },
                    &never,
                    Some(&mut plies),
                );
                (played, plies)
            };
            let (mut first, mut other) = (position.walker(), position.walker());
            other.turn_over(); // which only the general engine knows
            assert_eq!(played(first.as_mut()), played(other.as_mut()));
        }
    }
}

#[test]
fn a_random_game_of_a_walker_can_be_played_over() {
    let never = AtomicBool::new(false);
    for line in GOLDEN {
        let machine = machine(line);
        for (seed, position) in (0..).zip(game(machine.as_ref(), 4, 30)) {
            let (mut walker, mut plies) = (position.walker(), Vec::new());
            let playout = walker.playout(
                &mut Stream::new(seed, 0),
                PlayoutSettings { max_plies: 5000, decisive: false },
                &never,
                Some(&mut plies),
            );
            let mut current = position;
            for ply in plies {
                assert_eq!(current.to_move(), ply.player);
                current = current.play(ply.id).unwrap().0;
            }
            let PlayoutResult::Over(values) = playout else { panic!("{playout:?}") };
            assert_eq!(values[..walker.players()], current.result().unwrap().values);
        }
    }
}

#[test]
fn what_a_player_has_observed_since_is_what_a_walker_says() {
    let positions = game(machine(GOLDEN[3]).as_ref(), 8, 30);
    for from in (0..positions.len()).step_by(7) {
        let (mut walker, mut observations) = (positions[from].walker(), vec![Vec::new(); 2]);
        for pair in positions[from..].windows(2) {
            let mut numbers = [0; 4];
            let is_same = |id: &u32| pair[0].play(*id).unwrap().0.same(pair[1].as_ref());
            assert!(walker.play_observed(pair[0].legal().into_iter().find(is_same).unwrap(), &mut numbers));
            (0..2).for_each(|viewer| observations[viewer].push(numbers[viewer]));
            if pair[1].result().is_some() {
                break; // then all is shown
            }
            for viewer in 0..2 {
                let (now, earlier) = (pair[1].knows(viewer), positions[from].knows(viewer));
                assert_eq!(now.observations_since(earlier.as_ref()).as_ref(), Some(&observations[usize::from(viewer)]));
                assert_eq!(earlier.observations_since(now.as_ref()), None);
                assert_eq!(now.observations_since(positions[from].knows(1 - viewer).as_ref()), None);
            }
        }
    }
}

#[test]
fn observations_are_equal_where_players_cannot_tell_plies_apart() {
    let machine = machine(GOLDEN[3]);
    let mut compared = 0;
    for position in game(machine.as_ref(), 5, 40) {
        let (mut walker, mover) = (position.walker(), position.to_move() as usize);
        let mut observed: Vec<([u64; 4], String, String)> = Vec::new();
        for id in position.legal() {
            let after = position.play(id).unwrap().0;
            let mut numbers = [0; 4];
            walker.rewind();
            assert!(walker.play_observed(id, &mut numbers));
            observed.push((numbers, after.information(0), after.information(1)));
        }
        for (first, second) in observed.iter().zip(observed.iter().skip(1)) {
            assert_eq!(first.0[0] == second.0[0], first.1 == second.1);
            assert_eq!(first.0[1] == second.0[1], first.2 == second.2);
            assert_ne!(first.0[mover % 2], second.0[mover % 2], "the mover knows the ply");
            compared += usize::from(first.0[1 - mover % 2] == second.0[1 - mover % 2]);
        }
    }
    assert!(compared > 20, "too few secret plies: {compared}");
}
