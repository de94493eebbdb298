//! Random games from the leaves of a search: every ply that is reported is legal in the engine, and made by the player
//! that the engine says; the engine comes to the same end.

mod common;

use common::{LONGEST, leaf, replay};
use lusory_engine::kernels::Span;
use lusory_engine::lowering_input::prepare;
use lusory_engine::machine::{PlayoutBatch, Position, compile};
use lusory_engine::playouts::{LanePlayer, LeafPlayer, PlayoutEnd, PlayoutOptions, RunControl};
use lusory_engine::stream::Stream;
use lusory_play::{LeafPlayouts, PlayedPly, PlayoutResult, PlayoutSettings};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Games from each leaf: more than there are lanes, so that lanes are used again.
const GAMES: usize = 11;
/// From each leaf of rules with secrets.
const SECRET_GAMES: usize = 1000;
const PLAIN: PlayoutSettings = PlayoutSettings { max_plies: LONGEST, decisive: false };
const TAKING_WINS: PlayoutSettings = PlayoutSettings { max_plies: LONGEST, decisive: true };

fn play_from(name: &str, player: &mut dyn LeafPlayer, leaf: &Arc<dyn Position>, seed: u64) {
    let (mut playouts, stop) = (LeafPlayouts::default(), AtomicBool::new(false));
    playouts.prepare(GAMES, true);
    let played = player.play(leaf.state(), &mut Stream::new(seed, 0), PLAIN, &stop, &mut playouts);
    assert!(played, "{name}: no entry");
    for (result, plies) in playouts.results.iter().zip(&playouts.plies) {
        replay(name, leaf, plies, *result);
    }
}

#[test]
fn the_engine_plays_the_same_games() {
    let mut played = 0;
    for (name, program) in common::all() {
        // Answers to secret placements are not among the plies that are told.
        let is_open = !prepare(&program).unwrap().rules.hidden;
        let player = lusory_run::lane_player(&program).filter(|_| is_open).and_then(|player| player.leaf_player());
        let Some(mut player) = player else { continue };
        for seed in 0..4 {
            let mut stream = Stream::new(seed, 7);
            let leaf = leaf(&program, 5 * seed, &mut stream);
            if leaf.result().is_none() {
                play_from(&name, player.as_mut(), &leaf, seed);
            }
        }
        played += 1;
    }
    assert!(played >= 40, "{played} games are played from leaves");
}

/// Where something is hidden: the share of the points that the first player gets in random games from a leaf.
fn share_by_program(player: &mut dyn LeafPlayer, leaf: &Arc<dyn Position>, seed: u64) -> f64 {
    let mut playouts = LeafPlayouts::default();
    playouts.prepare(SECRET_GAMES, false);
    let played = player.play(leaf.state(), &mut Stream::new(seed, 0), PLAIN, &AtomicBool::new(false), &mut playouts);
    assert!(played, "no entry");
    let share = |result: &PlayoutResult| match result {
        PlayoutResult::Over(values) => values[0],
        PlayoutResult::Cut | PlayoutResult::Stopped => 0.0,
    };
    playouts.results.iter().map(share).sum::<f64>() / SECRET_GAMES as f64
}

fn share_by_engine(leaf: &Arc<dyn Position>, seed: u64) -> f64 {
    let want = PlayoutOptions { general: true, measures: false };
    let games = 0..SECRET_GAMES as u64;
    let run = PlayoutBatch { games, seed, threads: 1, limit: LONGEST, want };
    let totals = leaf.playouts(&run, RunControl { stop: &AtomicBool::new(false), progress: &|_| () });
    totals.results.value(0) / SECRET_GAMES as f64
}

/// Five standard deviations of the difference of two shares, at the most.
#[test]
fn games_with_secrets_end_from_leaves_as_in_the_engine() {
    let (mut awaited, mut played) = (0, 0);
    for (name, program) in common::all() {
        let has_secrets = prepare(&program).unwrap().rules.hidden;
        let player = lusory_run::lane_player(&program).filter(|_| has_secrets).and_then(|player| player.leaf_player());
        let Some(mut player) = player else { continue };
        for seed in 0..6 {
            let leaf = leaf(&program, 3 * seed + 1, &mut Stream::new(seed, 7));
            if leaf.result().is_some() {
                continue;
            }
            awaited += u32::from(leaf.state().point().awaited.is_some());
            let (ours, theirs) = (share_by_program(player.as_mut(), &leaf, seed), share_by_engine(&leaf, seed));
            assert!((ours - theirs).abs() < 5.0 * (0.5 / SECRET_GAMES as f64).sqrt(), "{name}: {ours}, {theirs}");
            played += 1;
        }
    }
    assert!(played >= 20 && awaited >= 2, "{played} leaves, {awaited} of them wait for an answer");
}

/// The games of a leaf, as a run from its state plays them.
fn run_from(player: &dyn LanePlayer, leaf: &Arc<dyn Position>, seed: u64) -> Vec<PlayoutResult> {
    let mut results = vec![PlayoutResult::Stopped; GAMES];
    let mut over = |number: u64, _, ended: PlayoutEnd| {
        results[number as usize] = ended.map_or(PlayoutResult::Cut, |(values, _)| PlayoutResult::Over(values));
    };
    let span = Span { seed: Stream::new(seed, 0).bits(), games: 0..GAMES as u64, limit: LONGEST };
    player.play(Some(leaf.state()), &span, &mut over, &AtomicBool::new(false));
    results
}

#[test]
fn a_run_from_a_state_plays_the_games_of_its_leaf() {
    for (name, program) in common::all() {
        let Some(player) = lusory_run::lane_player(&program) else { continue };
        let Some(mut leaves) = player.leaf_player() else { continue };
        let mut playouts = LeafPlayouts::default();
        for seed in 0..3 {
            let leaf = leaf(&program, 4 * seed + 1, &mut Stream::new(seed, 8));
            if leaf.result().is_none() && player.can_begin(leaf.state()) {
                playouts.prepare(GAMES, false);
                leaves.play(leaf.state(), &mut Stream::new(seed, 0), PLAIN, &AtomicBool::new(false), &mut playouts);
                assert_eq!(run_from(player.as_ref(), &leaf, seed), playouts.results, "{name}");
            }
        }
    }
}

#[test]
fn a_stopped_run_reports_no_result() {
    let (name, program) = common::games().into_iter().find(|(name, _)| name == "go").unwrap();
    let mut player = lusory_run::lane_player(&program).unwrap().leaf_player().unwrap();
    let mut playouts = LeafPlayouts::default();
    playouts.prepare(8, true);
    let start = compile(&program).unwrap().start();
    assert!(player.play(start.state(), &mut Stream::new(0, 0), PLAIN, &AtomicBool::new(true), &mut playouts), "{name}");
    assert_eq!(playouts.results, [PlayoutResult::Stopped; 8]);
}

/// Games in which a ply that ends the game at once can be seen: by a line, or by the row that a piece comes to.
const DECISIVE: [&str; 4] = ["tic-tac-toe", "gomoku", "yavalath", "breakthrough"];

/// The result of a ply for its player, where it ends the game.
fn outcome(position: &Arc<dyn Position>, id: u32) -> Option<f64> {
    let next = position.play(id).unwrap().0;
    next.result().map(|ending| ending.values[usize::from(position.to_move() != 0)])
}

/// Asserts that players take a win where there is one, and else a ply that does not lose where there is one.
fn assert_decisive(name: &str, leaf: &Arc<dyn Position>, plies: &[PlayedPly]) {
    let mut position = leaf.clone();
    for ply in plies {
        let after = outcome(&position, ply.id);
        let all: Vec<_> = position.legal().into_iter().map(|id| outcome(&position, id)).collect();
        if all.contains(&Some(1.0)) {
            assert_eq!(after, Some(1.0), "{name}: a win is overlooked");
        } else if after == Some(0.0) {
            let avoidable = all.iter().any(|outcome| *outcome != Some(0.0));
            let blocks = name == "yavalath";
            assert!(!avoidable || blocks, "{name}: a loss is taken");
        }
        position = position.play(ply.id).unwrap().0;
    }
}

#[test]
fn decisive_players_take_wins_and_avoid_losses() {
    for (name, program) in common::games().into_iter().filter(|(name, _)| DECISIVE.contains(&name.as_str())) {
        let mut player = lusory_run::lane_player(&program).unwrap().leaf_player().unwrap();
        assert!(player.is_decisive(), "{name}");
        for seed in 0..6 {
            let leaf = leaf(&program, 5 * seed, &mut Stream::new(seed, 7));
            let mut playouts = LeafPlayouts::default();
            for count in [1, GAMES] {
                playouts.prepare(count, true);
                let stop = AtomicBool::new(false);
                assert!(player.play(leaf.state(), &mut Stream::new(seed, 0), TAKING_WINS, &stop, &mut playouts));
                for (result, plies) in playouts.results.iter().zip(&playouts.plies) {
                    replay(&name, &leaf, plies, *result);
                    assert_decisive(&name, &leaf, plies);
                }
            }
        }
    }
}

#[test]
fn the_plies_that_end_the_game_are_found_with_what_they_come_to() {
    let mut ended = 0;
    for (name, program) in common::all() {
        let Some(mut player) = lusory_run::lane_player(&program).and_then(|player| player.leaf_player()) else {
            continue;
        };
        let tries = common::lowered(&program, true).1.unwrap().program().tries;
        for seed in 0..8 {
            let leaf = leaf(&program, 7 * seed + 3, &mut Stream::new(seed, 9));
            let mut endings = Vec::new();
            if leaf.result().is_some() || !player.endings(leaf.state(), 400, &mut endings) {
                continue;
            }
            for id in leaf.legal() {
                let result = leaf.play(id).unwrap().0.result().map(|ending| (2.0 * ending.values[0]).round() as u8);
                let noted = endings.iter().find(|(other, _)| *other == id).map(|&(_, halves)| halves);
                assert!(noted.is_none() || noted == result, "{name}: {noted:?}, not {result:?}");
                // Where plies are tried out, that nothing is left to play is seen a tick later.
                assert!(noted == result || tries, "{name}: an end is overlooked");
                ended += usize::from(noted.is_some());
            }
        }
    }
    assert!(ended > 100, "{ended} plies end the game");
}

/// Whether the other side can win by a ply after another one.
fn wins_after(position: &Arc<dyn Position>, id: u32, reply: u32) -> bool {
    let next = position.play(id).unwrap().0;
    next.result().is_none() && next.legal().contains(&reply) && outcome(&next, reply) == Some(1.0)
}

/// How often players of connect four put a piece under a cell where the other side then wins, though they could do
/// without and it stops no other win.
fn gifts(player: &mut dyn LeafPlayer, leaf: &Arc<dyn Position>, settings: PlayoutSettings) -> usize {
    const COLUMNS: u32 = 7;
    let mut playouts = LeafPlayouts::default();
    playouts.prepare(200, true);
    assert!(player.play(leaf.state(), &mut Stream::new(1, 0), settings, &AtomicBool::new(false), &mut playouts));
    let gives = |position: &Arc<dyn Position>, id: u32| wins_after(position, id, id + COLUMNS);
    let stops = |position: &Arc<dyn Position>, id: u32| {
        position.legal().into_iter().any(|other| other != id && wins_after(position, other, id))
    };
    let mut all = 0;
    for plies in &playouts.plies {
        let mut position = leaf.clone();
        for ply in plies {
            let is_gift = gives(&position, ply.id) && !stops(&position, ply.id);
            all += usize::from(is_gift && position.legal().into_iter().any(|id| !gives(&position, id)));
            position = position.play(ply.id).unwrap().0;
        }
    }
    all
}

#[test]
fn decisive_players_do_not_put_a_piece_under_a_cell_where_the_other_side_wins() {
    let (_, program) = common::games().into_iter().find(|(name, _)| name == "connect-four").unwrap();
    let mut player = lusory_run::lane_player(&program).unwrap().leaf_player().unwrap();
    let start = compile(&program).unwrap().start();
    let (plain_gifts, decisive) = (gifts(player.as_mut(), &start, PLAIN), gifts(player.as_mut(), &start, TAKING_WINS));
    assert!(plain_gifts > 20 && decisive == 0, "{decisive} in place of {plain_gifts}");
}
